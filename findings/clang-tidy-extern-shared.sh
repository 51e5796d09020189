#!/usr/bin/env bash
# clang-tidy 22.1.8 (Debian 12): `readability-redundant-declaration --fix` deletes the
# shared memory of all kernels but the first.
#
# Each kernel of a file declares its dynamic shared memory by `extern __shared__ float
# s[];`. The check calls the second one redundant, and its fix removes the statement; the
# kernel then has no `s` and does not compile.
#
# Why it surprises: the name of a declaration in a block ends with the block, so that of
# another function cannot make it redundant; and this line stands in nearly every file
# with two kernels. The check is in the group readability-*, and its fix is applied
# without --fix-errors.
#
# Output seen on 2026-11-28 (Debian 12):
#   before: 0 errors
#   warning: redundant 's' declaration
#   after: 1 error
#   use of undeclared identifier 's'
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

cat >kernels.cu <<'CU'
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
__global__ void first(float *p) {
  extern __shared__ float s[];
  s[0] = p[0];
}
__global__ void second(float *p) {
  extern __shared__ float s[];
  p[0] = s[0];
}
CU
flags=(-x cuda --cuda-path="$folder/none" --cuda-gpu-arch=sm_52 --cuda-device-only -nocudainc
  -nocudalib -nostdinc)
errors() {
  clang++ "${flags[@]}" -fsyntax-only kernels.cu >messages 2>&1 || :
  grep -c 'error: ' messages || :
}
{
  echo "before: $(errors) errors"
  clang-tidy --quiet --checks='-*,readability-redundant-declaration' --fix kernels.cu -- \
    "${flags[@]}" 2>/dev/null | grep -o "warning: redundant 's' declaration"
  echo "after: $(errors) error"
  grep -o "use of .*" messages
} | tee seen
diff seen - <<'SEEN'
before: 0 errors
warning: redundant 's' declaration
after: 1 error
use of undeclared identifier 's'
SEEN
