//===- InitCommand.cpp - warplint init ------------------------------------===//

#include "BuildOfRun.h"
#include "CiFile.h"
#include "LintFiles.h"
#include "ServerLine.h"
#include "Settings.h"
#include "SettingsFile.h"
#include "Submodules.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Report/TextReport.h"
#include "warplint/Select/Baseline.h"
#include "warplint/Support/Paths.h"
#include "warplint/Support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include <set>

using namespace llvm;

namespace warplint {
namespace {

constexpr StringLiteral InitUsage =
    R"(usage: warplint init [options] [folder] [-- flags]

Writes a commented .warplint for the sources of a project (of the current folder
without a name), says how it is built, shows its costliest findings, and proposes
a job of continuous integration. What is there already is never overwritten.

options:
  --baseline           write the findings that there are to warplint-baseline.json,
                       so that new ones alone are shown
  --ci=github|gitlab   the service that the job is for; without it the one that
                       the repository has files of, or was cloned from
  --write-ci           write the job to a file, instead of printing it
  --help               print this text

Options of warplint say how sources are read: -p, --from-make, --from-ninja, -j,
--cuda-path, --arch, flags after -- and others; names are from the folder.

exit code: 0 when all was written, 2 for an error (a file that is there already, no
CUDA source), 130 and 143 interrupted; nothing is written then
)";

constexpr StringLiteral SettingsName = ".warplint",
                        BaselineName = "warplint-baseline.json";
constexpr size_t ShownFindings = 3;

/// The options that a run does not have.
struct OwnOptions {
  bool Help = false, WritesBaseline = false, WritesCi = false;
  CiService Ci = CiService::None;
};

/// Takes them out of \p Words.
Expected<OwnOptions> takeOwn(std::vector<const char *> &Words) {
  OwnOptions Own;
  std::vector<const char *> Rest;
  for (auto It = Words.begin(); It != Words.end(); ++It) {
    StringRef Word = *It;
    if (Word == "--") {
      Rest.insert(Rest.end(), It, Words.end());
      break;
    }
    if (Word == "--help" || Word == "-h") {
      Own.Help = true;
    } else if (Word == "--baseline") {
      Own.WritesBaseline = true;
    } else if (Word == "--write-ci") {
      Own.WritesCi = true;
    } else if (Word.consume_front("--ci=")) {
      if (Word != "github" && Word != "gitlab")
        return createStringError("--ci=" + Word +
                                 ": expected github or gitlab");
      Own.Ci = Word == "github" ? CiService::GitHub : CiService::GitLab;
    } else {
      Rest.push_back(*It);
    }
  }
  Words = std::move(Rest);
  return Own;
}

/// Something that is there stays, also a link that leads nowhere.
Error writeNew(StringRef File, StringRef Text) {
  std::error_code Problem;
  raw_fd_ostream Out(File, Problem, sys::fs::CD_CreateNew);
  if (!Problem) {
    Out << Text;
    Out.close();
    if ((Problem = Out.error())) {
      Out.clear_error();
      (void)sys::fs::remove(File);
    }
  }
  if (!Problem)
    return Error::success();
  return createStringError("'" + printable(File) +
                           "' is not written: " + Problem.message());
}

/// A new project, from its files to what is told of it.
class Init {
public:
  Init(const OwnOptions &Own, CommandLine &Line) : Own(Own), Line(Line) {}

