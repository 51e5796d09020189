// RUN: not %warplint --checks='-*,warplint-tma-swizzle' %s %stub -I %S/Inputs | %check %s
//
// Bits 62 and 63 of a wgmma descriptor say how its matrix is swizzled: 1 for 128 bytes, 2
// for 64, 3 for 32, 0 for none; bits 61 to 63 of a tcgen05 descriptor: 2, 4, 6, 0. The
// tensor map that fills the tile has to say the same.

#include "tensor_map.h"

constexpr auto Half = CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
constexpr auto None = CU_TENSOR_MAP_SWIZZLE_NONE;
constexpr auto S32 = CU_TENSOR_MAP_SWIZZLE_32B;
constexpr auto S64 = CU_TENSOR_MAP_SWIZZLE_64B;
constexpr auto S128 = CU_TENSOR_MAP_SWIZZLE_128B;

template <CUtensorMapSwizzle ofA, CUtensorMapSwizzle ofB, class Kernel>
void run(Kernel *kernel, void *in, float *out) {
  CUtensorMap a, b;
  encode<64, 64>(&a, in, Half, ofA);
  encode<64, 8>(&b, in, Half, ofB);
  kernel<<<1, 128>>>(a, b, out);
}
#define MAPS const __grid_constant__ CUtensorMap mapA, const __grid_constant__ CUtensorMap mapB

