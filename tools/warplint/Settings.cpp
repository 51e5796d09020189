//===- Settings.cpp - What holds for one file -----------------------------===//

#include "Settings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {

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
    StringRef Name = Word.ltrim('-').split('=').first;
    bool IsJobs = Name.size() > 1 && Name.front() == 'j' &&
                  all_of(Name.drop_front(), isDigit);
    if (is_contained(Line.Files, Word) || IsJobs)
      continue;
    const auto *Known = find_if(
        Indifferent, [&](const auto &Option) { return Option.first == Name; });
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
  Options.Given = Line.Said;
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
