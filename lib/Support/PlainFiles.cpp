//===- PlainFiles.cpp - Reading a tree that is not trusted ----------------===//

#include "warplint/Support/PlainFiles.h"
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
  ErrorOr<std::unique_ptr<MemoryBuffer>>
  getBuffer(const Twine &Name, int64_t, bool, bool) override {
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

} // namespace

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
