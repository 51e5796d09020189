#!/usr/bin/env bash
# clang 22.1.8 (Debian 12), OpenCL to SPIR-V: each `a * b + c` becomes a call of fma(), also with
# -cl-mad-enable, and the kernel says that nothing may be contracted.
#
# fma() of OpenCL.std is rounded once, whatever that costs. clang 15, which translates by llvm-spirv,
# writes mad() for the same expression, which a device does as it likes, and leaves ContractionOff
# out. With `#pragma OPENCL FP_CONTRACT OFF` both write a multiplication and an addition. Each body
# is in the module twice, in the kernel and in an exported __clang_ocl_kern_imp_k.
#
# Why it surprises: FP_CONTRACT is on in OpenCL C, which allows one rounding and does not demand it, and
# -cl-mad-enable allows less accuracy to be faster. On a device without a fast fma (FP_FAST_FMAF
# is there to ask for it) each multiply-add of a kernel is a routine of many instructions, and the
# mode that the module has takes from the driver the right to choose. With version 15 the same text
# costs one instruction.
#
# Output seen on 2026-11-29 (Debian 12):
#   o[0] = a * b + c: 22 ContractionOff fma fma | 15 mad
#   o[0] = a * b + c -cl-mad-enable: 22 ContractionOff fma fma | 15 mad
#   o[0] = a * b + c -cl-fast-relaxed-math: 22 ContractionOff fma fma | 15 mad
#   o[0] = a * b + c -O0: 22 ContractionOff fma | 15 mad
#   o[0] = c - a * b: 22 ContractionOff OpFNegate fma OpFNegate fma | 15 OpFNegate mad
#   v[0] = v[1] * v[2] + v[3]: 22 ContractionOff fma fma | 15 mad
#   float t = a * b; o[0] = t + c: 22 ContractionOff OpFMul OpFAdd OpFMul OpFAdd | 15 ContractionOff OpFMul OpFAdd
#   o[0] = mad(a, b, c): 22 ContractionOff mad mad | 15 mad
#   o[0] = a + b: 22 ContractionOff OpFAdd OpFAdd | 15 ContractionOff OpFAdd
#   _Pragma("OPENCL FP_CONTRACT OFF") o[0] = a * b + c: 22 ContractionOff OpFMul OpFAdd OpFMul OpFAdd | 15 ContractionOff OpFMul OpFAdd
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

# found MODULE: its arithmetic and its modes.
found() {
  spirv-val "$1.spv"
  spirv-dis "$1.spv" | grep -oE 'OpFMul|OpFAdd|OpFSub|OpFNegate|(fma|mad) %|ContractionOff' |
    tr -d ' %' | xargs
}
# show STATEMENT OPTION...: what the two compilers make of it.
show() {
  cat >k.cl <<CL
kernel void k(global float *o, global float4 *v, float a, float b, float c) { $1; }
CL
  clang-22 --target=spirv64 -cl-std=CL2.0 -O2 "${@:2}" -c k.cl -o 22.spv
  clang-15 --target=spirv64 -cl-std=CL2.0 -O2 "${@:2}" -c -emit-llvm k.cl -o 15.bc
  llvm-spirv-15 15.bc -o 15.spv
  echo "$*: 22 $(found 22) | 15 $(found 15)"
}
{
  show 'o[0] = a * b + c'
  show 'o[0] = a * b + c' -cl-mad-enable
  show 'o[0] = a * b + c' -cl-fast-relaxed-math
  show 'o[0] = a * b + c' -O0
  show 'o[0] = c - a * b'
  show 'v[0] = v[1] * v[2] + v[3]'
  show 'float t = a * b; o[0] = t + c'
  show 'o[0] = mad(a, b, c)'
  show 'o[0] = a + b'
  show '_Pragma("OPENCL FP_CONTRACT OFF") o[0] = a * b + c'
} 2>&1 | tee seen
diff seen - <<'SEEN'
o[0] = a * b + c: 22 ContractionOff fma fma | 15 mad
o[0] = a * b + c -cl-mad-enable: 22 ContractionOff fma fma | 15 mad
o[0] = a * b + c -cl-fast-relaxed-math: 22 ContractionOff fma fma | 15 mad
o[0] = a * b + c -O0: 22 ContractionOff fma | 15 mad
o[0] = c - a * b: 22 ContractionOff OpFNegate fma OpFNegate fma | 15 OpFNegate mad
v[0] = v[1] * v[2] + v[3]: 22 ContractionOff fma fma | 15 mad
float t = a * b; o[0] = t + c: 22 ContractionOff OpFMul OpFAdd OpFMul OpFAdd | 15 ContractionOff OpFMul OpFAdd
o[0] = mad(a, b, c): 22 ContractionOff mad mad | 15 mad
o[0] = a + b: 22 ContractionOff OpFAdd OpFAdd | 15 ContractionOff OpFAdd
_Pragma("OPENCL FP_CONTRACT OFF") o[0] = a * b + c: 22 ContractionOff OpFMul OpFAdd OpFMul OpFAdd | 15 ContractionOff OpFMul OpFAdd
SEEN
