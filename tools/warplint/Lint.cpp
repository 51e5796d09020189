//===- Lint.cpp - The files of a command line, linted ---------------------===//

#include "AccessQuestion.h"
#include "Baselines.h"
#include "BuildOfRun.h"
#include "CommandLine.h"
#include "Fixes.h"
#include "LintFiles.h"
#include "Outputs.h"
#include "Settings.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Report/CostReport.h"
#include "warplint/Report/TextReport.h"
#include "warplint/Session/Session.h"
#include "warplint/Support/Paths.h"
#include "warplint/Support/Printable.h"
#include "warplint/Support/WholeFile.h"
#include "llvm/ADT/STLExtras.h"
#include <set>
#include <tuple>

using namespace llvm;

namespace warplint {

namespace {

/// Says what was done: "fixed 2 arrays". False on an error.
bool applyFixes(const FileReport &Report, StringRef Verb, FixApplier &Applier) {
  Expected<std::string> Repaired = Applier.apply(Report);
  if (!Repaired)
    return say(Repaired.takeError());
  if (!Repaired->empty())
    errs() << "warplint: " << printable(Report.File) << ": " << Verb << ' '
           << *Repaired << '\n';
  return true;
}

/// One run of the program over its files.
class Linting {
public:
  explicit Linting(const CommandLine &Line)
      : Line(Line),
        Text(outs(), plainFiles(), Line.useColor(), !Line.EachAccess),
        Known(Line) {}

  ExitCode run() {
    Files = withFilesBelow(
        std::vector<std::string>(Line.Files.begin(), Line.Files.end()));
    auto Fail = [](Error E) { return say(std::move(E)) ? Nothing : Failed; };
    Expected<BuildOfRun> Build = buildOf(Line);
    if (!Build)
      return Fail(Build.takeError());
    BuildFiles = std::move(Build->Files);
    Expected<OlderTree> Older = OlderTree::create(Line);
    if (!Older)
      return Fail(Older.takeError());
    Expected<AccessQuestion> Read = AccessQuestion::create(Line);
    if (!Read)
      return Fail(Read.takeError());
    Asked = std::move(*Read);
    if (Files.empty() && Asked->place())
      Files.push_back(Asked->place()->File);
    // Without files all of a build is meant.
    if (Files.empty() && Build->IsNamed)
      Files = Build->sources();
    Expected<SessionOptions> Options = sessionOptionsOf(Line, *Older);
    if (!Options)
      return Fail(Options.takeError());
    auto Made =
        Session::create(std::move(*Options), std::move(Build->Commands));
    if (!Made)
      return Fail(Made.takeError());
    Session &R = **Made;
    if (std::optional<ExitCode> Done =
            answer(Line, R, Files.empty() ? "x.cu" : Files.front()))
      return *Done;
    if (Files.empty()) {
      error() << nothingToDo(*Build) << '\n';
      return Failed;
    }
    Expected<Outputs> Wanted = Outputs::create(Line);
    if (!Wanted)
      return Fail(Wanted.takeError());
    Written = std::move(*Wanted);
    if (!mayWrite({}) || !Known.read() || !readInputs(*Older))
      return Failed;
    if (!Inputs.empty() && !lintAll(R))
      return Failed;
    R.pruneCache();
    if (Asked->isAsked()) {
      AnyError |= !Asked->answer(Reports, *Written);
      return AnyError ? Failed : Nothing;
    }
    if (isComparison())
      compareStates(*Older);
    AnyError |= !finish(R);
    // As a shell says it of what a signal ends.
    if (Interrupt)
      return static_cast<ExitCode>(128 + Interrupt);
    return AnyError ? Failed : AnyFinding ? Findings : Nothing;
  }

private:
  std::string nothingToDo(const BuildOfRun &Build) const {
    if (!Build.Tool.empty())
      return "found no command of " + Build.Tool + " that compiles CUDA";
    if (Build.IsNamed)
      return "'" + printable(Line.BuildPath) +
             "' has no command that compiles CUDA (CMake's cuda_add_library "
             "omits them); name the files";
    return "no input files; see 'warplint init' and 'warplint --help'";
  }

