//===- LaneFormula.cpp - Offsets as an expression of the lane -------------===//

#include "LaneFormula.h"
#include "warplint/Layout/IndexFormula.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <limits>

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

  void skipBlanks() { Position += rest().take_while(llvm::isSpace).size(); }

  int64_t binary(unsigned Precedence) {
    static constexpr std::pair<llvm::StringLiteral, unsigned> Operators[] = {
        {"|", 1}, {"^", 2}, {"&", 3}, {"<<", 4}, {">>", 4},
        {"+", 5}, {"-", 5}, {"*", 6}, {"/", 6},  {"%", 6}};
    int64_t Left = unary();
    while (true) {
      skipBlanks();
      const auto *O = llvm::find_if(Operators, [&](const auto &Known) {
        return Known.second >= Precedence && rest().starts_with(Known.first);
      });
      if (O == std::end(Operators))
        return Left;
      Position += O->first.size();
      const int64_t Right = binary(O->second + 1);
      llvm::StringRef WhyNot;
      if (auto Value = computed(O->first, Left, Right, WhyNot))
        Left = *Value;
      else
        Left = fail(WhyNot);
    }
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
    return take(")") ? Value : fail("expected ')'");
  }

  int64_t leaf() {
    const llvm::StringRef Word = rest().take_while(llvm::isAlnum);
    uint64_t Number = Lane;
    if (Word != "lane" &&
        (Word.empty() || Word.getAsInteger(0, Number) ||
         Number > uint64_t(std::numeric_limits<int64_t>::max())))
      return fail("expected a number, 'lane' or '('");
    Position += Word.size();
    return Number;
  }

  bool take(llvm::StringRef Text) {
    const bool IsNext = rest().starts_with(Text);
    Position += IsNext ? Text.size() : 0;
    return IsNext;
  }
};

} // namespace

llvm::Expected<int64_t> evaluateLaneFormula(llvm::StringRef Formula,
                                            unsigned Lane) {
  return Evaluation(Formula, Lane).run();
}

} // namespace warplint
