//===- WholeFile.cpp - Files written whole or not at all ------------------===//

#include "warplint/Support/WholeFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <unistd.h>

using namespace llvm;
namespace fs = llvm::sys::fs;

namespace warplint {

static Error failure(StringRef File, std::error_code Code) {
  return createStringError(Code,
                           "cannot write '" + File + "': " + Code.message());
}

/// Text that can't be written is an error here and no fatal one in \p Out.
static std::error_code put(raw_fd_ostream &Out, StringRef Text) {
  Out << Text;
  Out.flush();
  std::error_code Code = Out.error();
  Out.clear_error();
  return Code;
}

/// Why the file at \p Path, whose status is \p Status, must not be replaced.
static std::string whyKept(StringRef Path, const fs::file_status &Status) {
  const fs::perms Writable =
      fs::owner_write | fs::group_write | fs::others_write;
  if (!(Status.permissions() & Writable))
    return "it is read-only";
  if (std::error_code Code = fs::access(Path, fs::AccessMode::Write))
    return Code.message();
  if (Status.getLinkCount() > 1)
    return "it has another hard link, which would keep the old text";
  return {};
}

/// Gives the file that is open as \p FD the owner and the group of \p Status.
static std::error_code keepOwner(int FD, const fs::file_status &Status) {
  uid_t Owner = Status.getUser() == geteuid() ? -1 : Status.getUser();
  gid_t Group = Status.getGroup() == getegid() ? -1 : Status.getGroup();
  if (fchown(FD, Owner, Group) == 0)
    return {};
  return std::error_code(errno, std::generic_category());
}

Error writeWholeFile(StringRef File, StringRef Text) {
  SmallString<256> Real(File);
  fs::file_status Status;
  bool IsThere = !fs::status(File, Status) && fs::exists(Status);
  if (IsThere && Status.type() == fs::file_type::directory_file)
    return failure(File, std::make_error_code(std::errc::is_a_directory));
  if (IsThere && Status.type() != fs::file_type::regular_file) {
    std::error_code Code;
    raw_fd_ostream Out(File, Code);
    if (!Code)
      Code = put(Out, Text);
    return Code ? failure(File, Code) : Error::success();
  }
  if (std::string Why = IsThere ? whyKept(Real, Status) : ""; !Why.empty())
    return createStringError("cannot write '" + File + "': " + Why);
  unsigned Mode = fs::all_read | fs::all_write;
  if (IsThere) {
    if (std::error_code Code = fs::real_path(File, Real))
      return failure(File, Code);
    Mode = Status.permissions();
  }
  auto Temporary = fs::TempFile::create(Real + ".warplint-%%%%%%%%", Mode);
  if (!Temporary)
    return failure(File, errorToErrorCode(Temporary.takeError()));
  std::error_code Code;
  {
    raw_fd_ostream Out(Temporary->FD, /*shouldClose=*/false);
    Code = put(Out, Text);
  }
  if (!Code && IsThere)
    Code = keepOwner(Temporary->FD, Status);
  // The mask of the process took some away.
  if (!Code && IsThere)
    Code = fs::setPermissions(Temporary->TmpName, Status.permissions());
  if (Code) {
    consumeError(Temporary->discard());
    return failure(File, Code);
  }
  if (Error E = Temporary->keep(Real))
    return failure(File, errorToErrorCode(std::move(E)));
  return Error::success();
}

} // namespace warplint
