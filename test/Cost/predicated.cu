// RUN: %warplint --cost --fail-on=never %s %stub | FileCheck %s
//
// Where few instructions are behind a condition nvcc makes them predicated ones: a warp
// whose lanes are all off issues them, too, and each takes a slot of shared memory.
// (A reduction of 8 warps on an H200: 326 wavefronts a block, 150 in warps with a lane.)

// 8 warps store, one has two loads and a store, the other 7 as many slots: 8 + 3 + 21,
// and 8 loads at the end.
// CHECK: cost of 'few'
// CHECK: {{^ +}}40 {{.*}} shared  40 wavefronts
__global__ void few(float *x) {
  __shared__ float s[256];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32)
    s[threadIdx.x] += s[threadIdx.x + 32];
  __syncthreads();
  x[threadIdx.x] = s[threadIdx.x ^ 1];
}

// Behind a branch: 8 stores, 4 loads and a store, 8 loads.
// CHECK: cost of 'many'
// CHECK: {{^ +}}21 {{.*}} shared  21 wavefronts
__global__ void many(float *x) {
  __shared__ float s[256];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32)
    s[threadIdx.x] = (s[threadIdx.x] * 2 + s[threadIdx.x + 32] * 3 + 1) *
                     (s[threadIdx.x + 64] * 4 + s[threadIdx.x + 96] * 5 + 7);
  __syncthreads();
  x[threadIdx.x] = s[threadIdx.x ^ 1];
}

// Of global memory: 8 stores, one more, 8 loads.
// CHECK: cost of 'global'
// CHECK: {{^ +}}17 {{.*}} shared  17 wavefronts
__global__ void global(float *x, const float *y) {
  __shared__ float s[256];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32)
    s[threadIdx.x] = y[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = s[threadIdx.x ^ 1];
}

void run(float *x) {
  few<<<64, 256>>>(x);
  many<<<64, 256>>>(x);
  global<<<64, 256>>>(x, x);
}
