//===- Session.cpp - From files to what became of them --------------------===//

#include "warplint/Session/Session.h"
#include "Checks/EmbeddedFiles.h"
#include "Checks/Expectations.h"
#include "Checks/IncompleteFile.h"
#include "Messages.h"
#include "SameModules.h"
#include "SpareProcess.h"
#include "warplint/Checks/CheckTable.h"
#include "warplint/Frontend/Architecture.h"
#include "warplint/Kernel/PtxSource.h"
#include "warplint/MachineCode/Fatbin.h"
#include "warplint/Select/Selection.h"
#include "warplint/Support/Archive.h"
#include "warplint/Support/ChildProcess.h"
#include "warplint/Support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <cstdlib>

using namespace llvm;

namespace warplint {

Session::Session(SessionOptions Given, CommandSource Source,
                 IntrusiveRefCntPtr<vfs::FileSystem> Below)
    : Options(std::move(Given)), Commands(std::move(Source)),
      FS(std::move(Below)), Configs(FS, allChecks(), valueProblem),
      Cache(Options.UseCache ? cacheFolder() : ""),
      Today(FS, [this](StringRef Question) { return answerTo(Question); }),
      Preambles(Cache.folder(), FS, Today),
      Files(traced(RepositoryTrace), Options.Root, FS),
      Elsewhere({[this](StringRef File) {
                   UsesElsewhere = true;
                   std::string Asked = ("beside\n" + File).str();
                   ElsewhereTrace.note(Question::Other, Asked, answerTo(Asked));
                   return filesBeside(File);
                 },
                 [this](StringRef File) {
                   UsesElsewhere = true;
                   std::string Asked = ("sources\n" + File).str();
                   ElsewhereTrace.note(Question::Other, Asked, answerTo(Asked));
                   return sourcesBeside(File);
                 },
                 [this](StringRef File) {
                   std::string Asked = ("command\n" + File).str();
                   ElsewhereTrace.note(Question::Other, Asked, answerTo(Asked));
                   return commandsFor(File);
                 },
                 [this](const DeviceCommand &Command, auto Read, auto Holds) {
                   return keptLaunches(Command, Read, Holds);
                 }},
                otherFiles(), tracedFiles(FS, ElsewhereTrace, Cache.folder())),
      ModuleProofs("", ""), Modules(std::make_unique<SameModules>()) {}

/// What nvcc makes of \p File. What it reads is read through \p Traced, too, so
/// that the result is known to rest on it.
Expected<MachineCode> Session::compile(const PreparedFile &File,
                                       ArrayRef<EditedFile> Edited,
                                       vfs::FileSystem &Traced) const {
  if (!Compiler)
    return createStringError(CompilerProblem);
  if (Error E = Compiler->checkOutside(File.In.File, *FS))
    return std::move(E);
  Expected<Nvcc::Outcome> Made = Compiler->compile(File.Command, Edited);
  if (!Made)
    return createStringError(
        Compiler->name() + " cannot compile it: " + toString(Made.takeError()));
  for (const std::string &Read : Made->Read)
    (void)Traced.getBufferForFile(Read);
  return std::move(Made->Code);
}

/// The file system; notes what it is asked where results are kept.
IntrusiveRefCntPtr<vfs::FileSystem> Session::traced(FileTrace &Trace) {
  return keepsOutcomes() ? tracedFiles(FS, Trace, Cache.folder()) : FS;
}

std::optional<FileOutcome> Session::recall(const PreparedFile &File) {
  if (!File.isReady() || !keepsOutcomes())
    return std::nullopt;
  std::optional<std::string> Kept = Cache.find(File.CacheKey, Today);
  if (!Kept)
    return std::nullopt;
  StringRef Bytes = *Kept;
  std::optional<FileOutcome> Outcome = readValue<FileOutcome>(Bytes);
  if (Outcome && Options.Verbose)
    Outcome->Said +=
        "warplint: " + printable(File.In.File) + ": result from the cache\n";
  return Outcome;
}

void Session::remember(const PreparedFile &File, const FileOutcome &Outcome,
                       const FileTrace &Own, bool UsesRepository) {
  FileTrace All = Own;
  if (UsesRepository || UsesElsewhere)
    All.add(RepositoryTrace);
  if (UsesElsewhere)
    All.add(ElsewhereTrace);
  // The launches of this file may be asked for by others.
  ElsewhereTrace.add(Own);
  std::string Bytes;
  writeValue(Bytes, Outcome);
  Cache.keep(File.CacheKey, All, Bytes);
}

/// What .warplint has no key for.
AnalysisOptions Session::baseOptions() {
  AnalysisOptions Base;
  Base.SearchLayouts = !Options.Explain;
  Base.Fix = Options.Fix;
  Base.ProvesFix = Options.ProvesFix;
  Base.Explain = Options.Explain;
  Base.Cost = Options.Cost;
  Base.Parse.Color = Options.Color;
  Base.Parse.Strict = Options.Strict;
  Base.Parse.DeclareMissing = Options.DeclareMissing;
  Base.Parse.Files = &Files;
  Base.Elsewhere = &Elsewhere;
  return Base;
}

Expected<std::unique_ptr<Session>>
Session::create(SessionOptions Options, CommandSource Commands,
                IntrusiveRefCntPtr<vfs::FileSystem> FS) {
  std::unique_ptr<Session> Made(
      new Session(std::move(Options), std::move(Commands), std::move(FS)));
  Expected<FileSettings> Alone =
      settingsOf(Made->Options.Given, Made->baseOptions());
  if (!Alone)
    return Alone.takeError();
  Made->Alone = std::move(*Alone);
  if (Made->Options.Issued == IssueSource::Nvcc) {
    Expected<Nvcc> Found = Nvcc::find(Made->Options.CudaPath, *Made->FS);
    if (Found)
      Made->Compiler = std::move(*Found);
    else
      Made->CompilerProblem = toString(Found.takeError());
  }
  if (Made->Options.HasThreads) {
    if (!hasOneThread())
      return createStringError("the program has threads already");
    Made->Spare = std::make_unique<SpareProcess>(
        [S = Made.get()](StringRef Request) { return S->lintInCopy(Request); });
  }
  return Made;
}

Session::~Session() = default;

Expected<Config> Session::configFor(StringRef File) {
  Expected<Config> OfFile = Options.ConfigFile.empty()
                                ? Configs.configFor(File)
                                : Configs.read(Options.ConfigFile);
  if (!OfFile)
    return OfFile.takeError();
  Config All = overridden(std::move(*OfFile), Options.Given);
  if (Options.IsSelectedElsewhere) {
    All.Checks = Options.Given.Checks;
    All.WarningsAsErrors.reset();
    All.HeaderFilterRegex.reset();
  }
  return All;
}

/// How commands are translated for a file whose own command is \p Raw.
Expected<CommandOptions> Session::optionsOf(const RawCommand &Raw,
                                            StringRef Arch) const {
  CommandOptions Result;
  Result.Arch = Arch.str();
  if (Error E = findToolkitOf(Raw.Arguments, Options.CudaPath, *FS, Result))
    return E;
  return Result;
}

RawCommand Session::rawCommandFor(const Input &In) const {
  return Options.CommandFor ? Options.CommandFor(In, Commands)
                            : Commands.commandFor(In.File);
}

/// Empty where \p File is a source that can be opened.
static std::string whyUnreadable(StringRef File, vfs::FileSystem &FS) {
  ErrorOr<vfs::Status> Status = FS.status(File);
  if (!Status)
    return Status.getError() == std::errc::no_such_file_or_directory
               ? "no such file"
               : Status.getError().message();
  if (Status->isDirectory())
    return "is a directory without CUDA C++ or PTX";
  auto Opened = FS.openFileForRead(File);
  return Opened ? "" : Opened.getError().message();
}

/// Variables that Clang's driver and nvcc read folders and options from.
static constexpr StringLiteral Variables[] = {
    "CPATH",
    "C_INCLUDE_PATH",
    "CPLUS_INCLUDE_PATH",
    "COMPILER_PATH",
    "LIBRARY_PATH",
    "CCC_OVERRIDE_OPTIONS",
    "NVCC_APPEND_FLAGS",
    "NVCC_CCBIN",
    "NVCC_PREPEND_FLAGS",
    "CLANG_CONFIG_FILE_SYSTEM_DIR",
    "CLANG_CONFIG_FILE_USER_DIR",
    "SOURCE_DATE_EPOCH",
    "HOME",
};

/// All that a result rests on and that is known before a source is read: the
/// program, the options of the session, the settings, the command, and what the
/// environment tells Clang.
static std::string cacheKeyOf(const SessionOptions &Options, const Input &In,
                              const DeviceCommand &Command,
                              const Config &Settings) {
  std::string Key;
  auto Add = [&](StringRef Part) { writeText(Key, Part); };
  Add(programIdentity());
  SmallString<256> Current;
  (void)sys::fs::current_path(Current);
  Add(Current);
  Add(In.File);
  Add(In.Like);
  Add(Options.Key);
  std::string Text;
  raw_string_ostream Out(Text);
  Config Relevant = Settings;
  Relevant.Baseline.reset(); // As --baseline.
  printConfig(Out, Relevant);
  Add(Text);
  for (const std::string &Condition : Settings.Assume)
    Add(assumingOption(Settings, Condition)); // As notes name it.
  Add(Command.File);
  Add(Command.Arch);
  Add(join(Command.Arguments, "\n"));
  for (StringRef Name : Variables) {
    const char *Value = std::getenv(Name.data());
    Add(Value ? "=" + std::string(Value) : "");
  }
  Add(Options.Color ? "colour" : "");
  Add(sys::Process::StandardErrHasColors() ? "colour" : "");
  return Key;
}

/// Nothing compiles a module but for the GPU that it names.
static DeviceCommand commandOfPtx(StringRef File, StringRef Arch,
                                  vfs::FileSystem &FS) {
  DeviceCommand Command;
  Command.File = File.str();
  std::string Said = Arch.str();
  if (auto Text = FS.getBufferForFile(File); Text && Said.empty()) {
    if (isPtxFile(File))
      Said = architectureOfPtx((*Text)->getBuffer());
    else if (auto Modules = ptxIn((*Text)->getBuffer()))
      Said = architectureOfPtx(Modules->front());
    else
      consumeError(Modules.takeError()); // Reported by the analysis.
  }
  Command.Arch = parseGpuArch(Said).value_or(DefaultGpuArch).name();
  return Command;
}

/// Of a module of PTX, or a file that contains some: no compiler is asked.
void Session::prepareModule(PreparedFile &File, const Config &Governing) {
  const Input &In = File.In;
  File.Command = commandOfPtx(In.File, File.Settings.Arch, *FS);
  if (!isPtxFile(In.File))
    return;
  DeviceCommand Alone = File.Command;
  Alone.File = sys::path::filename(In.File).str();
  File.ModuleKey = cacheKeyOf(Options, {Alone.File, ""}, Alone, Governing);
}

/// The command of a source, and what is to be said of it.
Error Session::prepareSource(PreparedFile &File, Messages &Says) {
  const Input &In = File.In;
  RawCommand Raw = rawCommandFor(In);
  File.FoundDatabase = Raw.FoundIn;
  File.Warning = Raw.Warning;
  if (!Raw.Warning.empty())
    Says.warning() << Raw.Warning << '\n';
  Expected<CommandOptions> Translated = optionsOf(Raw, File.Settings.Arch);
  if (!Translated)
    return Translated.takeError();
  File.Command =
      translateCommand(Raw.Arguments, In.File, Raw.Directory, *Translated, *FS);
  for (const RawCommand &Other : Raw.Others) {
    const DeviceCommand Also = translateCommand(
        Other.Arguments, In.File, Other.Directory, *Translated, *FS);
    if (Also.Arguments == File.Command.Arguments)
      continue;
    sayOtherCommand(In.File, File.Command, Also, Says);
    break;
  }
  if (Options.Verbose)
    sayCommand(Raw, *Translated, File.Command, Says);
  if (Options.Verbose && Compiler)
    Says.text() << "warplint: " << printable(In.File) << ": compiled by "
                << Compiler->path() << '\n';
  return Error::success();
}

PreparedFile Session::prepare(const Input &In) {
  PreparedFile Result;
  Result.In = In;
  Messages Says;
  auto Fail = [&](const Twine &Why) {
    Result.Problem = Why.str();
    Says.error() << Why << '\n';
    Result.Said = Says.take();
    return Result;
  };
  Expected<Config> Governing = configFor(In.File);
  if (!Governing)
    return Fail(toString(Governing.takeError()));
  Expected<FileSettings> Settings = settingsOf(*Governing, baseOptions());
  if (!Settings)
    return Fail(toString(Settings.takeError()));
  Result.Settings = std::move(*Settings);
  Result.Settings.Shown.Lines = Options.Lines;
  if (Options.ConfigFile.empty())
    Result.FoundSettings = Governing->Files;
  if (std::string Why = whyUnreadable(In.File, *FS); !Why.empty())
    return Fail("cannot read '" + printable(In.File) + "': " + Why);
  const bool IsModule = isPtxFile(In.File) || isPtxContainer(In.File);
  if (IsModule)
    prepareModule(Result, *Governing);
  else if (Error Why = prepareSource(Result, Says))
    return Fail(toString(std::move(Why)));
  Result.Said = Says.take();
  if (Cache.isOn())
    Result.CacheKey = cacheKeyOf(Options, In, Result.Command, *Governing);
  if (Cache.isOn() && Options.Issued == IssueSource::Nvcc && !IsModule)
    Result.CacheKey += (Compiler ? Compiler->identity() : "") + "\n" +
                       join(Result.Command.ForNvcc, "\n");
  return Result;
}

/// What standard error says of a file.
void Session::say(const FileReport &Report, Messages &Says) {
  if (Options.Verbose)
    sayRemedies(Report, Says);
  bool IsLost = Report.Kernels.empty() && Report.Omitted.empty();
  std::vector<CompilerError> Shown;
  if (IsLost) // Most other errors of a file without its headers follow from that.
    copy_if(Report.ParseErrors, std::back_inserter(Shown),
            [](const CompilerError &E) { return E.LacksHeader; });
  if (Options.ShowParseErrors || Options.Strict || (IsLost && Shown.empty()))
    Shown = Report.ParseErrors;
  Says.text() << textOf(Shown);
  if (Shown.size() != Report.ParseErrors.size())
    sayCoverage(Report, /*NamesHeader=*/Shown.empty(), Says);
  sayOmitted(Report, Options.Verbose, Says);
}

FileReport Session::analyzeModule(const PreparedFile &File,
                                  vfs::FileSystem &Traced, FileTrace &Own,
                                  function_ref<FileReport()> Analyze) {
  std::string Key = File.ModuleKey;
  for (const std::string &Path : {File.In.File, factsBeside(File.In.File)}) {
    auto Text = Traced.getBufferForFile(Path);
    writeText(Key, Text ? hashOf((*Text)->getBuffer()) : "");
  }
  return Modules->report(Key, File.In.File, Own, Analyze);
}

FileOutcome Session::lintHere(const PreparedFile &File,
                              std::optional<FixStyle> Style, bool &LacksProcess,
                              bool *IsWhole) {
  FileOutcome Outcome;
  AnalysisOptions Wanted = File.Settings.Analysis;
  if (IsWhole)
    Wanted.MayCompileHost = [&] { return *IsWhole = false; };
  if (Style)
    Wanted.Fix = Style;
  Wanted.Parse.Templates.MayCopyProcess = [&] {
    LacksProcess |= !hasOneThread();
    return !LacksProcess;
  };
  FileTrace Own;
  auto Traced = traced(Own);
  Wanted.Parse.Definitions = [&](StringRef Folder, StringRef Macro) {
    std::string Asked = ("macro\n" + Folder + "\n" + Macro).str();
    Own.note(Question::Other, Asked, answerTo(Asked));
    return Files.definitions(Folder, Macro);
  };
  unsigned Lookups = Files.lookups();
  UsesElsewhere = false;
  // Edited files are analysed again, and most of them is what it was.
  if (Wanted.Fix)
    Preambles.keepHere();
  PreambleCache::View Compiled(Preambles, Own);
  Wanted.Parse.Preambles = &Compiled;
  const bool IsModule = !File.ModuleKey.empty();
  ProofCache OfFile(IsModule ? "" : Cache.folder(), File.CacheKey);
  ProofCache &Proofs = IsModule ? ModuleProofs : OfFile;
  if (IsModule || Cache.isOn() || Wanted.Fix)
    Wanted.Proofs = &Proofs;
  if (Options.Issued == IssueSource::Nvcc)
    Wanted.Compile = [&](ArrayRef<EditedFile> Edited) {
      return compile(File, Edited, *Traced);
    };
  auto Analyze = [&] { return analyzeFile(File.Command, Traced, Wanted); };
  FileReport Report = IsModule && !Style
                          ? analyzeModule(File, *Traced, Own, Analyze)
                          : Analyze();
  Proofs.save();
  if (Options.ReportOmitted)
    reportOmitted(Report);
  SourceLines Sources(Traced);
  addSourceLines(Report, Sources);
  selectFindings(Report, File.Settings.Shown, Sources);
  Messages Says;
  if (Options.Verbose && Compiled.isUsed())
    Says.text() << "warplint: " << printable(File.In.File)
                << ": used precompiled headers of the toolkit"
                << (Compiled.isOwnUsed() ? " and its own\n" : "\n");
  if (Options.Verbose && Proofs.found())
    Says.text() << "warplint: " << printable(File.In.File) << ": "
                << Proofs.found() << " of " << Proofs.used()
                << " proofs came from the cache\n";
  say(Report, Says);
  Outcome.Said = Says.take();
  Outcome.Report = std::move(Report);
  // What nvcc would have to read that it does not find is not known.
  bool IsTraced = Outcome.Report->CompilerProblem.empty();
  if (keepsOutcomes() && !Style && !LacksProcess && IsTraced &&
      (!IsWhole || *IsWhole))
    remember(File, Outcome, Own, Files.lookups() != Lookups);
  return Outcome;
}

namespace {

/// What a copy of the process is asked for.
struct CopyRequest {
  Input In;
  std::optional<FixStyle> Style;
};

} // namespace

/// In a copy of this process, which has one thread.
std::string Session::lintInCopy(StringRef Request) {
  std::string Bytes;
  std::optional<CopyRequest> Asked = readValue<CopyRequest>(Request);
  if (!Asked)
    return Bytes;
  PreparedFile File = prepare(Asked->In);
  bool LacksProcess = false;
  if (File.isReady())
    writeValue(Bytes, lintHere(File, Asked->Style, LacksProcess));
  return Bytes;
}

FileOutcome Session::lint(const PreparedFile &File,
                          std::optional<FixStyle> Style) {
  if (!File.isReady())
    return {};
  bool LacksProcess = false;
  FileOutcome Here = lintHere(File, Style, LacksProcess);
  if (!LacksProcess || !Spare)
    return Here;
  std::string Request;
  writeValue(Request, CopyRequest{File.In, Style});
  std::optional<std::string> Answer = Spare->ask(Request);
  StringRef Bytes = Answer ? StringRef(*Answer) : StringRef();
  std::optional<FileOutcome> Outcome = readValue<FileOutcome>(Bytes);
  return Outcome ? std::move(*Outcome) : std::move(Here);
}

FileOutcome Session::lintDeviceSide(const PreparedFile &File, bool &IsWhole) {
  IsWhole = true;
  bool LacksProcess = false;
  FileOutcome Outcome =
      File.isReady() ? lintHere(File, std::nullopt, LacksProcess, &IsWhole)
                     : FileOutcome();
  IsWhole &= !LacksProcess;
  if (!IsWhole && Outcome.Report)
    erase_if(Outcome.Report->Findings, [](const Finding &F) {
      return F.Check == ExpectationCheck || F.Check == NolintCheck;
    });
  return Outcome;
}

} // namespace warplint
