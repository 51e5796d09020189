//===- HeaderFallback.cpp - The include folder of last resort -------------===//

#include "HeaderFallback.h"
#include "clang/Basic/FileManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorLexer.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace warplint {

static constexpr StringRef Folder = "/__warplint__/found";

FoundHeaders::FoundHeaders(IntrusiveRefCntPtr<vfs::FileSystem> FS,
                           Repository &Files, StringRef File)
    : ProxyFileSystem(std::move(FS)), Files(Files), Root(Files.rootOf(File)),
      Offered(makeIntrusiveRefCnt<vfs::InMemoryFileSystem>()) {
  // Its folder has to exist before it is searched.
  Offered->addFile(Folder + "/.keep", 0, MemoryBuffer::getMemBuffer(""));
}

void searchLast(clang::CompilerInstance &CI, StringRef Folder) {
  if (auto Dir = CI.getFileManager().getOptionalDirectoryRef(Folder))
    CI.getPreprocessor().getHeaderSearchInfo().AddSystemSearchPath(
        clang::DirectoryLookup(*Dir, clang::SrcMgr::C_User,
                               /*isFramework=*/false));
}

void FoundHeaders::install(clang::CompilerInstance &CI) {
  PP = &CI.getPreprocessor();
  searchLast(CI, Folder);
}

/// Looks \p Name up for the file that is being read, which Clang asks for once.
/// What the toolkit and the system do not find is none of the project's; to
/// __has_include a build would have said no.
void FoundHeaders::look(StringRef Name) {
  const clang::PreprocessorLexer *Lexer =
      PP && !PP->isParsingIfOrElifDirective() ? PP->getCurrentFileLexer()
                                              : nullptr;
  clang::OptionalFileEntryRef Includer =
      Lexer ? Lexer->getFileEntry() : std::nullopt;
  if (!Includer)
    return;
  const clang::SourceManager &SM = PP->getSourceManager();
  if (SM.isInSystemHeader(SM.getLocForStartOfFile(Lexer->getFileID())))
    return;
  auto Match = Files.findHeader(Root, Name, Includer->getName());
  if (!Match)
    return;
  std::string Line = "#include \"" + Match->File + "\"\n";
  Offered->addFile(Folder + "/" + Name, 0,
                   MemoryBuffer::getMemBufferCopy(Line));
  Found.push_back(
      {Name.str(), std::move(Match->File), std::move(Match->Others)});
}

vfs::FileSystem &FoundHeaders::owner(StringRef Path, bool IsHeader) {
  if (!Path.consume_front(Folder))
    return getUnderlyingFS();
  if (Path.consume_front("/") && !Path.empty()) {
    // A header's folder is asked for before the header.
    std::string Asked = (Folder + "/" + Path).str();
    if (IsHeader)
      look(Path);
    else if (!Offered->exists(Asked))
      Offered->addFile(Asked + "/.keep", 0, MemoryBuffer::getMemBuffer(""));
  }
  return *Offered;
}

ErrorOr<vfs::Status> FoundHeaders::status(const Twine &Path) {
  SmallString<256> Text;
  return owner(Path.toStringRef(Text), /*IsHeader=*/false).status(Path);
}

ErrorOr<std::unique_ptr<vfs::File>>
FoundHeaders::openFileForRead(const Twine &Path) {
  SmallString<256> Text;
  return owner(Path.toStringRef(Text), /*IsHeader=*/true).openFileForRead(Path);
}

} // namespace warplint
