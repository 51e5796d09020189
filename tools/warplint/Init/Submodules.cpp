//===- Submodules.cpp - What a clone does not have yet --------------------===//

#include "Submodules.h"
#include "BuildGuess.h"
#include "warplint/Support/Paths.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace warplint {

static bool hasFiles(const std::string &Folder) {
  std::error_code Problem;
  return sys::fs::directory_iterator(Folder, Problem) !=
             sys::fs::directory_iterator() &&
         !Problem;
}

std::vector<std::string> missingSubmodules(StringRef Root) {
  std::vector<std::string> Missing;
  const std::string Text = smallText(joinPath(Root, ".gitmodules"));
  for (StringRef Line : split(StringRef(Text), '\n')) {
    auto [Key, Value] = Line.split('=');
    if (Key.trim() == "path" && !hasFiles(joinPath(Root, Value.trim())))
      Missing.push_back(Value.trim().str());
  }
  return Missing;
}

} // namespace warplint
