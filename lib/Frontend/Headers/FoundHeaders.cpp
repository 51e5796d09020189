//===- FoundHeaders.cpp - The include folder of last resort ---------------===//

#include "FoundHeaders.h"
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
      Offered(makeIntrusiveRefCnt<vfs::InMemoryFileSystem>()) {}

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

ErrorOr<vfs::Status> FoundHeaders::status(const Twine &Path) {
  SmallString<256> Text;
  StringRef Asked = Path.toStringRef(Text);
  if (!Asked.starts_with(Folder))
    return getUnderlyingFS().status(Path);
  // A header's folder is asked for before the header.
  if (!Offered->exists(Asked))
    Offered->addFile(Asked + "/.keep", 0, MemoryBuffer::getMemBuffer(""));
  return Offered->status(Asked);
}

ErrorOr<std::unique_ptr<vfs::File>>
FoundHeaders::openFileForRead(const Twine &Path) {
  SmallString<256> Text;
  StringRef Name = Path.toStringRef(Text);
  if (!Name.consume_front(Folder))
    return getUnderlyingFS().openFileForRead(Path);
  if (Name.consume_front("/"))
    look(Name);
  return Offered->openFileForRead(Path);
}

} // namespace warplint
