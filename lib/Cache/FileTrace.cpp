//===- FileTrace.cpp - What a result was made from ------------------------===//

#include "warplint/Cache/FileTrace.h"
#include "warplint/Support/Paths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include <vector>

using namespace llvm;

namespace warplint {

std::string hashOf(StringRef Text) {
  BLAKE3Result<16> Hash = BLAKE3::hash<16>(arrayRefFromStringRef(Text));
  return std::string(Hash.begin(), Hash.end());
}

void FileTrace::note(Question What, StringRef Path, StringRef Answer) {
  auto [It, New] = Answers[unsigned(What)].try_emplace(Path, Answer);
  Consistent &= New || It->second == Answer;
}

void FileTrace::add(const FileTrace &Other) {
  for (Question What : Questions)
    for (const auto &Answer : Other.answers(What))
      note(What, Answer.getKey(), Answer.getValue());
  Consistent &= Other.Consistent;
}

static StringRef answerOf(const ErrorOr<vfs::Status> &Status) {
  if (!Status)
    return "missing";
  return Status->isDirectory() ? "folder" : "file";
}

/// What a build leaves behind and no source includes.
static bool isBuilt(StringRef Name) {
  return Name.ends_with(".o") || Name.ends_with(".obj") ||
         Name.ends_with(".d") || Name.ends_with(".a") || Name.ends_with(".so");
}

/// The names in a folder and what they are, in one order.
static std::string listingOf(vfs::FileSystem &FS, const Twine &Folder) {
  std::error_code Code;
  std::vector<std::string> Names;
  for (vfs::directory_iterator It = FS.dir_begin(Folder, Code), End;
       !Code && It != End; It.increment(Code))
    if (!isBuilt(It->path()))
      Names.push_back(It->path().str() + '\0' + char('0' + int(It->type())));
  llvm::sort(Names);
  return hashOf(join(Names, "\n"));
}

namespace {

/// Notes what is read of a file.
class TracedFile : public vfs::File {
public:
  TracedFile(std::unique_ptr<vfs::File> Inner, FileTrace &Trace,
             std::string Path)
      : Inner(std::move(Inner)), Trace(Trace), Path(std::move(Path)) {}

  ErrorOr<vfs::Status> status() override { return Inner->status(); }
  ErrorOr<std::string> getName() override { return Inner->getName(); }
  ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &Name,
                                                   int64_t Size,
                                                   bool RequiresNullTerminator,
                                                   bool IsVolatile) override {
    auto Buffer =
        Inner->getBuffer(Name, Size, RequiresNullTerminator, IsVolatile);
    Trace.note(Question::Contents, Path,
               Buffer ? hashOf((*Buffer)->getBuffer()) : "unreadable");
    return Buffer;
  }
  std::error_code close() override { return Inner->close(); }

private:
  std::unique_ptr<vfs::File> Inner;
  FileTrace &Trace;
  std::string Path;
};

class TracingFileSystem : public vfs::ProxyFileSystem {
public:
  TracingFileSystem(IntrusiveRefCntPtr<vfs::FileSystem> FS, FileTrace &Trace,
                    std::string Ignored)
      : ProxyFileSystem(std::move(FS)), Trace(Trace),
        Ignored(std::move(Ignored)) {}

  ErrorOr<vfs::Status> status(const Twine &Path) override {
    ErrorOr<vfs::Status> Status = ProxyFileSystem::status(Path);
    Trace.note(Question::Status, absoluteIn(*this, Path), answerOf(Status));
    return Status;
  }

  bool exists(const Twine &Path) override {
    ErrorOr<vfs::Status> Status = status(Path);
    return Status && Status->exists();
  }

  ErrorOr<std::unique_ptr<vfs::File>>
  openFileForRead(const Twine &Path) override {
    std::string Name = absoluteIn(*this, Path);
    auto File = ProxyFileSystem::openFileForRead(Path);
    if (!File) {
      bool IsMissing = File.getError() == std::errc::no_such_file_or_directory;
      Trace.note(Question::Status, Name,
                 IsMissing ? "missing"
                           : answerOf(ProxyFileSystem::status(Path)));
      Trace.note(Question::Contents, Name, "unreadable");
      return File;
    }
    Trace.note(Question::Status, Name, answerOf((*File)->status()));
    return std::make_unique<TracedFile>(std::move(*File), Trace,
                                        std::move(Name));
  }

  vfs::directory_iterator dir_begin(const Twine &Folder,
                                    std::error_code &Code) override {
    std::string Name = absoluteIn(*this, Folder);
    if (Name != Ignored)
      Trace.note(Question::Listing, Name, listingOf(getUnderlyingFS(), Folder));
    return ProxyFileSystem::dir_begin(Folder, Code);
  }

  std::error_code getRealPath(const Twine &Path,
                              SmallVectorImpl<char> &Output) override {
    std::error_code Code = ProxyFileSystem::getRealPath(Path, Output);
    Trace.note(Question::RealPath, absoluteIn(*this, Path),
               Code ? "" : StringRef(Output.data(), Output.size()));
    return Code;
  }

private:
  FileTrace &Trace;
  std::string Ignored;
};

} // namespace

IntrusiveRefCntPtr<vfs::FileSystem>
tracedFiles(IntrusiveRefCntPtr<vfs::FileSystem> FS, FileTrace &Trace,
            std::string Ignored) {
  return makeIntrusiveRefCnt<TracingFileSystem>(std::move(FS), Trace,
                                                std::move(Ignored));
}

std::string FileAnswers::ask(Question What, StringRef Path) {
  switch (What) {
  case Question::Status:
    return answerOf(FS->status(Path)).str();
  case Question::Contents: {
    auto Buffer = FS->getBufferForFile(Path, /*FileSize=*/-1,
                                       /*RequiresNullTerminator=*/false);
    return Buffer ? hashOf((*Buffer)->getBuffer()) : "unreadable";
  }
  case Question::Listing:
    return listingOf(*FS, Path);
  case Question::RealPath: {
    SmallString<256> Real;
    return FS->getRealPath(Path, Real) ? "" : Real.str().str();
  }
  case Question::Other:
    return Others ? Others(Path) : "";
  }
  llvm_unreachable("unknown question");
}

const std::string &FileAnswers::of(Question What, StringRef Path) {
  auto [It, New] = Known[unsigned(What)].try_emplace(Path);
  if (New)
    It->second = ask(What, Path);
  return It->second;
}

} // namespace warplint
