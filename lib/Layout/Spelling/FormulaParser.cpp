//===- FormulaParser.cpp - Reads formulas ---------------------------------===//

#include "warplint/Layout/IndexFormula.h"
#include "llvm/ADT/StringExtras.h"
#include <limits>
#include <optional>

namespace warplint {

/// Goes through a text once, by precedence climbing. The first error sticks:
/// what is parsed after it does not count.
class FormulaParser {
public:
  explicit FormulaParser(llvm::StringRef Text) : Text(Text) {}

  llvm::Expected<IndexFormula> formula();
  llvm::Expected<std::string> name();

  bool atEnd();
  /// Takes \p Token where it comes next.
  bool take(llvm::StringRef Token);
  /// "expected WHAT", here.
  llvm::Error expected(const llvm::Twine &What);

private:
  /// Deeper formulas are refused, for the sake of the stack.
  static constexpr unsigned MaxNesting = 200;

  struct Operator {
    llvm::StringRef Text;
    unsigned Precedence;
  };

  llvm::StringRef Text;
  size_t Position = 0;
  unsigned Nesting = 0;
  std::vector<FormulaStep> Steps;
  std::string Failure; ///< Message of the first error.
  size_t FailedAt = 0;

  void skipBlanks();
  llvm::StringRef rest() const { return Text.substr(Position); }
  void fail(const llvm::Twine &Message);
  std::optional<Operator> peekOperator(unsigned Precedence);
  void add(FormulaStep::Kind What, size_t Column, llvm::StringRef Text = "");
  void setSkip(size_t Step) { Steps[Step].Skip = Steps.size() - Step - 1; }

