//===- Preamble.h - The toolkit's headers, compiled once --------*- C++ -*-===//
//
// Every CUDA file is parsed behind the same thousands of lines: Clang's CUDA
// wrapper with the toolkit's headers, and what warplint adds to them. They can
// be parsed once for all files that are compiled with the same flags, and kept
// as Clang keeps a precompiled header.
//
// A file's own folders are no part of the flags: a preamble serves the files in
// whose folders there is no header that it asked for.
//
// A second preamble may stand behind it, with the system's headers that a file
// begins with. Which those are is noted when a file is parsed, and used when it
// is parsed again.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FRONTEND_PREAMBLE_H
#define WARPLINT_FRONTEND_PREAMBLE_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warplint {

struct Preamble {
  /// \p Bytes: what Clang wrote. \p Asked: as written in #include and
  /// __has_include, each once.
  Preamble(std::unique_ptr<llvm::MemoryBuffer> Bytes,
           std::vector<std::string> Asked);

  std::vector<std::string> Asked;
  llvm::StringRef Compiled;
  /// Tells these bytes from others.
  std::string Fingerprint;
  /// One that has the bytes, as a file of that name.
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> Files;
  std::string File;
};

/// Keeps preambles between the parses of a run, or between runs.
class PreambleStore {
public:
  /// Makes a preamble, and reads through the file system alone. Nothing where
  /// it has errors.
  using Maker = llvm::function_ref<std::optional<Preamble>(
      llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>)>;

  virtual ~PreambleStore() = default;

  /// The preamble for \p Key, which tells all but the texts of the files; of
  /// \p Make where there is none that still holds. Null where there is to be
  /// none.
  virtual std::shared_ptr<const Preamble> find(llvm::StringRef Key,
                                               Maker Make) = 0;

  /// A note that was left under \p Key; nothing where there is none.
  virtual std::optional<std::string> recall(llvm::StringRef Key) = 0;
  virtual void note(llvm::StringRef Key, llvm::StringRef Text) = 0;

  /// A parse begins with the preamble that was found; \p IsFilesOwn: also with
  /// the headers that the file begins with.
  virtual void use(bool IsFilesOwn) = 0;
};

} // namespace warplint

#endif // WARPLINT_FRONTEND_PREAMBLE_H
