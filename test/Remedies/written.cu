// How edits are written: in the subscript where row and column can be told
// apart, by a function beside the kernel where they cannot, and with a comment
// that says what it is for.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %without_checks %s > %t/fixed.cu && %warplint --fix --fix-style=expression %t/fixed.cu %stub
// RUN: FileCheck %s --input-file=%t/fixed.cu
// RUN: cp %t/fixed.cu %t/again.cu && %warplint --fix --fix-style=expression %t/again.cu %stub
// RUN: cmp %t/fixed.cu %t/again.cu
// RUN: %without_checks %s > %t/padded.cu && %warplint --fix --fix-style=pad %t/padded.cu %stub
// RUN: FileCheck %s --check-prefix=PAD --input-file=%t/padded.cu
//
// In every kernel 32 warps store a row, 1 wavefront each, and read a column, 32
// wavefronts each: 1056. With columns spread over the banks it is 64. A second
// store adds 32, and a second plane as much again.

constexpr int D = 32;
#define OFFSET(r, c) ((r) * 32 + (c))
// A name that is not free.
__device__ int gIndex;

// Column and row change places, or are behind macros and names.
__global__ void sums(const float *in, float *out) {
  // CHECK: {{^}}  // Column c of row r of a lies at c ^ r. Bank conflicts: 1056 -> 64 wavefronts per block.
  // CHECK-NEXT: {{^}}  __shared__ float a[32 * 32];
  __shared__ float a[32 * 32];
  // PAD: {{^}}  // Rows of 32 of a are padded by 1. Bank conflicts: 1056 -> 64 wavefronts per block.
  // PAD-NEXT: {{^}}  __shared__ float a[32 * 33];
  int x = threadIdx.x, y = threadIdx.y;
  a[x + y * D] = in[32 * y + x];
  // CHECK: {{^}}  a[(x ^ y) + y * D] = in[32 * y + x];
  // PAD: {{^}}  a[x + y * (D + 1)] = in[32 * y + x];
  __syncthreads();
  out[32 * y + x] = a[D * x + y];
  // CHECK: {{^}}  out[32 * y + x] = a[D * x + (y ^ x)];
  // PAD: {{^}}  out[32 * y + x] = a[(D + 1) * x + y];
}

// Rows that are taken away again: the row's number is not what the text says,
// and the proof refuses that. The element's number has a place all the same.
__global__ void less(const float *in, float *out) {
  // CHECK: {{^}}__device__ inline unsigned hIndex(unsigned i) { return i ^ (i >> 5); }
  // PAD: {{^}}__device__ inline unsigned hIndex(unsigned i) { return i + i / 32; }
  __shared__ float h[1024];
  // PAD: {{^}}  __shared__ float h[1056];
  int x = threadIdx.x, y = threadIdx.y;
  h[D * (y + 1) - D + x] = in[32 * y + x];
  // CHECK: {{^}}  h[hIndex(D * (y + 1) - D + x)] = in[32 * y + x];
  __syncthreads();
  out[32 * y + x] = h[(x << 5) + y];
  // CHECK: {{^}}  out[32 * y + x] = h[hIndex((x << 5) + y)];
}

// A multiple of rows is no column; a part of a sum is.
__global__ void parts(const float *in, float *out) {
  __shared__ float b[2048];
  // CHECK: {{^}}  // Column c of row r of b lies at c ^ (r & 31). Bank conflicts: 2112 -> 128 wavefronts per block.
  // CHECK-NEXT: {{^}}  __shared__ float b[2048];
  int x = threadIdx.x, y = threadIdx.y;
  for (int p = 0; p < 2; ++p)
    b[p * 1024 + y * 32 + x] = in[32 * y + x];
  // 32 rows of 32 are a plane: the row within it is what counts.
  // CHECK: {{^}}    b[p * 1024 + y * 32 + (x ^ y)] = in[32 * y + x];
  __syncthreads();
  out[32 * y + x] = b[OFFSET(x, y)] + b[1024 + x * 32 + y];
  // CHECK: {{^}}  out[32 * y + x] = b[OFFSET(x, y ^ (x & 31))] + b[1024 + x * 32 + (y ^ (x & 31))];
}

/* The comment belongs to
   the kernel. */
