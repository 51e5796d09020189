//===- LaneFinding.h - What is said of an order of lanes --------*- C++ -*-===//

#ifndef WARPLINT_LIB_CHECKS_LANEORDER_LANEFINDING_H
#define WARPLINT_LIB_CHECKS_LANEORDER_LANEFINDING_H

#include "LaneCandidate.h"
#include "LaneTrial.h"
#include "warplint/Finding/Finding.h"

namespace warplint {

/// \p WhyNoEdit: the reason why it has no edit; empty where it has one.
Finding findingOn(LaneCandidate &Of, const LaneTrial &Trial,
                  const clang::ASTContext &Context, Severity AssumedLevel,
                  const std::string &WhyNoEdit);

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_LANEORDER_LANEFINDING_H
