//===- AlikeArrays.cpp - Arrays that differ in their name alone -----------===//

#include "AlikeArrays.h"
#include "LaneWalk.h"
#include "Substitution.h"
#include "llvm/ADT/SmallSet.h"

using namespace llvm;

namespace warplint {

/// The arrays that \p Address may be in, through values that loops carry, too.
static SmallSet<unsigned, 2> basesOf(const LaneContext &Context,
                                     const LaneExpr *Address) {
  SmallSet<unsigned, 2> Bases;
  forEachNode(Context, Address, [&](const LaneExpr *E) {
    if (E->op() == LaneOp::Symbol &&
        Context.symbolAt(E->index()).Kind == SymbolKind::ArrayBase)
      Bases.insert(E->index());
  });
  return Bases;
}

static bool areAlike(const UniformSymbol &A, const UniformSymbol &B) {
  return A.Kind == B.Kind && A.Width == B.Width && A.Lo == B.Lo &&
         A.Hi == B.Hi && A.MultipleOf == B.MultipleOf && A.Bytes == B.Bytes;
}

const LaneExpr *inFirstAlike(LaneContext &Context, const LaneExpr *Address) {
  const SmallSet<unsigned, 2> Bases = basesOf(Context, Address);
  if (Bases.size() != 1)
    return Address;
  const unsigned Own = *Bases.begin();
  for (unsigned First = 0; First != Own; ++First) {
    if (!areAlike(Context.symbolAt(First), Context.symbolAt(Own)))
      continue;
    Replacements By{{Context.symbol(Own), Context.symbol(First)}};
    const LaneExpr *Moved = substitute(Context, Address, By);
    return basesOf(Context, Moved).contains(Own) ? Address : Moved;
  }
  return Address;
}

} // namespace warplint
