//===- IncludeLines.cpp - The #include lines of a text --------------------===//

#include "warplint/Frontend/IncludeLines.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

std::vector<warplint::IncludeLine> warplint::includeLines(StringRef Text) {
  std::vector<IncludeLine> Lines;
  for (StringRef Line : llvm::split(Text, '\n')) {
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

bool warplint::endsInPath(StringRef File, StringRef Name) {
  while (Name.consume_front("../") || Name.consume_front("./"))
    ;
  return !Name.empty() && File.consume_back(Name) && File.ends_with("/");
}
