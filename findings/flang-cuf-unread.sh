#!/usr/bin/env bash
# flang 22.1.8 (Debian 12): `flang -c kernel.cuf` compiles nothing and succeeds, whatever the file
# of CUDA Fortran has in it.
#
# The driver takes .cuf for an input of the linker: "'linker' input unused", exit code 0, no object.
# So do -fsyntax-only, -S and -E; a file that is no Fortran at all passes. `flang -fc1`
# reads .cuf as CUDA Fortran and lowers kernels, shared arrays and launches, and so does
# `flang -x f95 -fsyntax-only`. A .f90 with the same text has the first `attributes(global)` as an
# error.
#
# Why it surprises: the frontend switches CUDA Fortran on by this very suffix, so the
# suffix is known to one half of the compiler and not to the other. An unknown language is expected
# to be an error. A check of syntax in an editor or in CI is green for any text, and a build fails
# only where it looks for the object.
#
# Output seen on 2026-11-29 (Debian 12):
#   -c right.cuf: exit 0, warning: right.cuf: 'linker' input unused, no object
#   -fsyntax-only wrong.cuf: exit 0, warning: wrong.cuf: 'linker' input unused
#   -fc1 -fsyntax-only wrong.cuf: exit 1, error: Could not parse wrong.cuf
#   -x f95 -fsyntax-only wrong.cuf: exit 1, error: Could not parse wrong.cuf
#   -x f95 -fsyntax-only right.cuf: exit 0
#   -fc1 -emit-fir right.cuf: cuf.shared_memory cuf.kernel_launch
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
version=1:22.1.8-1~deb12u1
apt-get download -qq "flang-22=$version" "libflang-22-dev=$version" "libmlir-22=$version" \
  "libclang-cpp22=$version" "libllvm22=$version" "libclang-common-22-dev=$version" \
  libquadmath0 libz3-4=4.8.12-3.1 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu:$folder/root/usr/lib/llvm-22/lib

cat >right.cuf <<'CUF'
module kernels
contains
  attributes(global) subroutine turn(a)
    real :: a(*)
    real, shared :: tile(32)
    integer :: i
    i = threadidx%x
    tile(i) = a(i)
    call syncthreads()
    a(i) = tile(33 - i)
  end subroutine
end module
program main
  use kernels
  real, device :: a(32)
  call turn<<<1, 32>>>(a)
end program
CUF
echo 'no Fortran at all' >wrong.cuf
# flang OPTION... FILE: the exit code and the first message.
flang() {
  local code=0
  root/usr/lib/llvm-22/bin/flang "$@" >said 2>&1 || code=$?
  echo "$*: exit $code$(sed -n '1{s/^flang-22: //; s/ \[-W.*//; s/^/, /; p}' said)"
}
{
  echo "$(flang -c right.cuf)$(ls ./*.o 2>/dev/null || echo ', no object')"
  flang -fsyntax-only wrong.cuf
  flang -fc1 -fsyntax-only wrong.cuf
  flang -x f95 -fsyntax-only wrong.cuf
  flang -x f95 -fsyntax-only right.cuf
  flang -fc1 -emit-fir -o right.fir right.cuf >/dev/null
  echo "-fc1 -emit-fir right.cuf: $(grep -oE 'cuf\.(shared_memory|kernel_launch)' right.fir | xargs)"
} | tee seen
diff seen - <<'SEEN'
-c right.cuf: exit 0, warning: right.cuf: 'linker' input unused, no object
-fsyntax-only wrong.cuf: exit 0, warning: wrong.cuf: 'linker' input unused
-fc1 -fsyntax-only wrong.cuf: exit 1, error: Could not parse wrong.cuf
-x f95 -fsyntax-only wrong.cuf: exit 1, error: Could not parse wrong.cuf
-x f95 -fsyntax-only right.cuf: exit 0
-fc1 -emit-fir right.cuf: cuf.shared_memory cuf.kernel_launch
SEEN
