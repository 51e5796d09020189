// Values that show a figure are small and round, and what a kernel computes of its
// parameters is what a condition is about.
//
// RUN: %warplint --explain=%s:22 %s %stub | FileCheck %s --check-prefix=ROW
// RUN: %warplint --explain=%s:24 %s %stub | FileCheck %s --check-prefix=ROW
// RUN: %warplint --explain=%s:33 %s %stub | FileCheck %s --check-prefix=FROM
// RUN: %warplint --explain=%s:39 %s %stub | FileCheck %s --check-prefix=TWO

// Thread t has per = (cols + 255) / 256 elements from t * per on: lanes are per words
// apart, so that 32 / gcd(per, 32) banks are met. Of all warps, though in the first
// lane 0 does without per. 32-way needs per = 32 at least, which is cols from 7937 to
// 8192: the last is a round number.
// ROW: condition    conflict-free when ((cols + blockDim.x - 1) / blockDim.x) is odd; 32-way when ((cols + blockDim.x - 1) / blockDim.x) is a multiple of 32; 2 to 16 wavefronts otherwise
// ROW: warps        8 of the block's 8 warps
// ROW: cols: kernel parameter, 32 bits; 8192 shows the figure
__global__ void softmax(float *out, const float *in, int cols) {
  extern __shared__ float row[];
  int per = (cols + blockDim.x - 1) / blockDim.x;
  for (int i = 0; i < per; ++i) {
    int c = threadIdx.x * per + i;
    if (c < cols)
      row[c] = in[c];
    if (c < cols)
      out[c] = row[c];
  }
}

// 32 * n words apart for n from 5 on: 5 will do.
__global__ void from(float *out, int n) {
  extern __shared__ float s[];
  if (n < 5)
    return;
  out[threadIdx.x] = s[threadIdx.x * 32 * n];
  // FROM: n: kernel parameter, 32 bits; 5 shows the figure
}

__global__ void two(float *out, int rows, int pitch) {
  extern __shared__ float s[];
  out[threadIdx.x] = s[threadIdx.x * pitch * rows];
  // 1 * 32 is the least product that is a multiple of 32 and not 0.
  // TWO-DAG: rows: kernel parameter, 32 bits; 1 shows the figure
  // TWO-DAG: pitch: kernel parameter, 32 bits; 32 shows the figure
}

void run(float *out, int n) {
  softmax<<<1, 256, n * sizeof(float)>>>(out, out, n);
  from<<<1, 32>>>(out, n);
  two<<<1, 32>>>(out, n, n);
}
