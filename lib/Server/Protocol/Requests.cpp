//===- Requests.cpp - What the client asks of a file ----------------------===//

#include "JsonAt.h"
#include "LanguageServer.h"
#include "Server/Answers/CodeActions.h"
#include "Server/Answers/Figures.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace warplint {

Document *LanguageServer::documentAt(const std::string &Uri) {
  auto Read = lsp::URIForFile::fromURI(Uri);
  if (Read)
    return Docs.find(Read->file());
  consumeError(Read.takeError());
  return nullptr;
}

Document *LanguageServer::documentOf(const Json &Params, const Json &Id) {
  auto Read = readAs<lsp::TextDocumentIdentifier>(Params, "textDocument");
  Document *Doc = Read ? Docs.find(Read->uri.file()) : nullptr;
  if (!Doc)
    Client.fail(Id, lsp::ErrorCode::InvalidParams,
                "the request names no open file");
  return Doc;
}

std::optional<std::pair<size_t, size_t>>
LanguageServer::rangeOf(const Json &Params, const Document &Doc,
                        const Json &Id) {
  auto Range = readAs<lsp::Range>(Params, "range");
  if (!Range) {
    Client.fail(Id, lsp::ErrorCode::InvalidParams, "no range");
    return std::nullopt;
  }
  size_t Begin = Doc.Text->offsetAt(Range->start, Docs.unit());
  size_t End = Doc.Text->offsetAt(Range->end, Docs.unit());
  return std::pair(Begin, std::max(Begin, End));
}

std::optional<size_t> LanguageServer::offsetOf(const Json &Params,
                                               const Document &Doc,
                                               const Json &Id) {
  auto Position = readAs<lsp::Position>(Params, "position");
  if (!Position) {
    Client.fail(Id, lsp::ErrorCode::InvalidParams, "no position");
    return std::nullopt;
  }
  return Doc.Text->offsetAt(*Position, Docs.unit());
}

void LanguageServer::hover(const Json &Params, const Json &Id) {
  Document *Doc = documentOf(Params, Id);
  auto Offset = Doc ? offsetOf(Params, *Doc, Id) : std::nullopt;
  if (!Offset)
    return;
  Places At(Docs);
  const std::vector<const Analysed *> About = Known.about(*Doc);
  std::vector<const Analysed *> Best;
  for (const Analysed *In : About)
    Best.push_back(&Known.best(*In));
  Client.reply(Id, hoverAt(*Doc, *Offset, About, Best, At,
                           Can.Markdown ? HoverStyle : HoverText::Plain));
}

Document *LanguageServer::unchanged(StringRef Path, uint64_t Revision,
                                    const Json &Id) {
  Document *Doc = Docs.find(Path);
  if (Doc && Doc->Revision == Revision)
    return Doc;
  Client.fail(Id, lsp::ErrorCode::ContentModified, "the text has changed");
  return nullptr;
}

void LanguageServer::bankMap(const Json &Params, const Json &Id) {
  Document *Doc = documentOf(Params, Id);
  auto Offset = Doc ? offsetOf(Params, *Doc, Id) : std::nullopt;
  if (!Offset)
    return;
  attend(Id, [this, Path = Doc->Path, Revision = Doc->Revision,
              Offset = *Offset](const Json &Id) {
    Document *Doc = unchanged(Path, Revision, Id);
    if (!Doc)
      return true;
    if (!Known.isFresh(*Doc))
      return false;
    Places At(Docs);
    std::vector<const Analysed *> About = Known.about(*Doc);
    // The remedy is in the report with layouts alone.
    Analyses::State *S = Known.find(Path);
    if (S && S->Figures && S->Problem.empty() && !S->Layouts.contains("auto") &&
        isConflictAt(*Doc, Offset, About, At)) {
      Known.demand(*S, "auto");
      return false;
    }
    for (const Analysed *&In : About)
      In = &Known.best(*In);
    Client.reply(Id, bankMapAt(*Doc, Offset, About, At));
    return true;
  });
}

void LanguageServer::codeLens(const Json &Params, const Json &Id) {
  Document *Doc = documentOf(Params, Id);
  if (!Doc)
    return;
  attend(Id, [this, Path = Doc->Path](const Json &Id) {
    Document *Doc = Docs.find(Path);
    std::vector<const Analysed *> About =
        Doc ? Known.about(*Doc) : std::vector<const Analysed *>();
    // Before the first figures there is nothing to show.
    if (Doc && HasLenses && About.empty() && !Known.isFresh(*Doc))
      return false;
    Places At(Docs);
    Client.reply(Id,
                 Doc && HasLenses ? lensesOf(*Doc, About, At) : json::Array());
    return true;
  });
}

void LanguageServer::inlayHint(const Json &Params, const Json &Id) {
  Document *Doc = documentOf(Params, Id);
  if (!Doc)
    return;
  auto Range = rangeOf(Params, *Doc, Id);
  if (!Range)
    return;
  Places At(Docs);
  Client.reply(Id, HasInlayHints ? hintsOf(*Doc, Range->first, Range->second,
                                           Known.about(*Doc), At)
                                 : json::Array());
}

std::string LanguageServer::resultIdOf(const json::Array &Diagnostics) {
  std::string Text;
  raw_string_ostream(Text) << json::Value(json::Array(Diagnostics));
  return utohexstr(xxh3_64bits(Text));
}

