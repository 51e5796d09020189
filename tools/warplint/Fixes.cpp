//===- Fixes.cpp - Fixes applied or exported ------------------------------===//

#include "Fixes.h"
#include "warplint/Rewrite/SourceFix.h"
#include "warplint/Support/WholeFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace warplint {

/// Of all arrays together, each edit once: an #include serves them all.
static std::vector<SourceEdit> editsOf(const FileReport &Report,
                                       unsigned &Arrays) {
  std::vector<SourceEdit> Edits;
  Arrays = 0;
  for (const ArrayRemedy &R : Report.Layouts) {
    if (!R.Fix)
      continue;
    ++Arrays;
    for (const SourceEdit &E : R.Fix->Edits)
      if (!is_contained(Edits, E))
        Edits.push_back(E);
  }
  llvm::sort(Edits, [](const SourceEdit &A, const SourceEdit &B) {
    return A.Offset < B.Offset;
  });
  return Edits;
}

Expected<unsigned> applyFixes(const FileReport &Report) {
  unsigned Arrays = 0;
  std::vector<SourceEdit> Edits = editsOf(Report, Arrays);
  if (Edits.empty())
    return 0;
  auto Text = applyEdits(Report.SourceText, Edits);
  if (!Text)
    return Text.takeError();
  if (Error E = replaceFile(Report.SourcePath, Report.SourceText, *Text))
    return std::move(E);
  return Arrays;
}

Error writeFixes(const std::string &File,
                 const std::vector<FileReport> &Reports) {
  std::vector<FileEdits> Files;
  for (const FileReport &R : Reports) {
    unsigned Arrays = 0;
    std::vector<SourceEdit> Edits = editsOf(R, Arrays);
    if (Edits.empty())
      continue;
    SmallString<256> Path(R.SourcePath);
    (void)sys::fs::make_absolute(Path);
    Files.push_back({Path.str().str(), std::move(Edits)});
  }
  std::string Text;
  raw_string_ostream Out(Text);
  exportFixes(Out, Files.empty() ? "" : Files.front().File, Files);
  return writeWholeFile(File, Text);
}

} // namespace warplint
