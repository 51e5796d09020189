// RUN: rm -rf %t && mkdir %t && %without_checks %s > %t/fixed.cu
// RUN: %warplint --fail-on=never --assumed-fixes --fix-dry-run %t/fixed.cu %stub | FileCheck %s

// A load whose value is in a register has no request, before the edit and after
// it: it cannot cost more than predicted. Where the rows end is unknown, so
// requests are sampled.
// CHECK: + {{ *}}s += m[mIndex(t * 64 + d)];
// CHECK: + {{ *}}sum += m[mIndex((Rows * 64) + i)];

__global__ void k(const float *In, float *Out, int n, int Rows) {
  extern __shared__ float m[];
  float *scores = m + Rows * 64;
  int t = threadIdx.x;
  for (int i = t; i < Rows * 64; i += blockDim.x)
    m[i] = In[i];
  for (int i = t; i < n; i += blockDim.x)
    scores[i] = In[4096 + i];
  __syncthreads();
  float s = 0;
  if (t < Rows)
    for (int d = 0; d < 64; ++d)
      s += m[t * 64 + d];
  __syncthreads();
  __shared__ float sum;
  if (t == 0) {
    sum = 0;
    for (int i = 0; i < n; ++i) {
      scores[i] = In[i] * scores[i];
      sum += scores[i]; // the value just stored
    }
  }
  __syncthreads();
  Out[t] = s + sum + scores[t];
}

void run(const float *In, float *Out, int Rows) {
  k<<<1, 128, (64 * Rows + 128) * 4>>>(In, Out, 128, Rows);
}
