//===- Main.cpp - The warplint program ------------------------------------===//
//
// Exit codes: 0 nothing found, 1 findings, 2 a source or option error. With
// --fix, findings about arrays that were fixed do not count.
//
//===----------------------------------------------------------------------===//

#include "AssumeOption.h"
#include "BlockOption.h"
#include "Fixes.h"
#include "ModelCommand.h"
#include "SolveCommand.h"
#include "warplint/Checks/Analysis.h"
#include "warplint/Checks/ClosestName.h"
#include "warplint/Frontend/Architecture.h"
#include "warplint/Frontend/CompileCommand.h"
#include "warplint/Frontend/Database.h"
#include "warplint/Frontend/Repository.h"
#include "warplint/Frontend/Toolkit.h"
#include "warplint/Report/ExplainReport.h"
#include "warplint/Report/JsonReport.h"
#include "warplint/Report/TextReport.h"
#include "warplint/Report/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace warplint;

namespace {

enum ExitCode { Nothing = 0, Findings = 1, Failed = 2 };
enum class Format { Text, Json };
enum class ColorMode { Auto, Always, Never };

/// The program's options. Made in main, after LLVM's own options (its -stats
/// and -color among them) have left the command line.
struct CommandLine {
  cl::OptionCategory Category{"warplint options"};
  cl::list<std::string> Files{cl::Positional, cl::desc("file.cu..."),
                              cl::cat(Category)};
  cl::opt<std::string> BuildPath{
      "p",
      cl::desc("Folder that holds compile_commands.json, or that file; without "
               "it the parents of each file are searched"),
      cl::value_desc("builddir"), cl::cat(Category)};
  cl::opt<std::string> Arch{
      "arch",
      cl::desc("Architecture to analyse, instead of the newest one in the "
               "compile command (sm_90 without any)"),
      cl::value_desc("sm_XX"), cl::cat(Category)};
  cl::opt<std::string> CudaPath{"cuda-path",
                                cl::desc("Root of the CUDA toolkit"),
                                cl::value_desc("dir"), cl::cat(Category)};
  cl::opt<std::string> Root{
      "root",
      cl::desc("Folder in which headers are looked up that the compile command "
               "does not find (without it, the folder above each file that "
               "holds a .git): see docs/foreign-files.md"),
      cl::value_desc("dir"), cl::cat(Category)};
  cl::opt<bool> Strict{
      "strict",
      cl::desc("Take each file as a compiler would: no header is looked up, "
               "nothing is done about what clang refuses"),
      cl::cat(Category)};
  cl::opt<bool> KeepGoing{
      "keep-going",
      cl::desc("An error in a source does not count for the exit code"),
      cl::cat(Category)};
  cl::opt<bool> ShowParseErrors{
      "show-parse-errors",
      cl::desc("Print all of clang's errors, not only what they cost"),
      cl::cat(Category)};
  cl::list<std::string> Blocks{
      "block",
      cl::desc("Block shape of a kernel, or of all kernels, whatever its "
               "launches say"),
      cl::value_desc("[kernel:]XxYxZ"), cl::cat(Category)};
  cl::list<std::string> Assumptions{
      "assume",
      cl::desc("What holds of a kernel's parameter (or gridDim.x, p.field), of "
               "one kernel or of all: pitch=128, n%32==0, 0<n && n<=4096"),
      cl::value_desc("[kernel:]condition"), cl::cat(Category)};
  cl::list<std::string> Instances{
      "instantiate",
      cl::desc("Look at a kernel template with these arguments: see "
               "docs/templates.md"),
      cl::value_desc("template<arguments>"), cl::cat(Category)};
  cl::opt<unsigned> Trials{
      "trials",
      cl::desc("Argument lists that are tried for a kernel template which "
               "nothing instantiates, 0 for none (6 without this)"),
      cl::value_desc("n"), cl::init(TemplateOptions().MaximumTrials),
      cl::cat(Category)};
  cl::opt<Severity> Assumed{
      "assumed",
      cl::desc("How to show findings that rest on assumed template arguments"),
      cl::values(clEnumValN(Severity::Remark, "remark",
                            "they do not count for the exit code (the "
                            "default)"),
                 clEnumValN(Severity::Warning, "warning",
                            "like those that are proven")),
      cl::init(Severity::Remark), cl::cat(Category)};
  cl::opt<Format> OutputFormat{
      "format", cl::desc("What to print on standard output"),
      cl::values(
          clEnumValN(Format::Text, "text", "diagnostics as clang prints them"),
          clEnumValN(Format::Json, "json", "every access, see docs/json.md")),
      cl::init(Format::Text), cl::cat(Category)};
  cl::opt<bool> ReportClean{
      "report-clean",
      cl::desc("Print a remark for each access that is proven conflict-free"),
      cl::cat(Category)};
  cl::opt<bool> ReportUnproven{
      "report-unproven",
      cl::desc("Print a remark for each access that is not decided, and why"),
      cl::cat(Category)};
  cl::opt<bool> AsWritten{
      "as-written",
      cl::desc("Figures of each access on its own, whatever the compiler joins "
               "or drops (see docs/fusion.md)"),
      cl::cat(Category)};
  cl::opt<bool> Fix{
      "fix",
      cl::desc("Put the layouts that were proven to help into the sources: see "
               "docs/fixes.md"),
      cl::cat(Category)};
  cl::opt<FixStyle> Style{
      "fix-style", cl::desc("How a layout is written into the source"),
      cl::values(
          clEnumValN(FixStyle::Expression, "expression",
                     "plain C++ in place of each index (the default)"),
          clEnumValN(FixStyle::Helper, "helper",
                     "calls of warplint/swizzle.h"),
          clEnumValN(FixStyle::Pad, "pad",
                     "longer rows in the declaration, indices stay")),
      cl::init(FixStyle::Expression), cl::cat(Category)};
  cl::opt<std::string> ExportFixes{
      "export-fixes",
      cl::desc("Write the edits of --fix to a file for "
               "clang-apply-replacements"),
      cl::value_desc("file.yaml"), cl::cat(Category)};
  cl::opt<bool> Layouts{
      "layouts",
      cl::desc("Search better layouts for arrays whose accesses conflict (on; "
               "--layouts=false for speed)"),
      cl::init(true), cl::cat(Category)};
  cl::opt<FindingOrder> Order{
      "sort", cl::desc("The order of a file's findings"),
      cl::values(clEnumValN(FindingOrder::Weight, "weight",
                            "what costs a block most first (the default)"),
                 clEnumValN(FindingOrder::Source, "source", "by place")),
      cl::init(FindingOrder::Weight), cl::cat(Category)};
  cl::opt<std::string> Explain{
      "explain",
      cl::desc("Explain the accesses of one line instead of reporting "
               "findings, the clean ones too: see docs/explain.md"),
      cl::value_desc("file:line[:column]"), cl::cat(Category)};
  cl::opt<bool> Stats{"stats",
                      cl::desc("Print a table of the accesses of each kernel"),
                      cl::cat(Category)};
  cl::opt<bool> Verbose{
      "v",
      cl::desc("Say which command, toolkit and flags are used, and what was "
               "dropped"),
      cl::cat(Category)};
  cl::opt<ColorMode> Color{
      "color", cl::desc("Colour the diagnostics"),
      cl::values(clEnumValN(ColorMode::Auto, "auto", "on a terminal"),
                 clEnumValN(ColorMode::Always, "always", ""),
                 clEnumValN(ColorMode::Never, "never", "")),
      cl::init(ColorMode::Auto), cl::cat(Category)};

