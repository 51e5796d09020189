//===- SharedAnalysis.cpp - One analysis for all checks -------------------===//

#include "SharedAnalysis.h"
#include "warplint/Cache/PreambleCache.h"
#include "warplint/Cache/ProofCache.h"
#include "warplint/Cache/ResultCache.h"
#include "warplint/Checks/AnalyzeFile.h"
#include "warplint/Checks/CheckTable.h"
#include "warplint/Frontend/Database.h"
#include "warplint/Frontend/Repository.h"
#include "warplint/Frontend/Toolkit.h"
#include "warplint/Select/Baseline.h"
#include "warplint/Select/Selection.h"
#include "warplint/Session/FileSettings.h"
#include "warplint/Support/PlainFiles.h"
#include "warplint/Support/SearchUp.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace warplint {

/// What is the same for all files that are built from one database.
class SharedAnalysis::Session {
public:
  static Expected<std::unique_ptr<Session>>
  create(const IntrusiveRefCntPtr<vfs::FileSystem> &FS,
         const TidyCommandLine &Line, std::string BuildPath,
         const TidyOptions &Options);

  bool isFor(StringRef OtherBuildPath, const TidyOptions &Options) const {
    return BuildPath == OtherBuildPath && CudaPath == Options.CudaPath &&
           Root == Options.Root;
  }

  Expected<FileReport> analyze(StringRef File, const TidyOptions &Options,
                               bool SystemHeaders);

private:
  Session(const IntrusiveRefCntPtr<vfs::FileSystem> &FS,
          const TidyCommandLine &Line, std::string BuildPath,
          const TidyOptions &Options, CommandSource Commands);

  RawCommand commandOf(StringRef File) const;
  Expected<DeviceCommand> translated(StringRef File, StringRef Arch);
  std::optional<DeviceCommand> launchCommand(StringRef File);
  Expected<Config> configFor(StringRef File, bool SystemHeaders);
  Expected<FileSettings> settingsFor(const Config &Governing);
  FileReport analyze(const DeviceCommand &Command, const Config &Governing,
                     AnalysisOptions Options);
  Error hideKnown(FileReport &Report, StringRef Named) const;

  IntrusiveRefCntPtr<vfs::FileSystem> FS;
  const TidyCommandLine &Line;
  std::string BuildPath, CudaPath, Root;
  /// Of the file that is at work.
  TidyOptions Wanted;
  CommandSource Commands;
  ConfigFiles Configs;
  /// Compiled headers and proofs are kept between processes, as by the program
  /// warplint. What they rest on is asked anew; nobody asks for the traces.
  ResultCache Cache{cacheFolder()};
  FileAnswers Today;
  PreambleCache Preambles;
  FileTrace Trace;
  PreambleCache::View Compiled{Preambles, Trace};
  Repository Files;
  ProjectLaunches Elsewhere;
};

static ParseOptions parseOptions(Repository &Files, PreambleStore &Preambles) {
  ParseOptions Parse;
  Parse.Files = &Files;
  Parse.Preambles = &Preambles;
  return Parse;
}

SharedAnalysis::Session::Session(const IntrusiveRefCntPtr<vfs::FileSystem> &FS,
                                 const TidyCommandLine &Line,
                                 std::string BuildPath,
                                 const TidyOptions &Options,
                                 CommandSource Commands)
    : FS(FS), Line(Line), BuildPath(std::move(BuildPath)),
      CudaPath(Options.CudaPath), Root(Options.Root),
      Commands(std::move(Commands)), Configs(FS, allChecks(), valueProblem),
      Today(FS, nullptr), Preambles(Cache.folder(), FS, Today), Files(FS, Root),
      Elsewhere(
          {[this](StringRef File) { return this->Commands.filesBeside(File); },
           [this](StringRef File) { return launchCommand(File); }},
          parseOptions(Files, Compiled), FS) {
  Cache.prune();
}

Expected<std::unique_ptr<SharedAnalysis::Session>>
SharedAnalysis::Session::create(const IntrusiveRefCntPtr<vfs::FileSystem> &FS,
                                const TidyCommandLine &Line,
                                std::string BuildPath,
                                const TidyOptions &Options) {
  std::vector<std::string> Flags;
  bool HasFlags = BuildPath.empty() && Line.FixedFlags;
  if (HasFlags) {
    Flags = Line.ExtraBefore;
    append_range(Flags, *Line.FixedFlags);
    append_range(Flags, Line.Extra);
  }
  auto Commands =
      CommandSource::create(BuildPath, std::move(Flags), HasFlags, FS);
  if (!Commands)
    return Commands.takeError();
  return std::unique_ptr<Session>(new Session(FS, Line, std::move(BuildPath),
                                              Options, std::move(*Commands)));
}

