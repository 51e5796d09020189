#!/usr/bin/env bash
# cvise 2.7.0 and creduce 2.10.0 (Debian 12): of a .cu file the passes that know C++ reduce nothing,
# and cvise does not say so.
#
# clang_delta, which makes their changes, answers "Unsupported file type!" for kernel.cu and
# kernel.cuh. cvise takes this for the end of the pass: the pass ran once and failed once, exit code
# 0. With the same text in kernel.cpp the pass removes the function that no one calls. The test may
# compile the .cpp by `-x cuda`, since clang_delta reads the attributes of CUDA in it.
#
# Why it surprises: the tools are named for C and C++ and for whatever compiler the test runs, and
# CUDA is reduced without a complaint: lines and words do become fewer. What is left out is the
# removal of functions, parameters, templates and classes, so that the reduced file is longer than
# it needs to be and looks like the best that there is. An unknown suffix is expected to be an error.
#
# Output seen on 2026-11-29 (Debian 12):
#   clang_delta of cvise, .cpp: Available transformation instances: 2
#   clang_delta of cvise, .cu: Error: Unsupported file type!
#   clang_delta of creduce, .cu: Error: Unsupported file type!
#   cvise, kernel.cpp: exit 0, unused is removed
#   cvise, kernel.cu: exit 0, unused stays, worked 0, failed 1, lines that say why: 0
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
apt-get download -qq cvise=2.7.0-2 creduce=2.10.0+20220116-1 python3-chardet python3-pebble python3-psutil \
  libclang-cpp13 libllvm13 libclang-cpp15 libllvm15 libz3-4 libedit2 libbsd0 libmd0 libxml2 \
  libicu72 libffi8 python3.11-minimal libpython3.11-minimal libpython3.11-stdlib libexpat1 \
  python3-pkg-resources 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu
export PYTHONHOME=$folder/root/usr PYTHONPATH=$folder/root/usr/lib/python3/dist-packages
export DESTDIR=$folder/root

cat >text <<'CU'
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
__device__ int unused(int x) { return 2 * x; }
__global__ void kernel(int *p) { p[0] = 1; }
CU
cp text kernel.cpp
cp text kernel.cu
# One pass, so that what it does can be told; the test asks for the kernel.
echo '{"first": [], "main": [{"pass": "clang", "arg": "remove-unused-function"}], "last": []}' >passes
printf '#!/bin/sh\ngrep -q kernel kernel.*\n' >test.sh
chmod +x test.sh
# delta PROGRAM FILE
delta() { { "root/usr/$1" --query-instances=remove-unused-function "$2" 2>&1 || :; } | sed '/^$/d'; }
# reduce FILE
reduce() {
  mkdir "run-$1"
  cp "$1" test.sh "run-$1"
  code=0
  (cd "run-$1" && ../root/usr/bin/python3.11 ../root/usr/bin/cvise --n 1 --pass-group-file ../passes \
    test.sh "$1") >log 2>&1 || code=$?
  printf 'cvise, %s: exit %s, ' "$1" "$code"
  if ! grep -q unused "run-$1/$1"; then
    echo 'unused is removed'
  else
    printf 'unused stays, %s, lines that say why: %s\n' \
      "$(awk '$1 == "ClangPass::remove-unused-function" { print "worked " $4 ", failed " $5 }' log)" \
      "$(grep -ciE 'unsupported|not supported|file type|warning|error' log || :)"
  fi
}
{
  printf 'clang_delta of cvise, .cpp: %s\n' "$(delta lib/cvise/clang_delta kernel.cpp)"
  printf 'clang_delta of cvise, .cu: %s\n' "$(delta lib/cvise/clang_delta kernel.cu)"
  printf 'clang_delta of creduce, .cu: %s\n' "$(delta libexec/clang_delta kernel.cu)"
  reduce kernel.cpp
  reduce kernel.cu
} | tee seen
diff seen - <<'SEEN'
clang_delta of cvise, .cpp: Available transformation instances: 2
clang_delta of cvise, .cu: Error: Unsupported file type!
clang_delta of creduce, .cu: Error: Unsupported file type!
cvise, kernel.cpp: exit 0, unused is removed
cvise, kernel.cu: exit 0, unused stays, worked 0, failed 1, lines that say why: 0
SEEN
