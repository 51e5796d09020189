//===- Sentence.h - A text with places to fill in ---------------*- C++ -*-===//
//
// What users read is written down in warplint/Messages, each text as a whole:
//
//   SENTENCE(CannotRead, "cannot read '{0}': {1}");
//   return messages::CannotRead(File, Code.message());
//
// The number of values is checked when the call is compiled.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SUPPORT_SENTENCE_H
#define WARPLINT_SUPPORT_SENTENCE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <cstddef>
#include <initializer_list>
#include <string>

namespace warplint {

/// \p Text with \p Values in place of {0}, {1}, ...
std::string filledIn(llvm::StringRef Text,
                     std::initializer_list<std::string> Values);

/// A literal as a template argument.
template <size_t N> struct SentenceText {
  char Chars[N] = {};

  consteval SentenceText(const char (&Literal)[N]) {
    for (size_t I = 0; I != N; ++I)
      Chars[I] = Literal[I];
  }

  /// One more than the highest number of a place.
  consteval unsigned places() const {
    unsigned Places = 0;
    for (size_t I = 0; I + 2 < N; ++I)
      if (Chars[I] == '{' && Chars[I + 2] == '}' && Chars[I + 1] >= '0' &&
          Chars[I + 1] <= '9' && unsigned(Chars[I + 1] - '0') >= Places)
        Places = Chars[I + 1] - '0' + 1;
    return Places;
  }
};

template <SentenceText Text> struct Sentence {
  template <typename... Types>
  std::string operator()(const Types &...Values) const {
    static_assert(sizeof...(Types) == Text.places(),
                  "a value for each place of the sentence");
    return filledIn(Text.Chars, {llvm::Twine(Values).str()...});
  }

  static constexpr llvm::StringLiteral text() {
    return llvm::StringLiteral(Text.Chars);
  }

  /// A sentence without places.
  operator llvm::StringRef() const {
    static_assert(Text.places() == 0, "a sentence with places to fill in");
    return Text.Chars;
  }
};

} // namespace warplint

/// Declares a sentence, in a header of warplint/Messages.
#define SENTENCE(Name, Text) inline constexpr Sentence<Text> Name

#endif // WARPLINT_SUPPORT_SENTENCE_H
