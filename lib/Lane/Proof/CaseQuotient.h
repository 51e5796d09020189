//===- CaseQuotient.h - Residues that a division decides --------*- C++ -*-===//
//
// Of s[tid * ((n + 255) / 256)] the cases split n itself, into residues modulo
// 8192: what settles the outcome is (n + 255) / 256 modulo 32. This finds such a
// quotient, as C++ computes it: towards zero for values below 0, or with a shift,
// which rounds down and is what becomes of a division of unsigned numbers.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_LANE_PROOF_CASEQUOTIENT_H
#define WARPLINT_LIB_LANE_PROOF_CASEQUOTIENT_H

#include "Lane/Affine/Atoms.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// Values of an atom, and a number for what happens with them.
struct OutcomeClass {
  Congruence Values;
  unsigned Outcome = 0;
};

/// (atom + Added) / Divisor modulo Modulus settles the outcome.
struct CaseQuotient {
  uint64_t Divisor = 1;
  uint64_t Added = 0;
  uint64_t Modulus = 1;
  bool IsShift = false; ///< Rounded down.
  /// For each residue, one of the classes that have it.
  std::vector<size_t> ClassOf;

  /// "((n + 255) / 256)", "(n >> 2)".
  std::string nameOf(const std::string &Atom) const;
};

/// The one with the largest divisor; nothing where only the atom itself does.
std::optional<CaseQuotient> quotientOf(llvm::ArrayRef<OutcomeClass> Classes);

} // namespace warplint

#endif // WARPLINT_LIB_LANE_PROOF_CASEQUOTIENT_H
