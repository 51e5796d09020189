//===- Run.h - From files to reports ----------------------------*- C++ -*-===//

#ifndef WARPLINT_TOOLS_RUN_H
#define WARPLINT_TOOLS_RUN_H

#include "CommandLine.h"
#include "Messages.h"
#include "Settings.h"
#include "warplint/Checks/Analysis.h"
#include "warplint/Checks/ProjectLaunches.h"
#include "warplint/Frontend/Database.h"
#include "warplint/Frontend/Repository.h"

namespace warplint {

/// Everything that is the same for all files of a run.
class Run {
public:
  Run(const CommandLine &Line, CommandSource Commands);

  /// Reads the options of the command line. False when one is in error, which
  /// has been said.
  bool readOptions();

  /// What the command line alone says.
  const AnalysisOptions &options() const { return OfLine.Analysis; }

  /// What holds for one file, with its .warplint.
  llvm::Expected<FileSettings> settingsFor(llvm::StringRef File);

  /// The same as keys of .warplint.
  llvm::Expected<Config> configFor(llvm::StringRef File);

  /// The report of one file with the findings that are shown, or nothing when
  /// it could not be read at all.
  std::optional<FileReport>
  analyze(llvm::StringRef File, const FileSettings &Settings, Messages &Says);

private:
  ParseOptions otherFiles();
  std::vector<std::string> filesBeside(llvm::StringRef File);
  std::optional<DeviceCommand> commandFor(llvm::StringRef File);
  llvm::Expected<CommandOptions> optionsOf(const RawCommand &Raw,
                                           llvm::StringRef Arch);

  const CommandLine &Line;
  CommandSource Commands;
  AnalysisOptions Base; ///< What .warplint has no key for.
  Config LineConfig;
  LineFilter Lines;
  FileSettings OfLine;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS =
      llvm::vfs::getRealFileSystem();
  ConfigFiles Configs;
  Repository Files;
  ProjectLaunches Elsewhere;
};

} // namespace warplint

#endif // WARPLINT_TOOLS_RUN_H
