//===- CommandLine.h - The program's options and commands -------*- C++ -*-===//

#ifndef WARPLINT_TOOLS_COMMANDLINE_H
#define WARPLINT_TOOLS_COMMANDLINE_H

#include "warplint/Analysis/AnalysisOptions.h"
#include "warplint/Config/Config.h"
#include "warplint/Session/SessionOptions.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>
#include <vector>

namespace warplint {

namespace cl = llvm::cl;

/// What the program says to its caller; docs/ci.md tells it to users.
enum ExitCode : int { Nothing = 0, Findings = 1, Failed = 2 };

enum class ColorMode { Auto, Always, Never };

/// The program's options. Made in main, after LLVM's own options (its -stats
/// and -color among them) have left the command line.
struct CommandLine {
  cl::OptionCategory Category{"warplint options"};

  /// What is said of what .warplint has keys for.
  Config Said;

  /// A name, and what a value is called: "arch=sm_XX".
  struct OptionForm {
    explicit OptionForm(llvm::StringRef Form)
        : Name(Form.split('=').first), Value(Form.split('=').second) {}
    std::string Name, Value;
  };

  // NOLINTNEXTLINE(misc-multiple-inheritance): the form is made first.
  template <typename Base> struct Option : private OptionForm, Base {
    template <typename... Modifiers>
    Option(CommandLine &Line, llvm::StringRef Form, llvm::StringRef Sentence,
           const Modifiers &...More)
        : OptionForm(Form),
          Base(llvm::StringRef(OptionForm::Name), cl::desc(Sentence),
               cl::value_desc(OptionForm::Value), cl::cat(Line.Category),
               More...) {}

    /// One of a key of .warplint.
    template <typename Value, typename... Modifiers>
    Option(CommandLine &Line, std::optional<Value> Config::*Key,
           llvm::StringRef Form, llvm::StringRef Sentence,
           const Modifiers &...More)
        : Option(Line, Form, Sentence, More...,
                 cl::callback([&Line, Key](const Value &Given) {
                   Line.Said.*Key = Given;
                 })) {}
    Option(CommandLine &Line, Config::List Config::*Key, llvm::StringRef Form,
           llvm::StringRef Sentence)
        : Option(Line, Form, Sentence,
                 cl::callback([&Line, Key](const std::string &Given) {
                   (Line.Said.*Key).push_back(Given);
                 })) {}
  };
  using Text = Option<cl::opt<std::string>>;
  using Flag = Option<cl::opt<bool>>;
  using Number = Option<cl::opt<unsigned>>;
  using List = Option<cl::list<std::string>>;
  template <typename Enum> using Choice = Option<cl::opt<Enum>>;

  /// How findings of a kind are shown; a key of .warplint.
  struct LevelChoice : Choice<Severity> {
    LevelChoice(CommandLine &Line, std::optional<std::string> Config::*Key,
                llvm::StringRef Form, llvm::StringRef Sentence,
                llvm::StringRef AsWarnings)
        : Choice<Severity>(
              Line, Form, Sentence,
              cl::values(clEnumValN(Severity::Remark, "remark",
                                    "they do not count for the exit code "
                                    "(the default)"),
                         clEnumValN(Severity::Warning, "warning", AsWarnings)),
              cl::callback([&Line, Key](const Severity &S) {
                Line.Said.*Key = S == Severity::Warning ? "warning" : "remark";
              })) {}
  };

