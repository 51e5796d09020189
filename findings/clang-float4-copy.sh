#!/usr/bin/env bash
# clang 22.1.8 (Debian 12), -O2: a copy of a float4 is two accesses, and two of its
# fields are one.
#
# `q[0] = p[1]` becomes two pairs of ld.global.b64 and st.global.b64. `p[1].x + p[1].z`
# becomes one ld.global.v4.b32, which also reads y and w; `p[1].y + p[1].w` stays two
# loads of 32 bits. Shared memory goes the same way. The copy through its fields,
# float4{t.x, t.y, t.z, t.w}, is one load and one store.
#
# Why it surprises: float4 exists so that a copy is one access of 128 bits, and nvcc 13.0
# makes it one; and a compiler that does not widen a copy of 16 bytes is not expected to
# read bytes that nobody asked for. The gaps are filled only behind a first field that
# is aligned to 16 bytes, hence y and w stay apart. clang 14 has the same copy, but loads x
# and z apart. So a tool that reads the PTX counts a copy's sectors and wavefronts twice.
#
# Output seen on 2026-11-28 (Debian 12):
#   14 copy: ld.global.u64 st.global.u64 ld.global.u64 st.global.u64
#   14 fields: ld.global.v4.f32 st.global.v4.f32
#   14 xz: ld.global.f32 ld.global.f32
#   14 yw: ld.global.f32 ld.global.f32
#   22 copy: ld.global.b64 st.global.b64 ld.global.b64 st.global.b64
#   22 fields: ld.global.v4.b32 st.global.v4.b32
#   22 xz: ld.global.v4.b32
#   22 yw: ld.global.b32 ld.global.b32
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

cat >float4.cu <<'CU'
#define __global__ __attribute__((global))
struct __attribute__((aligned(16))) float4 { float x, y, z, w; };
extern "C" {
__global__ void copy(const float4 *p, float4 *q) { q[0] = p[1]; }
__global__ void fields(const float4 *p, float4 *q) {
  float4 t = p[1];
  q[0] = float4{t.x, t.y, t.z, t.w};
}
__global__ void xz(const float4 *p, int *q) { q[0] = p[1].x + p[1].z > 0; }
__global__ void yw(const float4 *p, int *q) { q[0] = p[1].y + p[1].w > 0; }
}
CU
for version in 14 22; do
  root/usr/lib/llvm-$version/bin/clang++ -x cuda --cuda-device-only --cuda-gpu-arch=sm_52 \
    -nocudainc -nocudalib -nostdinc --cuda-path="$folder/none" -O2 -S float4.cu -o float4.ptx 2>/dev/null
  awk -v version=$version '/\.entry/ {
      sub(/\(.*/, ""); name = $3; if (line) print line; line = version " " name ":" }
    match($0, /(ld|st)\.global[.a-z0-9]*/) && !(name ~ /xz|yw/ && /st\.global/) {
      line = line " " substr($0, RSTART, RLENGTH) }
    END { print line }' float4.ptx
done | tee seen
diff seen - <<'SEEN'
14 copy: ld.global.u64 st.global.u64 ld.global.u64 st.global.u64
14 fields: ld.global.v4.f32 st.global.v4.f32
14 xz: ld.global.f32 ld.global.f32
14 yw: ld.global.f32 ld.global.f32
22 copy: ld.global.b64 st.global.b64 ld.global.b64 st.global.b64
22 fields: ld.global.v4.b32 st.global.v4.b32
22 xz: ld.global.v4.b32
22 yw: ld.global.b32 ld.global.b32
SEEN