  bool useColor() const {
    switch (Color) {
    case ColorMode::Always:
      return true;
    case ColorMode::Never:
      return false;
    case ColorMode::Auto:
      return OutputFormat == Format::Text &&
             sys::Process::StandardOutHasColors() && !std::getenv("NO_COLOR");
    }
    return false;
  }
};

/// Takes everything but --help and --version off the command line.
void dropForeignOptions() {
  SmallVector<cl::Option *> Foreign;
  for (auto [Name, Option] : cl::getRegisteredOptions())
    if (Name != "help" && Name != "version")
      Foreign.push_back(Option);
  for (cl::Option *O : Foreign)
    O->removeArgument();
}

raw_ostream &error() { return WithColor::error(errs(), "warplint"); }

/// Splits off what follows "--".
std::vector<std::string> takeFixedFlags(std::vector<const char *> &Args,
                                        bool &Found) {
  auto Dashes = llvm::find_if(Args, [](StringRef A) { return A == "--"; });
  Found = Dashes != Args.end();
  if (!Found)
    return {};
  std::vector<std::string> Flags(Dashes + 1, Args.end());
  Args.erase(Dashes, Args.end());
  return Flags;
}

/// Everything that is the same for all files of a run.
class Run {
public:
  Run(const CommandLine &Line, CommandSource Commands)
      : Line(Line), Commands(std::move(Commands)) {}

