// RUN: %warplint --cost %s %stub | FileCheck %s
//
// How far down requests to global memory go: l1 has what warps ask for, l2 what L1
// can not have, dram what L2 can not have.

// Each thread walks through a row of its own: 8 warps, 1,024 rounds of 32 sectors,
// of which 4 could hold the 128 bytes. A round goes on by 4 of a sector's 32
// bytes, so that an eighth is new; all of these bytes are used. The store adds 32.
// CHECK: cost of 'rows'
// CHECK-DAG: l1  262,176 sectors, 32,800 at best{{$}}
// CHECK-DAG: l2  32,800 sectors{{$}}
// CHECK-DAG: dram  32,800 sectors{{$}}
// CHECK: bound by
__global__ void rows(float *out, const float *in) {
  float sum = 0;
  for (int k = 0; k < 1024; ++k)
    sum += in[(blockIdx.x * 256 + threadIdx.x) * 1024 + k];
  out[blockIdx.x * 256 + threadIdx.x] = sum;
}

// A warp reads one element of A: a sector, a new one in each eighth of 1,024 rounds:
// 8 * 128 at L2. Of B it reads 4 sectors, and all 8 warps the same: 4 * 1,024. Of A
// there is no other for each blockIdx.x, of B for each blockIdx.y: neither counts
// as DRAM. The result is 8 * 4.
// CHECK: cost of 'naive'
// CHECK-DAG: l1  40,992 sectors{{$}}
// CHECK-DAG: l2  5,152 sectors{{$}}
// CHECK-DAG: dram  32 sectors{{$}}
// CHECK: bound by
__global__ void naive(float *C, const float *A, const float *B) {
  const int row = blockIdx.y * 8 + threadIdx.y;
  const int column = blockIdx.x * 32 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 1024; ++k)
    sum += A[row * 1024 + k] * B[k * 1024 + column];
  C[row * 1024 + column] = sum;
}

// The neighbours lie in the sectors that are loaded anyway, but for the ends: 4, 5
// and 5 sectors of 8 warps, 32 below L1, and as many are written.
// CHECK: cost of 'stencil'
// CHECK-DAG: l1  144 sectors, 128 at best{{$}}
// CHECK-DAG: l2  64 sectors{{$}}
// CHECK-DAG: dram  64 sectors{{$}}
// CHECK: bound by
__global__ void stencil(float *out, const float *in) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = in[i] + in[i + 1] + in[i + 2];
}

// What is loaded in every round comes once, what is stored goes each time: 32 and
// 3,200 sectors at L2, and once to memory.
// CHECK: cost of 'again'
// CHECK-DAG: l1  6,400 sectors{{$}}
// CHECK-DAG: l2  3,232 sectors{{$}}
// CHECK-DAG: dram  64 sectors{{$}}
// CHECK: bound by
__global__ void again(float *out, const float *in) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  for (int round = 0; round < 100; ++round)
    out[i] = in[i] * round;
}

void run(float *f) {
  rows<<<64, 256>>>(f, f);
  naive<<<dim3(32, 128), dim3(32, 8)>>>(f, f, f);
  stencil<<<64, 256>>>(f, f);
  again<<<64, 256>>>(f, f);
}
