//===- DatabaseParser.cpp - The text of compile_commands.json -------------===//

#include "DatabaseParser.h"
#include "Translation.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"
#include <optional>

using namespace warplint;
using llvm::StringRef;
using llvm::Twine;
namespace yaml = llvm::yaml;

namespace {

/// The first thing that is wrong is kept and ends it.
class DatabaseParser {
public:
  explicit DatabaseParser(StringRef Text) : Stream(Text, Sources) {
    Sources.setDiagHandler(
        [](const llvm::SMDiagnostic &D, void *Self) {
          static_cast<DatabaseParser *>(Self)->fail(
              D.getLineNo(), D.getColumnNo() + 1, D.getMessage());
        },
        this);
  }

  llvm::Expected<std::vector<DatabaseEntry>> run();

private:
  bool fail(unsigned Line, unsigned Column, const Twine &Message) {
    if (Problem.empty())
      Problem = (Twine(Line) + ":" + Twine(Column) + ": " + Message).str();
    return false;
  }
  bool fail(yaml::Node *At, const Twine &Message);
  bool read(yaml::Node *Value, std::string &Into, StringRef Name);
  bool readArguments(yaml::Node *Value, DatabaseEntry &Into);
  bool readEntry(yaml::Node &Item);

  llvm::SourceMgr Sources;
  yaml::Stream Stream;
  std::vector<DatabaseEntry> Entries;
  std::string Problem;
};

} // namespace

bool DatabaseParser::fail(yaml::Node *At, const Twine &Message) {
  llvm::SMLoc Start = At ? At->getSourceRange().Start : llvm::SMLoc();
  if (!Start.isValid())
    return fail(1, 1, Message);
  auto [Line, Column] = Sources.getLineAndColumn(Start);
  return fail(Line, Column, Message);
}

bool DatabaseParser::read(yaml::Node *Value, std::string &Into,
                          StringRef Name) {
  auto *Scalar = llvm::dyn_cast_or_null<yaml::ScalarNode>(Value);
  if (!Scalar)
    return fail(Value, "'" + Name + "' is no text");
  llvm::SmallString<256> Storage;
  Into = Scalar->getValue(Storage).str();
  return true;
}

bool DatabaseParser::readArguments(yaml::Node *Value, DatabaseEntry &Into) {
  auto *Words = llvm::dyn_cast_or_null<yaml::SequenceNode>(Value);
  if (!Words)
    return fail(Value, "'arguments' is no array");
  Into.Arguments.clear();
  for (yaml::Node &Word : *Words)
    if (!read(&Word, Into.Arguments.emplace_back(), "arguments"))
      return false;
  return true;
}

bool DatabaseParser::readEntry(yaml::Node &Item) {
  auto *Members = llvm::dyn_cast<yaml::MappingNode>(&Item);
  if (!Members)
    return fail(&Item, "expected an object");
  DatabaseEntry Entry;
  std::string Command;
  bool HasDirectory = false, HasFile = false, HasArguments = false;
  for (yaml::KeyValueNode &Member : *Members) {
    std::string Key;
    if (!read(Member.getKey(), Key, "the name of a member"))
      return false;
    yaml::Node *Value = Member.getValue();
    bool IsRead = true;
    if (Key == "directory")
      IsRead = HasDirectory = read(Value, Entry.Directory, Key);
    else if (Key == "file")
      IsRead = HasFile = read(Value, Entry.File, Key);
    else if (Key == "command")
      IsRead = read(Value, Command, Key);
    else if (Key == "arguments")
      IsRead = HasArguments = readArguments(Value, Entry);
    else if (Value)
      Value->skip();
    if (!IsRead)
      return false;
  }
  if (!HasFile || !HasDirectory)
    return fail(&Item, HasFile ? "an entry has no 'directory'"
                               : "an entry has no 'file'");
  if (!HasArguments)
    Entry.Arguments = splitShellWords(Command);
  if (Entry.Arguments.empty())
    return fail(&Item, "an entry has no 'command' and no 'arguments'");
  Entries.push_back(std::move(Entry));
  return true;
}

llvm::Expected<std::vector<DatabaseEntry>> DatabaseParser::run() {
  auto Document = Stream.begin();
  yaml::Node *Root = Document == Stream.end() ? nullptr : Document->getRoot();
  if (auto *Items = llvm::dyn_cast_or_null<yaml::SequenceNode>(Root)) {
    for (yaml::Node &Item : *Items)
      if (!readEntry(Item))
        break;
  } else {
    fail(Root, "expected an array");
  }
  if (Stream.failed())
    fail(1, 1, "no JSON");
  if (!Problem.empty())
    return llvm::createStringError(Problem);
  return std::move(Entries);
}

llvm::Expected<std::vector<DatabaseEntry>>
warplint::parseDatabase(StringRef Text) {
  return DatabaseParser(Text).run();
}
