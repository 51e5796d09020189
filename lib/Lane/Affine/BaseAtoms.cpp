//===- BaseAtoms.cpp - Atoms of the leaves of an access -------------------===//

#include "BaseAtoms.h"
#include <algorithm>

namespace warplint {

AtomId symbolAtom(const LaneContext &Context, AtomTable &Atoms,
                  unsigned Number) {
  const UniformSymbol &S = Context.symbolAt(Number);
  int64_t MultipleOf =
      static_cast<int64_t>(std::clamp<uint64_t>(S.MultipleOf, 1, 1u << 30));
  Wide Limit = Wide(1) << (S.Width - 1);
  Wide Lo = std::max<Wide>(S.Lo, -Limit), Hi = std::min<Wide>(S.Hi, Limit - 1);
  if (S.Width == 1) {
    Lo = S.Hi < 0 ? 1 : 0;
    Hi = S.Lo < 0 ? 1 : 0;
    MultipleOf = 1;
  }
  return Atoms.base(AtomKind::Symbol, Number,
                    multiplesWithin(Lo, Hi, MultipleOf));
}

AtomId iterationAtom(const LaneContext &Context, AtomTable &Atoms,
                     unsigned Loop) {
  Wide Last = INT32_MAX;
  if (auto TripCount = Context.loopAt(Loop).TripCount)
    Last = std::min<Wide>(Last, Wide(*TripCount) - 1);
  return Atoms.base(AtomKind::Iteration, Loop, multiplesWithin(0, Last));
}

void makeLeafAtoms(const LaneContext &Context, AtomTable &Atoms,
                   const LoopDependence &Loops) {
  for (unsigned Symbol : Loops.symbols())
    symbolAtom(Context, Atoms, Symbol);
  for (unsigned Loop : Loops.loops())
    iterationAtom(Context, Atoms, Loop);
}

} // namespace warplint
