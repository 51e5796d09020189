# What is formatted into CUDA C++ is known where its name is bound once, to a
# constant. Else it is a macro that can be given.
#
# RUN: not %warplint %s %stub 2>/dev/null | FileCheck %s
# RUN: not %warplint %s %stub -DTILE=1024 -Dby=4 2>/dev/null \
# RUN:   | FileCheck %s --check-prefix=GIVEN
import cupy

WIDTH = 8
STEP = WIDTH * 2
TYPE = "float"
HELPERS = """
__device__ int twice(int i) {
  return 2 * i;
}
"""

def known():
  code = f"""
{HELPERS}
extern "C" __global__ void known_{TYPE}({TYPE} *out) {{
  __shared__ {TYPE} s[1024]; /* {{braces}} */
  s[threadIdx.x * {STEP}] = out[{WIDTH}]; out[0] = s[twice(threadIdx.x)];
}}
"""
  return cupy.RawKernel(code, f"known_{TYPE}")
# CHECK: :23:3: warning: 16-way bank conflict
# CHECK: :23:52: warning: 2-way bank conflict

def unknown(TILE, by):
  by += 1
  code = """
extern "C" __global__ void unknown(float *out) {{
  __shared__ float s[{TILE}];
  s[threadIdx.x * {1}] = out[0]; out[1] = s[0];
}}
""".format(None, str(by), TILE=int(TILE)) # Both keep the value.
  return cupy.RawKernel(code, "unknown")
# CHECK: :34:22: remark: only Python can evaluate 'TILE' and 'by'; append '-- -DTILE=... -Dby=...'
# GIVEN: :35:3: warning: 4-way bank conflict

percent = cupy.RawKernel("""
extern "C" __global__ void percent(float *out) {
  __shared__ float s[%(SIZE)s];
  s[threadIdx.x %% 32 * %(STEP)d] = out[0]; out[1] = s[0];
}
""" % {"SIZE": 16 * 32, "STEP": STEP}, "percent")
# CHECK: :45:3: warning: 16-way bank conflict
