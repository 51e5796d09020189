//===- LoneStride.cpp - A stride that the caller chooses ------------------===//

#include "LoneStride.h"
#include "Lane/Expr/AddressForm.h"
#include "Lane/Expr/LaneWalk.h"
#include "LaneStretches.h"
#include "TypicalLeaves.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {
namespace {

/// Whether something is compared with symbol \p N: it says how many there are.
bool counts(const TileRequest &R, unsigned N) {
  const LaneContext &C = *R.Kernel.Context;
  SmallVector<const LaneExpr *> Conditions;
  for (const KernelAccess &A : R.All)
    Conditions.push_back(A.Guard);
  for (unsigned Loop = 0; Loop < C.numLoops(); ++Loop)
    Conditions.push_back(C.loopAt(Loop).Continue);
  bool Found = false;
  forEachBelow(Conditions, [&](const LaneExpr *E, auto &) {
    Found |= is_contained({LaneOp::CmpEq, LaneOp::CmpULt, LaneOp::CmpSLt},
                          E->op()) &&
             any_of(E->operands(), [&](const LaneExpr *Of) {
               Of = withoutCasts(Of);
               return Of->op() == LaneOp::Symbol && Of->index() == N;
             });
  });
  return Found;
}

/// By how much a value moves where the stride is 1, and where it is 2.
using TwoMoves = std::array<int64_t, 2>;

/// How values move from what typical leaves give.
class Moves {
public:
  Moves(const TileRequest &R, unsigned N)
      : C(*R.Kernel.Context), Address(R.Access.Address) {
    for (uint64_t Value : {1, 2}) {
      LeafValues &Base = Bases[Value - 1];
      Base = typicalLeaves(R.Kernel, R.Shape, 0);
      Base.Symbols[N] = Value;
    }
  }

  /// What \p Change does to \p E; or nothing.
  std::optional<TwoMoves> of(const LaneExpr *E,
                             function_ref<void(LeafValues &)> Change) const {
    TwoMoves Move;
    for (auto [Base, Its] : zip(Bases, Move)) {
      LeafValues At = Base;
      Change(At);
      const auto From = evaluate(C, E, Base);
      const auto To = evaluate(C, E, At);
      if (!From || !To)
        return std::nullopt;
      Its = SignExtend64(*To - *From, E->width());
    }
    return Move;
  }

