//===- Evaluators.cpp - What can be asked of addresses --------------------===//

#include "warplint/Lane/Evaluators.h"
#include <algorithm>
#include <bit>
#include <cassert>

namespace warplint {

static WarpRequest requestOf(const AccessProblem &Problem) {
  WarpRequest Request{.Kind = Problem.Kind,
                      .BytesPerLane = Problem.BytesPerLane};
  Request.Instructions = Problem.Instructions;
  return Request;
}

bool AccessProblem::isMeasured() const {
  return warplint::costOf(requestOf(*this)).has_value();
}

/// Fewer active lanes never have more excess. Not so where idle lanes let
/// others merge (wide loads), where the ideal falls with the lanes at one
/// address (atomics) or with the bytes asked for (lines, sectors).
static bool isWorstWithAllLanes(const AccessProblem &Problem) {
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
    return false;
  default:
    return isOfShared(Problem.Kind) ||
           Problem.Kind == RequestKind::LocalAccess ||
           Problem.Kind == RequestKind::ConstantLoad;
  }
}

/// Loops of compare-and-swap take more passes where lanes of both half-warps
/// update one word, or two elements of 16 bits lie in one; updates of another
/// block's word take turns.
static bool costsMoreWhereWordsCoincide(const AccessProblem &P) {
  return P.Kind == RequestKind::SharedRetryLoop ||
         P.Kind == RequestKind::RemoteUpdate ||
         ((P.Kind == RequestKind::SharedSwapLoop ||
           P.Kind == RequestKind::SharedTriedSwapLoop) &&
          P.BytesPerLane == 8);
}

/// The pair rule: groups of lanes merge, and the ideal falls, too.
static constexpr unsigned MergingDistances[] = {1, 2};

static EvaluatorTraits traitsOf(const AccessProblem &Problem) {
  const bool IsLocal = Problem.Kind == RequestKind::LocalAccess;
  const bool IsConstant = Problem.Kind == RequestKind::ConstantLoad;
  const bool IsSectors = !isOfShared(Problem.Kind) && !IsLocal && !IsConstant;
  const bool IsLines =
      Problem.Kind == RequestKind::CpAsync && Problem.BytesPerLane == 16;
  EvaluatorTraits T;
  T.CommonPeriod = T.Block = IsSectors ? 32 : IsLines ? 128 : 4;
  // Where a word of local memory lies matters to no other lane's. Of constants
  // only which are the same counts.
  T.Period = IsSectors ? 32 : IsLocal ? 4 : 128;
  if (IsConstant)
    T.CommonPeriod = T.Period = T.Block = Problem.BytesPerLane;
  T.WhereLanesMeet = costsMoreWhereWordsCoincide(Problem)
                         ? EvaluatorTraits::Meeting::MayBeWorse
                         : EvaluatorTraits::Meeting::IsNoWorse;
  if (Problem.Kind == RequestKind::SharedLoad && Problem.BytesPerLane >= 8)
    T.PairDistances = MergingDistances;
  T.IsWorstWithAllLanes = isWorstWithAllLanes(Problem);
  T.IsIdealForOneLane = true;
  return T;
}

CostEvaluator::CostEvaluator(const AccessProblem &Problem)
    : CaseEvaluator(traitsOf(Problem)), Request(requestOf(Problem)) {
  assert(Problem.isMeasured());
}

WarpCost CostEvaluator::costOf(const LaneAddresses &Address,
                               LaneMask Active) const {
  WarpRequest Case = Request;
  Case.ByteAddress = Address;
  Case.Active = Active;
  return *warplint::costOf(Case);
}

Outcome CostEvaluator::outcomeOf(const LaneAddresses &Address,
                                 LaneMask Active) const {
  WarpCost Cost = costOf(Address, Active);
  return {Cost.Predicted, Cost.Ideal};
}

/// What one lane loads or stores takes one wavefront or sector: none costs more
/// than as many as there are lanes, which they do where all begin in one bank,
/// and pages apart. The ideal grows slower than the lanes.
std::optional<Outcome> CostEvaluator::most(LaneMask Lanes) const {
  switch (Request.Kind) {
  case RequestKind::SharedLoad:
  case RequestKind::SharedStore:
  case RequestKind::GlobalLoad:
  case RequestKind::GlobalStore:
  case RequestKind::RemoteLoad:
  case RequestKind::RemoteStore:
  case RequestKind::LocalAccess:
  case RequestKind::ConstantLoad:
    break;
  default:
    return std::nullopt;
  }
  constexpr uint64_t Page = 4096;
  LaneAddresses Apart;
  for (unsigned L = 0; L < WarpSize; ++L)
    Apart[L] = L * Page;
  return outcomeOf(Apart, Lanes);
}

AlignmentEvaluator::AlignmentEvaluator(uint64_t Multiple)
    : CaseEvaluator({.CommonPeriod = static_cast<int64_t>(Multiple),
                     .Period = static_cast<int64_t>(Multiple),
                     .IsWorstWithAllLanes = true}),
      Multiple(Multiple) {
  assert(std::has_single_bit(Multiple) && Multiple <= INT64_MAX);
}

Outcome AlignmentEvaluator::outcomeOf(const LaneAddresses &Address,
                                      LaneMask Active) const {
  for (unsigned L = 0; L < WarpSize; ++L)
    if (Active >> L & 1 && Address[L] % Multiple)
      return {1, 0};
  return {};
}

/// Addresses of one atomic are multiples of its width: two lanes update one word
/// or words apart.
ContentionEvaluator::ContentionEvaluator()
    : CaseEvaluator({.WhereLanesMeet = EvaluatorTraits::Meeting::MayBeWorse,
                     .IsWorstWithAllLanes = true,
                     .IsIdealForOneLane = true}) {}

Outcome ContentionEvaluator::outcomeOf(const LaneAddresses &Address,
                                       LaneMask Active) const {
  unsigned Most = 0;
  for (unsigned L = 0; L < WarpSize; ++L) {
    unsigned Same = 0;
    for (unsigned Other = 0; Other < WarpSize; ++Other)
      Same += Active >> L & Active >> Other & 1 && Address[Other] == Address[L];
    Most = std::max(Most, Same);
  }
  return {Most, Active ? 1u : 0u};
}

WarpQuestion questionOf(const AccessProblem &Problem,
                        const CaseEvaluator &Evaluator) {
  return {.Evaluator = &Evaluator,
          .Address = Problem.Address,
          .Guard = Problem.Guard,
          .Lanes = lanesWithAddress(Problem.Kind),
          .Alignment = Problem.BytesPerLane,
          .BytesPerLane = Problem.BytesPerLane};
}

} // namespace warplint
