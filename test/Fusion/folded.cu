// RUN: %warplint %s --report-clean --fail-on=never %stub | FileCheck %s
//
// In copies of a loop that are multiplied by 0, or masked away, nothing is loaded.
// What nvcc 13.0 issues for sm_90 stands behind each kernel.
extern __shared__ int s[];

// LDS.32 at word 2t + 1: 2-way.
__global__ void weighted(int *out) {
  int t = threadIdx.x, a = 0;
  for (int j = 0; j < 2; ++j)
    a += s[2 * t + j] * j;
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1
  // CHECK-NOT: issued as one
  out[t] = a;
}
// 2 LDS.32 at words 4t + 1 and 4t + 3: 4-way each.
__global__ void masked(int *out) {
  int t = threadIdx.x, a = 0;
  for (int j = 0; j < 4; ++j)
    a += s[4 * t + j] & -(j & 1);
  // CHECK: :[[@LINE-1]]:10: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
  // CHECK-NOT: issued as one
  out[t] = a;
}
// The same with a choice.
__global__ void chosen(int *out) {
  int t = threadIdx.x, a = 0;
  for (int j = 0; j < 4; ++j)
    a += j & 1 ? s[4 * t + j] : 1;
  // CHECK: :[[@LINE-1]]:18: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
  // CHECK-NOT: issued as one
  out[t] = a;
}
// LDS.128: numbers with a fraction are multiplied by 0 all the same.
__global__ void fractions(float *out) {
  float *f = (float *)s;
  int t = threadIdx.x;
  float a = 0;
  for (int j = 0; j < 4; ++j)
    a += f[4 * t + j] * j;
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: 4 iterations of this load are issued as one 128-bit load
  out[t] = a;
}
void go(int *o, float *f) {
  weighted<<<1, 64, 4096>>>(o);
  masked<<<1, 64, 4096>>>(o);
  chosen<<<1, 64, 4096>>>(o);
  fractions<<<1, 64, 4096>>>(f);
}
