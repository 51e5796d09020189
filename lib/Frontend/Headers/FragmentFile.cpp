//===- FragmentFile.cpp - A fragment under the user's name for it ---------===//

#include "FragmentFile.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace warplint {

FragmentName::FragmentName(IntrusiveRefCntPtr<vfs::FileSystem> FS,
                           StringRef Name)
    : ProxyFileSystem(std::move(FS)), Name(Name) {
  if (auto Status = getUnderlyingFS().status(Name))
    Id = Status->getUniqueID();
}

namespace {

/// A file whose status has another name.
class NamedFile : public vfs::File {
public:
  NamedFile(std::unique_ptr<vfs::File> Inner, vfs::Status Named)
      : Inner(std::move(Inner)), Named(std::move(Named)) {}
  ErrorOr<vfs::Status> status() override { return Named; }
  ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &Name,
                                                   int64_t FileSize,
                                                   bool RequiresNullTerminator,
                                                   bool IsVolatile) override {
    return Inner->getBuffer(Name, FileSize, RequiresNullTerminator, IsVolatile);
  }
  std::error_code close() override { return Inner->close(); }

private:
  std::unique_ptr<vfs::File> Inner;
  vfs::Status Named;
};

} // namespace

ErrorOr<vfs::Status> FragmentName::status(const Twine &Path) {
  SmallString<256> Text;
  auto Status = getUnderlyingFS().status(Path);
  if (!Status || Status->getUniqueID() != Id ||
      sys::path::filename(Path.toStringRef(Text)) != sys::path::filename(Name))
    return Status;
  vfs::Status Named = vfs::Status::copyWithNewName(*Status, Name);
  Named.ExposesExternalVFSPath = true;
  return Named;
}

ErrorOr<std::unique_ptr<vfs::File>>
FragmentName::openFileForRead(const Twine &Path) {
  auto File = getUnderlyingFS().openFileForRead(Path);
  auto Named = status(Path);
  if (!File || !Named || Named->getName() != Name)
    return File;
  return std::make_unique<NamedFile>(std::move(*File), std::move(*Named));
}

OwnFile::OwnFile(const clang::SourceManager &SM, StringRef Fragment) : SM(SM) {
  File = Fragment.empty() ? SM.getFileEntryRefForID(SM.getMainFileID())
                          : SM.getFileManager().getOptionalFileRef(Fragment);
}

bool OwnFile::holds(clang::SourceLocation Loc) const {
  return File && Loc.isValid() &&
         SM.getFileEntryRefForID(SM.getFileID(SM.getFileLoc(Loc))) == File;
}

} // namespace warplint
