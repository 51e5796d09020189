// REQUIRES: cuda-toolkit
// RUN: %warplint --checks=-warplint-uncoalesced-access --show-parse-errors %s 2>&1 | FileCheck %s --implicit-check-not=error
//
// The host's min and max for numbers, which nvcc has, are none for a class with an
// overload of its own.

struct Half {
  float Value;
};
__host__ __device__ inline Half min(const Half &A, const Half &B) {
  return A.Value < B.Value ? A : B;
}

__global__ void smaller(float *p) {
  __shared__ float s[32];
  s[threadIdx.x] = min(Half{p[0]}, Half{p[1]}).Value;
  p[threadIdx.x] = s[31 - threadIdx.x];
}
// CHECK: 2 shared-memory accesses: 2 clean; 2 assume that blockDim.x is a multiple of 32 (set it with --block).
