//===- SourceText.cpp - From file, line and column to clang ---------------===//

#include "SourceText.h"
#include "warplint/Support/Printable.h"
#include "clang/Basic/DiagnosticIDs.h"

using namespace clang;

namespace warplint {

SourceText::SourceText(
    const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> &FS)
    : FS(FS), Diagnostics(llvm::makeIntrusiveRefCnt<DiagnosticIDs>(),
                          DiagOptions, new IgnoringDiagConsumer,
                          /*ShouldOwnClient=*/true),
      Files(FileSystemOptions(), FS), Sources(Diagnostics, Files) {}

/// The text of \p File under exactly that name, or null. Only regular files: a
/// second read of a pipe would wait for ever.
static std::unique_ptr<llvm::MemoryBuffer> readFile(llvm::vfs::FileSystem &FS,
                                                    llvm::StringRef File) {
  llvm::ErrorOr<llvm::vfs::Status> Status = FS.status(File);
  if (!Status || !Status->isRegularFile())
    return nullptr;
  // Volatile: not mapped, so that an editor may truncate the file meanwhile.
  auto Text = FS.getBufferForFile(File, /*FileSize=*/-1,
                                  /*RequiresNullTerminator=*/true,
                                  /*IsVolatile=*/true);
  if (!Text)
    return nullptr;
  // The name of the buffer is printed.
  return llvm::MemoryBuffer::getMemBufferCopy((*Text)->getBuffer(),
                                              printable(File));
}

FileID SourceText::open(llvm::StringRef File) {
  auto [Entry, IsNew] = Opened.try_emplace(File);
  if (IsNew)
    if (std::unique_ptr<llvm::MemoryBuffer> Text = readFile(*FS, File))
      Entry->second = Sources.createFileID(std::move(Text));
  return Entry->second;
}

SourceLocation SourceText::locate(llvm::StringRef File, unsigned Line,
                                  unsigned Column) {
  // Clang would print "<invalid loc>"-like names for an empty one.
  if (File.empty() || Line == 0 || Column == 0)
    return {};
  FileID ID = open(File);
  if (ID.isInvalid())
    return {};
  // translateLineCol answers with the nearest place that exists. Find the line
  // with it and check both numbers, since a wrong place is worse than none.
  SourceLocation LineStart = Sources.translateLineCol(ID, Line, 1);
  if (LineStart.isInvalid() || Sources.getSpellingLineNumber(LineStart) != Line)
    return {};
  llvm::StringRef Rest =
      Sources.getBufferData(ID).drop_front(Sources.getFileOffset(LineStart));
  if (Column - 1 >
      Rest.take_until([](char C) { return C == '\n' || C == '\r'; }).size())
    return {};
  return LineStart.getLocWithOffset(Column - 1);
}

SourceLocation SourceText::begin(const SourcePlace &Place) {
  return locate(Place.File, Place.Line, Place.Column);
}

CharSourceRange SourceText::range(const SourcePlace &Place) {
  SourceLocation Begin = begin(Place);
  SourceLocation End = locate(Place.File, Place.EndLine, Place.EndColumn);
  if (Begin.isInvalid() || End.isInvalid() || End <= Begin)
    return {};
  return CharSourceRange::getCharRange(Begin, End);
}

} // namespace warplint
