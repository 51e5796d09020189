//===- SolveTool.cpp - The tool "solve" -----------------------------------===//

#include "Solve/Solve.h"
#include "Tools.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {

/// As the words of `warplint solve`, which has the rules of each.
static std::vector<std::string> wordsOf(const Arguments &Given, bool Detail) {
  std::vector<std::string> Words;
  for (StringRef Name : {"shape", "block", "name", "arch"})
    if (auto Value = Given.text(Name))
      Words.push_back(("--" + Name + "=" + *Value).str());
  for (const std::string &Access : Given.texts("access"))
    Words.push_back("--access=" + Access);
  for (StringRef Name : {"elem", "banks", "other_bytes", "max_bytes"})
    if (auto Value = Given.number(Name)) {
      std::string Word = ("--" + Name + "=" + Twine(*Value)).str();
      llvm::replace(Word, '_', '-');
      Words.push_back(std::move(Word));
    }
  for (StringRef Name : {"cute", "tma", "lane_order", "dynamic"})
    if (Given.flag(Name)) {
      std::string Word = ("--" + Name).str();
      llvm::replace(Word, '_', '-');
      Words.push_back(std::move(Word));
    }
  Words.push_back("--top=" +
                  utostr(Given.number("top").value_or(Detail ? 4 : 1)));
  if (Detail)
    Words.push_back("--map");
  return Words;
}

/// What is wrong with a word, as of the argument: "'shape': 32y: expected ...".
static Error asArgument(Error E) {
  const std::string Text = toString(std::move(E));
  StringRef Rest = Text;
  if (!Rest.consume_front("--"))
    return createStringError(Text);
  const size_t End = Rest.find_first_of("=: ");
  std::string Name = Rest.take_front(End).str();
  llvm::replace(Name, '-', '_');
  return createStringError(
      "'" + Name +
      "': " + Rest.drop_front(std::min(End, Rest.size())).ltrim("=: "));
}

Error solveTool(const ServerOptions &, const Arguments &Given, Answer &Into) {
  const std::vector<std::string> Words = wordsOf(Given, Into.hasDetail());
  std::vector<const char *> Pointers;
  for (const std::string &Word : Words)
    Pointers.push_back(Word.c_str());
  Expected<SolveOptions> Asked = readSolveOptions(Pointers);
  if (!Asked)
    return asArgument(Asked.takeError());
  Expected<RemedyRanking> Ranking = findRemedies(Asked->Problem);
  if (!Ranking)
    return Ranking.takeError();
  std::string Text, JsonText;
  raw_string_ostream Out(Text), JsonOut(JsonText);
  printSolveText(Out, *Asked, *Ranking);
  printSolveJson(JsonOut, *Asked, *Ranking);
  json::Value Document = cantFail(json::parse(JsonText));
  json::Object &Members = *Document.getAsObject();
  json::Array Layouts = std::move(*Members.getArray("remedies"));
  Members.erase("remedies");
  for (auto &[Name, Value] : Members)
    Into.set(Name, std::move(Value));

  // The array, the layouts one by one, and what is told of the first.
  SmallVector<StringRef> Parts;
  StringRef(Text).rtrim('\n').split(Parts, "\n\n");
  Into.say(Parts.front());
  auto Rest = ArrayRef(Parts).drop_front();
  if (!Layouts.empty()) {
    Error E = Into.list(Layouts.size(), [&](size_t Number) {
      json::Object &Layout = *Layouts[Number].getAsObject();
      if (!Into.hasDetail()) {
        Layout.erase("banks");
        Layout.erase("proof");
      }
      return Answer::Item{"layouts", Rest[Number].str(), std::move(Layout)};
    });
    if (E)
      return E;
  }
  Rest = Rest.drop_front(Layouts.size());
  if (Into.hasDetail() || Layouts.empty())
    for (StringRef Part : Rest)
      Into.say(Part);
  return Error::success();
}

} // namespace warplint
