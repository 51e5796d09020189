//===- IndexFormula.cpp - Formulas of an access ---------------------------===//

#include "warplint/Layout/IndexFormula.h"
#include "warplint/Support/Infix.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <limits>

using namespace llvm;

namespace warplint {

const int64_t *valueOf(const NamedValues &Values, StringRef Name) {
  for (const NamedValue &V : reverse(Values))
    if (V.Name == Name)
      return &V.Value;
  return nullptr;
}

Error errorAt(StringRef Text, size_t Column, const Twine &Message) {
  return createStringError(Message + "\n  " + Text + "\n  " +
                           std::string(Column, ' ') + "^");
}

/// \p A Operator \p B, but for && and ||; or why there is no such number.
static std::optional<int64_t> computed(StringRef Operator, int64_t A, int64_t B,
                                       StringRef &WhyNot) {
  const uint64_t UA = A, UB = B;
  auto Total = StringSwitch<std::optional<int64_t>>(Operator)
                   .Case("+", UA + UB)
                   .Case("-", UA - UB)
                   .Case("*", UA * UB)
                   .Case("&", A & B)
                   .Case("|", A | B)
                   .Case("^", A ^ B)
                   .Case("<", A < B)
                   .Case(">", A > B)
                   .Case("<=", A <= B)
                   .Case(">=", A >= B)
                   .Case("==", A == B)
                   .Case("!=", A != B)
                   .Default(std::nullopt);
  if (Total)
    return Total;
  if (Operator == "<<" || Operator == ">>") {
    WhyNot = "shift by less than 0 or more than 63";
    if (B < 0 || B > 63)
      return std::nullopt;
    return Operator == "<<" ? int64_t(UA << B) : A >> B;
  }
  WhyNot = "division by zero";
  if (B == 0)
    return std::nullopt;
  if (B == -1) // The lowest number has no counterpart.
    return Operator == "/" ? int64_t(-UA) : 0;
  return Operator == "/" ? A / B : A % B;
}

namespace {

bool isNameChar(char C) { return isAlnum(C) || C == '_'; }
bool isNameStart(char C) { return isAlpha(C) || C == '_'; }

/// Computes while it reads. The first error sticks:
/// what comes after it does not count.
class FormulaReader {
public:
  /// Without \p Values nothing is computed.
  explicit FormulaReader(StringRef Text, size_t Position = 0,
                         const NamedValues *Values = nullptr)
      : Text(Text), Position(Position), Values(Values), Unchosen(!Values) {}

  Expected<int64_t> formula() {
    Nesting = 0;
    const int64_t Value = choice();
    if (!Failure.empty())
      return errorAt(Text, FailedAt, Failure);
    return Value;
  }

  Expected<std::string> name() {
    skipBlanks();
    if (Position == Text.size() || !isNameStart(Text[Position]))
      return expected("a name");
    const StringRef Word = rest().take_while(isNameChar);
    Position += Word.size();
    return Word.str();
  }

  bool atEnd() {
    skipBlanks();
    return Position == Text.size();
  }

  size_t position() const { return Position; }
  /// Takes \p Token where it comes next.
  bool take(StringRef Token) {
    skipBlanks();
    if (!rest().starts_with(Token))
      return false;
    Position += Token.size();
    return true;
  }

  /// "expected WHAT", here.
  Error expected(const Twine &What) {
    skipBlanks();
    return errorAt(Text, Position, "expected " + What);
  }

  // For readInfix.
  struct Operator {
    StringRef Text;
    unsigned Strength;
  };
  const Operator *nextOperator() {
    // Longer ones first where one begins another.
    static constexpr Operator Operators[] = {
        {"||", 1}, {"&&", 2}, {"==", 6}, {"!=", 6}, {"<<", 8}, {">>", 8},
        {"<=", 7}, {">=", 7}, {"|", 3},  {"^", 4},  {"&", 5},  {"<", 7},
        {">", 7},  {"+", 9},  {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10}};
    skipBlanks();
    const auto *Found = find_if(Operators, [&](const Operator &O) {
      return rest().starts_with(O.Text);
    });
    return Failure.empty() && Found != std::end(Operators) ? Found : nullptr;
  }

  int64_t apply(const Operator &O, int64_t Left, function_ref<int64_t()> Read) {
    const size_t Column = Position;
    Position += O.Text.size();
    // a && b: where a is 0, so is the result, and b is not looked at.
    const bool IsAnd = O.Text == "&&", IsLogical = IsAnd || O.Text == "||";
    const int64_t Right = readIf(!IsLogical || IsAnd == (Left != 0), Read);
    if (IsLogical)
      return IsAnd ? Left && Right : Left || Right;
    if (Unchosen || !Failure.empty())
      return 0;
    StringRef WhyNot;
    if (auto Value = computed(O.Text, Left, Right, WhyNot))
      return *Value;
    failAt(Column, WhyNot);
    return Left;
  }

