//===- LanguageServer.h - The protocol's side of the server -----*- C++ -*-===//
//
// One thread waits for the client and for the analysts, and answers. What can't
// be answered yet is put aside, and tried again whenever something has become
// known, until it is answered or cancelled.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_SERVER_PROTOCOL_LANGUAGESERVER_H
#define WARPLINT_LIB_SERVER_PROTOCOL_LANGUAGESERVER_H

#include "Connection.h"
#include "Server/Answers/Figures.h"
#include "Server/Text/Documents.h"
#include "Server/Work/Analyses.h"
#include "Server/Work/WorkspaceRun.h"
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <string>

namespace warplint {

class LanguageServer {
public:
  LanguageServer(const ServerOptions &Options, int In,
                 llvm::raw_fd_ostream &Out)
      : Options(Options), Client(In, Out), Known(Options, Docs),
        Everything(Options, Docs) {}

  /// Until the client has said "exit" or is gone; the exit code.
  int run();

private:
  using Json = llvm::json::Value;
  /// Answers, or returns false: not yet.
  using Attempt = std::function<bool(const Json &Id)>;
  struct Waiting {
    Json Id;
    Attempt Try;
  };

  // The loop.
  void handleAll();
  void handle(llvm::json::Object Message);
  void notified(llvm::StringRef Method, const Json &Params);
  void asked(llvm::StringRef Method, const Json &Params, const Json &Id);
  void answered(const Json &Id, bool IsSuccess);
  void wait(int Milliseconds);
  int millisecondsUntil(std::optional<Analyses::Clock::time_point> Due) const;
  bool isClientGone() const;
  void attend(const Json &Id, Attempt Try);
  void tryAgain();
  void cancel(const Json &Params);
  void progressCancelled(const Json &Params);

  // Its life.
  llvm::json::Object capabilities() const;
  void initialize(const Json &Params, const Json &Id);
  void initialized(const Json &Params);
  void configure(const Json &Settings);
  void configurationChanged(const Json &Params);
  void shutdown(const Json &Params, const Json &Id);

  // Documents.
  void opened(const Json &Params);
  void changed(const Json &Params);
  void saved(const Json &Params);
  void closed(const Json &Params);
  void watchedChanged(const Json &Params);
  void foldersChanged(const Json &Params);

  // Requests (Requests.cpp).
  void codeAction(const Json &Params, const Json &Id);
  void resolveAction(const Json &Params, const Json &Id);
  void hover(const Json &Params, const Json &Id);
  void bankMap(const Json &Params, const Json &Id);
  void codeLens(const Json &Params, const Json &Id);
  void inlayHint(const Json &Params, const Json &Id);
  void pullDiagnostics(const Json &Params, const Json &Id);
  /// What \p Params ask for; nothing where the client wants edits with it, and
  /// some are not known yet.
  std::optional<llvm::json::Array> actionsAt(const Document &Doc,
                                             std::pair<size_t, size_t> Range,
                                             const Json &Params);
  /// Puts its edit into \p Action. False where there is none, nothing where that
  /// is not known yet.
  std::optional<bool> completeAction(llvm::json::Object &Action,
                                     const Document &Doc);
  Analyses::State *sourceOf(const RemedyChoice &Choice);
  bool replyEdit(const RemedyChoice &Choice, llvm::json::Object Action,
                 const Json &Id);
  /// The document that \p Params are about; answers where it is not open.
  Document *documentOf(const Json &Params, const Json &Id);
  /// The same later; answers where the text is not that of \p Revision any more.
  Document *unchanged(llvm::StringRef Path, uint64_t Revision, const Json &Id);
  /// The offsets in \p Doc that \p Params are about; answers where they name
  /// none.
  std::optional<std::pair<size_t, size_t>>
  rangeOf(const Json &Params, const Document &Doc, const Json &Id);
  /// The offset in \p Doc that \p Params are about; answers where they name none.
  std::optional<size_t> offsetOf(const Json &Params, const Document &Doc,
                                 const Json &Id);
  llvm::json::Array diagnosticsOfDocument(const Document &Doc);
  /// The same for the same diagnostics.
  static std::string resultIdOf(const llvm::json::Array &Diagnostics);

