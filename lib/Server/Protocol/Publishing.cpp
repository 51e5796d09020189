//===- Publishing.cpp - What is told without being asked ------------------===//

#include "LanguageServer.h"
#include "warplint/Support/Printable.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

void LanguageServer::log(int Level, StringRef Text) {
  Client.notify("window/logMessage",
                json::Object{{"type", Level}, {"message", utf8(Text)}});
}

void LanguageServer::learned(const Analyses::Event &What) {
  if (!What.Said.empty())
    log(3, StringRef(What.Said).rtrim());
  if (!What.Problem.empty()) {
    std::string Text =
        "warplint: " + printable(What.Name) + ": " + What.Problem;
    log(1, Text);
    // Once, and not with every key while it lasts.
    if (ShownProblem != Text)
      Client.notify("window/showMessage",
                    json::Object{{"type", 1}, {"message", utf8(Text)}});
    ShownProblem = Text;
  } else if (!What.IsLayouts) {
    ShownProblem.clear();
  }
  tryAgain();
  answerWorkspace();
  publish(What.Name);
  if (!What.IsLayouts) {
    refresh("codeLens");
    if (HasInlayHints)
      refresh("inlayHint");
  }
}

json::Array LanguageServer::diagnosticsOfDocument(const Document &Doc) {
  json::Array Result;
  Places At(Docs);
  for (const Analysed *In : Known.about(Doc)) {
    auto All = diagnosticsOf(Known.best(*In), At, Can.Diagnostics);
    for (json::Value &Made : All[Doc.Uri])
      if (!is_contained(Result, Made))
        Result.push_back(std::move(Made));
  }
  // What sources that are not open say of a header holds while nobody edits it.
  if (!Known.isSource(Doc) && Doc.History.empty())
    addWorkspaceDiagnostics(Doc.Uri, Result);
  return Result;
}

/// The diagnostics of a source, and those that it leads to in its headers.
void LanguageServer::publish(StringRef Name) {
  Document *Doc = Docs.find(Name);
  const Analyses::State *S = Doc ? Known.find(Name) : nullptr;
  if (!S || !S->Figures)
    return;
  Places At(Docs);
  std::map<std::string, json::Array> &Mine = Shown[Name.str()];
  std::set<std::string> Touched = {Doc->Uri};
  for (const auto &[Uri, Unused] : Mine)
    Touched.insert(Uri);
  Mine = diagnosticsOf(Known.best(*S->Figures), At, Can.Diagnostics);
  for (const auto &[Uri, Unused] : Mine)
    Touched.insert(Uri);
  // Headers that were a source for themselves until now.
  for (const auto &[Other, Header] : Docs.all())
    if (S->Headers.contains(Other))
      Touched.insert(Header.Uri);
  for (const std::string &Uri : Touched)
    publishUri(Uri);
}

void LanguageServer::publishUri(const std::string &Uri) {
  Document *Doc = documentAt(Uri);
  if (Doc && Can.Pulls)
    return refreshPulled(*Doc);
  bool IsSource = Doc && Known.isSource(*Doc);
  json::Array All;
  for (const auto &[Owner, Uris] : Shown) {
    auto It = Uris.find(Uri);
    const Document *Of = Docs.find(Owner);
    if (It == Uris.end() || (Of && !Known.isSource(*Of)) ||
        (IsSource && Owner != Docs.nameOf(Doc->Path)))
      continue;
    for (const json::Value &Made : It->second)
      if (!is_contained(All, Made))
        All.push_back(Made);
  }
  if (All.empty() && !Doc && !Published.contains(Uri))
    return;
  json::Object Params{{"uri", Uri}, {"diagnostics", std::move(All)}};
  if (Doc)
    Params["version"] = Doc->Version;
  json::Value Told(std::move(Params));
  json::Value &Before = Published.try_emplace(Uri, nullptr).first->second;
  if (Told == Before)
    return;
  Before = Told;
  Client.notify("textDocument/publishDiagnostics", std::move(Told));
}

/// Has the client pull again where it has something else.
void LanguageServer::refreshPulled(const Document &Doc) {
  auto Before = Pulled.find(Doc.Uri);
  if (Before != Pulled.end() &&
      Before->second != resultIdOf(diagnosticsOfDocument(Doc)))
    refresh("diagnostic");
}

void LanguageServer::forget(const std::string &Name) {
  auto It = Shown.find(Name);
  if (It == Shown.end())
    return;
  std::map<std::string, json::Array> Gone = std::move(It->second);
  Shown.erase(It);
  for (const auto &[Uri, Unused] : Gone)
    publishUri(Uri);
}

void LanguageServer::refresh(StringRef What) {
  if (Can.Refreshes[What.str()])
    Client.ask(("workspace/" + What + "/refresh").str(), nullptr);
}

void LanguageServer::showProgress() {
  std::string Title = Can.Progress ? Known.slowWork() : "";
  if (Title == ProgressTitle)
    return;
  auto Tell = [this](int64_t Number, json::Object Value) {
    Client.notify("$/progress",
                  json::Object{{"token", "warplint-" + std::to_string(Number)},
                               {"value", std::move(Value)}});
  };
  if (!ProgressTitle.empty() && IsProgressShown)
    Tell(ProgressNumber, json::Object{{"kind", "end"}});
  IsProgressShown = false;
  ProgressTitle = Title;
  if (Title.empty())
    return;
  int64_t Number = ++ProgressNumber;
  int64_t Asked =
      Client.ask("window/workDoneProgress/create",
                 json::Object{{"token", "warplint-" + std::to_string(Number)}});
  OnSuccess[Asked] = [this, Number, Title, Tell] {
    if (Number != ProgressNumber || ProgressTitle.empty())
      return; // It is over already.
    IsProgressShown = true;
    Tell(Number, json::Object{{"kind", "begin"},
                              {"title", "warplint: " + Title},
                              {"cancellable", false}});
  };
}

} // namespace warplint
