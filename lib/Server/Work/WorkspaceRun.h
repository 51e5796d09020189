//===- WorkspaceRun.h - All sources of the workspace, linted ----*- C++ -*-===//
//
// The sources of some folders, by processes of their own: nothing that an editor
// waits for waits for them. What the editor had open when the run began is the
// text that counts, to its end.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_SERVER_WORK_WORKSPACERUN_H
#define WARPLINT_LIB_SERVER_WORK_WORKSPACERUN_H

#include "Analyst.h"
#include "Server/Text/Places.h"
#include <deque>
#include <functional>
#include <list>
#include <set>

namespace warplint {

class WorkspaceRun {
public:
  WorkspaceRun(const ServerOptions &Options, Documents &Docs)
      : Options(Options), Docs(Docs) {}

  /// Begins with all sources below \p Folders but those that \p IsSpared.
  void begin(const std::vector<std::string> &Folders, uint64_t World,
             std::vector<OpenText> Texts,
             std::function<bool(llvm::StringRef)> IsSpared);
  /// Ends what is under way.
  void stop();
  bool isRunning() const { return !Working.empty(); }

  /// A source that was linted.
  struct Outcome {
    std::string Name; ///< Its real one.
    Analysed Made;
    bool HasReport = false;
    std::string Said, Problem;
  };
  std::vector<int> sockets() const;
  /// Call it for what is ready of sockets(); it begins with what is next.
  std::optional<Outcome> receive(int Socket);

  /// Of what it found; 0 where that is not whole or does not hold any more.
  uint64_t world() const { return World; }
  void outdate() { World = 0; }
  /// By real name, those that were spared among them: as far as folders have
  /// been looked through.
  const std::set<std::string> &sources() const { return Sources; }
  size_t done() const { return Done; }
  /// Why sources were left out; empty where none was.
  const std::string &problem() const { return Problem; }

private:
  struct Worker {
    explicit Worker(const ServerOptions &Options)
        : Process(Options, Analyst::Purpose::Workspace) {}
    Analyst Process;
    std::string Folder, Source; ///< What it is at: one of them.
  };
  /// False where there is nothing to do for it.
  bool assign(Worker &W);
  void proceed();
  void take(const std::vector<std::string> &Found);

  const ServerOptions &Options;
  Documents &Docs;
  uint64_t World = 0;
  std::vector<OpenText> Texts;
  std::map<std::string, Analysed::Source> Open; ///< The same, by real name.
  std::function<bool(llvm::StringRef)> IsSpared;
  std::deque<std::string> Folders, Waiting;
  std::set<std::string> Sources;
  size_t Done = 0;
  std::string Problem;
  std::list<Worker> Working;
};

} // namespace warplint

#endif // WARPLINT_LIB_SERVER_WORK_WORKSPACERUN_H
