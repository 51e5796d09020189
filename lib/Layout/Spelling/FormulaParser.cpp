//===- FormulaParser.cpp - Reads formulas ---------------------------------===//

#include "FormulaParser.h"
#include "llvm/ADT/StringExtras.h"
#include <limits>

namespace warplint {

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

} // namespace warplint
