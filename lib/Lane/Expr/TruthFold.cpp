//===- TruthFold.cpp - Folding what joins conditions ----------------------===//
//
// A condition is read as a set of parts, all of which hold (conjuncts) or one
// of which holds (disjuncts). With P and Q as sets of conjuncts and x, y as
// single ones, for "P or Q":
//
//   P within Q                        P             absorption
//   {P, x}, {P, not x}                P             the branch did not matter
//   {P, x}, {P, not x, y}             P and (x or y)
//   {P, x}, {P, y}                    P and (x or y)
//
// and the same with "and" and "or" exchanged. An identity may leave out an
// operand that is undefined: the folded condition is defined where the unfolded
// one is.
//
//===----------------------------------------------------------------------===//

#include "TruthFold.h"
#include <algorithm>
#include <iterator>

namespace warplint {
namespace {

using Parts = std::vector<const LaneExpr *>;

/// Conditions of more parts are left as they are.
constexpr size_t MaxParts = 12;

LaneOp dualOf(LaneOp Op) {
  return Op == LaneOp::And ? LaneOp::Or : LaneOp::And;
}

bool isOlder(const LaneExpr *A, const LaneExpr *B) { return A->id() < B->id(); }

class PartsOf {
public:
  PartsOf(LaneContext &C, LaneOp Op) : C(C), Op(Op) {}

  /// The parts of \p E, ascending; nothing where they are too many.
  bool collect(const LaneExpr *E, Parts &Result) {
    if (!add(E, false, Result))
      return false;
    std::sort(Result.begin(), Result.end(), isOlder);
    Result.erase(std::unique(Result.begin(), Result.end()), Result.end());
    return true;
  }

private:
  /// "Not (a or b)" has the conjuncts "not a" and "not b".
  bool add(const LaneExpr *E, bool IsNegated, Parts &Result) {
    if (E->op() == LaneOp::Not)
      return add(E->operand(0), !IsNegated, Result);
    if (E->op() == (IsNegated ? dualOf(Op) : Op))
      return add(E->operand(0), IsNegated, Result) &&
             add(E->operand(1), IsNegated, Result);
    if (Result.size() == MaxParts)
      return false;
    Result.push_back(IsNegated ? C.logicalNot(E) : E);
    return true;
  }

  LaneContext &C;
  LaneOp Op;
};

Parts commonOf(const Parts &A, const Parts &B) {
  Parts Result;
  std::set_intersection(A.begin(), A.end(), B.begin(), B.end(),
                        std::back_inserter(Result), isOlder);
  return Result;
}

Parts without(const Parts &A, const Parts &B) {
  Parts Result;
  std::set_difference(A.begin(), A.end(), B.begin(), B.end(),
                      std::back_inserter(Result), isOlder);
  return Result;
}

/// Two conditions, each made of parts joined by Op, joined by its dual.
class Joining {
public:
  Joining(LaneContext &C, LaneOp Op) : C(C), Op(Op) {}

  const LaneExpr *fold(const LaneExpr *L, const LaneExpr *R);

private:
  enum class Effect : uint8_t { None, Shortened, Absorbed };
  Effect reduce(const Parts &Side, Parts &Other) const;
  const LaneExpr *joined(const Parts &All) const;

  LaneContext &C;
  LaneOp Op;
};

bool areOpposite(const LaneExpr *A, const LaneExpr *B) {
  return (A->op() == LaneOp::Not && A->operand(0) == B) ||
         (B->op() == LaneOp::Not && B->operand(0) == A);
}

/// What \p Side makes of \p Other. "x or y" absorbs {x, z}; and where it does
/// not hold, neither x nor y does, which makes "not x" say nothing in
/// {not x, z}.
Joining::Effect Joining::reduce(const Parts &Side, Parts &Other) const {
  Parts Choices;
  if (Side.size() != 1 ||
      !PartsOf(C, dualOf(Op)).collect(Side.front(), Choices))
    return Effect::None;
  if (!commonOf(Choices, Other).empty())
    return Effect::Absorbed;
  size_t Before = Other.size();
  std::erase_if(Other, [&](const LaneExpr *Part) {
    return std::any_of(
        Choices.begin(), Choices.end(),
        [Part](const LaneExpr *Choice) { return areOpposite(Part, Choice); });
  });
  return Other.size() == Before ? Effect::None : Effect::Shortened;
}

const LaneExpr *Joining::joined(const Parts &All) const {
  const LaneExpr *Result = C.boolean(Op == LaneOp::And);
  for (const LaneExpr *Part : All)
    Result = C.binary(Op, Result, Part);
  return Result;
}

const LaneExpr *Joining::fold(const LaneExpr *L, const LaneExpr *R) {
  Parts A, B;
  if (!PartsOf(C, Op).collect(L, A) || !PartsOf(C, Op).collect(R, B))
    return nullptr;
  Parts Common = commonOf(A, B);
  A = without(A, Common);
  B = without(B, Common);
  if (A.empty())
    return L;
  if (B.empty())
    return R;
  Effect OnB = reduce(A, B);
  if (OnB == Effect::Absorbed)
    return L;
  Effect OnA = reduce(B, A);
  if (OnA == Effect::Absorbed)
    return C.binary(Op, joined(Common), joined(B));
  if (OnA == Effect::None && OnB == Effect::None && Common.empty())
    return nullptr;
  // An empty side always holds, or, of disjuncts, never: so does the rest.
  const LaneExpr *Rest = C.binary(dualOf(Op), joined(A), joined(B));
  return C.binary(Op, joined(Common), Rest);
}

} // namespace

const LaneExpr *foldDisjunction(LaneContext &C, const LaneExpr *L,
                                const LaneExpr *R) {
  return Joining(C, LaneOp::And).fold(L, R);
}

const LaneExpr *foldConjunction(LaneContext &C, const LaneExpr *L,
                                const LaneExpr *R) {
  return Joining(C, LaneOp::Or).fold(L, R);
}

} // namespace warplint
