//===- IncompleteFile.cpp - Verdicts on a file with errors ----------------===//

#include "IncompleteFile.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Messages/Checks.h"
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
    Report.Findings.push_back(
        remark(Report, Macros.front().Where,
               messages::AssumedMacros(undefinedText(Macros))));
  if (Report.SwitchedOffBy.empty())
    return;
  std::string Options;
  for (const UndefinedMacro &M : Report.SwitchedOffBy)
    Options += " -D" + M.Name;
  Report.Findings.push_back(remark(
      Report, Report.SwitchedOffBy.front().Where,
      messages::NoDeviceCode(undefinedText(Report.SwitchedOffBy), Options)));
}

/// Clang's own header asks for what every C++ library has: it is no header of
/// the project that is missing, but the library.
static bool lacksLibrary(const FileReport &Report) {
  return !Report.MissingHeaders.empty() &&
         llvm::sys::path::filename(Report.MissingAt.File) ==
             "__clang_cuda_runtime_wrapper.h";
}

static std::string messageOf(const FileReport &Report, bool LacksLibrary) {
  std::string Why;
  if (const size_t Missing = Report.MissingHeaders.size()) {
    const std::string Headers = listHeaders(Report.MissingHeaders);
    Why = Missing == 1 ? messages::HeaderNotFound(Headers)
                       : messages::HeadersNotFound(Headers);
  } else if (Report.HadErrors) {
    Why = messages::ClangErrors();
  }
  if (LacksLibrary)
    return messages::LacksLibrary(Why);
  if (Report.ParsedThrough.empty())
    return messages::MayBeIncomplete(Why);
  return Why.empty()
             ? messages::AnalyzedAsIncluded(Report.ParsedThrough)
             : messages::AnalyzedAsIncludedWithout(Report.ParsedThrough, Why);
}

void reportIncompleteFile(FileReport &Report) {
  reportUndefined(Report);
  bool IsFragment = !Report.ParsedThrough.empty();
  bool LacksLibrary = lacksLibrary(Report);
  if (!IsFragment && !LacksLibrary &&
      (!Report.HadErrors || Report.Accesses.empty()))
    return;
  Finding F = remark(Report, {}, messageOf(Report, LacksLibrary));
  if (!Report.MissingHeaders.empty() && !IsFragment && !LacksLibrary)
    F.Where = Report.MissingAt;
  Report.Findings.push_back(std::move(F));
}

void reportOmitted(FileReport &Report) {
  for (const LeftOut &Out : Report.Omitted) {
    if (Out.OnRequest)
      continue;
    Finding F = remark(Report, {}, messages::Skipped(Out.Name, Out.Why));
    if (Out.Where.isValid())
      F.Where = Out.Where;
    Report.Findings.push_back(std::move(F));
  }
}

} // namespace warplint
