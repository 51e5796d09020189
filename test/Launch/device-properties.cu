// RUN: %warplint --cost --fail-on=never %s %stub | FileCheck %s
//
// What all GPUs have alike is known where host code asks the runtime for it: 1,024
// threads of a block, warps of 32. How many SMs a GPU has is not.

struct cudaDeviceProp {
  char name[256];
  int warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
  int multiProcessorCount;
};
extern "C" int cudaGetDeviceProperties(cudaDeviceProp *properties, int device);
enum cudaDeviceAttr { cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrWarpSize = 10,
                      cudaDevAttrMultiProcessorCount = 16 };
extern "C" int cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device);

// CHECK: cost of 'k<1>', sm_90, per block of 512x1x1
// CHECK: cost of 'k<2>', sm_90, per block of 64x1x1
// CHECK: cost of 'k<3>', sm_90, per warp, because its block is unknown
// CHECK: cost of 'k<4>', sm_90, per block of 1024x1x1
// CHECK: cost of 'k<5>', sm_90, per warp, because its block is unknown
template <int> __global__ void k(float *x) { x[threadIdx.x] = 1; }

void properties(float *x) {
  cudaDeviceProp of;
  cudaGetDeviceProperties(&of, 0);
  k<1><<<min(4, of.maxGridSize[0]), min(512, of.maxThreadsPerBlock)>>>(x);
  k<2><<<1, 2 * of.warpSize>>>(x);
  k<3><<<1, of.multiProcessorCount>>>(x);
}

void attributes(float *x) {
  int threads = 0, count = 0;
  cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerBlock, 0);
  cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0);
  k<4><<<1, threads>>>(x);
  k<5><<<1, count>>>(x);
}