RawCommand SharedAnalysis::Session::commandOf(StringRef File) const {
  RawCommand Raw = Commands.commandFor(File);
  if (!BuildPath.empty() || !Line.FixedFlags)
    Raw.Arguments = withExtraArguments(std::move(Raw.Arguments),
                                       Line.ExtraBefore, Line.Extra);
  Raw.Arguments = withExtraArguments(std::move(Raw.Arguments),
                                     Wanted.ExtraBefore, Wanted.Extra);
  erase_if(Raw.Arguments, [&](const std::string &Argument) {
    return is_contained(Wanted.Removed, Argument);
  });
  return Raw;
}

Expected<DeviceCommand> SharedAnalysis::Session::translated(StringRef File,
                                                            StringRef Arch) {
  RawCommand Raw = commandOf(File);
  if (!Raw.Warning.empty())
    return createStringError(Raw.Warning);
  CommandOptions Options;
  Options.Arch = Arch.str();
  if (!needsNoToolkit(Raw.Arguments)) {
    auto Found = findToolkit(CudaPath, *FS, toolkitOfCommand(Raw.Arguments));
    if (!Found)
      return Found.takeError();
    Options.Cuda = std::move(*Found);
  }
  return translateCommand(Raw.Arguments, File, Raw.Directory, Options, *FS);
}

std::optional<DeviceCommand>
SharedAnalysis::Session::launchCommand(StringRef File) {
  Expected<DeviceCommand> Command = translated(File, "");
  if (Command)
    return std::move(*Command);
  consumeError(Command.takeError());
  return std::nullopt;
}

/// The nearest .warplint, with what .clang-tidy says before it. The checks, and
/// the files and lines whose findings are shown, are clang-tidy's matter.
Expected<Config> SharedAnalysis::Session::configFor(StringRef File,
                                                    bool SystemHeaders) {
  Expected<Config> OfFile = Configs.configFor(File);
  if (!OfFile)
    return OfFile.takeError();
  Config All = mergeConfigs(std::move(*OfFile), Wanted.Said);
  All.Checks.reset();
  All.WarningsAsErrors.reset();
  All.HeaderFilterRegex.reset();
  All.SystemHeaders = SystemHeaders;
  return All;
}

Expected<FileSettings>
SharedAnalysis::Session::settingsFor(const Config &Governing) {
  AnalysisOptions Base;
  Base.Parse = parseOptions(Files, Compiled);
  Base.Elsewhere = &Elsewhere;
  if (Wanted.Fixes)
    Base.Fix = FixStyle::Expression;
  return settingsOf(Governing, Base);
}

/// What the program says on standard error: a kernel that nobody looked at must
/// not pass for clean.
static void reportOmitted(FileReport &Report) {
  for (const LeftOut &Out : Report.Omitted) {
    if (Out.OnRequest)
      continue;
    Finding F;
    F.Check = "warplint-incomplete-file";
    F.Level = Severity::Remark;
    F.Where = Out.Where;
    if (!F.Where.isValid())
      F.Where.File = Report.File;
    F.Message = "'" + Out.Name + "' is not analysed: " + Out.Why;
    Report.Findings.push_back(std::move(F));
  }
}

/// Proofs of an earlier run are taken from it.
FileReport SharedAnalysis::Session::analyze(const DeviceCommand &Command,
                                            const Config &Governing,
                                            AnalysisOptions Options) {
  std::string Key = programIdentity() + "\nclang-tidy\n" + Command.File + "\n" +
                    Command.Arch + "\n" + join(Command.Arguments, "\n") + "\n";
  raw_string_ostream Out(Key);
  Out << Wanted.Fixes << '\n' << Root << '\n';
  printConfig(Out, Governing);
  ProofCache Proofs(Cache.folder(), std::move(Key));
  if (Cache.isOn())
    Options.Proofs = &Proofs;
  FileReport Report = analyzeFile(Command, FS, Options);
  Proofs.save();
  return Report;
}

Expected<FileReport>
SharedAnalysis::Session::analyze(StringRef File, const TidyOptions &Options,
                                 bool SystemHeaders) {
  Wanted = Options;
  Expected<Config> Governing = configFor(File, SystemHeaders);
  if (!Governing)
    return Governing.takeError();
  Expected<FileSettings> Settings = settingsFor(*Governing);
  if (!Settings)
    return Settings.takeError();
  Expected<DeviceCommand> Command = translated(File, Settings->Arch);
  if (!Command)
    return Command.takeError();
  FileReport Report = analyze(*Command, *Governing, Settings->Analysis);
  if (Report.Kernels.empty() && Report.Omitted.empty() && Report.HadErrors)
    return createStringError("the file could not be parsed for the device:\n" +
                             StringRef(Report.ParseErrors).rtrim());
  reportOmitted(Report);
  SourceLines Lines(FS);
  addSourceLines(Report, Lines);
  selectFindings(Report, Settings->Shown, Lines);
  if (Error E = hideKnown(Report, Settings->Baseline))
    return std::move(E);
  return Report;
}

