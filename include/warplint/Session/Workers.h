//===- Workers.h - Files linted by several processes ------------*- C++ -*-===//
//
// Clang may crash on a file, or need more memory than there is. Files are
// linted by processes of their own, so that this costs the one file alone: it
// becomes an error that names it, and another process takes over the rest.
//
// A process lints one file after the other, so that what files share (a walk of
// the repository, launches in other files) is found once; it makes room for a
// fresh one when it has grown large.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SESSION_WORKERS_H
#define WARPLINT_SESSION_WORKERS_H

#include "warplint/Session/FileOutcome.h"
#include "llvm/ADT/ArrayRef.h"
#include <deque>
#include <functional>
#include <list>
#include <string>
#include <vector>

namespace warplint {

struct WorkerOptions {
  unsigned Processes = 1;
  /// Bytes of memory that one may ask for; more end it. 0: no limit.
  uint64_t MemoryLimit = 0;
  /// Tells what a process said that came to grief.
  bool IsVerbose = false;
};

class Workers {
public:
  /// \p Lint makes the outcome of a file, given by its number; it runs in the
  /// other process. \p NameOf is what messages call the file.
  Workers(WorkerOptions Options, std::function<FileOutcome(size_t)> Lint,
          std::function<std::string(size_t)> NameOf)
      : Options(Options), Lint(std::move(Lint)), NameOf(std::move(NameOf)) {}

  /// Lints \p Files; \p Done gets each outcome as it comes, in any order. At
  /// SIGINT or SIGTERM it returns with the files at work undone.
  void run(llvm::ArrayRef<size_t> Files,
           llvm::function_ref<void(size_t, FileOutcome)> Done);

  /// The signal that ended the run early, or 0.
  int interrupt() const { return Interrupt; }

  /// The most memory that one of them had in use, in bytes.
  uint64_t peakBytes() const { return Peak; }

private:
  struct Worker {
    int Socket = -1;
    int Errors = -1; ///< What it says on standard error; a file.
    int Process = -1;
    std::optional<size_t> File; ///< That it is at work on.
    bool IsLeaving = false;     ///< It takes no further file.
    std::string Received;
  };
  bool start();
  void work(int Socket, int Errors);
  bool assign(Worker &W);
  /// False when it is gone.
  bool receive(Worker &W, llvm::function_ref<void(size_t, FileOutcome)> Done);
  void bury(Worker &W, llvm::function_ref<void(size_t, FileOutcome)> Done);
  FileOutcome mishap(size_t File, const std::string &Why, llvm::StringRef Said);

  WorkerOptions Options;
  std::function<FileOutcome(size_t)> Lint;
  std::function<std::string(size_t)> NameOf;
  std::list<Worker> All;
  std::deque<size_t> Waiting;
  uint64_t Peak = 0;
  int Interrupt = 0;
};

} // namespace warplint

#endif // WARPLINT_SESSION_WORKERS_H
