//===- EditorFiles.h - The disk, with what the editor has open --*- C++ -*-===//

#ifndef WARPLINT_LIB_SERVER_TEXT_EDITORFILES_H
#define WARPLINT_LIB_SERVER_TEXT_EDITORFILES_H

#include "warplint/Support/PlainFiles.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <string>
#include <vector>

namespace warplint {

/// A file as the editor has it, saved or not.
struct OpenText {
  std::string Path; ///< Absolute, as the client names it.
  std::string Text;
  friend bool operator==(const OpenText &, const OpenText &) = default;
};

/// plainFiles(), of which some files have the text of the editor. Nothing is
/// ever written.
class EditorFiles : public llvm::vfs::ProxyFileSystem {
public:
  EditorFiles() : ProxyFileSystem(plainFiles()) {}

  void set(const std::vector<OpenText> &Texts);

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override;
  bool exists(const llvm::Twine &Path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override;
  std::error_code getRealPath(const llvm::Twine &Path,
                              llvm::SmallVectorImpl<char> &Output) override;

private:
  struct Opened {
    llvm::vfs::Status Status;
    std::shared_ptr<const std::string> Text;
  };
  const Opened *find(const llvm::Twine &Path);

  llvm::StringMap<Opened> Files; ///< By absolute path.
  /// Under other names: a link, a folder that is one.
  std::map<llvm::sys::fs::UniqueID, Opened> ByIdentity;
};

} // namespace warplint

#endif // WARPLINT_LIB_SERVER_TEXT_EDITORFILES_H
