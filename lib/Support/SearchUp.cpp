//===- SearchUp.cpp - How far up a search for settings goes ---------------===//

#include "warplint/Support/SearchUp.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include <cstdlib>
#include <unistd.h>

using namespace llvm;
namespace path = llvm::sys::path;

namespace warplint {

/// The user is also who became root by sudo.
static bool isUser(uint32_t Owner) {
  if (Owner == geteuid())
    return true;
  const char *Before = geteuid() == 0 ? std::getenv("SUDO_UID") : nullptr;
  uint32_t Number = 0;
  return Before && !StringRef(Before).getAsInteger(10, Number) &&
         Owner == Number;
}

StringRef nextFolderUp(StringRef Folder, vfs::FileSystem &FS) {
  StringRef Parent = path::parent_path(Folder);
  SmallString<256> Git(Folder);
  path::append(Git, ".git");
  if (Parent.empty() || Parent == Folder || FS.exists(Git))
    return {};
  ErrorOr<vfs::Status> Here = FS.status(Folder), Above = FS.status(Parent);
  // A folder that is not there belongs to nobody and lies nowhere.
  if (!Here || !Above)
    return Above ? Parent : StringRef();
  bool IsBorder =
      Here->getUniqueID().getDevice() != Above->getUniqueID().getDevice();
  bool IsOwn = Above->getUser() == Here->getUser() || isUser(Above->getUser());
  return IsBorder || !IsOwn ? StringRef() : Parent;
}

bool isOwnersFile(const vfs::Status &Found, StringRef Folder,
                  vfs::FileSystem &FS) {
  uint32_t Owner = Found.getUser();
  if (Owner == 0 || isUser(Owner))
    return true;
  ErrorOr<vfs::Status> Here = FS.status(Folder);
  return Here && Here->getUser() == Owner;
}

} // namespace warplint