  bool readOptions() {
    Options.ReportClean = Line.ReportClean;
    Options.ReportUnproven = Line.ReportUnproven;
    Options.AsWritten = Line.AsWritten;
    Options.Order = Line.Order;
    Options.SearchLayouts = Line.Layouts && Line.Explain.empty();
    if (Line.Fix || !Line.ExportFixes.empty() || Line.Style.getNumOccurrences())
      Options.Fix = Line.Style;
    Options.Explain = !Line.Explain.empty();
    Options.Parse.Color = Line.useColor();
    Options.Parse.Strict = Line.Strict;
    Options.Parse.Files = &Files;
    for (const std::string &Text : Line.Blocks) {
      auto Block = parseBlockOption(Text);
      if (!Block) {
        error() << toString(Block.takeError()) << '\n';
        return false;
      }
      Options.Blocks[Block->first] = Block->second;
    }
    for (const std::string &Text : Line.Assumptions)
      if (Error E = parseAssumeOption(Text, Options.Assumptions)) {
        error() << toString(std::move(E)) << '\n';
        return false;
      }
    for (const std::string &Text : Line.Instances) {
      auto Id = splitTemplateId(Text);
      if (!Id || Id->first.empty() || Id->second.empty()) {
        error() << "--instantiate=" << Text
                << ": expected a template with arguments, as in "
                   "'gemm<float, 128>'\n";
        return false;
      }
      Options.Instances.push_back({Id->first, Id->second});
    }
    Options.Parse.Templates.MaximumTrials = Line.Trials;
    Options.AssumedLevel = Line.Assumed;
    Options.Elsewhere = &Elsewhere;
    if (!Line.Arch.empty() && !parseGpuArch(Line.Arch)) {
      error() << "--arch=" << Line.Arch
              << ": not an architecture, expected sm_90\n";
      return false;
    }
    return true;
  }

  const AnalysisOptions &options() const { return Options; }

  /// The report of one file, or nothing when it could not be read at all.
  std::optional<FileReport> analyze(StringRef File) {
    if (!sys::fs::exists(File) || sys::fs::is_directory(File)) {
      error() << "cannot read '" << File << "': "
              << (sys::fs::is_directory(File) ? "is a directory"
                                              : "no such file")
              << '\n';
      return std::nullopt;
    }
    RawCommand Raw = Commands.commandFor(File);
    if (!Raw.Warning.empty())
      WithColor::warning(errs(), "warplint") << Raw.Warning << '\n';
    CommandOptions CommandOptions;
    CommandOptions.Arch = Line.Arch;
    if (!needsNoToolkit(Raw.Arguments)) {
      auto Found =
          findToolkit(Line.CudaPath, *FS, toolkitOfCommand(Raw.Arguments));
      if (!Found) {
        error() << toString(Found.takeError()) << '\n';
        return std::nullopt;
      }
      CommandOptions.Cuda = std::move(*Found);
    }
    DeviceCommand Command = translateCommand(Raw.Arguments, File, Raw.Directory,
                                             CommandOptions, *FS);
    if (Line.Verbose)
      explain(Raw, CommandOptions, Command);
    FileReport Report = analyzeFile(Command, FS, Options);
    if (Line.Verbose)
      explain(Report);
    return Report;
  }

private:
  /// How files are parsed for their launches alone.
  ParseOptions otherFiles() {
    ParseOptions Parse;
    Parse.Strict = Line.Strict;
    Parse.Files = &Files;
    return Parse;
  }

  /// The other files of \p File's build, or of this command line.
  std::vector<std::string> filesBeside(StringRef File) {
    std::vector<std::string> Files = Commands.filesBeside(File);
    for (const std::string &Other : Line.Files)
      if (!is_contained(Files, Other))
        Files.push_back(Other);
    return Files;
  }

  /// How a file is compiled that is parsed for its launches alone. What is
  /// wrong with it is not said here.
  std::optional<DeviceCommand> commandFor(StringRef File) {
    RawCommand Raw = Commands.commandFor(File);
    CommandOptions CommandOptions;
    CommandOptions.Arch = Line.Arch;
    if (!needsNoToolkit(Raw.Arguments)) {
      auto Found =
          findToolkit(Line.CudaPath, *FS, toolkitOfCommand(Raw.Arguments));
      if (!Found) {
        consumeError(Found.takeError());
        return std::nullopt;
      }
      CommandOptions.Cuda = std::move(*Found);
    }
    return translateCommand(Raw.Arguments, File, Raw.Directory, CommandOptions,
                            *FS);
  }

