//===- SourceFix.cpp - Edits put into a file ------------------------------===//

#include "warplint/Rewrite/SourceFix.h"
#include "warplint/Messages/Rewriting.h"
#include "warplint/Support/PlainFiles.h"
#include "warplint/Support/WholeFile.h"
#include "clang/Tooling/Core/Replacement.h"
#include "clang/Tooling/ReplacementsYaml.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/YAMLTraits.h"

using namespace llvm;
namespace tooling = clang::tooling;

namespace warplint {

Expected<std::vector<ParsedText>>
editedTexts(ArrayRef<FileEdits> Edits,
            function_ref<std::optional<StringRef>(StringRef)> TextOf) {
  std::vector<ParsedText> Edited;
  for (const FileEdits &File : Edits) {
    std::optional<StringRef> Old = TextOf(File.File);
    if (!Old)
      return createStringError("'" + File.File + "' was not parsed");
    Expected<std::string> New = applyEdits(*Old, File.Edits);
    if (!New)
      return New.takeError();
    Edited.push_back({File.File, std::move(*New)});
  }
  return Edited;
}

void addEdits(std::vector<SourceEdit> &Into, ArrayRef<SourceEdit> Edits) {
  for (const SourceEdit &E : Edits)
    if (!is_contained(Into, E))
      Into.push_back(E);
  llvm::sort(Into);
}

void addEdits(std::vector<FileEdits> &Into, const FileEdits &File) {
  auto Known =
      find_if(Into, [&](const FileEdits &F) { return F.File == File.File; });
  if (Known == Into.end())
    Known = Into.insert(Known, {File.File, {}});
  addEdits(Known->Edits, File.Edits);
}

Expected<std::string> applyEdits(StringRef Text, ArrayRef<SourceEdit> Edits) {
  std::vector<SourceEdit> Sorted(Edits.begin(), Edits.end());
  llvm::sort(Sorted);
  std::string Result;
  uint64_t Done = 0;
  for (const SourceEdit &E : Sorted) {
    if (E.Offset < Done || E.Offset + E.Length > Text.size())
      return createStringError(messages::EditsOverlap());
    Result += Text.slice(Done, E.Offset);
    Result += E.Text;
    Done = E.Offset + E.Length;
  }
  Result += Text.substr(Done);
  return Result;
}

StringRef lineEndOf(StringRef Text) {
  return Text.contains("\r\n") ? "\r\n" : "\n";
}

Error replaceFile(StringRef File, StringRef Before, StringRef After) {
  SmallString<256> Real;
  if (std::error_code Code = sys::fs::real_path(File, Real))
    return createStringError(messages::CannotRead(File, Code.message()));
  auto Now = plainFiles()->getBufferForFile(Real);
  if (!Now)
    return createStringError(
        messages::CannotRead(File, Now.getError().message()));
  if ((*Now)->getBuffer() != Before)
    return createStringError(messages::ChangedSince(File));
  return writeWholeFile(Real, After);
}

IntrusiveRefCntPtr<vfs::FileSystem>
withFile(const IntrusiveRefCntPtr<vfs::FileSystem> &FS, const Twine &Path,
         StringRef Text) {
  auto Edited = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  if (auto Folder = FS->getCurrentWorkingDirectory())
    (void)Edited->setCurrentWorkingDirectory(*Folder);
  Edited->addFile(Path, 0, MemoryBuffer::getMemBufferCopy(Text, Path));
  auto Both = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(FS);
  Both->pushOverlay(Edited);
  return Both;
}

void exportFixes(raw_ostream &Out, StringRef MainFile,
                 ArrayRef<FileEdits> Files) {
  tooling::TranslationUnitReplacements All;
  All.MainSourceFile = MainFile.str();
  for (const FileEdits &F : Files) {
    std::vector<SourceEdit> Edits;
    // It takes two insertions at one place for a conflict.
    for (const SourceEdit &E : F.Edits)
      if (!E.Length && !Edits.empty() && !Edits.back().Length &&
          Edits.back().Offset == E.Offset)
        Edits.back().Text += E.Text;
      else
        Edits.push_back(E);
    for (const SourceEdit &E : Edits)
      All.Replacements.emplace_back(F.File, E.Offset, E.Length, E.Text);
  }
  yaml::Output Yaml(Out);
  Yaml << All;
}

} // namespace warplint
