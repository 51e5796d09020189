//===- Settings.cpp - What holds for one file -----------------------------===//

#include "Settings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {

/// The value of an option, if it was given.
template <typename Member, typename Option>
static void take(Member &Into, const Option &From) {
  if (From.getNumOccurrences())
    Into = From.getValue();
}

Config configOf(const CommandLine &Line) {
  Config C;
  take(C.Checks, Line.Checks);
  take(C.WarningsAsErrors, Line.WarningsAsErrors);
  take(C.HeaderFilterRegex, Line.HeaderFilter);
  take(C.SystemHeaders, Line.SystemHeaders);
  for (const auto &L : Line.Limits)
    if (L->Option.getNumOccurrences())
      C.CheckOptions["*." + L->Limit] = utostr(L->Option.getValue());
  for (StringRef Said : Line.CheckOptions) {
    auto [Option, Value] = Said.split('=');
    C.CheckOptions[Option.str()] = Value.str();
  }
  take(C.FailOn, Line.FailOn);
  take(C.Baseline, Line.BaselineFile);
  take(C.Arch, Line.Arch);
  append_range(C.Block, Line.Blocks);
  append_range(C.Assume, Line.Assumptions);
  append_range(C.Instantiate, Line.Instances);
  take(C.Trials, Line.Trials);
  take(C.Layouts, Line.Layouts);
  take(C.ReportClean, Line.ReportClean);
  take(C.ReportUnproven, Line.ReportUnproven);
  take(C.AsWritten, Line.AsWritten);
  if (Line.Assumed.getNumOccurrences())
    C.Assumed = Line.Assumed == Severity::Warning ? "warning" : "remark";
  if (Line.Order.getNumOccurrences())
    C.Sort = Line.Order == FindingOrder::Source ? "source" : "weight";
  if (Line.Style.getNumOccurrences())
    C.FixStyle = fixStyleName(Line.Style);
  return C;
}

/// Options that say what is done with results and not what they are. Those with
/// a value may have it in the next word.
static constexpr std::pair<StringLiteral, bool> Indifferent[] = {
    {"o", true},
    {"j", true},
    {"format", true},
    {"baseline", true},
    {"write-baseline", true},
    {"memory-limit", true},
    {"quiet", false},
    {"no-cache", false},
    {"keep-going", false},
};

/// The words of the command line that matter, without the files.
static std::vector<std::string> wordsThatMatter(const CommandLine &Line) {
  std::vector<std::string> Result;
  for (size_t I = 0; I != Line.Words.size(); ++I) {
    StringRef Word = Line.Words[I];
    if (is_contained(Line.Files, Word))
      continue;
    auto [Name, Value] = Word.ltrim('-').split('=');
    bool IsJobs = Name.size() > 1 && Name.front() == 'j' &&
                  all_of(Name.drop_front(), isDigit);
    const auto *Known =
        find_if(Indifferent, [&, Name = Name](const auto &Option) {
          return Option.first == Name;
        });
    if (IsJobs)
      continue;
    if (Known == std::end(Indifferent))
      Result.push_back(Word.str());
    else if (Known->second && !Word.contains('='))
      ++I;
  }
  return Result;
}

Expected<SessionOptions> sessionOptionsOf(const CommandLine &Line,
                                          const OlderTree &Older) {
  SessionOptions Options;
  if (!Line.LineFilter.empty()) {
    Expected<LineFilter> Filter = LineFilter::parse(Line.LineFilter);
    if (!Filter)
      return Filter.takeError();
    Options.Lines = std::move(*Filter);
  }
  Options.Given = configOf(Line);
  Options.ConfigFile = Line.ConfigFile;
  Options.CudaPath = Line.CudaPath;
  Options.Root = Line.Root;
  Options.Files.assign(Line.Files.begin(), Line.Files.end());
  Options.CommandFor = [&Older](const Input &In,
                                const CommandSource &Commands) {
    return In.isOlder() ? Older.commandFor(In, Commands)
                        : Commands.commandFor(In.File);
  };
  Options.Strict = Line.Strict;
  Options.Explain = !Line.Explain.empty();
  if (Line.fixes() || !Line.ExportFixes.empty() ||
      Line.Style.getNumOccurrences())
    Options.Fix = Line.Style;
  Options.Color = Line.useColor();
  Options.ShowParseErrors = Line.ShowParseErrors;
  Options.Verbose = Line.Verbose;
  Options.UseCache = !Line.NoCache;
  Options.Key = join(wordsThatMatter(Line), "\n");
  return Options;
}

} // namespace warplint
