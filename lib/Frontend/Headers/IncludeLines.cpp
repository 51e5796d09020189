//===- IncludeLines.cpp - The #include lines of a text --------------------===//

#include "warplint/Frontend/IncludeLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

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

bool warplint::isObject(StringRef File) {
  return File.ends_with(".o") || File.ends_with(".obj");
}

bool warplint::isUnit(StringRef File) {
  return llvm::is_contained(
      {".cu", ".c", ".cc", ".cpp", ".cxx", ".c++", ".cp", ".C", ".CPP"},
      llvm::sys::path::extension(File));
}
