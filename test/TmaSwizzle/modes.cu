// RUN: not %warplint --checks='-*,warplint-tma-swizzle' %s %stub -I %S/Inputs | %check %s
//
// What the loads of a tile would take in another mode whose rows are as long; and tiles
// that do not begin where the pattern of their mode does.

#include "tensor_map.h"

template <CUtensorMapDataType type, CUtensorMapSwizzle swizzle, int columns, int rows, class K>
void run(K *kernel, void *in, float *out) {
  CUtensorMap map;
  encode<columns, rows>(&map, in, type, swizzle);
  kernel<<<1, 32>>>(map, out);
}
constexpr auto Float = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
constexpr auto None = CU_TENSOR_MAP_SWIZZLE_NONE;
constexpr auto S64 = CU_TENSOR_MAP_SWIZZLE_64B;
constexpr auto S128 = CU_TENSOR_MAP_SWIZZLE_128B;

//===----------------------------------------------------------------------===//
// Modes
//===----------------------------------------------------------------------===//

// A quarter-warp reads chunk k of 8 rows of 128 bytes: 8 wavefronts, and 1 where the
// chunks lie in 8 places. 4 quarter-warps.
__global__ void wide(const __grid_constant__ CUtensorMap map, uint4 *g) {
  __shared__ alignas(1024) uint4 tile[32][8];
  __shared__ uint64_t done;
  FILL(tile, &map, done);
  // CHECK: :[[@LINE-1]]:3: remark: swizzle of 'tile': under CU_TENSOR_MAP_SWIZZLE_NONE the load of the tile takes 32 wavefronts, under CU_TENSOR_MAP_SWIZZLE_128B 4, without a conflict [warplint-tma-swizzle]
  __syncthreads();
  for (int k = 0; k < 8; ++k)
    g[32 * k + threadIdx.x] = tile[threadIdx.x][k];
  // CHECK: :[[@LINE-1]]:31: note: this 128-bit load: 32 under CU_TENSOR_MAP_SWIZZLE_NONE and 4 under CU_TENSOR_MAP_SWIZZLE_128B
  // CHECK: note: the index maps the 16-byte chunk c of row r to c ^ r % 8 (128 bytes per row); the tile starts at a multiple of 1024 bytes
}

// Rows of 64 bytes, of which 8 lie in 4 places of 128 bytes: two rows in one. Chunk k of
// 8 rows takes 4 wavefronts, and 1 with CU_TENSOR_MAP_SWIZZLE_64B. Whole rows, two a
// quarter-warp, take 4 in all in any case.
__global__ void middle(const __grid_constant__ CUtensorMap map, uint4 *g) {
  __shared__ alignas(512) uint4 tile[32][4];
  __shared__ uint64_t done;
  FILL(tile, &map, done);
  // CHECK: :[[@LINE-1]]:3: remark: swizzle of 'tile': under CU_TENSOR_MAP_SWIZZLE_NONE the 2 loads of the tile take 20 wavefronts, under CU_TENSOR_MAP_SWIZZLE_64B 8, without a conflict
  __syncthreads();
  for (int k = 0; k < 4; ++k)
    g[32 * k + threadIdx.x] = tile[threadIdx.x][k];
  // CHECK: note: this 128-bit load: 16 under CU_TENSOR_MAP_SWIZZLE_NONE and 4 under CU_TENSOR_MAP_SWIZZLE_64B
  for (int k = 0; k < 4; ++k)
    g[128 + 32 * k + threadIdx.x] = tile[8 * k + threadIdx.x / 4][threadIdx.x % 4];
  // CHECK: note: this 128-bit load: 4 under CU_TENSOR_MAP_SWIZZLE_NONE and 4 under CU_TENSOR_MAP_SWIZZLE_64B
}

