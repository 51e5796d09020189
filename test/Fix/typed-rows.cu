// RUN: rm -rf %t && mkdir %t && %without_checks %s > %t/fixed.cu
// RUN: %warplint --fix %t/fixed.cu %stub
// RUN: FileCheck --input-file=%t/fixed.cu %s
// RUN: not %warplint --fix-style=pad %s %stub | FileCheck %s --check-prefix=TEXT
//
// Instances of a template whose elements have different sizes: rows grow by as many
// bytes in all of them.

#define SIDE 32

// By hand, for a column of 32 rows: rows of 33 words, of 34 shorts (17 words) and of
// 36 bytes (9 words) are odd numbers of words long, 1 wavefront each. In rows of 33
// bytes lanes 0 and 31 read words 0 and 256 (byte 31 * 33 + 1) of bank 0, where
// the column is the second.
template <typename T> __global__ void transpose(const T *in, T *out) {
  __shared__ T tile[32][32];
  // CHECK: __shared__ T tile[32][32 + 4 / sizeof(T)];
  // TEXT: help: suggested layout: rows padded by 4 bytes
  for (int j = threadIdx.y; j < 32; j += 8)
    tile[j][threadIdx.x] = in[j * 32 + threadIdx.x];
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += 8)
    out[j * 32 + threadIdx.x] = tile[threadIdx.x][j];
}

// The extent has a name.
template <typename T> __global__ void named(const T *in, T *out) {
  __shared__ T tile[SIDE][SIDE];
  // CHECK: __shared__ T tile[SIDE][SIDE + 4 / sizeof(T)];
  for (int j = threadIdx.y; j < SIDE; j += 8)
    tile[j][threadIdx.x] = in[j * SIDE + threadIdx.x];
  __syncthreads();
  for (int j = threadIdx.y; j < SIDE; j += 8)
    out[j * SIDE + threadIdx.x] = tile[threadIdx.x][j];
}

// 4 bytes are no number of doubles, and rows of 34 floats have two rows in a bank:
// one element more is right for both.
template <typename T> __global__ void wide(const T *in, T *out) {
  __shared__ T tile[32][32];
  // CHECK: __shared__ T tile[32][33];
  for (int j = threadIdx.y; j < 32; j += 8)
    tile[j][threadIdx.x] = in[j * 32 + threadIdx.x];
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += 8)
    out[j * 32 + threadIdx.x] = tile[threadIdx.x][j];
}

void run(float *f, short *s, unsigned char *c, double *d) {
  transpose<<<1, dim3(32, 8)>>>(f, f);
  transpose<<<1, dim3(32, 8)>>>(s, s);
  transpose<<<1, dim3(32, 8)>>>(c, c);
  named<<<1, dim3(32, 8)>>>(f, f);
  named<<<1, dim3(32, 8)>>>(c, c);
  wide<<<1, dim3(32, 8)>>>(f, f);
  wide<<<1, dim3(32, 8)>>>(d, d);
}
