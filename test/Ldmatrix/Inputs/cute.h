//===- cute.h - The names of CuTe that warplint-ldmatrix reads --*- C++ -*-===//
//
// Templates with the names and parameters of CuTe, and nothing behind them.
//
//===----------------------------------------------------------------------===//

namespace cute {

template <auto v> struct C {};
using _1 = C<1>;
using _2 = C<2>;
using _4 = C<4>;
using _8 = C<8>;
using _16 = C<16>;
using _32 = C<32>;
template <class... T> struct tuple {};
template <class... T> using Shape = tuple<T...>;
template <class... T> using Tile = tuple<T...>;
template <class Shape, class Stride = Shape> struct Layout {};
struct Underscore {};

struct SM75_U32x1_LDSM_N {};
struct SM75_U32x2_LDSM_N {};
struct SM75_U32x4_LDSM_N {};
struct SM75_U16x2_LDSM_T {};
struct SM75_U16x4_LDSM_T {};
struct SM75_U16x8_LDSM_T {};
template <class T> struct UniversalCopy {};
struct SM80_16x8x8_F16F16F16F16_TN {};
struct SM80_16x8x16_F16F16F16F16_TN {};
struct SM80_16x8x16_F32BF16BF16F32_TN {};
struct SM80_16x8x8_F32TF32TF32F32_TN {};
struct SM70_8x8x4_F16F16F16F16_TN {};

template <class Op> struct MMA_Traits {};
template <class... Args> struct MMA_Atom {};
template <class Atom, class... Layouts> struct TiledMMA {};
template <class Op> struct Copy_Traits {};
template <class... Args> struct Copy_Atom {};
struct TiledCopy {};
template <class... CArgs, class... MArgs>
__device__ TiledCopy make_tiled_copy_A(Copy_Atom<CArgs...> const &, TiledMMA<MArgs...> const &) {
  return {};
}
template <class... CArgs, class... MArgs>
__device__ TiledCopy make_tiled_copy_B(Copy_Atom<CArgs...> const &, TiledMMA<MArgs...> const &) {
  return {};
}

} // namespace cute
