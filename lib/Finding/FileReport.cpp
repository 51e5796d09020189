//===- FileReport.cpp - All that is known of one file ---------------------===//

#include "warplint/Finding/FileReport.h"
#include "llvm/ADT/STLExtras.h"

namespace warplint {

const std::string *FileReport::textOf(const std::string &File) const {
  auto Found = llvm::find_if(
      Texts, [&](const ParsedText &Text) { return Text.File == File; });
  return Found == Texts.end() ? nullptr : &Found->Text;
}

void FileReport::addText(const std::string &File, std::string Text) {
  if (!textOf(File))
    Texts.push_back({File, std::move(Text)});
}

} // namespace warplint
