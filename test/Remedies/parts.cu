// Accesses of a part of an element: the parts are what is laid out, and those of
// one element stay together.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cu && cp %s %t/pad.cu
// RUN: not %warplint --verbose --fix-style=expression %s %stub | FileCheck %s
// RUN: %warplint --fix --fail-on=never --fix-style=expression %t/a.cu %stub
// RUN: %without_checks %t/a.cu | FileCheck %s --check-prefix=EDITED
// RUN: %warplint --fix --fail-on=never --fix-style=pad %t/pad.cu %stub
// RUN: %without_checks %t/pad.cu | FileCheck %s --check-prefix=PADDED
// RUN: cp %t/a.cu %t/again.cu && %warplint --fix --fail-on=never --fix-style=expression %t/again.cu %stub && cmp %t/a.cu %t/again.cu

// Rows are stored with 2 wavefronts by each of 32 warps: 64. A column of x takes
// 32, lanes 256 bytes apart: 1024. A float2 has two banks, so that 32 lanes have
// 16 places to go: 2 wavefronts each, 64.
__global__ void column(float *out) {
  __shared__ float2 t[32][32];
  t[threadIdx.y][threadIdx.x] = float2{1, 2};
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = t[threadIdx.x][threadIdx.y].y;
}
// CHECK: help: suggested layout: {{.*}}'t[row][col ^ {{.*}}]': 1088 -> 128 wavefronts per block
// EDITED: t[threadIdx.y][threadIdx.x ^ {{.*}}] = float2{1, 2};
// EDITED: = t[threadIdx.x][threadIdx.y ^ {{.*}}].y;
// PADDED: __shared__ float2 t[32][33];

// All of the 256 values of x, 4 words apart, in order: lanes 0, 8, 16 and 24 meet.
// Each of the 8 warps takes 4 wavefronts for its load, and 4 for its store of 16
// bytes a lane, as it must. Elements that are moved by 4 lanes' worth stay whole.
__global__ void strided(float *out) {
  __shared__ float4 s[256];
  s[threadIdx.x] = float4{1, 2, 3, 4};
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x].x;
}
// The load of x alone has 8 places in a row of banks: 4 wavefronts are the least.
// CHECK: :[[@LINE-3]]:{{.*}}: warning: 4-way bank conflict
// CHECK: note: no layout of 's' needs fewer than 64 wavefronts per block (proven)

void run(float *out) {
  column<<<1, dim3(32, 32)>>>(out);
  strided<<<1, 256>>>(out);
}
