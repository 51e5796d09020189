//===- SpareProcess.h - A process that stays with one thread ----*- C++ -*-===//
//
// Of a process with threads no copy (fork) can do any work: a lock that another
// thread holds is never given back there. This one is copied while it has a
// single thread; the copy waits, and does each piece of work in a copy of its
// own, which may crash:
//
//   this process        the spare one           its copy
//   ------------        -------------           --------
//   asks            →   forks               →   works, answers, ends
//   has the answer  ←   passes it on        ←
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_SESSION_SPAREPROCESS_H
#define WARPLINT_LIB_SESSION_SPAREPROCESS_H

#include "warplint/Support/ChildProcess.h"
#include <functional>
#include <optional>
#include <string>

namespace warplint {

class SpareProcess {
public:
  using Work = std::function<std::string(llvm::StringRef Request)>;

  /// Begins now. On Linux it ends with the thread that begins it, at the
  /// latest.
  explicit SpareProcess(Work Do);
  SpareProcess(const SpareProcess &) = delete;
  ~SpareProcess();

  /// What Work makes of \p Request; nothing when the copy comes to grief, or
  /// there is no process. One thread may ask at a time.
  std::optional<std::string> ask(llvm::StringRef Request);

private:
  ChildProcess Copy;
};

} // namespace warplint

#endif // WARPLINT_LIB_SESSION_SPAREPROCESS_H
