#!/usr/bin/env bash
# clang 14.0.6 (Debian 12; clang 22 does the same): a CUDA variable that is
# `__device__ const` lies in constant memory.
#
# `__device__ const float table[3]` becomes `.const`, read by ld.const; without
# `const` it is `.global`, read by ld.global. A template variable and a `static const`
# inside of a kernel go the same way.
#
# Why it surprises: the language puts `__device__` variables into global memory, and
# only `__constant__` ones into the constant memory of 64 KiB. nvcc 13.0 emits .global
# and ld.global.nc for the same text. So the qualifier changes what an access costs:
# 32 lanes that read 32 neighboring words are one request of 4 sectors with nvcc, and
# 32 passes of the constant cache with clang; and a table above 64 KiB that nvcc takes
# is too large for .const.
#
# Output seen on 2026-11-28 (Debian 12):
#   .const .align 4 .b8 _ZL5table[12] = {0, 0, 128, 63, 0, 0, 0, 64, 0, 0, 64, 64};
#   .visible .global .align 4 .b8 plain[12] = {0, 0, 128, 63, 0, 0, 0, 64, 0, 0, 64, 64};
#   ld.const.f32
#   ld.global.f32
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
version=1:14.0.6-12
apt-get download -qq "clang-14=$version" "libclang-cpp14=$version" \
  "libllvm14=$version" "libclang-common-14-dev=$version" 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu:$folder/root/usr/lib/llvm-14/lib

cat >table.cu <<'CU'
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
__device__ const float table[3] = {1, 2, 3};
__device__ float plain[3] = {1, 2, 3};
__global__ void read(float *out, int i) { out[0] = table[i] + plain[i]; }
CU
root/usr/lib/llvm-14/bin/clang++ -x cuda --cuda-device-only --cuda-gpu-arch=sm_60 \
  -nocudainc -nocudalib -nostdinc -Wno-unknown-cuda-version -O2 -S -o table.ptx table.cu
grep -oE '^\.const .*;|^\.visible \.global .*;|ld\.(const|global)\.f32' table.ptx |
  LC_ALL=C sort | tee seen
diff seen - <<'SEEN'
.const .align 4 .b8 _ZL5table[12] = {0, 0, 128, 63, 0, 0, 0, 64, 0, 0, 64, 64};
.visible .global .align 4 .b8 plain[12] = {0, 0, 128, 63, 0, 0, 0, 64, 0, 0, 64, 64};
ld.const.f32
ld.global.f32
SEEN
