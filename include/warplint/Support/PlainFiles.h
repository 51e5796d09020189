//===- PlainFiles.h - Reading a tree that is not trusted --------*- C++ -*-===//
//
// Everything that warplint reads on behalf of a file (sources, headers,
// databases, settings) it reads through this. What a name in such a tree leads
// to may be anything: a pipe that nobody writes to, a device without an end, a
// file that changes while it is read.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SUPPORT_PLAINFILES_H
#define WARPLINT_SUPPORT_PLAINFILES_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <cstdint>
#include <system_error>

namespace warplint {

/// Larger files are refused, in bytes.
constexpr uint64_t MaximumFileBytes = uint64_t(256) << 20;

/// Why a file was not read.
enum class FileRefusal {
  NotRegular = 1, ///< "not a regular file"
  TooLarge,       ///< "larger than 256 MiB"
};
std::error_code make_error_code(FileRefusal Why);

/// \p Below, of which only regular files can be opened. Their text is read into
/// memory and does not change with the file: a file that is truncated is read
/// short, and is no fault of the bus. Folders are listed as they are.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
onlyPlainFiles(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Below);

/// \p Below, of which each file stays as it was when it was first opened, text
/// and status: several parses of an analysis see one source. Not for several
/// threads.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
steadyFiles(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Below);

/// The files of this machine, read so, from the current folder of the process.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> plainFiles();

} // namespace warplint

template <>
struct std::is_error_code_enum<warplint::FileRefusal> : std::true_type {};

#endif // WARPLINT_SUPPORT_PLAINFILES_H
