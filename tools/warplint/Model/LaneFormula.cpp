//===- LaneFormula.cpp - Offsets as an expression of the lane -------------===//

#include "LaneFormula.h"
#include "warplint/Layout/IndexFormula.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <limits>

using namespace llvm;

namespace warplint {

namespace {

/// Deeper formulas are refused, for the sake of the stack.
constexpr unsigned MaxNesting = 100;

/// Evaluates while it parses, by precedence climbing. The first error sticks.
class Evaluation {
public:
  Evaluation(StringRef Formula, unsigned Lane) : Formula(Formula), Lane(Lane) {}

  Expected<int64_t> run() {
    const int64_t Value = binary(1);
    skipBlanks();
    if (Error.empty() && Position != Formula.size())
      fail("expected an operator");
    if (!Error.empty())
      return createStringError(Error);
    return Value;
  }

private:
  StringRef Formula;
  const unsigned Lane;
  size_t Position = 0;
  unsigned Nesting = 0;
  std::string Error;

  int64_t fail(StringRef Message) {
    if (Error.empty())
      Error =
          (Message + " at column " + Twine(Position + 1) + " of the offsets")
              .str();
    Position = Formula.size();
    return 0;
  }

  StringRef rest() const { return Formula.substr(Position); }

  void skipBlanks() { Position += rest().take_while(isSpace).size(); }

  int64_t binary(unsigned Precedence) {
    static constexpr std::pair<StringLiteral, unsigned> Operators[] = {
        {"|", 1}, {"^", 2}, {"&", 3}, {"<<", 4}, {">>", 4},
        {"+", 5}, {"-", 5}, {"*", 6}, {"/", 6},  {"%", 6}};
    int64_t Left = unary();
    while (true) {
      skipBlanks();
      const auto *O = find_if(Operators, [&](const auto &Known) {
        return Known.second >= Precedence && rest().starts_with(Known.first);
      });
      if (O == std::end(Operators))
        return Left;
      Position += O->first.size();
      const int64_t Right = binary(O->second + 1);
      StringRef WhyNot;
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
    const StringRef Word = rest().take_while(isAlnum);
    uint64_t Number = Lane;
    if (Word != "lane" &&
        (Word.empty() || Word.getAsInteger(0, Number) ||
         Number > uint64_t(std::numeric_limits<int64_t>::max())))
      return fail("expected a number, 'lane' or '('");
    Position += Word.size();
    return Number;
  }

  bool take(StringRef Text) {
    const bool IsNext = rest().starts_with(Text);
    Position += IsNext ? Text.size() : 0;
    return IsNext;
  }
};

} // namespace

Expected<int64_t> evaluateLaneFormula(StringRef Formula, unsigned Lane) {
  return Evaluation(Formula, Lane).run();
}

} // namespace warplint
