//===- LaunchBraces.h - Launches with braces --------------------*- C++ -*-===//
//
// nvcc takes k<<<{1}, {16, 8}>>>(). Clang's parser wants expressions between the
// chevrons. Each such argument is replaced by a macro of its length, so that
// everything stays where it is; of two characters "$a", which stands for
// dim3(16, 8). In the body of a macro, whose parameters it may name, it is
// dim3{16, 8}.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_RECOVERY_LAUNCHBRACES_H
#define WARPLINT_LIB_FRONTEND_RECOVERY_LAUNCHBRACES_H

#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <utility>
#include <vector>

namespace clang {
class LangOptions;
class SourceManager;
} // namespace clang

namespace warplint {

struct ParseError;

struct LaunchTexts {
  std::vector<std::pair<std::string, std::string>> Files; ///< Name and text.
  std::string Macros;
  bool empty() const { return Files.empty(); }
};

/// The files with launches that \p Errors are about.
LaunchTexts withoutBraces(const clang::SourceManager &SM,
                          const clang::LangOptions &Language,
                          llvm::ArrayRef<ParseError> Errors);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_RECOVERY_LAUNCHBRACES_H