  /// Which files are linted. With --diff some may be JSON of another run.
  bool readInputs(const OlderTree &Older) {
    for (const std::string &File : withoutRepetitions(Files)) {
      if (!isComparison() || !StringRef(File).ends_with(".json")) {
        Inputs.push_back({File, ""});
        continue;
      }
      auto Accesses = readAccessesOf(File);
      if (!Accesses)
        return say(Accesses.takeError());
      append_range(ReadAccesses, std::move(*Accesses));
    }
    if (!isComparison() || Older.accesses())
      return true;
    for (const Input &In : std::vector<Input>(Inputs)) {
      if (std::optional<Input> Old = Older.olderOf(In.File))
        Inputs.push_back(std::move(*Old));
      else
        errs() << "warplint: " << printable(In.File) << ": not in '"
               << Line.Diff << "'; all accesses are new\n";
    }
    return true;
  }

  /// What nobody named says how a file is read: that it was taken is told.
  void sayFound(const PreparedFile &File) {
    if (Line.Quiet)
      return;
    auto Say = [&](StringRef What, const std::string &Path, StringRef Option) {
      if (!Path.empty() && ToldFound.insert(Path).second)
        errs() << "warplint: note: " << What << " of "
               << printable(pathBelow(absolutePath("."), Path)) << " (found; "
               << Option << " names another)\n";
    };
    Say("commands", File.FoundDatabase, "-p");
    for (const std::string &Path : File.FoundSettings)
      Say("settings", Path, "--config-file");
  }

  /// Lints the files, and takes what became of them in their order. False when
  /// nothing was begun with.
  bool lintAll(Session &R) {
    std::vector<PreparedFile> Prepared;
    for (const Input &In : Inputs)
      Prepared.push_back(R.prepare(In));
    if (!mayWrite(Prepared))
      return false;
    size_t Done = 0;
    Interrupt =
        lintFiles(R, Prepared, Line, [&](size_t File, FileOutcome Made) {
          take(Prepared[File], std::move(Made));
          ++Done;
        });
    if (Interrupt) {
      error() << "interrupted: " << counted(Inputs.size() - Done, "file")
              << " of " << Inputs.size() << " not linted\n";
      AnyError = AnyLost = true;
    }
    return true;
  }

  /// Whether no output is one of the files of the command line, or of what was
  /// found for \p Prepared. Says which is.
  bool mayWrite(ArrayRef<PreparedFile> Prepared) {
    std::vector<std::string> Inputs(Files);
    for (const auto *Named : {&Line.ConfigFile, &Line.Diff})
      if (!Named->empty())
        Inputs.push_back(*Named);
    if (Line.BaselineFile != Line.WriteBaseline)
      Inputs.push_back(Line.BaselineFile);
    for (const PreparedFile &File : Prepared) {
      Inputs.push_back(File.In.File);
      Inputs.push_back(File.FoundDatabase);
      append_range(Inputs, File.FoundSettings);
    }
    append_range(Inputs, BuildFiles);
    Error E = Written->check(
        {Line.WriteBaseline, Line.ExportFixes, Line.OutputFile}, Inputs);
    return !E || say(std::move(E));
  }

  /// The turn of a file has come.
  void take(const PreparedFile &File, FileOutcome Outcome) {
    outs().flush(); // In the order of the files, where both go to one place.
    sayFound(File);
    errs() << File.Said;
    sayOfFile(Outcome.Said);
    if (!Outcome.Report) {
      AnyError = AnyLost = true;
      return;
    }
    FileReport &Report = *Outcome.Report;
    AnyError |= (Report.HadErrors && !Line.KeepGoing) ||
                any_of(Report.Findings,
                       [](const Finding &F) { return F.isSourceError(); });
    sayCompilerProblem(Report);
    sayRules(Report);
    if (isComparison()) {
      (File.In.isOlder() ? OlderReports : Reports).push_back(std::move(Report));
      return;
    }
    Told.holdBackIn(Report);
    AnyError |=
        !Known.holdBack(Report, File.Settings.Baseline, File.Settings.FailOn);
    FailOn.push_back(File.Settings.FailOn);
    if (!Asked->isAsked())
      Written->add(Report, Text);
    Reports.push_back(std::move(Report));
  }

