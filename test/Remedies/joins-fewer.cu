// An index that XORs keeps the compiler from joining what it joined before: the edit
// is made if most of what was promised is saved, and told with what it saves.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cu
// RUN: %warplint --fix --fail-on=never %t/a.cu %stub | FileCheck %s
// RUN: %without_checks %t/a.cu | FileCheck %s --check-prefix=EDITED

// Elements 2 * stride apart: up to 8 of the 8 warps' lanes meet in a bank. Of the last
// strides, which one lane of a warp has, nvcc reads two words at once.
#define BLOCK 256
__global__ void scan(float *out, const float *in, int n) {
  __shared__ float temp[BLOCK];
  const int t = threadIdx.x;
  temp[t] = in[t];
  __syncthreads();
  for (int stride = 1; stride < BLOCK; stride *= 2) {
    const int index = (t + 1) * stride * 2 - 1;
    if (index < BLOCK)
      temp[index] += temp[index - stride];
    __syncthreads();
  }
  if (t == 0)
    temp[BLOCK - 1] = 0;
  __syncthreads();
  for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
    const int index = (t + 1) * stride * 2 - 1;
    if (index < BLOCK) {
      const float before = temp[index - stride];
      temp[index - stride] = temp[index];
      temp[index] += before;
    }
    __syncthreads();
  }
  out[t] = temp[t];
}
// CHECK: help: suggested layout: XOR swizzle <3,0,5>, 'temp[i ^ (i >> 5)]': about 342 -> 113 wavefronts per block (no extra memory)
// EDITED: i ^ (i >> 5)
// EDITED: temp[tempIndex(index - stride)] = temp[tempIndex(index)];

void run(float *o, const float *i, int n) { scan<<<1, BLOCK>>>(o, i, n); }
