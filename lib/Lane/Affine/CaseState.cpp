//===- CaseState.cpp - Splitting a case -----------------------------------===//

#include "CaseState.h"
#include <algorithm>
#include <numeric>

namespace warplint {

Congruence CaseState::congruenceOf(const AtomTable &Atoms, AtomId Atom) const {
  if (auto It = Known.find(Atom); It != Known.end())
    return It->second;
  return Atoms[Atom].Initial;
}

bool addBound(std::vector<LinearBound> &Bounds, const LinearTerms &Terms,
              Interval Range) {
  for (LinearBound &B : Bounds) {
    if (B.Terms != Terms)
      continue;
    B.Range = {std::max(B.Range.Lo, Range.Lo), std::min(B.Range.Hi, Range.Hi)};
    return !B.Range.isEmpty();
  }
  Bounds.push_back({Terms, Range});
  return true;
}

namespace {

/// Applies facts to a case and carries them through to its linear bounds.
class Refinement {
public:
  Refinement(const AtomTable &Atoms, CaseState &State)
      : Atoms(Atoms), State(State) {}

  /// quotient = Step * q' + Offset. Each of these is false if nothing is left.
  bool substitute(AtomId Atom, int64_t Step, int64_t Offset);
  bool narrow(AtomId Atom, Wide Lo, Wide Hi);
  bool bound(LinearTerms Terms, Interval Range);

private:
  bool rewriteBounds(AtomId Atom, int64_t Step, int64_t Offset);
  bool mentionsProductOf(const LinearBound &B, AtomId Atom) const;

