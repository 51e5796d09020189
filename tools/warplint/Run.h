//===- Run.h - From files to reports ----------------------------*- C++ -*-===//

#ifndef WARPLINT_TOOLS_RUN_H
#define WARPLINT_TOOLS_RUN_H

#include "CommandLine.h"
#include "FileOutcome.h"
#include "Messages.h"
#include "OlderTree.h"
#include "Settings.h"
#include "warplint/Cache/PreambleCache.h"
#include "warplint/Cache/ResultCache.h"
#include "warplint/Checks/AnalyzeFile.h"
#include "warplint/Frontend/Database.h"
#include "warplint/Frontend/Repository.h"
#include "warplint/Kernel/ProjectLaunches.h"

namespace warplint {

/// A file whose settings and command are known: its set-up, made anew in each
/// run. What is told of it is never kept.
struct PreparedFile {
  Input In;
  FileSettings Settings;
  DeviceCommand Command;
  std::string Said;
  /// The database and the settings that nobody named but that were found.
  /// Absolute.
  std::string FoundDatabase;
  std::vector<std::string> FoundSettings;
  /// Names everything that the analysis is given beside the text of files.
  std::string CacheKey;
  /// Else there is no command, and Said has the error.
  bool IsReady = false;
};

/// Everything that is the same for all files of a run.
class Run {
public:
  Run(const CommandLine &Line, CommandSource Commands, OlderTree Older);

  /// Reads the options of the command line. False when one is in error, which
  /// has been said.
  bool readOptions();

  /// What the command line alone says.
  const AnalysisOptions &options() const { return OfLine.Analysis; }

  /// What holds for one file, with its .warplint.
  llvm::Expected<Config> configFor(llvm::StringRef File);

  /// How \p In is to be linted.
  PreparedFile prepare(const Input &In);

  /// What an earlier run made of it, where that still holds.
  std::optional<FileOutcome> recall(const PreparedFile &File);

  /// Lints it. \p Style: how fixes are made, where not as was asked for.
  FileOutcome lint(const PreparedFile &File,
                   std::optional<FixStyle> Style = std::nullopt);

  /// For the end of a run.
  void pruneCache() const { Cache.prune(); }

private:
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> traced(FileTrace &Trace);
  void remember(const PreparedFile &File, const FileOutcome &Outcome,
                const FileTrace &Own, bool UsesRepository);
  std::string answerTo(llvm::StringRef Question) const;
  void say(const FileReport &Report, Messages &Says);
  ParseOptions otherFiles();
  std::vector<std::string> filesBeside(llvm::StringRef File) const;
  RawCommand rawCommandFor(const Input &In) const;
  std::optional<DeviceCommand> commandFor(llvm::StringRef File) const;
  llvm::Expected<CommandOptions> optionsOf(const RawCommand &Raw,
                                           llvm::StringRef Arch) const;

  const CommandLine &Line;
  CommandSource Commands;
  OlderTree Older;
  AnalysisOptions Base; ///< What .warplint has no key for.
  Config LineConfig;
  LineFilter Lines;
  FileSettings OfLine;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS = plainFiles();
  ConfigFiles Configs;
  ResultCache Cache;
  FileAnswers Today;
  PreambleCache Preambles;
  /// What the files of a run share is asked for once: each that uses it has to
  /// know all of it.
  FileTrace RepositoryTrace, ElsewhereTrace;
  PreambleCache::View ElsewherePreambles{Preambles, ElsewhereTrace};
  bool UsesElsewhere = false; ///< The file at work does.
  Repository Files;
  ProjectLaunches Elsewhere;
};

} // namespace warplint

#endif // WARPLINT_TOOLS_RUN_H
