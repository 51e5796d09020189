// RUN: %warplint --checks='-*,warplint-ldmatrix' %s %stub -I %S/Inputs | %check %s
//
// Copy_Atoms of CuTe against their TiledMMAs. One warp's part of A is m x k, of B n x k
// elements; 8 rows of 16 bytes are a matrix, and an LDSM copies 1, 2 or 4 of them.

#include "cute.h"
using namespace cute;

// What a warp repeats, as CUTLASS before 3.5 says it: Layout<Shape<_1, _2, _1>>.
template <class Op, int M, int N>
using Repeated = TiledMMA<MMA_Atom<Op>, Layout<Shape<_2, _2, _1>>, Layout<Shape<C<M>, C<N>, _1>>,
                          Tile<Underscore, Underscore, Underscore>>;
using Shallow = SM80_16x8x8_F16F16F16F16_TN;
using Deep = SM80_16x8x16_F16F16F16F16_TN;

// 16 x 8 and 16 x 8 elements: two matrices each, .x2.
__global__ void shallowTwice() {
  Repeated<Shallow, 1, 2> mma;
  auto a = make_tiled_copy_A(Copy_Atom<SM75_U32x1_LDSM_N, half>{}, mma);
  // CHECK: :[[@LINE-1]]:12: remark: narrow Copy_Atom: SM75_U32x1_LDSM_N takes 2 instructions for a warp's part of A in this TiledMMA, SM75_U32x2_LDSM_N takes 1 [warplint-ldmatrix]
  // CHECK: note: a warp has 16 x 8 elements of 16 bits, 2 times 8 rows of 16 bytes
  auto b = make_tiled_copy_B(Copy_Atom<SM75_U32x1_LDSM_N, half>{}, mma);
  // CHECK: :[[@LINE-1]]:12: remark: narrow Copy_Atom: SM75_U32x1_LDSM_N takes 2 instructions for a warp's part of B in this TiledMMA, SM75_U32x2_LDSM_N takes 1
  auto fits = make_tiled_copy_B(Copy_Atom<SM75_U32x2_LDSM_N, half>{}, mma);
}

// 16 x 16 and 16 x 16: four, .x4. Stored column by column: the same of _T.
__global__ void deepTwice() {
  Repeated<Deep, 1, 2> mma;
  auto a = make_tiled_copy_A(Copy_Atom<SM75_U32x2_LDSM_N, half>{}, mma);
  // CHECK: :[[@LINE-1]]:12: remark: narrow Copy_Atom: SM75_U32x2_LDSM_N takes 2 instructions for a warp's part of A in this TiledMMA, SM75_U32x4_LDSM_N takes 1
  // CHECK: note: a warp has 16 x 16 elements of 16 bits, 4 times 8 rows of 16 bytes
  auto b = make_tiled_copy_B(Copy_Atom<SM75_U16x2_LDSM_T, half>{}, mma);
  // CHECK: :[[@LINE-1]]:12: remark: narrow Copy_Atom: SM75_U16x2_LDSM_T takes 4 instructions for a warp's part of B in this TiledMMA, SM75_U16x8_LDSM_T takes 1
  auto c = make_tiled_copy_B(Copy_Atom<SM75_U16x4_LDSM_T, half>{}, mma);
  // CHECK: :[[@LINE-1]]:12: remark: narrow Copy_Atom: SM75_U16x4_LDSM_T takes 2 instructions for a warp's part of B in this TiledMMA, SM75_U16x8_LDSM_T takes 1
  auto fitsA = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half>{}, mma);
  auto fitsB = make_tiled_copy_B(Copy_Atom<SM75_U16x8_LDSM_T, half>{}, mma);
}

// 8 x 8 of B: one matrix, which .x1 is for, stored either way.
__global__ void once() {
  Repeated<Shallow, 1, 1> mma;
  auto row = make_tiled_copy_B(Copy_Atom<SM75_U32x1_LDSM_N, half>{}, mma);
  auto column = make_tiled_copy_B(Copy_Atom<SM75_U16x2_LDSM_T, half>{}, mma);
}