  /// That the rules were not measured on the GPU of the figures, once.
  void sayRules(const FileReport &Report) {
    const std::string Rules = rulesNote(Report.Architecture);
    if (!Line.Quiet && !Rules.empty() && ToldFound.insert(Rules).second)
      errs() << "warplint: note: " << Rules << '\n';
  }

  /// What is said of a file; of a header that several include it is said once
  /// what is not analysed.
  void sayOfFile(StringRef Said) {
    for (StringRef Line; !Said.empty();) {
      std::tie(Line, Said) = Said.split('\n');
      if (!Line.contains("note: skipped '") ||
          ToldOmitted.insert(Line.str()).second)
        errs() << Line << '\n';
    }
  }

  /// What --issued asked for and did not get, each reason once.
  void sayCompilerProblem(const FileReport &Report) {
    if (Report.CompilerProblem.empty())
      return;
    AnyError |= !Line.KeepGoing;
    if (ToldProblems.insert(Report.CompilerProblem).second)
      error() << printable(Report.File)
              << ": --issued=nvcc: " << printable(Report.CompilerProblem)
              << "; using the model instead\n";
  }

  /// Puts what --diff has to say in the place of the findings.
  void compareStates(const OlderTree &Older) {
    std::vector<ComparedAccess> After = comparedAccesses(Reports);
    append_range(After, ReadAccesses);
    std::vector<AccessChange> Changes = compareAccesses(
        Older.accesses() ? *Older.accesses() : comparedAccesses(OlderReports),
        After);
    for (FileReport &Report : Reports)
      erase_if(Report.Findings,
               [](const Finding &F) { return !F.isSourceError(); });
    // What is gone comes last, whatever its file is called.
    for (Finding &F : findingsOf(Changes)) {
      if (Reports.empty() || Reports.back().File != F.Where.File)
        Reports.emplace_back().File = F.Where.File;
      Reports.back().Findings.push_back(std::move(F));
    }
    for (const FileReport &Report : Reports)
      Written->add(Report, Text);
    AnyFinding =
        Line.FailOn != "never" &&
        any_of(Changes, [](const AccessChange &C) { return isWorse(C.Kind); });
    Written->compare(std::move(Changes));
  }

  /// Exports and applies what was asked for, when all files have been read.
  bool useFixes(Session &R) {
    bool IsDone = true;
    if (!Line.ExportFixes.empty())
      if (Error E = writeFixes(Line.ExportFixes, Reports, Line.AssumedFixes))
        IsDone = say(std::move(E));
    if (!Line.fixes() && !Line.FixDryRun)
      return IsDone;
    FixApplier Applier(Line.AssumedFixes, Line.FixDryRun);
    StringRef Verb = Line.FixDryRun ? "would fix" : "fixed";
    for (const FileReport &Report : Reports) {
      IsDone &= applyFixes(Report, Verb, Applier) && padWhatIsLeft(R, Report);
      if (std::string Why = whyNoFix(Report); Line.FixDryRun && !Why.empty())
        errs() << "warplint: " << printable(Report.File) << ": "
               << printable(Why) << '\n';
    }
    return Line.FixDryRun ? showFixes(Applier) && IsDone : IsDone;
  }

  bool showFixes(const FixApplier &Applier) {
    if (Line.OutputFile.empty()) {
      Applier.printDiffs(outs(), Line.useColor());
      outs().flush();
      return true;
    }
    std::string Text;
    raw_string_ostream Out(Text);
    Applier.printDiffs(Out, Line.useColor());
    Error E = writeWholeFile(Line.OutputFile, Text);
    return !E || say(std::move(E));
  }

  /// --fix-notes: the file as it is now, with the padding that notes speak of.
  bool padWhatIsLeft(Session &R, const FileReport &Report) {
    bool IsLeft = any_of(Report.Layouts, [](const ArrayRemedy &A) {
      return !A.Fix && A.MayBePadded;
    });
    if (!Line.FixNotes || !IsLeft)
      return true;
    const PreparedFile File = R.prepare({Report.File, ""});
    FileOutcome Padded = R.lint(File, FixStyle::Pad);
    if (!Padded.Report)
      return true;
    // From the start: the one of the run has been used up.
    if (!File.Settings.Baseline.empty() && Line.WriteBaseline.empty()) {
      Expected<Baseline> Known = Baseline::read(File.Settings.Baseline);
      if (!Known)
        return say(Known.takeError());
      Known->holdBack(*Padded.Report);
    }
    FixApplier Applier(Line.AssumedFixes);
    return applyFixes(*Padded.Report, "padded", Applier);
  }