  ExitCode run() {
    auto Fail = [](Error E) { return say(std::move(E)) ? Nothing : Failed; };
    Root = sourceRoot();
    if (std::string Here = absolutePath("."); Here != Root)
      Below = pathBelow(Root, Here);
    if (Error E = isNew(SettingsName))
      return Fail(std::move(E));
    if (Own.WritesBaseline)
      if (Error E = isNew(BaselineName))
        return Fail(std::move(E));
    Build = guessBuild(Line);
    if (!Build.Path.empty() && Build.Prepare.empty())
      Line.BuildPath.setValue(Build.Path);
    if (Error E = readBuild())
      return Fail(std::move(E));
    chooseCi();
    if (Own.WritesCi)
      if (Error E =
              Ci ? isNew(joinPath(Root, StringRef(Ci->Name)))
                 : createStringError("--write-ci: the service is unknown; pass "
                                     "--ci=github or --ci=gitlab"))
        return Fail(std::move(E));
    // What .warplint will say.
    if (!Build.Arch.empty() && !Line.Said.Arch)
      Line.Said.Arch = Build.Arch;
    if (Error E = lintAll())
      return Fail(std::move(E));
    if (Interrupt) {
      error() << "init: interrupted; nothing was written\n";
      return static_cast<ExitCode>(128 + Interrupt);
    }
    if (Error E = writeAll())
      return Fail(std::move(E));
    printResult();
    return static_cast<ExitCode>(finishOutput("warplint init", Nothing));
  }

private:
  static Error isNew(StringRef File) {
    sys::fs::file_status Status;
    std::error_code Problem = sys::fs::status(File, Status, /*follow=*/false);
    if (Problem == std::errc::no_such_file_or_directory)
      return Error::success();
    return createStringError("'" + printable(File) +
                             "' already exists; nothing was written");
  }

  void chooseCi() {
    CiGuess Guess{Own.Ci, "--ci"};
    if (Own.Ci == CiService::None)
      Guess = guessCi(Root);
    if (Guess.Service == CiService::None)
      return;
    CiWhy = Guess.Why;
    Ci = ciFileFor(Guess.Service, Build, filesText(), Root, Below);
  }

  /// The sources as words of a command, where no build names them.
  StringRef filesText() const {
    return Build.Options.empty() || NamesNoSource ? "$(find . -name '*.cu')"
                                                  : "";
  }
  /// By which all sources are linted.
  std::string command(StringRef More = "") const {
    std::string Text = "warplint";
    for (StringRef Part :
         {StringRef(Build.Options), More, filesText(), StringRef(Build.Flags)})
      if (!Part.empty())
        Text += " " + Part.str();
    return Text;
  }

  Error readBuild() {
    Expected<BuildOfRun> Read = buildOf(Line);
    if (!Read)
      return Read.takeError();
    if (Read->IsNamed)
      OfBuild = Read->sources();
    NamesNoSource = Read->IsNamed && OfBuild.empty();
    Commands.emplace(std::move(Read->Commands));
    return Error::success();
  }

  Error lintAll() {
    OlderTree NoOther;
    Expected<SessionOptions> Options = sessionOptionsOf(Line, NoOther);
    if (!Options)
      return Options.takeError();
    auto Made = Session::create(std::move(*Options), std::move(*Commands));
    if (!Made)
      return Made.takeError();
    Session &S = **Made;
    std::vector<PreparedFile> Files;
    for (const std::string &File : withoutRepetitions(
             OfBuild.empty() ? S.sourcesBelow(absolutePath(".")) : OfBuild))
      Files.push_back(S.prepare({shownPath(File), ""}));
    if (Files.empty())
      return createStringError("no CUDA source: neither a .cu file below '" +
                               printable(absolutePath(".")) +
                               "' nor one of a build; nothing was written");
    HasParent = !Files.front().FoundSettings.empty();
    Interrupt = lintFiles(S, Files, Line, [&](size_t Number, FileOutcome Made) {
      take(Files[Number], std::move(Made));
    });
    S.pruneCache();
    return Error::success();
  }

  void take(const PreparedFile &File, FileOutcome Outcome) {
    if (Line.Verbose)
      errs() << File.Said << Outcome.Said;
    if (!Outcome.Report) {
      Unread.push_back(File.In.File);
      return;
    }
    FileReport &Report = *Outcome.Report;
    Incomplete += Report.HadErrors;
    Told.holdBackIn(Report);
    Reports.push_back(std::move(Report));
  }

