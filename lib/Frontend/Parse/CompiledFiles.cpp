//===- CompiledFiles.cpp - Compiled headers as files -----------------------===//

#include "CompiledFiles.h"
#include "warplint/Support/SharedText.h"

using namespace llvm;

namespace warplint {
namespace {

class WithCompiledFiles : public vfs::ProxyFileSystem {
public:
  WithCompiledFiles(IntrusiveRefCntPtr<vfs::FileSystem> FS,
                    std::vector<CompiledFile> Files)
      : ProxyFileSystem(std::move(FS)), Files(std::move(Files)) {}

  ErrorOr<vfs::Status> status(const Twine &Path) override {
    const CompiledFile *Found = find(Path);
    return Found ? Found->first : ProxyFileSystem::status(Path);
  }
  bool exists(const Twine &Path) override {
    return find(Path) || ProxyFileSystem::exists(Path);
  }
  ErrorOr<std::unique_ptr<vfs::File>>
  openFileForRead(const Twine &Path) override {
    const CompiledFile *Found = find(Path);
    if (!Found)
      return ProxyFileSystem::openFileForRead(Path);
    return std::make_unique<SharedFile>(Found->first, Found->second,
                                        Found->second->Compiled->getBuffer());
  }

private:
  const CompiledFile *find(const Twine &Path) const {
    std::string Name = Path.str();
    for (const CompiledFile &F : Files)
      if (F.first.getName() == Name)
        return &F;
    return nullptr;
  }

  std::vector<CompiledFile> Files;
};

} // namespace

CompiledFile compiledFile(StringRef Name, std::shared_ptr<const Preamble> P) {
  vfs::Status Status(Name, vfs::getNextVirtualUniqueID(), sys::TimePoint<>(),
                     /*User=*/0, /*Group=*/0, P->Compiled->getBufferSize(),
                     sys::fs::file_type::regular_file, sys::fs::all_read);
  return {std::move(Status), std::move(P)};
}

IntrusiveRefCntPtr<vfs::FileSystem>
withCompiledFiles(std::vector<CompiledFile> Files,
                  IntrusiveRefCntPtr<vfs::FileSystem> FS) {
  if (Files.empty())
    return FS;
  return makeIntrusiveRefCnt<WithCompiledFiles>(std::move(FS),
                                                std::move(Files));
}

} // namespace warplint
