// Atomics at one place of global memory are done one after the other, whoever asks: an
// H200 does one of a floating-point number in 3.57 cycles. They decide long before any
// pipe is busy.
//
// RUN: %warplint --cost --fail-on=never %s %stub | FileCheck %s

// 1,048,576 lanes, of which i < n holds for all as far as is known: 3.57 cycles each.
// CHECK: cost of 'one'
// CHECK: bound: latency of global memory, line [[#@LINE+4]]: 3,74{{[0-9]}},{{[0-9]+}} cycles
__global__ void one(float *sum, const float *x, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n)
    atomicAdd(sum, x[i]);
}

// One lane a block: 4,096 of them take 14,623 cycles.
// CHECK: cost of 'leader'
// CHECK: bound: latency of global memory, line [[#@LINE+3]]: 14,6{{[0-9]+}} cycles
__global__ void leader(float *sum) {
  if (threadIdx.x == 0)
    atomicAdd(sum, 1.5f);
}

// Each block has a place of its own, where its 256 lanes wait for one another: 914 cycles
// in each of 64 iterations, in 4 waves 234,000 and some for the load.
// CHECK: cost of 'own'
// CHECK: bound: latency of global memory, line [[#@LINE+5]]: 23{{[0-9]}},{{[0-9]+}} cycles
__global__ void own(float *sums, const float *x) {
  const float v = x[threadIdx.x];
  #pragma unroll 1
  for (int k = 0; k < 64; ++k)
    atomicAdd(&sums[blockIdx.x], v);
}

// One lane of each block at each of 256 integers: their 1,024 bytes are in two slices of
// L2, which do a lane in 0.15 cycles: 19.2 a block, of 65,536 blocks 1,258,000, and some for
// their sectors. (100,000 blocks took 968 us on an H200, 19.2 cycles a block.)
// CHECK: cost of 'bins'
// CHECK: bound: latency of global memory, line [[#@LINE+2]]: 1,2{{[5-9][0-9]}},{{[0-9]+}} cycles
__global__ void bins(int *counts, const int *x) {
  atomicAdd(&counts[threadIdx.x], x[threadIdx.x]);
}

// How many lanes add is in the data: not counted.
// CHECK: cost of 'found'
// CHECK: bound: launch, line [[#@LINE+2]]: 5,{{[0-9]+}} cycles
__global__ void found(float *sum, const float *x) {
  const float v = x[blockIdx.x * 256 + threadIdx.x];
  if (v > 100)
    atomicAdd(sum, v);
}

void run(float *sum, const float *x, int *counts, const int *ids, int n) {
  one<<<4096, 256>>>(sum, x, n);
  leader<<<4096, 256>>>(sum);
  bins<<<65536, 256>>>(counts, ids);
  own<<<4096, 256>>>(sum, x);
  found<<<4096, 256>>>(sum, x);
}
