// RUN: not %warplint %s -- %stub_flags | %check %s
// RUN: not %warplint --strict %s -- %stub_flags 2>&1 | FileCheck %s --check-prefix=STRICT
//
// nvcc takes one percent sign in assembly where no operand follows.

// STRICT: error: invalid % escape in inline assembly string

__global__ void lane(const float *in, float *out) {
  __shared__ float t[32][32];
  unsigned l;
  asm("mov.u32 %0, %laneid;" : "=r"(l));
  t[threadIdx.x / 32][l] = in[threadIdx.x];
  __syncthreads();
  // Lane l reads a word of row l, all in the bank of the column.
  out[threadIdx.x] = t[l][threadIdx.x / 32];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict
}

// The sign may come from a macro, stand in a template, a lambda, a function of both
// sides, or beside %%.
#define REGISTER(NAME) "mov.u32 %0, %" #NAME ";"
template <class T> struct Warp {
  static __device__ auto lane() {
    T r;
    asm volatile(REGISTER(laneid) : "=r"(r));
    return r;
  }
};
__host__ __device__ inline unsigned column() {
  unsigned r;
  asm(R"({.reg .u32 %t; mov.u32 %t, %%tid.x; add.u32 %0, %t, %1;})"
      : "=r"(r)
      : "r"(1));
  return r;
}
__global__ void others(float *out) {
  __shared__ float s[32][33], t[32 * 32 + 1];
  auto place = [](unsigned row) {
    unsigned r;
    asm("{.reg .u32 x; mov.u32 x, %tid.x; mul.lo.u32 %0, x, %1;}"
        : "=r"(r)
        : "r"(row));
    return r;
  };
  s[Warp<unsigned>::lane()][0] = 1; // Rows of 33 words: no conflict.
  t[place(16)] = column();          // Words 16*x: of banks 0 and 16.
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 16-way bank conflict
  s[0][column()] = 2;
  unsigned sum = 0, r;
  asm("mov.u32 %0, %smid;" : "=r"(r));
  sum += r;
  asm volatile("mov.u32 %0, %clock;" : "=r"(r));
  sum += r;
  asm("mov.u32 %0, %cluster_ctarank;" : "=r"(r));
  sum += r;
  asm("mov.u32 %0, %clusterid.x;" : "=r"(r));
  out[threadIdx.x] = s[0][threadIdx.x] + t[threadIdx.x] + sum + r;
}
void run(const float *a, float *b) {
  lane<<<1, 1024>>>(a, b);
  others<<<1, 32>>>(b);
}
