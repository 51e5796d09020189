//===- RequestCost.cpp - The cost of a decided case -----------------------===//

#include "RequestCost.h"
#include <algorithm>
#include <numeric>

namespace warplint {

AddressGrain grainOf(const AccessProblem &Problem) {
  switch (Problem.Kind) {
  case RequestKind::GlobalLoad:
  case RequestKind::GlobalStore:
    return {.Uniform = 32, .Period = 32, .Block = 32};
  case RequestKind::CpAsync:
    if (Problem.BytesPerLane == 16)
      return {.Uniform = 128, .Period = 128, .Block = 128};
    return {};
  default:
    return {};
  }
}

LaneMask lanesWithAddress(RequestKind Kind) {
  switch (Kind) {
  case RequestKind::LdMatrixX1:
  case RequestKind::StMatrixX1:
    return laneRange(0, 8);
  case RequestKind::LdMatrixX2:
  case RequestKind::StMatrixX2:
    return laneRange(0, 16);
  default:
    return AllLanes;
  }
}

bool isFullMaskWorst(const AccessProblem &Problem) {
  switch (Problem.Kind) {
  case RequestKind::SharedLoad:
    return Problem.BytesPerLane <= 4;
  case RequestKind::CpAsync:
    return Problem.BytesPerLane <= 8;
  case RequestKind::SharedAtomic:
  case RequestKind::SharedAtomicCas:
  case RequestKind::SharedAtomicCombinedIfFull:
  case RequestKind::SharedSwapLoop:
  case RequestKind::SharedTriedSwapLoop:
  case RequestKind::SharedRetryLoop:
  case RequestKind::GlobalLoad:
  case RequestKind::GlobalStore:
    return false;
  default:
    return true;
  }
}

namespace {

class CostOfCase {
public:
  CostOfCase(WarpEvaluation &Evaluation, const ProofGround &Ground,
             const LaneForm &Form, LaneMask Active)
      : Evaluation(Evaluation), Ground(Ground), Form(Form), Active(Active),
        First(firstLane(Active)), Grain(grainOf(Ground.Problem)) {}

  std::optional<CaseCost> run(Alignment &Fit);

private:
  bool hasOneArray();
  bool areResiduesKnown();
  bool align();
  bool chooseQuotients();
  bool isGeneric(const LaneNumbers &Address) const;
  LaneNumbers addressesWith(const std::map<AtomId, int64_t> &Chosen) const;
  WarpCost costOf(const LaneNumbers &Address) const;
  bool considerMergingPairs(CaseCost &Result);
  void isolateMerge(unsigned Distance, CaseCost &Result,
                    const WarpCost &Merged);

