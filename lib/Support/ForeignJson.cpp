//===- ForeignJson.cpp - JSON that somebody else wrote --------------------===//

#include "warplint/Support/ForeignJson.h"

using namespace llvm;

namespace warplint {

static constexpr unsigned DeepestNesting = 512;

static bool isTooDeep(StringRef Text) {
  unsigned Depth = 0;
  bool IsString = false;
  for (size_t I = 0; I != Text.size(); ++I) {
    char C = Text[I];
    if (IsString && C == '\\' && I + 1 != Text.size())
      ++I;
    else if (C == '"')
      IsString = !IsString;
    else if (!IsString && (C == '[' || C == '{') && ++Depth > DeepestNesting)
      return true;
    else if (!IsString && (C == ']' || C == '}') && Depth)
      --Depth;
  }
  return false;
}

Expected<json::Value> parseForeignJson(StringRef Text) {
  if (isTooDeep(Text))
    return createStringError("nested too deeply");
  return json::parse(Text);
}

} // namespace warplint
