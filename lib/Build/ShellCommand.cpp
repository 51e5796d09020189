//===- ShellCommand.cpp - The commands of a line for the shell ------------===//

#include "ShellCommand.h"
#include "warplint/Support/Paths.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {
namespace {

/// What may stand before a command.
bool isReserved(StringRef Word) {
  return is_contained({"do", "then", "else", "if", "elif", "while", "until",
                       "!", "{", "}", "time"},
                      Word);
}

class LineReader {
public:
  LineReader(StringRef Line, StringRef Folder,
             function_ref<void(ShellCommand)> Use)
      : Line(Line), Use(Use), Folders{Folder.str()} {}

  void read() {
    for (; At < Line.size(); ++At)
      if (!readOne(Line[At]))
        return; // Nothing is known of what stands there.
    endCommand();
  }

private:
  /// False at a quote without its end.
  bool readOne(char C) {
    switch (C) {
    case '\'':
      return readQuoted();
    case '"':
      return readDoubleQuoted();
    case '\\':
      if (++At < Line.size() && Line[At] != '\n')
        add(Line[At]);
      return true;
    case '$':
    case '`':
      return readExpansion();
    case ' ':
    case '\t':
    case '\r':
      endWord();
      return true;
    case '#':
      if (!InWord)
        At = std::min(Line.find('\n', At), Line.size()) - 1;
      else
        add(C);
      return true;
    case '<':
    case '>':
      startRedirection();
      return true;
    case '&':
      if (Line.substr(At).starts_with("&>"))
        return true; // Both outputs, as bash has it.
      [[fallthrough]];
    case ';':
    case '|':
    case '\n':
      endCommand();
      return true;
    case '(':
      endCommand();
      Folders.push_back(Folders.back());
      return true;
    case ')':
      endCommand();
      if (Folders.size() > 1)
        Folders.pop_back();
      return true;
    default:
      IsOpen |= C == '*' || C == '?';
      add(C);
      return true;
    }
  }

  void add(char C) {
    Word += C;
    InWord = true;
  }

  bool readQuoted() {
    size_t End = Line.find('\'', At + 1);
    if (End == StringRef::npos)
      return false;
    Word += Line.slice(At + 1, End);
    InWord = true;
    At = End;
    return true;
  }

  bool readDoubleQuoted() {
    InWord = true;
    for (++At; At < Line.size() && Line[At] != '"'; ++At) {
      char C = Line[At];
      if (C == '\\' && At + 1 < Line.size() &&
          StringRef("$`\"\\\n").contains(Line[At + 1])) {
        if (Line[++At] != '\n')
          add(Line[At]);
      } else if (C != '$' && C != '`') {
        add(C);
      } else if (!readExpansion()) {
        return false;
      }
    }
    return At < Line.size();
  }

  /// Of $x, ${x}, $(x) and `x` the text.
  bool readExpansion() {
    StringRef Rest = Line.substr(At);
    char Next = Rest.size() > 1 ? Rest[1] : ' ';
    size_t Length = 1;
    if (Rest.front() == '`' || Next == '{') {
      size_t End = Rest.find(Next == '{' ? '}' : '`', 1);
      if (End == StringRef::npos)
        return false;
      Length = End + 1;
    } else if (Next == '(') {
      unsigned Depth = 0;
      for (Length = 1; Length < Rest.size(); ++Length) {
        Depth += Rest[Length] == '(';
        Depth -= Rest[Length] == ')';
        if (Depth == 0)
          break;
      }
      if (Length++ == Rest.size())
        return false;
    }
    IsOpen |=
        Length > 1 || isAlnum(Next) || StringRef("_@*#?!-$").contains(Next);
    Word += Rest.take_front(Length);
    InWord = true;
    At += Length - 1;
    return true;
  }

  /// 2>&1, >>log, <input: the word behind names a file.
  void startRedirection() {
    if (all_of(Word, isDigit))
      Word.clear();
    InWord = !Word.empty();
    endWord();
    while (At + 1 < Line.size() && StringRef("<>&|-").contains(Line[At + 1]))
      ++At;
    SkipsWord = true;
  }

  void endWord() {
    if (InWord && !std::exchange(SkipsWord, false) &&
        !(Current.Words.empty() && isReserved(Word))) {
      if (IsOpen)
        Current.Open.push_back(Word);
      Current.Words.push_back(Word);
    }
    Word.clear();
    InWord = IsOpen = false;
  }

  void endCommand() {
    endWord();
    SkipsWord = false;
    ShellCommand Done = std::exchange(Current, {});
    if (Done.Words.empty())
      return;
    std::string &Folder = Folders.back();
    if (Done.Words.front() == "cd") {
      bool IsKnown = Done.Words.size() == 2 && Done.Open.empty() &&
                     Done.Words[1] != "-" && !Folder.empty();
      Folder = IsKnown ? absolutePath(Folder, Done.Words[1]) : "";
      return;
    }
    Done.Folder = Folder;
    Use(std::move(Done));
  }

  StringRef Line;
  function_ref<void(ShellCommand)> Use;
  size_t At = 0;
  std::vector<std::string> Folders; ///< One for each subshell around.
  ShellCommand Current;
  std::string Word;
  bool InWord = false, IsOpen = false, SkipsWord = false;
};

} // namespace

void forEachCommand(StringRef Line, StringRef Folder,
                    function_ref<void(ShellCommand)> Use) {
  LineReader(Line, Folder, Use).read();
}

} // namespace warplint