  WarpEvaluation &Evaluation;
  const ProofGround &Ground;
  const LaneForm &Form;
  LaneMask Active;
  unsigned First;
  AddressGrain Grain;
  /// Constants and, for terms that vary, factors less those of the first lane.
  LaneNumbers Constant = {};
  std::vector<Term> Varying;
  /// Greatest common divisor of the factors of what dropped out.
  uint64_t DroppedDivisor = 0;
  std::map<AtomId, int64_t> Chosen;
};

/// Loops of compare-and-swap take more passes where lanes of both half-warps
/// update one word, or two elements of 16 bits lie in one.
bool costsMoreWhereWordsCoincide(const AccessProblem &P) {
  return P.Kind == RequestKind::SharedRetryLoop ||
         ((P.Kind == RequestKind::SharedSwapLoop ||
           P.Kind == RequestKind::SharedTriedSwapLoop) &&
          P.BytesPerLane == 8);
}

bool isArrayBase(const ProofGround &Ground, AtomId Id) {
  const Atom &A = Ground.Atoms[Id];
  if (A.Kind == AtomKind::Product)
    return std::any_of(A.Factors.begin(), A.Factors.end(),
                       [&](AtomId F) { return isArrayBase(Ground, F); });
  return A.Kind == AtomKind::Symbol &&
         Ground.Context.symbolAt(A.Number).Kind == SymbolKind::ArrayBase;
}

bool CostOfCase::hasOneArray() {
  for (const Term &T : Form.Terms) {
    if (!isArrayBase(Ground, T.Atom))
      continue;
    for (unsigned L : LanesOf(Active)) {
      if (T.Factor[L] == T.Factor[First])
        continue;
      Evaluation.giveUp(UnprovenReason::ArrayChosenByLane,
                        "lanes address different arrays");
      return false;
    }
  }
  return true;
}

/// Rules 1 and 2: splits the terms into those that drop out and those that
/// vary, and asks for the residues that still matter.
bool CostOfCase::areResiduesKnown() {
  LaneForm Nothing;
  for (const Term &T : Form.Terms) {
    uint64_t Differences = 0;
    Term Relative{.Atom = T.Atom};
    for (unsigned L : LanesOf(Active)) {
      Relative.Factor[L] =
          static_cast<int64_t>(static_cast<uint64_t>(T.Factor[L]) -
                               static_cast<uint64_t>(T.Factor[First]));
      Differences = std::gcd(Differences, magnitude(Relative.Factor[L]));
    }
    int64_t Common = T.Factor[First];
    auto Missing = [](int64_t Grain, uint64_t Divisor) {
      return Grain / static_cast<int64_t>(
                         std::gcd(static_cast<uint64_t>(Grain), Divisor));
    };
    int64_t Modulus = Missing(Grain.Uniform, magnitude(Common));
    if (Differences)
      Modulus = std::lcm(Modulus, Missing(Grain.Period, Differences));
    if (Modulus > 1) {
      Evaluation.askResidue(Nothing, Active, T.Atom, Modulus);
      return false;
    }
    DroppedDivisor = std::gcd(DroppedDivisor, magnitude(Common));
    if (Differences)
      Varying.push_back(Relative);
  }
  return true;
}

/// Aligned addresses differ by multiples of the width, and what dropped out can
/// make up for what their common remainder lacks.
bool CostOfCase::align() {
  int64_t Width = Ground.Problem.BytesPerLane;
  auto Remainder = [&](unsigned L) { return Form.Constant[L] & (Width - 1); };
  int64_t Common = Remainder(First);
  uint64_t Reach = std::gcd(DroppedDivisor, static_cast<uint64_t>(Width));
  if (Common % static_cast<int64_t>(Reach) != 0)
    return false;
  for (unsigned L : LanesOf(Active)) {
    if (Remainder(L) != Common)
      return false;
    Constant[L] = Form.Constant[L] - Common;
  }
  return true;
}

LaneNumbers
CostOfCase::addressesWith(const std::map<AtomId, int64_t> &Quotients) const {
  LaneNumbers Address = Constant;
  for (const Term &T : Varying) {
    const Atom &A = Ground.Atoms[T.Atom];
    uint64_t Value = 1;
    if (A.Kind == AtomKind::Product)
      for (AtomId Factor : A.Factors)
        Value *= static_cast<uint64_t>(Quotients.at(Factor));
    else
      Value = static_cast<uint64_t>(Quotients.at(T.Atom));
    for (unsigned L : LanesOf(Active))
      Address[L] =
          static_cast<int64_t>(static_cast<uint64_t>(Address[L]) +
                               Value * static_cast<uint64_t>(T.Factor[L]));
  }
  return Address;
}

/// No two lanes share a block that differ in what multiplies an unknown.
bool CostOfCase::isGeneric(const LaneNumbers &Address) const {
  std::vector<std::pair<int64_t, unsigned>> Blocks;
  for (unsigned L : LanesOf(Active))
    Blocks.emplace_back(
        Address[L] / Grain.Block - (Address[L] % Grain.Block < 0), L);
  std::sort(Blocks.begin(), Blocks.end());
  for (size_t I = 1; I < Blocks.size(); ++I) {
    if (Blocks[I].first != Blocks[I - 1].first)
      continue;
    for (const Term &T : Varying)
      if (T.Factor[Blocks[I].second] != T.Factor[Blocks[I - 1].second])
        return false;
  }
  return true;
}

/// The \p Number-th quotient to try: from zero, or what is closest to it,
/// upwards, then downwards.
int64_t candidate(const Congruence &C, uint64_t Number) {
  int64_t Start = std::clamp<int64_t>(0, C.Lo, C.Hi);
  Wide Upwards = Wide(C.Hi) - Start + 1;
  Wide Turn = Number % static_cast<unsigned __int128>(C.count());
  return static_cast<int64_t>(Turn < Upwards ? Start + Turn
                                             : Start - (Turn - Upwards) - 1);
}

/// Picks values for the atoms that vary between lanes so that words coincide
/// only where they always do. At most one value of an atom makes a given pair
/// of lanes coincide, so that a few more values than there are pairs are
/// enough.
bool CostOfCase::chooseQuotients() {
  constexpr uint64_t Pairs = WarpSize * (WarpSize - 1) / 2;
  LaneForm Unknown;
  Unknown.Lanes = Active;
  for (const Term &T : Varying) {
    const Atom &A = Ground.Atoms[T.Atom];
    if (A.Kind == AtomKind::Product)
      for (AtomId Factor : A.Factors)
        Chosen[Factor] = 0;
    else
      Chosen[T.Atom] = 0;
  }
  for (const auto &[Atom, Quotient] : Chosen)
    Unknown.termOf(Atom).Factor[First] = 1;
  for (uint64_t Try = 0; Try < 2 * Pairs; ++Try) {
    // Different strides keep several atoms from moving in step.
    uint64_t Stride = 1;
    for (auto &[Atom, Quotient] : Chosen) {
      Quotient = candidate(Evaluation.congruenceOf(Atom), Try * Stride);
      Stride = Stride * 6 + 31;
    }
    if (isGeneric(addressesWith(Chosen)))
      return true;
  }
  LaneForm Nothing;
  Evaluation.askValue(Nothing, LaneMask(1) << First, Unknown);
  return false;
}

WarpCost CostOfCase::costOf(const LaneNumbers &Address) const {
  WarpRequest Request{.Kind = Ground.Problem.Kind,
                      .BytesPerLane = Ground.Problem.BytesPerLane,
                      .Active = Active};
  Request.Instructions = Ground.Problem.Instructions;
  for (unsigned L : LanesOf(Active))
    Request.ByteAddress[L] = static_cast<uint64_t>(Address[L]);
  return warplint::costOf(Request).value_or(WarpCost());
}

/// Coinciding words lower the figure, with one exception: when they make the
/// pair rule hold, groups merge and the ideal falls, too. Looks at that case
/// apart. False when it asked.
bool CostOfCase::considerMergingPairs(CaseCost &Result) {
  const AccessProblem &P = Ground.Problem;
  if (Varying.empty() || P.Kind != RequestKind::SharedLoad ||
      P.BytesPerLane < 8 || Result.Cost.Rule == CostRule::PairMerged)
    return true;
  for (unsigned Distance : {1u, 2u}) {
    LaneNumbers Address = Result.Address;
    bool CanMerge = true, Differs = false;
    for (unsigned L : LanesOf(Active)) {
      unsigned Partner = L & ~Distance;
      if (Partner == L || !(Active >> Partner & 1))
        continue;
      Wide Gap = Wide(Address[L]) - Address[Partner];
      CanMerge &= Gap % Grain.Period == 0;
      Differs |= Gap != 0;
      Address[L] = Address[Partner];
    }
    if (!CanMerge || !Differs)
      continue;
    WarpCost Merged = costOf(Address);
    if (Merged.excess() <= Result.Cost.excess())
      continue;
    isolateMerge(Distance, Result, Merged);
    if (Evaluation.stopped())
      return false;
  }
  return true;
}

/// Asks for the value of the one unknown that makes all pairs coincide.
void CostOfCase::isolateMerge(unsigned Distance, CaseCost &Result,
                              const WarpCost &Merged) {
  if (Varying.size() > 1 ||
      Ground.Atoms[Varying.front().Atom].Kind == AtomKind::Product) {
    Result.Limit = Merged;
    return;
  }
  const Term &T = Varying.front();
  std::optional<Wide> Value;
  for (unsigned L : LanesOf(Active)) {
    unsigned Partner = L & ~Distance;
    if (Partner == L || !(Active >> Partner & 1))
      continue;
    Wide Slope = Wide(T.Factor[L]) - T.Factor[Partner];
    Wide Gap = Wide(Constant[L]) - Constant[Partner];
    if (Slope == 0 && Gap == 0)
      continue;
    if (Slope == 0 || Gap % Slope != 0 ||
        Value.value_or(-Gap / Slope) != -Gap / Slope)
      return;
    Value = -Gap / Slope;
  }
  const Congruence &C = Evaluation.congruenceOf(T.Atom);
  if (!Value || *Value < C.Lo || *Value > C.Hi || C.isPoint())
    return;
  LaneForm Atom;
  Atom.Lanes = LaneMask(1) << First;
  Atom.termOf(T.Atom).Factor[First] = 1;
  LaneForm Nothing;
  Evaluation.askBelow(Nothing, Atom.Lanes, Atom,
                      *Value > C.Lo ? *Value : *Value + 1);
}

std::optional<CaseCost> CostOfCase::run(Alignment &Fit) {
  Fit = Alignment::Fits;
  if (!hasOneArray() || !areResiduesKnown())
    return std::nullopt;
  if (!align()) {
    Fit = Alignment::Misaligned;
    return std::nullopt;
  }
  if (!Varying.empty() && costsMoreWhereWordsCoincide(Ground.Problem)) {
    Evaluation.giveUp(UnprovenReason::UnknownArithmetic,
                      "whether lanes update one word depends on a value that "
                      "is not known");
    return std::nullopt;
  }
  if (!Varying.empty() && !chooseQuotients())
    return std::nullopt;
  CaseCost Result;
  Result.Active = Active;
  Result.Address = addressesWith(Chosen);
  Result.Chosen = Chosen;
  Result.UsesRule1 = DroppedDivisor != 0;
  Result.UsesRule2 = !Varying.empty();
  Result.Cost = costOf(Result.Address);
  if (!considerMergingPairs(Result))
    return std::nullopt;
  return Result;
}

} // namespace

std::optional<CaseCost> costOfCase(WarpEvaluation &Evaluation,
                                   const ProofGround &Ground,
                                   const LaneForm &Form, LaneMask Active,
                                   Alignment &Fit) {
  return CostOfCase(Evaluation, Ground, Form, Active).run(Fit);
}

} // namespace warplint
