//===- SharedAnalysis.cpp - One analysis for all checks -------------------===//

#include "SharedAnalysis.h"
#include "warplint/Select/Baseline.h"
#include "warplint/Session/Session.h"
#include "warplint/Support/Paths.h"
#include "warplint/Support/SearchUp.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace warplint {

/// How clang-tidy lints what is built as \p BuildPath says.
static Expected<std::unique_ptr<Session>>
makeSession(IntrusiveRefCntPtr<vfs::FileSystem> FS, const TidyCommandLine &Line,
            StringRef BuildPath, const TidyOptions &Wanted,
            bool SystemHeaders) {
  bool HasFlags = BuildPath.empty() && Line.FixedFlags;
  std::vector<std::string> Flags;
  if (HasFlags) {
    Flags = Line.ExtraBefore;
    append_range(Flags, *Line.FixedFlags);
    append_range(Flags, Line.Extra);
  }
  auto Commands =
      CommandSource::create(BuildPath, std::move(Flags), HasFlags, FS);
  if (!Commands)
    return Commands.takeError();
  SessionOptions Options;
  Options.Given = Wanted.Said;
  Options.Given.SystemHeaders = SystemHeaders;
  Options.IsSelectedElsewhere = true;
  Options.CudaPath = Wanted.CudaPath;
  Options.Root = Wanted.Root;
  Options.CommandFor = [=, &Line](const Input &In,
                                  const CommandSource &Source) {
    RawCommand Raw = Source.commandFor(In.File);
    if (!HasFlags)
      Raw.Arguments = withExtraArguments(std::move(Raw.Arguments),
                                         Line.ExtraBefore, Line.Extra);
    Raw.Arguments = withExtraArguments(std::move(Raw.Arguments),
                                       Wanted.ExtraBefore, Wanted.Extra);
    erase_if(Raw.Arguments, [&](const std::string &Argument) {
      return is_contained(Wanted.Removed, Argument);
    });
    return Raw;
  };
  if (Wanted.Fixes)
    Options.Fix = FixStyle::Auto;
  Options.ReportOmitted = true;
  Options.KeepOutcomes = false;
  Options.Key =
      "clang-tidy\n" + std::to_string(Wanted.Fixes) + "\n" + Wanted.Root;
  auto Made =
      Session::create(std::move(Options), std::move(*Commands), std::move(FS));
  if (Made)
    (*Made)->pruneCache();
  return Made;
}

/// The baseline that .warplint names, from the start for each file: clang-tidy
/// tells what several files have in a header once.
static Error hideKnown(FileReport &Report, StringRef Named,
                       vfs::FileSystem &FS) {
  if (Named.empty())
    return Error::success();
  Expected<Baseline> Known = Baseline::read(Named);
  if (!Known)
    return Known.takeError();
  // clang-tidy has another current folder than the report.
  for (Finding &F : Report.Findings)
    if (!F.Where.File.empty())
      F.Where.File = absoluteIn(FS, F.Where.File);
  Known->holdBack(Report);
  return Error::success();
}

/// What \p Errors begin with; if a header is missing, that, since it causes most of the
/// others.
static std::string cause(ArrayRef<CompilerError> Errors) {
  if (Errors.empty())
    return "";
  const CompilerError *First =
      find_if(Errors, [](const CompilerError &E) { return E.LacksHeader; });
  if (First == Errors.end())
    First = Errors.begin();
  const SourcePlace &Where = First->Where;
  return (": " + Where.File + ":" + Twine(Where.Line) + ":" +
          Twine(Where.Column) + ": " + First->Message)
      .str();
}

static Expected<FileReport> lint(Session &S, StringRef File,
                                 vfs::FileSystem &FS) {
  PreparedFile Prepared = S.prepare({File.str(), ""});
  if (!Prepared.Warning.empty())
    return createStringError(Prepared.Warning);
  if (!Prepared.isReady())
    return createStringError(Prepared.Problem);
  FileReport Report = std::move(*S.lint(Prepared).Report);
  if (Report.Kernels.empty() && Report.Omitted.empty() && Report.HadErrors)
    return createStringError("cannot parse the file for the device" +
                             cause(Report.ParseErrors));
  S.settleHeaderFixes(Report);
  if (Error E = hideKnown(Report, Prepared.Settings.Baseline, FS))
    return std::move(E);
  return Report;
}

SharedAnalysis::SharedAnalysis()
    // With a current folder of its own: clang-tidy goes to the folder of each
    // build command.
    : FS(onlyPlainFiles(vfs::createPhysicalFileSystem())),
      Line(tidyCommandLineOfProcess()) {}

SharedAnalysis::~SharedAnalysis() = default;

std::string SharedAnalysis::absolute(StringRef File) const {
  return absoluteIn(*FS, File);
}

/// Two sessions with the same key give the same reports.
static std::string keyOf(StringRef BuildPath, const TidyOptions &Options,
                         bool SystemHeaders) {
  std::string Key;
  raw_string_ostream Out(Key);
  Out << BuildPath << '\n'
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
  std::string Key = keyOf(BuildPath, Options, SystemHeaders);
  if (Last && LastFile == File && CurrentKey == Key)
    return Last;
  auto Made = std::make_shared<TidyReport>();
  auto Fail = [&](Error E) { Made->Problem = toString(std::move(E)); };
  if (!Current || CurrentKey != Key) {
    auto Created = makeSession(FS, Line, BuildPath, Options, SystemHeaders);
    Current = Created ? std::move(*Created) : nullptr;
    CurrentKey = std::move(Key);
    if (!Created)
      Fail(Created.takeError());
  }
  if (Current) {
    Expected<FileReport> Report = lint(*Current, File, *FS);
    if (Report)
      Made->Report = std::move(*Report);
    else
      Fail(Report.takeError());
  }
  LastFile = File.str();
  Last = std::move(Made);
  return Last;
}

} // namespace warplint
