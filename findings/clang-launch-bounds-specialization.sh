#!/usr/bin/env bash
# clang 22.1.8 (Debian 12; 14.0.6 does the same): an explicit specialization of a kernel template
# has the template's __launch_bounds__, which its own text does not have.
#
# `template <class T> __launch_bounds__(128, 4) __global__ void scale(T *)` is followed by
# `template <> __global__ void scale(double *)`. The entry of the specialization has .maxntid 128
# and .minnctapersm 4, as if it had asked for them. With `__launch_bounds__(256)` of its own it has
# .maxntid 256 and no .minnctapersm. A specialization of a device function takes over `noinline`.
#
# Why it surprises: a specialization shares its name with the template, and nothing else; it is
# written because it differs, often by the size of its block. A launch of 256 threads fails at run
# time, while the text of the kernel has no bound, and the registers of the kernel are limited
# without a word. No attribute takes a bound away: only another bound replaces it. nvcc 13.0
# has the same .maxntid for it.
#
# Output seen on 2026-11-29 (Debian 12):
#   14 scale<double>: .maxntid 128, 1, 1 .minnctapersm 4
#   14 scale<float>: .maxntid 128, 1, 1 .minnctapersm 4
#   14 scale<int>: .maxntid 256, 1, 1
#   14 called: twice<int>
#   22 scale<double>: .maxntid 128 .minnctapersm 4
#   22 scale<float>: .maxntid 128 .minnctapersm 4
#   22 scale<int>: .maxntid 256
#   22 called: twice<int>
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

cat >scale.cu <<'CU'
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
template <class T> __device__ __attribute__((noinline)) T twice(T x) { return x + x; }
template <> __device__ int twice(int x) { return 2 * x; }
template <class T> __launch_bounds__(128, 4) __global__ void scale(T *p) { *p = 1; }
template <> __global__ void scale(double *p) { *p = 2; }
template <> __launch_bounds__(256) __global__ void scale(int *p) { *p = twice(*p); }
template __global__ void scale(float *p);
CU
# ptx VERSION: the bounds of each entry, and the function that one of them calls.
ptx() {
  LD_LIBRARY_PATH=$LD_LIBRARY_PATH:$folder/root/usr/lib/llvm-$1/lib \
    "root/usr/lib/llvm-$1/bin/clang++" -x cuda --cuda-device-only --cuda-gpu-arch=sm_52 \
    -nocudainc -nocudalib -nostdinc --cuda-path="$folder/none" -Wno-unknown-cuda-version \
    -O2 -S scale.cu -o - |
    sed 's/ *\/\/.*//; s/_Z5scaleI\(.\)EvPT_/scale<\1>/; s/_Z5twiceIiET_S0_/twice<int>/
      s/<f>/<float>/; s/<d>/<double>/; s/<i>/<int>/' |
    awk -v version="$1" '
      /\.entry/ { sub(/\(.*/, ""); kernel = $3; bounds[kernel] = "" }
      /^\.(maxntid|minnctapersm)/ { bounds[kernel] = bounds[kernel] " " $0 }
      /twice<int>, *$/ || /call.*twice<int>/ { called = "twice<int>" }
      END { for (kernel in bounds) print version, kernel ":" bounds[kernel] | "sort"
        close("sort"); print version, "called:", called }'
}
{ ptx 14 && ptx 22; } | tee seen
diff seen - <<'SEEN'
14 scale<double>: .maxntid 128, 1, 1 .minnctapersm 4
14 scale<float>: .maxntid 128, 1, 1 .minnctapersm 4
14 scale<int>: .maxntid 256, 1, 1
14 called: twice<int>
22 scale<double>: .maxntid 128 .minnctapersm 4
22 scale<float>: .maxntid 128 .minnctapersm 4
22 scale<int>: .maxntid 256
22 called: twice<int>
SEEN
