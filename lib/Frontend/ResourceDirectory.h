//===- ResourceDirectory.h - Where Clang's own headers are ------*- C++ -*-===//
//
// Clang reads headers that belong to its version: the wrapper of CUDA's
// runtime, the vector intrinsics of the host. A program that was linked against
// the shared libraries finds them beside those. One that was linked statically
// brings its own, and runs where no LLVM is installed.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_RESOURCEDIRECTORY_H
#define WARPLINT_LIB_FRONTEND_RESOURCEDIRECTORY_H

#include <string>

namespace warplint {

/// The folder whose "include" has them: ../lib/warplint, seen from the program,
/// if it is there, else that of the LLVM which this was built with.
std::string findResourceDirectory();

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_RESOURCEDIRECTORY_H
