#!/usr/bin/env bash
# clang 22.1.8 (Debian 12; 14.0.6 from 128 bytes on), CUDA at -O2 and -O3: a copy of a
# structure of more than 64 bytes is a loop that copies one byte at a time.
#
# `q[i] = p[i]` of 16 floats is 16 loads of 4 bytes; of 17 floats it is a loop of 68 turns
# with one ld.global.b8 and one st.global.b8. An alignment of 16 does not help: 64 bytes are
# eight b64, 80 bytes are a loop of 80. The same in shared and local memory, for kernel
# parameters that are stored whole, for memcpy of a constant size and for memset.
#
# Why it surprises: nvcc 13.0 copies these structures by 4 or 16 bytes, and a compiler that
# knows the alignment is expected to use it, as clang does up to 64 bytes. With one field
# more, or with version 22 in place of 14, a copy has 4 or 16 times the requests, each of
# which touches as many sectors as before.
#
# Output seen on 2026-11-29 (Debian 12):
#   14, 16 floats: 16 ld.global.u32
#   14, 17 floats: 17 ld.global.u32
#   14, 80 bytes of alignment 16: 10 ld.global.u64
#   22, 16 floats: 16 ld.global.b32
#   22, 17 floats: loop with ld.global.b8
#   22, 64 bytes of alignment 16: 8 ld.global.b64
#   22, 80 bytes of alignment 16: loop with ld.global.b8
#   22, memcpy of 80 bytes: loop with ld.global.b8
#   22, memset of shared memory: loop with st.shared.b8
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
old=1:14.0.6-12
new=1:22.1.8-1~deb12u1
apt-get download -qq "clang-14=$old" "libclang-cpp14=$old" "libllvm14=$old" \
  "libclang-common-14-dev=$old" "clang-22=$new" "libclang-cpp22=$new" "libllvm22=$new" \
  "libclang-common-22-dev=$new" 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu

cat >copy.cu <<'CU'
#define __global__ __attribute__((global))
#define LANE __nvvm_read_ptx_sreg_tid_x()
template <int N> struct Floats { float v[N]; };
template <int N> struct __attribute__((aligned(16))) Aligned { float v[N]; };
template <class T> __global__ void copy(const T *p, T *q) { q[LANE] = p[LANE]; }
template __global__ void copy(const Floats<16> *, Floats<16> *);
template __global__ void copy(const Floats<17> *, Floats<17> *);
template __global__ void copy(const Aligned<16> *, Aligned<16> *);
template __global__ void copy(const Aligned<20> *, Aligned<20> *);
__global__ void memory(const int *p, int *q) { __builtin_memcpy(q, p, 80); }
__global__ void zero(int *q) {
  __attribute__((shared)) int s[128];
  __builtin_memset(s, 0, sizeof s);
  __syncthreads();
  q[LANE] = s[LANE];
}
CU
# accesses VERSION KERNEL KIND TEXT: the accesses of this kind, and whether they are in a loop.
accesses() {
  local body all
  body=$(sed -n "/\.entry _Z$2/,/^}/p" "$1.ptx")
  all=$(grep -oE "$3[.a-z0-9]*" <<<"$body" | sort | uniq -c | awk '{ print $1, $2 }')
  if grep -q '[[:space:]]bra' <<<"$body"; then all="loop with ${all#1 }"; fi
  echo "$1, $4: $all"
}
for version in 14 22; do
  root/usr/lib/llvm-$version/bin/clang++ -x cuda --cuda-device-only --cuda-gpu-arch=sm_52 \
    -nocudainc -nocudalib -nostdinc --cuda-path="$folder/none" -O2 -S copy.cu \
    -o $version.ptx 2>/dev/null
done
{
  accesses 14 4copyI6FloatsILi16 ld.global '16 floats'
  accesses 14 4copyI6FloatsILi17 ld.global '17 floats'
  accesses 14 4copyI7AlignedILi20 ld.global '80 bytes of alignment 16'
  accesses 22 4copyI6FloatsILi16 ld.global '16 floats'
  accesses 22 4copyI6FloatsILi17 ld.global '17 floats'
  accesses 22 4copyI7AlignedILi16 ld.global '64 bytes of alignment 16'
  accesses 22 4copyI7AlignedILi20 ld.global '80 bytes of alignment 16'
  accesses 22 6memory ld.global 'memcpy of 80 bytes'
  accesses 22 4zero st.shared 'memset of shared memory'
} | tee seen
diff seen - <<'SEEN'
14, 16 floats: 16 ld.global.u32
14, 17 floats: 17 ld.global.u32
14, 80 bytes of alignment 16: 10 ld.global.u64
22, 16 floats: 16 ld.global.b32
22, 17 floats: loop with ld.global.b8
22, 64 bytes of alignment 16: 8 ld.global.b64
22, 80 bytes of alignment 16: loop with ld.global.b8
22, memcpy of 80 bytes: loop with ld.global.b8
22, memset of shared memory: loop with st.shared.b8
SEEN
