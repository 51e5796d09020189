#include "size.h"
constexpr int STEP = 2;
__device__ int twice(int n) {
  return 2 * n;
}
__global__ void columns(float *out) {
  __shared__ float tile[SIZE][SIZE];
  tile[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y] + tile[threadIdx.y][twice(STEP)];
}
void launchColumns(float *out) { columns<<<1, dim3(32, 32)>>>(out); }
