//===- RemedyEdits.cpp - Edits of fixes for the editor --------------------===//

#include "RemedyEdits.h"
#include "warplint/Rewrite/SourceFix.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

ArrayRef<FixStyle> offeredStyles() {
  static constexpr FixStyle Styles[] = {FixStyle::Auto, FixStyle::Expression,
                                        FixStyle::Pad};
  return Styles;
}

json::Object RemedyChoice::json() const {
  json::Object Data{{"uri", Uri},
                    {"source", Source},
                    {"revision", int64_t(Revision)},
                    {"style", Style},
                    {"offset", int64_t(Offset)}};
  if (IsAll)
    Data["all"] = true;
  if (!Fix.empty())
    Data["fix"] = utf8(Fix);
  return Data;
}

std::optional<RemedyChoice> RemedyChoice::read(const json::Value &Data) {
  const json::Object *O = Data.getAsObject();
  if (!O)
    return std::nullopt;
  auto Uri = O->getString("uri"), Style = O->getString("style");
  auto Revision = O->getInteger("revision"), Offset = O->getInteger("offset");
  if (!Uri || !Style || !Revision || !Offset || *Offset < 0)
    return std::nullopt;
  return RemedyChoice{
      Uri->str(),          O->getString("source").value_or(*Uri).str(),
      uint64_t(*Revision), O->getBoolean("all").value_or(false),
      Style->str(),        O->getString("fix").value_or("").str(),
      size_t(*Offset)};
}

json::Object workspaceEdit(const std::vector<TextWithEdits> &Files,
                           Documents &Docs, bool IsVersioned) {
  json::Array Versioned;
  json::Object Plain;
  for (const TextWithEdits &File : Files) {
    const Document *Doc = Docs.find(File.File);
    std::string Uri = Doc ? Doc->Uri : uriOf(absolutePath(File.File));
    json::Array Edits;
    for (const SourceEdit &E : File.Edits)
      Edits.push_back(json::Object{
          {"range", rangeJson(File.Text->rangeOf(E.Offset, E.Offset + E.Length,
                                                 Docs.unit()))},
          {"newText", utf8(E.Text)}});
    if (IsVersioned)
      Versioned.push_back(
          json::Object{{"textDocument",
                        json::Object{{"uri", Uri},
                                     {"version", Doc ? json::Value(Doc->Version)
                                                     : json::Value(nullptr)}}},
                       {"edits", std::move(Edits)}});
    else
      Plain[Uri] = std::move(Edits);
  }
  if (IsVersioned)
    return json::Object{{"documentChanges", std::move(Versioned)}};
  return json::Object{{"changes", std::move(Plain)}};
}

std::vector<const Fix *> fixesAt(const Analysed &Layouts, const Document &Doc,
                                 size_t Offset, Places &At) {
  std::vector<const Fix *> Result;
  for (const Finding &F : Layouts.Report.Findings) {
    auto Bytes = At.bytesIn(Doc, F.Where, Layouts);
    if (!F.isShown() || !Bytes || Bytes->first != Offset)
      continue;
    for (size_t Number : F.Fixes)
      if (const Fix *Found = &Layouts.Report.Fixes[Number];
          !is_contained(Result, Found))
        Result.push_back(Found);
  }
  return Result;
}

/// Why an array at \p Offset has no edit.
static std::string whyNone(const Analysed &Layouts, const Document &Doc,
                           size_t Offset, Places &At) {
  for (const Finding &F : Layouts.Report.Findings) {
    auto Bytes = At.bytesIn(Doc, F.Where, Layouts);
    if (!Bytes || Bytes->first != Offset || !F.Array)
      continue;
    const ArrayRemedy &Remedy = Layouts.Report.Layouts[*F.Array];
    if (!Remedy.Blockers.empty())
      return Remedy.Blockers.front().Message;
  }
  return "found no proven edit";
}

Expected<json::Object> editOf(const RemedyChoice &Choice,
                              const Analysed &Layouts, const Document &Doc,
                              Places &At, bool VersionedEdits) {
  std::vector<const Fix *> Chosen;
  if (Choice.IsAll) {
    for (const Fix &F : Layouts.Report.Fixes)
      if (F.isProven())
        Chosen.push_back(&F);
  } else {
    Chosen = fixesAt(Layouts, Doc, Choice.Offset, At);
    if (!Choice.Fix.empty())
      llvm::erase_if(
          Chosen, [&](const Fix *F) { return utf8(F->Title) != Choice.Fix; });
    if (Chosen.size() > 1)
      Chosen.resize(1);
    if (Chosen.empty())
      return createStringError(whyNone(Layouts, Doc, Choice.Offset, At));
  }
  std::vector<FileEdits> All;
  for (const Fix *F : Chosen)
    for (const FileEdits &File : F->Files)
      addEdits(All, File);
  std::vector<TextWithEdits> Files;
  for (FileEdits &File : All) {
    const std::string *Text = Layouts.Report.textOf(File.File);
    const Document *Open = At.documents().find(File.File);
    if (!Text || (Open && Open->Text->text() != *Text))
      return make_error<lsp::LSPError>("the text has changed",
                                       lsp::ErrorCode::ContentModified);
    // Edits of several fixes that can't be made together are no edit at all.
    if (Expected<std::string> Edited = applyEdits(*Text, File.Edits); !Edited)
      return Edited.takeError();
    Files.push_back(
        {File.File, std::move(File.Edits), std::make_shared<LineText>(*Text)});
  }
  return workspaceEdit(Files, At.documents(), VersionedEdits);
}

} // namespace warplint
