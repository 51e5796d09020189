#!/usr/bin/env bash
# clang-tidy 22.1.8 (Debian 12; clang-check does the same, as the reader is that of clang's
# Tooling library): the "command" of a database is split otherwise than by a shell.
#
# Within double quotes a POSIX shell keeps a backslash before any character but
# $ ` " \ and newline; clang's reader drops it. So `clang++ "-DEND='\n'"` defines END as
# '\n' (10) for the compiler that the shell starts, and as 'n' (110) for clang-tidy.
#
# Why it surprises: "command" is to be a valid command to rerun the compilation, with shell
# quoting; single quotes, and the escapes that all shells share, are read right. Nothing is
# reported: the macro has another value. A database of "arguments" (Bear) is not concerned,
# one of "command" is: that of `ninja -t compdb`, which copies the rule's text, or by hand.
#
# Output seen on 2026-11-28 (Debian 12):
#   shell: 10
#   clang-tidy, command: 110
#   clang-tidy, arguments: 10
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
version=1:22.1.8-1~deb12u1
apt-get download -qq "clang-tidy-22=$version" "clang-22=$version" "libclang-cpp22=$version" \
  "libllvm22=$version" "libclang-common-22-dev=$version" ninja-build=1.11.1-2~deb12u1 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu:$folder/root/usr/lib/llvm-22/lib
export PATH=$folder/root/usr/lib/llvm-22/bin:$folder/root/usr/bin:$PATH

cat >end.cpp <<'CPP'
#if END == 10
#warning 10
#elif END == 110
#warning 110
#endif
CPP
cat >build.ninja <<'NINJA'
rule cxx
  command = clang++ "-DEND='\n'" -fsyntax-only $in
build end.o: cxx end.cpp
NINJA
value() { grep -o -m1 'warning: [0-9]*' | grep -o '[0-9]*'; }
tidy() {
  clang-tidy --quiet --checks='-*,clang-diagnostic-*,misc-unused-alias-decls' -p "$1" end.cpp \
    2>/dev/null
}
mkdir command arguments
ninja -t compdb >command/compile_commands.json
cat >arguments/compile_commands.json <<JSON
[{"directory": "$folder", "file": "end.cpp",
  "arguments": ["clang++", "-DEND='\\\\n'", "-fsyntax-only", "end.cpp"]}]
JSON
{
  echo "shell: $(ninja 2>&1 | value)"
  echo "clang-tidy, command: $(tidy command | value)"
  echo "clang-tidy, arguments: $(tidy arguments | value)"
} | tee seen
diff seen - <<'SEEN'
shell: 10
clang-tidy, command: 110
clang-tidy, arguments: 10
SEEN
