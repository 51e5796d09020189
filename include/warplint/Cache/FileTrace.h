//===- FileTrace.h - What a result was made from ----------------*- C++ -*-===//
//
// A result stays true as long as every question that was asked on the way to it
// has the same answer: what a file holds, but also that a file is not there
// (another header would be found first), what a folder lists, where a link
// leads. tracedFiles() writes the questions down while a file is linted, and
// FileAnswers asks them again.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CACHE_FILETRACE_H
#define WARPLINT_CACHE_FILETRACE_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <cstdint>
#include <functional>
#include <iterator>
#include <string>

namespace warplint {

enum class Question : uint8_t {
  Status,   ///< "missing", "folder" or "file".
  Contents, ///< A hash of what the file holds; "unreadable".
  Listing,  ///< A hash of the names in a folder.
  RealPath, ///< Where links lead.
  Other,    ///< Something that only who asked can tell.
};
constexpr Question Questions[] = {Question::Status, Question::Contents,
                                  Question::Listing, Question::RealPath,
                                  Question::Other};

/// 16 bytes that no other text has.
std::string hashOf(llvm::StringRef Text);

class FileTrace {
public:
  void note(Question What, llvm::StringRef Path, llvm::StringRef Answer);
  void add(const FileTrace &Other);

  /// No question had two answers: nothing was changed on the way.
  bool isConsistent() const { return Consistent; }

  /// By path, in no order.
  const llvm::StringMap<std::string> &answers(Question What) const {
    return Answers[unsigned(What)];
  }

private:
  llvm::StringMap<std::string> Answers[std::size(Questions)];
  bool Consistent = true;
};

/// \p FS, of which \p Trace gets what is asked. What a folder lists does not
/// count in \p Ignored, which is where results are kept.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
tracedFiles(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
            FileTrace &Trace, std::string Ignored);

/// Today's answers; each question is asked once.
class FileAnswers {
public:
  /// \p Others answers those of Question::Other.
  FileAnswers(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
              std::function<std::string(llvm::StringRef)> Others)
      : FS(std::move(FS)), Others(std::move(Others)) {}

  const std::string &of(Question What, llvm::StringRef Path);

private:
  std::string ask(Question What, llvm::StringRef Path);

  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS;
  std::function<std::string(llvm::StringRef)> Others;
  llvm::StringMap<std::string> Known[std::size(Questions)];
};

} // namespace warplint

#endif // WARPLINT_CACHE_FILETRACE_H
