//===- CommandLine.h - The program's options --------------------*- C++ -*-===//

#ifndef WARPLINT_TOOLS_COMMANDLINE_H
#define WARPLINT_TOOLS_COMMANDLINE_H

#include "warplint/Analysis/AnalysisOptions.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>
#include <vector>

namespace warplint {

namespace cl = llvm::cl;

/// What the program says to its caller; docs/ci.md tells it to users.
enum ExitCode { Nothing = 0, Findings = 1, Failed = 2 };

enum class ColorMode { Auto, Always, Never };

/// The program's options. Made in main, after LLVM's own options (its -stats
/// and -color among them) have left the command line.
struct CommandLine {
  cl::OptionCategory Category{"warplint options"};
  cl::list<std::string> Files{cl::Positional, cl::desc("file.cu..."),
                              cl::cat(Category)};
  cl::opt<std::string> BuildPath{
      "p",
      cl::desc("Folder that holds compile_commands.json, or that file; without "
               "it the parents of each file are searched"),
      cl::value_desc("builddir"), cl::cat(Category)};
  cl::opt<std::string> Arch{
      "arch",
      cl::desc("Architecture to analyse, instead of the newest one in the "
               "compile command (sm_90 without any)"),
      cl::value_desc("sm_XX"), cl::cat(Category)};
  cl::opt<std::string> CudaPath{"cuda-path",
                                cl::desc("Root of the CUDA toolkit"),
                                cl::value_desc("dir"), cl::cat(Category)};
  cl::opt<std::string> Root{
      "root",
      cl::desc("Folder in which headers are looked up that the compile command "
               "does not find (without it, the folder above each file that "
               "holds a .git): see docs/foreign-files.md"),
      cl::value_desc("dir"), cl::cat(Category)};
  cl::opt<bool> Strict{
      "strict",
      cl::desc("Take each file as a compiler would: no header is looked up, "
               "nothing is done about what clang refuses"),
      cl::cat(Category)};
  cl::opt<bool> KeepGoing{
      "keep-going",
      cl::desc("An error in a source does not count for the exit code"),
      cl::cat(Category)};
  cl::opt<bool> ShowParseErrors{
      "show-parse-errors",
      cl::desc("Print all of clang's errors, not only what they cost"),
      cl::cat(Category)};
  cl::list<std::string> Blocks{
      "block",
      cl::desc("Block shape of a kernel, or of all kernels, whatever its "
               "launches say"),
      cl::value_desc("[kernel:]XxYxZ"), cl::cat(Category)};
  cl::list<std::string> Assumptions{
      "assume",
      cl::desc("What holds of a kernel's parameter (or gridDim.x, p.field), of "
               "one kernel or of all: pitch=128, n%32==0, 0<n && n<=4096"),
      cl::value_desc("[kernel:]condition"), cl::cat(Category)};
  cl::list<std::string> Instances{
      "instantiate",
      cl::desc("Look at a kernel template with these arguments: see "
               "docs/templates.md"),
      cl::value_desc("template<arguments>"), cl::cat(Category)};
  cl::opt<unsigned> Trials{
      "trials",
      cl::desc("Argument lists that are tried for a kernel template which "
               "nothing instantiates, 0 for none (6 without this)"),
      cl::value_desc("n"), cl::init(TemplateOptions().MaximumTrials),
      cl::cat(Category)};
  cl::opt<Severity> Assumed{
      "assumed",
      cl::desc("How to show findings that rest on assumed template arguments"),
      cl::values(clEnumValN(Severity::Remark, "remark",
                            "they do not count for the exit code (the "
                            "default)"),
                 clEnumValN(Severity::Warning, "warning",
                            "like those that are proven")),
      cl::init(Severity::Remark), cl::cat(Category)};
  cl::list<std::string> Formats{
      "format",
      cl::desc("What to write: text (the default), json, sarif or github, "
               "into a file where one is named; may be repeated: see "
               "docs/ci.md"),
      cl::value_desc("format[:file]"), cl::cat(Category)};
  cl::opt<std::string> OutputFile{
      "o",
      cl::desc("Write to this file what would go to standard output; it is "
               "written whole or not at all"),
      cl::value_desc("file"), cl::cat(Category)};
  cl::opt<std::string> Checks{
      "checks",
      cl::desc("Globs of the checks that are wanted, behind those of "
               ".warplint: -*,warplint-bank-*"),
      cl::value_desc("globs"), cl::cat(Category)};
  cl::opt<std::string> WarningsAsErrors{
      "warnings-as-errors",
      cl::desc("Globs of checks whose warnings are errors"),
      cl::value_desc("globs"), cl::cat(Category)};
  cl::opt<std::string> HeaderFilter{
      "header-filter",
      cl::desc("Regular expression for the headers whose findings are shown "
               "(.*)"),
      cl::value_desc("regex"), cl::cat(Category)};
  cl::opt<std::string> LineFilter{
      "line-filter",
      cl::desc("Files and lines whose findings are shown, as clang-tidy has "
               "them: [{\"name\":\"a.cu\",\"lines\":[[1,30]]}]"),
      cl::value_desc("json"), cl::cat(Category)};
  cl::list<std::string> CheckOptions{
      "check-option",
      cl::desc("Set an option of a check, as CheckOptions in .warplint: see "
               "docs/checks"),
      cl::value_desc("check.option=value"), cl::cat(Category)};
  /// One for each limit of the checks: --min-wavefronts for MinWavefronts.
  struct LimitOption {
    LimitOption(const CheckOption &Limit, cl::OptionCategory &Category);

