//===- Settings.cpp - What the command line says --------------------------===//

#include "Settings.h"
#include "warplint/Checks/CheckTable.h"
#include "warplint/Session/KernelOptions.h"
#include "warplint/Support/ClosestName.h"
#include "warplint/Warp/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace warplint {

/// Options that say what is done with results and not what they are. Those with
/// a value may have it in the next word.
static constexpr std::pair<StringLiteral, bool> Indifferent[] = {
    {"o", true},
    {"j", true},
    {"format", true},
    {"baseline", true},
    {"write-baseline", true},
    {"memory-limit", true},
    {"quiet", false},
    {"verbose", false},
    {"no-cache", false},
    {"keep-going", false},
};

/// The words of the command line that matter, without the files.
static std::vector<std::string> wordsThatMatter(const CommandLine &Line) {
  std::vector<std::string> Result;
  for (size_t I = 0; I != Line.Words.size(); ++I) {
    StringRef Word = Line.Words[I];
    StringRef Name = Word.ltrim('-').split('=').first;
    bool IsJobs = Name.size() > 1 && Name.front() == 'j' &&
                  all_of(Name.drop_front(), isDigit);
    if (is_contained(Line.Files, Word) || IsJobs)
      continue;
    const auto *Known = find_if(
        Indifferent, [&](const auto &Option) { return Option.first == Name; });
    if (Known == std::end(Indifferent))
      Result.push_back(Word.str());
    else if (Known->second && !Word.contains('='))
      ++I;
  }
  return Result;
}

Expected<SessionOptions> sessionOptionsOf(const CommandLine &Line,
                                          const OlderTree &Older) {
  SessionOptions Options;
  if (!Line.LineFilter.empty()) {
    Expected<LineFilter> Filter = LineFilter::parse(Line.LineFilter);
    if (!Filter)
      return Filter.takeError();
    Options.Lines = std::move(*Filter);
  }
  Options.Given = Line.Said;
  Options.ConfigFile = Line.ConfigFile;
  Options.CudaPath = Line.CudaPath;
  Options.Root = Line.Root;
  Options.Files.assign(Line.Files.begin(), Line.Files.end());
  Options.CommandFor = [&Older](const Input &In,
                                const CommandSource &Commands) {
    return In.isOlder() ? Older.commandFor(In, Commands)
                        : Commands.commandFor(In.File);
  };
  if (Line.AsWritten && Line.Issued == IssueSource::Nvcc)
    return createStringError(
        "--issued=nvcc cannot be combined with --as-written");
  Options.Issued = Line.Issued;
  Options.Strict = Line.Strict;
  Options.DeclareMissing = Line.DeclareMissing;
  Options.Explain = !Line.Explain.empty();
  Options.Cost = Line.Cost;
  if (Line.fixes() || Line.FixDryRun || !Line.ExportFixes.empty() ||
      Line.Style.getNumOccurrences() || Line.showsProvenFixes())
    Options.Fix = Line.Style;
  Options.Color = Line.useColor();
  Options.ShowParseErrors = Line.ShowParseErrors;
  Options.Verbose = Line.Verbose;
  Options.UseCache = !Line.NoCache;
  Options.Key = join(wordsThatMatter(Line), "\n");
  // No word of it tells: --format does not matter otherwise.
  if (Line.showsProvenFixes())
    Options.Key += "\nproven fixes";
  return Options;
}

std::vector<std::string> unknownNames(const AnalysisOptions &Options,
                                      ArrayRef<FileReport> Reports) {
  std::vector<std::string> Messages =
      unknownAssumptions(Options.Assumptions, Reports);
  for (const InstantiateOption &Option : Options.Instances) {
    std::vector<StringRef> Names;
    for (const FileReport &R : Reports)
      append_range(Names, R.TemplateNames);
    if (!is_contained(Names, Option.Template))
      Messages.push_back("--instantiate: no kernel template is named '" +
                         Option.Template + "'" +
                         didYouMean(Option.Template, Names));
  }
  auto CheckKernels = [&](StringRef Option, const auto &Values) {
    for (const auto &[Name, Value] : Values)
      if (!Name.empty() && none_of(Reports, [&](const FileReport &R) {
            return any_of(R.Kernels, [&](StringRef Kernel) {
              return namesKernel(Name, Kernel);
            });
          }))
        Messages.push_back(
            (Option + ": no kernel is named '" + Name + "'").str());
  };
  CheckKernels("--block", Options.Blocks);
  CheckKernels("--dynamic-shared", Options.DynamicShared);
  return Messages;
}

bool checkNames(const AnalysisOptions &Options, ArrayRef<FileReport> Reports) {
  const std::vector<std::string> Messages = unknownNames(Options, Reports);
  for (const std::string &Message : Messages)
    error() << Message << '\n';
  return Messages.empty();
}

std::string rulesNote(StringRef Architecture) {
  const std::optional<Target> On = lookupTarget(Architecture);
  const std::string Assumed = On ? assumptionText(*On) : "";
  return Assumed.empty()
             ? ""
             : Architecture.str() + ": the hardware rules are " + Assumed;
}

/// The checks that \p C has on, one a line. That none is on is said: a misspelt
/// glob would look like a list.
static ExitCode listChecks(const Config &C) {
  GlobList On = enabledChecks(C.Checks.value_or(""));
  bool AnyOn = false;
  for (const CheckRecord &Check : allChecks()) {
    if (!On.contains(Check.Id))
      continue;
    outs() << Check.Id << '\n';
    AnyOn = true;
  }
  if (!AnyOn)
    errs() << "warplint: no check is on\n";
  return Nothing;
}

std::optional<ExitCode> answer(const CommandLine &Line, Session &R,
                               StringRef File) {
  if (!Line.ExplainCheck.empty()) {
    StringRef Page = checkPage(Line.ExplainCheck);
    if (Page.empty())
      Page = checkPage("warplint-" + Line.ExplainCheck);
    if (Page.empty()) {
      error() << "--explain-check=" << Line.ExplainCheck
              << ": no check has this name"
              << didYouMean(Line.ExplainCheck, checkIds()) << '\n';
      return Failed;
    }
    outs() << Page;
    return Nothing;
  }
  if (!Line.ListChecks && !Line.DumpConfig)
    return std::nullopt;
  Expected<Config> C = R.configFor(File);
  if (!C)
    return say(C.takeError()) ? Nothing : Failed;
  if (Line.ListChecks)
    return listChecks(*C);
  // As a file says it that is read from anywhere.
  if (C->Baseline && !C->Baseline->empty()) {
    SmallString<256> Path(*C->Baseline);
    if (!sys::fs::make_absolute(Path))
      C->Baseline = Path.str().str();
  }
  printConfig(outs(), *C);
  return Nothing;
}

} // namespace warplint
