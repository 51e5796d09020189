//===- LanguageServer.cpp - The loop and the life of the server -----------===//

#include "LanguageServer.h"
#include "JsonAt.h"
#include "warplint/Server/Server.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <cerrno>
#include <csignal>
#include <poll.h>
#include <unistd.h>

using namespace llvm;

namespace warplint {

/// How often one looks whether the client's process is there.
static constexpr int Heartbeat = 3000;
/// In minutes: a month.
static constexpr double LongestIdle = 30 * 24 * 60;

int serve(const ServerOptions &Options, int In, raw_fd_ostream &Out) {
  int Code = LanguageServer(Options, In, Out).run();
  if (Out.has_error())
    Out.clear_error(); // Of a client that is gone; the code tells it.
  return Code;
}

int LanguageServer::run() {
  while (Now != Stage::Gone) {
    handleAll();
    if (Now == Stage::Gone)
      break;
    if (Client.isBroken() || isClientGone())
      return 1;
    Known.endIdle(Analyses::Clock::now() - IdleTime);
    auto Due = Now == Stage::Running ? Known.step() : std::nullopt;
    showProgress();
    wait(millisecondsUntil(Due));
  }
  return Client.isBroken() || !IsOrderly;
}

void LanguageServer::handleAll() {
  while (Now != Stage::Gone) {
    std::optional<json::Object> Message = Client.next();
    if (!Message)
      return;
    handle(std::move(*Message));
  }
}

int LanguageServer::millisecondsUntil(
    std::optional<Analyses::Clock::time_point> Due) const {
  if (!Due)
    return Heartbeat;
  auto Left = std::chrono::ceil<std::chrono::milliseconds>(
      *Due - Analyses::Clock::now());
  // Work that is under way shows its progress from time to time.
  return std::clamp<int64_t>(Left.count(), 1, Heartbeat);
}

bool LanguageServer::isClientGone() const {
  return ClientProcess > 0 && kill(pid_t(ClientProcess), 0) < 0 &&
         errno == ESRCH;
}

void LanguageServer::wait(int Milliseconds) {
  std::vector<pollfd> Polled = {{Client.input(), POLLIN, 0}};
  for (int Socket : Known.sockets())
    Polled.push_back({Socket, POLLIN, 0}); // -1 is left out.
  for (int Socket : Everything.sockets())
    Polled.push_back({Socket, POLLIN, 0});
  if (poll(Polled.data(), Polled.size(), Milliseconds) <= 0)
    return;
  if (Polled.front().revents && !Client.receive()) {
    handleAll();
    if (Now != Stage::Gone) { // It is gone without a word.
      Now = Stage::Gone;
      IsOrderly = false;
    }
    return;
  }
  // What the client has said counts first: it may outdate the rest.
  handleAll();
  for (const pollfd &Ready : ArrayRef(Polled).drop_front()) {
    if (!Ready.revents)
      continue;
    if (is_contained(Known.sockets(), Ready.fd)) {
      if (auto What = Known.receive(Ready.fd))
        learned(*What);
    } else if (is_contained(Everything.sockets(), Ready.fd)) {
      if (auto What = Everything.receive(Ready.fd))
        learned(*What);
      answerWorkspace();
    }
  }
}

void LanguageServer::handle(json::Object Message) {
  const json::Value *Id = Message.get("id");
  std::optional<StringRef> Method = Message.getString("method");
  const json::Value None(nullptr);
  const json::Value *Given = Message.get("params");
  const json::Value &Params = Given ? *Given : None;
  bool IsId = Id && (Id->getAsString() || Id->getAsInteger());
  if (Method && !Id)
    return notified(*Method, Params);
  if (Method && IsId)
    return asked(*Method, Params, *Id);
  if (!Method && IsId && (Message.get("result") || Message.get("error")))
    return answered(*Id, !Message.get("error"));
  Client.fail(nullptr, lsp::ErrorCode::InvalidRequest,
              "neither a request, a notification nor a response");
}

void LanguageServer::notified(StringRef Method, const Json &Params) {
  if (Method == "exit") {
    IsOrderly = Now == Stage::ShutDown;
    Now = Stage::Gone;
  }
  if (Now != Stage::Running)
    return; // As the protocol wants it.
  using Handler = void (LanguageServer::*)(const Json &);
  auto Found = StringSwitch<Handler>(Method)
                   .Case("$/cancelRequest", &LanguageServer::cancel)
                   .Case("initialized", &LanguageServer::initialized)
                   .Case("textDocument/didOpen", &LanguageServer::opened)
                   .Case("textDocument/didChange", &LanguageServer::changed)
                   .Case("textDocument/didSave", &LanguageServer::saved)
                   .Case("textDocument/didClose", &LanguageServer::closed)
                   .Case("workspace/didChangeWatchedFiles",
                         &LanguageServer::watchedChanged)
                   .Case("workspace/didChangeWorkspaceFolders",
                         &LanguageServer::foldersChanged)
                   .Case("window/workDoneProgress/cancel",
                         &LanguageServer::progressCancelled)
                   .Case("workspace/didChangeConfiguration",
                         &LanguageServer::configurationChanged)
                   .Default(nullptr);
  if (Found)
    (this->*Found)(Params);
}

void LanguageServer::asked(StringRef Method, const Json &Params,
                           const Json &Id) {
  if (Method == "initialize" && Now == Stage::Fresh)
    return initialize(Params, Id);
  if (Now == Stage::Fresh)
    return Client.fail(Id, lsp::ErrorCode::ServerNotInitialized,
                       "'initialize' comes first");
  if (Now != Stage::Running || Method == "initialize")
    return Client.fail(Id, lsp::ErrorCode::InvalidRequest,
                       Now == Stage::Running ? "'initialize' comes once"
                                             : "'exit' comes after 'shutdown'");
  using Handler = void (LanguageServer::*)(const Json &, const Json &);
  auto Found =
      StringSwitch<Handler>(Method)
          .Case("shutdown", &LanguageServer::shutdown)
          .Case("textDocument/codeAction", &LanguageServer::codeAction)
          .Case("codeAction/resolve", &LanguageServer::resolveAction)
          .Case("textDocument/hover", &LanguageServer::hover)
          .Case("textDocument/codeLens", &LanguageServer::codeLens)
          .Case("textDocument/inlayHint", &LanguageServer::inlayHint)
          .Case("textDocument/diagnostic", &LanguageServer::pullDiagnostics)
          .Case("warplint/bankMap", &LanguageServer::bankMap)
          .Case("workspace/diagnostic", &LanguageServer::pullWorkspace)
          .Case("workspace/executeCommand", &LanguageServer::executeCommand)
          .Default(nullptr);
  if (!Found)
    return Client.fail(Id, lsp::ErrorCode::MethodNotFound,
                       "no such method: " + Method);
  (this->*Found)(Params, Id);
}

void LanguageServer::answered(const Json &Id, bool IsSuccess) {
  auto It = OnSuccess.find(Id.getAsInteger().value_or(0));
  if (It == OnSuccess.end())
    return;
  std::function<void()> Next = std::move(It->second);
  OnSuccess.erase(It);
  if (IsSuccess)
    Next();
}

void LanguageServer::attend(const Json &Id, Attempt Try) {
  if (!Try(Id))
    Waits.push_back({Id, std::move(Try)});
}

void LanguageServer::tryAgain() {
  Waits.remove_if([](const Waiting &W) { return W.Try(W.Id); });
}

void LanguageServer::cancel(const Json &Params) {
  const json::Value *Id = at(Params, "id");
  Waits.remove_if([&](const Waiting &W) {
    if (!Id || W.Id != *Id)
      return false;
    Client.fail(W.Id, lsp::ErrorCode::RequestCancelled, "cancelled");
    return true;
  });
  dropAsks([&](const WorkspaceAsk &Ask) { return Id && Ask.Id == *Id; },
           "cancelled");
}

static PositionUnit unitFor(const json::Value &Params) {
  // Bytes are what Clang counts: nothing is to be converted.
  StringRef Key = "capabilities.general.positionEncodings";
  if (holds(Params, Key, "utf-8"))
    return PositionUnit::Byte;
  return PositionUnit::Utf16;
}

static std::vector<std::string> foldersIn(const json::Value &Params) {
  const json::Value *Named = at(Params, "workspaceFolders");
  if (const json::Array *All = Named ? Named->getAsArray() : nullptr)
    return pathsOf(*All);
  if (StringRef Root = textAt(Params, "rootUri"); !Root.empty())
    return pathsOf(json::Array{json::Object{{"uri", Root}}});
  return {};
}

json::Object LanguageServer::capabilities() const {
  json::Object Capabilities{
      {"positionEncoding",
       Docs.unit() == PositionUnit::Byte ? "utf-8" : "utf-16"},
      {"textDocumentSync",
       json::Object{{"openClose", true}, {"change", 2}, {"save", true}}},
      {"hoverProvider", true},
      {"codeLensProvider", json::Object{{"resolveProvider", false}}},
      {"inlayHintProvider", true},
      {"codeActionProvider",
       json::Object{
           {"codeActionKinds", json::Array{"quickfix", "refactor.rewrite",
                                           "source.fixAll.warplint"}},
           {"resolveProvider", true}}},
      {"executeCommandProvider",
       json::Object{{"commands", json::Array{"warplint.lintWorkspace"}},
                    {"workDoneProgress", true}}},
      {"workspace",
       json::Object{
           {"workspaceFolders", json::Object{{"supported", true},
                                             {"changeNotifications", true}}}}}};
  if (Can.Pulls)
    Capabilities["diagnosticProvider"] =
        json::Object{{"identifier", "warplint"},
                     {"interFileDependencies", true},
                     {"workspaceDiagnostics", PullsWorkspace}};
  return Capabilities;
}

void LanguageServer::initialize(const Json &Params, const Json &Id) {
  Docs = Documents(unitFor(Params));
  auto Client = [&](const char *Path) {
    return isTrue(Params, ("capabilities." + Twine(Path)).str());
  };
  Can.Diagnostics = {
      Client("textDocument.publishDiagnostics.relatedInformation"),
      Client("textDocument.publishDiagnostics.codeDescriptionSupport")
          ? Options.Pages
          : "",
      Client("textDocument.publishDiagnostics.dataSupport")};
  // Who only pulls when a text changes would miss what else changes.
  Can.Pulls = at(Params, "capabilities.textDocument.diagnostic") &&
              Client("workspace.diagnostics.refreshSupport");
  if (Can.Pulls)
    Can.Diagnostics.Related |=
        Client("textDocument.diagnostic.relatedInformation");
  Can.VersionedEdits = Client("workspace.workspaceEdit.documentChanges");
  Can.LazyEdits =
      Client("textDocument.codeAction.dataSupport") &&
      holds(Params,
            "capabilities.textDocument.codeAction.resolveSupport.properties",
            "edit");
  Can.Markdown = holds(Params, "capabilities.textDocument.hover.contentFormat",
                       "markdown");
  Can.Progress = Client("window.workDoneProgress");
  Can.Watches = Client("workspace.didChangeWatchedFiles.dynamicRegistration");
  Can.Refreshes["codeLens"] = Client("workspace.codeLens.refreshSupport");
  Can.Refreshes["inlayHint"] = Client("workspace.inlayHint.refreshSupport");
  Can.Refreshes["diagnostic"] = Client("workspace.diagnostics.refreshSupport");
  if (const json::Value *Process = at(Params, "processId"))
    ClientProcess = Process->getAsInteger().value_or(0);
  if (const json::Value *Settings = at(Params, "initializationOptions"))
    configure(*Settings);
  Folders = foldersIn(Params);
  Now = Stage::Running;
  this->Client.reply(
      Id,
      json::Object{{"capabilities", capabilities()},
                   {"serverInfo", json::Object{{"name", "warplint"},
                                               {"version", Options.Version}}}});
}

void LanguageServer::initialized(const Json &) {
  if (!Can.Watches)
    return;
  json::Array Watched;
  for (StringRef Glob : {"**/compile_commands.json", "**/compile_flags.txt",
                         "**/.warplint", "**/*.{cu,cuh,h,hh,hpp,inl}"})
    Watched.push_back(json::Object{{"globPattern", Glob}});
  json::Object Registration{
      {"id", "warplint-files"},
      {"method", "workspace/didChangeWatchedFiles"},
      {"registerOptions", json::Object{{"watchers", std::move(Watched)}}}};
  Client.ask(
      "client/registerCapability",
      json::Object{{"registrations", json::Array{std::move(Registration)}}});
}

void LanguageServer::configure(const Json &Settings) {
  const json::Value *Own = at(Settings, "warplint");
  const json::Value &Said = Own ? *Own : Settings;
  if (const json::Value *Hints = at(Said, "inlayHints"))
    HasInlayHints = Hints->getAsBoolean().value_or(HasInlayHints);
  if (const json::Value *Lenses = at(Said, "codeLens"))
    HasLenses = Lenses->getAsBoolean().value_or(HasLenses);
  if (const json::Value *Svg = at(Said, "hoverSvg"))
    HoverStyle = Svg->getAsBoolean().value_or(false) ? HoverText::Pictures
                                                     : HoverText::Markdown;
  if (const json::Value *Pulls = at(Said, "workspaceDiagnostics"))
    PullsWorkspace = Pulls->getAsBoolean().value_or(PullsWorkspace);
  if (const json::Value *Idle = at(Said, "idleMinutes"))
    if (std::optional<double> Minutes = Idle->getAsNumber())
      IdleTime = std::chrono::duration_cast<Analyses::Clock::duration>(
          std::chrono::duration<double, std::ratio<60>>(
              std::clamp(*Minutes, 0.0, LongestIdle)));
}

void LanguageServer::configurationChanged(const Json &Params) {
  if (const json::Value *Settings = at(Params, "settings"))
    configure(*Settings);
  refresh("codeLens");
  refresh("inlayHint");
}

void LanguageServer::shutdown(const Json & /*Params*/, const Json &Id) {
  Now = Stage::ShutDown;
  for (const Waiting &W : Waits)
    Client.fail(W.Id, lsp::ErrorCode::RequestCancelled, "shutting down");
  Waits.clear();
  dropAsks([](const WorkspaceAsk &) { return true; }, "shutting down");
  Client.reply(Id, nullptr);
}

} // namespace warplint