  // All of the workspace (Workspace.cpp).
  struct WorkspaceAsk;
  void pullWorkspace(const Json &Params, const Json &Id);
  void executeCommand(const Json &Params, const Json &Id);
  void askWorkspace(WorkspaceAsk Ask);
  void beginProgress(WorkspaceAsk &Ask);
  /// Where there is such a \p Token.
  void tellProgress(const Json &Token, Json Value);
  void learned(const WorkspaceRun::Outcome &What);
  void keep(const std::string &Name,
            std::map<std::string, llvm::json::Array> Found);
  /// Tells of \p Uri what \p Ask does not know of it yet.
  void report(WorkspaceAsk &Ask, const std::string &Uri,
              llvm::json::Array &Into);
  void showWorkspace(const std::string &Name);
  void keepClosed(const std::string &Name, bool IsKnown);
  /// Answers once all is known.
  void answerWorkspace();
  void answer(WorkspaceAsk &Ask, const std::set<std::string> &Uris);
  void dropAsks(llvm::function_ref<bool(const WorkspaceAsk &)> Which,
                const llvm::Twine &Why);
  llvm::json::Array diagnosticsOfUri(const std::string &Uri);
  void addWorkspaceDiagnostics(const std::string &Uri, llvm::json::Array &To);
  Document *documentAt(const std::string &Uri);

  // What is told without being asked (Publishing.cpp).
  void learned(const Analyses::Event &What);
  void publish(llvm::StringRef Name);
  void publishUri(const std::string &Uri);
  void refreshPulled(const Document &Doc);
  void forget(const std::string &Name);
  void refresh(llvm::StringRef What);
  void log(int Level, llvm::StringRef Text);
  void showProgress();

  /// What the client says that it can.
  struct Abilities {
    DiagnosticAbilities Diagnostics;
    bool Pulls = false, VersionedEdits = false, LazyEdits = false;
    bool Markdown = false, Progress = false, Watches = false;
    std::map<std::string, bool> Refreshes; ///< "codeLens", "inlayHint", ...
  };
  enum class Stage { Fresh, Running, ShutDown, Gone };

  const ServerOptions &Options;
  Connection Client;
  Documents Docs;
  Analyses Known;
  WorkspaceRun Everything;
  Abilities Can;
  Stage Now = Stage::Fresh;
  bool IsOrderly = false; ///< The client took leave as it should.
  bool HasInlayHints = false, HasLenses = true, PullsWorkspace = true;
  HoverText HoverStyle = HoverText::Markdown;
  /// Processes that analyse end when they had nothing to do for so long.
  Analyses::Clock::duration IdleTime = std::chrono::minutes(10);
  int64_t ClientProcess = 0;
  std::list<Waiting> Waits;
  /// By owner (the source that was analysed), then by URI.
  std::map<std::string, std::map<std::string, llvm::json::Array>> Shown;
  struct WorkspaceAsk {
    Json Id;
    bool IsPull = false;
    Json Partial = nullptr, Progress = nullptr; ///< Tokens, or null.
    /// Results that the client has: by the file's name.
    std::map<std::string, std::string> Previous = {};
    std::map<std::string, std::string> Told = {}; ///< Results, by URI.
  };
  std::vector<std::string> Folders; ///< Of the workspace.
  std::list<WorkspaceAsk> Asks;
  /// As Shown, of sources that are not open, once somebody has asked.
  std::map<std::string, std::map<std::string, llvm::json::Array>> Everywhere;
  std::map<std::string, std::set<std::string>> OwnersOf; ///< There, by URI.
  std::set<std::string> NotLinted; ///< Sources without a report.
  std::set<std::string> Said;      ///< By that run.
  bool IsWorkspaceShown = false;   ///< Shown has them, too.
  /// The last parameters that were told of each URI.
  std::map<std::string, llvm::json::Value> Published;
  std::map<std::string, std::string> Pulled; ///< Results that were, by URI.
  std::string ShownProblem;  ///< That the user was told of last.
  std::string ProgressTitle; ///< Of the progress that is shown.
  bool IsProgressShown = false;
  int64_t ProgressNumber = 0, WorkspaceNumber = 0;
  /// What is to be done once the client has answered a request of ours.
  std::map<int64_t, std::function<void()>> OnSuccess;
};

} // namespace warplint

#endif // WARPLINT_LIB_SERVER_PROTOCOL_LANGUAGESERVER_H
