// REQUIRES: cuda-toolkit
// RUN: not %warplint --checks=-warplint-uncoalesced-access -v --report-clean --sort=source %s 2> %t.err | %check %s
// RUN: FileCheck %s --check-prefix=REMEDY < %t.err
// RUN: FileCheck %s --check-prefix=NONE < %t.err
//
// nvcc takes launches without a block, and with braces. Nothing moves in the text.

// REMEDY: worked around launches with braces
// NONE-NOT: clang reports

// The attribute gives the block.
__global__ void __block_size__((256, 1, 1)) fixed(float *o) {
  __shared__ float s[512];
  s[threadIdx.x] = o[threadIdx.x];
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free
  __syncthreads();
  o[threadIdx.x] = s[2 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:20: warning: 2-way bank conflict
  // CHECK: block (256,1,1) from this attribute
}

// 16 lanes of a row read the words 17*x of a row that is cut at 128: distinct banks.
__global__ void braces(float *o) {
  __shared__ float s[8][16];
  s[threadIdx.y][threadIdx.x] = o[threadIdx.x];
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x % 8][threadIdx.x];
  // CHECK: :[[@LINE-1]]:20: remark: conflict-free
  o[0] = s[threadIdx.x / 2][threadIdx.y];
  // Two values of y in a warp. Words 16*(x/2) + y: four rows in each of the banks y
  // and 16 + y.
  // CHECK: :[[@LINE-3]]:10: warning: 4-way bank conflict
  // CHECK: block (16,8,1) from this launch
}

template <int N> __global__ void row(float *o) {
  __shared__ float s[8][16];
  s[threadIdx.y][threadIdx.x] = o[threadIdx.x]; o[0] = s[threadIdx.x / 2][threadIdx.y];
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free
  // CHECK: :[[@LINE-2]]:56: warning: 4-way bank conflict
  // CHECK: block (16,8,1) from this launch
}

#define LAUNCH(KERNEL, X, Y) KERNEL<<<{2, 1}, {X, Y}>>>
__global__ void macro(float *o) {
  __shared__ float s[8][32];
  o[0] = s[threadIdx.y][4 * threadIdx.x]; // 8 lanes at 4*x, four rows: 4-way.
  // CHECK: :[[@LINE-1]]:10: warning: 4-way bank conflict
  // CHECK: block (8,8,1) from this launch
}
// Without a block it is (1,1,1).
__global__ void single(float *o) {
  __shared__ float s[32];
  o[0] = s[threadIdx.x];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free
}

template <class F> void apply(F f) { f(16u); }
void h(float *o, cudaStream_t stream) {
  fixed<<<4>>>(o); braces<<<{1}, {16, 8}>>>(o);
  apply([&](unsigned n) { row<3><<<{n, 2,}, {
      16, // columns
      8}, {}, {stream}>>>(o); });
  LAUNCH(macro, 8, 8)(o);
  single<<<4>>>(o);
}
