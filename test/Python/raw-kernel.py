# The CUDA C++ of a Python file is analyzed where it goes to a compiler, with the
# launches that the Python has.
#
# RUN: not %warplint %s %stub | %check %s
import cupy as cp
import numpy as np
from pycuda.compiler import SourceModule
from textwrap import dedent

TILE, ROWS = 32, 8

# CuPy: a tuple for the grid, one for the block, one of arguments.
column = cp.RawKernel(r'''
extern "C" __global__ void column(float *out, const float *in, int pitch) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[0] = tile[threadIdx.x][threadIdx.y];
  // CHECK: :[[@LINE-1]]:12: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1
  // CHECK: [[@LINE+4]]:1: note: block (32,8,1) from this launch
}
''', 'column')
out = cp.zeros((1,))
column((1,), (TILE, ROWS), (out, out, cp.int32(TILE)))

# The same text twice is one; kernels of a module have their own launches, and
# arguments that are constants are known.
module = cp.RawModule(code=dedent("""
  extern "C" __global__ void strided(float *out, int by) {
    __shared__ float s[512];
    s[threadIdx.x * by] = out[0];
    // CHECK: :[[@LINE-1]]:5: warning: 2-way bank conflict
    // CHECK: [[@LINE+12]]:1: note: block (128,1,1), by = 2 from this launch
    out[1] = s[0];
  }
  extern "C" __global__ void rows(float *out) {
    __shared__ float s[1024];
    s[threadIdx.x] = out[0]; // Another kernel has the other block.
    out[1] = s[threadIdx.x];
  }
"""), options=("-DUNUSED=1",))
strided = module.get_function("strided")
rows = module.get_function("rows")
rows((1,), (1024,), (out,))
strided((1,), (128,), (out, 2))

# PyCUDA: keywords, and the kernel's arguments before them.
class Layer:
  source = """
__global__ void layer(float *out, int by) {
  __shared__ float s[1024];
  s[threadIdx.x * by] = out[0];
  // CHECK: :[[@LINE-1]]:3: warning: 4-way bank conflict
  // CHECK: [[@LINE+12]]:5: note: block (256,1,1), by = 4 from this launch
  out[1] = s[0];
}
"""

  def __init__(self):
    mod = SourceModule(self.source)
    self.kernel = mod.get_function("layer")

  def run(self, out):
    threads = 2 ** 8
    by = np.int32(4)
    self.kernel(out, by, block=(threads, 1, 1), grid=(4, 1))

# A function of the file that passes the source on, and an index for the launch.
def build(name, source):
  return cp.RawKernel(source, name)

handed = build("handed", '__global__ void handed(float *out) {\n'
    '  __shared__ float s[256]; // A comment,\n' # and one of Python.
    '  s[threadIdx.x * 8] = out[0];\t// \'quoted\'\n'
    # CHECK: :[[@LINE-1]]:8: warning: 8-way bank conflict
    # CHECK: [[@LINE+3]]:1: note: block (32,1,1) from this launch
    '  out[1] = s[0];\n'
    '}\n')
handed[1, 32](out)

# No call is known to compile it.
unknown(r"__global__ void unknown() { }")
# CHECK: :[[@LINE-1]]:9: remark: no known call compiles this kernel string; mark it with '# warplint: cuda'
# CHECK-NOT: {{warning|remark}}:

# A string alone is a comment.
"""
__global__ void alone() { }
"""
