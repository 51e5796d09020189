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
              cl::values(
                  clEnumValN(Severity::Remark, "remark",
                             "they do not affect the exit code (default)"),
                  clEnumValN(Severity::Warning, "warning", AsWarnings)),
              cl::callback([&Line, Key](const Severity &S) {
                Line.Said.*Key = S == Severity::Warning ? "warning" : "remark";
              })) {}
  };

  cl::list<std::string> Files{cl::Positional, cl::desc("file.cu..."),
                              cl::cat(Category)};
  Text BuildPath{*this, "p=builddir",
                 "Folder with compile_commands.json, or the file itself "
                 "(default: search the parents of each source)"};
  Text FromMake{*this, "from-make=dir|makefile",
                "Get the compile commands from make (default: in the current "
                "folder); make compiles nothing, but runs $(shell ...), +lines "
                "and rules for included makefiles",
                cl::ValueOptional};
  Text FromNinja{*this, "from-ninja=dir|file",
                 "Get the compile commands from a build.ninja (default: in the "
                 "current folder); ninja runs nothing",
                 cl::ValueOptional};
  Text Arch{*this, &Config::Arch, "arch=sm_XX",
            "Architecture to analyze (default: the newest in the compile "
            "command, else sm_90)"};
  Text CudaPath{*this, "cuda-path=dir", "Root of the CUDA toolkit"};
  Text Root{*this, "root=dir",
            "Folder to search for headers that the compile command does not "
            "find (default: the folder above each file with a .git); see "
            "docs/foreign-files.md"};
  Flag Strict{*this, "strict",
              "Parse each file as a compiler would: search for no headers and "
              "work around no errors"};
  Flag DeclareMissing{
      *this, "declare-missing",
      "Declare missing names according to their uses, to analyze more "
      "functions (on by default); see docs/foreign-files.md",
      cl::init(true)};
  Flag KeepGoing{*this, "keep-going",
                 "Ignore errors in sources for the exit code"};
  Flag ShowParseErrors{*this, "show-parse-errors",
                       "Print all of clang's errors"};
  List Blocks{*this, &Config::Block, "block=[kernel:]XxYxZ",
              "Block shape of a kernel, or of all kernels; overrides launches"};
  List DynamicShared{*this, &Config::DynamicShared,
                     "dynamic-shared=[kernel:]bytes",
                     "Dynamic shared memory of a kernel, or of all kernels; "
                     "overrides launches"};
  List Assumptions{*this, &Config::Assume, "assume=[kernel:]condition",
                   "Condition on a parameter (or gridDim.x, p.field) of one "
                   "kernel or of all: pitch=128, n%32==0, 0<n && n<=4096"};
  List Instances{
      *this, &Config::Instantiate, "instantiate=template<arguments>",
      "Analyze a kernel template with these arguments; see docs/templates.md"};
  Number Trials{*this, &Config::Trials, "trials=n",
                "Argument lists to try for a kernel template that nothing "
                "instantiates, 0 for none (default: 6)",
                cl::init(TemplateOptions().MaximumTrials)};
  LevelChoice Assumed{*this, &Config::Assumed, "assumed",
                      "How to show findings for assumed template arguments",
                      "like proven findings"};
  LevelChoice Negligible{*this, &Config::Negligible, "negligible",
                         "How to show findings that are unlikely to be worth "
                         "fixing, as estimated; see docs/cost.md",
                         "like all others"};
  List Formats{*this, "format=text|json|sarif|github|html[:file]",
               "Output format (default: text), with an optional file; may be "
               "repeated; see docs/ci.md"};
  Text OutputFile{
      *this, "o=file",
      "Write standard output to this file, completely or not at all"};
  Text Checks{*this, &Config::Checks, "checks=globs",
              "Globs of checks to enable, appended to those of .warplint: "
              "-*,warplint-bank-*"};
  Text WarningsAsErrors{*this, &Config::WarningsAsErrors,
                        "warnings-as-errors=globs",
                        "Globs of checks to report as errors"};
  Text HeaderFilter{*this, &Config::HeaderFilterRegex, "header-filter=regex",
                    "Show findings in headers that match this regular "
                    "expression (default: .*)"};
  Text LineFilter{*this, "line-filter=json",
                  "Show findings only in these files and lines, as in "
                  "clang-tidy: [{\"name\":\"a.cu\",\"lines\":[[1,30]]}]"};
  List CheckOptions{
      *this, "check-option=check.option=value",
      "Set an option of a check, as CheckOptions in .warplint; see docs/checks",
      cl::callback([this](const std::string &Given) {
        auto [Option, Value] = llvm::StringRef(Given).split('=');
        Said.CheckOptions[Option.str()] = Value.str();
      })};
  /// One for each limit of the checks: --min-wavefronts for MinWavefronts.
  std::vector<std::unique_ptr<Number>> Limits = limitOptions();
  Text FailOn{*this, &Config::FailOn, "fail-on=remark|warning|error|never",
              "Lowest level that makes the exit code 1 (default: warning)"};
  Flag SystemHeaders{
      *this, &Config::SystemHeaders, "system-headers",
      "Show findings in headers of the toolkit and the system, too"};
  Text BaselineFile{*this, &Config::Baseline, "baseline=file",
                    "Hide findings listed in this file; see --write-baseline"};
  Text WriteBaseline{*this, "write-baseline=file",
                     "Write the findings to a file for --baseline, which then "
                     "shows only new ones"};
  Text Diff{*this, "diff=folder|file.json",
            "Compare each access with an older state: a folder with the older "
            "tree, or its --format=json output"};
  Number Jobs{*this, "j=n",
              "Number of parallel processes (default: one per processor)",
              cl::Prefix};
  Flag NoCache{*this, "no-cache",
               "Neither read nor write the cache; see docs/ci.md"};
  Number MemoryLimit{*this, "memory-limit=MiB",
                     "Memory limit of a process (default: its share of the "
                     "machine's memory, at least 2048)"};
  Text ConfigFile{*this, "config-file=file",
                  "Read this file instead of the nearest .warplint"};
  Flag DumpConfig{
      *this, "dump-config",
      "Print the settings of the first file or the current folder, and exit"};
  Flag ListChecks{*this, "list-checks", "Print the enabled checks and exit"};
  Text ExplainCheck{*this, "explain-check=check",
                    "Print the documentation of a check and exit"};
  Flag Quiet{*this, "quiet", "Do not print a summary"};
  Flag ReportClean{*this, &Config::ReportClean, "report-clean",
                   "Print a remark for each access proven conflict-free"};
  Flag ReportUnproven{
      *this, &Config::ReportUnproven, "report-unproven",
      "Print a remark for each unproven access, with the reason"};
  Flag AsWritten{*this, &Config::AsWritten, "as-written",
                 "Show the cost of each access on its own, even if the "
                 "compiler merges or removes it (see docs/fusion.md)"};
  Choice<IssueSource> Issued{
      *this, "issued",
      "How to determine which accesses are issued as one request",
      cl::values(
          clEnumValN(IssueSource::Model, "model",
                     "rules derived from machine code of nvcc 13.0 (default)"),
          clEnumValN(
              IssueSource::Nvcc, "nvcc",
              "compile each file with the toolkit's nvcc; see docs/issued.md")),
      cl::init(IssueSource::Model)};
  Flag Fix{*this, "fix",
           "Apply proven layout fixes to the sources; see docs/fixes.md"};
  Flag AssumedFixes{*this, "assumed-fixes",
                    "With --fix: also apply fixes that hold under a condition"};
  Flag FixDryRun{
      *this, "fix-dry-run",
      "Print the changes of --fix as a unified diff instead of the findings"};
  Flag FixNotes{*this, "fix-notes",
                "Like --fix, and use the padding that a note suggests if the "
                "layout style cannot be applied"};
  Choice<FixStyle> Style{
      *this,
      "fix-style",
      "How fixes write a layout into the source",
      cl::values(
          clEnumValN(FixStyle::Auto, "auto",
                     "expression or pad, whichever is cheapest and most "
                     "readable (default)"),
          clEnumValN(
              FixStyle::Expression, "expression",
              "plain C++ in each index, or a function next to the kernel"),
          clEnumValN(FixStyle::Pad, "pad",
                     "longer rows in the declaration; indices stay unchanged")),
      cl::init(FixStyle::Auto),
      cl::callback([this](const warplint::FixStyle &S) {
        Said.FixStyle = fixStyleName(S).str();
      })};
  Text ExportFixes{
      *this, "export-fixes=file.yaml",
      "Write the edits of --fix to a file for clang-apply-replacements"};
  Flag Layouts{*this, &Config::Layouts, "layouts",
               "Suggest layouts for arrays with conflicts (on by default; "
               "--layouts=false is faster)",
               cl::init(true)};
  Choice<FindingOrder> Order{
      *this, "sort", "The order of a file's findings",
      cl::values(
          clEnumValN(FindingOrder::Weight, "weight",
                     "highest cost per block first (default)"),
          clEnumValN(FindingOrder::Source, "source", "by source location")),
      cl::callback([this](const FindingOrder &By) {
        Said.Sort = By == FindingOrder::Source ? "source" : "weight";
      })};
  Text Explain{*this, "explain=file:line[:column]",
               "Explain all accesses of one line instead of reporting "
               "findings; see docs/explain.md"};
  Text BankMap{*this, "bank-map=file:line[:column]",
               "Draw which lanes access which banks, before and after the "
               "suggested layout, for one line or for all conflicts; with -o "
               "FILE.svg as a picture; see docs/bank-maps.md",
               cl::ValueOptional};
  Flag Cost{
      *this, "cost",
      "Print the estimated load of each GPU pipe per kernel and the speedup "
      "that fixes may bring, and sort findings by it; see docs/cost.md"};
  Text MinGain{*this, &Config::MinGain, "min-gain=factor",
               "Hide findings with a smaller estimated speedup (1.1 is 10 %)"};
  Flag Stats{*this, "stats", "Print a table of the accesses of each kernel"};
  Flag Verbose{
      *this, "v",
      "Print the command, toolkit and flags used, and what was dropped"};
  Flag EachAccess{*this, "verbose",
                  "In text output, print one warning with all notes per access "
                  "instead of per array"};
  Choice<ColorMode> Color{
      *this, "color", "Color the diagnostics",
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
