//===- IncompleteFile.cpp - Verdicts on a file with errors ----------------===//

#include "IncompleteFile.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Frontend/Places.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"

namespace warplint {

/// Headers that the remark names before it counts the others.
static constexpr size_t NamedHeaders = 3;

void takeBack(AccessRecord &Record, const std::string &Why) {
  Record.Verdict = AccessVerdict();
  Record.Verdict.Reason = UnprovenReason::NotMeasured;
  Record.Verdict.ReasonText = Why;
  Record.OtherLaunches.clear();
  Record.Promises.clear();
  Record.PerBlock.reset();
  Record.Issue.reset();
}

std::optional<LeftOut> hiddenAccesses(DeviceUnit &Unit,
                                      const KernelModel &Kernel,
                                      const std::string &Name) {
  if (!Kernel.Declaration || !Kernel.Accesses.empty())
    return std::nullopt;
  std::optional<std::string> Why = Unit.doubtOf(*Kernel.Declaration);
  if (!Why)
    return std::nullopt;
  const clang::SourceManager &SM = Unit.ast().getSourceManager();
  const clang::FunctionDecl &Pattern = patternOf(*Kernel.Declaration);
  auto [File, Begin] =
      SM.getDecomposedLoc(SM.getFileLoc(Pattern.getBeginLoc()));
  auto [EndFile, End] = SM.getDecomposedLoc(SM.getFileLoc(Pattern.getEndLoc()));
  if (File != EndFile ||
      !SM.getBufferData(File).slice(Begin, End).contains("__shared__"))
    return std::nullopt;
  return LeftOut{placeOf(SM, Pattern.getLocation()), Name, *Why};
}

/// "'a.h', 'b.h' and 2 others".
static std::string listHeaders(const std::vector<std::string> &Names) {
  std::vector<std::string> Words;
  for (const std::string &Name : Names) {
    if (Words.size() == NamedHeaders && Names.size() > NamedHeaders + 1)
      break;
    Words.push_back("'" + Name + "'");
  }
  if (size_t Rest = Names.size() - Words.size())
    Words.push_back(llvm::utostr(Rest) + " others");
  return listed(Words);
}

void reportIncompleteFile(FileReport &Report) {
  bool IsFragment = !Report.ParsedThrough.empty();
  if (!IsFragment && (!Report.HadErrors || Report.Accesses.empty()))
    return;
  Finding F;
  F.Check = "warplint-incomplete-file";
  F.Level = Severity::Remark;
  F.Where.File = Report.File;
  std::vector<std::string> How;
  if (IsFragment)
    How.push_back("through '" + Report.ParsedThrough + "', which includes it");
  if (!Report.MissingHeaders.empty())
    How.push_back("without " + listHeaders(Report.MissingHeaders));
  else if (Report.HadErrors)
    How.push_back("with errors");
  F.Message =
      "the figures of this file rest on a parse " + llvm::join(How, ", and ");
  if (!Report.MissingHeaders.empty() && !IsFragment)
    F.Where = Report.MissingAt;
  Report.Findings.push_back(std::move(F));
}

} // namespace warplint
