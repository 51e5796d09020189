//===- KernelText.h - A random access as a CUDA kernel ----------*- C++ -*-===//
//
// The bridge from the property tests to a GPU: a random access with a value for
// every unknown becomes a kernel that makes exactly this access, and the sum of
// what all its requests cost by plain evaluation becomes the comment that
// lab validate compares with warplint's figure for the kernel's source
// and with the hardware's counters.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_UNITTESTS_LANE_KERNELTEXT_H
#define WARPLINT_UNITTESTS_LANE_KERNELTEXT_H

#include "RandomAccess.h"
#include <optional>
#include <string>

namespace warplint {

struct KernelText {
  /// An "// expect NAME: ld=3" line and the definition of the kernel.
  std::string Definition;
  /// A statement that launches it once, as one block.
  std::string Launch;
};

/// Chooses values for the unknowns of \p Access. Nothing where no program makes
/// the access: where a value is undefined, a loop does not end soon, the kind
/// of request is none that a plain statement makes, or no lane is ever active.
std::optional<KernelText> kernelText(RandomAccess &Access, uint64_t Seed,
                                     const std::string &Name);

} // namespace warplint

#endif // WARPLINT_UNITTESTS_LANE_KERNELTEXT_H
