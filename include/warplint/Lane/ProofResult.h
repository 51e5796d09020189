//===- ProofResult.h - What was proven --------------------------*- C++ -*-===//
//
// Data alone, without a word for the user but the names that he gave: what is
// made of it in sentences is for those who ask.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LANE_PROOFRESULT_H
#define WARPLINT_LANE_PROOFRESULT_H

#include "warplint/Lane/LaneEvaluation.h"
#include "warplint/Lane/ProofFailure.h"
#include "warplint/Lane/WarpQuestion.h"
#include <array>
#include <string>
#include <vector>

namespace warplint {

enum class VerdictKind : uint8_t {
  Clean,     ///< Proven: the outcome is ideal in every case.
  Excess,    ///< Proven: some case has an excess. Worst has the witness.
  Unproven,  ///< Not decided; the failure says why.
  NeverRuns, ///< The guard excludes every lane of every warp.
};

/// A value that a symbol or loop had in a case: "pitch mod 32 = 0", "s = 8".
struct CaseFact {
  enum class Kind : uint8_t {
    Value,
    Residue,
    Iteration,
    Truth
  } What = Kind::Value;
  std::string Name = {}; ///< Symbol, counter, or printed condition.
  int64_t Value = 0;
  uint64_t Modulus = 0; ///< For Residue.
  int Loop = -1;        ///< For Iteration: number of the loop.
  /// For Iteration: the number of the iteration, or the first of those that
  /// repeat every Modulus iterations. Value is that of the loop's variable Name
  /// where the loop has one ("s" in s *= 2), else the number of the iteration.
  uint64_t Iteration = 0;
};

/// One fully decided case in one warp.
struct ProvenCase {
  unsigned Warp = 0; ///< Number of the warp in its block.
  warplint::Outcome Outcome;
  LaneMask Active = 0;
  /// Byte address relative to the terms that dropped out; inactive lanes hold
  /// 0.
  std::array<int64_t, WarpSize> Address = {};
  std::vector<CaseFact> Facts; ///< Decisions that this case rests on.
};

/// The worst outcome, over the warps and all else, of the cases with the same
/// facts about one symbol or loop.
struct OutcomeRow {
  std::vector<CaseFact>
      Facts; ///< They hold together: a residue and its limits.
  warplint::Outcome Outcome;
};

/// What cases differ in.
struct CaseSplit {
  enum class Kind : uint8_t { Value, Residue, Range } What = Kind::Value;
  std::string Name;
  uint64_t Modulus = 0; ///< For Residue.
  friend auto operator<=>(const CaseSplit &, const CaseSplit &) = default;
};

struct ProofResult {
  VerdictKind Kind = VerdictKind::Unproven;
  ProofFailure Failure;

  /// The case with the largest excess, then the largest value.
  ProvenCase Worst;
  /// Leaves, by lane, for which plain evaluation gives the outcome of Worst.
  /// Empty where none was looked for (Clean) or found.
  std::vector<LeafValues> Witness;
  unsigned BestValue = 0;    ///< Smallest over warps and cases.
  unsigned WarpsInBlock = 0; ///< 1 when the block is not fully known.
  unsigned WarpsWithExcess = 0;
  /// Sum over the block's warps of each warp's worst case.
  uint64_t TotalValue = 0;
  uint64_t TotalIdeal = 0;
  /// The excess occurs in some cases only.
  bool DependsOnCase = false;
  /// One for each fact about the one symbol or loop that decides the outcome;
  /// empty when that is the same in all cases, or
  std::vector<OutcomeRow> Rows;
  /// when several decide it, these.
  std::vector<std::string> DependsOn;

  /// It was used that index arithmetic with unknown terms does not wrap around,
  bool AssumesNoWrap = false;
  /// that lanes whose guard is not known are active.
  bool AssumesGuards = false;

  /// The guard took too many cases, and lanes that it may let through are active
  /// for that.
  bool GaveUpGuard = false;

  // How the proof went; empty where unproven.
  uint64_t Cases = 0; ///< That were judged, over all warps of the block.
  std::vector<CaseSplit> Splits;
  bool UsesRule1 = false; ///< A term that all lanes share dropped out.
  bool UsesRule2 = false; ///< An unknown's factor varies between lanes.
};

} // namespace warplint

#endif // WARPLINT_LANE_PROOFRESULT_H