  const AtomTable &Atoms;
  CaseState &State;
};

bool Refinement::mentionsProductOf(const LinearBound &B, AtomId Atom) const {
  return std::any_of(B.Terms.begin(), B.Terms.end(), [&](const auto &T) {
    const std::vector<AtomId> &Factors = Atoms[T.first].Factors;
    return std::find(Factors.begin(), Factors.end(), Atom) != Factors.end();
  });
}

/// Step 0 stands for the constant Offset.
bool Refinement::rewriteBounds(AtomId Atom, int64_t Step, int64_t Offset) {
  std::vector<LinearBound> Old;
  std::swap(Old, State.Bounds);
  for (LinearBound &B : Old) {
    // A bound that is left out costs precision, never soundness.
    if (mentionsProductOf(B, Atom))
      continue;
    auto It = std::find_if(B.Terms.begin(), B.Terms.end(),
                           [&](const auto &T) { return T.first == Atom; });
    if (It == B.Terms.end()) {
      State.Bounds.push_back(std::move(B));
      continue;
    }
    Wide Shift = Wide(It->second) * Offset;
    It->second *= Step;
    if (Step == 0)
      B.Terms.erase(It);
    Interval Range = B.Range;
    if (Range.Lo != -NoLimit)
      Range.Lo -= Shift;
    if (Range.Hi != NoLimit)
      Range.Hi -= Shift;
    if (!bound(B.Terms, Range))
      return false;
  }
  return true;
}

bool Refinement::substitute(AtomId Atom, int64_t Step, int64_t Offset) {
  Congruence Refined = State.congruenceOf(Atoms, Atom).refined(Step, Offset);
  if (Refined.isEmpty())
    return false;
  State.Known[Atom] = Refined;
  if (Refined.isPoint())
    return rewriteBounds(Atom, 0, Step * Refined.Lo + Offset);
  return rewriteBounds(Atom, Step, Offset);
}

bool Refinement::narrow(AtomId Atom, Wide Lo, Wide Hi) {
  Congruence C = State.congruenceOf(Atoms, Atom);
  C.Lo = static_cast<int64_t>(std::clamp<Wide>(Lo, C.Lo, INT64_MAX));
  C.Hi = static_cast<int64_t>(std::clamp<Wide>(Hi, INT64_MIN, C.Hi));
  if (C.isEmpty())
    return false;
  State.Known[Atom] = C;
  return !C.isPoint() || rewriteBounds(Atom, 0, C.Lo);
}

bool Refinement::bound(LinearTerms Terms, Interval Range) {
  uint64_t Divisor = 0;
  for (const auto &T : Terms)
    Divisor = std::gcd(Divisor, magnitude(T.second));
  if (Divisor == 0)
    return Range.contains(0);
  Wide Scale = Terms.front().second < 0 ? -Wide(Divisor) : Wide(Divisor);
  if (Scale < 0)
    Range = {-Range.Hi, -Range.Lo};
  for (auto &T : Terms)
    T.second = static_cast<int64_t>(T.second / Scale);
  if (Range.Lo != -NoLimit)
    Range.Lo = ceilDivide(Range.Lo, Wide(Divisor));
  if (Range.Hi != NoLimit)
    Range.Hi = floorDivide(Range.Hi, Wide(Divisor));
  if (Range.isEmpty())
    return false;
  if (Terms.size() == 1 && Atoms[Terms.front().first].Kind != AtomKind::Product)
    return narrow(Terms.front().first, Range.Lo, Range.Hi);
  return addBound(State.Bounds, Terms, Range);
}

/// Solves q in [C.Lo, C.Hi] with C.valueAt(q) = First + Period * j, j >= 0,
/// where \p C is what is known of \p Iteration.
bool meet(Refinement &R, const Congruence &C, AtomId Iteration,
          const LoopPoint &Point) {
  Wide First = Point.First;
  if (Point.Period == 0) {
    Wide Quotient = floorDivide(First - C.Remainder, C.Modulus);
    return C.valueAt(static_cast<int64_t>(Quotient)) == First &&
           R.narrow(Iteration, Quotient, Quotient);
  }
  // The quotients that fit repeat with Period / gcd(Modulus, Period).
  int64_t Period = static_cast<int64_t>(Point.Period);
  int64_t Step = Period / std::gcd(C.Modulus, Period);
  for (int64_t Offset = 0; Offset < Step; ++Offset) {
    if ((C.valueAt(Offset) - First) % Period != 0)
      continue;
    return R.narrow(Iteration, ceilDivide(First - C.Remainder, C.Modulus),
                    C.Hi) &&
           R.substitute(Iteration, Step, Offset);
  }
  return false;
}

} // namespace

std::vector<CaseState> splitCase(const AtomTable &Atoms, const CaseState &State,
                                 const Decision &Question) {
  std::vector<CaseState> Cases;
  const AtomId Atom = Question.Atom;
  // One more case, where \p Refine leaves something of it.
  auto Add = [&](CaseState Case, auto Refine) {
    Refinement R(Atoms, Case);
    if (Refine(R))
      Cases.push_back(std::move(Case));
  };
  // What is made of others is decided as if it were free.
  CaseState Decided = State;
  auto Decide = [&](AtomId Id) { Decided.IsInexact |= !Atoms[Id].isBase(); };
  switch (Question.What) {
  case Decision::Kind::Residue:
    Decide(Atom);
    for (int64_t Offset = 0; Offset < Question.Modulus; ++Offset)
      Add(Decided, [&](Refinement &R) {
        return R.substitute(Atom, Question.Modulus, Offset);
      });
    break;
  case Decision::Kind::Values:
    Decide(Atom);
    for (Wide Value = Question.Range.Lo; Value <= Question.Range.Hi; ++Value)
      Add(Decided, [&](Refinement &R) { return R.narrow(Atom, Value, Value); });
    break;
  case Decision::Kind::Threshold:
    Decided.IsInexact |= Question.Terms.size() != 1;
    for (const auto &[Id, Factor] : Question.Terms)
      Decide(Id);
    for (Interval Range : {Interval{-NoLimit, Question.Bound - 1},
                           Interval{Question.Bound, NoLimit}})
      Add(Decided,
          [&](Refinement &R) { return R.bound(Question.Terms, Range); });
    break;
  case Decision::Kind::LoopPoints:
    for (const LoopPoint &Point : Question.Points) {
      CaseState Case = State;
      Case.Loops[Question.Loop] = Point;
      Add(std::move(Case), [&](Refinement &R) {
        return meet(R, State.congruenceOf(Atoms, Atom), Atom, Point);
      });
    }
    break;
  case Decision::Kind::StepEagerly:
    Cases.push_back(State);
    Cases.back().EagerLoops.push_back(Question.Loop);
    break;
  case Decision::Kind::Expand: {
    Cases.push_back(State);
    int64_t &Modulus = Cases.back().Expanded[Atom];
    Modulus = Modulus ? std::lcm(Modulus, Question.Modulus) : Question.Modulus;
    break;
  }
  }
  return Cases;
}

} // namespace warplint
