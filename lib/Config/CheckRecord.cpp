//===- CheckRecord.cpp - A check as the shells know it --------------------===//

#include "warplint/Config/CheckRecord.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {

std::string optionProblem(const CheckOption &Option, StringRef Value) {
  unsigned Number = 0;
  SmallVector<StringRef, 4> Choices;
  Option.Choices.split(Choices, ' ', -1, /*KeepEmpty=*/false);
  switch (Option.Type) {
  case CheckOption::Kind::Number:
    return Value.getAsInteger(10, Number) ? "expected a number" : "";
  case CheckOption::Kind::Flag:
    return Value == "true" || Value == "false" ? "" : "expected true or false";
  case CheckOption::Kind::Text:
    return Choices.empty() || is_contained(Choices, Value)
               ? ""
               : "expected " + join(Choices, ", ");
  }
  llvm_unreachable("unknown kind of option");
}

const CheckOption *CheckRecord::option(StringRef Name) const {
  auto Found =
      find_if(Options, [&](const CheckOption &O) { return O.Name == Name; });
  return Found == Options.end() ? nullptr : &*Found;
}

std::vector<CheckOption> limitsOf(ArrayRef<CheckRecord> Checks) {
  std::vector<CheckOption> Limits;
  for (const CheckRecord &Check : Checks)
    for (const CheckOption &Option : Check.Options)
      if (Option.IsLimit && none_of(Limits, [&](const CheckOption &Known) {
            return Known.Name == Option.Name;
          }))
        Limits.push_back(Option);
  return Limits;
}

bool isBelow(uint64_t Least, bool IsExcessPercent, uint64_t Value,
             uint64_t Ideal) {
  const uint64_t Excess = Value > Ideal ? Value - Ideal : 0;
  return IsExcessPercent ? Excess * 100 < Least * Ideal : Value < Least;
}

std::optional<StringRef> saidValue(const OptionValues &Values, StringRef Check,
                                   StringRef Option) {
  for (StringRef Whose : {Check, StringRef("*")})
    if (auto Said = Values.find((Whose + "." + Option).str());
        Said != Values.end())
      return Said->second;
  return std::nullopt;
}

} // namespace warplint