  static void explain(const RawCommand &Raw,
                      const CommandOptions &CommandOptions,
                      const DeviceCommand &Command) {
    errs() << "warplint: " << Command.File << ": command from " << Raw.Source
           << ", analysed for " << Command.Arch << '\n';
    if (CommandOptions.Cuda)
      errs() << "warplint: CUDA " << CommandOptions.Cuda->Major << '.'
             << CommandOptions.Cuda->Minor << " at "
             << CommandOptions.Cuda->Path << " ("
             << CommandOptions.Cuda->FoundBy << ")\n";
    for (const std::string &Line : Command.Dropped)
      errs() << "warplint: " << Command.File << ": " << Line << '\n';
    errs() << "warplint: clang++ " << join(Command.Arguments, " ") << ' '
           << Command.File << '\n';
  }

  /// What was found and done for a file that its command alone does not
  /// complete.
  static void explain(const FileReport &Report) {
    for (const FoundHeader &Header : Report.FoundHeaders) {
      errs() << "warplint: " << Report.File << ": '" << Header.Name
             << "' is taken to be " << Header.File;
      if (!Header.Others.empty())
        errs() << ", not " << join(Header.Others, " or ");
      errs() << '\n';
    }
    for (const std::string &Remedy : Report.Remedies)
      errs() << "warplint: " << Report.File << ": with a remedy for " << Remedy
             << '\n';
  }