template <typename T>
// CHECK: {{^}}}
// CHECK-EMPTY:
// CHECK-NEXT: {{^}}// Where element i of g lies. Bank conflicts: 1088 -> 96 wavefronts per block.
// CHECK-NEXT: {{^}}__device__ inline unsigned gIndex2(unsigned i) { return i ^ (i >> 5); }
// CHECK-EMPTY:
// CHECK-NEXT: {{^}}/* The comment belongs to
__global__ void numbers(const T *in, T *out) {
  __shared__ T g[1024];
  int t = threadIdx.y * 32 + threadIdx.x;
  g[t] = in[t];
  // CHECK: {{^}}  g[gIndex2(t)] = in[t];
  g[t ^ 1] = in[t];
  // CHECK: {{^}}  g[gIndex2(t ^ 1)] = in[t];
  __syncthreads();
  out[t] = g[t % 32 * 32 + t / 32];
  // CHECK: {{^}}  out[t] = g[gIndex2(t % 32 * 32 + t / 32)];
}

// In one place, a name is not worth a function.
__global__ void name(const float *in, float *out) {
  __shared__ float c[1024];
  int t = threadIdx.y * 32 + threadIdx.x;
  c[t] = in[t];
  // CHECK: {{^}}  c[t ^ (t >> 5)] = in[t];
  __syncthreads();
  out[t] = c[OFFSET(t % 32, t / 32)];
  // CHECK: {{^}}  out[t] = c[OFFSET(t % 32, (t / 32) ^ (t % 32))];
}

namespace inner {
// A class: the function stands before it.
struct Tiles {
  // CHECK: {{^}}// Where element i of e lies.
  // CHECK-NEXT: {{^}}__device__ inline unsigned eIndex(unsigned i) { return i ^ (i >> 5); }
  // CHECK-EMPTY:
  // CHECK-NEXT: {{^}}// A class: the function stands before it.
  static __device__ void turn(const float *in, float *out) {
    __shared__ float e[1024];
    int t = threadIdx.y * 32 + threadIdx.x;
    e[t] = in[t];
    e[t ^ 1] = in[t];
    __syncthreads();
    out[t] = e[t % 32 * 32 + t / 32];
    // CHECK: {{^}}    out[t] = e[eIndex(t % 32 * 32 + t / 32)];
  }
};
} // namespace inner
__global__ void classes(const float *in, float *out) { inner::Tiles::turn(in, out); }

// A function that some builds lack: the function for the index is for all. It
// runs where that one does.
#ifndef LACKS_PUT
__host__ __device__ inline void put(float *t, int i, float v) {
  t[i] = v;
  // CHECK: {{^}}// Where element i of l lies.
  // CHECK-NEXT: {{^}}__host__ __device__ inline unsigned lIndex(unsigned i) { return i ^ (i >> 5); }
  // CHECK-EMPTY:
  // CHECK-NEXT: {{^}}// A function that some builds lack
  // CHECK: {{^}}#ifndef LACKS_PUT
  // CHECK: {{^}}  t[lIndex(i)] = v;
  t[i ^ 1] = v;
}
#endif
__global__ void halves(const float *in, float *out) {
  __shared__ float l[1024];
  int t = threadIdx.y * 32 + threadIdx.x;
  put(l, t, in[t]);
  __syncthreads();
  out[t] = l[t % 32 * 32 + t / 32];
}

// Parentheses, shifts, and a pointer to a row.
__global__ void wrapped(const float *in, float *out) {
  __shared__ float m[1024];
  m[(threadIdx.y << 5) + (threadIdx.x)] = in[0];
  // CHECK: {{^}}  m[(threadIdx.y << 5) + ((threadIdx.x) ^ threadIdx.y)] = in[0];
  m[(threadIdx.y) * 32 + threadIdx.x] = in[1];
  // CHECK: {{^}}  m[(threadIdx.y) * 32 + (threadIdx.x ^ (threadIdx.y))] = in[1];
  __syncthreads();
  float *row = &m[threadIdx.x * 32];
  out[threadIdx.x] = row[threadIdx.y];
  // CHECK: {{^}}  out[threadIdx.x] = row[threadIdx.y ^ threadIdx.x];
}

// Nothing says what the block is. The column may be longer than a row there,
// which the element's number does not mind.
__global__ void shapeless(const float *in, float *out) {
  __shared__ float n[1024];
  n[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.x];
  // CHECK: {{^}}  n[nIndex(threadIdx.y * 32 + threadIdx.x)] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = n[threadIdx.x * 32 + threadIdx.y];
}

void run(const float *in, float *out) {
  dim3 block(32, 32);
  halves<<<1, block>>>(in, out);
  wrapped<<<1, block>>>(in, out);
  sums<<<1, block>>>(in, out);
  less<<<1, block>>>(in, out);
  parts<<<1, block>>>(in, out);
  numbers<<<1, block>>>(in, out);
  name<<<1, block>>>(in, out);
  classes<<<1, block>>>(in, out);
}
