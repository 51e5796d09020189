//===- IncompleteFile.cpp - Verdicts on a file with errors ----------------===//

#include "IncompleteFile.h"
#include "warplint/Finding/Wording.h"
#include "llvm/ADT/StringExtras.h"

namespace warplint {

static constexpr const char *CheckId = "warplint-incomplete-file";

/// Headers that the remark names before it counts the others.
static constexpr size_t NamedHeaders = 3;

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
  F.Check = CheckId;
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

void reportOmitted(FileReport &Report) {
  for (const LeftOut &Out : Report.Omitted) {
    if (Out.OnRequest)
      continue;
    Finding F;
    F.Check = CheckId;
    F.Level = Severity::Remark;
    F.Where = Out.Where;
    if (!F.Where.isValid())
      F.Where.File = Report.File;
    F.Message = "'" + Out.Name + "' is not analysed: " + Out.Why;
    Report.Findings.push_back(std::move(F));
  }
}

} // namespace warplint
