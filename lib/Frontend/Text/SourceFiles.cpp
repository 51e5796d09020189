//===- SourceFiles.cpp - The files that a parse read ----------------------===//

#include "SourceFiles.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace warplint {

std::string sourceFileName(const SourceManager &SM, FileID File) {
  OptionalFileEntryRef Ref = SM.getFileEntryRefForID(File);
  if (!Ref)
    return "";
  llvm::SmallString<256> Name(Ref->getName());
  if (File != SM.getMainFileID()) {
    SM.getFileManager().makeAbsolutePath(Name);
    llvm::sys::path::remove_dots(Name, /*remove_dot_dot=*/true);
  }
  return Name.str().str();
}

/// The files of this parse, but for compiled headers, whose kind \p Holds.
static std::vector<FileID>
filesOf(const SourceManager &SM,
        llvm::function_ref<bool(FileID, SrcMgr::CharacteristicKind)> Holds) {
  std::vector<FileID> Files;
  for (unsigned I = 1; I < SM.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    if (!Entry.isFile())
      continue;
    FileID File =
        SM.getFileID(SourceLocation::getFromRawEncoding(Entry.getOffset()));
    if (SM.getFileEntryRefForID(File) &&
        Holds(File, Entry.getFile().getFileCharacteristic()))
      Files.push_back(File);
  }
  return Files;
}

std::vector<FileID> userFiles(const SourceManager &SM) {
  return filesOf(SM, [&](FileID File, SrcMgr::CharacteristicKind Kind) {
    return Kind == SrcMgr::C_User || File == SM.getMainFileID();
  });
}

std::vector<FileID> systemFiles(const SourceManager &SM) {
  return filesOf(SM, [&](FileID File, SrcMgr::CharacteristicKind Kind) {
    return Kind != SrcMgr::C_User && File != SM.getMainFileID();
  });
}

void traverseUserDecls(DynamicRecursiveASTVisitor &Visitor,
                       ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  for (Decl *D : Context.getTranslationUnitDecl()->decls())
    if (D->getLocation().isValid() && !SM.isInSystemHeader(D->getLocation()))
      Visitor.TraverseDecl(D);
}

} // namespace warplint
