// RUN: not %warplint %s -- %stub_flags 2>&1 | FileCheck %s
//
// Loops of unknown length that go through an array again and again: what an
// iteration does is done again some iterations later, in a quotient, too.

// By hand, with the 16 iterations that such loops are taken to have: each of the
// 8 warps has 32 wavefronts a store and 1 a load, 8 * 16 * 33 = 4224, and with the
// swizzle 1 and 1, 256.

// Element k lies in column k / 32: 256 more are 8 columns more, and after four
// iterations it is the same one. An int that is added to does not wrap around.
__global__ void quotient(float *out, int n) {
  __shared__ int a[1024];
  for (int k = threadIdx.x; k < n; k += 256)
    a[(k % 32) * 32 + (k / 32) % 32] = k;
    // CHECK: :[[@LINE-1]]:5: warning: 32-way {{.*}}'a' costs about 4,224 wavefronts per block; 256 with the suggested layout
  __syncthreads();
  for (int k = threadIdx.x; k < n; k += 256)
    out[k] = a[(k / 32) % 32 * 32 + k % 32];
}

// The same with what the optimizer makes of an unsigned number: a shift of a
// product, of which the low bits repeat.
__global__ void bits(float *out, unsigned n) {
  __shared__ int b[1024];
  for (unsigned k = threadIdx.x; k < n; k += 256)
    b[(k % 32) * 32 + (k / 32) % 32] = k;
    // CHECK: :[[@LINE-1]]:5: warning: 32-way {{.*}}'b' costs about 4,224 wavefronts per block; 256 with the suggested layout
  __syncthreads();
  for (unsigned k = threadIdx.x; k < n; k += 256)
    out[k] = b[(k / 32) % 32 * 32 + k % 32];
}

// 256 more are 10 2/3 quotients more, and after three iterations 32. Of three
// warps in turn 24, 16 (twice) and 24 lanes are in one bank: 168, 176 and 168
// wavefronts for 8 warps; 6 * 168 + 5 * 176 + 5 * 168 + 128 for the loads = 2856.
__global__ void thirds(float *out, int n) {
  __shared__ int c[1024];
  for (int k = threadIdx.x; k < n; k += 256)
    c[(k % 32) * 32 + (k / 24) % 32] = k;
    // CHECK: :[[@LINE-1]]:5: warning: up to 24-way {{.*}}'c' costs about 2,856 wavefronts per block; 256 with the suggested layout
  __syncthreads();
  for (int k = threadIdx.x; k < n; k += 256)
    out[k] = c[(k / 24) % 32 * 32 + k % 32];
}

void host(float *out, int n) {
  quotient<<<1, 256>>>(out, n);
  bits<<<1, 256>>>(out, n);
  thirds<<<1, 256>>>(out, n);
}