  const CommandLine &Line;
  CommandSource Commands;
  AnalysisOptions Options;
  IntrusiveRefCntPtr<vfs::FileSystem> FS = vfs::getRealFileSystem();
  Repository Files{FS, Line.Root};
  ProjectLaunches Elsewhere{
      {[this](StringRef File) { return filesBeside(File); },
       [this](StringRef File) { return commandFor(File); }},
      otherFiles(),
      FS};
};

/// "6 of 7 functions analysed": after errors, when something is left out.
void printCoverage(const FileReport &Report) {
  if (!Report.HadErrors)
    return;
  size_t Left = count_if(Report.Omitted,
                         [](const LeftOut &Out) { return !Out.OnRequest; });
  size_t Errors = StringRef(Report.ParseErrors).count("error: ");
  errs() << Report.File << ": ";
  WithColor::note(errs()) << counted(Report.Kernels.size(), "kernel")
                          << " analysed, " << counted(Left, "function")
                          << " left out";
  if (Errors)
    errs() << "; clang has " << counted(Errors, "error")
           << " (see --show-parse-errors)";
  errs() << '\n';
}

/// What was not analysed, one line each: silence would look like "clean".
void printOmitted(const FileReport &Report, bool Verbose) {
  for (const LeftOut &Out : Report.Omitted) {
    if (Out.OnRequest && !Verbose)
      continue;
    if (Out.Where.isValid())
      errs() << Out.Where.File << ':' << Out.Where.Line << ':'
             << Out.Where.Column << ": ";
    WithColor::note(errs())
        << "'" << Out.Name << "' is not analysed: " << Out.Why << '\n';
  }
}

/// Kernels and parameters that options name and no file has: most likely
/// misspelt.
bool checkNames(const AnalysisOptions &Options, ArrayRef<FileReport> Reports) {
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

/// Explains the accesses at \p Place. False when there are none.
bool explainAccesses(const CommandLine &Line, const ExplainPlace &Place,
                     const TextOptions &Options,
                     std::vector<FileReport> &Reports) {
  auto FS = vfs::getRealFileSystem();
  if (!keepAccessesAt(Reports, Place, *FS)) {
    error() << nothingAt(Reports, Place, *FS) << '\n';
    return false;
  }
  if (Line.OutputFormat == Format::Json)
    printJson(outs(), Reports);
  else
    printExplanations(outs(), FS, Options, Reports);
  outs().flush();
  return true;
}

/// Exports and applies what was asked for, when all files have been read.
bool useFixes(const CommandLine &Line, const std::vector<FileReport> &Reports) {
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

int lint(const CommandLine &Line, std::vector<std::string> FixedFlags,
         bool HasFixedFlags) {
  auto Commands = CommandSource::create(Line.BuildPath, std::move(FixedFlags),
                                        HasFixedFlags);
  if (!Commands) {
    error() << toString(Commands.takeError()) << '\n';
    return Failed;
  }
  Run R(Line, std::move(*Commands));
  if (!R.readOptions())
    return Failed;

  std::optional<ExplainPlace> Explained;
  std::vector<std::string> Files(Line.Files.begin(), Line.Files.end());
  if (!Line.Explain.empty()) {
    auto Place = parseExplainPlace(Line.Explain);
    if (!Place) {
      error() << toString(Place.takeError()) << '\n';
      return Failed;
    }
    Explained = std::move(*Place);
    if (Files.empty())
      Files.push_back(Explained->File);
  }

  std::vector<FileReport> Reports;
  TextOptions TextOptions;
  TextOptions.Color = Line.useColor();
  TextReport Text(outs(), vfs::getRealFileSystem(), TextOptions);
  bool AnyError = false;
  for (const std::string &File : Files) {
    std::optional<FileReport> Report = R.analyze(File);
    if (!Report) {
      AnyError = true;
      continue;
    }
    AnyError |= (Report->HadErrors && !Line.KeepGoing) ||
                any_of(Report->Findings, [](const Finding &F) {
                  return F.Level == Severity::Error;
                });
    bool IsLost = Report->Kernels.empty() && Report->Omitted.empty();
    if (Line.ShowParseErrors || Line.Strict || IsLost)
      errs() << Report->ParseErrors;
    else
      printCoverage(*Report);
    printOmitted(*Report, Line.Verbose);
    if (Line.OutputFormat == Format::Text && !Explained)
      Text.print(*Report);
    Reports.push_back(std::move(*Report));
  }
  if (Explained) {
    AnyError |= !explainAccesses(Line, *Explained, TextOptions, Reports);
    return AnyError ? Failed : Nothing;
  }
  if (Line.OutputFormat == Format::Json)
    printJson(outs(), Reports);
  else
    Text.printSummary(errs());
  outs().flush();
  AnyError |= !checkNames(R.options(), Reports);
  if (Line.Stats)
    printStats(Line.OutputFormat == Format::Json ? errs() : outs(), Reports,
               Line.Verbose);
  AnyError |= !useFixes(Line, Reports);
  bool AnyFinding = any_of(Reports, [&](const FileReport &Report) {
    return any_of(Report.Findings, [&](const Finding &F) {
      return F.Level != Severity::Remark &&
             !(Line.Fix && F.Array && Report.Layouts[*F.Array].Fix);
    });
  });
  return AnyError ? Failed : AnyFinding ? Findings : Nothing;
}

} // namespace

int main(int Argc, const char **Argv) {
  InitLLVM Init(Argc, Argv);
  if (Argc > 1 && StringRef(Argv[1]) == "model")
    return runModelCommand(ArrayRef(Argv + 2, Argv + Argc));
  if (Argc > 1 && StringRef(Argv[1]) == "solve")
    return runSolveCommand(ArrayRef(Argv + 2, Argv + Argc));

  std::vector<const char *> Args(Argv, Argv + Argc);
  bool HasFixedFlags = false;
  std::vector<std::string> FixedFlags = takeFixedFlags(Args, HasFixedFlags);
  dropForeignOptions();
  CommandLine Line;
  cl::HideUnrelatedOptions(Line.Category);
  cl::SetVersionPrinter([](raw_ostream &OS) {
    OS << "warplint " WARPLINT_VERSION "\n  LLVM " LLVM_VERSION_STRING "\n";
  });
  std::string Errors;
  raw_string_ostream ErrorStream(Errors);
  if (!cl::ParseCommandLineOptions(
          Args.size(), Args.data(),
          "warplint: what each shared-memory access of a CUDA kernel costs a "
          "warp\n\n"
          "usage: warplint [options] file.cu... [-p builddir] [-- flags]\n"
          "       warplint model [options]   (see docs/model.md)\n"
          "       warplint solve [options]   (see docs/solve.md)\n\n"
          "exit codes: 0 nothing found, 1 findings, 2 source or option error\n",
          &ErrorStream)) {
    errs() << Errors;
    return Failed;
  }
  if (Line.Files.empty() && Line.Explain.empty()) {
    error() << "no input files; see warplint --help\n";
    return Failed;
  }
  return lint(Line, std::move(FixedFlags), HasFixedFlags);
}
