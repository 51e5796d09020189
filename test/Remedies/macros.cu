// Arrays that are arguments of a macro which indexes them.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %without_checks %s > %t/fixed.cu && %warplint --fix --fix-style=expression %t/fixed.cu %stub || true
// RUN: FileCheck %s --input-file=%t/fixed.cu --implicit-check-not=_SWIZZLED
//
// The second time there is nothing to do.
// RUN: cp %t/fixed.cu %t/again.cu && %warplint --fix --fix-style=expression %t/again.cu %stub || true
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

void run(const float *in, float *out) {
  dim3 block(32, 32);
  both<<<1, block>>>(in, out);
  some<<<1, block>>>(in, out);
  loose<<<1, block>>>(in, out);
  step<<<1, block>>>(in, out);
}