// 32-bit loads of a column: 32 words in one bank, in 8 with the swizzle.
__global__ void words(const __grid_constant__ CUtensorMap map, float *g) {
  __shared__ alignas(1024) float tile[32][32];
  __shared__ uint64_t done;
  FILL(tile, &map, done);
  // CHECK: remark: swizzle of 'tile': under CU_TENSOR_MAP_SWIZZLE_NONE the load of the tile takes 32 wavefronts, under CU_TENSOR_MAP_SWIZZLE_128B 4
  // CHECK-NOT: without a conflict
  __syncthreads();
  for (int k = 0; k < 32; ++k)
    g[32 * k + threadIdx.x] = tile[threadIdx.x][k];
  // CHECK: note: this 32-bit load: 32 under
}

// Stores of columns, for the copy engine to take.
__global__ void stored(const __grid_constant__ CUtensorMap map, uint4 *g) {
  __shared__ alignas(1024) uint4 tile[32][8];
  for (int k = 0; k < 8; ++k)
    tile[threadIdx.x][k] = g[32 * k + threadIdx.x];
  __syncthreads();
  EMPTY(&map, tile);
  // CHECK: :[[@LINE-1]]:3: remark: swizzle of 'tile': under CU_TENSOR_MAP_SWIZZLE_NONE the store of the tile takes 32 wavefronts, under CU_TENSOR_MAP_SWIZZLE_128B 4, without a conflict
}

// With the swizzle as the map has it there is nothing better.
__global__ void swizzled(const __grid_constant__ CUtensorMap map, uint4 *g) {
  __shared__ alignas(1024) uint4 tile[32][8];
  __shared__ uint64_t done;
  FILL(tile, &map, done);
  __syncthreads();
  for (int k = 0; k < 8; ++k)
    g[32 * k + threadIdx.x] = tile[threadIdx.x][k ^ threadIdx.x % 8];
}

// Rows of 256 bytes are in no mode but the one without a swizzle.
__global__ void tooLong(const __grid_constant__ CUtensorMap map, uint4 *g) {
  __shared__ alignas(1024) uint4 tile[32][16];
  __shared__ uint64_t done;
  FILL(tile, &map, done);
  __syncthreads();
  for (int k = 0; k < 16; ++k)
    g[32 * k + threadIdx.x] = tile[threadIdx.x][k];
}

