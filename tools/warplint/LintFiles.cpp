//===- LintFiles.cpp - Many files, several at a time ----------------------===//

#include "LintFiles.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Kernel/PtxSource.h"
#include "warplint/Python/PythonSource.h"
#include "warplint/Session/Workers.h"
#include "warplint/Support/Paths.h"
#include "warplint/Support/ProcessMemory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Threading.h"
#include <set>

using namespace llvm;

namespace warplint {

std::vector<std::string> withoutRepetitions(ArrayRef<std::string> Files) {
  std::vector<std::string> Result;
  std::set<std::string> Seen;
  for (const std::string &File : Files) {
    SmallString<256> Real;
    if (sys::fs::real_path(File, Real) || Seen.insert(Real.str().str()).second)
      Result.push_back(File);
  }
  return Result;
}

/// Whether a folder that is named stands for \p File, too. Most files of Python have no
/// CUDA.
static bool holdsKernels(StringRef File) {
  if (!isPythonFile(File))
    return isPtxFile(File) || sys::path::extension(File) == ".cu";
  auto Text = MemoryBuffer::getFile(File);
  return Text && (*Text)->getBuffer().contains("__global__");
}

std::vector<std::string> withFilesBelow(ArrayRef<std::string> Files) {
  std::vector<std::string> Result;
  for (const std::string &File : Files) {
    std::vector<std::string> Found;
    std::error_code Code;
    sys::fs::recursive_directory_iterator At(File, Code,
                                             /*follow_symlinks=*/false),
        End;
    for (; !Code && At != End; At.increment(Code))
      if (sys::path::filename(At->path()).starts_with("."))
        At.no_push();
      else if (At->type() != sys::fs::file_type::directory_file &&
               holdsKernels(At->path()))
        Found.push_back(sys::path::remove_leading_dotslash(At->path()).str());
    llvm::sort(Found);
    if (Found.empty())
      Found.push_back(File);
    append_range(Result, Found);
  }
  return Result;
}

void ToldFindings::holdBackIn(FileReport &Report) {
  ++Reports;
  for (Finding &F : Report.Findings) {
    if (!F.isShown())
      continue;
    SourcePlace Where = F.Where;
    Where.File = absolutePath(Where.File);
    auto [It, New] = Told.try_emplace({F.Check, Where, F.Message}, Reports);
    if (It->second != Reports)
      F.SuppressedBy = Suppression::Repeated;
  }
}

namespace {

/// "[12/60] 34 findings", kept up to date at the end of standard error while a
/// run of several files is under way. Whoever prints something else hides it.
class Progress {
public:
  /// Shows nothing where standard error is no terminal.
  Progress(size_t Files, bool IsWanted)
      : Files(Files),
        IsOn(IsWanted && Files > 1 && sys::Process::StandardErrIsDisplayed()) {
    show();
  }
  ~Progress() { hide(); }

  void hide() {
    // Back to the first column, and clear to the end of the line.
    if (IsShown)
      errs() << "\r\x1b[K";
    IsShown = false;
  }
  void show() {
    if (!IsOn || Done == Files)
      return;
    errs() << "\r\x1b[K[" << Done << '/' << Files << "] "
           << counted(Findings, "finding");
    IsShown = true;
  }
  /// A file is done, with so many findings.
  void step(size_t NewFindings) {
    ++Done;
    Findings += NewFindings;
  }

private:
  size_t Files, Done = 0, Findings = 0;
  bool IsOn, IsShown = false;
};

} // namespace

int lintFiles(Session &S, ArrayRef<PreparedFile> Files, const CommandLine &Line,
              function_ref<void(size_t, FileOutcome)> Take) {
  std::map<size_t, FileOutcome> Ready;
  size_t Next = 0;
  bool IsOne = Files.size() == 1;
  Progress Shown(Files.size(), !Line.Quiet && !IsOne);
  auto Done = [&](size_t File, FileOutcome Outcome) {
    Shown.step(Outcome.Report ? count_if(Outcome.Report->Findings,
                                         [](const Finding &F) {
                                           return F.isShown() &&
                                                  F.Level != Severity::Remark;
                                         })
                              : 0);
    Ready.emplace(File, std::move(Outcome));
    Shown.hide();
    for (auto It = Ready.begin(); It != Ready.end() && It->first == Next;
         It = Ready.erase(It))
      Take(Next++, std::move(It->second));
    outs().flush();
    Shown.show();
  };
  WorkerOptions Options;
  Options.Processes =
      Line.Jobs ? Line.Jobs.getValue()
                : heavyweight_hardware_concurrency().compute_thread_count();
  Options.Processes = std::clamp<size_t>(Options.Processes, 1, Files.size());
  Options.MemoryLimit = Line.MemoryLimit ? uint64_t(Line.MemoryLimit) << 20
                                         : memoryShare(Options.Processes);
  Options.IsVerbose = Line.Verbose;
  std::vector<size_t> Waiting;
  for (size_t I = 0; I != Files.size(); ++I) {
    if (std::optional<FileOutcome> Kept = S.recall(Files[I]))
      Done(I, std::move(*Kept));
    else if (Files[I].isReady())
      Waiting.push_back(I);
    else
      Done(I, S.lint(Files[I]));
  }
  Workers All(
      Options, [&](size_t File) { return S.lint(Files[File]); },
      [&](size_t File) { return Files[File].In.File; });
  All.run(Waiting, Done);
  Shown.hide();
  if (All.interrupt())
    for (auto &[File, Outcome] : Ready)
      Take(File, std::move(Outcome));
  if (Line.Verbose && !IsOne)
    errs() << "warplint: " << Options.Processes
           << " in parallel, the largest used " << (All.peakBytes() >> 20)
           << " MiB of " << (Options.MemoryLimit >> 20) << '\n';
  return All.interrupt();
}

} // namespace warplint
