// REQUIRES: cuda-toolkit
// RUN: %validate %s
// RUN: not %warplint --sort=source --checks='-*,warplint-tma-swizzle' %s 2>&1 | FileCheck %s
//
// CHECK: remark: swizzle of 'tile': under CU_TENSOR_MAP_SWIZZLE_NONE the load of the tile takes 32 wavefronts, under CU_TENSOR_MAP_SWIZZLE_128B 4
//
// Tiles that the copy engine fills in each of its modes, read by rows and by columns. Each
// kernel writes element (row, column) of the tile to out[row * columns + column]: where
// the index follows the swizzle of the map, that is the tensor, which main compares.
//
// The words of a tile are 0, 1, 2, ... A bank has every 32nd word, so the rows of 128 bytes
// that follow are those of banks. A column of 32 rows:
//
//   NONE, rows of 128 bytes   one bank                                  32 wavefronts
//   128B, rows of 128 bytes   chunk c ^ r % 8: 8 banks for 32 rows       4
//   64B, rows of 64 bytes     2 rows of 64 in 128 bytes, and 4 chunks: 8 banks   4
//   32B, rows of 32 bytes     4 rows of 32 in 128 bytes, and 2 chunks: 8 banks   4
//
// Rows are 128 bytes at a time, whose words a swizzle only exchanges: 1.

#include "launch.h"
#include <cuda.h>

constexpr int Rows = 32;

/// Has the copy engine fill \p tile and waits for it.
__device__ inline void fill(void *tile, const CUtensorMap *map, unsigned long long *done,
                            unsigned bytes) {
  const unsigned barrier = sharedAddress(done);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" :: "r"(barrier) : "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;"
                 :: "r"(barrier), "r"(bytes) : "memory");
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global"
                 ".mbarrier::complete_tx::bytes [%0], [%1, {%3, %3}], [%2];"
                 :: "r"(sharedAddress(tile)), "l"(map), "r"(barrier), "r"(0) : "memory");
  }
  __syncthreads();
  asm volatile("{\n.reg .pred p;\n"
               "AGAIN:\n"
               "mbarrier.try_wait.parity.shared.b64 p, [%0], 0;\n"
               "@!p bra AGAIN;\n}" :: "r"(barrier) : "memory");
}

/// As it is loaded, each by itself.
#define WORD(element) (*const_cast<const volatile float *>(&(element)))

/// Word \p x of row \p y of a tile of rows of \p Columns words, in the mode whose rows
/// these are.
template <int Columns> __device__ inline int swizzled(int y, int x) {
  constexpr int Chunks = Columns / 4;        // Of a row.
  constexpr int RowsIn128 = 32 / Columns;    // Rows of the tile in 128 bytes.
  return x ^ y / RowsIn128 % Chunks * 4;
}

// 32 columns of 32 wavefronts.
//
// expect columnsNone: ld=1024
__global__ void columnsNone(const __grid_constant__ CUtensorMap map, float *out) {
  __shared__ alignas(1024) float tile[Rows][32];
  __shared__ unsigned long long done;
  fill(tile, &map, &done, sizeof tile);
  for (int k = 0; k < 32; ++k)
    out[32 * threadIdx.x + k] = WORD(tile[threadIdx.x][k]);
}

// 32 rows.
//
// expect rowsNone: ld=32
__global__ void rowsNone(const __grid_constant__ CUtensorMap map, float *out) {
  __shared__ alignas(1024) float tile[Rows][32];
  __shared__ unsigned long long done;
  fill(tile, &map, &done, sizeof tile);
  for (int k = 0; k < Rows; ++k)
    out[32 * k + threadIdx.x] = WORD(tile[k][threadIdx.x]);
}

// 32 columns of 4 wavefronts.
//
// expect columns128: ld=128
__global__ void columns128(const __grid_constant__ CUtensorMap map, float *out) {
  __shared__ alignas(1024) float tile[Rows][32];
  __shared__ unsigned long long done;
  fill(tile, &map, &done, sizeof tile);
  for (int k = 0; k < 32; ++k)
    out[32 * threadIdx.x + k] = WORD(tile[threadIdx.x][swizzled<32>(threadIdx.x, k)]);
}

