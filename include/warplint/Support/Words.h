//===- Words.h - Words of a text --------------------------------*- C++ -*-===//

#ifndef WARPLINT_SUPPORT_WORDS_H
#define WARPLINT_SUPPORT_WORDS_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

namespace warplint {

/// Words are of letters, digits and underscores.
inline bool isWordPart(char C) { return llvm::isAlnum(C) || C == '_'; }

/// Whether \p Word stands somewhere in \p Text, and is no part of a longer one.
inline bool hasWord(llvm::StringRef Text, llvm::StringRef Word) {
  for (size_t At = Text.find(Word); At != llvm::StringRef::npos;
       At = Text.find(Word, At + 1)) {
    llvm::StringRef Before = Text.take_front(At);
    llvm::StringRef Behind = Text.drop_front(At + Word.size());
    if ((Before.empty() || !isWordPart(Before.back())) &&
        (Behind.empty() || !isWordPart(Behind.front())))
      return true;
  }
  return false;
}

/// Whether some word of \p Text is one of \p Words.
inline bool hasAnyWord(llvm::StringRef Text, const llvm::StringSet<> &Words) {
  while (!(Text = Text.drop_until(isWordPart)).empty()) {
    if (Words.contains(Text.take_while(isWordPart)))
      return true;
    Text = Text.drop_while(isWordPart);
  }
  return false;
}

/// Adds the words of \p Text to \p Words.
inline void addWords(llvm::StringRef Text, llvm::StringSet<> &Words) {
  while (!(Text = Text.drop_until(isWordPart)).empty()) {
    Words.insert(Text.take_while(isWordPart));
    Text = Text.drop_while(isWordPart);
  }
}

} // namespace warplint

#endif // WARPLINT_SUPPORT_WORDS_H
