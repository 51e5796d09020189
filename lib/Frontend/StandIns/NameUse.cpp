//===- NameUse.cpp - The text around a name -------------------------------===//

#include "NameUse.h"
#include "clang/Basic/CharInfo.h"

using namespace clang;
using llvm::StringRef;

namespace warplint {

bool splitArguments(StringRef Text, std::vector<StringRef> &Arguments,
                    StringRef &Rest) {
  constexpr size_t Longest = 1000;
  unsigned Angles = 0, Others = 0;
  size_t Begin = 1;
  for (size_t I = 0; I != std::min(Text.size(), Longest); ++I) {
    char C = Text[I];
    if (C == ';' || (C == '{' && Others == 0))
      return false;
    if (StringRef("([{").contains(C))
      ++Others;
    else if (StringRef(")]}").contains(C) && Others-- == 0)
      return false;
    if (Others)
      continue;
    Angles += C == '<';
    Angles -= C == '>' && Text[I - 1] != '-';
    if (Angles == 0 || (C == ',' && Angles == 1)) {
      Arguments.push_back(Text.slice(Begin, I).trim());
      Begin = I + 1;
    }
    if (Angles == 0) {
      Rest = Text.substr(I + 1).ltrim();
      return true;
    }
  }
  return false;
}

bool NameUse::isBeforeFunction() const {
  unsigned Words = 0;
  for (StringRef Rest = Next; !Rest.empty(); Rest = Rest.ltrim("*& \t\r\n")) {
    if (isAsciiIdentifierStart(Rest[0])) {
      StringRef Word =
          Rest.take_while([](char C) { return isAsciiIdentifierContinue(C); });
      // These may follow a type: `VEC inline f(`.
      Words += !llvm::is_contained({"const", "constexpr", "inline", "static"},
                                   Word) &&
               !Word.starts_with("__");
      Rest = Rest.drop_front(Word.size());
    } else if (Rest.consume_front("::")) {
      Words -= Words != 0; // One name with what is before it.
    } else if (Rest[0] == '<') {
      std::vector<StringRef> Ignored;
      if (!splitArguments(Rest, Ignored, Rest))
        return false;
    } else {
      return Rest[0] == '(' && Words > 1;
    }
  }
  return false;
}

bool looksLikeType(StringRef Argument) {
  if (Argument.empty())
    return true;
  StringRef Last = Argument.substr(Argument.rfind(':') + 1).ltrim();
  return !(llvm::isDigit(Argument.front()) || Argument == "true" ||
           Argument == "false" || StringRef("'-!~(").contains(Argument[0]) ||
           Argument.find_first_of("+/%=|?") != StringRef::npos ||
           Argument.starts_with("sizeof") || Last == "value" ||
           (Last.size() > 1 && Last[0] == 'k' && llvm::isUpper(Last[1])) ||
           (Last.size() > 1 && llvm::none_of(Last, llvm::isLower)));
}

} // namespace warplint
