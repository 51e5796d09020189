//===- Outputs.cpp - What is written, and where ---------------------------===//

#include "Outputs.h"
#include "warplint/Checks/CheckTable.h"
#include "warplint/Report/GithubReport.h"
#include "warplint/Report/HtmlReport.h"
#include "warplint/Report/JsonReport.h"
#include "warplint/Report/SarifReport.h"
#include "warplint/Support/ClosestName.h"
#include "warplint/Support/Paths.h"
#include "warplint/Support/PlainFiles.h"
#include "warplint/Support/WholeFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace warplint {

static constexpr std::pair<StringRef, Format> Names[] = {
    {"text", Format::Text},
    {"json", Format::Json},
    {"sarif", Format::Sarif},
    {"github", Format::Github},
    {"html", Format::Html}};

static Expected<Format> formatOf(StringRef Name) {
  SmallVector<StringRef, 5> Known;
  for (auto [Known_, What] : Names) {
    Known.push_back(Known_);
    if (Known_ == Name)
      return What;
  }
  std::string Meant = didYouMean(Name, Known);
  return createStringError(
      "--format=" + Name + ": no such format" +
      (Meant.empty() ? "; expected text, json, sarif, github or html" : Meant));
}

Expected<Outputs> Outputs::create(const CommandLine &Line) {
  Outputs Result;
  Result.HasColor = Line.Color == ColorMode::Always;
  Result.IsGrouped = !Line.EachAccess;
  SmallString<256> Root(Line.Root.empty() ? sourceRoot()
                                          : Line.Root.getValue());
  (void)sys::fs::make_absolute(Root);
  Result.Root = Root.str();
  for (StringRef Text : Line.Formats) {
    auto [Name, File] = Text.split(':');
    Expected<Format> What = formatOf(Name);
    if (!What)
      return What.takeError();
    if (File.empty() && Text.contains(':'))
      return createStringError("--format=" + Text + ": no file is named");
    Result.All.push_back({*What, File.str()});
  }
  if (Result.All.empty() && !Line.FixDryRun)
    Result.All.push_back({});
  unsigned ToOutput = 0;
  for (Output &O : Result.All)
    if (O.File.empty()) {
      ++ToOutput;
      O.File = Line.OutputFile.getValue();
    }
  if (Line.FixDryRun && ToOutput)
    return createStringError(
        "--fix-dry-run prints a diff instead of findings; name a file for "
        "them, as in --format=text:findings.txt");
  if (Line.FixDryRun && Line.FixNotes)
    return createStringError(
        "--fix-dry-run cannot be combined with --fix-notes");
  if (ToOutput > 1)
    return createStringError("--format: two outputs go to standard output; "
                             "name a file, as in --format=sarif:results.sarif");
  if (ToOutput == 0 && !Line.OutputFile.empty() && !Line.FixDryRun)
    return createStringError("-o " + Line.OutputFile +
                             ": every --format already names a file");
  for (const Output &A : Result.All)
    for (const Output &B : Result.All)
      if (&A != &B && A.File == B.File)
        return createStringError("--format: two outputs go to '" + A.File +
                                 "'");
  if (!Line.Diff.empty() && any_of(Result.All, [](const Output &O) {
        return O.What == Format::Sarif || O.What == Format::Html;
      }))
    return createStringError("--diff needs --format=text, json or github");
  return Result;
}

std::optional<Format> Outputs::onStandardOutput() const {
  for (const Output &O : All)
    if (O.File.empty())
      return O.What;
  return std::nullopt;
}

static bool hasSourceName(StringRef File) {
  return StringSwitch<bool>(sys::path::extension(File))
      .Cases({".cu", ".cuh", ".c", ".cc", ".cpp", ".cxx"}, true)
      .Cases({".h", ".hh", ".hpp", ".hxx", ".inl", ".inc", ".ptx", ".py"}, true)
      .Default(false);
}

Error Outputs::check(ArrayRef<std::string> Others,
                     ArrayRef<std::string> Inputs) const {
  std::vector<std::string> Outputs = Others.vec();
  for (const Output &O : All)
    if (!O.File.empty())
      Outputs.push_back(O.File);
  for (const std::string &Output : Outputs) {
    // Pipes and terminals take what comes.
    if (!sys::fs::is_regular_file(Output))
      continue;
    for (const std::string &Input : Inputs)
      if (sys::fs::equivalent(Output, Input))
        return createStringError("'" + Output +
                                 "' is not written: it is an input file");
    if (hasSourceName(Output))
      return createStringError(
          "'" + Output + "' is not written: it is an existing source file");
  }
  return Error::success();
}

void Outputs::add(const FileReport &Report, TextReport &Text) const {
  std::optional<Format> What = onStandardOutput();
  if (What == Format::Text)
    Text.print(Report);
  if (What == Format::Github)
    printGithub(outs(), Report, Root);
}

void Outputs::print(raw_ostream &Out, Format What,
                    const std::vector<FileReport> &Reports,
                    bool IsComplete) const {
  auto FS = plainFiles();
  switch (What) {
  case Format::Text: {
    TextReport Text(Out, FS, HasColor, IsGrouped);
    for (const FileReport &Report : Reports)
      Text.print(Report);
    return;
  }
  case Format::Json:
    return Compared ? printDiff(Out, *Compared) : printJson(Out, Reports);
  case Format::Github:
    for (const FileReport &Report : Reports)
      printGithub(Out, Report, Root);
    return;
  case Format::Html: {
    SourceLines Lines(FS);
    return printHtml(Out, Reports, Root, Lines);
  }
  case Format::Sarif:
    SarifOptions Options;
    Options.Root = Root;
    Options.IsComplete = IsComplete;
    for (const CheckRecord &Check : allChecks())
      Options.Rules.push_back({Check, checkPage(Check.Id).str()});
    SourceLines Lines(FS);
    return printSarif(Out, Reports, Options, Lines);
  }
}

Error Outputs::finish(const std::vector<FileReport> &Reports,
                      bool IsComplete) const {
  Error Problems = Error::success();
  for (const Output &O : All) {
    if (O.File.empty()) {
      if (O.What != Format::Text && O.What != Format::Github)
        print(outs(), O.What, Reports, IsComplete);
      continue;
    }
    std::string Text;
    raw_string_ostream Out(Text);
    print(Out, O.What, Reports, IsComplete);
    Problems = joinErrors(std::move(Problems), writeWholeFile(O.File, Text));
  }
  outs().flush();
  return Problems;
}

} // namespace warplint
