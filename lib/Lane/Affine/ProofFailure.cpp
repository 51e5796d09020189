//===- ProofFailure.cpp - Why a proof failed ------------------------------===//

#include "warplint/Lane/ProofFailure.h"
#include <algorithm>

namespace warplint {

UnprovenReason ProofFailure::reason() const {
  struct Group {
    Obstacle Last;
    UnprovenReason Why;
  };
  static constexpr Group Groups[] = {
      {Obstacle::None, UnprovenReason::None},
      {Obstacle::DataDependentAddress, UnprovenReason::DataDependentIndex},
      {Obstacle::LanePastBlock, UnprovenReason::IndexNotComputed},
      {Obstacle::DifferentArrays, UnprovenReason::ArrayChosenByLane},
      {Obstacle::TooManySteps, UnprovenReason::TooManyCases},
      {Obstacle::EndlessLoop, UnprovenReason::UnboundedLoop},
      {Obstacle::WorstNotReached, UnprovenReason::UnknownArithmetic},
      {Obstacle::Misaligned, UnprovenReason::UnknownAlignment}};
  return std::ranges::lower_bound(Groups, What, {}, &Group::Last)->Why;
}

} // namespace warplint
