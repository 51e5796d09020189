//===- Workspace.cpp - What the client asks of all sources ----------------===//
//
// By workspace/diagnostic, or by a command for clients that do not pull: both
// wait for the same run. Sources that are open are known by their own analyses.
//
//===----------------------------------------------------------------------===//

#include "JsonAt.h"
#include "LanguageServer.h"
#include "warplint/Support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace warplint {

static json::Value tokenAt(const json::Value &Params, StringRef Name) {
  const json::Value *Token = at(Params, Name);
  return Token ? *Token : json::Value(nullptr);
}

void LanguageServer::pullWorkspace(const Json &Params, const Json &Id) {
  WorkspaceAsk Ask{Id, true, tokenAt(Params, "partialResultToken"),
                   tokenAt(Params, "workDoneToken")};
  const json::Value *Had = at(Params, "previousResultIds");
  if (const json::Array *Items = Had ? Had->getAsArray() : nullptr) {
    for (const json::Value &Item : *Items)
      if (auto Uri = lsp::URIForFile::fromURI(textAt(Item, "uri")))
        Ask.Previous[Docs.nameOf(Uri->file())] = textAt(Item, "value");
      else
        consumeError(Uri.takeError());
  }
  askWorkspace(std::move(Ask));
}

void LanguageServer::executeCommand(const Json &Params, const Json &Id) {
  if (textAt(Params, "command") != "warplint.lintWorkspace")
    return Client.fail(Id, lsp::ErrorCode::InvalidParams, "no such command");
  askWorkspace({Id, false, nullptr, tokenAt(Params, "workDoneToken")});
}

void LanguageServer::askWorkspace(WorkspaceAsk Ask) {
  IsWorkspaceShown |= !Ask.IsPull;
  if (!Everything.isRunning() && Everything.world() != Known.world()) {
    Everywhere.clear();
    OwnersOf.clear();
    NotLinted.clear();
    Said.clear();
    Everything.begin(Folders, Known.world(), Known.openTexts(),
                     [this](StringRef Name) {
                       Document *Doc = Docs.find(Name);
                       return Doc && Known.isSource(*Doc);
                     });
  }
  Asks.push_back(std::move(Ask));
  beginProgress(Asks.back());
  answerWorkspace();
}

void LanguageServer::tellProgress(const Json &Token, Json Value) {
  if (Token.kind() != Json::Null)
    Client.notify("$/progress",
                  json::Object{{"token", Token}, {"value", std::move(Value)}});
}

void LanguageServer::beginProgress(WorkspaceAsk &Ask) {
  json::Object Begin{{"kind", "begin"},
                     {"title", "warplint: linting the workspace"},
                     {"cancellable", true},
                     {"percentage", 0}};
  if (Ask.Progress.kind() != Json::Null || Ask.IsPull || !Can.Progress)
    return tellProgress(Ask.Progress, std::move(Begin));
  // Who asks by a command of an editor has given no token.
  Json Token = "warplint-workspace-" + std::to_string(++WorkspaceNumber);
  int64_t Asked = Client.ask("window/workDoneProgress/create",
                             json::Object{{"token", Token}});
  OnSuccess[Asked] = [this, Token, Id = Ask.Id, Begin = std::move(Begin)] {
    auto Found =
        find_if(Asks, [&](const WorkspaceAsk &A) { return A.Id == Id; });
    if (Found == Asks.end())
      return; // It is over already.
    Found->Progress = Token;
    tellProgress(Token, json::Object(Begin));
  };
}

void LanguageServer::keep(const std::string &Name,
                          std::map<std::string, json::Array> Found) {
  Found[uriOf(Name)]; // Without findings, too.
  for (const auto &[Uri, Unused] : Found)
    OwnersOf[Uri].insert(Name);
  Everywhere[Name] = std::move(Found);
}

void LanguageServer::learned(const WorkspaceRun::Outcome &What) {
  if (!What.Said.empty() && Said.insert(What.Said).second)
    log(3, StringRef(What.Said).rtrim());
  if (!What.Problem.empty())
    log(1, "warplint: " + printable(What.Name) + ": " + What.Problem);
  std::string Uri = uriOf(What.Name);
  Document *Doc = Docs.find(What.Name);
  if (!What.HasReport) {
    NotLinted.insert(What.Name);
  } else if (!Doc || !Known.isSource(*Doc)) { // It was not opened meanwhile.
    Places At(Docs);
    keep(What.Name, diagnosticsOf(What.Made, At, Can.Diagnostics));
    if (IsWorkspaceShown)
      showWorkspace(What.Name);
  }
  size_t Done = Everything.done(), All = Everything.sources().size();
  StringRef FileName = sys::path::filename(What.Name);
  for (WorkspaceAsk &Ask : Asks) {
    tellProgress(Ask.Progress,
                 json::Object{{"kind", "report"},
                              {"message", formatv("{0}/{1} {2}", Done, All,
                                                  utf8(FileName))},
                              {"percentage", All ? 100 * Done / All : 0}});
    json::Array Items;
    if (Ask.Partial.kind() != Json::Null && Everywhere.contains(What.Name))
      report(Ask, Uri, Items);
    if (!Items.empty())
      tellProgress(Ask.Partial, json::Object{{"items", std::move(Items)}});
  }
}

void LanguageServer::addWorkspaceDiagnostics(const std::string &Uri,
                                             json::Array &To) {
  for (const std::string &Owner : OwnersOf[Uri])
    if (auto It = Everywhere[Owner].find(Uri); It != Everywhere[Owner].end())
      for (const json::Value &Made : It->second)
        if (!is_contained(To, Made))
          To.push_back(Made);
}