  void choice();
  void binary(unsigned Precedence);
  void shortCircuit(const Operator &O, size_t Column);
  void unary();
  void leaf();
  void number(llvm::StringRef Word);
};

static bool isNameChar(char C) { return llvm::isAlnum(C) || C == '_'; }

static bool isNameStart(char C) { return llvm::isAlpha(C) || C == '_'; }

void FormulaParser::skipBlanks() {
  while (Position < Text.size() && llvm::isSpace(Text[Position]))
    ++Position;
}

bool FormulaParser::atEnd() {
  skipBlanks();
  return Position == Text.size();
}

bool FormulaParser::take(llvm::StringRef Token) {
  skipBlanks();
  if (!rest().starts_with(Token))
    return false;
  Position += Token.size();
  return true;
}

llvm::Error FormulaParser::expected(const llvm::Twine &What) {
  skipBlanks();
  return errorAt(Text, Position, "expected " + What);
}

void FormulaParser::fail(const llvm::Twine &Message) {
  if (!Failure.empty())
    return;
  skipBlanks();
  Failure = Message.str();
  FailedAt = Position;
}

void FormulaParser::add(FormulaStep::Kind What, size_t Column,
                        llvm::StringRef Text) {
  FormulaStep Step;
  Step.What = What;
  Step.Column = Column;
  Step.Text = Text.str();
  Steps.push_back(std::move(Step));
}

llvm::Expected<std::string> FormulaParser::name() {
  skipBlanks();
  if (Position == Text.size() || !isNameStart(Text[Position]))
    return expected("a name");
  const llvm::StringRef Word = rest().take_while(isNameChar);
  Position += Word.size();
  return Word.str();
}

llvm::Expected<IndexFormula> FormulaParser::formula() {
  Steps.clear();
  Nesting = 0;
  choice();
  if (!Failure.empty())
    return errorAt(Text, FailedAt, Failure);
  IndexFormula Formula;
  Formula.Text = Text.str();
  Formula.Steps = std::move(Steps);
  return Formula;
}

/// condition ? a : b
void FormulaParser::choice() {
  if (++Nesting > MaxNesting)
    fail("nested too deeply");
  binary(1);
  if (Failure.empty() && take("?")) {
    const size_t ToElse = Steps.size();
    add(FormulaStep::Kind::SkipIfZero, Position);
    choice();
    if (!take(":"))
      fail("expected ':'");
    const size_t ToEnd = Steps.size();
    add(FormulaStep::Kind::Skip, Position);
    setSkip(ToElse);
    choice();
    setSkip(ToEnd);
  }
  --Nesting;
}

std::optional<FormulaParser::Operator>
FormulaParser::peekOperator(unsigned Precedence) {
  // Longer ones first where one begins another.
  static constexpr Operator Operators[] = {
      {"||", 1}, {"&&", 2}, {"==", 6}, {"!=", 6}, {"<<", 8}, {">>", 8},
      {"<=", 7}, {">=", 7}, {"|", 3},  {"^", 4},  {"&", 5},  {"<", 7},
      {">", 7},  {"+", 9},  {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10}};
  skipBlanks();
  for (const Operator &O : Operators)
    if (rest().starts_with(O.Text)) {
      if (O.Precedence >= Precedence)
        return O;
      return std::nullopt;
    }
  return std::nullopt;
}

void FormulaParser::binary(unsigned Precedence) {
  unary();
  while (Failure.empty()) {
    std::optional<Operator> O = peekOperator(Precedence);
    if (!O)
      return;
    const size_t Column = Position;
    Position += O->Text.size();
    if (O->Text == "&&" || O->Text == "||") {
      shortCircuit(*O, Column);
      continue;
    }
    binary(O->Precedence + 1);
    add(FormulaStep::Kind::Operator, Column, O->Text);
  }
}

/// a && b: where a is 0, so is the result, and b is not looked at.
void FormulaParser::shortCircuit(const Operator &O, size_t Column) {
  const bool IsAnd = O.Text == "&&";
  const size_t ToSettled = Steps.size();
  add(IsAnd ? FormulaStep::Kind::SkipIfZero : FormulaStep::Kind::SkipIfNotZero,
      Column);
  binary(O.Precedence + 1);
  add(FormulaStep::Kind::Truth, Column);
  const size_t ToEnd = Steps.size();
  add(FormulaStep::Kind::Skip, Column);
  setSkip(ToSettled);
  add(FormulaStep::Kind::Number, Column);
  Steps.back().Number = !IsAnd;
  setSkip(ToEnd);
}

void FormulaParser::unary() {
  if (++Nesting > MaxNesting)
    fail("nested too deeply");
  if (!Failure.empty())
    return;
  skipBlanks();
  const size_t Column = Position;
  for (auto [Token, Name] : {std::pair("-", "neg"), std::pair("~", "~"),
                             std::pair("!", "!"), std::pair("+", "")})
    if (take(Token)) {
      unary();
      if (*Name)
        add(FormulaStep::Kind::Operator, Column, Name);
      --Nesting;
      return;
    }
  if (take("(")) {
    choice();
    if (!take(")"))
      fail("expected an operator or ')'");
  } else {
    leaf();
  }
  --Nesting;
}

void FormulaParser::leaf() {
  const size_t Column = Position;
  const llvm::StringRef Word = rest().take_while(isNameChar);
  if (Word.empty())
    return fail("expected a number, a name or '('");
  if (!isNameStart(Word.front()))
    return number(Word);
  Position += Word.size();
  add(FormulaStep::Kind::Name, Column, Word);
}

void FormulaParser::number(llvm::StringRef Word) {
  uint64_t Number = 0;
  const bool IsPrefixed =
      Word.starts_with_insensitive("0x") || Word.starts_with_insensitive("0b");
  if (Word.getAsInteger(IsPrefixed ? 0 : 10, Number) ||
      Number > uint64_t(std::numeric_limits<int64_t>::max()))
    return fail("'" + Word + "' is no number");
  add(FormulaStep::Kind::Number, Position);
  Steps.back().Number = Number;
  Position += Word.size();
}

llvm::Expected<IndexFormula> IndexFormula::parse(llvm::StringRef Text) {
  FormulaParser Parser(Text);
  llvm::Expected<IndexFormula> Formula = Parser.formula();
  if (Formula && !Parser.atEnd())
    return Parser.expected("an operator");
  return Formula;
}

llvm::Expected<std::vector<Assignment>> parseAssignments(llvm::StringRef Text) {
  FormulaParser Parser(Text);
  std::vector<Assignment> Assignments;
  do {
    llvm::Expected<std::string> Name = Parser.name();
    if (!Name)
      return Name.takeError();
    if (!Parser.take("="))
      return Parser.expected("'='");
    llvm::Expected<IndexFormula> Formula = Parser.formula();
    if (!Formula)
      return Formula.takeError();
    Assignments.push_back({std::move(*Name), std::move(*Formula)});
  } while (Parser.take(","));
  if (!Parser.atEnd())
    return Parser.expected("an operator or ','");
  return Assignments;
}

} // namespace warplint
