//===- PreambleHeaders.h - The headers that a file begins with ---*- C++ -*-===//
//
// Before its first declaration a file has directives alone, in its own headers,
// too. The headers of the system, and others from outside of the root, that they
// include can be compiled once, like the preamble that they stand behind:
//
//   #include <torch/extension.h>  // compiled, also where it comes by -I
//   #include "mine.h"             // begins with #include <vector>, compiled
//   #define TILE 32
//   __global__ void ...
//
// The file is then parsed behind them. Its directives are read again, and find
// the headers included. That reads as without when
//
//   each directive up to the last of those headers has the same effect, which
//   is seen while the file is parsed, else it is parsed once more without; the
//   macros that the file defines before a header do not occur in it; each
//   header may be included twice.
//
// What is looked for in the user's code must not be in a compiled header: one
// that is no header of the system is *plain* when neither it nor what it
// includes has kernels, shared memory or launches, or is of the root. Others are
// read like the user's own.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_PARSE_PREAMBLEHEADERS_H
#define WARPLINT_LIB_FRONTEND_PARSE_PREAMBLEHEADERS_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class ExternalSemaSource;
class Preprocessor;
class SourceManager;
class Token;
} // namespace clang

namespace warplint {

struct PreambleHeaders {
  struct Header {
    std::string Name; ///< As in #include <Name>.
    std::string File; ///< That it led to.
    bool IsSystem = true;
    size_t CourseBytes = 0; ///< Of Course, to its end.
  };
  /// Those that were not included before.
  std::vector<Header> Headers;
  /// The directives up to the last of them, and what each led to: a line each,
  /// "#define NAME" where the file defines or undefines one.
  std::string Course;
  /// A header of the system has one: among those, or behind them.
  bool HasKernels = false;

  /// The first \p Count of the headers, and what stands before them.
  PreambleHeaders first(size_t Count) const;
};

/// What is seen of them in one parse.
struct PreambleHeadersSeen {
  /// Those that the parse stands behind, if any.
  std::optional<PreambleHeaders> Before;
  /// Those, and further ones.
  PreambleHeaders Found = Before.value_or(PreambleHeaders());
  /// Beyond the last header, too.
  std::string Course = {};
  bool HasKernels = Before && Before->HasKernels;

  /// The directives do not lead where they led without the headers that the
  /// parse stands behind.
  bool isAstray() const {
    return Before && !llvm::StringRef(Course).starts_with(Before->Course);
  }
};

/// Whether the file of that name lies outside of the root.
using IsOutside = std::function<bool(llvm::StringRef File)>;

/// Whether files that are no headers of the system are plain: it is told of
/// each, and of their tokens.
class PlainCode {
public:
  explicit PlainCode(const IsOutside *Outside) : Outside(Outside) {}

  void enter(const clang::SourceManager &SM, clang::FileID File);
  void see(const clang::Token &T);
  bool isPlain() const { return Plain; }
  bool hasKernel() const { return Kernel; }

private:
  const IsOutside *Outside;
  bool Plain = true, Kernel = false;
  bool IsAttribute = false; ///< In the parentheses of one, or before them.
  unsigned Depth = 0;       ///< Of those.
};

/// Observes a parse that is about to begin. \p Outside: null where no root is
/// known.
void watchPreambleHeaders(clang::Preprocessor &PP, PreambleHeadersSeen &Seen,
                          IsOutside Outside);

/// What keeps functions of libraries on the host from being instantiated
/// (HostInstances.cpp). \p Seen of the parse has to outlive it.
llvm::IntrusiveRefCntPtr<clang::ExternalSemaSource>
withoutHostInstances(const PreambleHeadersSeen &Seen);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_PARSE_PREAMBLEHEADERS_H
