//===- PreambleHeaders.h - The headers that a file begins with ---*- C++ -*-===//
//
// Before its first declaration a file has directives alone, in its own headers,
// too. The system's headers that they include can be compiled once, like the
// preamble that they stand behind:
//
//   #include <vector>        // compiled: <vector>, <cooperative_groups.h>
//   #include "mine.h"        // begins with #include <cooperative_groups.h>
//   #define TILE 32
//   __global__ void ...
//
// The file is then parsed behind them. Its directives are read again, and find
// the headers included. That reads as without when
//
//   each directive up to the last of those headers has the same effect, which
//   is seen while the file is parsed, else it is parsed once more without; the
//   macros that the file defines up to there occur in no such header; each
//   header may be included twice.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_PARSE_PREAMBLEHEADERS_H
#define WARPLINT_LIB_FRONTEND_PARSE_PREAMBLEHEADERS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <optional>
#include <string>
#include <vector>

namespace clang {
class Preprocessor;
}

namespace warplint {

struct PreambleHeaders {
  struct Header {
    std::string Name; ///< As in #include <Name>.
    std::string File; ///< That it led to.
  };
  /// Those that were not included before.
  std::vector<Header> Headers;
  /// What the file defines or undefines up to the last of them.
  std::vector<std::string> Macros;
  /// The directives up to the last of them, and what each led to.
  std::string Course;

  /// As text and back.
  std::string text() const;
  static PreambleHeaders read(llvm::StringRef Text);
};

/// What is seen of them in one parse.
struct PreambleHeadersSeen {
  /// Those that the parse stands behind, if any.
  std::optional<PreambleHeaders> Before;
  /// Those, and further ones.
  PreambleHeaders Found = Before.value_or(PreambleHeaders());
  /// Beyond the last header, too.
  std::string Course = {};
  std::vector<std::string> Macros = {};

  /// The directives do not lead where they led without the headers that the
  /// parse stands behind.
  bool isAstray() const {
    return Before && !llvm::StringRef(Course).starts_with(Before->Course);
  }
};

/// Observes a parse that is about to begin.
void watchPreambleHeaders(clang::Preprocessor &PP, PreambleHeadersSeen &Seen);

/// Whether one of \p Words is an identifier somewhere in \p Text.
bool hasWord(llvm::StringRef Text, const llvm::StringSet<> &Words);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_PARSE_PREAMBLEHEADERS_H
