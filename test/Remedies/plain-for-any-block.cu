// Where nobody gives the block, a layout that is plain to read goes before a matrix
// of bits that saves hardly more of the wavefronts of an assumed one.
//
// RUN: not %warplint %s %stub | FileCheck %s
// RUN: not %warplint --block=1024 %s %stub | FileCheck %s --check-prefix=KNOWN

// The way up of a scan: index k * (2 * t + 1) - 1, k from 1 to 1024. 1024 threads go
// to elements 2 * k apart, lanes of a warp to 32 / min(32, 2 * k) banks. An XOR with
// i / 32 spreads them until k is 16; one more with i / 1024 is for the last steps, of
// few lanes, and saves 15 of the 971 wavefronts that the matrix does: less than a
// twentieth.
__global__ void scan(float *out) {
  __shared__ float s[2048];
  // CHECK: :[[@LINE-1]]:20: help: suggested layout (assumed): XOR swizzle <5,0,5>, 's[i ^ ((i >> 5) & 31)]': about 1269 -> 313 wavefronts per block of 1024 x 1 x 1 threads
  // CHECK: :[[@LINE-2]]:20: note: equally good: padding of 1 after every 32 elements, 's[2112], s[i + i / 32]': about 1269 -> 313 wavefronts
  // KNOWN: :[[@LINE-3]]:20: help: suggested layout: bit matrix of 11 address bits, 's[i ^ ((i >> 5) & 31) ^ (i >> 10)]': about 1269 -> 298 wavefronts
  s[threadIdx.x * 2] = 1;
  s[threadIdx.x * 2 + 1] = 2;
  for (int d = 1024; d > 0; d >>= 1) {
    __syncthreads();
    if (threadIdx.x < d) {
      int k = 2048 / d / 2;
      s[k * (2 * threadIdx.x + 2) - 1] += s[k * (2 * threadIdx.x + 1) - 1];
    }
  }
  out[threadIdx.x] = s[threadIdx.x];
}
