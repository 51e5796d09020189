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

Config overridden(Config File, const Config &Line) {
  // What is said of all checks counts for those that the file speaks of, too.
  for (const auto &[Key, Value] : Line.CheckOptions)
    if (StringRef Option = Key; Option.consume_front("*"))
      for (auto It = File.CheckOptions.begin(); It != File.CheckOptions.end();)
        It = StringRef(It->first).ends_with(Option)
                 ? File.CheckOptions.erase(It)
                 : std::next(It);
  return mergeConfigs(std::move(File), Line);
}

} // namespace warplint