// The usual kernel. No lane comes to the tiles.
__global__ void agreeing(MAPS, float *g) {
  // CHECK: :[[@LINE-1]]:17: remark: the copy engine fills the tiles of 'agreeing' and only the tensor cores read them: their swizzle modes agree [warplint-tma-swizzle]
  // CHECK: note: tensor map 'mapA' fills a tile in 'tileA' with CU_TENSOR_MAP_SWIZZLE_128B and completes on a barrier in 'full'
  // CHECK: note: tensor map 'mapB' fills a tile in 'tileB' with CU_TENSOR_MAP_SWIZZLE_128B and completes on a barrier in 'full'
  // CHECK: note: wgmma.mma_async reads operand A with CU_TENSOR_MAP_SWIZZLE_128B from a tile with CU_TENSOR_MAP_SWIZZLE_128B
  // CHECK: note: wgmma.mma_async reads operand B with CU_TENSOR_MAP_SWIZZLE_128B from a tile with CU_TENSOR_MAP_SWIZZLE_128B
  __shared__ alignas(1024) half tileA[64][64], tileB[8][64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    FILL(tileA, &mapA, full);
    FILL(tileB, &mapB, full);
  }
  float d[4] = {};
  for (int k = 0; k < 4; ++k)
    MULTIPLY(d, describe<1>(&tileA[0][16 * k]), describe<1>(&tileB[0][16 * k]));
  g[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}

// 64 bytes in the descriptor of B.
__global__ void narrowerB(MAPS, float *g) {
  // CHECK: :[[@LINE-1]]:17: remark: the copy engine fills the tiles of 'narrowerB' and only the tensor cores read them: their swizzle modes differ
  __shared__ alignas(1024) half tileA[64][64], tileB[8][64];
  __shared__ uint64_t full;
  FILL(tileA, &mapA, full);
  FILL(tileB, &mapB, full);
  float d[4] = {};
  MULTIPLY(d, describe<1>(tileA), describe<2>(tileB));
  // CHECK: :[[@LINE-1]]:3: warning: the descriptor of operand B of this wgmma.mma_async uses CU_TENSOR_MAP_SWIZZLE_64B, but the tensor map that fills 'tileB' uses CU_TENSOR_MAP_SWIZZLE_128B [warplint-tma-swizzle]
  // CHECK: :[[@LINE-4]]:3: note: the tile is filled here
  // CHECK: tensor_map.h:{{.*}}: note: its tensor map is encoded here
  g[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}

// Maps without a swizzle, and descriptors with all of them.
__global__ void none(MAPS, float *g) {
  // CHECK: remark: the copy engine fills the tiles of 'none'
  __shared__ alignas(1024) half tileA[64][64], tileB[8][64];
  __shared__ uint64_t full;
  FILL(tileA, &mapA, full);
  FILL(tileB, &mapB, full);
  float d[4] = {};
  MULTIPLY(d, describe<0>(tileA), describe<3>(tileB));
  // CHECK: warning: the descriptor of operand B of this wgmma.mma_async uses CU_TENSOR_MAP_SWIZZLE_32B, but the tensor map that fills 'tileB' uses CU_TENSOR_MAP_SWIZZLE_NONE
  MULTIPLY(d, describe<1>(tileA), describe<0>(tileB));
  // CHECK: warning: the descriptor of operand A of this wgmma.mma_async uses CU_TENSOR_MAP_SWIZZLE_128B, but the tensor map that fills 'tileA' uses CU_TENSOR_MAP_SWIZZLE_NONE
  g[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}

// A of registers: the one descriptor is that of B.
__global__ void registers(MAPS, float *g) {
  // CHECK: remark: the copy engine fills the tiles of 'registers'
  __shared__ alignas(1024) half tileB[8][64];
  __shared__ uint64_t full;
  FILL(tileB, &mapB, full);
  float d[4] = {};
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0,%1,%2,%3}, "
               "{%4,%4,%4,%4}, %5, 1, 1, 1, 0;"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(threadIdx.x), "l"(describe<2>(tileB)));
  // CHECK: :[[@LINE-4]]:3: warning: the descriptor of operand B of this wgmma.mma_async uses CU_TENSOR_MAP_SWIZZLE_64B, but the tensor map that fills 'tileB' uses CU_TENSOR_MAP_SWIZZLE_32B
  g[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}

// tcgen05 has another field: 4 is 64 bytes. Two stages, one tile behind the other.
__global__ void fifth(MAPS, float *g) {
  // CHECK: remark: the copy engine fills the tiles of 'fifth' and only the tensor cores read them: their swizzle modes differ
  // CHECK: note: tcgen05.mma reads operand A with CU_TENSOR_MAP_SWIZZLE_128B from a tile with CU_TENSOR_MAP_SWIZZLE_128B
  // CHECK: note: tcgen05.mma reads operand B with CU_TENSOR_MAP_SWIZZLE_64B from a tile with CU_TENSOR_MAP_SWIZZLE_128B
  __shared__ alignas(1024) half tileA[2][64][64], tileB[2][8][64];
  __shared__ uint64_t full;
  for (int stage = 0; stage < 2; ++stage) {
    FILL(tileA[stage], &mapA, full);
    FILL(tileB[stage], &mapB, full);
  }
  for (int stage = 0; stage < 2; ++stage) {
    const uint64_t a = (addressOf(tileA[stage]) & 0x3ffff) >> 4 | 2ull << 61;
    const uint64_t b = (addressOf(tileB[stage]) & 0x3ffff) >> 4 | 4ull << 61;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %3, 0;\n"
                 "tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p; }"
                 :: "r"(0), "l"(a), "l"(b), "r"(0));
    // CHECK: warning: the descriptor of operand B of this tcgen05.mma uses CU_TENSOR_MAP_SWIZZLE_64B, but the tensor map that fills 'tileB' uses CU_TENSOR_MAP_SWIZZLE_128B
  }
}

// Both maps fill one array of dynamic shared memory, whose beginning is promised.
extern __shared__ __align__(1024) unsigned char memory[];
__global__ void carved(MAPS, float *g) {
  // CHECK: remark: the copy engine fills the tiles of 'carved' and only the tensor cores read them: their swizzle modes differ
  __shared__ uint64_t full;
  unsigned char *tileB = memory + 64 * 128;
  FILL(memory, &mapA, full);
  FILL(tileB, &mapB, full);
  float d[4] = {};
  MULTIPLY(d, describe<1>(memory), describe<1>(tileB));
  // CHECK: warning: the descriptor of operand B of this wgmma.mma_async uses CU_TENSOR_MAP_SWIZZLE_128B, but the tensor map that fills 'memory' uses CU_TENSOR_MAP_SWIZZLE_64B
  g[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}

//===----------------------------------------------------------------------===//
// Not known, or touched by lanes
//===----------------------------------------------------------------------===//

// The field comes from the host.
__global__ void fieldUnknown(MAPS, uint64_t field, float *g) {
  // CHECK: remark: the copy engine fills the tiles of 'fieldUnknown' and only the tensor cores read them: it is unknown whether their swizzle modes agree
  // CHECK: note: wgmma.mma_async reads operand A with an unknown swizzle from a tile with CU_TENSOR_MAP_SWIZZLE_128B
  __shared__ alignas(1024) half tileA[64][64], tileB[8][64];
  __shared__ uint64_t full;
  FILL(tileA, &mapA, full);
  FILL(tileB, &mapB, full);
  float d[4] = {};
  MULTIPLY(d, describe<0>(tileA) | field << 62, describe<1>(tileB));
  g[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}

// The map is not encoded here.
__global__ void mapUnknown(MAPS, float *g) {
  // CHECK: remark: the copy engine fills the tiles of 'mapUnknown' and only the tensor cores read them: it is unknown whether their swizzle modes agree
  // CHECK: note: tensor map 'mapA' fills a tile in 'tileA' with an unknown swizzle
  __shared__ alignas(1024) half tileA[64][64], tileB[8][64];
  __shared__ uint64_t full;
  FILL(tileA, &mapA, full);
  FILL(tileB, &mapB, full);
  float d[4] = {};
  MULTIPLY(d, describe<1>(tileA), describe<3>(tileB));
  g[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}

// Lanes write the tile, for which wgmma has a tile of its own: none of the copy engine's.
__global__ void writtenByLanes(MAPS, float *g) {
  __shared__ alignas(1024) half tileA[64][64], tileB[8][64];
  __shared__ uint64_t full;
  FILL(tileA, &mapA, full);
  tileB[threadIdx.x / 64][threadIdx.x % 64] = half{};
  tileA[0][threadIdx.x % 64] = half{};
  float d[4] = {};
  MULTIPLY(d, describe<1>(tileA), describe<3>(tileB));
  g[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}

void all(void *in, float *g, CUtensorMap given) {
  run<S128, S128>(agreeing, in, g);
  run<S128, S128>(narrowerB, in, g);
  run<None, None>(none, in, g);
  run<S32, S32>(registers, in, g);
  run<S128, S128>(fifth, in, g);
  run<S128, S64>(carved, in, g);
  CUtensorMap a;
  encode<64, 64>(&a, in, Half, S128);
  fieldUnknown<<<1, 128>>>(a, a, 1, g);
  mapUnknown<<<1, 128>>>(given, given, g);
  run<S128, S128>(writtenByLanes, in, g);
}