  /// Whether the exit code tells of \p F, one of \p In.
  bool counts(const Finding &F, const FileReport &In,
              std::optional<Severity> FailOn) const {
    bool IsMended = Line.fixes() && any_of(F.Fixes, [&](size_t Number) {
                      return Line.AssumedFixes || In.Fixes[Number].isProven();
                    });
    return FailOn && F.Level >= *FailOn && F.isShown() && !IsMended;
  }

  /// Settles what several files have to agree on, and tells what came of it.
  void settleFixes(Session &R) {
    R.settleHeaderFixes(Reports);
    for (auto [Report, Least] : zip(Reports, FailOn)) {
      AnyFinding |= any_of(Report.Findings, [&](const Finding &F) {
        return counts(F, Report, Least);
      });
      if (!(Line.fixes() || Line.FixDryRun) || Line.AssumedFixes || Line.Quiet)
        continue;
      for (const Fix &F : Report.Fixes)
        if (!F.isProven())
          errs() << "warplint: " << printable(Report.File) << ": "
                 << printable(F.Title)
                 << ": not fixed: it may not be true that "
                 << printable(F.Condition)
                 << "; pass --assumed-fixes to assume it\n";
    }
  }

  /// What is written and said when all files have been read. False on an error.
  bool finish(Session &R) {
    bool IsDone = true;
    if (!isComparison())
      settleFixes(R);
    if (Error E = Written->finish(Reports, !AnyError))
      IsDone = say(std::move(E));
    std::optional<Format> Shown = Written->onStandardOutput();
    if (Shown == Format::Text && !Line.Quiet)
      Text.printSummary(errs());
    // What was not read has been told.
    if (Shown == Format::Text && !Line.Quiet && !isComparison() &&
        !Reports.empty())
      printClosingLine(errs(), Reports);
    if (isComparison())
      return IsDone;
    if (!Line.Quiet)
      Known.sayStaleEntries();
    if (!Interrupt)
      IsDone &= Known.write();
    // Names may be those of a file that was not read.
    if (!AnyLost)
      IsDone &= checkNames(R.options(), Reports);
    bool IsText = Shown ? Shown == Format::Text : !Line.FixDryRun;
    if (Line.Cost && Shown != Format::Json)
      printCosts(IsText ? outs() : errs(), Reports);
    if (Line.Stats) {
      printStats(IsText ? outs() : errs(), Reports, Line.Verbose);
    }
    return IsDone & (Interrupt || useFixes(R));
  }

  bool isComparison() const { return !Line.Diff.empty(); }

  const CommandLine &Line;
  TextReport Text;
  std::vector<std::string> Files;
  std::vector<std::string> BuildFiles; ///< That name commands.
  /// Files, and with --diff those of the older tree behind them.
  std::vector<Input> Inputs;
  std::optional<AccessQuestion> Asked;
  std::optional<Outputs> Written;
  Baselines Known;
  std::vector<FileReport> Reports;
  /// Of each of Reports: from which level on a finding fails the run.
  std::vector<std::optional<Severity>> FailOn;
  std::vector<FileReport> OlderReports;
  /// Of the newer state, from JSON.
  std::vector<ComparedAccess> ReadAccesses;
  /// Databases and settings that were found, and other notes, each told once.
  std::set<std::string> ToldFound;
  std::set<std::string> ToldProblems; ///< Of the compiler.
  std::set<std::string> ToldOmitted;  ///< The lines on standard error.
  ToldFindings Told;
  bool AnyError = false, AnyFinding = false;
  bool AnyLost = false; ///< Of a file there is nothing to tell.
  int Interrupt = 0;    ///< The signal that ended the run early.
};

} // namespace

ExitCode lint(const CommandLine &Line) { return Linting(Line).run(); }

} // namespace warplint
