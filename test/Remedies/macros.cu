// Arrays that are indexed by a macro: its arguments, and what its body names.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %without_checks %s > %t/fixed.cu && %warplint --fail-on=never --fix --fix-style=expression %t/fixed.cu %stub
// RUN: FileCheck %s --input-file=%t/fixed.cu
//
// The second time there is nothing to do.
// RUN: cp %t/fixed.cu %t/again.cu && %warplint --fail-on=never --fix --fix-style=expression %t/again.cu %stub
// RUN: cmp %t/fixed.cu %t/again.cu

// All that it is about are read by columns: its body changes, once for all.
#define BOTH(t, r, c) t[(r) * 32 + (c)]
// CHECK: #define BOTH(t, r, c) t[(r) * 32 + ((c) ^ (r))]
__global__ void both(const float *in, float *out) {
  __shared__ float a[1024], b[1024];
  BOTH(a, threadIdx.y, threadIdx.x) = in[threadIdx.y * 32 + threadIdx.x];
  // CHECK: BOTH(a, threadIdx.y, threadIdx.x) = in[
  BOTH(b, threadIdx.y, threadIdx.x) = in[threadIdx.x * 32 + threadIdx.y];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] =
      BOTH(a, threadIdx.x, threadIdx.y) + BOTH(b, threadIdx.x, threadIdx.y);
}

// Two of three want another layout, and share a copy. A parameter without
// parentheses gets them where it becomes an operand.
#define \
  SOME(t, r, c) t[r][c]
// CHECK: SOME(t, r, c) t[r][c]
// CHECK-NEXT: // Column c of row r of d and e lies at c ^ r.
// CHECK-NEXT: #define \
// CHECK-NEXT: SOME_SWIZZLED(t, r, c) t[r][(c) ^ (r)]
__global__ void some(const float *in, float *out) {
  __shared__ float d[32][32], e[32][32], f[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  SOME(d, y, x) = SOME(e, y, x) = SOME(f, y, x) = in[y * 32 + x];
  // CHECK: SOME_SWIZZLED(d, y, x) = SOME_SWIZZLED(e, y, x) = SOME(f, y, x) =
  __syncthreads();
  out[y * 32 + x] = SOME(d, x, y) + SOME(e, x, y) + SOME(f, y, x);
  // CHECK: = SOME_SWIZZLED(d, x, y) + SOME_SWIZZLED(e, x, y) + SOME(f, y, x);
}

// What the body multiplies is a part of an argument, 0 + threadIdx.x * 32: no
// rows are read off it.
#define LOOSE(t, r, c) t[c + r * 32]
// CHECK: #define LOOSE(t, r, c) t[gIndex(c + r * 32)]
__global__ void loose(const float *in, float *out) {
  __shared__ float g[1024];
  LOOSE(g, threadIdx.y, threadIdx.x) = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = LOOSE(g, 0 + threadIdx.x, threadIdx.y);
}

// An argument that has a side effect is evaluated once: it goes through a
// function.
#define STEP(t, r, c) t[(r) * 32 + (c)]
// CHECK: #define STEP(t, r, c) t[hIndex((r) * 32 + (c))]
__global__ void step(const float *in, float *out) {
  __shared__ float h[1024];
  int y = threadIdx.y;
  STEP(h, y++, threadIdx.x) = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[y * 32 + threadIdx.x] = STEP(h, threadIdx.x, threadIdx.y);
}

// The body names the array: that of two kernels, and of one that stays. An edit
// of two macros deep is one of the inner one.
#define CELL(r, c) cell[r][c]
#define FIRST(r) CELL(r, 0)
// CHECK: #define CELL(r, c) cell[r][(c) ^ (r)]
// CHECK-NEXT: #define FIRST(r) CELL(r, 0)
__global__ void named(const float *in, float *out) {
  __shared__ float cell[32][32];
  CELL(threadIdx.y, threadIdx.x) = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] =
      CELL(threadIdx.x, threadIdx.y) + FIRST(threadIdx.y);
}
__global__ void alike(const float *in, float *out) {
  __shared__ float cell[32][32];
  CELL(threadIdx.x, threadIdx.y) = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = CELL(threadIdx.y, threadIdx.x);
}

// Its rows are those that the body multiplies; another array of the name has
// other rows, and stays as it is.
#define D 32
#define PLACE(r, c) place[(c) + (r) * (D + 0)]
// CHECK: #define PLACE(r, c) place[(c) + (r) * (D + 0)]
// CHECK: #define PLACE_SWIZZLED(r, c) place[((c) ^ (r)) + (r) * (D + 0)]
__global__ void copied(const float *in, float *out) {
  __shared__ float place[D * (D + 0)];
  // CHECK: PLACE_SWIZZLED(threadIdx.y, threadIdx.x) = in[
  PLACE(threadIdx.y, threadIdx.x) = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = PLACE(threadIdx.x, threadIdx.y);
}
__global__ void other(float *out) {
  __shared__ float place[64];
  // CHECK: PLACE(0, threadIdx.x) = 1;
  PLACE(0, threadIdx.x) = 1;
  out[threadIdx.x] = PLACE(0, threadIdx.x ^ 1);
}

void run(const float *in, float *out) {
  dim3 block(32, 32);
  both<<<1, block>>>(in, out);
  some<<<1, block>>>(in, out);
  loose<<<1, block>>>(in, out);
  step<<<1, block>>>(in, out);
  named<<<1, block>>>(in, out);
  alike<<<1, block>>>(in, out);
  copied<<<1, block>>>(in, out);
  other<<<1, 32>>>(out);
}
