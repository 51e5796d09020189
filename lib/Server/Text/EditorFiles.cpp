//===- EditorFiles.cpp - The disk, with what the editor has open ----------===//

#include "EditorFiles.h"
#include "warplint/Support/Paths.h"
#include "warplint/Support/SharedText.h"

using namespace llvm;

namespace warplint {
void EditorFiles::set(const std::vector<OpenText> &Texts) {
  Files.clear();
  ByIdentity.clear();
  for (const OpenText &Open : Texts) {
    auto Text = std::make_shared<const std::string>(Open.Text);
    ErrorOr<vfs::Status> There = ProxyFileSystem::status(Open.Path);
    // A file that was never saved is there all the same.
    vfs::Status Status(
        Open.Path, There ? There->getUniqueID() : vfs::getNextVirtualUniqueID(),
        There ? There->getLastModificationTime() : sys::TimePoint<>(), 0, 0,
        Text->size(), sys::fs::file_type::regular_file, sys::fs::all_read);
    Files.insert_or_assign(Open.Path, Opened{Status, Text});
    if (There)
      ByIdentity.insert_or_assign(There->getUniqueID(), Opened{Status, Text});
  }
}

const EditorFiles::Opened *EditorFiles::find(const Twine &Path) {
  SmallString<256> Name;
  Path.toVector(Name);
  if (makeAbsolute(Name))
    return nullptr;
  sys::path::remove_dots(Name, /*remove_dot_dot=*/true);
  auto It = Files.find(Name);
  if (It != Files.end())
    return &It->second;
  ErrorOr<vfs::Status> There = ProxyFileSystem::status(Path);
  auto Same = There ? ByIdentity.find(There->getUniqueID()) : ByIdentity.end();
  return Same == ByIdentity.end() ? nullptr : &Same->second;
}

ErrorOr<vfs::Status> EditorFiles::status(const Twine &Path) {
  if (const Opened *Found = find(Path))
    return vfs::Status::copyWithNewName(Found->Status, Path);
  return ProxyFileSystem::status(Path);
}

bool EditorFiles::exists(const Twine &Path) {
  return find(Path) || ProxyFileSystem::exists(Path);
}

ErrorOr<std::unique_ptr<vfs::File>>
EditorFiles::openFileForRead(const Twine &Path) {
  const Opened *Found = find(Path);
  if (!Found)
    return ProxyFileSystem::openFileForRead(Path);
  return std::make_unique<SharedFile>(
      vfs::Status::copyWithNewName(Found->Status, Path), Found->Text,
      *Found->Text);
}

std::error_code EditorFiles::getRealPath(const Twine &Path,
                                         SmallVectorImpl<char> &Output) {
  std::error_code Problem = ProxyFileSystem::getRealPath(Path, Output);
  if (!Problem || !find(Path))
    return Problem;
  Output.clear();
  Path.toVector(Output);
  return makeAbsolute(Output);
}

} // namespace warplint
