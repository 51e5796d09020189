//===- Evidence.h - Where the rules are known to hold -----------*- C++ -*-===//

#ifndef WARPLINT_WARP_EVIDENCE_H
#define WARPLINT_WARP_EVIDENCE_H

#include <string>

namespace warplint {

/// What Target.def says of all of its compute capabilities: "measured on compute
/// capability 9.0, assumed for 5.0 to 8.9 and 10.0 to 12.1".
std::string evidenceText();

} // namespace warplint

#endif // WARPLINT_WARP_EVIDENCE_H
