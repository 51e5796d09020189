//===- CaseState.h - What one case of a proof has decided -------*- C++ -*-===//
//
// A case is a set of facts about the atoms. The cases that a decision splits a
// case into together cover all of it, so that the leaves of the search cover
// every value of every symbol.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_LANE_AFFINE_CASESTATE_H
#define WARPLINT_LIB_LANE_AFFINE_CASESTATE_H

#include "Atoms.h"
#include "LaneForm.h"
#include <memory>

namespace warplint {

using LinearTerms = std::vector<std::pair<AtomId, int64_t>>;

/// An end of a range that is none: beyond the sums of 64-bit products.
inline constexpr Wide NoLimit = Wide(1) << 120;

/// The linear part in lowest terms (LinearPart) lies within Range; its ends are
/// NoLimit or far less.
struct LinearBound {
  LinearTerms Terms;
  Interval Range;
};

/// Adds what is known of the sum \p Terms to \p Bounds; false where that
/// contradicts itself.
bool addBound(std::vector<LinearBound> &Bounds, const LinearTerms &Terms,
              Interval Range);

/// Values of the recurrences of one loop, iteration by iteration, by number.
struct LoopTrace {
  std::vector<std::map<unsigned, LaneForm>> States;
};

/// The loop is in iteration First + Period * j for some j; j = 0 when Period is
/// 0.
struct LoopPoint {
  uint64_t First = 0;
  uint64_t Period = 0;
  /// Present when its values are free of atoms, and so hold in every case
  /// below. Where it ends before First, stepping goes on from its end.
  std::shared_ptr<const LoopTrace> Trace;
};

/// A question that splits a case.
struct Decision {
  enum class Kind : uint8_t {
    Residue,    ///< quotient of Atom mod Modulus.
    Values,     ///< Each quotient of Atom within Range.
    Threshold,  ///< sum of Terms < Bound, or not.
    Expand,     ///< No split: evaluate Atom's node instead of naming it.
    LoopPoints, ///< Which of Points the loop is at.
    StepEagerly ///< No split: follow Loop without naming what it computes.
  } What = Kind::Residue;
  AtomId Atom = 0;
  int64_t Modulus = 1;
  Interval Range = {};
  LinearTerms Terms = {};
  Wide Bound = 0;
  unsigned Loop = 0;
  std::vector<LoopPoint> Points = {};
};

struct CaseState {
  std::map<AtomId, Congruence> Known;
  std::vector<LinearBound> Bounds;
  std::map<unsigned, LoopPoint> Loops;
  /// Loops to be followed without naming what they compute.
  std::vector<unsigned> EagerLoops;
  /// Derived atoms that must not be named, with the modulus asked for.
  std::map<AtomId, int64_t> Expanded;
  /// A derived atom was decided as if it were free: the case may be empty.
  bool IsInexact = false;

  /// What is known of \p Atom; derived atoms without a fact are unbounded.
  Congruence congruenceOf(const AtomTable &Atoms, AtomId Atom) const;
};

/// The cases that \p Question splits \p State into, without the empty ones.
std::vector<CaseState> splitCase(const AtomTable &Atoms, const CaseState &State,
                                 const Decision &Question);

} // namespace warplint

#endif // WARPLINT_LIB_LANE_AFFINE_CASESTATE_H
