//===- FileSettings.cpp - What holds for one file -------------------------===//

#include "warplint/Session/FileSettings.h"
#include "warplint/Checks/CheckTable.h"
#include "warplint/Frontend/Architecture.h"
#include "warplint/Session/KernelOptions.h"
#include "warplint/Support/ClosestName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace warplint {

/// Why \p Value is none, of "--block=VALUE: why".
static std::string reasonIn(StringRef Message, StringRef Value) {
  std::string Said = (Value + ": ").str();
  size_t At = Message.find(Said);
  return (At == StringRef::npos ? Message : Message.substr(At + Said.size()))
      .str();
}

/// \p E, which is about an option, as one about the place in a file where \p
/// Value is said, if it is.
static Error asSaid(const Config &C, StringRef Key, const std::string &Value,
                    Error E) {
  auto Place = C.Places.find({Key.str(), Value});
  if (Place == C.Places.end())
    return E;
  return createStringError(Place->second + ": '" + Value +
                           "' is not a value of '" + Key +
                           "': " + reasonIn(toString(std::move(E)), Value));
}

std::string assumingOption(const Config &C, const std::string &Condition) {
  auto Place = C.Places.find({"Assume", Condition});
  if (Place == C.Places.end())
    return "--assume";
  // ".warplint:7:5", or the name of the check's option.
  return sys::path::filename(Place->second).split(':').first.str();
}

static Error readLists(const Config &C, AnalysisOptions &Options) {
  for (const std::string &Text : C.Block) {
    auto Block = parseBlockOption(Text);
    if (!Block)
      return asSaid(C, "Block", Text, Block.takeError());
    Options.Blocks[Block->first] = Block->second;
  }
  for (const std::string &Text : C.DynamicShared) {
    auto Size = parseDynamicSharedOption(Text);
    if (!Size)
      return asSaid(C, "DynamicShared", Text, Size.takeError());
    Options.DynamicShared[Size->first] = Size->second;
  }
  AssumptionReader Assumed(Options.Assumptions);
  for (const std::string &Text : C.Assume)
    if (Error E = Assumed.add(Text, assumingOption(C, Text)))
      return asSaid(C, "Assume", Text, std::move(E));
  for (const std::string &Text : C.Instantiate) {
    auto Id = splitTemplateId(Text);
    if (!Id || Id->first.empty() || Id->second.empty())
      return asSaid(C, "Instantiate", Text,
                    createStringError("--instantiate=" + Text +
                                      ": expected a template with arguments, "
                                      "as in 'gemm<float, 128>'"));
    Options.Instances.push_back({Id->first, Id->second});
  }
  return Error::success();
}

static void readAnalysis(const Config &C, AnalysisOptions &Options) {
  Options.ReportClean = C.ReportClean.value_or(false);
  Options.ReportUnproven = C.ReportUnproven.value_or(false);
  Options.AsWritten = C.AsWritten.value_or(false);
  Options.SystemHeaders = C.SystemHeaders.value_or(false);
  if (C.Sort)
    Options.Order =
        *C.Sort == "source" ? FindingOrder::Source : FindingOrder::Weight;
  Options.CheckOptions = C.CheckOptions;
  Options.SearchLayouts &= C.Layouts.value_or(true);
  auto Level = [](const std::optional<std::string> &Text, Severity &To) {
    if (Text)
      To = *Text == "warning" ? Severity::Warning : Severity::Remark;
  };
  Level(C.Assumed, Options.AssumedLevel);
  Level(C.Negligible, Options.NegligibleLevel);
  if (C.Trials)
    Options.Parse.Templates.MaximumTrials = *C.Trials;
  if (Options.Fix && C.FixStyle)
    Options.Fix = StringSwitch<FixStyle>(*C.FixStyle)
                      .Case("expression", FixStyle::Expression)
                      .Case("pad", FixStyle::Pad)
                      .Default(FixStyle::Auto);
}

/// What the command line says of options that no check has, or values that
/// they can't have. A file was looked at when it was read.
static Error checkOptionsOf(const Config &C) {
  for (const auto &[Key, Value] : C.CheckOptions) {
    auto [Id, Name] = StringRef(Key).rsplit('.');
    auto Fail = [&](const Twine &Why) {
      return createStringError("--check-option=" + Key + "=" + Value + ": " +
                               Why);
    };
    if (Id == "*")
      continue;
    const CheckRecord *Check = findCheck(Id);
    if (!Check)
      return Fail("no check is named '" + Id + "'" +
                  didYouMean(Id, checkIds()));
    const CheckOption *Option = Check->option(Name);
    if (!Option)
      return Fail("check '" + Id + "' has no option '" + Name + "'");
    if (std::string Why = optionProblem(*Option, Value); !Why.empty())
      return Fail(Why);
  }
  return Error::success();
}

