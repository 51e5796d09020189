//===- SharedText.h - A text that several buffers show ----------*- C++ -*-===//

#ifndef WARPLINT_SUPPORT_SHAREDTEXT_H
#define WARPLINT_SUPPORT_SHAREDTEXT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <memory>
#include <string>

namespace warplint {

/// Shows \p Text, which \p Owner has and which lives as long as the buffer.
class SharedText : public llvm::MemoryBuffer {
public:
  /// A zero stands behind \p Text.
  SharedText(std::shared_ptr<const void> Owner, llvm::StringRef Text,
             std::string Name)
      : Owner(std::move(Owner)), Name(std::move(Name)) {
    init(Text.begin(), Text.end(), /*RequiresNullTerminator=*/true);
  }
  llvm::StringRef getBufferIdentifier() const override { return Name; }
  BufferKind getBufferKind() const override { return MemoryBuffer_Malloc; }

private:
  std::shared_ptr<const void> Owner;
  std::string Name;
};

/// A file of a virtual file system whose text is shared so.
class SharedFile : public llvm::vfs::File {
public:
  SharedFile(llvm::vfs::Status Status, std::shared_ptr<const void> Owner,
             llvm::StringRef Text)
      : Status(std::move(Status)), Owner(std::move(Owner)), Text(Text) {}

  llvm::ErrorOr<llvm::vfs::Status> status() override { return Status; }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
  getBuffer(const llvm::Twine &Name, int64_t, bool, bool) override {
    return std::make_unique<SharedText>(Owner, Text, Name.str());
  }
  std::error_code close() override { return {}; }

private:
  llvm::vfs::Status Status;
  std::shared_ptr<const void> Owner;
  llvm::StringRef Text;
};

} // namespace warplint

#endif // WARPLINT_SUPPORT_SHAREDTEXT_H
