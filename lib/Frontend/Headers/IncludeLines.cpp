//===- IncludeLines.cpp - The #include lines of a text --------------------===//

#include "warplint/Frontend/IncludeLines.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

std::vector<warplint::IncludeLine> warplint::includeLines(StringRef Text) {
  std::vector<IncludeLine> Lines;
  for (StringRef Line : llvm::split(Text, '\n')) {
    auto Take = [&](StringRef Next) {
      return (Line = Line.ltrim()).consume_front(Next);
    };
    if (!Take("#") || !Take("include"))
      continue;
    if (bool Quoted = Take("\""); Quoted || Take("<"))
      Lines.push_back({Line.split(Quoted ? '"' : '>').first.str(), Quoted});
  }
  return Lines;
}

bool warplint::endsInPath(StringRef File, StringRef Name) {
  while (Name.consume_front("../") || Name.consume_front("./"))
    ;
  return !Name.empty() && File.consume_back(Name) && File.ends_with("/");
}
