//===- TidyOptions.cpp - CheckOptions of .clang-tidy ----------------------===//

#include "TidyOptions.h"
#include "warplint/Checks/CheckTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <clang-tidy/ClangTidyCheck.h>

using namespace llvm;

namespace warplint {

using Strings = std::vector<std::string>;
using View = clang::tidy::ClangTidyCheck::OptionsView;

/// Keys that clang-tidy has in another place, or that are each check's own.
static constexpr StringLiteral NotOfTheAnalysis[] = {"InheritParentConfig",
                                                     "Checks",
                                                     "WarningsAsErrors",
                                                     "HeaderFilterRegex",
                                                     "SystemHeaders",
                                                     "FailOn",
                                                     "Sort",
                                                     "Baseline"};

static bool isOfTheAnalysis(StringRef Key) {
  return !is_contained(NotOfTheAnalysis, Key);
}

StringRef analysisCheck() { return "warplint-bank-conflict"; }

namespace {

/// Reads the options of one check.
class Reader {
public:
  Reader(StringRef Check, clang::tidy::ClangTidyContext &Context,
         function_ref<void(Twine)> Complain)
      : Check(Check),
        Options(Check, Context.getOptions().CheckOptions, &Context),
        Complain(Complain) {}

  void read(StringRef Key, StringRef Choices, Config::Text &Into) {
    std::optional<StringRef> Value = value(Key);
    if (!Value)
      return;
    SmallVector<StringRef, 4> Known;
    Choices.split(Known, ' ', -1, /*KeepEmpty=*/false);
    if (Known.empty() || is_contained(Known, *Value))
      Into = Value->str();
    else
      refuse(Key, *Value, join(Known, ", "));
  }

  void read(StringRef Key, StringRef, Config::Flag &Into) {
    std::optional<StringRef> Value = value(Key);
    if (Value == "true" || Value == "1")
      Into = true;
    else if (Value == "false" || Value == "0")
      Into = false;
    else if (Value)
      refuse(Key, *Value, "true or false");
  }

  void read(StringRef Key, StringRef, Config::Number &Into) {
    std::optional<StringRef> Value = value(Key);
    unsigned Read = 0;
    if (Value && !Value->getAsInteger(10, Read))
      Into = Read;
    else if (Value)
      refuse(Key, *Value, "a whole number");
  }

  void read(StringRef Key, StringRef, Config::List &Into) {
    SmallVector<StringRef> Parts;
    value(Key).value_or("").split(Parts, ';', -1, /*KeepEmpty=*/false);
    for (StringRef Part : Parts)
      if (!Part.trim().empty())
        Into.push_back(Part.trim().str());
  }

  void read(const CheckOption &Option, OptionValues &Into) {
    Config::Text Value;
    Config::Number Number;
    Config::Flag Flag;
    switch (Option.Type) {
    case CheckOption::Kind::Number:
      read(Option.Name, "", Number);
      if (Number)
        Value = utostr(*Number);
      break;
    case CheckOption::Kind::Flag:
      read(Option.Name, "", Flag);
      if (Flag)
        Value = *Flag ? "true" : "false";
      break;
    case CheckOption::Kind::Text:
      read(Option.Name, Option.Choices, Value);
    }
    if (Value)
      Into[(Check + "." + Option.Name).str()] = *Value;
  }

  /// Nothing where it is not given, or given as "", as --dump-config has it.
  std::optional<StringRef> value(StringRef Key) const {
    std::optional<StringRef> Value = Options.get(Key);
    return Value && !Value->empty() ? Value : std::nullopt;
  }

private:
  void refuse(StringRef Key, StringRef Value, const Twine &Expected) {
    Complain("invalid configuration value '" + Value + "' for option '" +
             Check + "." + Key + "'; expected " + Expected);
  }

  StringRef Check;
  View Options;
  function_ref<void(Twine)> Complain;
};

} // namespace

/// An error about a value names the option of the check.
static void namePlaces(Config &Said) {
  auto Name = [&](StringRef Key, const Config::List &Values) {
    for (const std::string &Value : Values)
      Said.Places[{Key.str(), Value}] = (analysisCheck() + "." + Key).str();
  };
  Name("Block", Said.Block);
  Name("DynamicShared", Said.DynamicShared);
  Name("Assume", Said.Assume);
  Name("Instantiate", Said.Instantiate);
  if (Said.Arch)
    Name("Arch", {*Said.Arch});
}

TidyOptions readTidyOptions(clang::tidy::ClangTidyContext &Context,
                            function_ref<void(Twine)> Complain) {
  TidyOptions Result;
  Config &Said = Result.Said;
  Reader Analysis(analysisCheck(), Context, Complain);
#define WARPLINT_KEY(Name, Kind, Choices, Sentence)                            \
  if (isOfTheAnalysis(#Name))                                                  \
    Analysis.read(#Name, Choices, Said.Name);
#include "warplint/Config/Keys.def"
  for (const CheckRecord &Check : allChecks()) {
    if (Check.IsOptIn && Context.isCheckEnabled(Check.Id))
      Said.Checks = Said.Checks.value_or("") + Check.Id.str() + ",";
    for (const CheckOption &Option : Check.Options)
      Reader(Check.Id, Context, Complain).read(Option, Said.CheckOptions);
  }
  Result.BuildPath = Analysis.value("BuildPath").value_or("").str();
  Result.CudaPath = Analysis.value("CudaPath").value_or("").str();
  Result.Root = Analysis.value("Root").value_or("").str();
  Config::Flag Fixes;
  Analysis.read("Fixes", "", Fixes);
  Result.Fixes = Fixes.value_or(true);
  namePlaces(Said);
  const clang::tidy::ClangTidyOptions &OfFile = Context.getOptions();
  Result.ExtraBefore = OfFile.ExtraArgsBefore.value_or(Strings());
  Result.Extra = OfFile.ExtraArgs.value_or(Strings());
  Result.Removed = OfFile.RemovedArgs.value_or(Strings());
  return Result;
}

void storeTidyOptions(StringRef Check, clang::tidy::ClangTidyContext &Context,
                      clang::tidy::ClangTidyOptions::OptionMap &Into) {
  Reader Own(Check, Context, [](Twine) {});
  auto Store = [&](StringRef Key) {
    Into[(Check + "." + Key).str()] = Own.value(Key).value_or("");
  };
  for (const CheckOption &Option : findCheck(Check)->Options)
    Store(Option.Name);
  if (Check != analysisCheck())
    return;
#define WARPLINT_KEY(Name, Kind, Choices, Sentence)                            \
  if (isOfTheAnalysis(#Name))                                                  \
    Store(#Name);
#include "warplint/Config/Keys.def"
  for (StringRef Key : {"BuildPath", "CudaPath", "Root", "Fixes"})
    Store(Key);
}

} // namespace warplint
