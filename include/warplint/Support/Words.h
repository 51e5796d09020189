//===- Words.h - Words of a text --------------------------------*- C++ -*-===//

#ifndef WARPLINT_SUPPORT_WORDS_H
#define WARPLINT_SUPPORT_WORDS_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

namespace warplint {

/// Whether \p Word stands somewhere in \p Text, and is no part of a longer one:
/// of letters, digits and underscores.
inline bool hasWord(llvm::StringRef Text, llvm::StringRef Word) {
  auto IsPart = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  for (size_t At = Text.find(Word); At != llvm::StringRef::npos;
       At = Text.find(Word, At + 1)) {
    llvm::StringRef Before = Text.take_front(At);
    llvm::StringRef Behind = Text.drop_front(At + Word.size());
    if ((Before.empty() || !IsPart(Before.back())) &&
        (Behind.empty() || !IsPart(Behind.front())))
      return true;
  }
  return false;
}

} // namespace warplint

#endif // WARPLINT_SUPPORT_WORDS_H
