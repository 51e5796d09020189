// An XOR of bits that all lie inside of a row is written in the last subscript
// alone: the row's number has no part in it. The column would stand there twice:
// a function reads it once.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %without_checks %s > %t/fixed.cu && %warplint --fix %t/fixed.cu %stub
// RUN: FileCheck %s --input-file=%t/fixed.cu --check-prefix=EXPRESSION
// RUN: cp %t/fixed.cu %t/again.cu && %warplint --fix %t/again.cu %stub
// RUN: cmp %t/fixed.cu %t/again.cu

#define FLOAT4(x) (*reinterpret_cast<float4 *>(&(x)))

// The B tile of a matrix product: vectors of 16 bytes, 32 bytes apart, so that
// the eight lanes of a quarter-warp meet in every other group of four banks.
// EXPRESSION: {{^}}__device__ inline unsigned bsColumn(unsigned column) { return column ^ ((column >> 3) & 4); }
__global__ void product(float *in, float *out) {
  __shared__ __align__(16) float bs[8][128];
  int t = threadIdx.x, tx = t % 16;
  FLOAT4(bs[t / 32][t % 32 * 4]) = FLOAT4(in[t * 4]);
  // EXPRESSION: FLOAT4(bs[t / 32][bsColumn(t % 32 * 4)]) =
  __syncthreads();
  for (int k = 0; k < 8; ++k) {
    float4 a = FLOAT4(bs[k][tx * 8]);
    // EXPRESSION: FLOAT4(bs[k][bsColumn(tx * 8)]);
    float4 b = *reinterpret_cast<float4 *>(&bs[k][tx * 8 + 4]);
    // EXPRESSION: (&bs[k][bsColumn(tx * 8 + 4)]);
    float4 c = reinterpret_cast<float4 *>(&bs[k][0])[tx * 2];
    // EXPRESSION: (&bs[k][bsColumn(4 * (tx * 2))])[0];
    out[k * 256 + t] = a.x + b.y * c.z;
  }
}

// Of two stages.
// EXPRESSION: {{^}}__device__ inline unsigned ringColumn(unsigned column) { return column ^ ((column >> 3) & 4); }
__global__ void stages(float *in, float *out) {
  __shared__ __align__(16) float ring[2][8][128];
  int t = threadIdx.x, tx = t % 16;
  for (int s = 0; s < 2; ++s)
    FLOAT4(ring[s][t / 32][t % 32 * 4]) = FLOAT4(in[s * 1024 + t * 4]);
  // EXPRESSION: FLOAT4(ring[s][t / 32][ringColumn(t % 32 * 4)]) =
  __syncthreads();
  for (int s = 0; s < 2; ++s)
    for (int k = 0; k < 8; ++k) {
      float4 a = FLOAT4(ring[s][k][tx * 8]);
      float4 b = FLOAT4(ring[s][k][tx * 8 + 4]);
      // EXPRESSION: FLOAT4(ring[s][k][ringColumn(tx * 8)]);
      // EXPRESSION: FLOAT4(ring[s][k][ringColumn(tx * 8 + 4)]);
      out[s * 2048 + k * 256 + t] = a.x + b.y;
    }
}

void run(float *in, float *out) {
  product<<<1, 256>>>(in, out);
  stages<<<1, 256>>>(in, out);
}
