//===- CompiledPreamble.h - Makes and uses a preamble -----------*- C++ -*-===//

#ifndef WARPLINT_LIB_FRONTEND_PARSE_COMPILEDPREAMBLE_H
#define WARPLINT_LIB_FRONTEND_PARSE_COMPILEDPREAMBLE_H

#include "Frontend/Recovery/ForcedIncludes.h"
#include "PreambleHeaders.h"
#include "warplint/Frontend/Preamble.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>

namespace clang {
class CompilerInvocation;
class Decl;
} // namespace clang

namespace warplint {

/// Headers that are compiled together, behind others.
struct LeadingLink {
  llvm::ArrayRef<PreambleHeaders::Header> Headers;
  std::vector<std::string> Macros; ///< That must not occur in them.
  /// Some are no headers of the system: they are found in the file's own folders,
  /// have to be plain, and the macros of the command count in them.
  bool HasUsers = false;
  const IsOutside *Outside = nullptr;
};

/// The compiled headers that one parse begins with.
class CompiledHeaders {
public:
  /// \p Added was added to \p Invocation. \p FS is what lies below its files.
  CompiledHeaders(clang::CompilerInvocation &Invocation,
                  const ForcedIncludes &Added, llvm::vfs::FileSystem &FS,
                  PreambleStore &Store, IsOutside Outside);

  /// Makes the invocation begin with the toolkit's headers. False where it is
  /// left as it is.
  bool use();

  /// And then with the headers that the file was seen to begin with, which are
  /// returned. Nothing where the invocation is left as it is.
  std::optional<PreambleHeaders> useLeading();

  /// A file system that has them, and the added headers, over \p FS.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
  over(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS) const;

  /// Notes what was seen for the next parse of the file. \p WasAstray: it was
  /// parsed behind its leading headers before, to no avail.
  void note(const PreambleHeaders &Seen, bool WasAstray);

private:
  std::shared_ptr<const Preamble>
  find(llvm::StringRef Key, std::shared_ptr<clang::CompilerInvocation> Making,
       const LeadingLink &Link);
  bool useLink(const LeadingLink &Link);
  bool isShadowed(const Preamble &P) const;
  void beginWith(std::shared_ptr<const Preamble> P, bool IsFilesOwn);

  clang::CompilerInvocation &Invocation;
  const ForcedIncludes &Added;
  llvm::vfs::FileSystem &FS;
  PreambleStore &Store;
  IsOutside Outside;
  std::vector<std::shared_ptr<const Preamble>> Used;
  /// What defines the macros of the command that can wait, and its text.
  std::vector<std::string> MacrosOfCommand;
  std::string TextOfMacros;
  std::string Key; ///< Of the compiled headers so far.
  /// Of files that begin alike; empty where that is not known.
  std::string LeadKey;
  std::optional<PreambleHeaders> Noted; ///< Of an earlier parse of one.
};

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_PARSE_COMPILEDPREAMBLE_H
