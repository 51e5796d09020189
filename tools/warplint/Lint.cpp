//===- Lint.cpp - The files of a command line, linted ---------------------===//

#include "Lint.h"
#include "AssumeOption.h"
#include "BlockOption.h"
#include "Fixes.h"
#include "Outputs.h"
#include "Run.h"
#include "warplint/Checks/CheckTable.h"
#include "warplint/Checks/ClosestName.h"
#include "warplint/Config/GlobList.h"
#include "warplint/Report/ExplainReport.h"
#include "warplint/Report/JsonReport.h"
#include "warplint/Report/TextReport.h"
#include "warplint/Report/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include <set>
#include <tuple>

using namespace llvm;

namespace warplint {

/// Kernels and parameters that options name and no file has: most likely
/// misspelt.
static bool checkNames(const AnalysisOptions &Options,
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
  for (const auto &[Name, Shape] : Options.Blocks) {
    bool Known = Name.empty() || any_of(Reports, [&](const FileReport &R) {
                   return any_of(R.Kernels, [&](StringRef Kernel) {
                     return namesKernel(Name, Kernel);
                   });
                 });
    if (!Known)
      Messages.push_back("--block: no kernel is named '" + Name + "'");
  }
  for (const std::string &Message : Messages)
    error() << Message << '\n';
  return Messages.empty();
}

namespace {

/// One run of the program over its files.
class Linting {
public:
  explicit Linting(const CommandLine &Line)
      : Line(Line), TextFormat{Line.useColor()},
        Text(outs(), vfs::getRealFileSystem(), TextFormat) {}

  ExitCode run(std::vector<std::string> FixedFlags, bool HasFixedFlags);

private:
  bool readExplain();
  void analyze(Run &R, StringRef File);
  void say(const FileReport &Report, Messages &Says);
  bool explainAccesses();
  bool useFixes();
  bool counts(const FileReport &Report, const Finding &F,
              std::optional<Severity> FailOn) const;
  void markRepeated(FileReport &Report);
  std::optional<ExitCode> answer(Run &R);
  ExitCode listChecks(const Config &C);
  bool finish(Run &R);

