// RUN: not %warplint --checks='-*,warplint-tma-swizzle' %s %stub -I %S/Inputs | %check %s
//
// Of 128 bytes that begin at a multiple of them, row r of shared memory,
// CU_TENSOR_MAP_SWIZZLE_128B puts chunk c (16 bytes, 4 words) at c ^ r % 8,
// CU_TENSOR_MAP_SWIZZLE_64B at c ^ r % 4 and CU_TENSOR_MAP_SWIZZLE_32B at c ^ r % 2.

#include "tensor_map.h"

template <CUtensorMapDataType type, CUtensorMapSwizzle swizzle, int columns, int rows, class K>
void run(K *kernel, void *in, float *out) {
  CUtensorMap map;
  encode<columns, rows>(&map, in, type, swizzle);
  kernel<<<1, 32>>>(map, out);
}
constexpr auto Float = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
constexpr auto Half = CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
constexpr auto None = CU_TENSOR_MAP_SWIZZLE_NONE;
constexpr auto S32 = CU_TENSOR_MAP_SWIZZLE_32B;
constexpr auto S64 = CU_TENSOR_MAP_SWIZZLE_64B;
constexpr auto S128 = CU_TENSOR_MAP_SWIZZLE_128B;

//===----------------------------------------------------------------------===//
// No swizzle where the map has one
//===----------------------------------------------------------------------===//

// The first thread that is not in row 0 is 8: byte 128, chunk 0 of row 1. What is there
// is chunk 1, of byte 144. 128-bit loads of whole rows take 4 wavefronts in any order.
__global__ void rows128(const __grid_constant__ CUtensorMap map, float *g) {
  __shared__ alignas(1024) uint4 tile[4][8];
  __shared__ uint64_t done;
  FILL(tile, &map, done);
  __syncthreads();
  ((uint4 *)g)[threadIdx.x] = tile[threadIdx.x / 8][threadIdx.x % 8];
  // CHECK: :[[@LINE-1]]:31: warning: this 128-bit load of 'tile' is not swizzled, but its tensor map uses CU_TENSOR_MAP_SWIZZLE_128B [warplint-tma-swizzle]
  // CHECK: note: thread 8 is at byte 128 of 'tile', which holds the data of byte 144
  // CHECK: note: CU_TENSOR_MAP_SWIZZLE_128B puts the 16-byte chunk c of row r at chunk c ^ r % 8 (128 bytes per row)
  // CHECK: note: with the swizzle it takes 4 wavefronts; with CU_TENSOR_MAP_SWIZZLE_NONE, 4
  // CHECK: tensor_map.h:{{.*}}: note: its tensor map is encoded here
}

// 32 rows of one column are 32 words of one bank; with the swizzle the 8 chunks have
// them in turn: 32 rows in 8 banks, 4 wavefronts.
__global__ void columns128(const __grid_constant__ CUtensorMap map, float *g) {
  __shared__ alignas(1024) float tile[32][32];
  __shared__ uint64_t done;
  FILL(tile, &map, done);
  __syncthreads();
  for (int k = 0; k < 32; ++k)
    g[32 * k + threadIdx.x] = tile[threadIdx.x][k];
  // CHECK: :[[@LINE-1]]:31: warning: this 32-bit load of 'tile' is not swizzled, but its tensor map uses CU_TENSOR_MAP_SWIZZLE_128B
  // CHECK: note: thread 1 is at byte 128 of 'tile', which holds the data of byte 144
  // CHECK: note: with the swizzle it takes 4 wavefronts; with CU_TENSOR_MAP_SWIZZLE_NONE, 32
}

// One column alone: 128 * lane is a sum with the swizzle taken back, too (144 * lane, as
// far as 8 rows go), but nothing in the index is exclusive.
__global__ void oneColumn(const __grid_constant__ CUtensorMap map, float *g) {
  __shared__ alignas(1024) float tile[32][32];
  __shared__ uint64_t done;
  FILL(tile, &map, done);
  __syncthreads();
  g[threadIdx.x] = tile[threadIdx.x % 8][0];
  // CHECK: :[[@LINE-1]]:20: warning: this 32-bit load of 'tile' is not swizzled
}

// Two rows of 64 bytes are 128: 16 rows a bank, and 4 with the swizzle, which 4 chunks
// have in turn. Thread 2 is at byte 128, where chunk 1 of its 128 bytes is.
__global__ void columns64(const __grid_constant__ CUtensorMap map, float *g) {
  __shared__ alignas(512) float tile[32][16];
  __shared__ uint64_t done;
  FILL(tile, &map, done);
  __syncthreads();
  for (int k = 0; k < 16; ++k)
    g[32 * k + threadIdx.x] = tile[threadIdx.x][k];
  // CHECK: :[[@LINE-1]]:31: warning: this 32-bit load of 'tile' is not swizzled, but its tensor map uses CU_TENSOR_MAP_SWIZZLE_64B
  // CHECK: note: thread 2 is at byte 128 of 'tile', which holds the data of byte 144
  // CHECK: note: CU_TENSOR_MAP_SWIZZLE_64B puts the 16-byte chunk c of row r at chunk c ^ r % 4 (128 bytes per row)
  // CHECK: note: with the swizzle it takes 4 wavefronts; with CU_TENSOR_MAP_SWIZZLE_NONE, 16
}

