//===- ParseError.h - An error that clang reported --------------*- C++ -*-===//
//
// Private to lib/Frontend.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_HEADERS_PARSEERROR_H
#define WARPLINT_LIB_FRONTEND_HEADERS_PARSEERROR_H

#include "clang/Basic/SourceLocation.h"
#include <string>

namespace warplint {

/// An error that clang reported, at its place in a file.
struct ParseError {
  clang::SourceLocation FileLoc;
  std::string Message;
};

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_HEADERS_PARSEERROR_H