    std::string Limit, Flag;
    cl::opt<unsigned> Option;
  };
  std::vector<std::unique_ptr<LimitOption>> Limits = limitOptions();
  cl::opt<std::string> FailOn{
      "fail-on",
      cl::desc("Least level that makes the exit code 1: remark, warning (the "
               "default), error, never"),
      cl::value_desc("level"), cl::cat(Category)};
  cl::opt<bool> SystemHeaders{
      "system-headers",
      cl::desc("Show findings in headers of the toolkit and the system, too"),
      cl::cat(Category)};
  cl::opt<std::string> BaselineFile{
      "baseline",
      cl::desc("Show no findings that this file has: see --write-baseline"),
      cl::value_desc("file"), cl::cat(Category)};
  cl::opt<std::string> WriteBaseline{
      "write-baseline",
      cl::desc("Write the findings to a file, so that --baseline shows new "
               "ones alone"),
      cl::value_desc("file"), cl::cat(Category)};
  cl::opt<std::string> Diff{
      "diff",
      cl::desc("Compare with an older state, access by access: a folder with "
               "the older tree, or what --format=json wrote for it"),
      cl::value_desc("folder|file.json"), cl::cat(Category)};
  cl::opt<unsigned> Jobs{
      "j",
      cl::desc("Processes that lint files at a time (as many as there are "
               "processors)"),
      cl::value_desc("n"),
      cl::init(0),
      cl::Prefix,
      cl::cat(Category)};
  cl::opt<bool> NoCache{
      "no-cache",
      cl::desc("Use no results of earlier runs, and keep none: see docs/ci.md"),
      cl::cat(Category)};
  cl::opt<unsigned> MemoryLimit{
      "memory-limit",
      cl::desc("Memory that such a process may take at most (its share of the "
               "machine's, at least 2048)"),
      cl::value_desc("MiB"), cl::init(0), cl::cat(Category)};
  cl::opt<std::string> ConfigFile{
      "config-file",
      cl::desc("Read this file instead of the .warplint that is nearest to "
               "each source"),
      cl::value_desc("file"), cl::cat(Category)};
  cl::opt<bool> DumpConfig{
      "dump-config",
      cl::desc("Print the settings of the first file, or of the current "
               "folder, and end"),
      cl::cat(Category)};
  cl::opt<bool> ListChecks{"list-checks",
                           cl::desc("Print the checks that are on and end"),
                           cl::cat(Category)};
  cl::opt<std::string> ExplainCheck{
      "explain-check", cl::desc("Print the page of a check and end"),
      cl::value_desc("name"), cl::cat(Category)};
  cl::opt<bool> Quiet{"quiet", cl::desc("Do not count the findings at the end"),
                      cl::cat(Category)};
  cl::opt<bool> ReportClean{
      "report-clean",
      cl::desc("Print a remark for each access that is proven conflict-free"),
      cl::cat(Category)};
  cl::opt<bool> ReportUnproven{
      "report-unproven",
      cl::desc("Print a remark for each access that is not decided, and why"),
      cl::cat(Category)};
  cl::opt<bool> AsWritten{
      "as-written",
      cl::desc("Figures of each access on its own, whatever the compiler joins "
               "or drops (see docs/fusion.md)"),
      cl::cat(Category)};
  cl::opt<bool> Fix{
      "fix",
      cl::desc("Put the layouts that were proven to help into the sources: see "
               "docs/fixes.md"),
      cl::cat(Category)};
  cl::opt<bool> FixNotes{
      "fix-notes",
      cl::desc("--fix, and where the style of layout can't be written, the "
               "padding that a note speaks of"),
      cl::cat(Category)};
  cl::opt<FixStyle> Style{
      "fix-style", cl::desc("How a layout is written into the source"),
      cl::values(
          clEnumValN(FixStyle::Expression, "expression",
                     "plain C++ in place of each index (the default)"),
          clEnumValN(FixStyle::Helper, "helper", "calls of warplint/swizzle.h"),
          clEnumValN(FixStyle::Pad, "pad",
                     "longer rows in the declaration, indices stay")),
      cl::init(FixStyle::Expression), cl::cat(Category)};
  cl::opt<std::string> ExportFixes{
      "export-fixes",
      cl::desc("Write the edits of --fix to a file for "
               "clang-apply-replacements"),
      cl::value_desc("file.yaml"), cl::cat(Category)};
  cl::opt<bool> Layouts{
      "layouts",
      cl::desc("Search better layouts for arrays whose accesses conflict (on; "
               "--layouts=false for speed)"),
      cl::init(true), cl::cat(Category)};
  cl::opt<FindingOrder> Order{
      "sort", cl::desc("The order of a file's findings"),
      cl::values(clEnumValN(FindingOrder::Weight, "weight",
                            "what costs a block most first (the default)"),
                 clEnumValN(FindingOrder::Source, "source", "by place")),
      cl::init(FindingOrder::Weight), cl::cat(Category)};
  cl::opt<std::string> Explain{
      "explain",
      cl::desc("Explain the accesses of one line instead of reporting "
               "findings, the clean ones too: see docs/explain.md"),
      cl::value_desc("file:line[:column]"), cl::cat(Category)};
  cl::opt<bool> Stats{"stats",
                      cl::desc("Print a table of the accesses of each kernel"),
                      cl::cat(Category)};
  cl::opt<bool> Verbose{
      "v",
      cl::desc("Say which command, toolkit and flags are used, and what was "
               "dropped"),
      cl::cat(Category)};
  cl::opt<ColorMode> Color{
      "color", cl::desc("Colour the diagnostics"),
      cl::values(clEnumValN(ColorMode::Auto, "auto", "on a terminal"),
                 clEnumValN(ColorMode::Always, "always", ""),
                 clEnumValN(ColorMode::Never, "never", "")),
      cl::init(ColorMode::Auto), cl::cat(Category)};

  std::vector<std::unique_ptr<LimitOption>> limitOptions();

  /// All words as they were given, but for the program's name.
  std::vector<std::string> Words;

  /// Colours for text on standard output.
  bool useColor() const;

  /// Sources are to be changed.
  bool fixes() const { return Fix || FixNotes; }
};

/// Splits off what follows "--": flags that are those of every file. \p Found
/// says whether there was a "--" at all.
std::vector<std::string> takeFixedFlags(std::vector<const char *> &Args,
                                        bool &Found);

/// Takes everything but --help and --version off the command line: what LLVM's
/// libraries register is not ours.
void dropForeignOptions();

/// Reads \p Args into the options of \p Line, which have to exist. False when
/// they are in error, which has been said.
bool parseCommandLine(CommandLine &Line, const std::vector<const char *> &Args);

/// "warplint: error: ", to be followed by a message and a line's end.
llvm::raw_ostream &error(llvm::raw_ostream &Out = llvm::errs());

} // namespace warplint

#endif // WARPLINT_TOOLS_COMMANDLINE_H
