//===- Diagnostics.cpp - Findings as the protocol has them ----------------===//

#include "Diagnostics.h"
#include "warplint/Checks/CheckTable.h"
#include "warplint/Kernel/PtxSource.h"
#include "warplint/Support/Paths.h"

using namespace llvm;

namespace warplint {

std::string utf8(StringRef Text) {
  return json::isUTF8(Text) ? Text.str() : json::fixUTF8(Text);
}

json::Object rangeJson(const lsp::Range &Range) {
  auto Position = [](const lsp::Position &P) {
    return json::Object{{"line", P.line}, {"character", P.character}};
  };
  return json::Object{{"start", Position(Range.start)},
                      {"end", Position(Range.end)}};
}

static int severityOf(Severity Level) {
  switch (Level) {
  case Severity::Error:
    return 1;
  case Severity::Warning:
    return 2;
  case Severity::Remark:
    return 3; // Information.
  }
  llvm_unreachable("unknown severity");
}

std::optional<json::Object> diagnosticOf(const Finding &F, const Analysed &In,
                                         Places &At,
                                         const DiagnosticAbilities &Can) {
  std::optional<EditorPlace> Where = At.find(F.Where, In);
  if (!Where)
    return std::nullopt;
  std::string Message = F.Message;
  json::Array Related;
  for (const FindingNote &Note : F.Notes) {
    std::optional<EditorPlace> Place;
    if (Can.Related)
      Place = At.find(F.hasOwnPlace(Note) ? Note.Where : F.Where, In);
    if (!Place) {
      Message += "\n" + Note.Message;
      continue;
    }
    Related.push_back(json::Object{
        {"location",
         json::Object{{"uri", Place->Uri}, {"range", rangeJson(Place->Range)}}},
        {"message", utf8(Note.Message)}});
  }
  json::Object Result{{"range", rangeJson(Where->Range)},
                      {"severity", severityOf(F.Level)},
                      {"code", F.Check},
                      {"source", "warplint"},
                      {"message", utf8(Message)}};
  if (!Can.Pages.empty() && !checkPage(F.Check).empty())
    Result["codeDescription"] = json::Object{
        {"href", uriOf(joinPath(Can.Pages, StringRef(F.Check + ".md")))}};
  if (!Related.empty())
    Result["relatedInformation"] = std::move(Related);
  if (Can.Data) {
    json::Object Data;
    for (const Metric &M : F.Metrics)
      Data[M.Name] = json::Object{{"value", M.Value}, {"ideal", M.Ideal}};
    if (F.Subject && !F.Subject->Array.empty())
      Data["array"] = utf8(F.Subject->Array);
    if (F.Subject && !F.Subject->Kernel.empty())
      Data["kernel"] = utf8(F.Subject->Kernel);
    Result["data"] = std::move(Data);
  }
  return Result;
}

/// What is wrong with a module of PTX, which no other server of the editor
/// tells.
static std::optional<Finding> errorOfModule(const FileReport &Report) {
  if (!isPtxFile(Report.File) || Report.ParseErrors.empty())
    return std::nullopt;
  Finding F;
  F.Check = "warplint-incomplete-file";
  F.Level = Severity::Error;
  F.Where = Report.ParseErrors.front().Where;
  F.Message = Report.ParseErrors.front().Message;
  return F;
}

std::map<std::string, json::Array>
diagnosticsOf(const Analysed &In, Places &At, const DiagnosticAbilities &Can) {
  std::map<std::string, json::Array> Result;
  auto Add = [&](const Finding &F) {
    std::optional<EditorPlace> Where = At.find(F.Where, In);
    if (std::optional<json::Object> Made = diagnosticOf(F, In, At, Can))
      Result[Where->Uri].push_back(std::move(*Made));
  };
  if (auto Error = errorOfModule(In.Report))
    Add(*Error);
  for (const Finding &F : In.Report.Findings)
    if (F.isShown())
      Add(F);
  return Result;
}

} // namespace warplint
