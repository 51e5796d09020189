//===- FileWork.cpp - The analysis of a file that a call names ------------===//

#include "FileWork.h"
#include "Settings.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Report/JsonReport.h"
#include "warplint/Rewrite/SourceFix.h"
#include "warplint/Select/Baseline.h"
#include "warplint/Session/Session.h"
#include "warplint/Session/Workers.h"
#include "warplint/Support/Paths.h"
#include "warplint/Support/Printable.h"
#include "warplint/Support/ProcessMemory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <csignal>

using namespace llvm;

namespace warplint {

/// Where \p Path leads to, as far as it is there.
static std::string realOf(StringRef Path) {
  std::string Absolute = absolutePath(Path);
  SmallString<256> Real;
  StringRef There = Absolute;
  while (sys::fs::real_path(There, Real)) {
    There = sys::path::parent_path(There);
    if (There.empty())
      return Absolute;
  }
  if (There.size() < Absolute.size())
    sys::path::append(Real, StringRef(Absolute).drop_front(There.size()));
  return Real.str().str();
}

bool isBelowRoot(StringRef Path) {
  return sys::path::is_relative(pathBelow(realOf("."), realOf(Path)));
}

namespace {

/// Has no file outside of the root.
class FilesBelowRoot : public vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;

  ErrorOr<vfs::Status> status(const Twine &Path) override {
    if (!isBelowRoot(Path.str()))
      return std::errc::permission_denied;
    return ProxyFileSystem::status(Path);
  }
  ErrorOr<std::unique_ptr<vfs::File>>
  openFileForRead(const Twine &Path) override {
    if (!isBelowRoot(Path.str()))
      return std::errc::permission_denied;
    return ProxyFileSystem::openFileForRead(Path);
  }
};

} // namespace

Expected<FileQuestion> FileQuestion::of(const Arguments &Given, Purpose For) {
  const std::string Name = Given.text("file").value_or("");
  FileQuestion Asked;
  if (Name.empty())
    return createStringError("'file': expected a name");
  if (!isBelowRoot(Name))
    return createStringError("'file': '" + printable(Name) +
                             "' is outside of the root '" +
                             printable(realOf(".")) + "'");
  Asked.File = pathBelow(".", Name);
  // The root by another name.
  if (sys::path::is_absolute(Asked.File))
    Asked.File = pathBelow(realOf("."), realOf(Name));
  Asked.Text = Given.text("text");
  Asked.More.Checks = Given.text("checks");
  Asked.More.Block = Given.texts("block");
  Asked.More.Assume = Given.texts("assume");
  Asked.For = For;
  return Asked;
}

/// By a process of its own.
static Expected<FileOutcome> lintApart(Session &S, const PreparedFile &File,
                                       bool IsVerbose) {
  FileOutcome Outcome;
  Workers One(
      {1, memoryShare(1), IsVerbose}, [&](size_t) { return S.lint(File); },
      [&](size_t) { return File.In.File; });
  One.run({0}, [&](size_t, FileOutcome Made) { Outcome = std::move(Made); });
  // Whoever ends the server ends it.
  if (One.interrupt())
    std::raise(One.interrupt());
  if (!Outcome.Report) {
    StringRef Why = StringRef(Outcome.Said).trim();
    Why.consume_front("warplint: error: ");
    return createStringError(Why);
  }
  return Outcome;
}

Expected<FileAnswer> analyse(const ServerOptions &Options,
                             const FileQuestion &Asked) {
  IntrusiveRefCntPtr<vfs::FileSystem> FS = plainFiles();
  if (Asked.Text)
    FS = withFile(FS, absolutePath(Asked.File), *Asked.Text);
  auto Commands = CommandSource::create(
      Options.BuildPath,
      Options.FixedFlags.value_or(std::vector<std::string>()),
      Options.FixedFlags.has_value(), FS);
  if (!Commands)
    return Commands.takeError();
  SessionOptions Wanted = Options.Session;
  Wanted.Given = mergeConfigs(std::move(Wanted.Given), Asked.More);
  Wanted.Explain = Asked.For == FileQuestion::Explanations;
  Wanted.Cost |= Asked.For == FileQuestion::Costs;
  // What is found is told with the layout that the fix writes, as far as that is
  // known without another analysis.
  Wanted.ProvesFix = Asked.For == FileQuestion::Fixes || Wanted.Fix;
  if ((Asked.For == FileQuestion::Fixes ||
       Asked.For == FileQuestion::Findings) &&
      !Wanted.Fix)
    Wanted.Fix = FixStyle::Auto;
  // A text that is not on the disk is gone with the call.
  Wanted.KeepOutcomes = !Asked.Text;
  Wanted.Key += "\nmcp " + utostr(Asked.For);
  auto Made = Session::create(std::move(Wanted), std::move(*Commands), FS);
  if (!Made)
    return Made.takeError();
  Session &S = **Made;
  PreparedFile File = S.prepare({Asked.File, ""});
  if (!File.isReady())
    return createStringError(File.Problem);
  std::optional<FileOutcome> Kept = S.recall(File);
  Expected<FileOutcome> Outcome =
      Kept ? std::move(*Kept) : lintApart(S, File, Options.Session.Verbose);
  if (!Outcome)
    return Outcome.takeError();
  S.pruneCache();
  FileAnswer Result{
      std::move(*Outcome->Report), {}, makeIntrusiveRefCnt<FilesBelowRoot>(FS)};
  FileReport &Report = Result.Report;
  S.settleHeaderFixes(MutableArrayRef(Report));
  if (!File.Warning.empty())
    Result.Notes.push_back(printable(File.Warning));
  if (!File.Settings.Baseline.empty()) {
    Expected<Baseline> Known = Baseline::read(File.Settings.Baseline);
    if (!Known)
      return Known.takeError();
    Known->holdBack(Report);
  }
  append_range(Result.Notes, unknownNames(S.options(), Report));
  if (std::string Rules = rulesNote(Report.Architecture); !Rules.empty())
    Result.Notes.push_back(std::move(Rules));
  return Result;
}

