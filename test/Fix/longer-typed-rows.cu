// RUN: rm -rf %t && mkdir %t && %without_checks %s > %t/a.cu
// RUN: %warplint --fail-on=never --fix %t/a.cu %stub
// RUN: FileCheck %s --input-file=%t/a.cu
// RUN: cp %t/a.cu %t/again.cu && %warplint --fail-on=never --fix %t/again.cu %stub
// RUN: cmp %t/a.cu %t/again.cu
// RUN: %warplint --fail-on=never --fix-style=auto %s %stub | FileCheck %s --check-prefix=NOTE
//
// Rows that a cast makes of dynamic memory, of a length whose XOR has no short form:
// the types that spell the length grow, and the launch with them.
//
// nvcc issues four rounds of a loop along a row as a load of 128 bits. Eight lanes
// are served at once: in rows of 48 words they begin in banks 0, 16, 0, 16, ..., four
// in each; in rows of 52 in banks 0, 20, 8, 28, 16, 4, 24, 12.

#define W 48

__global__ void written(const float *in, float *out) {
  extern __shared__ float a[];
  float(*rows)[48] = (float(*)[48])a;
  // CHECK: float(*rows)[52] = (float(*)[52])a;
  for (int r = threadIdx.y; r < 64; r += 8)
    for (int c = threadIdx.x; c < 48; c += 32)
      rows[r][c] = in[r * 48 + c];
  // CHECK: rows[r][c] = in[r * 48 + c];
  __syncthreads();
  int t = threadIdx.y * 32 + threadIdx.x;
  if (t < 64) {
    float s = 0;
    for (int c = 0; c < 48; ++c)
      s += rows[t][c];
    out[t] = s;
  }
}

// The type of the name follows the cast; a function spells its own.
__device__ float sumOf(float (*rows)[W], int t) {
  // CHECK: sumOf(float (*rows)[W + 4], int t)
  float s = 0;
  for (int c = 0; c < W; ++c)
    s += rows[t][c];
  return s;
}
__global__ void passed(const float *in, float *out) {
  extern __shared__ float b[];
  auto rows = reinterpret_cast<float (*)[W]>(b);
  // CHECK: reinterpret_cast<float (*)[W + 4]>(b);
  for (int r = threadIdx.y; r < 64; r += 8)
    for (int c = threadIdx.x; c < W; c += 32)
      rows[r][c] = in[r * W + c];
  __syncthreads();
  int t = threadIdx.y * 32 + threadIdx.x;
  if (t < 64)
    out[t] = sumOf(rows, t);
}

// Another name spells the rows: that would have to grow for all who use it.
using Row = float[48];
__global__ void named(const float *in, float *out) {
  extern __shared__ float c[];
  Row *rows = (Row *)c;
  // CHECK: Row *rows = (Row *)c;
  // NOTE: note: cannot fix 'c':
  for (int r = threadIdx.y; r < 64; r += 8)
    for (int i = threadIdx.x; i < 48; i += 32)
      rows[r][i] = in[r * 48 + i];
  __syncthreads();
  int t = threadIdx.y * 32 + threadIdx.x;
  if (t < 64) {
    float s = 0;
    for (int i = 0; i < 48; ++i)
      s += rows[t][i];
    out[t] = s;
  }
}

// A launch that something else sizes cannot be edited.
__global__ void sized(const float *in, float *out) {
  extern __shared__ float d[];
  auto rows = (float(*)[48])d;
  // CHECK: auto rows = (float(*)[48])d;
  for (int r = threadIdx.y; r < 64; r += 8)
    for (int i = threadIdx.x; i < 48; i += 32)
      rows[r][i] = in[r * 48 + i];
  __syncthreads();
  int t = threadIdx.y * 32 + threadIdx.x;
  if (t < 64) {
    float s = 0;
    for (int i = 0; i < 48; ++i)
      s += rows[t][i];
    out[t] = s;
  }
}
static constexpr int Bytes = 64 * 48 * sizeof(float);
void other(const void *f, int bytes);

void run(const float *in, float *out) {
  dim3 block(32, 8);
  written<<<1, block, 64 * 48 * sizeof(float)>>>(in, out);
  // CHECK: written<<<1, block, 64 * 52 * sizeof(float)>>>(in, out);
  passed<<<1, block, 64 * W * sizeof(float)>>>(in, out);
  // CHECK: passed<<<1, block, 64 * (W + 4) * sizeof(float)>>>(in, out);
  named<<<1, block, 64 * 48 * sizeof(float)>>>(in, out);
  // CHECK: named<<<1, block, 64 * 48 * sizeof(float)>>>(in, out);
  other((const void *)sized, Bytes);
  sized<<<1, block, Bytes>>>(in, out);
  // CHECK: sized<<<1, block, Bytes>>>(in, out);
}
