//===- EditedFiles.h - Files with other words in places ---------*- C++ -*-===//
//
// Files whose text is edited for clang's eyes only, no byte longer or shorter:
// every line and column stays what it is. Where the new words need another
// room, a macro of the old words' length stands for them. Private to
// lib/Frontend.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_RECOVERY_EDITEDFILES_H
#define WARPLINT_LIB_FRONTEND_RECOVERY_EDITEDFILES_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <map>
#include <string>
#include <utility>

namespace warplint {

class TextEdits {
public:
  /// Has clang read \p Text in place of \p Length bytes of \p File, one token
  /// or more. False when it does already, or when no macro's name is left.
  bool add(llvm::StringRef File, unsigned Offset, unsigned Length,
           llvm::StringRef Text);

  bool empty() const { return Names.empty(); }
  /// What has to be defined before the files.
  std::string macros() const;
  /// A file system that shows the files edited.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
  over(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS) const;

  /// The macros that stand in a file, by their offsets.
  using OfFile = std::map<unsigned, std::string>;

private:
  std::map<std::string, OfFile, std::less<>> Files;
  /// Of the macro for a text, by the length of its name and the text.
  std::map<std::pair<unsigned, std::string>, std::string> Names;
  /// Macros by the length of their names.
  std::map<unsigned, unsigned> Counts;
};

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_RECOVERY_EDITEDFILES_H
