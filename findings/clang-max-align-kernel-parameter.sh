#!/usr/bin/env bash
# clang 22.1.8 (Debian 12; 14.0.6 does the same): a kernel reads its parameter at other
# bytes than those that the launch writes, if the structure has std::max_align_t in it.
#
# In `struct { int id; alignas(max_align_t) char buffer[8]; int size; }` the host has
# `size` at byte 24 of 32, and the kernel loads it from byte 16 of 24. A member of type
# long double does the same: 16 bytes on the host, 8 on the device. No message is given,
# also with -Wall -Wextra. The attribute `aligned` without a number is 16 on both sides.
#
# Why it surprises: host and device are to have the same structures, for which clang copies
# the sizes of the host's types to the device; long double is left out, and max_align_t
# contains one. nvcc 13.0 has alignment 16 on both sides, and warns of long double. A
# buffer aligned by max_align_t is the usual way to hold an object of any type; an array of
# such structures, copied by cudaMemcpy, is read with another stride.
#
# Output seen on 2026-11-29 (Debian 12):
#   host: 32 bytes, size at 24; device: 24 bytes, size at 16
#   long double, host: 32 bytes, size at 16; device: 16 bytes, size at 8
#   aligned, host: 32 bytes, size at 24; device: 32 bytes, size at 24
#   messages: 0
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
version=1:22.1.8-1~deb12u1
apt-get download -qq "clang-22=$version" "libclang-cpp22=$version" "libllvm22=$version" \
  "libclang-common-22-dev=$version" 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu:$folder/root/usr/lib/llvm-22/lib

cat >parameter.cu <<'CU'
#include <stddef.h>
struct Maximum { int id; alignas(max_align_t) char buffer[8]; int size; };
struct Long { long double value; int size; };
struct Aligned { int id; __attribute__((aligned)) char buffer[8]; int size; };
extern "C" {
#define KERNEL(T)                                                              \
  __attribute__((global)) void kernel##T(T t, int *p) { *p = t.size; }         \
  extern const unsigned long bytes##T = sizeof(T), at##T = offsetof(T, size);
KERNEL(Maximum)
KERNEL(Long)
KERNEL(Aligned)
}
CU
compile() {
  root/usr/lib/llvm-22/bin/clang++ -x cuda --cuda-gpu-arch=sm_52 -nocudainc -nocudalib -nostdlibinc \
    -Wall -Wextra -Wno-unknown-cuda-version --cuda-path="$folder/none" -O2 -S "$@" parameter.cu 2>>messages
}
compile --cuda-host-only -o host.s
compile --cuda-device-only -o device.ptx
# constant NAME: its value on the host.
constant() { grep -A1 "^$1:" host.s | sed -n 's/.*\.quad[[:space:]]*\([0-9]*\).*/\1/p'; }
# layout STRUCT: its size and the place of `size` on both sides.
layout() {
  echo "host: $(constant "bytes$1") bytes, size at $(constant "at$1"); device: $(
    sed -n "s/.*param.*kernel$1_param_0\[\([0-9]*\)\].*/\1/p" device.ptx) bytes, size at $(
    sed -n "s/.*ld.param.*\[kernel$1_param_0+\([0-9]*\)\].*/\1/p" device.ptx)"
}
{
  layout Maximum
  echo "long double, $(layout Long)"
  echo "aligned, $(layout Aligned)"
  echo "messages: $(grep -c warning messages || :)"
} | tee seen
diff seen - <<'SEEN'
host: 32 bytes, size at 24; device: 24 bytes, size at 16
long double, host: 32 bytes, size at 16; device: 16 bytes, size at 8
aligned, host: 32 bytes, size at 24; device: 32 bytes, size at 24
messages: 0
SEEN
