// RUN: %warplint --cost --fail-on=never %s %stub | FileCheck %s
//
// A loop over the whole grid: its rounds are known where the launch and n are.

// 100,000 elements for 196 * 512 = 100,352 threads: one round. A launch of one round is
// shorter than starting it takes.
// CHECK: cost of 'once'
// CHECK-NOT: iterations of a loop
// CHECK: bound: launch, {{.*}} about 4.7 us, the minimum for a launch
__global__ void once(float *x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    x[i] = x[i] * 1.5f + 2.f;
}

// 8,192,000 elements for 32 * 256 threads: 1,000 rounds of 8 warps, two multiply-adds
// of half a cycle.
// CHECK: cost of 'often'
// CHECK: {{^ +}}8,000 {{.*}} fp64  16,000 warp instructions{{$}}
// CHECK-NOT: iterations of a loop
// CHECK: bound: latency of global memory, {{.*}} about {{[0-9]+}} us
__global__ void often(double *x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    x[i] = (x[i] * 1.5 + 2.) * 2.5 + 1.;
}

// 1,024 elements for 1,024 * 256 threads: 4 of 1,024 blocks work, 8 warps of 256 multiply-adds
// each. 8 a block on average.
// CHECK: cost of 'few'
// CHECK: {{^ +}}4 {{.*}} fp64  8 warp instructions{{$}}
__global__ void few(double *x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x) {
    double sum = x[i];
    #pragma unroll 1
    for (int k = 0; k < 256; ++k)
      sum = sum * 1.5 + 2.;
    x[i] = sum;
  }
}

// The same while n - i, down to a bound that is in the loop: 100 or 101 rounds, for 805
// is 8 * 100 + 5: 100.6 on average of 8 blocks of a warp.
// CHECK: cost of 'down'
// CHECK: {{^ +}}{{50|51}} {{.*}} fp64  {{100|101}} warp instructions{{$}}
// CHECK-NOT: iterations of a loop
// CHECK: bound:
__global__ void down(double *x) {
  for (int i = 805 - int(blockIdx.x); i > 0; i -= int(gridDim.x))
    x[i * 32 + threadIdx.x] = x[i * 32 + threadIdx.x] * 1.5 + 2.;
}

// How long a loop with a break is, is not known.
// CHECK: cost of 'ends'
// CHECK: n1: iterations of a loop
__global__ void ends(double *x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x) {
    if (x[i] == 0)
      break;
    x[i] = x[i] * 1.5 + 2.;
  }
}

void run(float *x, double *y) {
  once<<<196, 512>>>(x, 100000);
  often<<<32, 256>>>(y, 8192000);
  few<<<1024, 256>>>(y, 1024);
  down<<<8, 32>>>(y);
  ends<<<32, 256>>>(y, 8192000);
}
