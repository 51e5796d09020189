//===- ForeignJson.cpp - JSON that somebody else wrote --------------------===//

#include "warplint/Support/ForeignJson.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {

static constexpr unsigned DeepestNesting = 512;

Error checkNesting(StringRef Text) {
  unsigned Depth = 0;
  char Last = '[';
  size_t I = 0;
  auto WrongHere = [&](StringRef What) {
    StringRef Before = Text.take_front(I);
    return createStringError(Twine(Before.count('\n') + 1) + ":" +
                             Twine(I - Before.rfind('\n')) + ": " + What);
  };
  for (; I < Text.size(); ++I) {
    char C = Text[I];
    if (isSpace(C))
      continue;
    switch (C) {
    case '[':
    case '{':
      if (++Depth > DeepestNesting)
        return WrongHere("nested too deeply");
      break;
    case ']':
    case '}':
      Depth -= Depth != 0;
      break;
    case '"': // Elsewhere YAML takes it for a part of a word.
      if (!StringRef("[{:,").contains(Last))
        return WrongHere("not JSON");
      while (++I < Text.size() && Text[I] != '"')
        I += Text[I] == '\\';
      break;
    case '-': // Else an item of a list of YAML's, which nests.
      if (I + 1 == Text.size() || !isDigit(Text[I + 1]))
        return WrongHere("not JSON");
      break;
    default:
      if (!isAlnum(C) && !StringRef(":,+.").contains(C))
        return WrongHere("not JSON");
    }
    Last = C;
  }
  return Error::success();
}

Expected<json::Value> parseForeignJson(StringRef Text) {
  if (Error E = checkNesting(Text))
    return std::move(E);
  return json::parse(Text);
}

} // namespace warplint
