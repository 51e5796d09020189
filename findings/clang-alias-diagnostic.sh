#!/usr/bin/env bash
# clang 22.1.8 (Debian 12; clang 14 has an error): compiled as CUDA, a function that is
# an alias of one that does not exist under this name is dropped without a diagnostic.
#
# `int shown(void) __attribute__((alias("hidden")))` in extern "C", where `hidden` is
# static, is an error in C++: clang has mangled the static function's name. With
# `-x cuda --cuda-host-only` the same text compiles with exit code 0 and no message,
# and the object has no symbol `shown`.
#
# Why it surprises: the error of C++ is for the host, and a host compilation of CUDA has
# the same names; clang 14 has it there, too. nvcc 13.0, whose host compiler is gcc,
# defines `shown`. So a library builds with clang, and only the linker of its user finds
# that a function is missing.
#
# Output seen on 2026-11-28 (Debian 12):
#   C++: error: alias must point to a defined variable or function
#   CUDA: no message, symbols: other
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
version=1:22.1.8-1~deb12u1
apt-get download -qq "clang-22=$version" "libclang-cpp22=$version" \
  "libllvm22=$version" "libclang-common-22-dev=$version" 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu:$folder/root/usr/lib/llvm-22/lib
clang=root/usr/lib/llvm-22/bin/clang++

cat >alias.cu <<'CU'
extern "C" {
static int hidden(void) { return 1; }
int shown(void) __attribute__((alias("hidden")));
int other(void) { return 2; }
}
CU
{
  printf 'C++: '
  { "$clang" -x c++ -c -o cpp.o alias.cu 2>&1 || :; } | grep -o 'error: .*function$'
  message=$("$clang" -x cuda --cuda-host-only -nocudainc -nocudalib -nostdinc \
    -Wno-unknown-cuda-version -S -o alias.s alias.cu 2>&1)
  printf 'CUDA: %s, symbols: %s\n' "${message:-no message}" \
    "$(sed -n 's/^\([a-z]*\):.*/\1/p' alias.s | tr '\n' ' ' | sed 's/ $//')"
} | tee seen
diff seen - <<'SEEN'
C++: error: alias must point to a defined variable or function
CUDA: no message, symbols: other
SEEN
