//===- IncompleteFile.cpp - Verdicts on a file with errors ----------------===//

#include "IncompleteFile.h"
#include "warplint/Finding/Wording.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

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

/// At \p Where, if that is in the file.
static Finding remark(const FileReport &Report, const SourcePlace &Where,
                      std::string Message) {
  Finding F;
  F.Check = CheckId;
  F.Level = Severity::Remark;
  F.Where.File = Report.File;
  if (Where.File == Report.File)
    F.Where = Where;
  F.Message = std::move(Message);
  return F;
}

/// What figures rest on, and what keeps the file from having any.
static void reportUndefined(FileReport &Report) {
  std::vector<UndefinedMacro> Macros;
  for (const AssumedMacro &A : Report.Undefined)
    Macros.push_back(A.Macro);
  if (!Macros.empty())
    Report.Findings.push_back(remark(Report, Macros.front().Where,
                                     "assumed: " + undefinedText(Macros)));
  if (Report.SwitchedOffBy.empty())
    return;
  std::string Options;
  for (const UndefinedMacro &M : Report.SwitchedOffBy)
    Options += " -D" + M.Name;
  Report.Findings.push_back(remark(
      Report, Report.SwitchedOffBy.front().Where,
      "all device code of this file is switched off: " +
          undefinedText(Report.SwitchedOffBy) + "; '--" + Options +
          "' behind the file switches it on, or the command of its build "
          "(-p)"));
}

/// Clang's own header asks for what every C++ library has: it is no header of
/// the project that is missing, but the library.
static bool lacksLibrary(const FileReport &Report) {
  return !Report.MissingHeaders.empty() &&
         llvm::sys::path::filename(Report.MissingAt.File) ==
             "__clang_cuda_runtime_wrapper.h";
}

void reportIncompleteFile(FileReport &Report) {
  reportUndefined(Report);
  bool IsFragment = !Report.ParsedThrough.empty();
  bool LacksLibrary = lacksLibrary(Report);
  if (!IsFragment && !LacksLibrary &&
      (!Report.HadErrors || Report.Accesses.empty()))
    return;
  std::vector<std::string> How;
  if (IsFragment)
    How.push_back("through '" + Report.ParsedThrough + "', which includes it");
  if (!Report.MissingHeaders.empty())
    How.push_back("without " + listHeaders(Report.MissingHeaders));
  else if (Report.HadErrors)
    How.push_back("with errors");
  std::string Message =
      "the figures of this file rest on a parse " + llvm::join(How, ", and ");
  if (LacksLibrary)
    Message += ": the headers of a C++ library are not there; a C++ compiler "
               "brings them (on Debian and Ubuntu the package g++)";
  Finding F = remark(Report, {}, std::move(Message));
  if (!Report.MissingHeaders.empty() && !IsFragment && !LacksLibrary)
    F.Where = Report.MissingAt;
  Report.Findings.push_back(std::move(F));
}

void reportOmitted(FileReport &Report) {
  for (const LeftOut &Out : Report.Omitted) {
    if (Out.OnRequest)
      continue;
    Finding F =
        remark(Report, {}, "'" + Out.Name + "' is not analysed: " + Out.Why);
    if (Out.Where.isValid())
      F.Where = Out.Where;
    Report.Findings.push_back(std::move(F));
  }
}

} // namespace warplint
