# load_inline: the launch is in the string, in the wrapper that Python calls. What
# PyTorch's headers declare is stood in for.
#
# RUN: not %warplint %s %stub 2>/dev/null | FileCheck %s
# RUN: rm -rf %t && mkdir %t && cp %s %t/fixed.py
# RUN: not %warplint --fix %t/fixed.py %stub >/dev/null 2>&1
# RUN: %python -c "import ast, sys; ast.parse(open(sys.argv[1]).read())" %t/fixed.py
# RUN: FileCheck %s --check-prefix=FIXED < %t/fixed.py
from torch.utils.cpp_extension import load_inline

cuda_source = """
#include <torch/extension.h>

__global__ void column_kernel(const float *in, float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
  if (out[0] == 0) printf("none\\n");
}

torch::Tensor column(torch::Tensor in) {
  auto out = torch::zeros_like(in);
  column_kernel<<<1, dim3(32, 8)>>>(in.data_ptr<float>(), out.data_ptr<float>());
  return out;
}
"""
# CHECK: load-inline.py:18:22: warning: 32-way bank conflict
# CHECK: load-inline.py:24:3: note: block (32,8,1) from this launch
# CHECK: load-inline.py:12:10: remark: results may be incomplete: 'torch/extension.h' was not found

# FIXED: __shared__ float tile[32][32];
# FIXED-NEXT: tile[threadIdx.y][threadIdx.x ^ threadIdx.y] = in[threadIdx.x];
# FIXED: out[threadIdx.x] = tile[threadIdx.x][threadIdx.y ^ threadIdx.x];

cpp_source = "torch::Tensor column(torch::Tensor in);"
module = load_inline(name="column", cpp_sources=[cpp_source],
                     cuda_sources=[cuda_source], functions=["column"])
