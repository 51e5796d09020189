//===- LaunchRecord.h - A block shape and where it came from -----*- C++ -*-===//

#ifndef WARPLINT_KERNEL_LAUNCHRECORD_H
#define WARPLINT_KERNEL_LAUNCHRECORD_H

#include "warplint/Frontend/SourcePlace.h"
#include "warplint/Lane/WarpProof.h"
#include <string>

namespace warplint {

/// The launch that a verdict rests on.
struct LaunchRecord {
  LaunchShape Shape;
  std::string Source; ///< "launch", "option", "reqntid", "assumed".
  SourcePlace Where;  ///< Of the launch or attribute, when there is one.
};

} // namespace warplint

#endif // WARPLINT_KERNEL_LAUNCHRECORD_H
