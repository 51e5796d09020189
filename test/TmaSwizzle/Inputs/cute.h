//===- cute.h - The names of CuTe that warplint-tma-swizzle reads -*- C++ -*---===//
//
// Templates with the names and parameters of CuTe, and as much behind them as the tests
// need: the tensor map is the first thing in the copy.
//
//===----------------------------------------------------------------------===//

namespace cute {

template <auto v> struct C {};
template <class... T> struct tuple {};
template <class Shape, class Stride> struct Layout {};
template <int Bits, int Base, int Shift> struct Swizzle {};
struct SM90_TMA_LOAD {};
template <class Strides, class Basis, class TmaSwizzle> struct AuxTmaParams {};
template <class Operation, class... Args> struct Copy_Traits;
template <class Bits, class Aux> struct Copy_Traits<SM90_TMA_LOAD, Bits, Aux> {
  CUtensorMap tma_desc_;
};
template <class... Args> struct Copy_Atom;
template <class... Args, class T>
struct Copy_Atom<Copy_Traits<Args...>, T> : Copy_Traits<Args...> {};

/// What make_tma_atom returns for a box of \p Bits.
template <int Bits, class TmaSwizzle>
using TmaLoad = Copy_Atom<
    Copy_Traits<SM90_TMA_LOAD, C<Bits>,
                AuxTmaParams<tuple<C<0>>, const Layout<C<64>, C<1>> &, const TmaSwizzle &>>,
    half>;

} // namespace cute
