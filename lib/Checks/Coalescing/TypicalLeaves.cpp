//===- TypicalLeaves.cpp - Values that stand for most others --------------===//

#include "TypicalLeaves.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

/// As far apart as arrays are taken to be: no index reaches so far.
constexpr unsigned LogArrayDistance = 40;

static auto baseOf(const KernelModel &Kernel, unsigned Number) {
  const UniformSymbol &S = Kernel.Context->symbolAt(Number);
  // What is known of a base may have made a symbol of its own of it.
  return find_if(Kernel.Bases, [&](const AddressBase &B) {
    const UniformSymbol &Its = Kernel.Context->symbolAt(B.Symbol);
    return S.Width == 64 && Its.Kind == S.Kind && Its.Name == S.Name;
  });
}

bool isBase(const KernelModel &Kernel, unsigned Number) {
  return baseOf(Kernel, Number) != Kernel.Bases.end();
}

static uint64_t valueOf(const KernelModel &Kernel, unsigned Number,
                        unsigned Trial) {
  const UniformSymbol &S = Kernel.Context->symbolAt(Number);
  if (const auto Base = baseOf(Kernel, Number); Base != Kernel.Bases.end())
    return uint64_t(Base - Kernel.Bases.begin() + 1) << LogArrayDistance;
  const int64_t Wanted =
      int64_t(S.MultipleOf) * (37 + 2 * (Number % 32) + 64 * Trial);
  return Wanted < S.Lo ? S.Lo : std::min(Wanted, S.Hi);
}

LeafValues typicalLeaves(const KernelModel &Kernel, const LaunchShape &Shape,
                         unsigned Trial) {
  LeafValues At;
  At.BlockDim = {Shape.X.value_or(WarpSize), Shape.Y.value_or(8),
                 Shape.Z.value_or(1)};
  At.Iterations.assign(Kernel.Context->numLoops(), 1);
  for (unsigned N = 0; N < Kernel.Context->numSymbols(); ++N)
    At.Symbols.push_back(valueOf(Kernel, N, Trial));
  return At;
}

} // namespace warplint
