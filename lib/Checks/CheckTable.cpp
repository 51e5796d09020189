//===- CheckTable.cpp - The checks and their pages ------------------------===//

#include "warplint/Checks/CheckTable.h"
#include "warplint/Checks/Check.h"
#include "warplint/Support/ClosestName.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

#define WARPLINT_CHECK(Class, Id, Level, Tags, Sentence)                       \
  std::unique_ptr<Check> make##Class(const CheckSettings &);
#define WARPLINT_OPT_IN_CHECK(Class, Id, Level, Tags, Sentence)                \
  std::unique_ptr<Check> make##Class(const CheckSettings &);
#include "warplint/Checks/Checks.def"

namespace {

/// A row about an option, and whose it is.
struct OptionRow {
  StringRef Class;
  CheckOption Option;
};

using Kind = CheckOption::Kind;

constexpr OptionRow OptionRows[] = {
#define WARPLINT_CHECK_OPTION(Class, Name, Type, Default, Choices, Sentence)   \
  {#Class, {#Name, Kind::Type, Default, Choices, Sentence}},
#define WARPLINT_CHECK_LIMIT(Class, Name, Default, Metric, IsExcessPercent,    \
                             Sentence)                                         \
  {#Class,                                                                     \
   {#Name, Kind::Number, Default, "", Sentence, true, Metric,                  \
    IsExcessPercent}},
#include "warplint/Checks/Checks.def"
};

std::vector<CheckOption> optionsOf(StringRef Class) {
  std::vector<CheckOption> Options;
  for (const OptionRow &Row : OptionRows)
    if (Row.Class == Class)
      Options.push_back(Row.Option);
  return Options;
}

using Origin = CheckRecord::Origin;

std::vector<CheckRecord> &table() {
  static std::vector<CheckRecord> Checks = {
#define WARPLINT_CHECK(Class, Id, Level, Tags, Sentence)                       \
  {Id,         Severity::Level,  Tags,                                         \
   Sentence,   Origin::Analysis, optionsOf(#Class),                            \
   make##Class},
#define WARPLINT_OPT_IN_CHECK(Class, Id, Level, Tags, Sentence)                \
  {Id,                                                                         \
   Severity::Level,                                                            \
   Tags,                                                                       \
   Sentence,                                                                   \
   Origin::Analysis,                                                           \
   optionsOf(#Class),                                                          \
   make##Class,                                                                \
   true},
#define WARPLINT_DRIVER_CHECK(Id, Level, Tags, Sentence)                       \
  {Id, Severity::Level, Tags, Sentence, Origin::Driver, {}, nullptr},
#define WARPLINT_FILTER_CHECK(Id, Level, Tags, Sentence)                       \
  {Id, Severity::Level, Tags, Sentence, Origin::Filter, {}, nullptr},
#include "warplint/Checks/Checks.def"
  };
  return Checks;
}

} // namespace

ArrayRef<CheckRecord> allChecks() { return table(); }

void addCheck(CheckRecord Record) { table().push_back(std::move(Record)); }

const CheckRecord *findCheck(StringRef Id) {
  auto Found = find_if(
      table(), [&](const CheckRecord &Check) { return Check.Id == Id; });
  return Found == table().end() ? nullptr : &*Found;
}

std::vector<StringRef> checkIds() {
  std::vector<StringRef> Ids;
  for (const CheckRecord &Check : allChecks())
    Ids.push_back(Check.Id);
  return Ids;
}

GlobList enabledChecks(StringRef Said) {
  std::string Globs = "*";
  for (const CheckRecord &Check : allChecks())
    if (Check.IsOptIn)
      Globs += (",-" + Check.Id).str();
  return GlobList(Globs + "," + Said.str());
}

std::string globsProblem(StringRef Globs) {
  const GlobList List(Globs);
  const std::string Unknown = List.firstWithout(checkIds()).str();
  if (Unknown.empty())
    return "";
  std::string Meant;
  for (StringRef Prefix : {"", "warplint-"}) // "bank-conflict"
    if (Meant.empty() && !StringRef(Unknown).contains('*'))
      Meant = didYouMean((Prefix + Unknown).str(), checkIds());
  return "no check matches '" + Unknown + "'" +
         (Meant.empty() ? "; --list-checks --checks='*' lists all" : Meant);
}

} // namespace warplint
