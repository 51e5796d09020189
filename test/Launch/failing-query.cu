// RUN: %warplint --format=json --report-clean --fail-on=never %s %stub | FileCheck %s
//
// A query of a device that is not there fails and writes nothing, and kernels still run on
// the one that is: both blocks count. What nothing was written to before has no other value.

enum cudaDeviceAttr { cudaDevAttrWarpSize = 10 };
extern "C" int cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device);

template <int> __global__ void k(float *o) {
  __shared__ float s[64];
  s[threadIdx.x] = 1;
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x];
}

void run(float *o, int device) {
  // CHECK: "templateArguments": "<1>",
  // CHECK: "block": [64, 1, 1]
  // CHECK: "otherLaunches": [
  // CHECK: "block": [32, 1, 1]
  int threads = 64;
  cudaDeviceGetAttribute(&threads, cudaDevAttrWarpSize, device);
  k<1><<<1, threads>>>(o);

  // CHECK: "templateArguments": "<2>",
  // CHECK: "block": [32, 1, 1]
  // CHECK: "otherLaunches": []
  int lanes;
  cudaDeviceGetAttribute(&lanes, cudaDevAttrWarpSize, device);
  k<2><<<1, lanes>>>(o);

  // CHECK: "templateArguments": "<3>",
  // CHECK: "block": [32, 1, 1]
  // CHECK: "otherLaunches": []
  int checked = 64;
  if (cudaDeviceGetAttribute(&checked, cudaDevAttrWarpSize, device) == 0)
    k<3><<<1, checked>>>(o);
}
