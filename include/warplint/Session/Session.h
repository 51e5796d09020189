//===- Session.h - From files to what became of them ------------*- C++ -*-===//
//
// What every shell of warplint shares (the program, the plugin of clang-tidy):
// which command compiles a file and which settings hold for it, the analysis,
// what earlier runs found, and which findings are shown. A shell brings
// SessionOptions, asks, and prints.
//
// A session belongs to one thread at a time; two sessions share nothing but
// what lies on the disk. Templates are tried in copies of the process (fork),
// which is only sound while it has a single thread: a program with threads says
// so (HasThreads) and makes its sessions before it starts them. What a session
// cannot try then it has linted by a process that was forked at once.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SESSION_SESSION_H
#define WARPLINT_SESSION_SESSION_H

#include "warplint/Cache/PreambleCache.h"
#include "warplint/Cache/ProofCache.h"
#include "warplint/Cache/ResultCache.h"
#include "warplint/Checks/AnalyzeFile.h"
#include "warplint/Frontend/Repository.h"
#include "warplint/Kernel/ProjectLaunches.h"
#include "warplint/MachineCode/Nvcc.h"
#include "warplint/Session/FileSettings.h"
#include "warplint/Session/SessionOptions.h"
#include "warplint/Support/PlainFiles.h"

namespace warplint {

class Messages;
class SameModules;
class SpareProcess;

/// A file whose settings and command are known: its set-up, made anew in each
/// run. What is told of it is never kept.
struct PreparedFile {
  Input In;
  FileSettings Settings;
  DeviceCommand Command;
  /// What is odd about the command; empty: nothing.
  std::string Warning;
  /// Why it can't be linted; empty where it can.
  std::string Problem;
  std::string Said; ///< For standard error, these two among it.
  /// The database and the settings that nobody named but that were found.
  /// Absolute.
  std::string FoundDatabase;
  std::vector<std::string> FoundSettings;
  /// Names everything that the analysis is given beside the text of files.
  std::string CacheKey;
  /// Of a module of PTX: the same, but its folder and its text. Else empty.
  std::string ModuleKey;

  bool isReady() const { return Problem.empty(); }
};

/// Everything that is the same for the files of a run.
class Session {
public:
  /// Fails where \p Options have a value that is none.
  static llvm::Expected<std::unique_ptr<Session>>
  create(SessionOptions Options, CommandSource Commands,
         llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS = plainFiles());
  ~Session();

  /// What the options alone say.
  const AnalysisOptions &options() const { return Alone.Analysis; }

  /// What holds for one file, with its .warplint.
  llvm::Expected<Config> configFor(llvm::StringRef File);

  /// How \p In is to be linted.
  PreparedFile prepare(const Input &In);

  /// What an earlier run made of it, where that still holds.
  std::optional<FileOutcome> recall(const PreparedFile &File);

  /// Lints it. \p Style: how fixes are made, where not as was asked for.
  FileOutcome lint(const PreparedFile &File,
                   std::optional<FixStyle> Style = std::nullopt);
  /// Lints it, and compiles no host code: values that only this tells are
  /// unknown. \p IsWhole becomes false if that leaves something open; then the
  /// report has no findings about comments that state a cost or suppress a
  /// finding.
  FileOutcome lintDeviceSide(const PreparedFile &File, bool &IsWhole);

  /// The files that launches of the kernels of the last file linted were looked for
  /// in, but for the system's.
  std::vector<std::string> filesElsewhere() const;

  /// What there is to lint below \p Folder, absolute: the files of its build
  /// that CUDA compiles, without a build its .cu files.
  std::vector<std::string> sourcesBelow(llvm::StringRef Folder);

  /// A fix that edits a header is one of all files that include it. Those that
  /// some of \p Reports speaks against are dropped, and where a file of the
  /// build (of the repository, without one) was not read, that is the
  /// fix's condition.
  void settleHeaderFixes(llvm::MutableArrayRef<FileReport> Reports);

  /// For the end of a run.
  void pruneCache() const { Cache.prune(); }

private:
  Session(SessionOptions Options, CommandSource Commands,
          llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS);

  bool keepsOutcomes() const { return Options.KeepOutcomes && Cache.isOn(); }
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> traced(FileTrace &Trace);
  void remember(const PreparedFile &File, const FileOutcome &Outcome,
                const FileTrace &Own, bool UsesRepository);
  std::string answerTo(llvm::StringRef Question);
  std::string
  keptLaunches(const DeviceCommand &Command, ProjectFiles::Reader Read,
               llvm::function_ref<bool(llvm::StringRef Bytes)> Holds);
  void say(const FileReport &Report, Messages &Says);
  llvm::Expected<MachineCode> compile(const PreparedFile &File,
                                      llvm::ArrayRef<EditedFile> Edited,
                                      llvm::vfs::FileSystem &Traced) const;
  FileReport analyzeModule(const PreparedFile &File,
                           llvm::vfs::FileSystem &Traced, FileTrace &Own,
                           llvm::function_ref<FileReport()> Analyze);
  FileOutcome lintHere(const PreparedFile &File, std::optional<FixStyle> Style,
                       bool &LacksProcess, bool *IsWhole = nullptr);
  std::string lintInCopy(llvm::StringRef Request);
  AnalysisOptions baseOptions();
  ParseOptions otherFiles();
  std::vector<std::string> filesBeside(llvm::StringRef File) const;
  std::optional<std::vector<std::string>>
  sourcesBeside(llvm::StringRef File) const;
  RawCommand rawCommandFor(const Input &In) const;
  void prepareModule(PreparedFile &File, const Config &Governing);
  llvm::Error prepareSource(PreparedFile &File, Messages &Says);
  std::vector<DeviceCommand> commandsFor(llvm::StringRef File) const;
  llvm::Expected<CommandOptions> optionsOf(const RawCommand &Raw,
                                           llvm::StringRef Arch) const;

  const SessionOptions Options;
  std::optional<Nvcc> Compiler;
  std::string CompilerProblem; ///< Why there is none, where one is wanted.
  CommandSource Commands;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS;
  FileSettings Alone;
  ConfigFiles Configs;
  ResultCache Cache;
  FileAnswers Today;
  PreambleCache Preambles;
  /// What the files of a run share is asked for once: each that uses it has to
  /// know all of it.
  FileTrace RepositoryTrace, ElsewhereTrace;
  bool UsesElsewhere = false; ///< The file at work does.
  Repository Files;
  ProjectLaunches Elsewhere;
  std::unique_ptr<SpareProcess> Spare; ///< Null: not needed.
  /// Of modules of PTX, many of which are almost the same.
  ProofCache ModuleProofs;
  std::unique_ptr<SameModules> Modules;
};

} // namespace warplint

#endif // WARPLINT_SESSION_SESSION_H
