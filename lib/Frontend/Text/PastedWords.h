//===- PastedWords.h - What macros may join by ## ---------------*- C++ -*-===//
//
// Which words `##` may join to others, read without a preprocessor. In
//
//   #define CAT(A, B) A##B
//   #define RUN(SIZE) CAT(k_, SIZE)<<<1, 32>>>()
//   void f(int n) { RUN(small); g(n); }
//
// CAT pastes, and RUN uses it; so `k_` and `small` may be joined, but not `n`.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_TEXT_PASTEDWORDS_H
#define WARPLINT_LIB_FRONTEND_TEXT_PASTEDWORDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <vector>

namespace warplint {

/// A statement with parentheses, or the body of a macro.
struct WordGroup {
  llvm::StringRef Macro;              ///< Empty: a statement.
  std::vector<llvm::StringRef> Words; ///< Without the macro's parameters.
  bool Pastes = false;                ///< Has ##.
};

/// What the macros among \p Groups may join: the bodies of those that paste, or use
/// one that does; the statements with such a macro; and the bodies of the macros
/// named in all of these.
llvm::StringSet<> pastedWords(llvm::ArrayRef<const WordGroup *> Groups);

/// Whether some of \p Words make \p Name when they are joined. Any number may be
/// among them, since __LINE__ and its kin are numbers.
bool canPaste(const llvm::StringSet<> &Words, llvm::StringRef Name);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_TEXT_PASTEDWORDS_H
