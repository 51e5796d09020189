#!/usr/bin/env bash
# Installs each package of `./dev package` into a bare Debian 12 and lints with it there.
#
#   check_packages.sh FOLDER
#
# FOLDER has the packages: .deb, .tar.xz, .whl, .vsix, and the .deb for clang-tidy. Needs
# root, mmdebstrap or debootstrap, and a mirror of Debian; of a package that is not there,
# and of all without these, it says that it was left out, and ends with 2.
set -euo pipefail

packages=$(realpath "${1?"check_packages.sh FOLDER"}")
sources=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
root=
verdict=ok
code=0

fail() {
  echo "check_packages.sh: $*" >&2
  exit 1
}

leave_out() {
  echo "left out: $*"
  verdict=left-out
  code=2
}

# The one file of FOLDER that a pattern names.
package() {
  local found
  found=$(compgen -G "$packages/$1" || true)
  [[ -n $found && -e $found ]] || return 1
  echo "$found"
}

# A root of its own for each package, with nothing of LLVM or of a compiler.
new_root() {
  root=$work/$1
  cp -a "$work/base" "$root"
  cp "$sources/test/Inputs/cuda_stub.h" "$root/tmp"
  cat >"$root/tmp/column.cu" <<'END'
__global__ void column(float *out) {
  __shared__ float tile[32][32];
  out[threadIdx.x] = tile[threadIdx.x][0];
}
void run(float *out) { column<<<1, 32>>>(out); }
END
}

# A command in the root, with a /proc that is gone with it.
inside() {
  unshare --mount --pid --fork sh -c 'mount -t proc proc "$0/proc" &&
    exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 chroot "$0" "$@"' \
    "$root" "$@"
}

# With what it depends on, from the mirror.
apt_install() {
  cp /etc/resolv.conf "$root/etc"
  if inside apt-get update >"$work/log" 2>&1 &&
    inside env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" \
      >>"$work/log" 2>&1; then
    return
  fi
  tail -n 5 "$work/log" >&2
  return 1
}

