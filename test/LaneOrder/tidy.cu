// REQUIRES: tidy
// RUN: %tidy_plain --checks=-*,warplint-lane-order %s %tidy_stub 2>/dev/null | FileCheck %s
//
// In clang-tidy it has to be named, too.

__global__ void product(const float4 *A, float4 *C) {
  __shared__ float4 a[8][4], b[8][8];
  int t = threadIdx.x;
  int row = t / 8, col = t % 8;
  // CHECK: :[[@LINE-1]]:7: warning: reordering the lanes cuts the 128-bit loads of 'a' and 'b' from 48 to 32 wavefronts per warp
  a[t / 4][t % 4] = A[t], b[t / 8][t % 8] = A[32 + t];
  __syncthreads();
  float4 sum = {};
  for (int k = 0; k < 8; ++k) {
    float4 u = a[k][row], v = b[k][col];
    sum.x += u.x * v.x, sum.y += u.y * v.y;
  }
  C[row * 8 + col] = sum;
}
void run(float4 *p) { product<<<1, 32>>>(p, p); }
