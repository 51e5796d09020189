//===- ConfigText.cpp - Settings joined and printed -----------------------===//

#include "warplint/Config/Config.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/YAMLParser.h"
#include <utility>

using namespace llvm;

namespace warplint {

bool isGlobsKey(StringRef Key) {
  return Key == "Checks" || Key == "WarningsAsErrors";
}

template <typename T>
static void merge(StringRef, std::optional<T> &Further,
                  const std::optional<T> &Nearer) {
  if (Nearer)
    Further = Nearer;
}

static void merge(StringRef Key, Config::Text &Further,
                  const Config::Text &Nearer) {
  bool IsJoined =
      isGlobsKey(Key) && Nearer && !StringRef(Further.value_or("")).empty();
  if (Nearer)
    Further = (IsJoined ? *Further + "," : "") + *Nearer;
}

static void merge(StringRef, Config::List &Further,
                  const Config::List &Nearer) {
  append_range(Further, Nearer);
}

Config mergeConfigs(Config Further, const Config &Nearer) {
#define WARPLINT_KEY(Name, Kind, Choices, Sentence)                            \
  merge(#Name, Further.Name, Nearer.Name);
#include "warplint/Config/Keys.def"
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

static std::string printed(const std::string &Text) { return quoted(Text); }
static std::string printed(bool Flag) { return Flag ? "true" : "false"; }
static std::string printed(unsigned Number) { return utostr(Number); }

template <typename T>
static void print(raw_ostream &Out, StringRef Key,
                  const std::optional<T> &Value) {
  if (Value)
    Out << Key << ": " << printed(*Value) << '\n';
}

static void print(raw_ostream &Out, StringRef Key, const Config::List &Items) {
  if (!Items.empty())
    Out << Key << ":\n";
  for (const std::string &Item : Items)
    Out << "  - " << quoted(Item) << '\n';
}

void printConfig(raw_ostream &Out, const Config &C) {
  Out << "---\n";
#define WARPLINT_KEY(Name, Kind, Choices, Sentence) print(Out, #Name, C.Name);
#include "warplint/Config/Keys.def"
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