  cl::list<std::string> Files{cl::Positional, cl::desc("file.cu..."),
                              cl::cat(Category)};
  Text BuildPath{*this, "p=builddir",
                 "Folder that holds compile_commands.json, or that file; "
                 "without it the parents of each file are searched"};
  Text FromMake{*this, "from-make=dir|makefile",
                "Ask make for the compile commands (of the current folder "
                "without a value): it compiles nothing, but runs what its "
                "makefiles say in $(shell ...), +lines and rules for included "
                "makefiles",
                cl::ValueOptional};
  Text FromNinja{*this, "from-ninja=dir|file",
                 "Ask ninja for the compile commands of a build.ninja (of that "
                 "in the current folder without a value); it runs nothing",
                 cl::ValueOptional};
  Text Arch{*this, &Config::Arch, "arch=sm_XX",
            "Architecture to analyse, instead of the newest one in the compile "
            "command (sm_90 without any)"};
  Text CudaPath{*this, "cuda-path=dir", "Root of the CUDA toolkit"};
  Text Root{*this, "root=dir",
            "Folder in which headers are looked up that the compile command "
            "does not find (without it, the folder above each file that holds "
            "a .git): see docs/foreign-files.md"};
  Flag Strict{*this, "strict",
              "Take each file as a compiler would: no header is looked up, "
              "nothing is done about what clang refuses"};
  Flag DeclareMissing{*this, "declare-missing",
                      "Declare names that no header declares as their uses "
                      "demand, so that more functions are analysed (on by "
                      "default): see docs/foreign-files.md",
                      cl::init(true)};
  Flag KeepGoing{*this, "keep-going",
                 "An error in a source does not count for the exit code"};
  Flag ShowParseErrors{*this, "show-parse-errors",
                       "Print all of clang's errors, not only what they cost"};
  List Blocks{
      *this, &Config::Block, "block=[kernel:]XxYxZ",
      "Block shape of a kernel, or of all kernels, whatever its launches say"};
  List DynamicShared{
      *this, &Config::DynamicShared, "dynamic-shared=[kernel:]bytes",
      "Dynamic shared memory of a kernel, or of all kernels, whatever its "
      "launches say"};
  List Assumptions{
      *this, &Config::Assume, "assume=[kernel:]condition",
      "What holds of a kernel's parameter (or gridDim.x, p.field), of one "
      "kernel or of all: pitch=128, n%32==0, 0<n && n<=4096"};
  List Instances{
      *this, &Config::Instantiate, "instantiate=template<arguments>",
      "Look at a kernel template with these arguments: see docs/templates.md"};
  Number Trials{*this, &Config::Trials, "trials=n",
                "Argument lists that are tried for a kernel template which "
                "nothing instantiates, 0 for none (6 without this)",
                cl::init(TemplateOptions().MaximumTrials)};
  LevelChoice Assumed{
      *this, &Config::Assumed, "assumed",
      "How to show findings that rest on assumed template arguments",
      "like those that are proven"};
  LevelChoice Negligible{
      *this, &Config::Negligible, "negligible",
      "How to show findings whose mending gains nothing, as estimated from "
      "what keeps the kernel busy: see docs/cost.md",
      "like all others"};
  List Formats{
      *this, "format=text|json|sarif|github|html[:file]",
      "What to write (text without it), into a file where one is named; may "
      "be repeated: see docs/ci.md"};
  Text OutputFile{*this, "o=file",
                  "Write to this file what would go to standard output; it is "
                  "written whole or not at all"};
  Text Checks{*this, &Config::Checks, "checks=globs",
              "Globs of the checks that are wanted, behind those of .warplint: "
              "-*,warplint-bank-*"};
  Text WarningsAsErrors{*this, &Config::WarningsAsErrors,
                        "warnings-as-errors=globs",
                        "Globs of checks whose warnings are errors"};
  Text HeaderFilter{
      *this, &Config::HeaderFilterRegex, "header-filter=regex",
      "Regular expression for the headers whose findings are shown (.*)"};
  Text LineFilter{*this, "line-filter=json",
                  "Files and lines whose findings are shown, as clang-tidy has "
                  "them: [{\"name\":\"a.cu\",\"lines\":[[1,30]]}]"};
  List CheckOptions{
      *this, "check-option=check.option=value",
      "Set an option of a check, as CheckOptions in .warplint: see docs/checks",
      cl::callback([this](const std::string &Given) {
        auto [Option, Value] = llvm::StringRef(Given).split('=');
        Said.CheckOptions[Option.str()] = Value.str();
      })};
  /// One for each limit of the checks: --min-wavefronts for MinWavefronts.
  std::vector<std::unique_ptr<Number>> Limits = limitOptions();
  Text FailOn{*this, &Config::FailOn, "fail-on=remark|warning|error|never",
              "Least level that makes the exit code 1 (warning without it)"};
  Flag SystemHeaders{
      *this, &Config::SystemHeaders, "system-headers",
      "Show findings in headers of the toolkit and the system, too"};
  Text BaselineFile{
      *this, &Config::Baseline, "baseline=file",
      "Show no findings that this file has: see --write-baseline"};
  Text WriteBaseline{
      *this, "write-baseline=file",
      "Write the findings to a file, so that --baseline shows new ones alone"};
  Text Diff{*this, "diff=folder|file.json",
            "Compare with an older state, access by access: a folder with the "
            "older tree, or what --format=json wrote for it"};
  Number Jobs{
      *this, "j=n",
      "Processes that lint files at a time (as many as there are processors)",
      cl::Prefix};
  Flag NoCache{*this, "no-cache",
               "Use no results of earlier runs, and keep none: see docs/ci.md"};
  Number MemoryLimit{*this, "memory-limit=MiB",
                     "Memory that such a process may take at most (its share "
                     "of the machine's, at least 2048)"};
  Text ConfigFile{
      *this, "config-file=file",
      "Read this file instead of the .warplint that is nearest to each source"};
  Flag DumpConfig{*this, "dump-config",
                  "Print the settings of the first file, or of the current "
                  "folder, and end"};
  Flag ListChecks{*this, "list-checks", "Print the checks that are on and end"};
  Text ExplainCheck{*this, "explain-check=check",
                    "Print the page of a check and end"};
  Flag Quiet{*this, "quiet", "Do not count the findings at the end"};
  Flag ReportClean{
      *this, &Config::ReportClean, "report-clean",
      "Print a remark for each access that is proven conflict-free"};
  Flag ReportUnproven{
      *this, &Config::ReportUnproven, "report-unproven",
      "Print a remark for each access that is not decided, and why"};
  Flag AsWritten{*this, &Config::AsWritten, "as-written",
                 "Figures of each access on its own, whatever the compiler "
                 "joins or drops (see docs/fusion.md)"};
  Choice<IssueSource> Issued{
      *this, "issued", "Who says which accesses are issued as one request",
      cl::values(clEnumValN(IssueSource::Model, "model",
                            "rules read off the machine code of nvcc 13.0 (the "
                            "default)"),
                 clEnumValN(IssueSource::Nvcc, "nvcc",
                            "the toolkit's nvcc, which compiles each file: see "
                            "docs/issued.md")),
      cl::init(IssueSource::Model)};
  Flag Fix{*this, "fix",
           "Put the layouts that were proven to help into the sources: see "
           "docs/fixes.md"};
  Flag AssumedFixes{*this, "assumed-fixes",
                    "With --fix: make fixes with a condition, too"};
  Flag FixDryRun{*this, "fix-dry-run",
                 "Print what --fix would change as a unified diff, instead of "
                 "the findings, and change nothing"};
  Flag FixNotes{*this, "fix-notes",
                "--fix, and where the style of layout can't be written, the "
                "padding that a note speaks of"};
  Choice<FixStyle> Style{
      *this,
      "fix-style",
      "How a layout is written into the source",
      cl::values(
          clEnumValN(FixStyle::Auto, "auto",
                     "expression or pad: of those that cost least, what reads "
                     "best (the default)"),
          clEnumValN(FixStyle::Expression, "expression",
                     "plain C++ in place of each index, or a function beside "
                     "the kernel"),
          clEnumValN(FixStyle::Helper, "helper", "calls of warplint/swizzle.h"),
          clEnumValN(FixStyle::Pad, "pad",
                     "longer rows in the declaration, indices stay")),
      cl::init(FixStyle::Auto),
      cl::callback([this](const warplint::FixStyle &S) {
        Said.FixStyle = fixStyleName(S).str();
      })};
  Text ExportFixes{
      *this, "export-fixes=file.yaml",
      "Write the edits of --fix to a file for clang-apply-replacements"};
  Flag Layouts{*this, &Config::Layouts, "layouts",
               "Search better layouts for arrays whose accesses conflict (on; "
               "--layouts=false for speed)",
               cl::init(true)};
  Choice<FindingOrder> Order{
      *this, "sort", "The order of a file's findings",
      cl::values(clEnumValN(FindingOrder::Weight, "weight",
                            "what costs a block most first (the default)"),
                 clEnumValN(FindingOrder::Source, "source", "by place")),
      cl::callback([this](const FindingOrder &By) {
        Said.Sort = By == FindingOrder::Source ? "source" : "weight";
      })};
  Text Explain{*this, "explain=file:line[:column]",
               "Explain the accesses of one line instead of reporting "
               "findings, the clean ones too: see docs/explain.md"};
  Text BankMap{
      *this, "bank-map=file:line[:column]",
      "Draw the lanes of the costliest request on the banks, before and "
      "after the remedy, instead of reporting findings: of the accesses "
      "of one line, or without a place of all that conflict; with -o "
      "FILE.svg as a picture: see docs/bank-maps.md",
      cl::ValueOptional};
  Flag Cost{*this, "cost",
            "Print a table of each kernel: what a block asks of the pipes of "
            "the GPU, which is the busiest, and what fixes may gain; "
            "findings that gain most come first: see docs/cost.md"};
  Text MinGain{
      *this, &Config::MinGain, "min-gain=factor",
      "Findings whose estimated gain is less than this (1.1 is 10 %) are left "
      "out"};
  Flag Stats{*this, "stats", "Print a table of the accesses of each kernel"};
  Flag Verbose{
      *this, "v",
      "Say which command, toolkit and flags are used, and what was dropped"};
  Flag EachAccess{
      *this, "verbose",
      "As text: a warning for each access, with all notes, instead of one for "
      "each array"};
  Choice<ColorMode> Color{
      *this, "color", "Colour the diagnostics",
      cl::values(clEnumValN(ColorMode::Auto, "auto", "on a terminal"),
                 clEnumValN(ColorMode::Always, "always", ""),
                 clEnumValN(ColorMode::Never, "never", "")),
      cl::init(ColorMode::Auto)};

