//===- NvccMacros.h - Who sees that nvcc compiles ---------------*- C++ -*-===//
//
// A command of nvcc has __NVCC__ and its like defined. CUDA's own libraries (the
// runtime as clang wraps it, CUB, Thrust, libcu++) take them as a promise of
// builtins that clang lacks, and know clang: the macros are undefined while such
// a header, or what it includes, is read.
//
// The user's code is what nvcc and gcc, its host compiler, would read: there the
// macros by which clang names itself are undefined, and __GNUC__ is gcc's. Headers
// of the system need clang's.
//
// A macro of the user's that expands to a directive #pragma, which nvcc takes, is
// defined as the operator _Pragma.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_HEADERS_NVCCMACROS_H
#define WARPLINT_LIB_FRONTEND_HEADERS_NVCCMACROS_H

#include <memory>

namespace clang {
class PPCallbacks;
class Preprocessor;
} // namespace clang

namespace warplint {

/// To be added to \p PP, which outlives it. \p IsPreamble: of the main file only
/// the headers count, for files that begin with them.
std::unique_ptr<clang::PPCallbacks> showNvcc(clang::Preprocessor &PP,
                                             bool IsPreamble = false);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_HEADERS_NVCCMACROS_H
