#!/usr/bin/env bash
# numba 0.56.4 (Debian 12), the CUDA simulator: two shared arrays that are made on one line are one
# array, with the shape and the type of the first.
#
# After `a, b = cuda.shared.array(4, float32), cuda.shared.array(8, int32)` a write to b changes a,
# and b has 4 elements of type float32. On two lines they are two arrays. A helper that returns a
# new array gives the same one to each caller. A list of two arrays has one array twice.
#
# Why it surprises: each call asks for an array, with a size and a type, and is expected to get it.
# The simulator finds the array of a call by the line of the call. NUMBA_ENABLE_CUDASIM is
# there to test kernels without a GPU: here a kernel that is right has wrong results, or an
# IndexError if the second array is the larger one. Whether it has depends on its line breaks.
#
# Output seen on 2026-11-29 (Debian 12):
#   one line: [2.0, 2.0, 2.0, 2.0] size 4 float32
#   two lines: [1.0, 1.0, 1.0, 1.0] size 8 int32
#   helper: [2.0, 2.0, 2.0, 2.0] size 8 int32
#   list: [2.0, 2.0, 2.0, 2.0] size 4 float32
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
apt-get download -qq python3-numba=0.56.4+dfsg-2 python3-llvmlite=0.39.1-2 \
  python3-numpy=1:1.24.2-1+deb12u1 python3-pkg-resources python3.11-minimal \
  libpython3.11-minimal libpython3.11-stdlib libblas3 liblapack3 libgfortran5 libexpat1 \
  libffi8 libllvm14=1:14.0.6-12 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
libraries=$folder/root/usr/lib/x86_64-linux-gnu
export LD_LIBRARY_PATH=$libraries:$libraries/blas:$libraries/lapack
export PYTHONHOME=$folder/root/usr PYTHONPATH=$folder/root/usr/lib/python3/dist-packages

cat >arrays.py <<'PY'
import numpy
from numba import cuda, float32, int32

def run(name, kernel):
    out, kind = numpy.zeros(4, numpy.float32), []
    kernel[1, 4](out, kind)
    print(f"{name}: {out.tolist()} size {kind[0].size} {kind[0].dtype}")

def fill(out, kind, a, b):
    lane = cuda.threadIdx.x
    a[lane] = 1
    b[lane] = 2
    cuda.syncthreads()
    out[lane] = a[lane]
    kind.append(b)

def one_line(out, kind):
    a, b = cuda.shared.array(4, float32), cuda.shared.array(8, int32)
    fill(out, kind, a, b)

def two_lines(out, kind):
    a = cuda.shared.array(4, float32)
    b = cuda.shared.array(8, int32)
    fill(out, kind, a, b)

def new():
    return cuda.shared.array(8, int32)

def helper(out, kind):
    a = new()
    b = new()
    fill(out, kind, a, b)

def several(out, kind):
    a, b = [cuda.shared.array(size, float32) for size in (4, 8)]
    fill(out, kind, a, b)

run("one line", cuda.jit(one_line))
run("two lines", cuda.jit(two_lines))
run("helper", cuda.jit(helper))
run("list", cuda.jit(several))
PY
NUMBA_ENABLE_CUDASIM=1 root/usr/bin/python3.11 -W ignore arrays.py | tee seen
diff seen - <<'SEEN'
one line: [2.0, 2.0, 2.0, 2.0] size 4 float32
two lines: [1.0, 1.0, 1.0, 1.0] size 8 int32
helper: [2.0, 2.0, 2.0, 2.0] size 8 int32
list: [2.0, 2.0, 2.0, 2.0] size 4 float32
SEEN
