// RUN: not %warplint --checks='-*,warplint-local-memory' %s %stub | %check %s
// RUN: not %warplint --checks='-*,warplint-local-memory' --min-sectors=33 %s %stub | FileCheck %s --check-prefix=MANY
//
// Each of these has a stack frame with nvcc 13.0 for sm_90 (-Xptxas -v). The sectors are those that an H200 counts
// for such requests (unittests/Warp/Inputs/h200_memories.tsv).

// Written at computed indices only: a stack.
__global__ void stack(int *o, const int *g, int n) {
  int st[64];
  int top = 0;
  for (int i = 0; i < n; ++i) {
    int v = g[i * 32 + threadIdx.x];
    if (v > 0)
      st[top++] = v;
  }
  int s = 0;
  while (top)
    s += st[--top];
  o[threadIdx.x] = s;
}
// CHECK: :{{[0-9]+}}:{{[0-9]+}}: warning: local memory: 'st' (256 bytes per thread) is not in registers; this 32-bit {{load|store}} touches up to 32 sectors [warplint-local-memory]
// CHECK: note: the index depends on data; use a constant index, or keep the array in shared memory

// A loop of unknown length; all lanes have one index.
__global__ void length(float *o, const float *g, int n) {
  float a[16];
  for (int i = 0; i < n; ++i)
    a[i] = g[i * 32 + threadIdx.x];
  float s = 0;
  for (int i = n - 1; i >= 0; --i)
    s = s * 2 + a[i];
  o[threadIdx.x] = s;
}
// CHECK: :{{[0-9]+}}:{{[0-9]+}}: warning: local memory: 'a' (64 bytes per thread) is not in registers; this 32-bit {{load|store}} touches 4 sectors

// The user keeps the loops.
__global__ void kept(float *o, const float *g) {
  float a[16];
#pragma unroll 1
  for (int i = 0; i < 16; ++i)
    a[i] = g[i * 32 + threadIdx.x];
  float s = 0;
#pragma unroll 1
  for (int j = 0; j < 16; ++j)
    s = s * 3 + a[15 - j];
  o[threadIdx.x] = s;
}
// CHECK: warning: local memory: 'a' (64 bytes per thread) is not in registers; this 32-bit {{load|store}} touches 4 sectors
// CHECK: note: the index changes in the loop over '{{[ij]}}', which the compiler does not unroll; add #pragma unroll

// Bytes: no selects among parts of registers. At an odd place of the array, 8 lanes touch three words.
__global__ void bytes(int *o, const unsigned char *g) {
  unsigned char a[64];
#pragma unroll
  for (int i = 0; i < 64; ++i)
    a[i] = g[i * 32 + threadIdx.x];
  o[threadIdx.x] = a[threadIdx.x & 63];
  // CHECK: :[[@LINE-1]]:20: warning: local memory: 'a' (64 bytes per thread) is not in registers; this 8-bit load touches up to 12 sectors
  // CHECK: note: the index depends on the lane; use a constant index, or keep the array in shared memory
}

// Of two loops, the one that no pragma can unroll is the cause. nvcc unrolls that of three iterations.
__global__ void products(float *o, const float *g, int n) {
  float p[6][3];
  for (int k = 0; k < g[n]; ++k)
    for (int i = 0; i < 3; ++i)
      p[k][i] = g[3 * k + i] * g[k + i + 7];
  float s = 0;
  for (int k = 0; k < g[n]; ++k)
    s += p[k][0] * p[k][1] + p[k][2];
  o[threadIdx.x] = s;
}
// CHECK: warning: local memory: 'p' (72 bytes per thread) is not in registers; this 32-bit {{load|store}} touches 4 sectors
// CHECK: note: the index changes in a loop of unknown length; give the loop a constant number of iterations

// 64 bits: one index for all lanes is two words. A launch-time value could be a template argument.
__global__ void doubles(double *o, const double *g, int n) {
  double a[4];
#pragma unroll
  for (int i = 0; i < 4; ++i)
    a[i] = g[i * 32 + threadIdx.x];
  o[threadIdx.x] = a[n];
  // CHECK: :[[@LINE-1]]:20: warning: local memory: 'a' (32 bytes per thread) is not in registers; this 64-bit load touches 8 sectors
  // CHECK: note: the index depends on 'n'; make it a template argument, so that it is constant
}

__global__ void halves(unsigned short *o, const unsigned short *g, const int *x) {
  unsigned short a[8];
#pragma unroll
  for (int i = 0; i < 8; ++i)
    a[i] = g[i * 32 + threadIdx.x];
  // 16 bytes lie in 4 words, or in 5 where they begin in the middle of one: 5 rows of 4 sectors.
  o[threadIdx.x] = a[x[threadIdx.x] & 7];
  // CHECK: :[[@LINE-1]]:20: warning: local memory: 'a' (16 bytes per thread) is not in registers; this 16-bit load touches up to 20 sectors
}

__global__ void longs(long long *o, const long long *g, int n) {
  long long a[2];
  a[0] = g[0];
  a[1] = g[threadIdx.x];
  o[threadIdx.x] = a[n & 1];
  // CHECK: :[[@LINE-1]]:20: warning: local memory: 'a' (16 bytes per thread) is not in registers; this 64-bit load touches 8 sectors
}

