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

/// Adds the parts of \p E, of which "not (a or b)" has the conjuncts "not a"
/// and "not b"; false where they are too many.
bool addParts(LaneContext &C, LaneOp Op, const LaneExpr *E, bool IsNegated,
              Parts &Result) {
  if (E->op() == LaneOp::Not)
    return addParts(C, Op, E->operand(0), !IsNegated, Result);
  if (E->op() == (IsNegated ? dualOf(Op) : Op))
    return addParts(C, Op, E->operand(0), IsNegated, Result) &&
           addParts(C, Op, E->operand(1), IsNegated, Result);
  if (Result.size() == MaxParts)
    return false;
  Result.push_back(IsNegated ? C.logicalNot(E) : E);
  return true;
}

/// The parts of \p E, ascending.
bool collect(LaneContext &C, LaneOp Op, const LaneExpr *E, Parts &Result) {
  if (!addParts(C, Op, E, false, Result))
    return false;
  std::sort(Result.begin(), Result.end(), isOlder);
  Result.erase(std::unique(Result.begin(), Result.end()), Result.end());
  return true;
}

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

/// What \p Side makes of \p Other. "x or y" absorbs {x, z}; and where it does
/// not hold, neither x nor y does, which makes "not x" say nothing in
/// {not x, z}.
Joining::Effect Joining::reduce(const Parts &Side, Parts &Other) const {
  Parts Choices;
  if (Side.size() != 1 || !collect(C, dualOf(Op), Side.front(), Choices))
    return Effect::None;
  if (!commonOf(Choices, Other).empty())
    return Effect::Absorbed;
  size_t Before = Other.size();
  std::erase_if(Other, [&](const LaneExpr *Part) {
    return std::any_of(Choices.begin(), Choices.end(),
                       [Part](const LaneExpr *Choice) {
                         return areComplements(Part, Choice);
                       });
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
  if (!collect(C, Op, L, A) || !collect(C, Op, R, B))
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

bool areComplements(const LaneExpr *L, const LaneExpr *R) {
  return (L->op() == LaneOp::Not && L->operand(0) == R) ||
         (R->op() == LaneOp::Not && R->operand(0) == L);
}

const LaneExpr *foldTruth(LaneContext &C, LaneOp Op, const LaneExpr *L,
                          const LaneExpr *R) {
  return Joining(C, dualOf(Op)).fold(L, R);
}

} // namespace warplint
