// REQUIRES: cuda-toolkit
// RUN: not %warplint %s --sort=source | FileCheck %s
//
// As needed-half.cu, of functions of the toolkit that take a double apart.

__global__ void exponent(int *out) {
  __shared__ double s[256];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  // CHECK: needed-words-of-double.cu:[[@LINE+1]]:{{.*}}: note: as written; the compiler may issue this load as one 32-bit load: 4 wavefronts together, ideal 1
  out[threadIdx.x] = __double2hiint(s[threadIdx.x * 2 % 256]);
}

// CHECK-NOT: may issue
__global__ void value(double *out) {
  __shared__ double s[256];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * 2 % 256];
}

void run(int *out) {
  exponent<<<1, 32>>>(out);
  value<<<1, 32>>>((double *)out);
}
