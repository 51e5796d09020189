// Rows that are padded in parts: the declaration grows by all pads of a row, and
// the column moves by those before it. nvcc joins four loads of 8 columns a
// thread, lanes 32 bytes apart: of 8 lanes that are served together, the first
// and the fifth meet. An XOR would part the loads, and so would the whole column
// in the function: what the loop adds stays behind it.
//
// RUN: rm -rf %t && mkdir %t && %without_checks %s > %t/a.cu
// RUN: not %warplint %s %stub | FileCheck %s --check-prefix=NOTE
// RUN: %warplint --fix --fail-on=never %t/a.cu %stub
// RUN: FileCheck %s --input-file=%t/a.cu
// RUN: cp %t/a.cu %t/again.cu && %warplint --fix --fail-on=never %t/again.cu %stub && cmp %t/a.cu %t/again.cu

// 16 requests of 8 warps take 8 wavefronts, 1024, and a store of 16 bytes a lane
// 4 of each warp, 32. Lanes that begin at 0, 8, 16, 24, 36, 44, 52 and 60 take 4:
// 512. 8 rows of 16 more words are 512 bytes.
// CHECK: __device__ inline unsigned bsColumn(unsigned i) { return i + i / 32 * 4; }
template <int Columns> __global__ void product(const float *b, float *out) {
  __shared__ float bs[8][Columns];
  // NOTE: help: suggested layout: padding of 4 after every 32 elements, 'bs[8][144], bs[row][col + col / 32 * 4]': 1056 -> 544 wavefronts per block (optimal, 512 bytes more)
  // CHECK: __shared__ float bs[8][Columns + 16];
  int t = threadIdx.x;
  *reinterpret_cast<float4 *>(&bs[t / 32][t % 32 * 4]) =
      *reinterpret_cast<const float4 *>(&b[t * 4]);
  // CHECK: &bs[t / 32][bsColumn(t % 32 * 4)])
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k)
#pragma unroll
    for (int i = 0; i < 8; ++i)
      sum += (k + i) * bs[k][t % 16 * 8 + i];
  // CHECK: sum += (k + i) * bs[k][bsColumn(t % 16 * 8) + i];
  out[t] = sum;
}

// The same with rows and columns in one index: 1024 and 32, 512 and 32.
// CHECK: __device__ inline unsigned flatColumn(unsigned i) { return i + i / 32 * 4; }
__global__ void flatProduct(const float *b, float *out) {
  __shared__ float flat[8 * 128];
  // NOTE: help: suggested layout: padding of 4 after every 32 elements, 'flat[1152], flat[i + i / 32 * 4]': 1056 -> 544 wavefronts per block (optimal, 512 bytes more)
  // CHECK: __shared__ float flat[8 * 144];
  int t = threadIdx.x;
  *reinterpret_cast<float4 *>(&flat[t / 32 * 128 + t % 32 * 4]) =
      *reinterpret_cast<const float4 *>(&b[t * 4]);
  // CHECK: &flat[t / 32 * 144 + flatColumn(t % 32 * 4)])
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k)
#pragma unroll
    for (int i = 0; i < 8; ++i)
      sum += (k + i) * flat[k * 128 + t % 16 * 8 + i];
  // CHECK: sum += (k + i) * flat[k * 144 + flatColumn(t % 16 * 8) + i];
  out[t] = sum;
}
void run(const float *in, float *out) {
  product<128><<<1, 256>>>(in, out);
  flatProduct<<<1, 256>>>(in, out);
}
