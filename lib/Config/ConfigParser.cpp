//===- ConfigParser.cpp - The text of .warplint ---------------------------===//

#include "warplint/Config/Config.h"
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

  Expected<Config> run() {
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
      fail(*Document->getRoot(), "a second document; only one is read");
    if (Problem.empty() && Stream.failed())
      fail(1, 1, "not valid YAML");
    if (!Problem.empty())
      return createStringError(Problem);
    return std::move(Result);
  }

private:
  struct Key {
    StringRef Name, Choices;
  };

  bool fail(unsigned Line, unsigned Column, const Twine &Message) {
    if (Problem.empty())
      Problem =
          (Name + ":" + Twine(Line) + ":" + Twine(Column) + ": " + Message)
              .str();
    return false;
  }

  bool fail(const yaml::Node &At, const Twine &Message) {
    auto [Line, Column] = lineAndColumn(At);
    return fail(Line, Column, Message);
  }

  std::pair<unsigned, unsigned> lineAndColumn(const yaml::Node &At) const {
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

  bool readEntries(yaml::MappingNode &Root) {
    std::vector<StringRef> Names = {
        "CheckOptions",
#define WARPLINT_KEY(KeyName, Kind, Choices, Sentence) #KeyName,
#include "warplint/Config/Keys.def"
    };
    for (const CheckOption &Limit : limitsOf(Checks))
      Names.push_back(Limit.Name);
    std::set<std::string> Seen;
    for (yaml::KeyValueNode &Entry : Root) {
      yaml::Node *KeyNode = Entry.getKey();
      std::optional<std::string> Name =
          KeyNode ? scalar(*KeyNode) : std::nullopt;
      if (!Name)
        return fail(Entry, "expected a key");
      if (!is_contained(Names, *Name))
        return fail(*KeyNode,
                    "unknown key '" + *Name + "'" + didYouMean(*Name, Names));
      if (!Seen.insert(*Name).second)
        return fail(*KeyNode, "'" + *Name + "' is set twice");
      yaml::Node *Value = Entry.getValue();
      if (!Value || isa<yaml::NullNode>(Value))
        return fail(*KeyNode, "'" + *Name + "' has no value");
      if (!readEntry(*Name, *Value))
        return false;
    }
    return true;
  }

  /// The value of a key that is known.
  bool readEntry(StringRef Name, yaml::Node &Value) {
    if (Name == "CheckOptions")
      return readCheckOptions(Value);
#define WARPLINT_KEY(KeyName, Kind, Choices, Sentence)                         \
  if (Name == #KeyName)                                                        \
    return read({#KeyName, Choices}, Value, Result.KeyName);
#include "warplint/Config/Keys.def"
    std::vector<CheckOption> Limits = limitsOf(Checks);
    auto Limit =
        find_if(Limits, [&](const CheckOption &L) { return L.Name == Name; });
    return readOptionValue(*Limit, ("*." + Name).str(), Value, &Value);
  }

  bool readCheckOptions(yaml::Node &Value) {
    auto *Options = dyn_cast<yaml::MappingNode>(&Value);
    if (!Options)
      return fail(Value, "expected a mapping of options to values");
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

  bool readCheckOption(const yaml::Node &KeyNode, StringRef Key,
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
      return fail(KeyNode, "unknown option '" + Name + "' of check '" + Id +
                               "'" + didYouMean(Name, Known));
    }
    return fail(KeyNode, "unknown check '" + Id + "'" + didYouMean(Id, Known));
  }

  bool readOptionValue(const CheckOption &Option, StringRef Key,
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

  std::optional<std::string> scalar(yaml::Node &N) {
    if (auto *S = dyn_cast<yaml::ScalarNode>(&N)) {
      SmallString<64> Storage;
      return S->getValue(Storage).str();
    }
    if (auto *S = dyn_cast<yaml::BlockScalarNode>(&N))
      return S->getValue().str();
    return std::nullopt;
  }

  bool read(const Key &K, yaml::Node &Value, Config::Text &Into) {
    std::optional<std::string> Word = scalar(Value);
    // .clang-tidy takes a sequence of globs as well.
    if (!Word && isGlobsKey(K.Name) && isa<yaml::SequenceNode>(Value)) {
      std::string &All = Into.emplace();
      return readItems(Value,
                       [&](const std::string &One, const yaml::Node &At) {
                         All += (All.empty() ? "" : ",") + One;
                         return isGood(K, One, At);
                       });
    }
    if (!Word)
      return fail(Value, "expected text");
    Into = Word;
    return fitsChoices(K, *Word, Value) && isGood(K, *Word, Value);
  }

  bool read(const Key &, yaml::Node &Value, Config::Flag &Into) {
    std::optional<std::string> Word = scalar(Value);
    Into = Word ? yaml::parseBool(*Word) : std::nullopt;
    return Into || fail(Value, "expected true or false");
  }

  bool read(const Key &, yaml::Node &Value, Config::Number &Into) {
    std::optional<std::string> Word = scalar(Value);
    return (Word && !StringRef(*Word).getAsInteger(10, Into.emplace())) ||
           fail(Value, "expected a number");
  }

  bool read(const Key &K, yaml::Node &Value, Config::List &Into) {
    auto Take = [&](std::string Word, const yaml::Node &Item) {
      if (!isGood(K, Word, Item))
        return false;
      auto [Line, Column] = lineAndColumn(Item);
      Result.Places[{K.Name.str(), Word}] =
          (Name + ":" + Twine(Line) + ":" + Twine(Column)).str();
      Into.push_back(std::move(Word));
      return true;
    };
    if (std::optional<std::string> One = scalar(Value))
      return Take(std::move(*One), Value);
    return isa<yaml::SequenceNode>(Value)
               ? readItems(Value, Take)
               : fail(Value, "expected text or a list of text");
  }

  /// Each text of a list.
  bool readItems(yaml::Node &List,
                 function_ref<bool(std::string, const yaml::Node &)> Take) {
    for (yaml::Node &Item : cast<yaml::SequenceNode>(List)) {
      std::optional<std::string> One = scalar(Item);
      if (!One)
        return fail(Item, "expected text");
      if (!Take(std::move(*One), Item))
        return false;
    }
    return true;
  }

  /// What the user of the value says of it.
  bool isGood(const Key &K, StringRef Word, const yaml::Node &Value) {
    std::string Why = Values ? Values(K.Name, Word) : "";
    return Why.empty() || fail(Value, "'" + Word + "' is not a value of '" +
                                          K.Name + "': " + Why);
  }

  bool fitsChoices(const Key &K, StringRef Word, const yaml::Node &Value) {
    SmallVector<StringRef, 4> Words;
    K.Choices.split(Words, ' ', -1, /*KeepEmpty=*/false);
    if (Words.empty() || is_contained(Words, Word))
      return true;
    StringRef Last = Words.pop_back_val();
    return fail(Value, "'" + Word + "' is not a value of '" + K.Name +
                           "', expected " + join(Words, ", ") + " or " + Last);
  }

  StringRef Text, Name;
  ArrayRef<CheckRecord> Checks;
  const ValueCheck &Values;
  SourceMgr Sources;
  yaml::Stream Stream;
  Config Result;
  std::string Problem;
};

} // namespace

Expected<Config> parseConfig(StringRef Text, StringRef Name,
                             ArrayRef<CheckRecord> Checks,
                             const ValueCheck &Values) {
  return Parser(Text, Name, Checks, Values).run();
}

} // namespace warplint
