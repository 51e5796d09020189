//===- ResourceDirectory.h - Where Clang's own headers are ------*- C++ -*-===//
//
// Clang reads headers that belong to its version: the wrapper of CUDA's
// runtime, the vector intrinsics of the host. A program that was linked against
// the shared libraries finds them beside those. One that was linked statically
// has them in it, and runs where no LLVM is installed.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FRONTEND_RESOURCEDIRECTORY_H
#define WARPLINT_FRONTEND_RESOURCEDIRECTORY_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace warplint {

/// The folder whose "include" has them: one that the program's own parses alone
/// see, or that of the LLVM which this was built with.
std::string findResourceDirectory();

/// Whether \p File is on no disk: one that the program's own parses alone see.
inline bool isVirtual(llvm::StringRef File) {
  return File.starts_with("/__warplint__/");
}

} // namespace warplint

#endif // WARPLINT_FRONTEND_RESOURCEDIRECTORY_H
