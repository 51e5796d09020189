//===- WarpProof.h - The cost of an access for every value ------*- C++ -*-===//
//
// Given an access (an address and an active-lane condition as LaneExpr) and a
// launch shape, what does each warp pay, *for every value* of the uniform
// symbols?
//
// How. An expression is evaluated for the 32 lanes of a warp at once. A lane's
// value is kept as an affine form over *atoms*, the unknown uniform values:
//
//     value(lane) = c(lane) + sum over atoms i of k(lane, i) * x(i)
//
// The forms stay exact under addition, multiplication by what is known, and
// products of a lane constant with an atom. Where an operation needs to know
// more (a shift right, a mask, a comparison, a select), the evaluation asks for
// a *decision* and the proof splits into cases that together cover every value:
//
//   residue     x = M*x' + r, one case for each r in 0 .. M-1
//   value       one case for each value of a small range
//   threshold   x < t, x = t, ..., where only finitely many answers differ
//   iteration   one case for each iteration of a loop whose counter is no
//               affine function (found by stepping the loop's own expressions)
//   truth       a uniform condition that may be true or false
//
// In a case that is fully decided, the 32 addresses are known but for terms
// that do not matter, by these rules:
//
//   1. An atom with the same coefficient in every active lane drops out when
//      the term is a multiple of 4 bytes (128 for cp.async of 16 bytes, 32 for
//      global memory): it permutes banks and keeps wavefronts. Otherwise its
//      residue is split until it is.
//   2. An atom whose coefficient varies between lanes is split by its residue
//      modulo 128 / gcd(differences), which settles the banks; which words are
//      equal is settled by taking the atom generic. Values of the atom for
//      which more words coincide only lower the figure: they are never the
//      worst case.
//   3. Everything else is unproven, with its reason. Never silently clean.
//
// Where the cases are too many to tell apart, the proof is tried once more in a
// coarse way: every uniform part of an expression is one unknown number, be it
// made of whatever. That claims more than is so (its values may not all occur),
// which is enough for "clean"; a conflict still needs values that show it.
//
// A uniform value that a loop carries (stage ^= 1) is one unknown number, too,
// until something is asked about it; only then is the loop followed.
//
// Worked example: 4 * (pitch * tid.y + tid.x) in a 16 x 16 block. The lanes of
// a warp have two values of tid.y; the coefficient of pitch is 0 or 4: rule 2
// splits pitch by 32 residues. pitch mod 32 = 16 gives banks 0-15, 16-31: 1
// wavefront; pitch mod 32 = 0 gives 2.
//
// Assumptions, listed in the verdict when they were used: index arithmetic with
// unknown uniform terms does not wrap around; lanes of a warp run loops in
// step; a condition that can not be computed lets every lane through.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LANE_WARPPROOF_H
#define WARPLINT_LANE_WARPPROOF_H

#include "warplint/Lane/LaneExpr.h"
#include "warplint/Warp/WarpModel.h"
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// Threads of a block along x, y, z, as far as known. Threads are numbered
/// x + X*(y + Y*z), and warp w is threads 32*w .. 32*w + 31; lanes past the
/// block's end are inactive. When X is not known the shape is "whole warps
/// along x": X is some multiple of 32, every warp lies in one row, threadIdx.y
/// and .z are uniform. When X is a known multiple of 32, unknown Y and Z are
/// uniform symbols in the same way. When X is known and no multiple of 32 and Y
/// or Z is not known, a warp spans rows: Y (or, where Y is known, Z) is taken
/// as large enough, and only whole warps are judged. Z counts as 1 when neither
/// is known.
struct LaunchShape {
  std::optional<unsigned> X = {}, Y = {}, Z = {};
  friend bool operator==(const LaunchShape &, const LaunchShape &) = default;
};

/// One access to be judged.
struct AccessProblem {
  RequestKind Kind = RequestKind::SharedLoad;
  unsigned BytesPerLane = 4;
  /// Byte address, 32 or 64 bits wide. ArrayBase symbols carry their alignment.
  const LaneExpr *Address = nullptr;
  /// Truth value that says which lanes execute the access; null: all of them.
  const LaneExpr *Guard = nullptr;
  /// As in WarpRequest: the figures are those of so many instructions.
  unsigned Instructions = 1;
};

enum class VerdictKind : uint8_t {
  Clean,    ///< Proven: cost is ideal in every case.
  Excess,   ///< Proven: some case costs more than ideal. Worst has the witness.
  Unproven, ///< Not decided; Reason says why.
  NeverRuns, ///< The guard excludes every lane of every warp.
};