// Four rows of 32 bytes are 128: 8 rows a bank, and 4 with the swizzle.
__global__ void columns32(const __grid_constant__ CUtensorMap map, float *g) {
  __shared__ alignas(256) float tile[32][8];
  __shared__ uint64_t done;
  FILL(tile, &map, done);
  __syncthreads();
  for (int k = 0; k < 8; ++k)
    g[32 * k + threadIdx.x] = tile[threadIdx.x][k];
  // CHECK: :[[@LINE-1]]:31: warning: this 32-bit load of 'tile' is not swizzled, but its tensor map uses CU_TENSOR_MAP_SWIZZLE_32B
  // CHECK: note: thread 4 is at byte 128 of 'tile', which holds the data of byte 144
  // CHECK: note: with the swizzle it takes 4 wavefronts; with CU_TENSOR_MAP_SWIZZLE_NONE, 8
}

// ldmatrix: 8 rows of one column of chunks are one wavefront with the swizzle, 8 without;
// four matrices.
__global__ void matrices(const __grid_constant__ CUtensorMap map, float *g) {
  __shared__ alignas(1024) half tile[16][64];
  __shared__ uint64_t done;
  FILL(tile, &map, done);
  __syncthreads();
  unsigned a, b, c, d;
  for (int k = 0; k < 4; ++k) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                 : "r"(addressOf(&tile[threadIdx.x % 16][16 * k + threadIdx.x / 16 * 8])));
    // CHECK: :[[@LINE-3]]:5: warning: this ldmatrix.x4 of 'tile' is not swizzled, but its tensor map uses CU_TENSOR_MAP_SWIZZLE_128B
    // CHECK: note: with the swizzle it takes 4 wavefronts; with CU_TENSOR_MAP_SWIZZLE_NONE, 32
    g[threadIdx.x] = a + b + c + d;
  }
}

// What threads write for the copy engine to take: the same.
__global__ void emptied(const __grid_constant__ CUtensorMap map, float *g) {
  __shared__ alignas(1024) float tile[32][32];
  for (int k = 0; k < 32; ++k)
    tile[threadIdx.x][k] = g[32 * k + threadIdx.x];
  // CHECK: :[[@LINE-1]]:5: warning: this 32-bit store of 'tile' is not swizzled, but its tensor map uses CU_TENSOR_MAP_SWIZZLE_128B
  __syncthreads();
  EMPTY(&map, tile);
}

// Stages, one behind the other: 3 of 4096 bytes.
__global__ void stages(const __grid_constant__ CUtensorMap map, float *g) {
  __shared__ alignas(1024) float tile[3][32][32];
  __shared__ uint64_t done;
  int stage = 0;
  for (int i = 0; i < 9; ++i) {
    FILL(tile[stage], &map, done);
    __syncthreads();
    for (int k = 0; k < 32; ++k)
      g[32 * k + threadIdx.x] += tile[stage][threadIdx.x][k];
    // CHECK: :[[@LINE-1]]:34: warning: this 32-bit load of 'tile' is not swizzled
    stage = stage == 2 ? 0 : stage + 1;
  }
}

//===----------------------------------------------------------------------===//
// Another swizzle than the map's
//===----------------------------------------------------------------------===//

// c ^ r % 4 in rows of 128 bytes is what CU_TENSOR_MAP_SWIZZLE_64B does.
__global__ void narrower(const __grid_constant__ CUtensorMap map, float *g) {
  __shared__ alignas(1024) uint4 tile[32][8];
  __shared__ uint64_t done;
  FILL(tile, &map, done);
  __syncthreads();
  for (int k = 0; k < 8; ++k)
    ((uint4 *)g)[32 * k + threadIdx.x] = tile[threadIdx.x][k ^ threadIdx.x % 4];
  // CHECK: :[[@LINE-1]]:42: warning: this 128-bit load of 'tile' uses the swizzle of CU_TENSOR_MAP_SWIZZLE_64B, but its tensor map uses CU_TENSOR_MAP_SWIZZLE_128B
}

