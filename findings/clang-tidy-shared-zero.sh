#!/usr/bin/env bash
# clang-tidy 22.1.8 (Debian 12; 14.0.6 does the same if asked for the device): to the
# analyzer a `__shared__` variable that one thread sets is 0, also behind the barrier.
#
# Thread 0 writes `n`, all wait at __syncthreads(), all divide by `n`: "Division by zero".
# With a pointer in place of `n` it is a null pointer dereference. A null pointer that the
# other threads dereference if thread 0 has set a flag is not found. There is no report
# for an array of one element, a field, or a variable outside of the kernel.
#
# Why it surprises: shared memory has no initial value, and behind a call of an unknown
# function the analyzer is expected to know nothing of memory that others write. It takes
# the variable for a static one of a function, which begins with 0 and which no callee
# can change. To let one thread compute a value for its block is the plainest use of
# shared memory, and the two reports stand in a group that many projects enable.
#
# Output seen on 2026-11-29 (Debian 12):
#   value: Division by zero
#   pointer: Array access (from variable 'base') results in a null pointer dereference
#   behind the flag: nothing
#   array of one: nothing
#   outside of the kernel: nothing
#   without a flag: Dereference of null pointer (loaded from variable 'none')
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
version=1:22.1.8-1~deb12u1
apt-get download -qq "clang-tidy-22=$version" "clang-22=$version" "libclang-cpp22=$version" \
  "libllvm22=$version" "libclang-common-22-dev=$version" 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu:$folder/root/usr/lib/llvm-22/lib
export PATH=$folder/root/usr/lib/llvm-22/bin:$PATH

cat >shared.cu <<'CU'
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define LANE int lane = __nvvm_read_ptx_sreg_tid_x()
__global__ void value(int *p, int k) {
  LANE; __shared__ int n;
  if (lane == 0) n = k;
  __syncthreads();
  p[lane] /= n; // value
}
__global__ void pointer(int *p, int k) {
  LANE; __shared__ int *base;
  if (lane == 0) base = p + k;
  __syncthreads();
  base[lane] = 1; // pointer
}
__global__ void behind(int k) {
  LANE; __shared__ bool flag; int *none = 0;
  if (lane == 0) flag = k > 0;
  __syncthreads();
  if (flag && lane > 0) *none = 1; // behind the flag
}
__global__ void array(int *p, int k) {
  LANE; __shared__ int n[1];
  if (lane == 0) n[0] = k;
  __syncthreads();
  p[lane] /= n[0]; // array of one
}
__shared__ int outer;
__global__ void outside(int *p, int k) {
  LANE;
  if (lane == 0) outer = k;
  __syncthreads();
  p[lane] /= outer; // outside of the kernel
}
__global__ void without() {
  LANE; int *none = 0;
  if (lane > 0) *none = 1; // without a flag
}
CU
clang-tidy --quiet --checks='-*,clang-analyzer-core.*' shared.cu -- --cuda-path="$folder/none" \
  --cuda-gpu-arch=sm_52 -nocudainc -nocudalib -nostdinc >messages 2>/dev/null
grep -n '; // ' shared.cu | while IFS=: read -r line text; do
  message=$(sed -n "s/.*:$line:[0-9]*: warning: \(.*\) \[clang-analyzer.*/\1/p" messages)
  echo "${text#*; // }: ${message:-nothing}"
done | tee seen
diff seen - <<'SEEN'
value: Division by zero
pointer: Array access (from variable 'base') results in a null pointer dereference
behind the flag: nothing
array of one: nothing
outside of the kernel: nothing
without a flag: Dereference of null pointer (loaded from variable 'none')
SEEN
