//===- ConfigParser.cpp - The text of .warplint ---------------------------===//

#include "ConfigKeys.h"
#include "warplint/Support/ClosestName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"
#include <set>

using namespace llvm;

namespace warplint {
namespace {

/// Reads one document. The first thing that is wrong is kept and ends it.
class Parser {
public:
  Parser(StringRef Text, StringRef Name, ArrayRef<CheckRecord> Checks,
         const ValueCheck &Values)
      : Text(Text), Name(Name), Checks(Checks), Values(Values),
        Stream(Text, Sources) {
    Sources.setDiagHandler(
        [](const SMDiagnostic &D, void *Self) {
          static_cast<Parser *>(Self)->fail(D.getLineNo(), D.getColumnNo() + 1,
                                            D.getMessage());
        },
        this);
  }

  Expected<Config> run();

private:
  using Pair = std::pair<yaml::Node *, std::string>;

  bool fail(unsigned Line, unsigned Column, const Twine &Message);
  bool fail(const yaml::Node &At, const Twine &Message);
  std::pair<unsigned, unsigned> lineAndColumn(const yaml::Node &At) const;
  bool readEntries(yaml::MappingNode &Root);
  bool read(const ConfigKey &Key, yaml::Node &Value);
  bool readCheckOptions(yaml::Node *Value);
  bool readCheckOption(const yaml::Node &KeyNode, StringRef Key,
                       yaml::Node *Value);
  bool readOptionValue(const CheckOption &Option, StringRef Key,
                       const yaml::Node &KeyNode, yaml::Node *Value);
  std::optional<std::string> scalar(yaml::Node &N);
  std::optional<unsigned> number(yaml::Node &N);
  bool readText(const ConfigKey &Key, yaml::Node &Value);
  bool readFlag(const ConfigKey &Key, yaml::Node &Value);
  bool readList(const ConfigKey &Key, yaml::Node &Value);
  bool readItem(const ConfigKey &Key, std::string Word, const yaml::Node &Item);
  bool isGood(const ConfigKey &Key, StringRef Word, const yaml::Node &Value);
  bool fitsChoices(const ConfigKey &Key, StringRef Word,
                   const yaml::Node &Value);

