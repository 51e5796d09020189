#!/usr/bin/env bash
# cppcheck 2.10 (Debian 12): a kernel launch with a block of 32 threads or more is an error
# of undefined behavior, and the kernel is never used.
#
# `k<<<1, 32>>>(p)` gets "Shifting 32-bit value by 32 bits is undefined behaviour", with the
# severity error and without any option; a block of 256 in a constant is "by 256 bits". A
# block of 31, and a launch with a third argument, get nothing. With --language=c++ it is the
# same. A folder of .cu files is "could not find"; a .cu file that is named is read as C.
#
# Why it surprises: a tool that does not know `<<<` is expected to report a syntax error or
# nothing; this one takes a launch for shifts and is certain of their result. The report
# comes for usual sizes of a block and goes away for the launches with dynamic shared memory,
# so it looks as if it said something of the kernel.
#
# Output seen on 2026-11-29 (Debian 12):
#   folder: could not find or open any of the paths given.
#   k.cu:4: error: Shifting 32-bit value by 32 bits is undefined behaviour
#   k.cu:6: error: Shifting 32-bit value by 256 bits is undefined behaviour
#   k.cu:1: style: The function 'k' is never used.
#   t.cu:1: error: Code 'template<...' is invalid C code. Use --std or --language to configure the language.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
apt-get download -qq cppcheck=2.10-2 libtinyxml2-9 libz3-4 libpcre3 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu
mkdir sources
cat >sources/k.cu <<'CU'
__global__ void k(float *p) { p[0] = 1; }
void launch(float *p) {
  const int threads = 256;
  k<<<1, 32>>>(p);
  k<<<1, 31>>>(p);
  k<<<4, threads>>>(p);
  k<<<4, threads, 64>>>(p);
}
int main() { launch(0); }
CU
echo 'template <class T> __global__ void k(T *p) { p[0] = 1; }' >sources/t.cu
check() {
  (cd sources && ../root/usr/bin/cppcheck --quiet "$@" --template='{file}:{line}: {severity}: {message}' \
    --template-location='' 2>&1 || :)
}
{
  echo "folder: $(cd sources && ../root/usr/bin/cppcheck . 2>&1 | sed 's/^cppcheck: error: //')"
  check k.cu
  check --enable=unusedFunction k.cu | grep "'k'"
  check t.cu
} | tee seen
diff seen - <<'SEEN'
folder: could not find or open any of the paths given.
k.cu:4: error: Shifting 32-bit value by 32 bits is undefined behaviour
k.cu:6: error: Shifting 32-bit value by 256 bits is undefined behaviour
k.cu:1: style: The function 'k' is never used.
t.cu:1: error: Code 'template<...' is invalid C code. Use --std or --language to configure the language.
SEEN
