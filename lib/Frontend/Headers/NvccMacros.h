//===- NvccMacros.h - Who sees that nvcc compiles ---------------*- C++ -*-===//
//
// A command of nvcc has __NVCC__ and its like defined. CUDA's own libraries (the
// runtime as clang wraps it, CUB, Thrust, libcu++) take them as a promise of
// builtins that clang lacks, and know clang: the macros are undefined while such
// a header, or what it includes, is read.
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

/// To be added to \p PP, which outlives it.
std::unique_ptr<clang::PPCallbacks> showNvcc(clang::Preprocessor &PP);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_HEADERS_NVCCMACROS_H
