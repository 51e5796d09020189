//===- PlainFiles.cpp - Reading a tree that is not trusted ----------------===//

#include "warplint/Support/PlainFiles.h"
#include "warplint/Support/Paths.h"
#include "warplint/Support/SharedText.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace warplint {
namespace {

class RefusalCategory : public std::error_category {
public:
  const char *name() const noexcept override { return "warplint"; }
  std::string message(int Code) const override {
    switch (static_cast<FileRefusal>(Code)) {
    case FileRefusal::NotRegular:
      return "not a regular file";
    case FileRefusal::TooLarge:
      return "larger than 256 MiB";
    }
    llvm_unreachable("unknown refusal");
  }
};

std::error_code refusal(const vfs::Status &File) {
  // A folder that is opened has an error of its own, which Clang knows.
  if (!File.isRegularFile() && !File.isDirectory())
    return FileRefusal::NotRegular;
  if (File.isRegularFile() && File.getSize() > MaximumFileBytes)
    return FileRefusal::TooLarge;
  return {};
}

class PlainFile : public vfs::File {
public:
  explicit PlainFile(std::unique_ptr<vfs::File> Inner)
      : Inner(std::move(Inner)) {}

  ErrorOr<vfs::Status> status() override { return Inner->status(); }
  ErrorOr<std::string> getName() override { return Inner->getName(); }
  /// Volatile, so that nothing is mapped into memory; which LLVM heeds only
  /// where the text is to end with a zero.
  ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &Name, int64_t,
                                                   bool, bool) override {
    return Inner->getBuffer(Name, /*FileSize=*/-1,
                            /*RequiresNullTerminator=*/true,
                            /*IsVolatile=*/true);
  }
  std::error_code close() override { return Inner->close(); }

private:
  std::unique_ptr<vfs::File> Inner;
};

class PlainFileSystem : public vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;

  ErrorOr<std::unique_ptr<vfs::File>>
  openFileForRead(const Twine &Path) override {
    // Before it is opened, which waits for a pipe's other end; and afterwards,
    // when it may have become another.
    if (ErrorOr<vfs::Status> Status = ProxyFileSystem::status(Path))
      if (std::error_code Why = refusal(*Status))
        return Why;
    auto File = ProxyFileSystem::openFileForRead(Path);
    if (!File)
      return File;
    ErrorOr<vfs::Status> Status = (*File)->status();
    if (!Status)
      return Status.getError();
    if (std::error_code Why = refusal(*Status))
      return Why;
    return std::make_unique<PlainFile>(std::move(*File));
  }
};

/// What was read of a file.
struct KeptFile {
  vfs::Status Status;
  std::string Name;
  std::string Text;
};

class SteadyFile : public vfs::File {
public:
  explicit SteadyFile(std::shared_ptr<const KeptFile> Kept)
      : Kept(std::move(Kept)) {}

  ErrorOr<vfs::Status> status() override { return Kept->Status; }
  ErrorOr<std::string> getName() override { return Kept->Name; }
  ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &Name, int64_t,
                                                   bool, bool) override {
    return std::make_unique<SharedText>(Kept, Kept->Text, Name.str());
  }
  std::error_code close() override { return {}; }

private:
  std::shared_ptr<const KeptFile> Kept;
};

class SteadyFileSystem : public vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;

  ErrorOr<vfs::Status> status(const Twine &Path) override {
    auto Known = Files.find(absolute(Path));
    return Known == Files.end()
               ? ProxyFileSystem::status(Path)
               : vfs::Status::copyWithNewName(Known->second->Status, Path);
  }
  bool exists(const Twine &Path) override {
    ErrorOr<vfs::Status> Status = status(Path);
    return Status && Status->exists();
  }
  ErrorOr<std::unique_ptr<vfs::File>>
  openFileForRead(const Twine &Path) override {
    std::shared_ptr<const KeptFile> &Kept = Files[absolute(Path)];
    if (!Kept) {
      auto Opened = keep(Path);
      if (!Opened) {
        Files.erase(absolute(Path));
        return Opened.getError();
      }
      Kept = std::move(*Opened);
    }
    return std::make_unique<SteadyFile>(Kept);
  }

private:
  std::string absolute(const Twine &Path) const {
    return absoluteIn(*this, Path);
  }
  ErrorOr<std::shared_ptr<const KeptFile>> keep(const Twine &Path) {
    auto File = ProxyFileSystem::openFileForRead(Path);
    if (!File)
      return File.getError();
    auto Status = (*File)->status();
    if (!Status)
      return Status.getError();
    auto Buffer = (*File)->getBuffer(Path, -1, true, true);
    if (!Buffer)
      return Buffer.getError();
    auto Name = (*File)->getName();
    StringRef Text = (*Buffer)->getBuffer();
    return std::make_shared<const KeptFile>(
        KeptFile{vfs::Status::copyWithNewSize(*Status, Text.size()),
                 Name ? *Name : Path.str(), Text.str()});
  }

  StringMap<std::shared_ptr<const KeptFile>> Files; ///< By absolute path.
};

} // namespace

IntrusiveRefCntPtr<vfs::FileSystem>
steadyFiles(IntrusiveRefCntPtr<vfs::FileSystem> Below) {
  return makeIntrusiveRefCnt<SteadyFileSystem>(std::move(Below));
}

std::error_code make_error_code(FileRefusal Why) {
  static const RefusalCategory Category;
  return {static_cast<int>(Why), Category};
}

IntrusiveRefCntPtr<vfs::FileSystem>
onlyPlainFiles(IntrusiveRefCntPtr<vfs::FileSystem> Below) {
  return makeIntrusiveRefCnt<PlainFileSystem>(std::move(Below));
}

IntrusiveRefCntPtr<vfs::FileSystem> plainFiles() {
  return onlyPlainFiles(vfs::getRealFileSystem());
}

} // namespace warplint
