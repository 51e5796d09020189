#!/usr/bin/env bash
# clang 22.1.8 (Debian 12), OpenCL to SPIR-V: mem_fence(), atomic_min() and others become calls of a
# function that does not exist, without a message.
#
# `clang --target=spirv64 -c` makes OpControlBarrier of barrier() and OpAtomicIAdd of atomic_add(), but
# of mem_fence(), sub_group_barrier(), atomic_inc(), atomic_min(), atomic_xchg(), atomic_fetch_min()
# and convert_double() it makes a call of a function that the module imports, by its mangled name. The
# exit code is 0, and spirv-val accepts the module. clang 15, which translates by llvm-spirv, has an
# instruction for each of them.
#
# Why it surprises: all of them are built into OpenCL C, and a built-in function is an instruction or
# an error. They stand beside ones that do work: add and sub of the same family are instructions, min,
# max, inc and dec are not. A histogram that counts by atomic_add compiles and runs, one by atomic_inc
# compiles, and only the driver that links it finds the missing function. A tool that looks for fences
# and atomics in the SPIR-V does not find these.
#
# Output seen on 2026-11-29 (Debian 12):
#   barrier(CLK_LOCAL_MEM_FENCE): 22 OpControlBarrier, 15 OpControlBarrier
#   mem_fence(CLK_LOCAL_MEM_FENCE): 22 Import, 15 OpMemoryBarrier
#   sub_group_barrier(CLK_LOCAL_MEM_FENCE): 22 Import, 15 OpControlBarrier
#   atomic_add(i, 1): 22 OpAtomicIAdd, 15 OpAtomicIAdd
#   atomic_sub(i, 1): 22 OpAtomicISub, 15 OpAtomicISub
#   atomic_inc(i): 22 Import, 15 OpAtomicIIncrement
#   atomic_dec(i): 22 Import, 15 OpAtomicIDecrement
#   atomic_min(i, 1): 22 Import, 15 OpAtomicSMin
#   atomic_max(i, 1): 22 Import, 15 OpAtomicSMax
#   atomic_xchg(i, 1): 22 Import, 15 OpAtomicExchange
#   atomic_fetch_add(a, 1): 22 OpAtomicIAdd, 15 OpAtomicIAdd
#   atomic_fetch_min(a, 1): 22 Import, 15 OpAtomicSMin
#   d[0] = f[0]: 22 OpFConvert, 15 OpFConvert
#   d[0] = convert_double(f[0]): 22 Import, 15 OpFConvert
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

# found NAME PATTERN: what a module has of the function, its import or the instruction.
found() {
  spirv-val "$1.spv"
  spirv-dis "$1.spv" | grep -oE 'OpControlBarrier|OpMemoryBarrier|OpAtomic[A-Z]\w+|OpFConvert|Import$' |
    grep -v OpAtomicLoad | sort -u | xargs
}
# show STATEMENT: what the two compilers make of it.
show() {
  cat >k.cl <<CL
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void k(global int *i, global float *f, global double *d, global atomic_int *a) { $1; }
CL
  clang-22 --target=spirv64 -cl-std=CL2.0 -O2 -c k.cl -o 22.spv
  clang-15 --target=spirv64 -cl-std=CL2.0 -O2 -c -emit-llvm k.cl -o 15.bc
  llvm-spirv-15 15.bc -o 15.spv
  echo "$1: 22 $(found 22), 15 $(found 15)"
}
{
  show 'barrier(CLK_LOCAL_MEM_FENCE)'
  show 'mem_fence(CLK_LOCAL_MEM_FENCE)'
  show 'sub_group_barrier(CLK_LOCAL_MEM_FENCE)'
  show 'atomic_add(i, 1)'
  show 'atomic_sub(i, 1)'
  show 'atomic_inc(i)'
  show 'atomic_dec(i)'
  show 'atomic_min(i, 1)'
  show 'atomic_max(i, 1)'
  show 'atomic_xchg(i, 1)'
  show 'atomic_fetch_add(a, 1)'
  show 'atomic_fetch_min(a, 1)'
  show 'd[0] = f[0]'
  show 'd[0] = convert_double(f[0])'
} 2>&1 | tee seen
diff seen - <<'SEEN'
barrier(CLK_LOCAL_MEM_FENCE): 22 OpControlBarrier, 15 OpControlBarrier
mem_fence(CLK_LOCAL_MEM_FENCE): 22 Import, 15 OpMemoryBarrier
sub_group_barrier(CLK_LOCAL_MEM_FENCE): 22 Import, 15 OpControlBarrier
atomic_add(i, 1): 22 OpAtomicIAdd, 15 OpAtomicIAdd
atomic_sub(i, 1): 22 OpAtomicISub, 15 OpAtomicISub
atomic_inc(i): 22 Import, 15 OpAtomicIIncrement
atomic_dec(i): 22 Import, 15 OpAtomicIDecrement
atomic_min(i, 1): 22 Import, 15 OpAtomicSMin
atomic_max(i, 1): 22 Import, 15 OpAtomicSMax
atomic_xchg(i, 1): 22 Import, 15 OpAtomicExchange
atomic_fetch_add(a, 1): 22 OpAtomicIAdd, 15 OpAtomicIAdd
atomic_fetch_min(a, 1): 22 Import, 15 OpAtomicSMin
d[0] = f[0]: 22 OpFConvert, 15 OpFConvert
d[0] = convert_double(f[0]): 22 Import, 15 OpFConvert
SEEN