// The box is not what it began with: what its rows are is not known.
__global__ void boxChanged(const __grid_constant__ CUtensorMap map, uint4 *g) {
  __shared__ alignas(1024) uint4 tile[32][8];
  __shared__ uint64_t done;
  FILL(tile, &map, done);
  __syncthreads();
  for (int k = 0; k < 8; ++k)
    g[32 * k + threadIdx.x] = tile[threadIdx.x][k];
}
static void narrow(uint32_t (&box)[2]) { box[0] = 8; }
void runBoxChanged(void *in, uint4 *g) {
  CUtensorMap map;
  const uint64_t lengths[2] = {32, 32}, strides[1] = {128};
  uint32_t box[2] = {32, 32}, steps[2] = {1, 1};
  narrow(box);
  cuTensorMapEncodeTiled(&map, Float, 2, in, lengths, strides, box, steps,
                         CU_TENSOR_MAP_INTERLEAVE_NONE, None, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                         CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  boxChanged<<<1, 32>>>(map, g);
}

// One load is not understood: what is best for all is not known.
__global__ void notAll(const __grid_constant__ CUtensorMap map, uint4 *g) {
  __shared__ alignas(1024) uint4 tile[32][8];
  __shared__ uint64_t done;
  FILL(tile, &map, done);
  __syncthreads();
  for (int k = 0; k < 8; ++k)
    g[32 * k + threadIdx.x] = tile[threadIdx.x][k];
  g[threadIdx.x] = tile[threadIdx.x][g[threadIdx.x].x & 7];
}

//===----------------------------------------------------------------------===//
// Alignment
//===----------------------------------------------------------------------===//

// 8 bytes of the barrier come first, by what they are aligned to the tile comes first.
__global__ void notPromised(const __grid_constant__ CUtensorMap map, uint4 *g) {
  __shared__ alignas(128) uint4 tile[32][8];
  __shared__ uint64_t done;
  FILL(tile, &map, done);
  // CHECK: :[[@LINE-1]]:3: remark: alignment not guaranteed: the tile in 'tile' might not be aligned to 1024 bytes, the period of CU_TENSOR_MAP_SWIZZLE_128B
  __syncthreads();
  for (int k = 0; k < 8; ++k)
    g[32 * k + threadIdx.x] = tile[threadIdx.x][k ^ threadIdx.x % 8];
}

// The second tile begins 256 bytes behind the first one, which begins at 0.
__global__ void unaligned(const __grid_constant__ CUtensorMap map, uint4 *g) {
  __shared__ alignas(128) uint4 first[16], tile[32][8];
  __shared__ uint64_t done;
  first[threadIdx.x % 16] = g[threadIdx.x];
  FILL(tile, &map, done);
  // CHECK: :[[@LINE-1]]:3: warning: unaligned tile: the tile in 'tile' is not aligned to 1024 bytes, the period of CU_TENSOR_MAP_SWIZZLE_128B
  // CHECK: note: nvcc places 'tile' 256 bytes after the start of shared memory
  __syncthreads();
  g[threadIdx.x] = first[threadIdx.x % 16];
  for (int k = 0; k < 8; ++k)
    g[32 * k + threadIdx.x] = tile[threadIdx.x][k ^ threadIdx.x % 8];
}

// 64 bytes into an array that begins at 0: too little in any mode.
__global__ void wanted(const __grid_constant__ CUtensorMap map, float *g) {
  __shared__ alignas(1024) float memory[16 + 1024];
  __shared__ uint64_t done;
  FILL(memory + 16, &map, done);
  // CHECK: :[[@LINE-1]]:3: warning: unaligned tile: the tile in 'memory' is not aligned to 128 bytes, which the copy engine needs
  __syncthreads();
  for (int k = 0; k < 32; ++k)
    g[32 * k + threadIdx.x] = memory[16 + 32 * k + threadIdx.x];
}

// Dynamic shared memory, aligned to 16 bytes, of which the kernel takes what begins at a
// multiple of 1024.
__global__ void roundedUp(const __grid_constant__ CUtensorMap map, float *g) {
  extern __shared__ char memory[];
  __shared__ uint64_t done;
  char *tile = (char *)(((uint64_t)memory + 1023) & ~uint64_t(1023));
  FILL(tile, &map, done);
  __syncthreads();
  g[threadIdx.x] = *(float *)&tile[16 * (threadIdx.x / 4 ^ 3) + threadIdx.x % 4 * 4 + 384];
}

// 512 bytes are enough for CU_TENSOR_MAP_SWIZZLE_64B.
__global__ void enough(const __grid_constant__ CUtensorMap map, float *g) {
  __shared__ alignas(512) float tile[32][16];
  __shared__ uint64_t done;
  FILL(tile, &map, done);
  __syncthreads();
  for (int k = 0; k < 16; ++k)
    g[32 * k + threadIdx.x] = tile[threadIdx.x][k ^ threadIdx.x / 2 % 4 * 4];
}

void all(void *in, float *f, uint4 *) {
  CUtensorMap w, m, n, s, d, t, o, p, u;
  uint4 *g = (uint4 *)f;
  encode<32, 32>(&w, in, Float, None);
  wide<<<1, 32>>>(w, g);
  encode<16, 32>(&m, in, Float, None);
  middle<<<1, 32>>>(m, g);
  run<Float, None, 32, 32>(words, in, f);
  encode<32, 32>(&s, in, Float, None);
  stored<<<1, 32>>>(s, g);
  encode<32, 32>(&d, in, Float, S128);
  swizzled<<<1, 32>>>(d, g);
  encode<64, 32>(&t, in, Float, None);
  tooLong<<<1, 32>>>(t, g);
  encode<32, 32>(&o, in, Float, None);
  notAll<<<1, 32>>>(o, g);
  encode<32, 32>(&p, in, Float, S128);
  notPromised<<<1, 32>>>(p, g);
  encode<32, 32>(&u, in, Float, S128);
  unaligned<<<1, 32>>>(u, g);
  run<Float, None, 32, 32>(wanted, in, f);
  run<Float, S128, 32, 8>(roundedUp, in, f);
  run<Float, S64, 16, 32>(enough, in, f);
}