// 32 rows.
//
// expect rows128: ld=32
__global__ void rows128(const __grid_constant__ CUtensorMap map, float *out) {
  __shared__ alignas(1024) float tile[Rows][32];
  __shared__ unsigned long long done;
  fill(tile, &map, &done, sizeof tile);
  for (int k = 0; k < Rows; ++k)
    out[32 * k + threadIdx.x] = WORD(tile[k][swizzled<32>(k, threadIdx.x)]);
}

// 16 columns of 4 wavefronts.
//
// expect columns64: ld=64
__global__ void columns64(const __grid_constant__ CUtensorMap map, float *out) {
  __shared__ alignas(1024) float tile[Rows][16];
  __shared__ unsigned long long done;
  fill(tile, &map, &done, sizeof tile);
  for (int k = 0; k < 16; ++k)
    out[16 * threadIdx.x + k] = WORD(tile[threadIdx.x][swizzled<16>(threadIdx.x, k)]);
}

// Two rows at a time.
//
// expect rows64: ld=16
__global__ void rows64(const __grid_constant__ CUtensorMap map, float *out) {
  __shared__ alignas(1024) float tile[Rows][16];
  __shared__ unsigned long long done;
  fill(tile, &map, &done, sizeof tile);
  for (int k = 0; k < Rows / 2; ++k) {
    const int y = 2 * k + threadIdx.x / 16, x = threadIdx.x % 16;
    out[16 * y + x] = WORD(tile[y][swizzled<16>(y, x)]);
  }
}

// 8 columns of 4 wavefronts.
//
// expect columns32: ld=32
__global__ void columns32(const __grid_constant__ CUtensorMap map, float *out) {
  __shared__ alignas(1024) float tile[Rows][8];
  __shared__ unsigned long long done;
  fill(tile, &map, &done, sizeof tile);
  for (int k = 0; k < 8; ++k)
    out[8 * threadIdx.x + k] = WORD(tile[threadIdx.x][swizzled<8>(threadIdx.x, k)]);
}

// Four rows at a time.
//
// expect rows32: ld=8
__global__ void rows32(const __grid_constant__ CUtensorMap map, float *out) {
  __shared__ alignas(1024) float tile[Rows][8];
  __shared__ unsigned long long done;
  fill(tile, &map, &done, sizeof tile);
  for (int k = 0; k < Rows / 4; ++k) {
    const int y = 4 * k + threadIdx.x / 8, x = threadIdx.x % 8;
    out[8 * y + x] = WORD(tile[y][swizzled<8>(y, x)]);
  }
}

// The columns of NONE under 128B: the same wavefronts, and other elements.
//
// expect ignored128: ld=1024
__global__ void ignored128(const __grid_constant__ CUtensorMap map, float *out) {
  __shared__ alignas(1024) float tile[Rows][32];
  __shared__ unsigned long long done;
  fill(tile, &map, &done, sizeof tile);
  for (int k = 0; k < 32; ++k)
    out[32 * threadIdx.x + k] = WORD(tile[threadIdx.x][k]);
  // CHECK: warning: this 32-bit load of 'tile' is not swizzled, but its tensor map uses CU_TENSOR_MAP_SWIZZLE_128B
}

// 16 columns, 2 rows of 64 bytes in 128: 16 wavefronts each.
//
// expect ignored64: ld=256
__global__ void ignored64(const __grid_constant__ CUtensorMap map, float *out) {
  __shared__ alignas(1024) float tile[Rows][16];
  __shared__ unsigned long long done;
  fill(tile, &map, &done, sizeof tile);
  for (int k = 0; k < 16; ++k)
    out[16 * threadIdx.x + k] = WORD(tile[threadIdx.x][k]);
  // CHECK: warning: this 32-bit load of 'tile' is not swizzled, but its tensor map uses CU_TENSOR_MAP_SWIZZLE_64B
}

// 8 columns, 4 rows of 32 bytes in 128: 8 wavefronts each.
//
// expect ignored32: ld=64
__global__ void ignored32(const __grid_constant__ CUtensorMap map, float *out) {
  __shared__ alignas(1024) float tile[Rows][8];
  __shared__ unsigned long long done;
  fill(tile, &map, &done, sizeof tile);
  for (int k = 0; k < 8; ++k)
    out[8 * threadIdx.x + k] = WORD(tile[threadIdx.x][k]);
  // CHECK: warning: this 32-bit load of 'tile' is not swizzled, but its tensor map uses CU_TENSOR_MAP_SWIZZLE_32B
}