// Exclusive or, and nothing that would have swizzled.
__global__ void needless(const __grid_constant__ CUtensorMap map, float *g) {
  __shared__ alignas(1024) uint4 tile[32][8];
  __shared__ uint64_t done;
  FILL(tile, &map, done);
  __syncthreads();
  for (int k = 0; k < 8; ++k)
    ((uint4 *)g)[32 * k + threadIdx.x] = tile[threadIdx.x][k ^ threadIdx.x % 8];
  // CHECK: :[[@LINE-1]]:42: warning: this 128-bit load of 'tile' uses the swizzle of CU_TENSOR_MAP_SWIZZLE_128B, but its tensor map uses CU_TENSOR_MAP_SWIZZLE_NONE
  // CHECK: note: CU_TENSOR_MAP_SWIZZLE_128B puts the 16-byte chunk c of row r at chunk c ^ r % 8
}

//===----------------------------------------------------------------------===//
// As the map has it, or not to be told
//===----------------------------------------------------------------------===//

__global__ void right128(const __grid_constant__ CUtensorMap map, float *g) {
  __shared__ alignas(1024) uint4 tile[32][8];
  __shared__ uint64_t done;
  FILL(tile, &map, done);
  __syncthreads();
  for (int k = 0; k < 8; ++k)
    ((uint4 *)g)[32 * k + threadIdx.x] = tile[threadIdx.x][k ^ threadIdx.x % 8];
}

// Words: the chunk of column k is k / 4.
__global__ void right64(const __grid_constant__ CUtensorMap map, float *g) {
  __shared__ alignas(512) float tile[32][16];
  __shared__ uint64_t done;
  FILL(tile, &map, done);
  __syncthreads();
  for (int k = 0; k < 16; ++k)
    g[32 * k + threadIdx.x] = tile[threadIdx.x][k ^ threadIdx.x / 2 % 4 * 4];
}

__global__ void right32(const __grid_constant__ CUtensorMap map, float *g) {
  __shared__ alignas(256) float tile[32][8];
  __shared__ uint64_t done;
  FILL(tile, &map, done);
  __syncthreads();
  for (int k = 0; k < 8; ++k)
    g[32 * k + threadIdx.x] = tile[threadIdx.x][k ^ threadIdx.x / 4 % 2 * 4];
}

// Chunks are counted over the tile, with 8 a row: their number, row and column of 16
// bytes, and back to elements. 64 halves are a row.
__global__ void chunkByChunk(const __grid_constant__ CUtensorMap map, float *g) {
  constexpr int NX = 64;
  __shared__ alignas(1024) half tile[32][NX];
  __shared__ uint64_t done;
  FILL(tile, &map, done);
  __syncthreads();
  const int y = threadIdx.x;
  for (int x = 0; x < NX; ++x) {
    const int i16 = (y * NX + x) * sizeof(half) / 16;
    const int y16 = i16 / 8, x16 = i16 % 8;
    const int swizzled16 = y16 ^ x16;
    const int swizzled = swizzled16 * 16 / sizeof(half) % NX + x % (16 / sizeof(half));
    g[32 * x + y] = tile[y16][swizzled].bits;
  }
}

// The address as bits, as CUTLASS computes it.
__global__ void bitwise(const __grid_constant__ CUtensorMap map, float *g) {
  __shared__ alignas(1024) char tile[4096];
  __shared__ uint64_t done;
  FILL(tile, &map, done);
  __syncthreads();
  for (int k = 0; k < 32; ++k) {
    unsigned at = 128 * threadIdx.x + 4 * k;
    at ^= (at & 0x380) >> 3;
    g[32 * k + threadIdx.x] = *(float *)&tile[at];
  }
}

// A transposition of 8 x 8 chunks through two tiles, as the programming guide has it.
__global__ void transposed(const __grid_constant__ CUtensorMap map, float *g) {
  __shared__ alignas(1024) int4 tile[8][8];
  __shared__ alignas(1024) int4 back[8][8];
  __shared__ uint64_t done;
  FILL(tile, &map, done);
  __syncthreads();
  for (int j = threadIdx.x; j < 8; j += blockDim.x)
    for (int i = 0; i < 8; ++i)
      back[j][(j % 8) ^ i] = tile[i][(i % 8) ^ j];
  __syncthreads();
  EMPTY(&map, back);
}

// Rows 0 and 8 are where they would be without a swizzle.
__global__ void everyEighth(const __grid_constant__ CUtensorMap map, float *g) {
  __shared__ alignas(1024) float tile[32][32];
  __shared__ uint64_t done;
  FILL(tile, &map, done);
  __syncthreads();
  g[threadIdx.x] = tile[0][threadIdx.x] + tile[8][threadIdx.x];
}

// Threads write the tile, too: what they read may be theirs.
__global__ void reused(const __grid_constant__ CUtensorMap map, float *g) {
  __shared__ alignas(1024) float tile[32][32];
  __shared__ uint64_t done;
  FILL(tile, &map, done);
  __syncthreads();
  tile[threadIdx.x][1] = g[threadIdx.x];
  __syncthreads();
  g[threadIdx.x] = tile[threadIdx.x % 8][3];
}

