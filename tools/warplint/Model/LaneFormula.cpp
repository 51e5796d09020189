//===- LaneFormula.cpp - Offsets as an expression of the lane -------------===//

#include "LaneFormula.h"
#include "llvm/ADT/StringExtras.h"
#include <limits>
#include <optional>
#include <string>

namespace warplint {

namespace {

/// Deeper formulas are refused, for the sake of the stack.
constexpr unsigned MaxNesting = 100;

/// Evaluates while it parses, by precedence climbing. The first error sticks.
class Evaluation {
public:
  Evaluation(llvm::StringRef Formula, unsigned Lane)
      : Formula(Formula), Lane(Lane) {}

  llvm::Expected<int64_t> run() {
    const int64_t Value = binary(1);
    skipBlanks();
    if (Error.empty() && Position != Formula.size())
      fail("expected an operator");
    if (!Error.empty())
      return llvm::createStringError(Error);
    return Value;
  }

private:
  llvm::StringRef Formula;
  const unsigned Lane;
  size_t Position = 0;
  unsigned Nesting = 0;
  std::string Error;

  int64_t fail(llvm::StringRef Message) {
    if (Error.empty())
      Error = (Message + " at column " + llvm::Twine(Position + 1) +
               " of the offsets")
                  .str();
    Position = Formula.size();
    return 0;
  }

  llvm::StringRef rest() const { return Formula.substr(Position); }

  void skipBlanks() {
    while (Position < Formula.size() && llvm::isSpace(Formula[Position]))
      ++Position;
  }

  /// The operator at the current position, if it binds at least as \p
  /// Precedence.
  struct Operator {
    llvm::StringRef Text;
    unsigned Precedence;
  };
  std::optional<Operator> peekOperator(unsigned Precedence) {
    static constexpr Operator Operators[] = {
        {"|", 1}, {"^", 2}, {"&", 3}, {"<<", 4}, {">>", 4},
        {"+", 5}, {"-", 5}, {"*", 6}, {"/", 6},  {"%", 6}};
    skipBlanks();
    for (const Operator &O : Operators)
      if (O.Precedence >= Precedence && rest().starts_with(O.Text))
        return O;
    return std::nullopt;
  }

  int64_t binary(unsigned Precedence) {
    int64_t Left = unary();
    while (std::optional<Operator> O = peekOperator(Precedence)) {
      Position += O->Text.size();
      Left = apply(O->Text, Left, binary(O->Precedence + 1));
    }
    return Left;
  }

  int64_t unary() {
    if (++Nesting > MaxNesting)
      return fail("nested too deeply");
    skipBlanks();
    int64_t Value = 0;
    if (take("-"))
      Value = -uint64_t(unary());
    else if (take("("))
      Value = parenthesised();
    else
      Value = leaf();
    --Nesting;
    return Value;
  }

  int64_t parenthesised() {
    const int64_t Value = binary(1);
    skipBlanks();
    return take(")") ? Value : fail("expected ')'");
  }

  int64_t leaf() {
    const llvm::StringRef Word = rest().take_while(llvm::isAlnum);
    if (Word == "lane") {
      Position += Word.size();
      return Lane;
    }
    uint64_t Number = 0;
    if (Word.empty() || Word.getAsInteger(0, Number) ||
        Number > uint64_t(std::numeric_limits<int64_t>::max()))
      return fail("expected a number, 'lane' or '('");
    Position += Word.size();
    return Number;
  }

  bool take(llvm::StringRef Text) {
    if (!rest().starts_with(Text))
      return false;
    Position += Text.size();
    return true;
  }

  int64_t apply(llvm::StringRef Operator, int64_t L, int64_t R) {
    if (!Error.empty())
      return 0;
    switch (Operator.front()) {
    case '|':
      return L | R;
    case '^':
      return L ^ R;
    case '&':
      return L & R;
    case '+':
      return uint64_t(L) + uint64_t(R);
    case '-':
      return uint64_t(L) - uint64_t(R);
    case '*':
      return uint64_t(L) * uint64_t(R);
    case '/':
    case '%':
      return divide(Operator.front(), L, R);
    default:
      return shift(Operator.front(), L, R);
    }
  }

  int64_t divide(char Operator, int64_t L, int64_t R) {
    if (R == 0)
      return fail("division by zero");
    if (R == -1) // The lowest number has no counterpart.
      return Operator == '/' ? int64_t(-uint64_t(L)) : 0;
    return Operator == '/' ? L / R : L % R;
  }

  int64_t shift(char Operator, int64_t L, int64_t R) {
    if (R < 0 || R > 63)
      return fail("shift by less than 0 or more than 63");
    return Operator == '<' ? int64_t(uint64_t(L) << R) : L >> R;
  }
};

} // namespace

llvm::Expected<int64_t> evaluateLaneFormula(llvm::StringRef Formula,
                                            unsigned Lane) {
  return Evaluation(Formula, Lane).run();
}

} // namespace warplint
