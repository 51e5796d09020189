//===- ConfigFiles.cpp - Finding and reading .warplint --------------------===//

#include "warplint/Config/Config.h"
#include "warplint/Support/Paths.h"
#include "warplint/Support/SearchUp.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace warplint {

/// More than anybody writes.
static constexpr size_t MaximumBytes = 1 << 20;

Expected<Config> ConfigFiles::read(StringRef File) {
  const std::string Name = shownPath(File);
  auto Buffer = FS->getBufferForFile(File);
  if (!Buffer)
    return createStringError(Buffer.getError(),
                             "cannot read '" + Name +
                                 "': " + Buffer.getError().message());
  if ((*Buffer)->getBufferSize() > MaximumBytes)
    return createStringError("cannot read '" + Name + "': larger than 1 MiB");
  Expected<Config> Read =
      parseConfig((*Buffer)->getBuffer(), Name, Checks, Values);
  if (Read)
    Read->Files = {File.str()};
  if (Read && Read->Baseline && !Read->Baseline->empty()) {
    SmallString<256> Folder(File);
    if (std::error_code Code = FS->makeAbsolute(Folder))
      return createStringError(Code, Code.message());
    sys::path::remove_filename(Folder);
    SmallString<256> Path(*Read->Baseline);
    sys::path::make_absolute(Folder, Path);
    sys::path::remove_dots(Path);
    Read->Baseline = Path.str().str();
  }
  return Read;
}

/// Whether a search that has come to \p Folder takes \p File there.
Expected<bool> ConfigFiles::isThere(StringRef File, StringRef Folder) {
  auto Fail = [&](const Twine &Why) {
    return createStringError("cannot read '" + shownPath(File) + "': " + Why);
  };
  ErrorOr<vfs::Status> Status = FS->status(File);
  if (Status) {
    if (!isOwnersFile(*Status, Folder, *FS))
      return Fail("it belongs to another user");
    return !Status->isDirectory();
  }
  std::error_code Why = Status.getError();
  if (Why != std::errc::no_such_file_or_directory &&
      Why != std::errc::not_a_directory)
    return Fail(Why.message());
  if (sys::fs::is_symlink_file(File))
    return Fail("a broken link");
  return false;
}

Expected<Config> ConfigFiles::configOf(StringRef Folder) {
  auto [It, New] = Read.try_emplace(Folder.str());
  if (!New)
    return It->second;
  SmallString<256> Path(Folder);
  sys::path::append(Path, ".warplint");
  Config Found;
  auto Fail = [&](Error Why) {
    Read.erase(Folder.str());
    return Why;
  };
  Expected<bool> IsHere = isThere(Path, Folder);
  if (!IsHere)
    return Fail(IsHere.takeError());
  if (*IsHere) {
    Expected<Config> Own = read(Path);
    if (!Own)
      return Fail(Own.takeError());
    Found = std::move(*Own);
  }
  bool Inherits = !*IsHere || Found.InheritParentConfig.value_or(false);
  StringRef Parent = Inherits ? nextFolderUp(Folder, *FS) : "";
  if (!Parent.empty()) {
    Expected<Config> Above = configOf(Parent);
    if (!Above)
      return Fail(Above.takeError());
    Above->InheritParentConfig.reset();
    Found = mergeConfigs(std::move(*Above), Found);
  }
  Found.InheritParentConfig.reset();
  Read[Folder.str()] = Found;
  return Found;
}

Expected<Config> ConfigFiles::configFor(StringRef Source) {
  SmallString<256> Path(Source);
  if (std::error_code Code = FS->makeAbsolute(Path))
    return createStringError(Code, Code.message());
  sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return configOf(sys::path::parent_path(Path));
}

} // namespace warplint
