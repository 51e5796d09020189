// A condition says which quotient decides, where the source divides.
//
// RUN: not %warplint %s %stub | FileCheck %s

__global__ void quotient(float *out, int pitch) {
  __shared__ float s[4096];
  out[threadIdx.x] = s[threadIdx.x * (pitch / 4)];
}
// CHECK: note: conflict-free when (pitch / 4) is odd; 32-way when (pitch / 4) is a multiple of 32; 2 to 16 wavefronts otherwise

// Division of what is not below 0 is a shift.
__global__ void shift(float *out, unsigned pitch) {
  __shared__ float s[4096];
  out[threadIdx.x] = s[threadIdx.x * (pitch / 4)];
}
// CHECK: note: conflict-free when (pitch >> 2) is odd; 32-way when (pitch >> 2) is a multiple of 32; 2 to 16 wavefronts otherwise

// A condition of many cases names the first of them: nobody reads a hundred.
__global__ void third(float *out, int pitch) {
  __shared__ float s[8192];
  out[threadIdx.x] = s[threadIdx.x * (pitch / 4 + pitch)];
}
// CHECK: note: 2-way when {{.*}} other cases; 32-way when

void run(float *out, int pitch) {
  quotient<<<1, 32>>>(out, pitch);
  shift<<<1, 32>>>(out, pitch);
  third<<<1, 32>>>(out, pitch);
}
