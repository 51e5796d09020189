//===- FormulaParser.h - Reads formulas -------------------------*- C++ -*-===//

#ifndef WARPLINT_LIB_LAYOUT_SPELLING_FORMULAPARSER_H
#define WARPLINT_LIB_LAYOUT_SPELLING_FORMULAPARSER_H

#include "warplint/Layout/IndexFormula.h"
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

} // namespace warplint

#endif // WARPLINT_LIB_LAYOUT_SPELLING_FORMULAPARSER_H