  Error writeAll() {
    noteCostliest();
    if (Own.WritesBaseline) {
      Baseline New(BaselineName);
      for (FileReport &Report : Reports)
        New.add(Report, Severity::Warning);
      Held = New.size();
      if (Error E = writeNew(BaselineName, New.text()))
        return E;
    }
    if (Own.WritesCi) {
      const std::string File = joinPath(Root, StringRef(Ci->Name));
      (void)sys::fs::create_directories(sys::path::parent_path(File));
      if (Error E = writeNew(File, Ci->Text))
        return E;
    }
    return writeNew(
        SettingsName,
        settingsText({Build.Prepare, command(), Build.Arch, Build.Found,
                      Own.WritesBaseline ? BaselineName.str() : "", HasParent},
                     Reports));
  }

  /// The first finding of each array, by what it costs a block.
  void noteCostliest() {
    struct Candidate {
      const Finding *F;
      SourcePlace Array; ///< Of its declaration, where one is known.
      size_t Order;
      auto key() const { return std::pair(~F->EstimatedExcess, Order); }
    };
    std::vector<Candidate> All;
    for (const FileReport &Report : Reports)
      for (const Finding &F : Report.Findings) {
        if (!F.isShown() || F.isSourceError())
          continue;
        if (F.Level == Severity::Remark)
          Assumed += F.IsAssumed;
        else
          All.push_back(
              {&F,
               F.Array ? Report.Layouts[*F.Array].Declaration : SourcePlace(),
               All.size()});
      }
    Findings = All.size();
    llvm::sort(All, [](const Candidate &L, const Candidate &R) {
      return L.key() < R.key();
    });
    std::set<SourcePlace> Arrays;
    for (const Candidate &C : All) {
      if (Costliest.size() == ShownFindings)
        return;
      if (C.Array.isValid() && !Arrays.insert(C.Array).second)
        continue;
      std::string &Text =
          Costliest.emplace_back("  " + findingLine(*C.F) + "\n");
      if (StringRef Remedy = remedyOf(*C.F); !Remedy.empty())
        Text += "    " + Remedy.str() + "\n";
    }
  }

  void printBuild() {
    outs() << "build: ";
    if (!Build.Flags.empty())
      outs() << "the flags after --, instead of "
             << (Build.Found.empty() ? "a database" : Build.Found) << '\n';
    else if (Build.Found.empty())
      outs() << "none found; using nvcc's defaults (pass flags after --)\n";
    else if (!Build.Prepare.empty())
      outs()
          << printable(Build.Found)
          << ", whose commands are not known yet; for its flags and headers: "
          << Build.Prepare << '\n';
    else if (Line.BuildPath.empty() && !Line.FromMake.getNumOccurrences() &&
             !Line.FromNinja.getNumOccurrences())
      outs() << printable(Build.Found)
             << ", which was not queried; for its flags and headers: warplint "
             << Build.Options << '\n';
    else
      outs() << printable(Build.Found)
             << (NamesNoSource ? ", which lists no CUDA source (CMake's "
                                 "cuda_add_library omits them)"
                               : "")
             << '\n';
  }

