//===- CaseOutcome.cpp - The outcome of a decided case --------------------===//

#include "CaseOutcome.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <numeric>

namespace warplint {
namespace {

using Meeting = EvaluatorTraits::Meeting;

class CaseJudgement {
public:
  CaseJudgement(WarpEvaluation &Evaluation, const ProofGround &Ground,
                const LaneForm &Form, LaneMask Active)
      : Evaluation(Evaluation), Ground(Ground), Form(Form), Active(Active),
        First(firstLane(Active)), Traits(Ground.Asked.Evaluator->traits()) {}

  std::optional<CaseOutcome> run(bool &IsMisaligned);

private:
  bool hasOneArray();
  bool areResiduesKnown();
  bool align();
  bool chooseQuotients();
  bool isGeneric(const LaneNumbers &Address) const;
  LaneNumbers addressesWith(const std::map<AtomId, int64_t> &Chosen) const;
  Outcome outcomeOf(const LaneNumbers &Address) const;
  bool considerPairs(CaseOutcome &Result);
  void isolatePairs(unsigned Distance, CaseOutcome &Result,
                    const Outcome &Paired);
  std::optional<int64_t> commonestMeeting() const;
  std::optional<Outcome> leastOutcome(const Outcome &Generic);

  WarpEvaluation &Evaluation;
  const ProofGround &Ground;
  const LaneForm &Form;
  LaneMask Active;
  unsigned First;
  const EvaluatorTraits &Traits;
  /// Constants and, for terms that vary, factors less those of the first lane.
  LaneNumbers Constant = {};
  std::vector<Term> Varying;
  /// Greatest common divisor of the factors of what dropped out.
  uint64_t DroppedDivisor = 0;
  std::map<AtomId, int64_t> Chosen;
};

bool isArrayBase(const ProofGround &Ground, AtomId Id) {
  return llvm::any_of(Ground.Atoms.factorsOf(Id), [&](AtomId Factor) {
    const Atom &A = Ground.Atoms[Factor];
    return A.Kind == AtomKind::Symbol &&
           Ground.Context.symbolAt(A.Number).Kind == SymbolKind::ArrayBase;
  });
}

bool CaseJudgement::hasOneArray() {
  for (const Term &T : Form.Terms) {
    if (!isArrayBase(Ground, T.Atom) || isUniformIn(T.Factor, Active))
      continue;
    Evaluation.giveUp({Obstacle::DifferentArrays});
    return false;
  }
  return true;
}

/// Rules 1 and 2: splits the terms into those that drop out and those that
/// vary, and asks for the residues that still matter.
bool CaseJudgement::areResiduesKnown() {
  LaneForm Nothing;
  for (const Term &T : Form.Terms) {
    uint64_t Differences = 0;
    Term Relative{.Atom = T.Atom};
    for (unsigned L : LanesOf(Active)) {
      Relative.Factor[L] =
          wrappedAdd(T.Factor[L], wrappedMul(-1, T.Factor[First]));
      Differences = std::gcd(Differences, magnitude(Relative.Factor[L]));
    }
    int64_t Common = T.Factor[First];
    auto Missing = [](int64_t Period, uint64_t Divisor) {
      return Period / static_cast<int64_t>(
                          std::gcd(static_cast<uint64_t>(Period), Divisor));
    };
    int64_t Modulus = Missing(Traits.CommonPeriod, magnitude(Common));
    if (Differences)
      Modulus = std::lcm(Modulus, Missing(Traits.Period, Differences));
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

/// Aligned addresses differ by multiples of the alignment, and what dropped out
/// can make up for what their common remainder lacks.
bool CaseJudgement::align() {
  int64_t Width = Ground.Asked.Alignment;
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
CaseJudgement::addressesWith(const std::map<AtomId, int64_t> &Quotients) const {
  LaneNumbers Address = Constant;
  for (const Term &T : Varying) {
    int64_t Value = 1;
    for (AtomId Factor : Ground.Atoms.factorsOf(T.Atom))
      Value = wrappedMul(Value, Quotients.at(Factor));
    for (unsigned L : LanesOf(Active))
      Address[L] = wrappedAdd(Address[L], wrappedMul(Value, T.Factor[L]));
  }
  return Address;
}

/// No two lanes meet that differ in what multiplies an unknown.
bool CaseJudgement::isGeneric(const LaneNumbers &Address) const {
  std::vector<std::pair<int64_t, unsigned>> Blocks;
  for (unsigned L : LanesOf(Active))
    Blocks.emplace_back(
        Address[L] / Traits.Block - (Address[L] % Traits.Block < 0), L);
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
  int64_t Start = C.within(0);
  Wide Upwards = Wide(C.Hi) - Start + 1;
  Wide Turn = Number % static_cast<unsigned __int128>(C.count());
  return static_cast<int64_t>(Turn < Upwards ? Start + Turn
                                             : Start - (Turn - Upwards) - 1);
}

/// Picks values for the atoms that vary between lanes so that lanes meet only
/// where they always do. Where they make no difference, the first will do. At
/// most one value of an atom makes a given pair of lanes meet, so that a few
/// more values than there are pairs are enough.
bool CaseJudgement::chooseQuotients() {
  constexpr uint64_t Pairs = WarpSize * (WarpSize - 1) / 2;
  LaneForm Unknown{.Lanes = Active};
  for (const Term &T : Varying)
    for (AtomId Factor : Ground.Atoms.factorsOf(T.Atom))
      Chosen[Factor] = 0;
  for (const auto &[Atom, Quotient] : Chosen)
    Unknown.termOf(Atom).Factor[First] = 1;
  for (uint64_t Try = 0; Try < 2 * Pairs; ++Try) {
    // Different strides keep several atoms from moving in step.
    uint64_t Stride = 1;
    for (auto &[Atom, Quotient] : Chosen) {
      Quotient = candidate(Evaluation.congruenceOf(Atom), Try * Stride);
      Stride = Stride * 6 + 31;
    }
    if (Traits.WhereLanesMeet == Meeting::ChangesNothing ||
        isGeneric(addressesWith(Chosen)))
      return true;
  }
  LaneForm Nothing;
  Evaluation.askValue(Nothing, LaneMask(1) << First, Unknown);
  return false;
}

Outcome CaseJudgement::outcomeOf(const LaneNumbers &Address) const {
  LaneAddresses Given = {};
  for (unsigned L : LanesOf(Active))
    Given[L] = static_cast<uint64_t>(Address[L]);
  return Ground.Asked.Evaluator->outcomeOf(Given, Active);
}

/// Lanes that meet make no case worse, with the exceptions that the evaluator
/// names. Looks at those apart. False when it asked.
bool CaseJudgement::considerPairs(CaseOutcome &Result) {
  if (Varying.empty())
    return true;
  for (unsigned Distance : Traits.PairDistances) {
    LaneNumbers Address = Result.Address;
    bool CanPair = true, Differs = false;
    for (unsigned L : LanesOf(Active)) {
      unsigned Partner = L & ~Distance;
      if (Partner == L || !(Active >> Partner & 1))
        continue;
      Wide Gap = Wide(Address[L]) - Address[Partner];
      CanPair &= Gap % Traits.Period == 0;
      Differs |= Gap != 0;
      Address[L] = Address[Partner];
    }
    if (!CanPair || !Differs)
      continue;
    Outcome Paired = outcomeOf(Address);
    if (Paired.excess() <= Result.Result.excess())
      continue;
    isolatePairs(Distance, Result, Paired);
    if (Evaluation.stopped())
      return false;
  }
  return true;
}

/// Asks for the value of the one unknown that makes all pairs coincide.
void CaseJudgement::isolatePairs(unsigned Distance, CaseOutcome &Result,
                                 const Outcome &Paired) {
  if (Varying.size() > 1 ||
      Ground.Atoms[Varying.front().Atom].Kind == AtomKind::Product) {
    Result.Limit = Paired;
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
  LaneForm Atom{.Lanes = LaneMask(1) << First};
  Atom.termOf(T.Atom).Factor[First] = 1;
  LaneForm Nothing;
  Evaluation.askBelow(Nothing, Atom.Lanes, Atom,
                      *Value > C.Lo ? *Value : *Value + 1);
}

/// The value of the one unknown with which most pairs of lanes meet; nothing
/// where none does, or there are several unknowns.
std::optional<int64_t> CaseJudgement::commonestMeeting() const {
  if (Varying.size() > 1 ||
      Ground.Atoms[Varying.front().Atom].Kind == AtomKind::Product)
    return std::nullopt;
  const Term &T = Varying.front();
  const Congruence &C = Evaluation.congruenceOf(T.Atom);
  std::map<int64_t, unsigned> Pairs;
  for (unsigned L : LanesOf(Active))
    for (unsigned Other : LanesOf(Active & ((LaneMask(1) << L) - 1))) {
      const Wide Slope = Wide(T.Factor[L]) - T.Factor[Other];
      const Wide Gap = Wide(Constant[Other]) - Constant[L];
      if (Slope == 0 || Gap % Slope != 0)
        continue;
      if (const Wide Value = Gap / Slope; C.Lo <= Value && Value <= C.Hi)
        ++Pairs[static_cast<int64_t>(Value)];
    }
  if (Pairs.empty())
    return std::nullopt;
  return std::max_element(Pairs.begin(), Pairs.end(), llvm::less_second())
      ->first;
}

/// An outcome with less excess than \p Generic that special values have: those
/// closest to zero, or those with which most lanes meet.
std::optional<Outcome> CaseJudgement::leastOutcome(const Outcome &Generic) {
  if (Varying.empty() || Generic.excess() == 0 ||
      Traits.WhereLanesMeet == Meeting::ChangesNothing)
    return std::nullopt;
  std::map<AtomId, int64_t> Special;
  for (const auto &[Atom, Quotient] : Chosen)
    Special[Atom] = candidate(Evaluation.congruenceOf(Atom), 0);
  if (const auto Value = commonestMeeting())
    Special[Varying.front().Atom] = *Value;
  const Outcome Least = outcomeOf(addressesWith(Special));
  return Least.excess() < Generic.excess() ? std::optional(Least)
                                           : std::nullopt;
}

std::optional<CaseOutcome> CaseJudgement::run(bool &IsMisaligned) {
  bool DoMeetingsMatter = Traits.WhereLanesMeet != Meeting::ChangesNothing;
  if ((DoMeetingsMatter && !hasOneArray()) || !areResiduesKnown())
    return std::nullopt;
  IsMisaligned = !align();
  if (IsMisaligned)
    return std::nullopt;
  if (!Varying.empty() && Traits.WhereLanesMeet == Meeting::MayBeWorse) {
    Evaluation.giveUp({Obstacle::UnknownMeeting});
    return std::nullopt;
  }
  if (!Varying.empty() && !chooseQuotients())
    return std::nullopt;
  CaseOutcome Result;
  Result.Active = Active;
  Result.Address = addressesWith(Chosen);
  Result.Chosen = Chosen;
  Result.UsesRule1 = DroppedDivisor != 0;
  Result.UsesRule2 = !Varying.empty();
  Result.Result = outcomeOf(Result.Address);
  if (!considerPairs(Result))
    return std::nullopt;
  Result.Least = leastOutcome(Result.Result);
  return Result;
}

} // namespace

std::optional<CaseOutcome> outcomeOfCase(WarpEvaluation &Evaluation,
                                         const ProofGround &Ground,
                                         const LaneForm &Form, LaneMask Active,
                                         bool &IsMisaligned) {
  return CaseJudgement(Evaluation, Ground, Form, Active).run(IsMisaligned);
}

} // namespace warplint