  const CommandLine &Line;
  TextOptions TextFormat;
  TextReport Text;
  std::vector<std::string> Files;
  std::optional<ExplainPlace> Explained;
  std::optional<Outputs> Written;
  std::vector<FileReport> Reports;
  /// Findings so far: those in headers are told once.
  std::set<std::tuple<std::string, SourcePlace, std::string>> Told;
  bool AnyError = false, AnyFinding = false;
};

} // namespace

/// What --explain is about. False when it is no place.
bool Linting::readExplain() {
  if (Line.Explain.empty())
    return true;
  auto Place = parseExplainPlace(Line.Explain);
  if (!Place) {
    error() << toString(Place.takeError()) << '\n';
    return false;
  }
  Explained = std::move(*Place);
  if (Files.empty())
    Files.push_back(Explained->File);
  return true;
}

/// What standard error says of a file.
void Linting::say(const FileReport &Report, Messages &Says) {
  bool IsLost = Report.Kernels.empty() && Report.Omitted.empty();
  if (Line.ShowParseErrors || Line.Strict || IsLost)
    Says.text() << Report.ParseErrors;
  else
    sayCoverage(Report, Says);
  sayOmitted(Report, Line.Verbose, Says);
}

void Linting::markRepeated(FileReport &Report) {
  for (Finding &F : Report.Findings)
    if (F.isShown() && F.Where.File != Report.File &&
        !Told.insert({F.Check, F.Where, F.Message}).second)
      F.HeldBack = Suppression::Repeated;
}

void Linting::analyze(Run &R, StringRef File) {
  Messages Says;
  std::optional<FileReport> Report;
  Expected<FileSettings> Settings = R.settingsFor(File);
  if (Settings)
    Report = R.analyze(File, *Settings, Says);
  else
    Says.error() << toString(Settings.takeError()) << '\n';
  if (Report)
    say(*Report, Says);
  errs() << Says.take();
  if (!Report) {
    AnyError = true;
    return;
  }
  markRepeated(*Report);
  AnyError |= (Report->HadErrors && !Line.KeepGoing) ||
              any_of(Report->Findings,
                     [](const Finding &F) { return F.isSourceError(); });
  AnyFinding |= any_of(Report->Findings, [&](const Finding &F) {
    return counts(*Report, F, Settings->FailOn);
  });
  if (!Explained)
    Written->add(*Report, Text);
  Reports.push_back(std::move(*Report));
}

/// Explains the accesses that were asked for. False when there are none.
bool Linting::explainAccesses() {
  auto FS = vfs::getRealFileSystem();
  if (!keepAccessesAt(Reports, *Explained, *FS)) {
    error() << nothingAt(Reports, *Explained, *FS) << '\n';
    return false;
  }
  if (Written->first() == Format::Json)
    printJson(outs(), Reports);
  else
    printExplanations(outs(), FS, TextFormat, Reports);
  outs().flush();
  return true;
}

/// Exports and applies what was asked for, when all files have been read.
bool Linting::useFixes() {
  bool IsDone = true;
  if (!Line.ExportFixes.empty())
    if (Error E = writeFixes(Line.ExportFixes, Reports)) {
      error() << toString(std::move(E)) << '\n';
      IsDone = false;
    }
  for (const FileReport &Report : Reports) {
    if (!Line.Fix)
      break;
    Expected<unsigned> Arrays = applyFixes(Report);
    if (!Arrays) {
      error() << toString(Arrays.takeError()) << '\n';
      IsDone = false;
    } else if (*Arrays) {
      errs() << "warplint: " << Report.File << ": fixed "
             << counted(*Arrays, "array") << '\n';
    }
  }
  return IsDone;
}

/// Whether the exit code tells of \p F.
bool Linting::counts(const FileReport &Report, const Finding &F,
                     std::optional<Severity> FailOn) const {
  return FailOn && F.Level >= *FailOn && F.isShown() &&
         !(Line.Fix && F.Array && Report.Layouts[*F.Array].Fix);
}

/// The checks that \p C has on, one a line.
ExitCode Linting::listChecks(const Config &C) {
  GlobList On("*," + C.Checks.value_or(""));
  for (const CheckRecord &Check : allChecks())
    if (On.contains(Check.Id))
      outs() << Check.Id << '\n';
  return Nothing;
}

/// What is asked for in place of a run: --explain-check and its kin.
std::optional<ExitCode> Linting::answer(Run &R) {
  if (!Line.ExplainCheck.empty()) {
    StringRef Page = checkPage(Line.ExplainCheck);
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
  Expected<Config> C =
      R.configFor(Files.empty() ? StringRef("x.cu") : StringRef(Files.front()));
  if (!C) {
    error() << toString(C.takeError()) << '\n';
    return Failed;
  }
  if (Line.ListChecks)
    return listChecks(*C);
  printConfig(outs(), *C);
  return Nothing;
}

/// What is written and said when all files have been read. False on an error.
bool Linting::finish(Run &R) {
  bool IsDone = true;
  if (Error E = Written->finish(Reports, !AnyError)) {
    error() << toString(std::move(E)) << '\n';
    IsDone = false;
  }
  std::optional<Format> Shown = Written->onStandardOutput();
  if (Shown == Format::Text && !Line.Quiet)
    Text.printSummary(errs());
  IsDone &= checkNames(R.options(), Reports);
  if (Line.Stats) {
    bool IsText = !Shown || Shown == Format::Text;
    printStats(IsText ? outs() : errs(), Reports, Line.Verbose);
  }
  return IsDone & useFixes();
}

ExitCode Linting::run(std::vector<std::string> FixedFlags, bool HasFixedFlags) {
  Files.assign(Line.Files.begin(), Line.Files.end());
  auto Commands = CommandSource::create(Line.BuildPath, std::move(FixedFlags),
                                        HasFixedFlags);
  if (!Commands) {
    error() << toString(Commands.takeError()) << '\n';
    return Failed;
  }
  Run R(Line, std::move(*Commands));
  if (!R.readOptions() || !readExplain())
    return Failed;
  if (std::optional<ExitCode> Done = answer(R))
    return *Done;
  if (Files.empty()) {
    error() << "no input files; see warplint --help\n";
    return Failed;
  }
  Expected<Outputs> Wanted = Outputs::create(Line);
  if (!Wanted) {
    error() << toString(Wanted.takeError()) << '\n';
    return Failed;
  }
  Written = std::move(*Wanted);
  for (const std::string &File : Files)
    analyze(R, File);
  if (Explained) {
    AnyError |= !explainAccesses();
    return AnyError ? Failed : Nothing;
  }
  AnyError |= !finish(R);
  return AnyError ? Failed : AnyFinding ? Findings : Nothing;
}

ExitCode lint(const CommandLine &Line, std::vector<std::string> FixedFlags,
              bool HasFixedFlags) {
  return Linting(Line).run(std::move(FixedFlags), HasFixedFlags);
}

} // namespace warplint
