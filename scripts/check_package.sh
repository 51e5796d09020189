#!/usr/bin/env bash
# Installs a .deb of `./dev package` into a bare Debian 12 and lints with it there: nothing
# of LLVM or of a compiler is in that root. Needs root, debootstrap and a mirror.
#
#   check_package.sh PACKAGE.deb [ROOT]
#
# ROOT is made, and removed at the end; without it, a temporary folder.
set -euo pipefail

package=${1?"check_package.sh PACKAGE.deb [ROOT]"}
root=${2:-$(mktemp -d)/root}
sources=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
[[ ! -e $root ]] || { echo "check_package.sh: '$root' is there" >&2; exit 2; }
trap 'rm -rf --one-file-system "$root"' EXIT

debootstrap --variant=minbase bookworm "$root" >"$root.log" 2>&1 || {
  tail -n 5 "$root.log" >&2
  exit 2
}
cp "$package" "$root/tmp/warplint.deb"
cp "$sources/test/Inputs/cuda_stub.h" "$root/tmp"
cat >"$root/tmp/column.cu" <<'END'
__global__ void column(float *out) {
  __shared__ float tile[32][32];
  out[threadIdx.x] = tile[threadIdx.x][0];
}
void run(float *out) { column<<<1, 32>>>(out); }
END
chroot "$root" dpkg -i /tmp/warplint.deb
chroot "$root" warplint --version
code=0
chroot "$root" sh -c 'cd /tmp && exec warplint column.cu -- -nocudainc \
  -nocudalib -std=c++17 -include cuda_stub.h' | tee "$root/tmp/log" || code=$?
[[ $code == 1 ]] || { echo "check_package.sh: exit code $code, not 1" >&2; exit 1; }
grep -q 'column.cu:3:22: warning: 32-way bank conflict' "$root/tmp/log"
chroot "$root" dpkg -r warplint
if chroot "$root" sh -c 'command -v warplint'; then
  echo "check_package.sh: still there after its removal" >&2
  exit 1
fi
echo "the package installs, runs and goes"