  /// What moves at all goes by the stride.
  bool scales(function_ref<void(LeafValues &)> Change) const {
    const auto Move = of(Address, Change);
    return Move && (*Move)[1] == 2 * (*Move)[0];
  }

private:
  const LaneContext &C;
  const LaneExpr *Address;
  LeafValues Bases[2];
};

/// Whether \p Place is that in a row: something moves the address and not the
/// place, from row to row.
bool isInRow(const TileRequest &R, const Moves &Its, const LaneExpr *Place) {
  const auto StaysBehind = [&](function_ref<void(LeafValues &)> Change) {
    return Its.of(R.Access.Address, Change) != TwoMoves{} &&
           Its.of(Place, Change) == TwoMoves{};
  };
  const LaneContext &C = *R.Kernel.Context;
  for (unsigned N = 0; N < C.numSymbols(); ++N)
    if (!isBase(R.Kernel, N) &&
        StaysBehind([&](LeafValues &At) { ++At.Symbols[N]; }))
      return true;
  return any_of(R.Access.Loops, [&](unsigned Loop) {
    return StaysBehind([&](LeafValues &At) { ++At.Iterations[Loop]; });
  });
}

/// Windows of a row, each a stride beside that of the lane before: the loop
/// moves by an element, and the place in the row is compared with its length.
bool isWindow(const TileRequest &R, const Moves &Its, unsigned Loop) {
  const auto NextLane = [](LeafValues &At) { ++At.ThreadIdx[0]; };
  const auto NextRound = [&](LeafValues &At) { ++At.Iterations[Loop]; };
  const int64_t Bytes = R.Access.BytesPerLane;
  if (Its.of(R.Access.Address, NextRound) != TwoMoves{Bytes, Bytes})
    return false;
  bool Found = false;
  forEachBelow({R.Access.Guard}, [&](const LaneExpr *E, auto &) {
    Found |= is_contained({LaneOp::CmpULt, LaneOp::CmpSLt}, E->op()) &&
             any_of(E->operands(), [&](const LaneExpr *Place) {
               return Its.of(Place, NextLane) == TwoMoves{1, 2} &&
                      Its.of(Place, NextRound) == TwoMoves{1, 1} &&
                      isInRow(R, Its, Place);
             });
  });
  return Found;
}

/// An unknown that may be a stride: the caller chooses it.
bool isChosen(const TileRequest &R, unsigned N) {
  const UniformSymbol &S = R.Kernel.Context->symbolAt(N);
  return S.MultipleOf == 1 && S.Lo <= 1 && S.Hi >= 2 &&
         (S.Kind == SymbolKind::Parameter ||
          S.Kind == SymbolKind::UniformLoad) &&
         !isBase(R.Kernel, N);
}

/// A product with a factor that may be a stride.
bool isScaled(const TileRequest &R, const LaneExpr *E) {
  E = withoutCasts(E);
  return E->op() == LaneOp::Mul &&
         any_of(E->operands(), [&](const LaneExpr *Factor) {
           const LaneExpr *Of = withoutCasts(Factor);
           return Of->op() == LaneOp::Symbol ? isChosen(R, Of->index())
                                             : isScaled(R, Of);
         });
}

/// Each index has a stride of its own, p[z * sz + y * sy + x * sx]: nothing goes
/// on by one element, so that any of them may be 1. What lies in one structure
/// with the pointer is a stride, too, where it stands by itself: the index is 1.
bool hasStrides(const TileRequest &R) {
  const AddressForm Form = formOf(R.Access.Address);
  const LaneContext &C = *R.Kernel.Context;
  std::optional<unsigned> View;
  for (const auto &Term : Form.Terms)
    if (const LaneExpr *E = withoutCasts(Term.first);
        E->op() == LaneOp::Symbol && isBase(R.Kernel, E->index()))
      View = C.symbolAt(E->index()).Parameter;
  return Form.Offset == 0 && all_of(Form.Terms, [&](const auto &Term) {
           const LaneExpr *E = withoutCasts(Term.first);
           if (E->op() == LaneOp::Symbol)
             return isBase(R.Kernel, E->index()) ||
                    (View && C.symbolAt(E->index()).Parameter == View &&
                     isChosen(R, E->index()));
           return isScaled(R, E);
         });
}

/// Everything that moves the address goes by \p N.
bool allScale(const TileRequest &R, const Moves &Its, unsigned N) {
  const LaneContext &C = *R.Kernel.Context;
  for (unsigned Axis : {1, 2})
    if (!Its.scales([&](LeafValues &At) { ++At.ThreadIdx[Axis]; }))
      return false;
  for (unsigned Loop : R.Access.Loops)
    if (!Its.scales([&](LeafValues &At) { ++At.Iterations[Loop]; }))
      return false;
  for (unsigned Other = 0; Other < C.numSymbols(); ++Other)
    if (Other != N && !isBase(R.Kernel, Other) &&
        !Its.scales([&](LeafValues &At) { ++At.Symbols[Other]; }))
      return false;
  return true;
}

bool isLoneStride(const TileRequest &R, unsigned N) {
  if (!isChosen(R, N))
    return false;
  const Moves Its(R, N);
  const int64_t Bytes = R.Access.BytesPerLane;
  if (Its.of(R.Access.Address, [](LeafValues &At) { ++At.ThreadIdx[0]; }) !=
      TwoMoves{Bytes, 2 * Bytes})
    return false;
  if (any_of(R.Access.Loops,
             [&](unsigned Loop) { return isWindow(R, Its, Loop); }))
    return !counts(R, N);
  return (allScale(R, Its, N) || hasStrides(R)) && !counts(R, N) &&
         !hasNeighbours(R.Access, R.All);
}

} // namespace

std::string loneStride(const TileRequest &R) {
  const LaneContext &C = *R.Kernel.Context;
  for (unsigned N = 0; N < C.numSymbols(); ++N)
    if (isLoneStride(R, N))
      return C.symbolAt(N).Name;
  return "";
}

} // namespace warplint
