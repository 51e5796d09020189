#!/usr/bin/env bash
# Installs a .deb of `./dev package` into a bare Debian 12 and lints with it there: nothing
# of LLVM or of a compiler is in that root. Checks that its copyright file is whole, too.
# Needs root, debootstrap and a mirror.
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

fail() {
  echo "check_package.sh: $*" >&2
  exit 1
}

# Debian's form (https://www.debian.org/doc/packaging-manuals/copyright-format/1.0): each
# licence that a paragraph of files names has a text, and what is linked is named.
check_copyright() {
  local part
  [[ -f $1 ]] || fail "no $1"
  head -n 1 "$1" | grep -q '^Format: https://www.debian.org/doc/packaging-manuals/' ||
    fail "$1 does not begin with its format"
  awk -v RS= -F '\n' '
    { text = names = name = "" }
    { for (i = 1; i <= NF; ++i) {
        if ($i ~ /^Files: /) names = 1
        if ($i ~ /^Copyright: ./) holders = NR
        if ($i ~ /^License: /) { name = substr($i, 10); text = $(i + 1) ~ /^ / } } }
    names && (!name || holders != NR) { print "incomplete: " $1; bad = 1 }
    names { wanted[name] }
    !names && name && text { given[name] }
    END {
      for (name in wanted)
        if (!(name in given)) { print "no text of the licence: " name; bad = 1 }
      exit bad
    }' "$1" >&2 || fail "$1 is not whole"
  for part in 'clang/\* llvm/' zstd/ zlib/ 'libgcc/\* libstdc++-v3/'; do
    grep -q "^Files: $part" "$1" || fail "$1 does not name $part"
  done
}

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
[[ $code == 1 ]] || fail "exit code $code, not 1"
check_copyright "$root/usr/share/doc/warplint/copyright"
cmp "$sources/LICENSE" "$root/usr/share/doc/warplint/LICENSE"
# Where docs/fixes.md says that it is.
[[ $(cd "$root/usr/include/warplint" && find . -type f) == ./swizzle.h ]] ||
  fail "the headers are not warplint/swizzle.h alone"
grep -q 'column.cu:3:22: warning: 32-way bank conflict' "$root/tmp/log"
chroot "$root" dpkg -r warplint
if chroot "$root" sh -c 'command -v warplint'; then
  fail "still there after its removal"
fi
echo "the package installs, runs and goes"
