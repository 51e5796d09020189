#!/usr/bin/env bash
# clang-tidy 22.1.8 (Debian 12; 14.0.6 reads the host): of a .cu file, clang's tools and
# libclang see the device side alone, and the compiler's own analyses the host side alone.
#
# The same null dereference stands in `#ifdef __CUDA_ARCH__` and in its `#else`.
# `clang-tidy --checks=clang-analyzer-*` finds the first, `clang++ --analyze`, which runs
# the same checker, the second; neither says that there is another side.
# clang-scan-deps lists the headers of the device (of the lowest architecture if there
# are several), `clang++ -M` those of the host.
#
# Why it surprises: version 14 reads the host, and reads the device only if it is asked to
# by --cuda-device-only; with 22 it is the host that has to be asked for. What clang-tidy
# has read in one version is unread in the other, and it does not read what the compiler
# of the same version analyzes.
#
# Output seen on 2026-11-28 (Debian 12):
#   clang-tidy: device
#   clang-tidy --cuda-host-only: host
#   clang++ --analyze: host
#   clang-scan-deps: device.h
#   clang++ -M: host.h
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

cat >sides.cu <<'CU'
#ifdef __CUDA_ARCH__
#include "device.h"
__attribute__((device)) void device() { int *p = 0; *p = 1; }
#else
#include "host.h"
void host() { int *p = 0; *p = 1; }
#endif
CU
touch device.h host.h
flags=(-nocudainc -nocudalib -nostdinc --cuda-path="$folder/none" --cuda-gpu-arch=sm_50
  --cuda-gpu-arch=sm_52)
# name: the functions whose null dereference the input reports.
name() {
  sed -n 's/.*sides.cu:3:.*ull pointer.*/device/p; s/.*sides.cu:6:.*ull pointer.*/host/p' |
    sort -u | paste -sd ' '
}
tidy() {
  clang-tidy --quiet --checks='-*,clang-analyzer-core.NullDereference' sides.cu -- "$@" 2>/dev/null
}
cat >compile_commands.json <<JSON
[{"directory": "$folder", "file": "sides.cu", "arguments": ["clang++",
  $(printf '"%s", ' "${flags[@]}") "-c", "sides.cu"]}]
JSON
{
  echo "clang-tidy: $(tidy "${flags[@]}" | name)"
  echo "clang-tidy --cuda-host-only: $(tidy "${flags[@]}" --cuda-host-only | name)"
  echo "clang++ --analyze: $(clang++ "${flags[@]}" --analyze sides.cu 2>&1 | name)"
  echo "clang-scan-deps: $(clang-scan-deps -compilation-database compile_commands.json 2>/dev/null |
    grep -o '[a-z]*\.h' | paste -sd ' ')"
  echo "clang++ -M: $(clang++ "${flags[@]}" -M sides.cu | grep -o '[a-z]*\.h' | paste -sd ' ')"
} | tee seen
diff seen - <<'SEEN'
clang-tidy: device
clang-tidy --cuda-host-only: host
clang++ --analyze: host
clang-scan-deps: device.h
clang++ -M: host.h
SEEN
