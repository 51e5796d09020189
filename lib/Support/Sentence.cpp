//===- Sentence.cpp - A text with places to fill in -----------------------===//

#include "warplint/Support/Sentence.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {

std::string filledIn(StringRef Text,
                     std::initializer_list<std::string> Values) {
  std::string Filled;
  while (!Text.empty()) {
    const bool IsPlace =
        Text.size() > 2 && Text[0] == '{' && Text[2] == '}' && isDigit(Text[1]);
    if (!IsPlace) {
      Filled += Text.front();
      Text = Text.drop_front();
      continue;
    }
    Filled += Values.begin()[Text[1] - '0'];
    Text = Text.drop_front(3);
  }
  return Filled;
}

} // namespace warplint
