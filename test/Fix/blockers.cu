// What stands in the way of a fix is named with its line. The layout is told all
// the same, and the file stays as it is.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/same.cu
// RUN: not %warplint --fix --fix-style=expression %t/same.cu %stub | FileCheck %s
// RUN: diff %s %t/same.cu

__device__ float *kept;

#define READ(out)                                                              \
  __syncthreads();                                                             \
  out[threadIdx.y * 32 + threadIdx.x]

__global__ void stored(const float *in, float *out) {
  __shared__ float a[32][32];
  // CHECK: help: suggested layout: XOR swizzle <5,0,5>, 'a[row][col ^ row]'
  kept = &a[0][0];
  // CHECK: :[[#@LINE-1]]:8: note: cannot fix 'a': its address is stored (store)
  a[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  READ(out) = a[threadIdx.x][threadIdx.y];
}

__global__ void copied(const float *in, float *out, int n) {
  __shared__ float b[32][32];
  memcpy(b, in, n);
  // CHECK: :[[#@LINE-1]]:3: note: cannot fix 'b': it is copied as a block of memory (memcpy)
  READ(out) = b[threadIdx.x][threadIdx.y];
}

__global__ void overrun(float *out) {
  __shared__ float c[32][32];
  c[threadIdx.y + 1][threadIdx.x] = 0;
  // CHECK: :[[#@LINE-1]]:{{[0-9]+}}: note: cannot fix 'c': an access leaves the array
  READ(out) = c[threadIdx.x][threadIdx.y];
}

// What a macro stands for in code that is not compiled nobody sees.
#define CELL(r, c) d[r][c]
__global__ void macro(const float *in, float *out) {
  __shared__ float d[32][32];
  CELL(threadIdx.y, threadIdx.x) = in[threadIdx.y * 32 + threadIdx.x];
  READ(out) = CELL(threadIdx.x, threadIdx.y);
}
#ifdef OTHER_BUILD
__global__ void notCompiled(float *out) { READ(out) = CELL(0, 0); }
#endif
// CHECK: :[[#@LINE-2]]:55: note: cannot fix 'd': macro 'CELL' is also used here, in code that is not compiled or instantiated
// CHECK: note: try --fix-style=pad, which changes no index

// The row in a macro's body, the column behind it.
#define BASE (r[0])
__global__ void bodies(const float *in, float *out) {
  __shared__ float r[32][32];
  // CHECK: note: cannot fix 'r': 'r' is indexed in a macro
  BASE[threadIdx.x] = in[threadIdx.x];
  READ(out) = r[threadIdx.x][threadIdx.y];
}

// A macro makes an address, and another one reads there.
#define AT(array, r, c) (&array[r][c])
#define OF_E(r, c) *AT(e, r, c)
__global__ void indexedByMacro(const float *in, float *out) {
  __shared__ float e[32][32];
  OF_E(threadIdx.y, threadIdx.x) = in[threadIdx.y * 32 + threadIdx.x];
  // CHECK: :[[#@LINE-1]]:{{[0-9]+}}: note: cannot fix 'e': 'e' is indexed in a macro
  READ(out) = e[threadIdx.x][threadIdx.y];
}

__global__ void otherBuild(const float *in, float *out) {
  __shared__ float f[32][32];
#ifdef CLEARED
  f[threadIdx.y][threadIdx.x] = 0;
  // CHECK: :[[#@LINE-1]]:3: note: cannot fix 'f': 'f' is also used here, in code that is not compiled or instantiated
#endif
  f[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  READ(out) = f[threadIdx.x][threadIdx.y];
}

// An array that is not shared through the same function.
__device__ float h[32][32];
__device__ void put(float (&t)[32][32], float v) {
  t[threadIdx.y][threadIdx.x] = v;
}
__global__ void two(const float *in, float *out) {
  __shared__ float g[32][32];
  put(g, in[threadIdx.x]);
  put(h, in[threadIdx.y]);
  // CHECK: :[[#@LINE-1]]:3: note: cannot fix 'g': this call passes 'put' an array other than 'g'
  READ(out) = g[threadIdx.x][threadIdx.y] + h[threadIdx.y][threadIdx.x];
}

// A row by itself: where the pointer leads has to be the same wherever it is
// used.
__global__ void row(const float *in, float *out) {
  __shared__ float i[32][32];
  float *mine = i[0];
  // CHECK: :[[#@LINE+1]]:3: note: cannot fix 'i': pointer 'mine' into 'i' does not advance by a positive constant; index 'i' directly instead
  mine += 32 * threadIdx.y;
  mine[threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  READ(out) = i[threadIdx.x][threadIdx.y];
}
__global__ void moved(const float *in, float *out) {
  __shared__ float k[32][32];
  int y = threadIdx.y;
  float *mine = k[y];
  // CHECK: :[[#@LINE-1]]:17: note: cannot fix 'k': 'mine' points into 'k' at an offset that may change
  y = 0;
  mine[threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x + y];
  READ(out) = k[threadIdx.x][threadIdx.y];
}

// A function that reads on from the element it gets, and cannot know where.
__device__ float sumOfFour(const float *p) { return p[0] + p[1] + p[2] + p[3]; }
__global__ void passed(const float *in, float *out) {
  __shared__ float l[32][32];
  l[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = sumOfFour(&l[threadIdx.x][threadIdx.y % 29]);
  // CHECK: :[[#@LINE-1]]:{{[0-9]+}}: note: cannot fix 'l': a pointer into 'l' is passed to 'sumOfFour'
}

// An index behind a cast that the macro adds.
#define VECTOR(x, i) reinterpret_cast<float4 *>(&(x))[i]
__global__ void behindCast(const float4 *in, float *out) {
  __shared__ float m[32][32];
  VECTOR(m[threadIdx.y][0], threadIdx.x % 8) = in[threadIdx.x % 8];
  // CHECK: :[[#@LINE-1]]:{{[0-9]+}}: note: cannot fix 'm': 'm' is indexed in a macro
  READ(out) = m[threadIdx.x][threadIdx.y];
}

// The same memory under two names.
extern __shared__ float floats[];
extern __shared__ int ints[];
__global__ void aliased(const float *in, float *out) {
  floats[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.x];
  ints[threadIdx.x] = 0;
  // CHECK: note: cannot fix 'floats': 'ints' occupies the same memory
  READ(out) = floats[threadIdx.x * 32 + threadIdx.y];
}

void run(const float *in, float *out, int n) {
  dim3 block(32, 32);
  stored<<<1, block>>>(in, out);
  copied<<<1, block>>>(in, out, n);
  overrun<<<1, block>>>(out);
  macro<<<1, block>>>(in, out);
  bodies<<<1, block>>>(in, out);
  indexedByMacro<<<1, block>>>(in, out);
  otherBuild<<<1, block>>>(in, out);
  two<<<1, block>>>(in, out);
  row<<<1, block>>>(in, out);
  aliased<<<1, block, 4096>>>(in, out);
  moved<<<1, block>>>(in, out);
  passed<<<1, block>>>(in, out);
  behindCast<<<1, block>>>((const float4 *)in, out);
}
