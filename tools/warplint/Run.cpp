//===- Run.cpp - From files to reports ------------------------------------===//

#include "Run.h"
#include "CacheKey.h"
#include "warplint/Cache/ProofCache.h"
#include "warplint/Checks/CheckTable.h"
#include "warplint/Finding/FindingKeys.h"
#include "warplint/Frontend/Toolkit.h"
#include "warplint/Support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace warplint {

Run::Run(const CommandLine &Line, CommandSource Commands, OlderTree Older)
    : Line(Line), Commands(std::move(Commands)), Older(std::move(Older)),
      LineConfig(configOf(Line)), Configs(FS, allChecks(), valueProblem),
      Cache(Line.NoCache ? "" : cacheFolder()),
      Today(FS, [this](StringRef Question) { return answerTo(Question); }),
      Preambles(Cache.folder(), FS, Today),
      Files(traced(RepositoryTrace), Line.Root),
      Elsewhere({[this](StringRef File) {
                   UsesElsewhere = true;
                   std::string Asked = ("beside\n" + File).str();
                   ElsewhereTrace.note(Question::Other, Asked, answerTo(Asked));
                   return filesBeside(File);
                 },
                 [this](StringRef File) {
                   std::string Asked = ("command\n" + File).str();
                   ElsewhereTrace.note(Question::Other, Asked, answerTo(Asked));
                   return commandFor(File);
                 }},
                otherFiles(), traced(ElsewhereTrace)) {}

/// The file system; notes what it is asked where results are kept.
IntrusiveRefCntPtr<vfs::FileSystem> Run::traced(FileTrace &Trace) {
  if (!Cache.isOn())
    return FS;
  return makeIntrusiveRefCnt<TracingFileSystem>(FS, Trace, Cache.folder());
}

/// What of the build, and not of the file system, a result rests on.
std::string Run::answerTo(StringRef Question) const {
  auto [What, File] = Question.split('\n');
  if (!Cache.isOn())
    return "";
  if (What == "beside")
    return hashOf(join(filesBeside(File), "\n"));
  std::optional<DeviceCommand> Command = commandFor(File);
  return Command ? hashOf(Command->Arch + "\n" + join(Command->Arguments, "\n"))
                 : "";
}

std::optional<FileOutcome> Run::recall(const PreparedFile &File) {
  if (!File.IsReady)
    return std::nullopt;
  std::optional<std::string> Kept = Cache.find(File.CacheKey, Today);
  if (!Kept)
    return std::nullopt;
  StringRef Bytes = *Kept;
  std::optional<FileOutcome> Outcome = readOutcome(Bytes);
  if (Outcome && Line.Verbose)
    Outcome->Said += "warplint: " + printable(File.In.File) +
                     ": the result of an earlier run\n";
  return Outcome;
}

void Run::remember(const PreparedFile &File, const FileOutcome &Outcome,
                   const FileTrace &Own, bool UsesRepository) {
  FileTrace All = Own;
  if (UsesRepository || UsesElsewhere)
    All.add(RepositoryTrace);
  if (UsesElsewhere)
    All.add(ElsewhereTrace);
  // The launches of this file may be asked for by others.
  ElsewhereTrace.add(Own);
  std::string Bytes;
  writeOutcome(Bytes, Outcome);
  Cache.keep(File.CacheKey, All, Bytes);
}

bool Run::readOptions() {
  Base.SearchLayouts = Line.Explain.empty();
  if (Line.fixes() || !Line.ExportFixes.empty() ||
      Line.Style.getNumOccurrences())
    Base.Fix = Line.Style;
  Base.Explain = !Line.Explain.empty();
  Base.Parse.Color = Line.useColor();
  Base.Parse.Strict = Line.Strict;
  Base.Parse.Files = &Files;
  Base.Elsewhere = &Elsewhere;
  if (!Line.LineFilter.empty()) {
    Expected<LineFilter> Filter = LineFilter::parse(Line.LineFilter);
    if (!Filter) {
      error() << toString(Filter.takeError()) << '\n';
      return false;
    }
    Lines = std::move(*Filter);
  }
  Expected<FileSettings> Settings = settingsOf(LineConfig, Base);
  if (!Settings) {
    error() << toString(Settings.takeError()) << '\n';
    return false;
  }
  OfLine = std::move(*Settings);
  return true;
}

Expected<Config> Run::configFor(StringRef File) {
  Expected<Config> OfFile = Line.ConfigFile.empty()
                                ? Configs.configFor(File)
                                : Configs.read(Line.ConfigFile);
  if (!OfFile)
    return OfFile.takeError();
  return overridden(std::move(*OfFile), LineConfig);
}

/// How commands are translated for a file whose own command is \p Raw.
Expected<CommandOptions> Run::optionsOf(const RawCommand &Raw,
                                        StringRef Arch) const {
  CommandOptions Options;
  Options.Arch = Arch.str();
  if (needsNoToolkit(Raw.Arguments))
    return Options;
  auto Found = findToolkit(Line.CudaPath, *FS, toolkitOfCommand(Raw.Arguments));
  if (!Found)
    return Found.takeError();
  Options.Cuda = std::move(*Found);
  return Options;
}

