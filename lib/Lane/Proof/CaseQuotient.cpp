//===- CaseQuotient.cpp - Residues that a division decides ----------------===//

#include "CaseQuotient.h"
#include "llvm/ADT/STLExtras.h"
#include <bit>
#include <numeric>

namespace warplint {

/// Nobody counts further.
static constexpr int64_t MostResidues = 1 << 16;

std::string CaseQuotient::nameOf(const std::string &Atom) const {
  const std::string Sum =
      Added ? "(" + Atom + " + " + std::to_string(Added) + ")" : Atom;
  return "(" + Sum +
         (IsShift ? " >> " + std::to_string(std::countr_zero(Divisor))
                  : " / " + std::to_string(Divisor)) +
         ")";
}

/// The residue of \p Value, not below 0.
static int64_t residue(Wide Value, int64_t Modulus) {
  return static_cast<int64_t>((Value % Modulus + Modulus) % Modulus);
}

/// The class of each residue of values that are not below 0; empty where one has
/// none, or several that differ.
static std::vector<size_t>
classesByResidue(llvm::ArrayRef<OutcomeClass> Classes, int64_t Modulus) {
  std::vector<size_t> Found(Modulus, Classes.size());
  for (const auto &[Number, C] : llvm::enumerate(Classes)) {
    if (C.Values.valueAt(C.Values.Hi) < 0)
      continue;
    size_t &At = Found[residue(C.Values.Remainder, Modulus)];
    if (At != Classes.size() && Classes[At].Outcome != C.Outcome)
      return {};
    At = Number;
  }
  if (llvm::is_contained(Found, Classes.size()))
    return {};
  return Found;
}

/// The quotient's residue for the values of \p C below 0; nothing where they do
/// not agree on one.
static std::optional<int64_t> residueBelowZero(const OutcomeClass &C,
                                               int64_t Modulus,
                                               const CaseQuotient &Q) {
  const Wide Last = C.Values.valueAt(C.Values.Hi);
  const Wide Largest =
      Last < 0 ? Last : residue(C.Values.Remainder, Modulus) - Wide(Modulus);
  const Wide Sum = Largest + Wide(Q.Added);
  if (Q.IsShift)
    return residue(Sum + Wide(Modulus), Modulus) / int64_t(Q.Divisor);
  // Rounded down, and the ones before it up.
  if (Sum > 0 && Sum % Wide(Q.Divisor) != 0)
    return std::nullopt;
  return residue(Sum / Wide(Q.Divisor), static_cast<int64_t>(Q.Modulus));
}

std::optional<CaseQuotient> quotientOf(llvm::ArrayRef<OutcomeClass> Classes) {
  const int64_t Modulus = Classes.empty() ? 1 : Classes.front().Values.Modulus;
  if (Modulus < 2 || Modulus > MostResidues ||
      llvm::any_of(Classes, [&](const OutcomeClass &C) {
        return C.Values.Modulus != Modulus || C.Values.isPoint();
      }))
    return std::nullopt;
  const std::vector<size_t> ByResidue = classesByResidue(Classes, Modulus);
  if (ByResidue.empty())
    return std::nullopt;
  // Where the outcome changes from one residue to the next.
  std::vector<int64_t> Changes;
  for (int64_t R = 0; R < Modulus; ++R)
    if (Classes[ByResidue[R]].Outcome !=
        Classes[ByResidue[(R + Modulus - 1) % Modulus]].Outcome)
      Changes.push_back(R);
  if (Changes.empty())
    return std::nullopt;
  int64_t Divisor = Modulus;
  for (int64_t At : Changes)
    Divisor = std::gcd(Divisor, At - Changes.front());
  if (Divisor < 2)
    return std::nullopt;
  CaseQuotient Q;
  Q.Divisor = Divisor;
  Q.Added = (Divisor - Changes.front() % Divisor) % Divisor;
  Q.Modulus = Modulus / Divisor;
  Q.ClassOf.resize(Q.Modulus);
  for (int64_t R = 0; R < Modulus; ++R)
    Q.ClassOf[(R + Q.Added) / Q.Divisor % Q.Modulus] = ByResidue[R];
  auto IsRight = [&] {
    return llvm::all_of(Classes, [&](const OutcomeClass &C) {
      if (C.Values.valueAt(C.Values.Lo) >= 0)
        return true;
      const auto Own = residueBelowZero(C, Modulus, Q);
      return Own && Classes[Q.ClassOf[*Own]].Outcome == C.Outcome;
    });
  };
  if (IsRight())
    return Q;
  Q.IsShift = true;
  return std::has_single_bit(Q.Divisor) && IsRight() ? std::optional(Q)
                                                     : std::nullopt;
}

} // namespace warplint