  void printResult() {
    printBuild();
    outs() << "read: " << counted(Reports.size() + Unread.size(), "CUDA file");
    if (Incomplete)
      outs() << ", " << Incomplete
             << " of them incompletely (missing headers or errors; see -v)";
    outs() << '\n';
    if (std::vector<std::string> Missing = missingSubmodules(Root);
        Incomplete && !Missing.empty())
      outs() << "missing: the "
             << (Missing.size() == 1 ? "submodule " : "submodules ")
             << printable(listed(Missing))
             << "; git submodule update --init --recursive\n";
    for (const std::string &File : Unread)
      outs() << "not read: " << printable(File) << " (see -v)\n";
    std::string Closing;
    raw_string_ostream Out(Closing);
    printClosingLine(Out, Reports);
    outs() << "found: " << counted(Findings, "finding");
    if (Assumed)
      outs() << " and " << counted(Assumed, "remark")
             << " with assumed template arguments";
    outs() << "; " << Closing;
    if (!Costliest.empty()) {
      outs() << "highest estimated cost per block:\n";
      for (const std::string &Text : Costliest)
        outs() << Text;
      if (!Build.Prepare.empty())
        outs() << "first run: " << Build.Prepare << '\n';
      outs() << "all findings: "
             << command(Own.WritesBaseline ? "--baseline=" : "")
             << "\nas a web page: "
             << command(Own.WritesBaseline
                            ? "--baseline= --format=html:warplint.html"
                            : "--format=html:warplint.html")
             << '\n';
    }
    outs() << "written: " << SettingsName;
    if (Own.WritesBaseline)
      outs() << ", " << BaselineName << " with " << counted(Held, "finding");
    if (Own.WritesCi)
      outs() << ", "
             << printable(pathFrom(".", joinPath(Root, StringRef(Ci->Name))));
    outs() << '\n';
    if (!Own.WritesBaseline && Findings)
      outs() << "to see only new findings: "
             << command("--write-baseline=" + BaselineName.str())
             << ", and Baseline: " << BaselineName << " in " << SettingsName
             << '\n';
    printCi();
  }

  void printCi() {
    if (!Ci) {
      outs() << "continuous integration: pass --ci=github or --ci=gitlab for a "
                "job\n";
      return;
    }
    if (!Own.WritesCi)
      outs() << "continuous integration (" << CiWhy << "), a job for "
             << Ci->Name << "; pass --write-ci to write this file:\n\n"
             << Ci->Text;
    if (!Ci->Also.empty())
      outs() << Ci->Also << '\n';
  }

  const OwnOptions &Own;
  CommandLine &Line;
  std::string Root, Below;
  BuildGuess Build;
  std::optional<CommandSource> Commands;
  std::vector<std::string> OfBuild; ///< The sources that the build names.
  bool NamesNoSource = false;       ///< A build was read, and has none to lint.
  std::optional<CiFile> Ci;
  std::string CiWhy;
  std::vector<FileReport> Reports;
  std::vector<std::string> Unread, Costliest;
  ToldFindings Told;
  size_t Incomplete = 0, Findings = 0, Assumed = 0, Held = 0;
  int Interrupt = 0;
  bool HasParent = false; ///< Settings of a folder above were found.
};

} // namespace

int runInitCommand(ArrayRef<const char *> Arguments) {
  std::vector<const char *> Words(Arguments.begin(), Arguments.end());
  Expected<OwnOptions> Own = takeOwn(Words);
  if (!Own)
    return say(Own.takeError()) ? Nothing : Failed;
  if (Own->Help) {
    outs() << InitUsage;
    return finishOutput("warplint init", Nothing);
  }
  Words.insert(Words.begin(), "warplint init");
  dropForeignOptions();
  CommandLine Line;
  if (!parseCommandLine(Line, Words))
    return Failed;
  if (StringRef Option = optionOfRuns(
          {"j", "memory-limit", "quiet", "from-make", "from-ninja"});
      !Option.empty()) {
    error() << "init: --" << Option << " is only for runs over files\n";
    return Failed;
  }
  if (Line.Files.size() > 1) {
    error() << "init: expected one folder\n";
    return Failed;
  }
  if (!Line.Files.empty()) {
    const std::string Folder = Line.Files.front();
    Line.Files.clear();
    if (std::error_code Problem = sys::fs::set_current_path(Folder)) {
      error() << "init: '" << printable(Folder) << "': " << Problem.message()
              << '\n';
      return Failed;
    }
  }
  return Init(*Own, Line).run();
}

} // namespace warplint
