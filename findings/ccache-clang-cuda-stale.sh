#!/usr/bin/env bash
# ccache 4.7.5 with clang 22.1.8 (Debian 12): an edit of device code in
# `#ifdef __CUDA_ARCH__` gives the old object from the cache.
#
# The object holds host and device code. ccache finds its key by `clang++ -E`, which for
# CUDA prints the host side alone; so it is the same before and after the edit, and the
# object of the old kernel is a hit ("preprocessed"). A header that only the device side
# includes is not even looked at ("direct"). The same happens without -fgpu-rdc, where the
# object holds a cubin. `--cuda-device-only` is right.
#
# Why it surprises: ccache 4.2 and later know `-x cuda` of clang, and a hit is to have the
# result of the compiler. With clang 14 there is no hit at all: it prints both sides, so
# `-E -o` is an error, and ccache lets each compilation through. A newer compiler with the
# same ccache runs the kernel of before the edit until the cache is cleared, without a
# message.
#
# Output seen on 2026-11-28 (Debian 12):
#   without ccache, same text: same object
#   without ccache, edited: another object
#   with ccache, edited: object of before the edit, hits: 1
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
version=1:22.1.8-1~deb12u1
apt-get download -qq "clang-22=$version" "libclang-cpp22=$version" "libllvm22=$version" \
  "libclang-common-22-dev=$version" "llvm-22=$version" ccache=4.8+really4.7.5-1 \
  libhiredis0.14=0.14.1-3 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu:$folder/root/usr/lib/llvm-22/lib
export CCACHE_DIR=$folder/cache CCACHE_CONFIGPATH=$folder/none
clang=root/usr/lib/llvm-22/bin/clang++

# text FACTOR: a kernel whose device side multiplies by FACTOR.
text() {
  cat >kernel.cu <<CU
struct dim3 { unsigned x, y, z; };
extern "C" int cudaLaunchKernel(const void *, dim3, dim3, void **, unsigned long, void *);
__attribute__((global)) void scale(float *p) {
#ifdef __CUDA_ARCH__
  p[0] *= $1;
#endif
}
CU
}
# compile OBJECT LAUNCHER...: -fgpu-rdc needs nothing of NVIDIA's toolkit.
compile() {
  "${@:2}" "$clang" -x cuda --cuda-gpu-arch=sm_52 -nocudainc -nocudalib -nostdinc \
    --cuda-path="$folder/none" -O2 -fgpu-rdc -foffload-lto -c kernel.cu -o "$1" 2>/dev/null
}
compare() { if cmp -s "$1" "$2"; then echo "$3"; else echo "$4"; fi; }
text 2
compile first.o env
compile again.o env
compile cached.o root/usr/bin/ccache
text 3
compile edited.o env
compile stale.o root/usr/bin/ccache
{
  echo "without ccache, same text: $(compare first.o again.o "same object" "another object")"
  echo "without ccache, edited: $(compare first.o edited.o "same object" "another object")"
  hits=$(root/usr/bin/ccache --print-stats | awk '$1 == "preprocessed_cache_hit" {print $2}')
  echo "with ccache, edited: $(compare stale.o first.o "object of before the edit" "new object"), hits: $hits"
} | tee seen
diff seen - <<'SEEN'
without ccache, same text: same object
without ccache, edited: another object
with ccache, edited: object of before the edit, hits: 1
SEEN
