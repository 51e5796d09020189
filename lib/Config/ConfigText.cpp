//===- ConfigText.cpp - Settings joined and printed -----------------------===//

#include "ConfigKeys.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/YAMLParser.h"
#include <utility>

using namespace llvm;

namespace warplint {

bool isGlobsKey(StringRef Key) {
  return Key == "Checks" || Key == "WarningsAsErrors";
}

Config mergeConfigs(Config Further, const Config &Nearer) {
  for (const ConfigKey &Key : configKeys()) {
    if (Key.AsText && Nearer.*Key.AsText) {
      auto &Into = Further.*Key.AsText;
      bool IsJoined = isGlobsKey(Key.Name) && Into && !Into->empty();
      Into = (IsJoined ? *Into + "," : "") + *(Nearer.*Key.AsText);
    } else if (Key.AsFlag && Nearer.*Key.AsFlag) {
      Further.*Key.AsFlag = Nearer.*Key.AsFlag;
    } else if (Key.AsNumber && Nearer.*Key.AsNumber) {
      Further.*Key.AsNumber = Nearer.*Key.AsNumber;
    } else if (Key.AsList) {
      append_range(Further.*Key.AsList, Nearer.*Key.AsList);
    }
  }
  for (const auto &[Name, Value] : Nearer.CheckOptions)
    Further.CheckOptions[Name] = Value;
  for (const auto &[Said, Place] : Nearer.Places)
    Further.Places[Said] = Place;
  Further.Files.insert(Further.Files.begin(), Nearer.Files.begin(),
                       Nearer.Files.end());
  return Further;
}

/// In single quotes, in which a quote alone is special; what is not printable
/// stands in double ones, in which it is escaped.
static std::string quoted(StringRef Text) {
  if (!all_of(Text, isPrint))
    return '"' + yaml::escape(Text, /*EscapePrintable=*/false) + '"';
  std::string Quoted = "'";
  for (char C : Text) {
    if (C == '\'')
      Quoted += '\'';
    Quoted += C;
  }
  return Quoted + "'";
}

void printConfig(raw_ostream &Out, const Config &C) {
  Out << "---\n";
  for (const ConfigKey &Key : configKeys()) {
    if (Key.AsText && C.*Key.AsText)
      Out << Key.Name << ": " << quoted(*(C.*Key.AsText)) << '\n';
    if (Key.AsFlag && C.*Key.AsFlag)
      Out << Key.Name << ": " << (*(C.*Key.AsFlag) ? "true" : "false") << '\n';
    if (Key.AsNumber && C.*Key.AsNumber)
      Out << Key.Name << ": " << *(C.*Key.AsNumber) << '\n';
    if (Key.AsList && !(C.*Key.AsList).empty()) {
      Out << Key.Name << ":\n";
      for (const std::string &Item : C.*Key.AsList)
        Out << "  - " << quoted(Item) << '\n';
    }
  }
  StringRef Heading = "CheckOptions:\n";
  for (const auto &[Name, Value] : C.CheckOptions) {
    StringRef Key = Name;
    if (Key.consume_front("*.")) { // These come first.
      Out << Key << ": " << Value << '\n';
      continue;
    }
    Out << std::exchange(Heading, "") << "  " << Key << ": ";
    Out << (all_of(Value, isAlnum) ? Value : quoted(Value)) << '\n';
  }
  Out << "...\n";
}

} // namespace warplint
