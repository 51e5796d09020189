//===- CaseSplits.cpp - What has to be known to go on ---------------------===//
//
// Where the value of an expression depends on what a case does not tell, the
// case is split: by a residue of an atom, by its value, by a bound of a sum.
// What is asked is what settles most, and what an atom is made of rather than
// the atom.
//
//===----------------------------------------------------------------------===//

#include "WarpEvaluation.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>
#include <utility>

namespace warplint {

bool WarpEvaluation::leftOpen(LaneForm &Result, LaneMask Mask) const {
  if (!IsRelaxed)
    return false;
  Result.Lanes |= Mask;
  Result.setFault(Mask, Undecided);
  return true;
}

void WarpEvaluation::ask(LaneForm &Result, LaneMask Mask, Decision D) {
  if (leftOpen(Result, Mask) || stopped())
    return;
  Question = std::move(D);
  stop(Outcome::Asked);
}

void WarpEvaluation::fail(LaneForm &Result, LaneMask Mask, ProofFailure Why) {
  if (!leftOpen(Result, Mask))
    giveUp(Why);
}

void WarpEvaluation::giveUp(ProofFailure Why) {
  if (stopped())
    return;
  Failure = Why;
  stop(Outcome::Failed);
}

/// Derived atoms of so few values are expanded before their values are
/// compared.
static constexpr Wide FewValues = 16;

/// A derived atom is decided by what it is made of. In the coarse way it is
/// decided itself: only what settles the operation it belongs to is taken
/// apart.
bool WarpEvaluation::isBetterExpanded(AtomId Id) const {
  const Atom &A = Ground.Atoms[Id];
  return A.Kind == AtomKind::Derived && !Case.Expanded.contains(Id) &&
         !(Ground.IsCoarse && A.Role == DerivedRole::Whole);
}

void WarpEvaluation::askResidue(LaneForm &Result, LaneMask Mask, AtomId Atom,
                                int64_t Modulus) {
  if (const struct Atom &A = Ground.Atoms[Atom]; A.Kind == AtomKind::Product) {
    // Splitting one factor makes the product a multiple; the rest follows. The
    // factor with the fewest values leaves the fewest cases.
    AtomId Best = A.Factors.front();
    for (AtomId Factor : A.Factors)
      if (Met[Factor].count() < Met[Best].count())
        Best = Factor;
    return askResidue(Result, Mask, Best, Modulus);
  }
  if (isBetterExpanded(Atom))
    return ask(
        Result, Mask,
        {.What = Decision::Kind::Expand, .Atom = Atom, .Modulus = Modulus});
  Wide Cases = std::min<Wide>(Modulus, Met[Atom].count());
  if (Cases > Ground.Options.MaxCases)
    return fail(Result, Mask, {Obstacle::TooManyValues});
  if (Modulus >= Met[Atom].count())
    return ask(Result, Mask,
               {.What = Decision::Kind::Values,
                .Atom = Atom,
                .Range = {Met[Atom].Lo, Met[Atom].Hi}});
  ask(Result, Mask,
      {.What = Decision::Kind::Residue, .Atom = Atom, .Modulus = Modulus});
}

void WarpEvaluation::askMultiple(LaneForm &Result, LaneMask Mask,
                                 const LaneForm &Form,
                                 const LaneNumbers &Divisor) {
  for (const Term &T : Form.Terms) {
    uint64_t Modulus = 1;
    for (unsigned L : LanesOf(Mask)) {
      uint64_t D = magnitude(Divisor[L]);
      Modulus = std::lcm(Modulus, D / std::gcd(magnitude(T.Factor[L]), D));
      if (Modulus > (uint64_t(1) << 32))
        return fail(Result, Mask, {Obstacle::TooManyValues});
    }
    if (Modulus > 1)
      return askResidue(Result, Mask, T.Atom, static_cast<int64_t>(Modulus));
  }
}

void WarpEvaluation::askValue(LaneForm &Result, LaneMask Mask,
                              const LaneForm &Form) {
  // The atom with the fewest values first.
  std::optional<AtomId> Best;
  for (const Term &T : Form.Terms) {
    if (!T.isIn(Mask))
      continue;
    for (AtomId Atom : Ground.Atoms.factorsOf(T.Atom))
      if (!Best || Met[Atom].count() < Met[*Best].count())
        Best = Atom;
  }
  if (!Best)
    return;
  if (isBetterExpanded(*Best))
    return ask(Result, Mask, {.What = Decision::Kind::Expand, .Atom = *Best});
  if (Met[*Best].count() > Ground.Options.MaxCases)
    return fail(Result, Mask, {Obstacle::ExactValue});
  ask(Result, Mask,
      {.What = Decision::Kind::Values,
       .Atom = *Best,
       .Range = {Met[*Best].Lo, Met[*Best].Hi}});
}

/// Leaves that an atom's value rests on.
std::set<const LaneExpr *> WarpEvaluation::leavesOf(AtomId Id) const {
  const Atom &A = Ground.Atoms[Id];
  std::set<const LaneExpr *> Leaves;
  if (A.Kind == AtomKind::Derived)
    return Ground.Loops.leavesOf(A.Node);
  for (AtomId Factor : A.Factors)
    Leaves.merge(leavesOf(Factor));
  if (A.isBase())
    if (const LaneExpr *Leaf = Ground.Loops.leafOf(A))
      Leaves.insert(Leaf);
  return Leaves;
}

/// A form and its wraps are one number, whose window bounds their sum: what else
/// \p Terms have beside the number that \p Id counts the wraps of.
LinearTerms WarpEvaluation::besideNumberOf(AtomId Id,
                                           const LinearTerms &Terms) const {
  if (!Ground.Atoms[Id].countsWraps())
    return Terms;
  auto FactorIn = [](const LinearTerms &Sum, AtomId Atom) -> Wide {
    auto It =
        llvm::find_if(Sum, [&](const auto &T) { return T.first == Atom; });
    return It == Sum.end() ? 0 : It->second;
  };
  for (const LinearBound &B : Bounds) {
    const Wide Own = FactorIn(B.Terms, Id), Here = FactorIn(Terms, Id);
    // B is the same part of each of its terms as of the wraps.
    if (Own == 0 || !llvm::all_of(B.Terms, [&](const auto &T) {
          return FactorIn(Terms, T.first) * Own == T.second * Here;
        }))
      continue;
    LinearTerms Rest;
    llvm::copy_if(Terms, std::back_inserter(Rest), [&](const auto &T) {
      return FactorIn(B.Terms, T.first) == 0;
    });
    return Rest;
  }
  return Terms;
}

/// A derived atom of a sum that is better decided by what it is made of: a
/// choice or a truth value, or one that moves with another term of the sum.
std::optional<AtomId>
WarpEvaluation::betterExpanded(const LinearTerms &Terms) const {
  for (const auto &[Id, Factor] : Terms)
    if (isBetterExpanded(Id) &&
        Ground.Atoms[Id].Node->op() == LaneOp::Recurrence)
      return Id;
  // How a form and its wraps, or a dividend and its quotient, move is known.
  if (Terms.size() > 1 && boundOf(Terms))
    return std::nullopt;
  for (const auto &[Id, Factor] : Terms) {
    if (!isBetterExpanded(Id))
      continue;
    if (Terms.size() == 1) {
      if (Met[Id].count() <= FewValues)
        return Id;
      continue;
    }
    std::set<const LaneExpr *> Leaves = leavesOf(Id);
    for (const auto &[Other, OtherFactor] : besideNumberOf(Id, Terms)) {
      if (Other == Id)
        continue;
      for (const LaneExpr *Leaf : leavesOf(Other))
        if (Leaves.contains(Leaf))
          return Id;
    }
  }
  return std::nullopt;
}

void WarpEvaluation::askBelow(LaneForm &Result, LaneMask Mask,
                              const LaneForm &Form,
                              const std::array<Wide, WarpSize> &Bound) {
  LinearPart First = linearPart(Form, firstLane(Mask));
  if (auto Atom = betterExpanded(First.Terms))
    return ask(Result, Mask, {.What = Decision::Kind::Expand, .Atom = *Atom});
  // Form < Bound in terms of the linear part in lowest terms: below a
  // threshold, or, for a negative scale, from a threshold on.
  std::vector<Wide> Thresholds;
  LinearParts Part(Form);
  for (unsigned L : LanesOf(Mask)) {
    Part.moveTo(L);
    if (Part->Terms != First.Terms)
      continue;
    Wide Rest = Bound[L] - Form.Constant[L];
    Thresholds.push_back(Part->Scale > 0 ? ceilDivide(Rest, Part->Scale)
                                         : floorDivide(Rest, Part->Scale) + 1);
  }
  std::sort(Thresholds.begin(), Thresholds.end());
  ask(Result, Mask,
      {.What = Decision::Kind::Threshold,
       .Terms = First.Terms,
       .Bound = Thresholds[Thresholds.size() / 2]});
}

void WarpEvaluation::askBelow(LaneForm &Result, LaneMask Mask,
                              const LaneForm &Form, Wide Bound) {
  std::array<Wide, WarpSize> Bounds;
  Bounds.fill(Bound);
  askBelow(Result, Mask, Form, Bounds);
}

} // namespace warplint
