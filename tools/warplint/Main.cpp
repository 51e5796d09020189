//===- Main.cpp - The warplint program ------------------------------------===//
//
// Exit codes: 0 nothing found, 1 findings, 2 a source or option error.
//
//===----------------------------------------------------------------------===//

#include "AssumeOption.h"
#include "BlockOption.h"
#include "ModelCommand.h"
#include "warplint/Checks/Analysis.h"
#include "warplint/Frontend/Architecture.h"
#include "warplint/Frontend/CompileCommand.h"
#include "warplint/Frontend/Database.h"
#include "warplint/Frontend/Toolkit.h"
#include "warplint/Report/ExplainReport.h"
#include "warplint/Report/JsonReport.h"
#include "warplint/Report/TextReport.h"
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
    Options.Explain = !Line.Explain.empty();
    Options.Parse.Color = Line.useColor();
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
    return analyzeFile(Command, FS, Options);
  }

private:
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

  const CommandLine &Line;
  CommandSource Commands;
  AnalysisOptions Options;
  IntrusiveRefCntPtr<vfs::FileSystem> FS = vfs::getRealFileSystem();
  ProjectLaunches Elsewhere{
      {[this](StringRef File) { return filesBeside(File); },
       [this](StringRef File) { return commandFor(File); }},
      {},
      FS};
};

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
  bool AnyError = false, AnyFinding = false;
  for (const std::string &File : Files) {
    std::optional<FileReport> Report = R.analyze(File);
    if (!Report) {
      AnyError = true;
      continue;
    }
    AnyError |=
        Report->HadErrors || any_of(Report->Findings, [](const Finding &F) {
          return F.Level == Severity::Error;
        });
    AnyFinding |= llvm::any_of(Report->Findings, [](const Finding &F) {
      return F.Level != Severity::Remark;
    });
    errs() << Report->ParseErrors;
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
  return AnyError ? Failed : AnyFinding ? Findings : Nothing;
}

} // namespace

int main(int Argc, const char **Argv) {
  InitLLVM Init(Argc, Argv);
  if (Argc > 1 && StringRef(Argv[1]) == "model")
    return runModelCommand(ArrayRef(Argv + 2, Argv + Argc));

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
          "       warplint model [options]   (see docs/model.md)\n\n"
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
