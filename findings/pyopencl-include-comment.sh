#!/usr/bin/env bash
# pyopencl 2022.3.1 (Debian 12): behind `#include "size.h" // comment`, an edit of size.h runs the
# old kernel.
#
# Program.build keeps the compiled kernel, and with it the names and checksums of the headers that
# the source includes. After an edit of size.h the kernel is compiled again if the line is
# `#include "size.h"`. With a comment behind the name, or with a macro in place of the name, the old
# kernel is taken. So it is for a header that another one includes from its own folder. With
# PYOPENCL_NO_CACHE the result is right.
#
# Why it surprises: a comment changes no program. The cache follows headers, so that it seems to be
# safe to edit one, and it does see the edit in the plain case. It finds them by a pattern that
# wants the end of the line behind the name, and it looks for them only in the folders of -I. A
# constant of the tile is then changed without effect, without a message, also in the next process.
#
# Output seen on 2026-11-29 (Debian 12):
#   #include "size.h": before 1, after the edit 2, without cache 2
#   #include "size.h" // tile: before 1, after the edit 1, without cache 2
#   #include SIZE: before 1, after the edit 1, without cache 2
#   #include "tiles/all.h": before 1, after the edit 1, without cache 2
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
apt-get download -qq python3-pyopencl=2022.3.1-2.1 python3-pytools python3-appdirs \
  python3-platformdirs python3-mako python3-decorator python3-six python3-typing-extensions \
  python3-numpy=1:1.24.2-1+deb12u1 python3-pkg-resources python3.11-minimal \
  libpython3.11-minimal libpython3.11-stdlib libblas3 liblapack3 libgfortran5 libexpat1 libffi8 \
  ocl-icd-libopencl1 oclgrind=21.10-3 liboclgrind-21.10=21.10-3 libclang-cpp15=1:15.0.6-4+b1 \
  libllvm15=1:15.0.6-4+b1 libclang-common-15-dev=1:15.0.6-4+b1 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
libraries=$folder/root/usr/lib/x86_64-linux-gnu
export LD_LIBRARY_PATH=$libraries:$libraries/blas:$libraries/lapack
export PYTHONHOME=$folder/root/usr PYTHONPATH=$folder/root/usr/lib/python3/dist-packages
export HOME=$folder XDG_CACHE_HOME=$folder/cache

cat >run.py <<'PY'
import sys
import numpy
import pyopencl

context = pyopencl.Context(pyopencl.get_platforms()[0].get_devices())
queue = pyopencl.CommandQueue(context)
source = sys.argv[1] + "\nkernel void size(global int *out) { *out = TILE; }"
program = pyopencl.Program(context, source).build(options=["-I", "include"])
out = numpy.zeros(1, numpy.int32)
buffer = pyopencl.Buffer(context, pyopencl.mem_flags.WRITE_ONLY, out.nbytes)
program.size(queue, (1,), None, buffer)
pyopencl.enqueue_copy(queue, out, buffer)
print(out[0], end="")
PY
mkdir -p include/tiles
echo '#include "inner.h"' >include/tiles/all.h
# run: the result of the kernel. OpenCL runs on the CPU, in oclgrind.
run() { root/usr/bin/oclgrind root/usr/bin/python3.11 -W ignore run.py "$1"; }
# edit VALUE
edit() { tee include/size.h >include/tiles/inner.h <<<"#define TILE $1"; }
# show INCLUDE [LINE IN FRONT]
show() {
  local source=${2-}$'\n'$1
  edit 1
  printf '%s: before %s' "$1" "$(run "$source")"
  edit 2
  printf ', after the edit %s, ' "$(run "$source")"
  printf 'without cache %s\n' "$(PYOPENCL_NO_CACHE=1 run "$source")"
}
{
  show '#include "size.h"'
  show '#include "size.h" // tile'
  show '#include SIZE' '#define SIZE "size.h"'
  show '#include "tiles/all.h"'
} | tee seen
diff seen - <<'SEEN'
#include "size.h": before 1, after the edit 2, without cache 2
#include "size.h" // tile: before 1, after the edit 1, without cache 2
#include SIZE: before 1, after the edit 1, without cache 2
#include "tiles/all.h": before 1, after the edit 1, without cache 2
SEEN
