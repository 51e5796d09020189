// RUN: cp %s %t.cu && %warplint --quiet --fix %t.cu %stub 2>&1 | count 0
// RUN: cmp %s %t.cu
// RUN: %warplint --quiet --fix-dry-run %t.cu %stub 2>&1 | count 0
//
// Column r of rows of 32 words is one bank, a 32-way conflict, and rows of 33 would
// mend it. The finding is held back, and with it the edit: clang-tidy applies no fix
// of a diagnostic that NOLINT suppresses.
__global__ void k(const float *in, float *out) {
  __shared__ float a[32][32];
  for (int r = threadIdx.y; r < 32; r += 8) a[r][threadIdx.x] = in[r * 32 + threadIdx.x];
  __syncthreads();
  for (int r = threadIdx.y; r < 32; r += 8)
    out[r * 32 + threadIdx.x] = a[threadIdx.x][r]; // NOLINT(warplint-bank-conflict)
}
void go(const float *a, float *b) { k<<<1, dim3(32, 8)>>>(a, b); }
