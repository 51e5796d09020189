//===- Markup.cpp - Text within XML and HTML ------------------------------===//

#include "Markup.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace warplint {

std::string escaped(StringRef Text) {
  std::string Result;
  for (char C : json::isUTF8(Text) ? Text.str() : json::fixUTF8(Text)) {
    const auto Byte = static_cast<unsigned char>(C);
    switch (C) {
    case '&':
      Result += "&amp;";
      break;
    case '<':
      Result += "&lt;";
      break;
    case '>':
      Result += "&gt;";
      break;
    case '"':
      Result += "&quot;";
      break;
    case '\'':
      Result += "&#39;";
      break;
    default:
      // XML has no other control characters.
      if (Byte >= 0x20 || C == '\t' || C == '\n')
        Result += C;
      else
        Result += "\xEF\xBF\xBD";
    }
  }
  return Result;
}

} // namespace warplint
