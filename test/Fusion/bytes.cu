// RUN: %warplint %s --report-clean --fail-on=never %stub | FileCheck %s
//
// Bytes LLVM joins, of arrays that are extern or declared with an alignment: those
// that fill their window. What nvcc 13.0 issues for sm_90 stands behind each kernel.

// LDS.32: word 32t, the same bank for all 32 lanes. Four LDS.U8 would be four
// times as many.
__global__ void four(unsigned char *out) {
  extern __shared__ unsigned char px[];
  int t = threadIdx.x;
  px[t] = out[t];
  __syncthreads();
  int r = 128 * t;
  out[t] = px[r];
  // CHECK: :[[@LINE-1]]:12: warning: 32-way bank conflict: these 4 loads are issued as one 32-bit load: 32 wavefronts, ideal 1
  out[t + 64] = px[r + 1];
  // CHECK: :[[@LINE-1]]:17: remark: the compiler issues this {{.*}} together with others
  out[t + 128] = px[r + 2];
  // CHECK: :[[@LINE-1]]:18: remark: the compiler issues this {{.*}} together with others
  out[t + 192] = px[r + 3];
  // CHECK: :[[@LINE-1]]:18: remark: the compiler issues this {{.*}} together with others
}
// STS.32.
__global__ void stored(unsigned char *out) {
  __shared__ alignas(4) unsigned char px[8192];
  int t = threadIdx.x;
  px[4 * t] = out[t];
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: these 4 stores are issued as one 32-bit store
  px[4 * t + 1] = out[t + 64];
  px[4 * t + 2] = out[t + 128];
  px[4 * t + 3] = out[t + 192];
  __syncthreads();
  out[t] = px[t + 1];
}
// LDS.128 of 16 bytes.
__global__ void sixteen(unsigned char *out) {
  extern __shared__ unsigned char px[];
  int t = threadIdx.x;
  px[t] = out[t];
  __syncthreads();
  int a = 0;
  for (int i = 0; i < 16; ++i)
    a += px[16 * t + i];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: 16 iterations of this load are issued as one 128-bit load
  out[t] = a;
}
// LDS.32 of three: whether LLVM loads the fourth is not taken as certain.
__global__ void three(unsigned char *out) {
  extern __shared__ unsigned char px[];
  int t = threadIdx.x;
  px[t] = out[t];
  __syncthreads();
  out[t] = px[128 * t];
  // CHECK: :[[@LINE-1]]:12: warning: 32-way bank conflict: this 8-bit load takes 32 wavefronts, ideal 1
  // CHECK: note: as written; the compiler may issue these 3 loads as one 32-bit load
  out[t + 64] = px[128 * t + 1];
  out[t + 128] = px[128 * t + 2];
}
// 4 LDS.U8: an array of bytes that is declared without an alignment.
__global__ void plain(unsigned char *out) {
  __shared__ unsigned char px[8192];
  int t = threadIdx.x;
  px[t] = out[t];
  __syncthreads();
  int r = 128 * t;
  out[t] = px[r];
  // CHECK: :[[@LINE-1]]:12: warning: 32-way bank conflict: this 8-bit load takes 32 wavefronts, ideal 1
  // CHECK-NOT: the compiler may issue
  out[t + 64] = px[r + 1];
  out[t + 128] = px[r + 2];
  out[t + 192] = px[r + 3];
}
// Members of different widths. 2 LDS.64, where one of 128 bits has room for all.
struct Mixed {
  int i;
  short a, b;
};
__global__ void records(int *out) {
  extern __shared__ Mixed m[];
  int t = threadIdx.x;
  m[t].i = out[t];
  __syncthreads();
  out[t] = m[2 * t].i + m[2 * t].a + m[2 * t].b + m[2 * t + 1].i + m[2 * t + 1].a + m[2 * t + 1].b;
  // CHECK: :[[@LINE-1]]:12: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
  // CHECK: note: as written; the compiler may issue these 3 loads as one 64-bit load
}
void go(unsigned char *b, int *o) {
  four<<<1, 64, 8192>>>(b);
  stored<<<1, 64>>>(b);
  sixteen<<<1, 64, 8192>>>(b);
  three<<<1, 64, 8192>>>(b);
  plain<<<1, 64>>>(b);
  records<<<1, 64, 8192>>>(o);
}
