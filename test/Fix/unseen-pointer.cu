// RUN: rm -rf %t && mkdir %t && %without_checks %s > %t/fixed.cu
// RUN: not %warplint --fix --fix-style=expression %t/fixed.cu %stub | FileCheck %s --check-prefix=NOTE
// RUN: FileCheck --input-file=%t/fixed.cu %s
//
// A function goes on from a pointer by an index that comes from memory: the place
// that a swizzle gives the element behind the pointer is not that far from it.

__device__ void put(float *p, int k, float v) { p[k] = v; }
__global__ void passed(const int *d, float *out) {
  __shared__ float s[32][32];
  put(&s[threadIdx.y][0], d[threadIdx.x + 32 * threadIdx.y] & 31, 1.f);
  // CHECK: put(&s[threadIdx.y][0], d[
  __syncthreads();
  out[threadIdx.x + 32 * threadIdx.y] = s[threadIdx.x][threadIdx.y];
  // NOTE: note: cannot fix 's': {{.*}}
  // CHECK: = s[threadIdx.x][threadIdx.y];
}

// What an atomic gets is the element itself.
__global__ void counted(const int *d, float *out) {
  __shared__ int c[32][32];
  atomicAdd(&c[threadIdx.y][d[threadIdx.x + 32 * threadIdx.y] & 31], 1);
  // CHECK: atomicAdd(&c[threadIdx.y][(d[threadIdx.x + 32 * threadIdx.y] & 31) ^ threadIdx.y], 1);
  __syncthreads();
  out[threadIdx.x + 32 * threadIdx.y] = c[threadIdx.x][threadIdx.y];
  // CHECK: = c[threadIdx.x][threadIdx.y ^ threadIdx.x];
}

void run(const int *d, float *o) {
  passed<<<1, dim3(32, 32)>>>(d, o);
  counted<<<1, dim3(32, 32)>>>(d, o);
}
