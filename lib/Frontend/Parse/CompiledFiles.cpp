//===- CompiledFiles.cpp - Compiled headers as files -----------------------===//

#include "CompiledFiles.h"
#include "warplint/Support/SharedText.h"

using namespace llvm;

namespace warplint {
namespace {

class CompiledFile : public vfs::File {
public:
  explicit CompiledFile(CompiledFiles::Entry Of) : Of(std::move(Of)) {}

  ErrorOr<vfs::Status> status() override { return Of.Status; }
  ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &Name, int64_t,
                                                   bool, bool) override {
    return std::make_unique<SharedText>(
        Of.Headers, Of.Headers->Compiled->getBuffer(), Name.str());
  }
  std::error_code close() override { return {}; }

private:
  CompiledFiles::Entry Of;
};

class WithCompiledFiles : public vfs::ProxyFileSystem {
public:
  WithCompiledFiles(IntrusiveRefCntPtr<vfs::FileSystem> FS,
                    std::vector<CompiledFiles::Entry> Files)
      : ProxyFileSystem(std::move(FS)), Files(std::move(Files)) {}

  ErrorOr<vfs::Status> status(const Twine &Path) override {
    const CompiledFiles::Entry *Found = find(Path);
    return Found ? Found->Status : ProxyFileSystem::status(Path);
  }
  bool exists(const Twine &Path) override {
    return find(Path) || ProxyFileSystem::exists(Path);
  }
  ErrorOr<std::unique_ptr<vfs::File>>
  openFileForRead(const Twine &Path) override {
    if (const CompiledFiles::Entry *Found = find(Path))
      return std::make_unique<CompiledFile>(*Found);
    return ProxyFileSystem::openFileForRead(Path);
  }

private:
  const CompiledFiles::Entry *find(const Twine &Path) const {
    std::string Name = Path.str();
    for (const CompiledFiles::Entry &E : Files)
      if (E.Status.getName() == Name)
        return &E;
    return nullptr;
  }

  std::vector<CompiledFiles::Entry> Files;
};

} // namespace

void CompiledFiles::add(StringRef Name, std::shared_ptr<const Preamble> P) {
  vfs::Status Status(Name, vfs::getNextVirtualUniqueID(), sys::TimePoint<>(),
                     /*User=*/0, /*Group=*/0, P->Compiled->getBufferSize(),
                     sys::fs::file_type::regular_file, sys::fs::all_read);
  Files.push_back({std::move(Status), std::move(P)});
}

IntrusiveRefCntPtr<vfs::FileSystem>
CompiledFiles::over(IntrusiveRefCntPtr<vfs::FileSystem> FS) const {
  return Files.empty()
             ? FS
             : makeIntrusiveRefCnt<WithCompiledFiles>(std::move(FS), Files);
}

} // namespace warplint
