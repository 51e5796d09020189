// RUN: %warplint --checks='-*,warplint-tma-swizzle' %s %stub -I %S/Inputs | %check %s
//
// Of 128 bytes that begin at a multiple of them, CU_TENSOR_MAP_SWIZZLE_128B puts chunk c
// (16 bytes, 4 words) of row r at c ^ r % 8, CU_TENSOR_MAP_SWIZZLE_64B of rows of 64
// bytes at c ^ r / 2 % 4, CU_TENSOR_MAP_SWIZZLE_32B of rows of 32 at c ^ r / 4 % 2.

#include "tensor_map.h"

// The first thread in another row is 8: byte 128, chunk 0 of row 1, where chunk 1 is, of
// byte 144. Whole rows are without a conflict in any case.
__global__ void plain(const __grid_constant__ CUtensorMap map, uint4 *g) {
  __shared__ alignas(1024) uint4 tile[8][8];
  __shared__ uint64_t done;
  FILL(tile, &map, done);
  __syncthreads();
  g[threadIdx.x] = tile[threadIdx.x / 8][threadIdx.x % 8];
  // CHECK: :[[@LINE-1]]:22: warning: this 128-bit load of 'tile' applies no swizzle, the tensor map that fills the tile has CU_TENSOR_MAP_SWIZZLE_128B [warplint-tma-swizzle]
  // CHECK: note: thread 8 is at byte 128 of 'tile', where the copy engine has what belongs at byte 144
}

void runPlain(float *in, uint4 *g) {
  CUtensorMap map;
  encode<32, 8>(&map, in, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, CU_TENSOR_MAP_SWIZZLE_128B);
  plain<<<1, 64>>>(map, g);
}