RawCommand Run::rawCommandFor(const Input &In) const {
  return In.isOlder() ? Older.commandFor(In, Commands)
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
    return "is a directory";
  auto Opened = FS.openFileForRead(File);
  return Opened ? "" : Opened.getError().message();
}

PreparedFile Run::prepare(const Input &In) {
  PreparedFile Result;
  Result.In = In;
  Messages Says;
  auto Fail = [&](const Twine &Why) {
    Says.error() << Why << '\n';
    Result.Said = Says.take();
    return Result;
  };
  Expected<Config> Governing = configFor(In.File);
  if (!Governing)
    return Fail(toString(Governing.takeError()));
  Expected<FileSettings> Settings = settingsOf(*Governing, Base);
  if (!Settings)
    return Fail(toString(Settings.takeError()));
  Result.Settings = std::move(*Settings);
  Result.Settings.Shown.Lines = Lines;
  if (Line.ConfigFile.empty())
    Result.FoundSettings = Governing->Files;
  if (std::string Why = whyUnreadable(In.File, *FS); !Why.empty())
    return Fail("cannot read '" + printable(In.File) + "': " + Why);
  RawCommand Raw = rawCommandFor(In);
  Result.FoundDatabase = Raw.FoundIn;
  if (!Raw.Warning.empty())
    Says.warning() << Raw.Warning << '\n';
  Expected<CommandOptions> Options = optionsOf(Raw, Result.Settings.Arch);
  if (!Options)
    return Fail(toString(Options.takeError()));
  Result.Command =
      translateCommand(Raw.Arguments, In.File, Raw.Directory, *Options, *FS);
  if (Line.Verbose)
    sayCommand(Raw, *Options, Result.Command, Says);
  Result.Said = Says.take();
  Result.IsReady = true;
  if (Cache.isOn())
    Result.CacheKey = cacheKeyOf(Line, In, Result.Command, *Governing);
  return Result;
}

/// What standard error says of a file.
void Run::say(const FileReport &Report, Messages &Says) {
  if (Line.Verbose)
    sayRemedies(Report, Says);
  bool IsLost = Report.Kernels.empty() && Report.Omitted.empty();
  if (Line.ShowParseErrors || Line.Strict || IsLost)
    Says.text() << Report.ParseErrors;
  else
    sayCoverage(Report, Says);
  sayOmitted(Report, Line.Verbose, Says);
}

FileOutcome Run::lint(const PreparedFile &File, std::optional<FixStyle> Style) {
  FileOutcome Outcome;
  if (!File.IsReady)
    return Outcome;
  AnalysisOptions Options = File.Settings.Analysis;
  if (Style)
    Options.Fix = Style;
  FileTrace Own;
  auto Traced = traced(Own);
  unsigned Lookups = Files.lookups();
  UsesElsewhere = false;
  PreambleCache::View Compiled(Preambles, Own);
  Options.Parse.Preambles = &Compiled;
  ProofCache Proofs(Cache.folder(), File.CacheKey);
  if (Cache.isOn())
    Options.Proofs = &Proofs;
  FileReport Report = analyzeFile(File.Command, Traced, Options);
  Proofs.save();
  SourceLines Sources(Traced);
  addSourceLines(Report, Sources);
  selectFindings(Report, File.Settings.Shown, Sources);
  Messages Says;
  if (Line.Verbose && Compiled.isUsed())
    Says.text() << "warplint: " << printable(File.In.File)
                << ": behind compiled headers of the toolkit"
                << (Compiled.isOwnUsed() ? " and its own\n" : "\n");
  if (Line.Verbose && Proofs.found())
    Says.text() << "warplint: " << printable(File.In.File) << ": "
                << Proofs.found() << " of " << Proofs.used()
                << " proofs were kept\n";
  say(Report, Says);
  Outcome.Said = Says.take();
  Outcome.Report = std::move(Report);
  if (Cache.isOn() && !Style)
    remember(File, Outcome, Own, Files.lookups() != Lookups);
  return Outcome;
}

/// How files are parsed for their launches alone.
ParseOptions Run::otherFiles() {
  ParseOptions Parse;
  Parse.Strict = Line.Strict;
  Parse.Files = &Files;
  Parse.Preambles = &ElsewherePreambles;
  return Parse;
}

/// The other files of \p File's build, or of this command line, which names
/// them: places in them are told alike, whoever parses them.
std::vector<std::string> Run::filesBeside(StringRef File) const {
  std::vector<std::string> Files = Commands.filesBeside(File);
  for (const std::string &Named : Line.Files)
    llvm::replace(Files, absolutePath(Named), Named);
  for (const std::string &Other : Line.Files)
    if (!is_contained(Files, Other))
      Files.push_back(Other);
  return Files;
}

/// How a file is compiled that is parsed for its launches alone. What is wrong
/// with it is not said here.
std::optional<DeviceCommand> Run::commandFor(StringRef File) const {
  RawCommand Raw = Commands.commandFor(File);
  Expected<CommandOptions> CommandOptions = optionsOf(Raw, Line.Arch);
  if (!CommandOptions) {
    consumeError(CommandOptions.takeError());
    return std::nullopt;
  }
  return translateCommand(Raw.Arguments, File, Raw.Directory, *CommandOptions,
                          *FS);
}

} // namespace warplint