static Error readSelection(const Config &C, Selection &Shown) {
  for (auto [Option, Globs] :
       {std::pair("--checks=", &C.Checks),
        std::pair("--warnings-as-errors=", &C.WarningsAsErrors)})
    if (std::string Why = globsProblem(Globs->value_or("")); !Why.empty())
      return createStringError(Option + **Globs + ": " + Why);
  if (C.Checks)
    Shown.Checks += "," + *C.Checks;
  Shown.WarningsAsErrors = C.WarningsAsErrors.value_or("");
  Shown.HeaderFilter = C.HeaderFilterRegex.value_or(Shown.HeaderFilter);
  Shown.SystemHeaders = C.SystemHeaders.value_or(false);
  for (const CheckRecord &Check : allChecks())
    for (const CheckOption &Option : Check.Options) {
      unsigned Least = 0;
      if (!Option.IsLimit ||
          saidValue(C.CheckOptions, Check.Id, Option.Name)
              .value_or(Option.Default)
              .getAsInteger(10, Least) ||
          Least == 0)
        continue;
      Shown.Limits.push_back(
          {Check.Id.str(), Option.Metric.str(), Option.IsExcessPercent, Least});
    }
  if (std::string Problem = regexProblem(Shown.HeaderFilter); !Problem.empty())
    return createStringError("--header-filter=" + Shown.HeaderFilter + ": " +
                             Problem);
  return Error::success();
}

Config overridden(Config File, const Config &Given) {
  // What is said of all checks counts for those that the file speaks of, too.
  for (const auto &[Key, Value] : Given.CheckOptions)
    if (StringRef Option = Key; Option.consume_front("*"))
      for (auto It = File.CheckOptions.begin(); It != File.CheckOptions.end();)
        It = StringRef(It->first).ends_with(Option)
                 ? File.CheckOptions.erase(It)
                 : std::next(It);
  return mergeConfigs(std::move(File), Given);
}

Expected<FileSettings> settingsOf(const Config &C,
                                  const AnalysisOptions &Base) {
  FileSettings S;
  S.Analysis = Base;
  S.Arch = C.Arch.value_or("");
  if (!S.Arch.empty() && !parseGpuArch(S.Arch))
    return asSaid(C, "Arch", S.Arch,
                  createStringError("--arch=" + S.Arch +
                                    ": not an architecture, expected sm_90"));
  S.Baseline = C.Baseline.value_or("");
  static constexpr StringLiteral Levels[] = {"remark", "warning", "error"};
  StringRef FailOn = C.FailOn ? StringRef(*C.FailOn) : "warning";
  const auto *Level = find(Levels, FailOn);
  if (FailOn == "never")
    S.FailOn = std::nullopt;
  else if (Level != std::end(Levels))
    S.FailOn = Severity(Level - Levels);
  else
    return createStringError("--fail-on=" + FailOn +
                             ": expected remark, warning, error or never");
  if (C.MinGain && (StringRef(*C.MinGain).getAsDouble(S.Shown.MinGain) ||
                    !(S.Shown.MinGain >= 1)))
    return asSaid(
        C, "MinGain", *C.MinGain,
        createStringError("--min-gain=" + *C.MinGain +
                          ": expected a factor of 1 or more, as 1.1"));
  readAnalysis(C, S.Analysis);
  S.Analysis.Cost |= S.Shown.MinGain > 1;
  if (Error E = readLists(C, S.Analysis))
    return std::move(E);
  if (Error E = checkOptionsOf(C))
    return std::move(E);
  if (Error E = readSelection(C, S.Shown))
    return std::move(E);
  S.Analysis.Checks = C.Checks.value_or("");
  return S;
}

std::string valueProblem(StringRef Key, StringRef Value) {
  Config C;
  if (Key == "Block")
    C.Block = {Value.str()};
  else if (Key == "DynamicShared")
    C.DynamicShared = {Value.str()};
  else if (Key == "Assume")
    C.Assume = {Value.str()};
  else if (Key == "Instantiate")
    C.Instantiate = {Value.str()};
  else if (Key == "Arch")
    C.Arch = Value.str();
  else if (Key == "Checks")
    C.Checks = Value.str();
  else if (Key == "WarningsAsErrors")
    C.WarningsAsErrors = Value.str();
  else if (Key == "MinGain")
    C.MinGain = Value.str();
  else if (Key == "HeaderFilterRegex")
    C.HeaderFilterRegex = Value.str();
  Expected<FileSettings> Settings = settingsOf(C, AnalysisOptions());
  if (Settings)
    return "";
  return reasonIn(toString(Settings.takeError()), Value);
}

} // namespace warplint