// A function of another file gets the tile, and may write it.
__device__ void fillElsewhere(float *);
__global__ void passedOn(const __grid_constant__ CUtensorMap map, float *g) {
  __shared__ alignas(1024) float tile[32][32];
  __shared__ uint64_t done;
  FILL(tile, &map, done);
  fillElsewhere(&tile[0][0]);
  __syncthreads();
  g[threadIdx.x] = tile[threadIdx.x % 8][3];
}

// Boxes of one row of 128 bytes, which the kernel puts where it reads them.
__global__ void byRows(const __grid_constant__ CUtensorMap map, float *g) {
  __shared__ alignas(1024) uint4 tile[32][8];
  __shared__ uint64_t done;
  for (int row = 0; row < 32; ++row)
    FILL(tile[row], &map, done);
  __syncthreads();
  for (int k = 0; k < 8; ++k)
    ((uint4 *)g)[32 * k + threadIdx.x] = tile[threadIdx.x][k ^ threadIdx.x % 8];
}

// The launch rules the load out.
__global__ void neverRead(const __grid_constant__ CUtensorMap map, float *g, bool reads) {
  __shared__ alignas(1024) float tile[32][32];
  __shared__ uint64_t done;
  FILL(tile, &map, done);
  __syncthreads();
  if (reads)
    g[threadIdx.x] = tile[threadIdx.x % 8][3];
}

// What another array has is not the map's.
__global__ void beside(const __grid_constant__ CUtensorMap map, float *g) {
  __shared__ alignas(1024) float tile[32][32];
  __shared__ alignas(1024) float other[32][33];
  __shared__ uint64_t done;
  FILL(tile, &map, done);
  other[threadIdx.x][0] = g[threadIdx.x];
  __syncthreads();
  g[threadIdx.x] = other[0][threadIdx.x];
}

// The column is data.
__global__ void dataDependent(const __grid_constant__ CUtensorMap map, float *g) {
  __shared__ alignas(1024) float tile[32][32];
  __shared__ uint64_t done;
  FILL(tile, &map, done);
  __syncthreads();
  g[threadIdx.x] = tile[threadIdx.x][(int)g[threadIdx.x] & 31];
}

// Neither a sum nor a swizzle of the copy engine's: rows that are turned.
__global__ void turned(const __grid_constant__ CUtensorMap map, float *g) {
  __shared__ alignas(1024) uint4 tile[32][8];
  __shared__ uint64_t done;
  FILL(tile, &map, done);
  __syncthreads();
  for (int k = 0; k < 8; ++k)
    ((uint4 *)g)[32 * k + threadIdx.x] = tile[threadIdx.x][(k + threadIdx.x) % 8];
}

// Whole rows without a swizzle, which has none.
__global__ void none(const __grid_constant__ CUtensorMap map, float *g) {
  __shared__ alignas(1024) float tile[32][32];
  __shared__ uint64_t done;
  FILL(tile, &map, done);
  __syncthreads();
  for (int k = 0; k < 32; ++k)
    g[32 * k + threadIdx.x] = tile[k][threadIdx.x];
}

void all(void *in, float *g) {
  run<Float, S128, 32, 4>(rows128, in, g);
  run<Float, S128, 32, 32>(columns128, in, g);
  run<Float, S128, 32, 32>(oneColumn, in, g);
  run<Float, S64, 16, 32>(columns64, in, g);
  run<Float, S32, 8, 32>(columns32, in, g);
  run<Half, S128, 64, 16>(matrices, in, g);
  run<Float, S128, 32, 32>(emptied, in, g);
  run<Float, S128, 32, 32>(stages, in, g);
  run<Float, S128, 32, 32>(narrower, in, g);
  run<Float, None, 32, 32>(needless, in, g);
  run<Float, S128, 32, 32>(right128, in, g);
  run<Float, S64, 16, 32>(right64, in, g);
  run<Float, S32, 8, 32>(right32, in, g);
  run<Half, S128, 64, 32>(chunkByChunk, in, g);
  run<Float, S128, 32, 32>(bitwise, in, g);
  run<Float, S128, 32, 8>(transposed, in, g);
  run<Float, S128, 32, 32>(everyEighth, in, g);
  run<Float, S128, 32, 32>(reused, in, g);
  run<Float, S128, 32, 32>(passedOn, in, g);
  run<Float, None, 32, 1>(byRows, in, g);
  CUtensorMap map;
  encode<32, 32>(&map, in, Float, S128);
  neverRead<<<1, 32>>>(map, g, false);
  run<Float, S128, 32, 32>(beside, in, g);
  run<Float, S128, 32, 32>(dataDependent, in, g);
  run<Float, S128, 32, 32>(turned, in, g);
  run<Float, None, 32, 32>(none, in, g);
}