// The tile of all warps: 32 / 2 = 16 rows of A and B, 32 of k. 2 * 4 matrices.
__global__ void byPermutation() {
  TiledMMA<MMA_Atom<MMA_Traits<SM80_16x8x16_F32BF16BF16F32_TN>>, Layout<Shape<_2, _2>>,
           Tile<_32, _32, _32>>
      mma;
  auto b = make_tiled_copy_B(Copy_Atom<Copy_Traits<SM75_U32x2_LDSM_N>, half>{}, mma);
  // CHECK: :[[@LINE-1]]:12: remark: narrow Copy_Atom: SM75_U32x2_LDSM_N takes 4 instructions for a warp's part of B in this TiledMMA, SM75_U32x4_LDSM_N takes 2
  // CHECK: note: a warp has 16 x 32 elements of 16 bits, 8 times 8 rows of 16 bytes
  auto fits = make_tiled_copy_A(Copy_Atom<Copy_Traits<SM75_U32x4_LDSM_N>, half>{}, mma);
}

// A permutation by a layout, 8 x 2 x 2 elements of n: 32 / 2.
__global__ void byLayout() {
  TiledMMA<MMA_Atom<Deep>, Layout<Shape<_2, _2, _1>>,
           Tile<Underscore, Layout<Shape<_8, _2, _2>, Shape<_1, _16, _8>>, Underscore>>
      mma;
  auto b = make_tiled_copy_B(Copy_Atom<SM75_U32x2_LDSM_N, half>{}, mma);
  // CHECK: :[[@LINE-1]]:12: remark: narrow Copy_Atom: SM75_U32x2_LDSM_N takes 2 instructions for a warp's part of B in this TiledMMA, SM75_U32x4_LDSM_N takes 1
}

// 4 elements of tf32 are 16 bytes: 16 x 8 are four matrices.
__global__ void tf32() {
  TiledMMA<MMA_Atom<SM80_16x8x8_F32TF32TF32F32_TN>, Layout<Shape<_1, _4, _1>>,
           Tile<Underscore, Underscore, Underscore>>
      mma;
  auto a = make_tiled_copy_A(Copy_Atom<SM75_U32x2_LDSM_N, float>{}, mma);
  // CHECK: :[[@LINE-1]]:12: remark: narrow Copy_Atom: SM75_U32x2_LDSM_N takes 2 instructions for a warp's part of A in this TiledMMA, SM75_U32x4_LDSM_N takes 1
  auto b = make_tiled_copy_B(Copy_Atom<SM75_U32x2_LDSM_N, float>{}, mma);
}

// In a function of the user's, which a kernel calls.
template <class Copy, class Mma> __device__ void mainLoop(Copy copy, Mma mma) {
  auto a = make_tiled_copy_A(copy, mma);
  // CHECK: :[[@LINE-1]]:12: remark: narrow Copy_Atom: SM75_U32x1_LDSM_N takes 4 instructions
}
__global__ void indirect() { mainLoop(Copy_Atom<SM75_U32x1_LDSM_N, half>{}, Repeated<Deep, 1, 1>{}); }

// Not told of: no LDSM, no mma.sync with rows of 16 bytes, sizes that are not numbers,
// names that are not CuTe's.
namespace mine {
struct SM75_U32x1_LDSM_N {};
template <class... Args> struct Copy_Atom {};
template <class A, class B> __device__ int make_tiled_copy_A(A, B) { return 0; }
} // namespace mine
__global__ void others() {
  auto a = make_tiled_copy_A(Copy_Atom<UniversalCopy<half>, half>{}, Repeated<Deep, 1, 2>{});
  auto b = make_tiled_copy_B(Copy_Atom<SM75_U32x1_LDSM_N, half>{},
                             Repeated<SM70_8x8x4_F16F16F16F16_TN, 1, 2>{});
  auto c = make_tiled_copy_B(Copy_Atom<SM75_U32x1_LDSM_N, half>{},
                             TiledMMA<MMA_Atom<Deep>, Layout<Shape<_2, _2, int>>>{});
  auto d = make_tiled_copy_B(Copy_Atom<SM75_U32x1_LDSM_N, half>{},
                             TiledMMA<MMA_Atom<Deep>, Layout<Shape<_2, _2, _1>>, Tile<_8, _8, _8>>{});
  auto e = mine::make_tiled_copy_A(mine::Copy_Atom<mine::SM75_U32x1_LDSM_N>{}, Repeated<Deep, 1, 2>{});
}
