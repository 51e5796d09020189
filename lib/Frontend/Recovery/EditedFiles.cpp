//===- EditedFiles.cpp - Files with other words in places -----------------===//

#include "EditedFiles.h"
#include "llvm/Support/MemoryBuffer.h"
#include <optional>

using namespace llvm;

namespace warplint {

/// The \p Number-th name of \p Length bytes; none when there are fewer. Clang
/// takes '$' for a letter, and nobody else begins a name with it.
static std::optional<std::string> macroName(unsigned Length, unsigned Number) {
  static constexpr StringRef Digits = "0123456789abcdefghijklmnopqrstuvwxyz";
  std::string Name(Length, '0');
  for (unsigned I = Length; I-- > 1; Number /= Digits.size())
    Name[I] = Digits[Number % Digits.size()];
  if (Number)
    return std::nullopt;
  Name[0] = '$';
  return Name;
}

bool TextEdits::add(StringRef File, unsigned Offset, unsigned Length,
                    StringRef Text) {
  OfFile &Own = Files[File.str()];
  if (Length == 0 || Own.contains(Offset))
    return false;
  auto [Known, IsNew] = Names.try_emplace({Length, Text.str()});
  if (IsNew) {
    std::optional<std::string> Name = macroName(Length, Counts[Length]);
    if (!Name) {
      Names.erase(Known);
      return false;
    }
    ++Counts[Length];
    Known->second = *Name;
  }
  Own[Offset] = Known->second;
  return true;
}

std::string TextEdits::macros() const {
  std::string Text;
  for (const auto &[Key, Name] : Names)
    Text += "#define " + Name + " " + Key.second + "\n";
  return Text;
}

namespace {

class EditedFile : public vfs::File {
public:
  EditedFile(std::unique_ptr<vfs::File> Inner, const TextEdits::OfFile &Edits)
      : Inner(std::move(Inner)), Edits(Edits) {}

  ErrorOr<vfs::Status> status() override { return Inner->status(); }

  ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &Name,
                                                   int64_t FileSize,
                                                   bool RequiresNullTerminator,
                                                   bool IsVolatile) override {
    auto Buffer =
        Inner->getBuffer(Name, FileSize, RequiresNullTerminator, IsVolatile);
    if (!Buffer)
      return Buffer;
    auto Edited = WritableMemoryBuffer::getNewUninitMemBuffer(
        (*Buffer)->getBufferSize(), (*Buffer)->getBufferIdentifier());
    char *Text = copy((*Buffer)->getBuffer(), Edited->getBufferStart());
    for (const auto &[Offset, Macro] : Edits)
      if (Offset + Macro.size() <= Edited->getBufferSize())
        copy(Macro, Text + Offset);
    return std::move(Edited);
  }

  std::error_code close() override { return Inner->close(); }

private:
  static char *copy(StringRef From, char *To) {
    std::copy(From.begin(), From.end(), To);
    return To;
  }

  std::unique_ptr<vfs::File> Inner;
  const TextEdits::OfFile &Edits;
};

class EditedFiles : public vfs::ProxyFileSystem {
public:
  using Edits = std::map<std::string, TextEdits::OfFile, std::less<>>;

  EditedFiles(IntrusiveRefCntPtr<vfs::FileSystem> FS, const Edits &Files)
      : ProxyFileSystem(std::move(FS)), Files(Files) {}

  ErrorOr<std::unique_ptr<vfs::File>>
  openFileForRead(const Twine &Path) override {
    auto File = getUnderlyingFS().openFileForRead(Path);
    auto Own = Files.find(Path.str());
    if (!File || Own == Files.end())
      return File;
    return std::make_unique<EditedFile>(std::move(*File), Own->second);
  }

private:
  const Edits Files;
};

} // namespace

IntrusiveRefCntPtr<vfs::FileSystem>
TextEdits::over(IntrusiveRefCntPtr<vfs::FileSystem> FS) const {
  if (empty())
    return FS;
  return makeIntrusiveRefCnt<EditedFiles>(std::move(FS), Files);
}

} // namespace warplint