// A histogram: a word that data chooses is read and written in each iteration.
__global__ void histogram(int *o, const unsigned *g, int n) {
  int h[16];
#pragma unroll
  for (int i = 0; i < 16; ++i)
    h[i] = 0;
  for (int i = 0; i < n; ++i)
    h[g[i * 32 + threadIdx.x] & 15]++;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: local memory: 'h' (64 bytes per thread) is not in registers; this 32-bit {{load|store}} touches up to 32 sectors
#pragma unroll
  for (int i = 0; i < 16; ++i)
    o[i * 32 + threadIdx.x] = h[i];
}

// Large, with one access in a loop.
__global__ void table(float *o, const float *g, int n) {
  float a[32];
#pragma unroll
  for (int i = 0; i < 32; ++i)
    a[i] = g[i * 32 + threadIdx.x];
  float s = 0;
  for (int i = 0; i < n; ++i)
    s = s * 3 + a[i];
  // CHECK: :[[@LINE-1]]:17: warning: local memory: 'a' (128 bytes per thread) is not in registers; this 32-bit load touches 4 sectors
  // CHECK: note: the index changes in a loop of unknown length; give the loop a constant number of iterations
  o[threadIdx.x] = s;
}

// Straight code: 32 elements and five accesses.
__global__ void five(float *o, const float *g, const int *x) {
  float a[32];
#pragma unroll
  for (int i = 0; i < 32; ++i)
    a[i] = g[i * 32 + threadIdx.x];
  o[threadIdx.x] = a[x[0]] + 2 * a[x[1]] + 3 * a[x[2]] + 4 * a[x[3]] + 5 * a[x[4]];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: local memory: 'a' (128 bytes per thread) is not in registers
}

// Each lane its own place.
__global__ void lanes(float *o, const float *g, int n) {
  float a[32];
  for (int i = 0; i < n; ++i)
    a[(i + threadIdx.x) & 31] = g[i];
  // CHECK: :[[@LINE-1]]:31: warning: local memory: 'a' (128 bytes per thread) is not in registers; this 32-bit store touches 32 sectors
#pragma unroll
  for (int i = 0; i < 32; ++i)
    o[i * 32 + threadIdx.x] = a[i];
}

// The address goes to inline PTX.
__global__ void handed(float *o, const float *g) {
  float a[8];
  asm volatile("st.b32 [%0], 0;" : : "l"(&a[0]) : "memory");
  // CHECK: :[[@LINE-1]]:3: warning: local memory: 'a' (32 bytes per thread) is not in registers; this 32-bit store touches 4 sectors
  // CHECK: note: its address is passed on here; pass the values, or make the callee __forceinline__
  o[threadIdx.x] = a[3] + a[5];
}

// A parameter that is written to is copied: of 64 bits elements, accessed at a computed index.
struct Weights {
  double w[16];
  int n;
};
__global__ void written(double *o, Weights p) {
  p.w[threadIdx.x & 15] = 1;
  // CHECK: :[[@LINE-1]]:25: warning: local memory: 'p' (136 bytes per thread) is not in registers; this 64-bit store touches 64 sectors
  // MANY: this 64-bit store touches 64 sectors
  // CHECK: note: the kernel writes to a parameter, so each thread has a copy of it; copy only the elements that change
  o[threadIdx.x] = p.w[3];
}

// Two dimensions: a row that a parameter chooses.
__global__ void rows(double *o, const double *g, int r) {
  double m[4][4];
#pragma unroll
  for (int i = 0; i < 16; ++i)
    m[i / 4][i % 4] = g[i * 32 + threadIdx.x];
  o[threadIdx.x] = m[r][0] + m[r][1];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: local memory: 'm' (128 bytes per thread) is not in registers; this 64-bit load touches 8 sectors
  // CHECK: note: the index depends on 'r'; make it a template argument, so that it is constant
}

// The block's index is uniform, and no constant.
__global__ void blocks(double *o, const double *g) {
  double a[8];
#pragma unroll
  for (int i = 0; i < 8; ++i)
    a[i] = g[i * 32 + threadIdx.x];
  o[threadIdx.x] = a[blockIdx.x & 7];
  // CHECK: :[[@LINE-1]]:20: warning: local memory: 'a' (64 bytes per thread) is not in registers; this 64-bit load touches 8 sectors
  // CHECK: note: the index depends on 'blockIdx.x'; use a constant index, or keep the array in shared memory
}

void run(float *o, const float *g, int n, double *d, int *i, unsigned *u, unsigned char *c, unsigned short *h,
         long long *l, Weights w) {
  stack<<<1, 32>>>(i, i, n);
  length<<<1, 32>>>(o, g, n);
  kept<<<1, 32>>>(o, g);
  bytes<<<1, 32>>>(i, c);
  products<<<1, 32>>>(o, g, n);
  doubles<<<1, 32>>>(d, d, n);
  halves<<<1, 32>>>(h, h, i);
  longs<<<1, 32>>>(l, l, n);
  histogram<<<1, 32>>>(i, u, n);
  table<<<1, 32>>>(o, g, n);
  five<<<1, 32>>>(o, g, i);
  lanes<<<1, 32>>>(o, g, n);
  handed<<<1, 32>>>(o, g);
  written<<<1, 32>>>(d, w);
  rows<<<1, 32>>>(d, d, n);
  blocks<<<1, 32>>>(d, d);
}
