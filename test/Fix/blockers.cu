// What stands in the way of a fix is named with its line. The layout is told all
// the same, and the file stays as it is.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/same.cu
// RUN: not %warplint --fix %t/same.cu %stub | FileCheck %s
// RUN: diff %s %t/same.cu

__device__ float *kept;

#define READ(out)                                                              \
  __syncthreads();                                                             \
  out[threadIdx.y * 32 + threadIdx.x]

__global__ void stored(const float *in, float *out) {
  __shared__ float a[32][32];
  // CHECK: note: remedy: XOR swizzle <5,0,5>, 'a[row][col ^ row]'
  kept = &a[0][0];
  // CHECK: :[[#@LINE-1]]:8: note: no fix of 'a': its address is stored (store)
  a[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  READ(out) = a[threadIdx.x][threadIdx.y];
}

__global__ void copied(const float *in, float *out, int n) {
  __shared__ float b[32][32];
  memcpy(b, in, n);
  // CHECK: :[[#@LINE-1]]:3: note: no fix of 'b': it is copied as a block of memory (memcpy)
  READ(out) = b[threadIdx.x][threadIdx.y];
}

__global__ void scattered(const int *in, float *out) {
  __shared__ float c[32][32];
  c[in[threadIdx.x]][threadIdx.y] = 0;
  // CHECK: :[[#@LINE-1]]:{{[0-9]+}}: note: no fix of 'c': an access is not decided: its index is not known before the kernel runs: in[threadIdx.x]
  READ(out) = c[threadIdx.x][threadIdx.y];
}

#define CELL(r, c) d[r][c]
__global__ void macro(const float *in, float *out) {
  __shared__ float d[32][32];
  CELL(threadIdx.y, threadIdx.x) = in[threadIdx.y * 32 + threadIdx.x];
  // CHECK: :[[#@LINE-1]]:3: note: no fix of 'd': 'd' is named in the body of macro 'CELL'
  READ(out) = CELL(threadIdx.x, threadIdx.y);
}

#define AT(array, r, c) array[r][c]
__global__ void indexedByMacro(const float *in, float *out) {
  __shared__ float e[32][32];
  AT(e, threadIdx.y, threadIdx.x) = in[threadIdx.y * 32 + threadIdx.x];
  // CHECK: :[[#@LINE-1]]:{{[0-9]+}}: note: no fix of 'e': 'e' is indexed in a macro
  READ(out) = e[threadIdx.x][threadIdx.y];
}

__global__ void otherBuild(const float *in, float *out) {
  __shared__ float f[32][32];
#ifdef CLEARED
  f[threadIdx.y][threadIdx.x] = 0;
  // CHECK: :[[#@LINE-1]]:3: note: no fix of 'f': 'f' is also named here, in code that is not compiled or not instantiated
#endif
  f[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  READ(out) = f[threadIdx.x][threadIdx.y];
}

// Two arrays through one function.
__device__ void put(float (&t)[32][32], float v) {
  t[threadIdx.y][threadIdx.x] = v;
}
__global__ void two(const float *in, float *out) {
  __shared__ float g[32][32], h[32][32];
  put(g, in[threadIdx.x]);
  put(h, in[threadIdx.y]);
  // CHECK: :[[#@LINE-1]]:3: note: no fix of 'g': 'put' gets another array here than 'g'
  READ(out) = g[threadIdx.x][threadIdx.y] + h[threadIdx.y][threadIdx.x];
}

// A row by itself.
__global__ void row(const float *in, float *out) {
  __shared__ float i[32][32];
  float *mine = i[threadIdx.y];
  // CHECK: :[[#@LINE-1]]:17: note: no fix of 'i': a row of 'i' is used as an array of its own
  mine[threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  READ(out) = i[threadIdx.x][threadIdx.y];
}

// The same memory under two names.
extern __shared__ float floats[];
extern __shared__ int ints[];
__global__ void aliased(const float *in, float *out) {
  floats[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.x];
  ints[threadIdx.x] = 0;
  // CHECK: note: no fix of 'floats': 'ints' is the same memory
  READ(out) = floats[threadIdx.x * 32 + threadIdx.y];
}

// An index with a side effect can not stand twice.
__global__ void counted(const float *in, float *out) {
  __shared__ float j[32][32];
  // CHECK: note: no fix of 'j': {{.*}}'r++' may have side effects and would be evaluated twice
  int r = threadIdx.y;
  j[r++][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  READ(out) = j[threadIdx.x][threadIdx.y];
}

void run(const float *in, float *out, int n) {
  dim3 block(32, 32);
  stored<<<1, block>>>(in, out);
  copied<<<1, block>>>(in, out, n);
  scattered<<<1, block>>>((const int *)in, out);
  macro<<<1, block>>>(in, out);
  indexedByMacro<<<1, block>>>(in, out);
  otherBuild<<<1, block>>>(in, out);
  two<<<1, block>>>(in, out);
  row<<<1, block>>>(in, out);
  aliased<<<1, block, 4096>>>(in, out);
  counted<<<1, block>>>(in, out);
}