/// Why a proof failed.
enum class UnprovenReason : uint8_t {
  None,
  /// What reaches the address was loaded from memory, or comes from a lane or
  /// an atomic operation that only running the kernel tells.
  DataDependentIndex,
  IndexNotComputed,  ///< Another Opaque value reaches the address.
  ArrayChosenByLane, ///< Lanes address arrays whose distance is not known.
  TooManyCases,      ///< The case budget ran out.
  UnboundedLoop,     ///< A non-affine loop sequence could not be enumerated.
  UnknownArithmetic, ///< An operation on unknown symbols that no split settles.
  UnknownAlignment,  ///< The access could be misaligned for its width.
  NotMeasured,       ///< The hardware model has no rule for the instruction.
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

/// The cost of one fully decided case in one warp.
struct WarpCase {
  unsigned Warp = 0; ///< Number of the warp in its block.
  WarpCost Cost;
  LaneMask Active = 0;
  /// Byte address relative to the terms that dropped out; inactive lanes hold
  /// 0.
  std::array<int64_t, WarpSize> Address = {};
  std::vector<CaseFact> Facts; ///< Decisions that this case rests on.
};

/// A value for every leaf, for one lane.
struct LeafValues {
  std::array<uint32_t, 3> ThreadIdx = {};
  std::array<uint32_t, 3> BlockDim = {1, 1, 1};
  std::vector<uint64_t> Symbols = {};    ///< By number.
  std::vector<uint64_t> Iterations = {}; ///< By loop.
};

/// Groups cases by the facts about one symbol or loop, for "2, 4, 8-way as s =
/// ..." and "conflict-free when pitch is odd". Worst over the warps and other
/// facts.
struct CaseRow {
  CaseFact Fact;
  unsigned Predicted = 0;
  unsigned Ideal = 0;
};

/// How a proof went, for those who want to follow it.
struct ProofCourse {
  uint64_t Cases = 0; ///< That were judged, over all warps of the block.
  /// What the cases differ in: "pitch mod 32", "s", "the range of n".
  std::vector<std::string> SplitOn;
  bool UsesRule1 = false; ///< A term that all lanes share dropped out.
  bool UsesRule2 = false; ///< An unknown's factor varies between lanes.
};

struct AccessVerdict {
  VerdictKind Kind = VerdictKind::Unproven;
  UnprovenReason Reason = UnprovenReason::None;
  std::string ReasonText; ///< "the index comes from memory: idx[i]".

  /// The case with the largest excess, then the largest cost.
  WarpCase Worst;
  /// Leaves, by lane, for which plain evaluation gives the figure of Worst.
  /// Empty where none was looked for (Clean) or found.
  std::vector<LeafValues> Witness;
  unsigned BestPredicted = 0; ///< Smallest cost over warps and cases.
  unsigned WarpsInBlock = 0;  ///< 1 when the block is not fully known.
  unsigned WarpsWithExcess = 0;
  /// Sum over the block's warps of each warp's worst case.
  uint64_t TotalPredicted = 0;
  uint64_t TotalIdeal = 0;
  /// The excess occurs in some cases only: rows of the symbol that decides it.
  bool DependsOnCase = false;
  std::vector<CaseRow> Rows;
  /// "conflict-free when pitch is odd; 32-way when pitch is a multiple of 32";
  /// empty when the figure is the same in all cases.
  std::string Condition;
  /// "lanes whose guard is unknown count as active", ...
  std::vector<std::string> Assumptions;
  ProofCourse Course; ///< Empty where unproven.
};

/// Work that the proofs of one file share, so that many hard accesses take no
/// longer than a few.
struct ProofBudget {
  /// Expressions evaluated for a warp: that many take five to ten seconds. One
  /// access may take a part of what is left.
  uint64_t StepsLeft = 20'000'000;

  /// What one access of the file may take when it asks for \p Wanted.
  uint64_t share(uint64_t Wanted) const;
  void spend(uint64_t Steps);
  /// Whether it gives all of \p Wanted even when \p Spent more are gone: it has
  /// no say in what a proof that takes so many finds.
  bool grants(uint64_t Wanted, uint64_t Spent) const;
};

struct ProofOptions {
  /// Cases tried for one access before it counts as TooManyCases.
  unsigned MaxCases = 1u << 14;
  /// Expressions evaluated for a warp, over all cases of one access; beyond
  /// that it counts as TooManyCases, too. That many take a fraction of a
  /// second.
  uint64_t MaxSteps = 600'000;
  /// Null: only MaxSteps counts.
  ProofBudget *Budget = nullptr;
  /// Iterations stepped through for one non-affine loop.
  unsigned MaxIterations = 4096;
};

/// Judges \p Problem for every warp of \p Shape and every value of the symbols.
AccessVerdict proveAccess(const LaneContext &Context,
                          const AccessProblem &Problem,
                          const LaunchShape &Shape,
                          const ProofOptions &Options = {});

/// One short sentence: "index comes from memory", for tables and --stats.
std::string_view reasonSentence(UnprovenReason Reason);
/// A stable name for JSON and --stats: "data-dependent-index".
std::string_view reasonName(UnprovenReason Reason);

/// Plain evaluation of one lane: the oracle of the property tests. Nothing
/// where an Opaque value, a Shuffle, a division by zero or a shift by the width
/// or more is met, unless the other operand settles the result: only the chosen
/// arm of a Select is evaluated, 0 absorbs in And and Mul, all ones in Or.
std::optional<uint64_t> evaluate(const LaneContext &Context, const LaneExpr *E,
                                 const LeafValues &Leaves);

/// The leaves of the lanes of a warp. Lanes run loops in step: Iterations are
/// those of lane 0 for all.
using WarpLeaves = std::array<LeafValues, WarpSize>;

/// The same for all lanes of a warp at once, so that a Shuffle finds the value
/// of its source lane. Lanes outside of \p Existing have no values.
std::array<std::optional<uint64_t>, WarpSize>
evaluateWarp(const LaneContext &Context, const LaneExpr *E,
             const WarpLeaves &Leaves, LaneMask Existing = AllLanes);

} // namespace warplint

#endif // WARPLINT_LANE_WARPPROOF_H
