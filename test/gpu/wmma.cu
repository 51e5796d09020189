// REQUIRES: cuda-toolkit
// RUN: %validate %s
//
// Fragments of nvcuda::wmma in tiles whose rows are Pitch elements apart.

#include "launch.h"
#include <mma.h>

// A fragment of halves is 2 x 2 matrices of 8 rows of 16 bytes, each of which
// costs what the rows need of the fullest bank: the rows start Pitch / 2 words
// apart.
//   Pitch 16: 8 * r modulo 32, two rows in each of four places: 4 * 2
//   Pitch 24: 12 * r modulo 32, all different: 4 * 1
//   Pitch 72: 36 * r modulo 32 = 4 * r: 4 * 1
// The accumulator is stored as 2 x 2 matrices of 8 rows of 8 floats: lane t has
// two floats of row t / 4, so that a half-warp has four rows, Pitch words
// apart.
//   Pitch 16: 16 * r modulo 32, two rows in each of two places: 4 * (2 + 2)
//   Pitch 24: 24 * r modulo 32, all different: 4 * (1 + 1)
//   Pitch 72: 8 * r modulo 32: 4 * (1 + 1)
// The tiles of halves are filled by Pitch / 4 stores each; one load reads the
// result.
//
// expect fragments<16>: ld=17 st=24
// expect fragments<24>: ld=9 st=20
// expect fragments<72>: ld=9 st=44
template <int Pitch> __global__ void fragments(const unsigned *in, float *out) {
  using namespace nvcuda::wmma;
  __shared__ alignas(128) half a[16 * Pitch];
  __shared__ alignas(128) half b[16 * Pitch];
  __shared__ alignas(128) float c[16 * Pitch];
  volatile unsigned *wordsOfA = reinterpret_cast<unsigned *>(a);
  volatile unsigned *wordsOfB = reinterpret_cast<unsigned *>(b);
  int t = threadIdx.x;
  for (int i = 0; i < Pitch / 4; ++i) {
    wordsOfA[32 * i + t] = in[t]; // st 1, Pitch / 4 times
    wordsOfB[32 * i + t] = in[t]; // st 1, Pitch / 4 times
  }
  __syncthreads();
  fragment<matrix_a, 16, 16, 16, half, row_major> left;
  fragment<matrix_b, 16, 16, 16, half, row_major> right;
  fragment<accumulator, 16, 16, 16, float> sum;
  load_matrix_sync(left, a, Pitch);  // ld 8 or 4
  load_matrix_sync(right, b, Pitch); // ld 8 or 4
  fill_fragment(sum, 0.0f);
  mma_sync(sum, left, right, sum);
  store_matrix_sync(c, sum, Pitch, mem_row_major); // st 16 or 8
  __syncthreads();
  volatile float *result = c;
  out[t] = result[t]; // ld 1
}

int main() {
  const unsigned *in = deviceArray<unsigned>();
  float *out = deviceArray<float>();
  fragments<16><<<1, 32>>>(in, out);
  fragments<24><<<1, 32>>>(in, out);
  fragments<72><<<1, 32>>>(in, out);
  return finish();
}
