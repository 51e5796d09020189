#!/usr/bin/env bash
# clang 22.1.8 (Debian 12), OpenCL to SPIR-V: the module of a kernel with printf(), any() or
# convert_int() of an int is refused by spirv-val; clang itself succeeds.
#
# any() and all() become OpAny and OpAll of integers, where SPIR-V has booleans; convert_int() of an
# int or uint becomes OpUConvert to the same width, which may not be; the format of printf() is a pointer
# to an array; and at -O2 a store of v.x and v.yz makes a vector type of one component. Each is so for
# every use of the function. What clang 15 makes, which translates by llvm-spirv, is valid.
#
# Why it surprises: `--target=spirv64` is no longer an experimental target, the sources are plain OpenCL
# C, and a compiler that knows a function is expected to write what its own format allows. convert_int()
# of an int is what a macro of a type makes. There is no message: an analyzer or a driver that
# validates its input stops at a file that compiled, and one that does not reads what has no
# meaning.
#
# Output seen on 2026-11-29 (Debian 12):
#   -O0 printf("%d", i[0]): 22 OpenCL.std printf: expected Format data type to be 8-bit int
#   -O2 printf("%d", i[0]): 22 OpenCL.std printf: expected Format data type to be 8-bit int
#   -O0 i[0] = any(w[0]): 22 Expected operand to be vector bool: Any
#   -O2 i[0] = all(v[0] == v[1]): 22 Expected operand to be vector bool: All
#   -O2 i[0] = isnan(v[0].x): 22 valid
#   -O0 i[0] = convert_int(i[1]): 22 Expected input to have different bit width from Result Type: UConvert
#   -O2 i[0] = convert_int(u[1]): 22 Expected input to have different bit width from Result Type: UConvert
#   -O2 w[0] = convert_int4(w[1]): 22 Expected input to have different bit width from Result Type: UConvert
#   -O2 i[0] = convert_int(v[0].x): 22 valid
#   -O0 v[0].x = 1; v[0].yz = v[1].xx: 22 valid
#   -O2 v[0].x = 1; v[0].yz = v[1].xx: 22 Illegal number of components (1) for TypeVector
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
new=1:22.1.8-1~deb12u1 old=1:15.0.6-4+b1
apt-get download -qq "clang-22=$new" "libclang-cpp22=$new" "libclang-common-22-dev=$new" \
  "libllvm22=$new" "clang-15=$old" "libclang-cpp15=$old" "libclang-common-15-dev=$old" \
  "libllvm15=$old" llvm-spirv-15=15.0.0-2 libllvmspirvlib15=15.0.0-2 spirv-tools=2023.1-2 \
  libz3-4=4.8.12-3.1 libedit2 libbsd0 libmd0 libxml2 libicu72 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu:$folder/root/usr/lib/llvm-22/lib
export LD_LIBRARY_PATH=$LD_LIBRARY_PATH:$folder/root/usr/lib/llvm-15/lib
export PATH=$folder/root/usr/bin:$PATH

# show OPTIMIZATION STATEMENT: what spirv-val says of the modules of the two compilers.
show() {
  cat >k.cl <<CL
kernel void k(global int *i, global uint *u, global int4 *w, global float4 *v) { $2; }
CL
  clang-22 --target=spirv64 -cl-std=CL2.0 "$1" -c k.cl -o 22.spv
  clang-15 --target=spirv64 -cl-std=CL2.0 "$1" -c -emit-llvm k.cl -o 15.bc
  llvm-spirv-15 15.bc -o 15.spv
  local said
  said=$({ spirv-val 22.spv 2>&1 || :; } | sed -n '1s/.*line [0-9]*: //p')
  echo "$1 $2: 22 ${said:-valid}"
  spirv-val 15.spv
}
{
  show -O0 'printf("%d", i[0])'
  show -O2 'printf("%d", i[0])'
  show -O0 'i[0] = any(w[0])'
  show -O2 'i[0] = all(v[0] == v[1])'
  show -O2 'i[0] = isnan(v[0].x)'
  show -O0 'i[0] = convert_int(i[1])'
  show -O2 'i[0] = convert_int(u[1])'
  show -O2 'w[0] = convert_int4(w[1])'
  show -O2 'i[0] = convert_int(v[0].x)'
  show -O0 'v[0].x = 1; v[0].yz = v[1].xx'
  show -O2 'v[0].x = 1; v[0].yz = v[1].xx'
} 2>&1 | tee seen
diff seen - <<'SEEN'
-O0 printf("%d", i[0]): 22 OpenCL.std printf: expected Format data type to be 8-bit int
-O2 printf("%d", i[0]): 22 OpenCL.std printf: expected Format data type to be 8-bit int
-O0 i[0] = any(w[0]): 22 Expected operand to be vector bool: Any
-O2 i[0] = all(v[0] == v[1]): 22 Expected operand to be vector bool: All
-O2 i[0] = isnan(v[0].x): 22 valid
-O0 i[0] = convert_int(i[1]): 22 Expected input to have different bit width from Result Type: UConvert
-O2 i[0] = convert_int(u[1]): 22 Expected input to have different bit width from Result Type: UConvert
-O2 w[0] = convert_int4(w[1]): 22 Expected input to have different bit width from Result Type: UConvert
-O2 i[0] = convert_int(v[0].x): 22 valid
-O0 v[0].x = 1; v[0].yz = v[1].xx: 22 valid
-O2 v[0].x = 1; v[0].yz = v[1].xx: 22 Illegal number of components (1) for TypeVector
SEEN
