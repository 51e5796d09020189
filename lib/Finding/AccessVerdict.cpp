//===- AccessVerdict.cpp - Names of the reasons for unproven verdicts -----===//

#include "warplint/Finding/AccessVerdict.h"

namespace warplint {

std::string_view reasonSentence(UnprovenReason Reason) {
  switch (Reason) {
  case UnprovenReason::None:
    return "proven";
  case UnprovenReason::DataDependentIndex:
    return "the index depends on data";
  case UnprovenReason::IndexNotComputed:
    return "the index is a value that is not computed";
  case UnprovenReason::ArrayChosenByLane:
    return "lanes address different arrays";
  case UnprovenReason::TooManyCases:
    return "too many cases to tell apart";
  case UnprovenReason::UnboundedLoop:
    return "a loop's values can not be enumerated";
  case UnprovenReason::UnknownArithmetic:
    return "an operation on unknown values can not be split into cases";
  case UnprovenReason::UnknownAlignment:
    return "the access could be misaligned for its width";
  case UnprovenReason::NotMeasured:
    return "the hardware model has no rule for the instruction";
  }
  return "";
}

std::string_view reasonName(UnprovenReason Reason) {
  switch (Reason) {
  case UnprovenReason::None:
    return "none";
  case UnprovenReason::DataDependentIndex:
    return "data-dependent-index";
  case UnprovenReason::IndexNotComputed:
    return "index-not-computed";
  case UnprovenReason::ArrayChosenByLane:
    return "array-chosen-by-lane";
  case UnprovenReason::TooManyCases:
    return "too-many-cases";
  case UnprovenReason::UnboundedLoop:
    return "unbounded-loop";
  case UnprovenReason::UnknownArithmetic:
    return "unknown-arithmetic";
  case UnprovenReason::UnknownAlignment:
    return "unknown-alignment";
  case UnprovenReason::NotMeasured:
    return "not-measured";
  }
  return "";
}

} // namespace warplint
