// RUN: not %warplint %s %stub | FileCheck %s
//
// An allocation may fail although nobody reads what it gives: with 8 x 4 threads rows
// of 65 words are 4-way.

extern "C" void *malloc(size_t);
__global__ void k(float *o) {
  __shared__ float s[64][65];
  s[threadIdx.y][threadIdx.x] = o[threadIdx.x];
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x][threadIdx.y];
  // CHECK: :[[@LINE-1]]:20: warning: 4-way bank conflict
}
void go(float *o, size_t n) {
  int width = 32;
  if (!malloc(n))
    width = 8;
  // CHECK: :[[@LINE+1]]:3: note: block (8,4,1) from this launch
  k<<<1, dim3(width, 4)>>>(o);
}
