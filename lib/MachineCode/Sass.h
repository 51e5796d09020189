//===- Sass.h - The instructions of a kernel --------------------*- C++ -*-===//

#ifndef WARPLINT_LIB_MACHINECODE_SASS_H
#define WARPLINT_LIB_MACHINECODE_SASS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <vector>

namespace warplint {

/// A load or a store that may reach shared memory.
struct SassRequest {
  uint64_t Address = 0; ///< Of the instruction, from the kernel's first one.
  bool IsStore = false, IsGeneric = false, IsInLoop = false;
  unsigned BytesPerLane = 0;
};

/// A load or a store of the stack, by its pointer.
struct SassStackRequest {
  uint64_t Address = 0; ///< As of a SassRequest.
  bool IsStore = false, IsInLoop = false;
  unsigned BytesPerLane = 0;
};

struct SassCode {
  unsigned Instructions = 0; ///< Without those that do nothing.
  std::vector<SassRequest> Requests;
  std::vector<SassStackRequest> Stack;
};

/// Decodes \p Code, which was made for sm_\p Capability, 70 or newer.
SassCode decodeSass(llvm::StringRef Code, unsigned Capability);

} // namespace warplint

#endif // WARPLINT_LIB_MACHINECODE_SASS_H
