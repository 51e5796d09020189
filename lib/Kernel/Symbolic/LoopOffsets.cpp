//===- LoopOffsets.cpp - Loop-carried values that move together -----------===//
//
// A pipeline carries the pointer to its current buffer from one iteration to
// the next:
//
//   T *p = tile + 4 * threadIdx.x, *q = p;
//   for (...) { use(*q); read = read == 2 ? 0 : read + 1; q = p + 1024 * read;
//   }
//
// The first value of q and each later one are p, in which lanes differ, and
// something that they share. So q is p and one unknown uniform number, which
// everything divides that divides all that is added.
//
//===----------------------------------------------------------------------===//

#include "ExprBuilder.h"
#include "Lane/Expr/KnownMultiple.h"
#include <algorithm>

using namespace llvm;

namespace warplint {

namespace {

/// A value as a sum, modulo 2^width, of what lanes differ in and what they
/// share.
class LaneSum {
public:
  LaneSum(LaneContext &C, const LaneExpr *E) : C(C) { add(E, 1, MaxDepth); }

  /// What lanes differ in, times a number, by id.
  using Term = std::pair<const LaneExpr *, uint64_t>;
  SmallVector<Term, 4> Varying;
  /// A power of two that divides the rest.
  uint64_t SharedMultiple = uint64_t(1) << 16;

private:
  /// Terms of a sum are seen up to so many operations below its root: a shared
  /// one is seen once for each path to it.
  static constexpr unsigned MaxDepth = 10;

  void add(const LaneExpr *E, uint64_t Factor, unsigned Depth);
  void addVarying(const LaneExpr *E, uint64_t Factor);
  const LaneExpr *spread(const LaneExpr *E) const;

  LaneContext &C;
};

/// A sum or product of wide numbers for one of narrow ones that is extended,
/// where that is the same; null otherwise.
const LaneExpr *LaneSum::spread(const LaneExpr *E) const {
  const LaneExpr *Narrow = E->op() == LaneOp::SExt ? E->operand(0) : nullptr;
  if (!Narrow || !Narrow->noWrap() ||
      (Narrow->op() != LaneOp::Add && Narrow->op() != LaneOp::Mul))
    return nullptr;
  return C.binary(Narrow->op(),
                  C.cast(LaneOp::SExt, Narrow->operand(0), E->width()),
                  C.cast(LaneOp::SExt, Narrow->operand(1), E->width()), true);
}

void LaneSum::addVarying(const LaneExpr *E, uint64_t Factor) {
  auto *It = lower_bound(Varying, E, [](const Term &T, const LaneExpr *Atom) {
    return T.first->id() < Atom->id();
  });
  if (It == Varying.end() || It->first != E)
    Varying.insert(It, {E, Factor});
  else if ((It->second += Factor) == 0)
    Varying.erase(It);
}

void LaneSum::add(const LaneExpr *E, uint64_t Factor, unsigned Depth) {
  if (!E->isLaneVarying()) {
    uint64_t Limit = SharedMultiple;
    uint64_t OfFactor = Factor ? Factor & -Factor : Limit;
    SharedMultiple =
        std::min(Limit, std::min(Limit, OfFactor) * knownMultiple(C, E));
    return;
  }
  if (Depth == 0)
    return addVarying(E, Factor);
  if (const LaneExpr *Wide = spread(E))
    return add(Wide, Factor, Depth - 1);
  bool IsScaled = E->op() == LaneOp::Mul || E->op() == LaneOp::Shl;
  if (E->op() == LaneOp::Add) {
    add(E->operand(0), Factor, Depth - 1);
    add(E->operand(1), Factor, Depth - 1);
  } else if (IsScaled && E->operand(1)->isConst() &&
             (E->op() == LaneOp::Mul || E->operand(1)->constant() < 64)) {
    uint64_t By = E->operand(1)->constant();
    add(E->operand(0), E->op() == LaneOp::Mul ? Factor * By : Factor << By,
        Depth - 1);
  } else {
    addVarying(E, Factor);
  }
}

} // namespace

/// The loop-carried value \p Self as its first value and an unknown that all
/// lanes share; null if it may be anything else.
const LaneExpr *ExprBuilder::movedTogether(const LaneExpr *Self, PHINode &Phi) {
  constexpr size_t MaxChoices = 16;
  const LaneRecurrence &R = C.recurrenceAt(Self->index());
  const LaneExpr *Init = R.Init;
  if (!Init->isLaneVarying())
    return nullptr;
  const LaneSum First(C, Init), Unmoved(C, Self);
  // The first value stays in the result: what later ones lack of its shared
  // part counts as moved.
  uint64_t Multiple = First.SharedMultiple;
  SmallVector<const LaneExpr *> Choices = {R.Next};
  for (size_t I = 0; I != Choices.size(); ++I) {
    const LaneExpr *E = Choices[I];
    if (E->op() == LaneOp::Select && !E->operand(0)->isLaneVarying()) {
      Choices.append({E->operand(1), E->operand(2)});
      if (Choices.size() > MaxChoices)
        return nullptr;
      continue;
    }
    LaneSum Later(C, E);
    if (Later.Varying != First.Varying && Later.Varying != Unmoved.Varying)
      return nullptr;
    Multiple = std::min(Multiple, Later.SharedMultiple);
  }
  return C.binary(LaneOp::Add, Init,
                  freshSymbol(nameOf(&Phi), Self->width(), &Phi,
                              SymbolKind::Other, Multiple),
                  true);
}

} // namespace warplint