/// The baseline that .warplint names, from the start for each file: clang-tidy
/// tells what several files have in a header once.
Error SharedAnalysis::Session::hideKnown(FileReport &Report,
                                         StringRef Named) const {
  if (Named.empty())
    return Error::success();
  Expected<Baseline> Known = Baseline::read(Named);
  if (!Known)
    return Known.takeError();
  // clang-tidy has another current folder than the report.
  for (Finding &F : Report.Findings) {
    SmallString<256> Path(F.Where.File);
    if (!Path.empty() && !FS->makeAbsolute(Path))
      F.Where.File = Path.str().str();
  }
  Known->holdBack(Report);
  return Error::success();
}

SharedAnalysis::SharedAnalysis()
    // With a current folder of its own: clang-tidy goes to the folder of each
    // build command.
    : FS(onlyPlainFiles(vfs::createPhysicalFileSystem())),
      Line(tidyCommandLineOfProcess()) {}

SharedAnalysis::~SharedAnalysis() = default;

std::string SharedAnalysis::absolute(StringRef File) const {
  SmallString<256> Path(File);
  (void)FS->makeAbsolute(Path);
  return Path.str().str();
}

/// Two analyses with the same key give the same report.
static std::string keyOf(StringRef File, StringRef BuildPath,
                         const TidyOptions &Options, bool SystemHeaders) {
  std::string Key;
  raw_string_ostream Out(Key);
  Out << File << '\n'
      << BuildPath << '\n'
      << Options.CudaPath << '\n'
      << Options.Root << '\n'
      << Options.Fixes << SystemHeaders << '\n';
  for (const auto *List :
       {&Options.ExtraBefore, &Options.Extra, &Options.Removed})
    Out << join(*List, "\n") << "\n\n";
  printConfig(Out, Options.Said);
  return Key;
}

/// The nearest folder from \p Folder upwards with a database that a search
/// takes, or nothing.
static std::string searchedFolder(StringRef Folder, vfs::FileSystem &FS) {
  for (StringRef At = Folder; !At.empty(); At = nextFolderUp(At, FS)) {
    ErrorOr<vfs::Status> Status = FS.status(At + "/compile_commands.json");
    if (Status && isOwnersFile(*Status, At, FS))
      return At.str();
  }
  return {};
}

/// As clang-tidy looks: -p, else the folders above the file; and where these
/// have nothing, since it looks above the first file of its command line for
/// all of them, those above the folder of the build command.
std::string SharedAnalysis::buildPathFor(StringRef File,
                                         StringRef BuildDirectory,
                                         const TidyOptions &Options) const {
  if (!Options.BuildPath.empty())
    return Options.BuildPath;
  if (Line.FixedFlags)
    return {};
  if (!Line.BuildPath.empty())
    return databaseFolder(absolute(Line.BuildPath));
  for (StringRef From : {sys::path::parent_path(File), BuildDirectory})
    if (std::string Found = searchedFolder(absolute(From), *FS); !Found.empty())
      return Found;
  return {};
}

std::shared_ptr<const TidyReport>
SharedAnalysis::reportFor(StringRef File, StringRef BuildDirectory,
                          const TidyOptions &Options, bool SystemHeaders) {
  std::lock_guard Lock(Mutex);
  std::string BuildPath = buildPathFor(File, BuildDirectory, Options);
  std::string Key = keyOf(File, BuildPath, Options, SystemHeaders);
  if (Last && LastKey == Key)
    return Last;
  auto Made = std::make_shared<TidyReport>();
  auto Fail = [&](Error E) { Made->Problem = toString(std::move(E)); };
  if (!Current || !Current->isFor(BuildPath, Options)) {
    auto Created = Session::create(FS, Line, BuildPath, Options);
    Current = Created ? std::move(*Created) : nullptr;
    if (!Created)
      Fail(Created.takeError());
  }
  if (Current) {
    Expected<FileReport> Report =
        Current->analyze(File, Options, SystemHeaders);
    if (Report)
      Made->Report = std::move(*Report);
    else
      Fail(Report.takeError());
  }
  LastKey = std::move(Key);
  Last = std::move(Made);
  return Last;
}

} // namespace warplint