void LanguageServer::pullDiagnostics(const Json &Params, const Json &Id) {
  Document *Doc = documentOf(Params, Id);
  if (!Doc)
    return;
  std::string Previous = textAt(Params, "previousResultId").str();
  attend(Id, [this, Path = Doc->Path, Previous](const Json &Id) {
    Document *Doc = Docs.find(Path);
    if (Doc && !Known.isFresh(*Doc))
      return false;
    json::Array Items = Doc ? diagnosticsOfDocument(*Doc) : json::Array();
    std::string ResultId = resultIdOf(Items);
    if (Doc)
      Pulled[Doc->Uri] = ResultId;
    if (ResultId == Previous)
      Client.reply(Id,
                   json::Object{{"kind", "unchanged"}, {"resultId", ResultId}});
    else
      Client.reply(Id, json::Object{{"kind", "full"},
                                    {"resultId", ResultId},
                                    {"items", std::move(Items)}});
    return true;
  });
}

void LanguageServer::codeAction(const Json &Params, const Json &Id) {
  Document *Doc = documentOf(Params, Id);
  auto Range = Doc ? rangeOf(Params, *Doc, Id) : std::nullopt;
  if (!Range)
    return;
  attend(Id, [this, Params, Range = *Range, Path = Doc->Path,
              Revision = Doc->Revision](const Json &Id) {
    Document *Doc = unchanged(Path, Revision, Id);
    if (!Doc)
      return true;
    std::optional<json::Array> Actions = actionsAt(*Doc, Range, Params);
    if (Actions)
      Client.reply(Id, std::move(*Actions));
    return Actions.has_value();
  });
}

std::optional<json::Array>
LanguageServer::actionsAt(const Document &Doc, std::pair<size_t, size_t> Range,
                          const Json &Params) {
  ActionQuestion Question{Doc, Range.first,     Range.second,
                          {},  Can.Diagnostics, Can.VersionedEdits};
  if (const json::Value *Only = at(Params, "context.only"))
    if (const json::Array *Kinds = Only->getAsArray())
      for (const json::Value &Kind : *Kinds)
        Question.Only.push_back(Kind.getAsString().value_or("").str());
  std::vector<MendedSource> Sources;
  for (const auto &[Source, S] : Known.analysing(Doc)) {
    if (!Source || !S->Problem.empty())
      continue;
    S->WantsStyles |= Question.wants("quickfix");
    Sources.push_back({Source->Uri, S->Figures.get(), &S->Layouts});
  }
  Places At(Docs);
  json::Array Actions = actionsFor(Question, Sources, Known.about(Doc), At);
  if (Can.LazyEdits)
    return Actions;
  // A client that asks for no edit afterwards gets them with the actions.
  bool IsWhole = true;
  json::Array Whole;
  for (json::Value &Action : Actions) {
    std::optional<bool> Has = completeAction(*Action.getAsObject(), Doc);
    IsWhole &= Has.has_value();
    if (Has && *Has)
      Whole.push_back(std::move(Action));
  }
  if (!IsWhole)
    return std::nullopt;
  return Whole;
}

/// Of the source whose analysis \p Choice is of; null where it is not open.
Analyses::State *LanguageServer::sourceOf(const RemedyChoice &Choice) {
  Document *Source = documentAt(Choice.Source);
  return Source ? Known.find(Source->Path) : nullptr;
}

std::optional<bool> LanguageServer::completeAction(json::Object &Action,
                                                   const Document &Doc) {
  const json::Value *Data = Action.get("data");
  auto Choice = Data ? RemedyChoice::read(*Data) : std::nullopt;
  if (!Choice)
    return true;
  Analyses::State *S = sourceOf(*Choice);
  if (!S)
    return false;
  auto Found = S->Layouts.find(Choice->Style);
  if (Found == S->Layouts.end()) {
    Known.demand(*S, Choice->Style);
    return std::nullopt;
  }
  Places At(Docs);
  auto Edit = editOf(*Choice, Found->second, Doc, At, Can.VersionedEdits);
  if (!Edit) {
    consumeError(Edit.takeError());
    return false;
  }
  Action["edit"] = std::move(*Edit);
  Action.erase("data");
  return true;
}

void LanguageServer::resolveAction(const Json &Params, const Json &Id) {
  const json::Object *Action = Params.getAsObject();
  const json::Value *Data = at(Params, "data");
  if (Action && !Data) // Its edit is there.
    return Client.reply(Id, json::Object(*Action));
  auto Choice = Data ? RemedyChoice::read(*Data) : std::nullopt;
  bool IsStyle = Choice && any_of(offeredStyles(), [&](FixStyle Style) {
                   return fixStyleName(Style) == Choice->Style;
                 });
  if (!Action || !IsStyle)
    return Client.fail(Id, lsp::ErrorCode::InvalidParams,
                       "not an action of this server");
  attend(Id, [this, Choice = *Choice, Action = *Action](const Json &Id) {
    return replyEdit(Choice, Action, Id);
  });
}

bool LanguageServer::replyEdit(const RemedyChoice &Choice, json::Object Action,
                               const Json &Id) {
  Document *Doc = documentAt(Choice.Uri);
  Analyses::State *S = Doc ? sourceOf(Choice) : nullptr;
  auto Fail = [&](lsp::ErrorCode Code, const Twine &Why) {
    Client.fail(Id, Code, Why);
    return true;
  };
  if (!S || Doc->Revision != Choice.Revision)
    return Fail(lsp::ErrorCode::ContentModified, "the text has changed");
  auto Found = S->Layouts.find(Choice.Style);
  if (Found == S->Layouts.end()) {
    if (S->IsFresh && !S->Problem.empty())
      return Fail(lsp::ErrorCode::RequestFailed, S->Problem);
    Known.demand(*S, Choice.Style);
    return false;
  }
  Places At(Docs);
  auto Edit = editOf(Choice, Found->second, *Doc, At, Can.VersionedEdits);
  if (Edit) {
    Action["edit"] = std::move(*Edit);
    Client.reply(Id, std::move(Action));
    return true;
  }
  return Fail(lsp::ErrorCode::RequestFailed, toString(Edit.takeError()));
}

} // namespace warplint
