// A launch from device code, which nvcc takes with -rdc=true alone: its block counts
// with and without that option, since another command may be meant.
//
// REQUIRES: cuda-toolkit
// RUN: not %warplint %s -- -arch=sm_90 2>&1 | FileCheck %s
// RUN: not %warplint %s -- -arch=sm_90 -rdc=true 2>&1 | FileCheck %s
// RUN: %if nvcc %{ %nvcc -arch=sm_90 -rdc=true -c %s -o %t.o %}

// Word (x, y) of rows of 65 is in bank x + y: 4-way with 8 x 4 threads, and free of
// conflicts with the 32 x 4 of the host's launch.
__global__ void child(float *o) {
  __shared__ float s[64][65];
  s[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  // CHECK-DAG: device-launches.cu:[[@LINE+1]]:20: note: 4-way bank conflict
  o[threadIdx.x] = s[threadIdx.x][threadIdx.y];
}

__device__ void start(float *o) {
  // CHECK-DAG: device-launches.cu:[[@LINE+1]]:3: note: block (8,4,1) from this launch
  child<<<1, dim3(8, 4)>>>(o);
}

__global__ void parent(float *o) {
  if (threadIdx.x == 0)
    start(o);
}

void run(float *o) {
  parent<<<1, 32>>>(o);
  child<<<1, dim3(32, 4)>>>(o);
}
