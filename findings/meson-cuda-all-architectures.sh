#!/usr/bin/env bash
# meson 1.0.1 (Debian 12), module unstable-cuda: of the architectures for nvcc, 'All' lacks some that
# 'Common' has.
#
# `nvcc_arch_flags('11.8', 'All')` has sm_37, sm_53, sm_62, sm_72 and sm_87, which 'Common'
# leaves out, but no sm_86 and no PTX. 'Common' has sm_86 and compute_90. This holds
# from CUDA 11.1 on, the first with sm_86. 'Ampere' is sm_80 alone. 'Auto', if no GPU is given
# by `detected`, and 'Kepler' of CUDA 12 give no flag at all.
#
# Why it surprises: 'All' is expected to contain 'Common', and who writes it wants a library for any
# GPU. Of a GPU that is newer than the toolkit a build with 'Common' runs, by its PTX, and one
# with 'All' does not; on sm_86 the code of sm_80 runs in place of its own. An empty list is
# no error: nvcc then takes its default architecture.
#
# Output seen on 2026-11-29 (Debian 12):
#   11.1 All without Common: sm_37 sm_53 sm_62 sm_72
#   11.1 Common without All: compute_86 sm_86
#   11.8 All without Common: sm_37 sm_53 sm_62 sm_72 sm_87
#   11.8 Common without All: compute_90 sm_86
#   12.0 All without Common: sm_53 sm_62 sm_72 sm_87
#   12.0 Common without All: compute_90 sm_86
#   12.0 Ampere: sm_80
#   12.0 Kepler: none
#   12.0 Auto: none
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
apt-get download -qq meson=1.0.1-5 python3.11-minimal libpython3.11-minimal \
  libpython3.11-stdlib libexpat1 libffi8 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu
export PYTHONHOME=$folder/root/usr PYTHONPATH=$folder/root/usr/lib/python3/dist-packages

cat >meson.build <<'MESON'
project('architectures')
cuda = import('unstable-cuda')
foreach version : ['11.1', '11.8', '12.0']
  foreach group : ['All', 'Common', 'Ampere', 'Kepler', 'Auto']
    message(version, group, ' '.join(cuda.nvcc_arch_readable(version, group)))
  endforeach
endforeach
MESON
root/usr/bin/python3.11 root/usr/bin/meson setup build | sed -n 's/^Message: //p' >groups
# group VERSION NAME: its architectures, sorted.
group() { sed -n "s/^$1 $2 *//p" groups | xargs -n1 | sort; }
{
  for version in 11.1 11.8 12.0; do
    group $version All >all
    group $version Common >common
    echo "$version All without Common: $(comm -23 all common | xargs)"
    echo "$version Common without All: $(comm -13 all common | xargs)"
  done
  for name in Ampere Kepler Auto; do
    found=$(group 12.0 $name | xargs)
    echo "12.0 $name: ${found:-none}"
  done
} | tee seen
diff seen - <<'SEEN'
11.1 All without Common: sm_37 sm_53 sm_62 sm_72
11.1 Common without All: compute_86 sm_86
11.8 All without Common: sm_37 sm_53 sm_62 sm_72 sm_87
11.8 Common without All: compute_90 sm_86
12.0 All without Common: sm_53 sm_62 sm_72 sm_87
12.0 Common without All: compute_90 sm_86
12.0 Ampere: sm_80
12.0 Kepler: none
12.0 Auto: none
SEEN
