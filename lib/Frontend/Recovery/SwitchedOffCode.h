//===- SwitchedOffCode.h - Files without device code as it is ---*- C++ -*-===//
//
//   #ifdef USE_CUDA   // that only the build defines
//   __global__ void k(float *out) { ... }
//   #endif
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_RECOVERY_SWITCHEDOFFCODE_H
#define WARPLINT_LIB_FRONTEND_RECOVERY_SWITCHEDOFFCODE_H

#include "warplint/Basic/UndefinedMacro.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace clang {
class Preprocessor;
}

namespace warplint {

struct OffsetRange {
  size_t Begin = 0, End = 0;
  bool contains(size_t At) const { return Begin <= At && At < End; }
};

/// Where the text of the main file has kernels or shared memory, and all of it
/// lies in \p Skipped: the undefined macros that the conditions around it ask
/// for, each once. To be asked at the end of the file.
std::vector<UndefinedMacro> switchesOf(clang::Preprocessor &PP,
                                       llvm::ArrayRef<OffsetRange> Skipped);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_RECOVERY_SWITCHEDOFFCODE_H
