// REQUIRES: cuda-toolkit
// RUN: not %warplint -v --show-parse-errors %s 2> %t.err | %check %s
// RUN: FileCheck %s --check-prefix=REMEDY --implicit-check-not=error: < %t.err
//
// Host code for a toolkit before 13: the launch behind it is known.

// REMEDY: worked around members and functions of the host, removed in CUDA 13

#include <cstdio>

__global__ void k(float *p) {
  __shared__ float s[16][32];
  p[threadIdx.x] = s[threadIdx.y][2 * threadIdx.x];
  // Both rows of a warp read the even banks.
  // CHECK: :[[@LINE-2]]:{{[0-9]+}}: warning: 2-way bank conflict
}

static void show(const cudaDeviceProp &device) {
  printf("%d %d %d %d %d %d %d %d\n", device.clockRate, device.deviceOverlap,
         device.computeMode, device.kernelExecTimeoutEnabled,
         device.memoryClockRate, device.singleToDoublePrecisionPerfRatio,
         device.cooperativeMultiDeviceLaunch, device.maxTexture1DLinear);
}

int main() {
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  show(device);
  float *p;
  cudaMallocManaged(&p, 4096);
  cudaMemAdvise(p, 4096, cudaMemAdviseSetReadMostly, 0);
  cudaMemPrefetchAsync(p, 4096, 0);
  int across = 16;
  k<<<1, dim3(across, 16)>>>(p);
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: note: block (16,16,1) from this launch
  cudaThreadSynchronize();
  cudaMemPrefetchAsync(p, 4096, cudaCpuDeviceId, 0);
  cudaThreadExit();
}
