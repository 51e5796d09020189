//===- Run.cpp - From files to reports ------------------------------------===//

#include "Run.h"
#include "warplint/Checks/CheckTable.h"
#include "warplint/Frontend/Toolkit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace warplint {

Run::Run(const CommandLine &Line, CommandSource Commands)
    : Line(Line), Commands(std::move(Commands)), LineConfig(configOf(Line)),
      Configs(FS, checkIds()), Files(FS, Line.Root),
      Elsewhere({[this](StringRef File) { return filesBeside(File); },
                 [this](StringRef File) { return commandFor(File); }},
                otherFiles(), FS) {}

bool Run::readOptions() {
  Base.SearchLayouts = Line.Explain.empty();
  if (Line.Fix || !Line.ExportFixes.empty() || Line.Style.getNumOccurrences())
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

Expected<FileSettings> Run::settingsFor(StringRef File) {
  Expected<Config> C = configFor(File);
  if (!C)
    return C.takeError();
  Expected<FileSettings> Settings = settingsOf(*C, Base);
  if (Settings)
    Settings->Shown.Lines = Lines;
  return Settings;
}

/// How commands are translated for a file whose own command is \p Raw.
Expected<CommandOptions> Run::optionsOf(const RawCommand &Raw, StringRef Arch) {
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

std::optional<FileReport>
Run::analyze(StringRef File, const FileSettings &Settings, Messages &Says) {
  if (!sys::fs::exists(File) || sys::fs::is_directory(File)) {
    Says.error() << "cannot read '" << File << "': "
                 << (sys::fs::is_directory(File) ? "is a directory"
                                                 : "no such file")
                 << '\n';
    return std::nullopt;
  }
  RawCommand Raw = Commands.commandFor(File);
  if (!Raw.Warning.empty())
    Says.warning() << Raw.Warning << '\n';
  Expected<CommandOptions> CommandOptions = optionsOf(Raw, Settings.Arch);
  if (!CommandOptions) {
    Says.error() << toString(CommandOptions.takeError()) << '\n';
    return std::nullopt;
  }
  DeviceCommand Command = translateCommand(Raw.Arguments, File, Raw.Directory,
                                           *CommandOptions, *FS);
  if (Line.Verbose)
    sayCommand(Raw, *CommandOptions, Command, Says);
  FileReport Report = analyzeFile(Command, FS, Settings.Analysis);
  SourceLines Sources(FS);
  addSourceLines(Report, Sources);
  selectFindings(Report, Settings.Shown, Sources);
  if (Line.Verbose)
    sayRemedies(Report, Says);
  return Report;
}

/// How files are parsed for their launches alone.
ParseOptions Run::otherFiles() {
  ParseOptions Parse;
  Parse.Strict = Line.Strict;
  Parse.Files = &Files;
  return Parse;
}

/// The other files of \p File's build, or of this command line.
std::vector<std::string> Run::filesBeside(StringRef File) {
  std::vector<std::string> Files = Commands.filesBeside(File);
  for (const std::string &Other : Line.Files)
    if (!is_contained(Files, Other))
      Files.push_back(Other);
  return Files;
}

/// How a file is compiled that is parsed for its launches alone. What is wrong
/// with it is not said here.
std::optional<DeviceCommand> Run::commandFor(StringRef File) {
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
