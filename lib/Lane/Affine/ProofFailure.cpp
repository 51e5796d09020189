//===- ProofFailure.cpp - Why a proof failed ------------------------------===//

#include "warplint/Lane/ProofFailure.h"

namespace warplint {

UnprovenReason ProofFailure::reason() const {
  switch (What) {
  case Obstacle::None:
    return UnprovenReason::None;
  case Obstacle::DataDependentAddress:
    return UnprovenReason::DataDependentIndex;
  case Obstacle::OpaqueAddress:
  case Obstacle::LanePastBlock:
    return UnprovenReason::IndexNotComputed;
  case Obstacle::DifferentArrays:
    return UnprovenReason::ArrayChosenByLane;
  case Obstacle::TooManyValues:
  case Obstacle::TooManyCases:
  case Obstacle::TooManySteps:
    return UnprovenReason::TooManyCases;
  case Obstacle::TooManyLoopSteps:
  case Obstacle::MutualLoops:
  case Obstacle::EndlessLoop:
    return UnprovenReason::UnboundedLoop;
  case Obstacle::FirstOfLoop:
  case Obstacle::NextOfLoop:
  case Obstacle::ExactValue:
  case Obstacle::BitsOfUnknowns:
  case Obstacle::SignOfUnknown:
  case Obstacle::LongProduct:
  case Obstacle::LargeUnsigned:
  case Obstacle::FarComparison:
  case Obstacle::UndefinedAddress:
  case Obstacle::UnknownMeeting:
  case Obstacle::WorstNotReached:
    return UnprovenReason::UnknownArithmetic;
  case Obstacle::MayBeMisaligned:
  case Obstacle::Misaligned:
    return UnprovenReason::UnknownAlignment;
  }
  return UnprovenReason::None;
}

} // namespace warplint