  std::vector<std::unique_ptr<Number>> limitOptions();

  /// All words as they were given, but for the program's name and what follows
  /// "--".
  std::vector<std::string> Words;

  /// What follows "--": flags that are those of every file.
  std::optional<std::vector<std::string>> FixedFlags;

  /// Colours for text on standard output.
  bool useColor() const;

  bool drawsBankMaps() const { return BankMap.getNumOccurrences(); }

  /// The output has what a fix would make of the source.
  bool showsProvenFixes() const {
    return drawsBankMaps() || llvm::any_of(Formats, [](llvm::StringRef Format) {
             return Format.split(':').first == "html";
           });
  }

  /// Sources are to be changed.
  bool fixes() const { return (Fix || FixNotes) && !FixDryRun; }
};

/// Takes everything but --help and --version off the command line: what LLVM's
/// libraries register is not ours.
void dropForeignOptions();

/// Reads \p Args, argv, into the options of \p Line, which have to exist. False
/// when they are in error, which has been said.
bool parseCommandLine(CommandLine &Line, llvm::ArrayRef<const char *> Args);

/// "warplint: error: ", to be followed by a message and a line's end.
llvm::raw_ostream &error();

/// Says what \p E is, and returns false.
bool say(llvm::Error E);

/// Lints the files of \p Line and writes what was found.
ExitCode lint(const CommandLine &Line);

/// `warplint model` with the arguments after the word "model": prints what the
/// hardware model says of requests that are given on the command line or as
/// JSON, so that anyone can hold it against the counters of their own GPU.
/// docs/model.md is the manual. The exit code is 0, 1 when --check found a
/// difference, 2 for an error in the options or the input.
int runModelCommand(llvm::ArrayRef<const char *> Arguments);

/// `warplint solve` with the arguments after the word "solve": the search for a
/// layout without any source, for those who are still designing. docs/solve.md
/// is the manual. The exit code is 0 when a layout that is as good as can be is
/// known (the declared one, or the first of the ranking), 1 when the best is
/// not proven to be optimal, 2 for an error in the options.
int runSolveCommand(llvm::ArrayRef<const char *> Arguments);

/// `warplint lsp` with the arguments after the word "lsp": serves an editor on
/// standard input and output. docs/editors.md is the manual. The exit code is
/// that of the protocol, 0 after a "shutdown", else 1; 2 for an error in the
/// options.
int runLspCommand(llvm::ArrayRef<const char *> Arguments);

/// `warplint mcp` with the arguments after the word "mcp": serves an agent on
/// standard input and output. docs/agents.md is the manual. The exit code is 0
/// when the client is gone, 2 for an error in the options or of a write.
int runMcpCommand(llvm::ArrayRef<const char *> Arguments);

/// `warplint init` with the arguments after the word "init": a first
/// .warplint for a project. docs/init.md is the manual. The exit code is 0, 2
/// for an error, as that of a run when it is interrupted.
int runInitCommand(llvm::ArrayRef<const char *> Arguments);

/// \p Code once all output is written, else 2, for an error that \p Command
/// ("warplint model") has said.
int finishOutput(llvm::StringRef Command, int Code);

} // namespace warplint

#endif // WARPLINT_TOOLS_COMMANDLINE_H
