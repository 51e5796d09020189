//===- TruthForms.cpp - What truth values of the block say ----------------===//

#include "TruthForms.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

/// L - R.
static ThreadForm difference(ThreadForm L, ThreadForm R, FormTable &Table) {
  return Table.binary(LaneOp::Add, 64, L,
                      Table.binary(LaneOp::Mul, 64, R, {-1, 0}));
}

namespace {
/// AtLeastZero is at least 0. Of numbers without sign only if another form is,
/// too, where one is given; and then this one is, where one is given.
struct TruthBound {
  ThreadForm AtLeastZero;
  std::optional<ThreadForm> If, Then;
};
} // namespace

/// Adds what \p Truth says where it holds to \p To.
static void addBounds(ThreadForm Truth, FormTable &Table,
                      SmallVectorImpl<TruthBound> &To) {
  const SharedUnknown *U = Table.truth(Truth);
  if (!U || !U->From)
    return;
  const auto [Op, Width, L, R, If] = *U->From;
  const bool Holds = Truth.Number == 0;
  if (Width == 1) {
    if (Op == (Holds ? LaneOp::And : LaneOp::Or))
      for (ThreadForm Side : {L, R})
        addBounds({Side.Number ^ int64_t(!Holds), Side.Sum}, Table, To);
    return;
  }
  if (Op == LaneOp::CmpEq && Holds) {
    To.push_back({difference(L, R, Table), {}, {}});
    To.push_back({difference(R, L, Table), {}, {}});
  }
  if (Op != LaneOp::CmpULt && Op != LaneOp::CmpSLt)
    return;
  const ThreadForm Less = Holds ? L : R, More = Holds ? R : L;
  TruthBound New{difference(More, Less, Table), {}, {}};
  New.AtLeastZero.Number -= Holds;
  if (Op == LaneOp::CmpULt)
    (Table.leastOf(More) < 0 ? New.If : New.Then) =
        Table.leastOf(More) < 0 ? More : Less;
  To.push_back(New);
}

bool areExclusive(ThreadForm One, ThreadForm Other, FormTable &Table) {
  if (One.Sum == Other.Sum)
    return One.Number != Other.Number;
  SmallVector<TruthBound, 2> Bounds, Others;
  addBounds(One, Table, Bounds);
  addBounds(Other, Table, Others);
  return any_of(Bounds, [&](const TruthBound &L) {
    return any_of(Others, [&](const TruthBound &R) {
      if ((L.If && L.If != R.Then) || (R.If && R.If != L.Then))
        return false;
      // Their sum is at least 0 if both hold.
      const ThreadForm Both =
          Table.binary(LaneOp::Add, 64, L.AtLeastZero, R.AtLeastZero);
      return Both.isKnown() && Table.leastOf(difference({}, Both, Table)) > 0;
    });
  });
}

} // namespace warplint