# Ends with the exit code $1 and finds the conflict.
lints() {
  local wanted=$1 ended=0
  shift
  inside sh -c 'cd /tmp && exec "$@"' sh "$@" -- -nocudainc -nocudalib -std=c++17 \
    -include cuda_stub.h >"$work/log" 2>&1 || ended=$?
  [[ $ended == "$wanted" ]] || fail "'$*': exit code $ended, not $wanted: $(cat "$work/log")"
  grep -q 'column.cu:3:22: warning: 32-way bank conflict' "$work/log" ||
    fail "'$*' does not find the conflict: $(cat "$work/log")"
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

# What goes with a program, below the prefix $1; its documentation is of package $2.
check_documentation() {
  check_copyright "$1/share/doc/$2/copyright"
  cmp "$sources/LICENSE" "$1/share/doc/$2/LICENSE"
  python3 "$sources/scripts/check_references.py" "$1/share/doc/$2" ||
    fail "links of $2's documentation lead nowhere"
}

check_companions() {
  check_documentation "$1" warplint
  [[ ! -e $1/include ]] || fail "headers are in the package"
  grep -q '^.TH WARPLINT 1' "$1/share/man/man1/warplint.1" || fail "no man page"
  bash -c 'source "$1" && complete -p warplint' bash \
    "$1/share/bash-completion/completions/warplint" >/dev/null || fail "bash completes nothing"
  [[ -s $1/share/zsh/vendor-completions/_warplint ]] || fail "zsh completes nothing"
  [[ -s $1/share/fish/vendor_completions.d/warplint.fish ]] || fail "fish completes nothing"
}

check_deb() {
  new_root deb
  cp "$1" "$root/tmp/warplint.deb"
  inside dpkg -i /tmp/warplint.deb >"$work/log" 2>&1 || fail "dpkg: $(cat "$work/log")"
  lints 1 warplint column.cu
  check_companions "$root/usr"
  dpkg-deb -f "$1" Recommends | grep -q 'libstdc++-12-dev' || fail "no C++ library recommended"
  inside dpkg -r warplint >"$work/log" 2>&1
  ! inside sh -c 'command -v warplint' || fail "still there after its removal"
}

check_archive() {
  new_root archive
  mkdir "$root/opt/warplint"
  tar -xf "$1" -C "$root/opt/warplint" --strip-components=2
  lints 1 /opt/warplint/bin/warplint column.cu
  check_companions "$root/opt/warplint"
}

check_wheel() {
  local part
  new_root wheel
  apt_install python3-venv || {
    leave_out "the wheel: python3-venv can't be installed"
    return 0
  }
  cp "$1" "$root/tmp"
  inside python3 -m venv /opt/venv
  # No network: the wheel needs nothing.
  inside /opt/venv/bin/pip install --no-index "/tmp/$(basename "$1")" >"$work/log" 2>&1 ||
    fail "pip: $(cat "$work/log")"
  lints 1 /opt/venv/bin/warplint column.cu
  check_companions "$root/opt/venv"
  for part in LICENSE copyright; do
    [[ -s $(compgen -G "$root/opt/venv/lib/python3*/site-packages/warplint-*.dist-info/licenses/$part") ]] ||
      fail "the wheel has no $part"
  done
  inside /opt/venv/bin/pip uninstall -y warplint >/dev/null
  [[ ! -e $root/opt/venv/bin/warplint ]] || fail "still there after pip uninstall"
}

# VS Code is not in Debian: what it would unpack, and the server that it would start.
check_vsix() {
  new_root vsix
  python3 - "$1" "$root/opt" <<'END'
import json, pathlib, sys, zipfile
archive, folder = zipfile.ZipFile(sys.argv[1]), pathlib.Path(sys.argv[2])
assert archive.testzip() is None
names = archive.namelist()
package = json.loads(archive.read("extension/package.json"))
for name in ("[Content_Types].xml", "extension.vsixmanifest", "extension/LICENSE.txt",
             "extension/" + package["main"].removeprefix("./")):
    assert any(name.lower() == other.lower() for other in names), (name, names)
assert package["version"] in archive.read("extension.vsixmanifest").decode()
programs = [name for name in names if pathlib.PurePath(name).name == "warplint"]
assert len(programs) == 1, programs
program = folder / "warplint"
program.write_bytes(archive.read(programs[0]))
program.chmod(0o755)
END
  lints 1 /opt/warplint column.cu
}

check_tidy() {
  new_root tidy
  cp "$1" "$root/tmp/warplint-tidy.deb"
  if ! apt_install clang-tidy-22; then
    leave_out "the .deb for clang-tidy: the mirror has no clang-tidy-22"
    return 0
  fi
  apt_install /tmp/warplint-tidy.deb || fail "apt can't install $1"
  lints 0 warplint-tidy column.cu
  lints 0 clang-tidy-22 --load=libWarplintTidy.so '--checks=-*,warplint-*' column.cu
  check_documentation "$root/usr" warplint-tidy
  inside dpkg -r warplint-tidy >"$work/log" 2>&1
  ! inside sh -c 'command -v warplint-tidy' || fail "still there after its removal"
}

bootstrap() {
  local lists=()
  [[ ! -f /etc/apt/sources.list.d/debian.sources ]] ||
    lists=(/etc/apt/sources.list.d/debian.sources)
  if command -v mmdebstrap >/dev/null; then
    mmdebstrap --variant=minbase bookworm "$work/base" "${lists[@]}"
  else
    debootstrap --variant=minbase bookworm "$work/base"
  fi >"$work/base.log" 2>&1 || {
    tail -n 5 "$work/base.log" >&2
    return 1
  }
}

if ((EUID != 0)) || ! { command -v mmdebstrap || command -v debootstrap; } >/dev/null; then
  leave_out "all: this needs root, and mmdebstrap or debootstrap"
  exit "$code"
fi
if ! bootstrap; then
  leave_out "all: no Debian could be made from a mirror"
  exit "$code"
fi
while read -r -u 3 check name pattern; do
  if file=$(package "$pattern"); then
    verdict=ok
    "check_$check" "$file"
    [[ $verdict != ok ]] || echo "ok: ${name//_/ } ($(basename "$file"))"
    rm -rf --one-file-system "$root"
  else
    leave_out "${name//_/ }: no $pattern in $packages"
  fi
done 3<<'END'
deb the_package warplint_*.deb
archive the_archive warplint-*.tar.xz
wheel the_wheel warplint-*.whl
vsix VS_Code's_extension warplint.vsix
tidy clang-tidy's_package warplint-tidy_*.deb
END
exit "$code"