json::Array LanguageServer::diagnosticsOfUri(const std::string &Uri) {
  if (const Document *Doc = documentAt(Uri))
    return diagnosticsOfDocument(*Doc);
  json::Array Result;
  addWorkspaceDiagnostics(Uri, Result);
  return Result;
}

void LanguageServer::report(WorkspaceAsk &Ask, const std::string &Uri,
                            json::Array &Into) {
  json::Array Items = diagnosticsOfUri(Uri);
  std::string ResultId = resultIdOf(Items);
  if (std::exchange(Ask.Told[Uri], ResultId) == ResultId)
    return;
  const Document *Doc = documentAt(Uri);
  json::Object Made{{"uri", Uri},
                    {"version", Doc ? Json(Doc->Version) : Json(nullptr)},
                    {"resultId", ResultId},
                    {"kind", "unchanged"}};
  auto Path = cantFail(lsp::URIForFile::fromURI(Uri));
  auto Had = Ask.Previous.find(Docs.nameOf(Path.file()));
  if (Had == Ask.Previous.end() || Had->second != ResultId) {
    Made["kind"] = "full";
    Made["items"] = std::move(Items);
  }
  Into.push_back(std::move(Made));
}

/// Findings of a source that is not open, for who does not pull.
void LanguageServer::showWorkspace(const std::string &Name) {
  std::map<std::string, json::Array> Before =
      std::exchange(Shown[Name], Everywhere[Name]);
  for (const auto &Uris : {Before, Everywhere[Name]})
    for (const auto &[Uri, Unused] : Uris)
      publishUri(Uri);
}

/// A source that was just closed is one of those that are not open.
void LanguageServer::keepClosed(const std::string &Name, bool IsKnown) {
  if (!Everything.sources().contains(Name))
    return forget(Name);
  if (IsKnown)
    keep(Name, Shown[Name]);
  else
    Everything.outdate();
  if (IsKnown && IsWorkspaceShown)
    showWorkspace(Name);
  else
    forget(Name);
}

void LanguageServer::answerWorkspace() {
  if (Asks.empty() || Everything.isRunning())
    return;
  if (!Everything.problem().empty())
    return dropAsks([](const WorkspaceAsk &) { return true; },
                    Everything.problem());
  std::set<std::string> Uris;
  for (const auto &[Name, Doc] : Docs.all()) {
    if (!Everything.sources().contains(Name))
      continue;
    if (!Known.isFresh(Doc))
      return;
    Uris.insert(Doc.Uri);
  }
  for (const auto &[Owner, Found] : Everywhere)
    for (const auto &[Uri, Unused] : Found)
      Uris.insert(Uri);
  std::list<WorkspaceAsk> Answered = std::move(Asks);
  Asks.clear();
  for (WorkspaceAsk &Ask : Answered)
    answer(Ask, Uris);
}

void LanguageServer::answer(WorkspaceAsk &Ask,
                            const std::set<std::string> &Uris) {
  tellProgress(Ask.Progress, json::Object{{"kind", "end"}});
  if (!Ask.IsPull) {
    // Those that were shown before and are no sources any more.
    std::vector<std::string> Gone;
    for (const auto &[Name, Unused] : Shown)
      if (!Docs.find(Name) && !Everything.sources().contains(Name))
        Gone.push_back(Name);
    for (const std::string &Name : Gone)
      forget(Name);
    for (const auto &[Name, Found] : Everywhere)
      if (Shown[Name] != Found) // A pull has found it.
        showWorkspace(Name);
    size_t Findings = 0;
    for (const std::string &Uri : Uris)
      Findings += diagnosticsOfUri(Uri).size();
    return Client.reply(Ask.Id,
                        json::Object{{"sources", Everything.sources().size()},
                                     {"notLinted", NotLinted.size()},
                                     {"diagnostics", Findings}});
  }
  json::Array Items;
  std::set<std::string> Names;
  for (const std::string &Uri : Uris) {
    report(Ask, Uri, Items);
    Names.insert(Docs.nameOf(cantFail(lsp::URIForFile::fromURI(Uri)).file()));
  }
  // What was told of a file once is not true for ever.
  for (const auto &[Name, Unused] : Ask.Previous)
    if (!Names.contains(Name))
      Items.push_back(json::Object{{"kind", "full"},
                                   {"uri", uriOf(Name)},
                                   {"version", nullptr},
                                   {"items", json::Array()}});
  if (Ask.Partial.kind() != Json::Null) {
    if (!Items.empty())
      tellProgress(Ask.Partial, json::Object{{"items", std::move(Items)}});
    Items = json::Array();
  }
  Client.reply(Ask.Id, json::Object{{"items", std::move(Items)}});
}

void LanguageServer::dropAsks(function_ref<bool(const WorkspaceAsk &)> Which,
                              const Twine &Why) {
  Asks.remove_if([&](const WorkspaceAsk &Ask) {
    if (!Which(Ask))
      return false;
    tellProgress(Ask.Progress, json::Object{{"kind", "end"}});
    Client.fail(Ask.Id,
                Everything.problem().empty() ? lsp::ErrorCode::RequestCancelled
                                             : lsp::ErrorCode::RequestFailed,
                Why);
    return true;
  });
  if (Asks.empty())
    Everything.stop();
}

void LanguageServer::progressCancelled(const Json &Params) {
  const json::Value *Token = at(Params, "token");
  dropAsks(
      [&](const WorkspaceAsk &Ask) {
        return Token && Token->kind() != Json::Null && Ask.Progress == *Token;
      },
      "cancelled");
}

} // namespace warplint