Expected<FileAnswer> analyse(const ServerOptions &Options,
                             const Arguments &Given,
                             FileQuestion::Purpose For) {
  auto Asked = FileQuestion::of(Given, For);
  if (!Asked)
    return Asked.takeError();
  return analyse(Options, *Asked);
}

/// Of the compiler's errors those at places of the root, without the lines.
static std::vector<std::string> errorsBelowRoot(const FileReport &Report) {
  std::vector<std::string> Result;
  for (const CompilerError &E : Report.ParseErrors) {
    const std::string File = printable(shownPath(E.Where.File));
    if (E.Where.isValid() && isBelowRoot(File))
      Result.push_back(formatv("{0}:{1}:{2}: {3}error: {4}", File, E.Where.Line,
                               E.Where.Column, E.IsFatal ? "fatal " : "",
                               E.Message));
  }
  return Result;
}

/// The first of \p Names, and how many others there are.
static std::string firstOf(std::vector<std::string> Names, size_t Most) {
  if (Names.size() <= Most)
    return listed(Names);
  const size_t Others = Names.size() - Most;
  Names.resize(Most);
  Names.push_back(counted(Others, "other"));
  return listed(Names);
}

void sayIncomplete(const FileAnswer &Made, Answer &Into) {
  const FileReport &Report = Made.Report;
  const size_t Most = Into.hasDetail() ? 30 : 3;
  std::vector<std::string> Parts, Left, Undefined;
  for (const LeftOut &F : Report.Omitted)
    if (!F.OnRequest)
      Left.push_back("'" + shortName(F.Name) + "' (" + shortText(F.Why) + ")");
  if (!Report.MissingHeaders.empty())
    Parts.push_back("not found: " + firstOf(Report.MissingHeaders, Most));
  if (size_t Errors = Report.ParseErrors.size())
    Parts.push_back("clang reports " + counted(Errors, "error"));
  if (!Left.empty())
    Parts.push_back("skipped: " + firstOf(Left, Most));
  if (!Report.SwitchedOffBy.empty())
    Parts.push_back("no device code is enabled: " +
                    undefinedText(Report.SwitchedOffBy));
  if (Parts.empty() && Report.HadErrors)
    Parts.push_back("clang rejects part of the file");
  Into.set("complete", Parts.empty());
  Into.set("missingHeaders",
           json::Array(map_range(Report.MissingHeaders, [](StringRef H) {
             return json::fixUTF8(H);
           })));
  Into.set("notAnalysed", int64_t(Left.size()));
  if (!Parts.empty()) {
    const std::string Why = join(Parts, "; ");
    Into.say("incomplete; the answer covers only what was read: " + Why);
    Into.set("incomplete", json::fixUTF8(Why));
  }
  if (Into.hasDetail()) {
    const std::vector<std::string> Errors = errorsBelowRoot(Report);
    for (const std::string &Line : ArrayRef(Errors).take_front(Most))
      Into.say("  " + Line);
  }
  for (const AssumedMacro &M : Report.Undefined)
    Undefined.push_back(M.Macro.Name);
  std::vector<std::string> Notes = Made.Notes;
  if (!Undefined.empty())
    Notes.push_back("assumed undefined because headers are missing: " +
                    firstOf(Undefined, Most));
  json::Array Shown;
  for (const std::string &Note : Notes) {
    Into.say("note: " + Note);
    Shown.push_back(json::fixUTF8(Note));
  }
  if (!Shown.empty())
    Into.set("notes", std::move(Shown));
}

/// Names the files of the root from it, wherever \p In names one.
static void nameFromRoot(json::Value &In) {
  if (json::Array *Items = In.getAsArray())
    for_each(*Items, nameFromRoot);
  json::Object *Members = In.getAsObject();
  if (!Members)
    return;
  for (auto &[Key, Value] : *Members)
    if (auto File = Value.getAsString(); File && Key == "file")
      Value = shownPath(*File);
    else
      nameFromRoot(Value);
}

json::Object firstOf(const FileReport &Report, StringRef Name) {
  std::string Text;
  raw_string_ostream Out(Text);
  printJson(Out, {Report});
  json::Value Document = cantFail(json::parse(Text));
  nameFromRoot(Document);
  json::Object &File =
      *Document.getAsObject()->getArray("files")->front().getAsObject();
  return std::move(*File.getArray(Name)->front().getAsObject());
}

json::Object pick(const json::Object &From, StringRef Names) {
  json::Object Result;
  for (StringRef Name : split(Names, ' '))
    if (const json::Value *Found = From.get(Name);
        Found && Found->kind() != json::Value::Null)
      Result[Name] = *Found;
  return Result;
}

} // namespace warplint