  int64_t readOperand() {
    if (++Nesting > MaxNesting)
      return fail("nested too deeply");
    int64_t Value = 0;
    if (take("-")) {
      Value = -uint64_t(readOperand());
    } else if (take("~")) {
      Value = ~readOperand();
    } else if (take("!")) {
      Value = !readOperand();
    } else if (take("+")) {
      Value = readOperand();
    } else if (take("(")) {
      Value = choice();
      if (!take(")"))
        fail("expected an operator or ')'");
    } else {
      Value = leaf();
    }
    --Nesting;
    return Value;
  }

private:
  /// Deeper formulas are refused, for the sake of the stack.
  static constexpr unsigned MaxNesting = 200;

  StringRef Text;
  size_t Position;
  const NamedValues *Values;
  /// How many operands around this one are not chosen: it is not computed.
  unsigned Unchosen;
  unsigned Nesting = 0;
  std::string Failure; ///< Message of the first error.
  size_t FailedAt = 0;

  void skipBlanks() {
    while (Position < Text.size() && isSpace(Text[Position]))
      ++Position;
  }

  StringRef rest() const { return Text.substr(Position); }
  int64_t fail(const Twine &Message) {
    skipBlanks();
    return failAt(Position, Message);
  }

  int64_t failAt(size_t Column, const Twine &Message) {
    if (Failure.empty()) {
      Failure = Message.str();
      FailedAt = Column;
    }
    return 0;
  }

  template <typename Reader> int64_t readIf(bool IsChosen, Reader Read) {
    Unchosen += !IsChosen;
    const int64_t Value = Read();
    Unchosen -= !IsChosen;
    return Value;
  }

  /// condition ? a : b
  int64_t choice() {
    if (++Nesting > MaxNesting)
      fail("nested too deeply");
    int64_t Value = readInfix(*this);
    if (Failure.empty() && take("?")) {
      const bool IsTrue = Value != 0;
      const int64_t Then = readIf(IsTrue, [&] { return choice(); });
      if (!take(":"))
        fail("expected ':'");
      const int64_t Else = readIf(!IsTrue, [&] { return choice(); });
      Value = IsTrue ? Then : Else;
    }
    --Nesting;
    return Value;
  }

  int64_t leaf() {
    const size_t Column = Position;
    const StringRef Word = rest().take_while(isNameChar);
    if (Word.empty())
      return fail("expected a number, a name or '('");
    if (!isNameStart(Word.front())) {
      uint64_t Number = 0;
      const bool IsPrefixed = Word.starts_with_insensitive("0x") ||
                              Word.starts_with_insensitive("0b");
      if (Word.getAsInteger(IsPrefixed ? 0 : 10, Number) ||
          Number > uint64_t(std::numeric_limits<int64_t>::max()))
        return fail("'" + Word + "' is not a number");
      Position += Word.size();
      return Number;
    }
    Position += Word.size();
    const int64_t *Value = Unchosen ? nullptr : valueOf(*Values, Word);
    if (!Value && !Unchosen)
      return failAt(Column, "'" + Word + "' is not defined");
    return Value ? *Value : 0;
  }
};

} // namespace

Expected<int64_t> Assignment::evaluate(const NamedValues &Values) const {
  return FormulaReader(Text, Begin, &Values).formula();
}

Expected<int64_t> evaluateFormula(StringRef Text, const NamedValues &Values) {
  FormulaReader Reader(Text, 0, &Values);
  Expected<int64_t> Value = Reader.formula();
  if (Value && !Reader.atEnd())
    return Reader.expected("an operator");
  return Value;
}

Expected<std::vector<Assignment>> parseAssignments(StringRef Text) {
  FormulaReader Reader(Text);
  std::vector<Assignment> Assignments;
  do {
    Expected<std::string> Name = Reader.name();
    if (!Name)
      return Name.takeError();
    if (!Reader.take("="))
      return Reader.expected("'='");
    const size_t Begin = Reader.position();
    if (Expected<int64_t> Read = Reader.formula(); !Read)
      return Read.takeError();
    Assignments.push_back({std::move(*Name), Text.str(), Begin});
  } while (Reader.take(","));
  if (!Reader.atEnd())
    return Reader.expected("an operator or ','");
  return Assignments;
}

} // namespace warplint