  StringRef Text, Name;
  ArrayRef<CheckRecord> Checks;
  const ValueCheck &Values;
  SourceMgr Sources;
  yaml::Stream Stream;
  Config Result;
  std::string Problem;
};

} // namespace

bool Parser::fail(unsigned Line, unsigned Column, const Twine &Message) {
  if (Problem.empty())
    Problem =
        (Name + ":" + Twine(Line) + ":" + Twine(Column) + ": " + Message).str();
  return false;
}

std::pair<unsigned, unsigned>
Parser::lineAndColumn(const yaml::Node &At) const {
  const char *Start = At.getSourceRange().Start.getPointer();
  // A value that is missing stands nowhere.
  if (!Start)
    return {1, 1};
  // LLVM's range of "[1]" and "{a: 1}" begins behind the bracket.
  if (Start != Text.begin() && (Start[-1] == '[' || Start[-1] == '{') &&
      isa<yaml::SequenceNode, yaml::MappingNode>(At))
    --Start;
  return Sources.getLineAndColumn(SMLoc::getFromPointer(Start));
}

bool Parser::fail(const yaml::Node &At, const Twine &Message) {
  auto [Line, Column] = lineAndColumn(At);
  return fail(Line, Column, Message);
}

std::optional<std::string> Parser::scalar(yaml::Node &N) {
  if (auto *S = dyn_cast<yaml::ScalarNode>(&N)) {
    SmallString<64> Storage;
    return S->getValue(Storage).str();
  }
  if (auto *S = dyn_cast<yaml::BlockScalarNode>(&N))
    return S->getValue().str();
  return std::nullopt;
}

std::optional<unsigned> Parser::number(yaml::Node &N) {
  unsigned Value = 0;
  std::optional<std::string> Word = scalar(N);
  if (!Word || StringRef(*Word).getAsInteger(10, Value)) {
    fail(N, "expected a number");
    return std::nullopt;
  }
  return Value;
}

/// What the user of the value says of it.
bool Parser::isGood(const ConfigKey &Key, StringRef Word,
                    const yaml::Node &Value) {
  std::string Why = Values ? Values(Key.Name, Word) : "";
  return Why.empty() || fail(Value, "'" + Word + "' is no value of '" +
                                        Key.Name + "': " + Why);
}

bool Parser::fitsChoices(const ConfigKey &Key, StringRef Word,
                         const yaml::Node &Value) {
  if (Key.Choices.empty())
    return true;
  SmallVector<StringRef, 4> Words;
  Key.Choices.split(Words, ' ');
  if (is_contained(Words, Word))
    return true;
  std::string All;
  for (auto [I, Choice] : enumerate(Words))
    All += (I == 0 ? "" : I + 1 == Words.size() ? " or " : ", ") + Choice.str();
  return fail(Value, "'" + Word + "' is no value of '" + Key.Name +
                         "', expected " + All);
}

bool Parser::readText(const ConfigKey &Key, yaml::Node &Value) {
  std::optional<std::string> Word = scalar(Value);
  // .clang-tidy takes a sequence of globs as well.
  if (!Word && isGlobsKey(Key.Name) && isa<yaml::SequenceNode>(Value)) {
    std::string All;
    for (yaml::Node &Item : cast<yaml::SequenceNode>(Value)) {
      std::optional<std::string> One = scalar(Item);
      if (!One)
        return fail(Item, "expected text");
      All += (All.empty() ? "" : ",") + *One;
    }
    Result.*Key.AsText = All;
    return true;
  }
  if (!Word)
    return fail(Value, "expected text");
  if (!fitsChoices(Key, *Word, Value) || !isGood(Key, *Word, Value))
    return false;
  Result.*Key.AsText = std::move(*Word);
  return true;
}

bool Parser::readFlag(const ConfigKey &Key, yaml::Node &Value) {
  std::optional<std::string> Word = scalar(Value);
  std::optional<bool> Truth = Word ? yaml::parseBool(*Word) : std::nullopt;
  if (!Truth)
    return fail(Value, "expected true or false");
  Result.*Key.AsFlag = Truth;
  return true;
}

bool Parser::readItem(const ConfigKey &Key, std::string Word,
                      const yaml::Node &Item) {
  if (!isGood(Key, Word, Item))
    return false;
  auto [Line, Column] = lineAndColumn(Item);
  Result.Places[{Key.Name.str(), Word}] =
      (Name + ":" + Twine(Line) + ":" + Twine(Column)).str();
  (Result.*Key.AsList).push_back(std::move(Word));
  return true;
}

bool Parser::readList(const ConfigKey &Key, yaml::Node &Value) {
  if (std::optional<std::string> One = scalar(Value))
    return readItem(Key, std::move(*One), Value);
  auto *Items = dyn_cast<yaml::SequenceNode>(&Value);
  if (!Items)
    return fail(Value, "expected text or a list of texts");
  for (yaml::Node &Item : *Items) {
    std::optional<std::string> One = scalar(Item);
    if (!One)
      return fail(Item, "expected text");
    if (!readItem(Key, std::move(*One), Item))
      return false;
  }
  return true;
}

bool Parser::read(const ConfigKey &Key, yaml::Node &Value) {
  if (Key.AsText)
    return readText(Key, Value);
  if (Key.AsFlag)
    return readFlag(Key, Value);
  if (Key.AsList)
    return readList(Key, Value);
  std::optional<unsigned> N = number(Value);
  if (N)
    Result.*Key.AsNumber = N;
  return N.has_value();
}

bool Parser::readOptionValue(const CheckOption &Option, StringRef Key,
                             const yaml::Node &KeyNode, yaml::Node *Value) {
  std::optional<std::string> Word = Value ? scalar(*Value) : std::nullopt;
  std::string Problem =
      optionProblem(Option, StringRef(Word ? *Word : "").trim());
  if (!Word || !Problem.empty())
    return fail(Value ? *Value : KeyNode,
                Problem.empty() ? "expected text" : Problem);
  Result.CheckOptions[Key.str()] = StringRef(*Word).trim().str();
  return true;
}

bool Parser::readCheckOption(const yaml::Node &KeyNode, StringRef Key,
                             yaml::Node *Value) {
  auto [Id, Name] = Key.rsplit('.');
  std::vector<StringRef> Known;
  for (const CheckRecord &Check : Checks) {
    Known.push_back(Check.Id);
    if (Check.Id != Id)
      continue;
    if (const CheckOption *Option = Check.option(Name))
      return readOptionValue(*Option, Key, KeyNode, Value);
    Known.clear();
    for (const CheckOption &Option : Check.Options)
      Known.push_back(Option.Name);
    return fail(KeyNode, "unknown option '" + Name + "' of check '" + Id + "'" +
                             didYouMean(Name, Known));
  }
  return fail(KeyNode, "unknown check '" + Id + "'" + didYouMean(Id, Known));
}

bool Parser::readCheckOptions(yaml::Node *Value) {
  auto *Options = dyn_cast_or_null<yaml::MappingNode>(Value);
  if (!Options)
    return Value ? fail(*Value, "expected a mapping of options to values")
                 : false;
  for (yaml::KeyValueNode &Entry : *Options) {
    std::optional<std::string> Key =
        Entry.getKey() ? scalar(*Entry.getKey()) : std::nullopt;
    if (!Key)
      return fail(Entry, "expected the name of an option");
    if (!readCheckOption(*Entry.getKey(), *Key, Entry.getValue()))
      return false;
  }
  return true;
}

bool Parser::readEntries(yaml::MappingNode &Root) {
  std::vector<StringRef> Names = {"CheckOptions"};
  for (const ConfigKey &Key : configKeys())
    Names.push_back(Key.Name);
  std::vector<CheckOption> Limits = limitsOf(Checks);
  for (const CheckOption &Limit : Limits)
    Names.push_back(Limit.Name);
  std::set<std::string> Seen;
  for (yaml::KeyValueNode &Entry : Root) {
    yaml::Node *KeyNode = Entry.getKey();
    std::optional<std::string> Key = KeyNode ? scalar(*KeyNode) : std::nullopt;
    if (!Key)
      return fail(Entry, "expected a key");
    if (!is_contained(Names, *Key))
      return fail(*KeyNode,
                  "unknown key '" + *Key + "'" + didYouMean(*Key, Names));
    if (!Seen.insert(*Key).second)
      return fail(*KeyNode, "'" + *Key + "' is said twice");
    yaml::Node *Value = Entry.getValue();
    if (!Value || isa<yaml::NullNode>(Value))
      return fail(*KeyNode, "'" + *Key + "' has no value");
    if (*Key == "CheckOptions") {
      if (!readCheckOptions(Value))
        return false;
      continue;
    }
    const ConfigKey *Found = find_if(
        configKeys(), [&](const ConfigKey &K) { return K.Name == *Key; });
    if (Found != configKeys().end()) {
      if (!read(*Found, *Value))
        return false;
      continue;
    }
    auto Limit =
        find_if(Limits, [&](const CheckOption &L) { return L.Name == *Key; });
    if (!readOptionValue(*Limit, "*." + *Key, *KeyNode, Value))
      return false;
  }
  return true;
}

Expected<Config> Parser::run() {
  auto Document = Stream.begin();
  yaml::Node *Root = Document == Stream.end() ? nullptr : Document->getRoot();
  if (Root && !isa<yaml::NullNode>(Root)) {
    if (auto *Entries = dyn_cast<yaml::MappingNode>(Root))
      readEntries(*Entries);
    else
      fail(*Root, "expected keys and values");
  }
  if (Problem.empty() && Document != Stream.end() &&
      ++Document != Stream.end() && Document->getRoot() &&
      !isa<yaml::NullNode>(Document->getRoot()))
    fail(*Document->getRoot(), "a second document; one is read");
  if (Problem.empty() && Stream.failed())
    fail(1, 1, "not understood as YAML");
  if (!Problem.empty())
    return createStringError(Problem);
  return std::move(Result);
}

Expected<Config> parseConfig(StringRef Text, StringRef Name,
                             ArrayRef<CheckRecord> Checks,
                             const ValueCheck &Values) {
  return Parser(Text, Name, Checks, Values).run();
}

} // namespace warplint
