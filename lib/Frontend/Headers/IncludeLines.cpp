//===- IncludeLines.cpp - The #include lines of a text --------------------===//

#include "warplint/Frontend/IncludeLines.h"
#include <tuple>

using llvm::StringRef;

std::vector<warplint::IncludeLine> warplint::includeLines(StringRef Text) {
  std::vector<IncludeLine> Lines;
  while (!Text.empty()) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    Line = Line.ltrim();
    if (!Line.consume_front("#"))
      continue;
    Line = Line.ltrim();
    if (!Line.consume_front("include"))
      continue;
    Line = Line.ltrim();
    if (Line.consume_front("\""))
      Lines.push_back({Line.split('"').first.str(), true});
    else if (Line.consume_front("<"))
      Lines.push_back({Line.split('>').first.str(), false});
  }
  return Lines;
}