// The XOR of 128B where the map has no swizzle: 4 wavefronts a column, and other elements.
//
// expect needless128: ld=128
__global__ void needless128(const __grid_constant__ CUtensorMap map, float *out) {
  __shared__ alignas(1024) float tile[Rows][32];
  __shared__ unsigned long long done;
  fill(tile, &map, &done, sizeof tile);
  for (int k = 0; k < 32; ++k)
    out[32 * threadIdx.x + k] = WORD(tile[threadIdx.x][swizzled<32>(threadIdx.x, k)]);
  // CHECK: warning: this 32-bit load of 'tile' uses the swizzle of CU_TENSOR_MAP_SWIZZLE_128B, but its tensor map uses CU_TENSOR_MAP_SWIZZLE_NONE
}
// CHECK: 4 warnings generated

/// A map of \p Rows rows of \p Columns words, 0, 1, 2, ...
template <int Columns> static CUtensorMap encoded(float *in, CUtensorMapSwizzle swizzle) {
  void *entry = nullptr;
  cudaDriverEntryPointQueryResult result;
  check(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &entry, 12000,
                                         cudaEnableDefault, &result));
  const auto encode = reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(entry);
  CUtensorMap map;
  const cuuint64_t lengths[2] = {Columns, Rows}, strides[1] = {Columns * sizeof(float)};
  const cuuint32_t box[2] = {Columns, Rows}, steps[2] = {1, 1};
  if (encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, in, lengths, strides, box, steps,
             CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE,
             CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS) {
    std::fprintf(stderr, "cuTensorMapEncodeTiled failed\n");
    std::exit(1);
  }
  return map;
}

/// \p out has the first \p columns * Rows numbers in their order.
static bool isTensor(const float *out, int columns) {
  static float host[32 * Rows];
  check(cudaMemcpy(host, out, columns * Rows * sizeof(float), cudaMemcpyDeviceToHost));
  for (int i = 0; i < columns * Rows; ++i)
    if (host[i] != float(i))
      return false;
  return true;
}

static void expect(bool Holds, const char *What) {
  if (Holds)
    return;
  std::fprintf(stderr, "not so: %s\n", What);
  std::exit(1);
}

int main() {
  static float numbers[32 * Rows];
  for (int i = 0; i < 32 * Rows; ++i)
    numbers[i] = float(i);
  float *in = deviceArray<float>(32 * Rows);
  check(cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice));
  float *out[12];
  for (float *&result : out)
    result = deviceArray<float>(32 * Rows);
  const CUtensorMap none = encoded<32>(in, CU_TENSOR_MAP_SWIZZLE_NONE);
  const CUtensorMap by128 = encoded<32>(in, CU_TENSOR_MAP_SWIZZLE_128B);
  const CUtensorMap by64 = encoded<16>(in, CU_TENSOR_MAP_SWIZZLE_64B);
  const CUtensorMap by32 = encoded<8>(in, CU_TENSOR_MAP_SWIZZLE_32B);
  columnsNone<<<1, 32>>>(none, out[0]);
  rowsNone<<<1, 32>>>(none, out[1]);
  columns128<<<1, 32>>>(by128, out[2]);
  rows128<<<1, 32>>>(by128, out[3]);
  columns64<<<1, 32>>>(by64, out[4]);
  rows64<<<1, 32>>>(by64, out[5]);
  columns32<<<1, 32>>>(by32, out[6]);
  rows32<<<1, 32>>>(by32, out[7]);
  ignored128<<<1, 32>>>(by128, out[8]);
  ignored64<<<1, 32>>>(by64, out[9]);
  ignored32<<<1, 32>>>(by32, out[10]);
  needless128<<<1, 32>>>(none, out[11]);
  const int Status = finish();
  expect(isTensor(out[0], 32) && isTensor(out[1], 32), "NONE is read as it is");
  expect(isTensor(out[2], 32) && isTensor(out[3], 32), "128B is read with its swizzle");
  expect(isTensor(out[4], 16) && isTensor(out[5], 16), "64B is read with its swizzle");
  expect(isTensor(out[6], 8) && isTensor(out[7], 8), "32B is read with its swizzle");
  expect(!isTensor(out[8], 32), "without the swizzle of 128B it is no tensor");
  expect(!isTensor(out[9], 16), "without the swizzle of 64B it is no tensor");
  expect(!isTensor(out[10], 8), "without the swizzle of 32B it is no tensor");
  expect(!isTensor(out[11], 32), "with a swizzle that the map has not it is no tensor");
  return Status;
}
