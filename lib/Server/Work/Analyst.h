//===- Analyst.h - A process that lints what the editor has -----*- C++ -*-===//
//
// Analyses run in a process of their own: the server answers meanwhile, work
// that is outdated is ended by ending the process, and a crash of Clang costs
// the one analysis. The process keeps what an edit leaves true, and the server,
// which it is a copy of, has one thread: both may copy themselves at any time.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_SERVER_WORK_ANALYST_H
#define WARPLINT_LIB_SERVER_WORK_ANALYST_H

#include "Server/Text/EditorFiles.h"
#include "warplint/Finding/FileReport.h"
#include "warplint/Server/Server.h"
#include "warplint/Support/ChildProcess.h"
#include <chrono>
#include <optional>
#include <string>

namespace warplint {

/// What is to be found out.
struct AnalystJob {
  /// Of the settings, the build and the files that are not open: what was kept
  /// of another one is forgotten.
  uint64_t World = 0;
  std::string File;
  std::optional<FixStyle> Style;
  std::vector<OpenText> Texts;
  /// The sources below it are asked for, and File is empty.
  std::string Folder = {};
  /// What takes no compilation of host code will do.
  bool IsFirst = false;
};

struct AnalystAnswer {
  std::optional<FileReport> Report;
  std::string Said;    ///< What the program says on standard error.
  std::string Problem; ///< Why there is no report.
  std::vector<std::string> Sources = {}; ///< Of the folder.
  /// Files that it rests on beside those that Report has.
  std::vector<std::string> Elsewhere = {};
  /// False: host code tells more.
  bool IsWhole = true;
};

class Analyst {
public:
  enum class Purpose {
    Figures, ///< Findings and figures; no layouts are searched.
    Layouts, ///< Layouts and the edits that were proven; steps back for others.
    /// Findings of files that nobody looks at now; steps back for all others,
    /// and keeps what was found for further runs.
    Workspace,
  };
  /// Processes of the last kind.
  static constexpr unsigned MaximumForWorkspace = 4;

  Analyst(const ServerOptions &Options, Purpose For)
      : Options(Options), For(For) {}
  Analyst(const Analyst &) = delete;
  ~Analyst() { stop(); }

  bool isBusy() const { return Busy; }
  /// Ready for reading when an answer comes; -1 where there is no process.
  int socket() const { return Process.Socket; }
  std::chrono::steady_clock::time_point begunAt() const { return BegunAt; }
  /// Whether it was given nothing to do since \p Then. What it keeps in memory
  /// goes with its process.
  bool isIdleSince(std::chrono::steady_clock::time_point Then) const {
    return !Busy && BegunAt < Then;
  }

  /// Begins with \p Job, whatever it was at. False where no process can be
  /// had.
  bool begin(const AnalystJob &Job);

  /// The answer, as soon as all of it has come; call it when the socket is
  /// ready. That the process came to grief is an answer, too.
  std::optional<AnalystAnswer> receive();

  /// Ends the process, and its work.
  void stop();

private:
  const ServerOptions &Options;
  Purpose For;
  ChildProcess Process;
  bool Busy = false;
  std::chrono::steady_clock::time_point BegunAt;
  std::string Received;
};

/// What the process does: a job after the other, until the other end of \p
/// Socket is closed.
void runAnalyst(int Socket, const ServerOptions &Options, Analyst::Purpose For);

} // namespace warplint

#endif // WARPLINT_LIB_SERVER_WORK_ANALYST_H
