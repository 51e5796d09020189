//===- LanePrint.cpp - Lane expressions as infix text ---------------------===//
//
// Written with the names and operators of the source language. Extensions and
// truncations are left out: they say nothing to the reader of an index.
//
//===----------------------------------------------------------------------===//

#include "LaneStorage.h"
#include "warplint/Lane/LaneExpr.h"

namespace warplint {
namespace {

/// How strongly an operator binds, as in C.
enum Precedence : unsigned {
  Conditional,
  LogicalOr,
  LogicalAnd,
  BitOr,
  BitXor,
  BitAnd,
  Equality,
  Relation,
  Shift,
  Sum,
  Product,
  Unary,
  Primary
};

struct Infix {
  const char *Spelling;
  Precedence Level;
};

Infix infixOf(const LaneExpr *E) {
  bool IsTruth = E->width() == 1;
  switch (E->op()) {
  case LaneOp::UDiv:
  case LaneOp::SDiv:
    return {"/", Product};
  case LaneOp::URem:
  case LaneOp::SRem:
    return {"%", Product};
  case LaneOp::And:
    return IsTruth ? Infix{"&&", LogicalAnd} : Infix{"&", BitAnd};
  case LaneOp::Or:
    return IsTruth ? Infix{"||", LogicalOr} : Infix{"|", BitOr};
  case LaneOp::Xor:
    return {"^", BitXor};
  case LaneOp::Shl:
    return {"<<", Shift};
  case LaneOp::LShr:
  case LaneOp::AShr:
    return {">>", Shift};
  case LaneOp::CmpEq:
    return {"==", Equality};
  default:
    return {"<", Relation};
  }
}

class Printer {
public:
  explicit Printer(const LaneContext &Context) : Context(Context) {}

  std::string print(const LaneExpr *E, unsigned Outer = Conditional);

private:
  std::string leaf(const LaneExpr *E) const;
  std::string binary(const LaneExpr *E, unsigned Outer);
  std::string product(const LaneExpr *E, unsigned Outer);
  std::string sum(const LaneExpr *E, unsigned Outer);
  std::string negation(const LaneExpr *E);
  std::string conditional(const LaneExpr *E, unsigned Outer);
  std::string call(const LaneExpr *E);
  std::string axisName(const char *Variable, unsigned Axis) const;

  const LaneContext &Context;
  /// A DAG can be exponentially longer as text: what is beyond is cut short.
  unsigned NodesLeft = 200;
};

std::string inParentheses(std::string Text, bool Needed) {
  return Needed ? "(" + std::move(Text) + ")" : Text;
}

std::string constantText(const LaneExpr *E) {
  if (E->width() == 1)
    return E->constant() ? "true" : "false";
  return std::to_string(signedValue(E->constant(), E->width()));
}

bool isNegative(const LaneExpr *E) {
  return E->isConst() && E->width() > 1 &&
         signedValue(E->constant(), E->width()) < 0;
}

std::string Printer::axisName(const char *Variable, unsigned Axis) const {
  return std::string(Variable) + "." + "xyz"[Axis];
}

std::string Printer::leaf(const LaneExpr *E) const {
  switch (E->op()) {
  case LaneOp::Const:
    return constantText(E);
  case LaneOp::ThreadIdx:
    return axisName("threadIdx", E->index());
  case LaneOp::BlockDim:
    return axisName("blockDim", E->index());
  case LaneOp::Symbol:
    return Context.symbolAt(E->index()).Name;
  case LaneOp::Opaque:
    return Context.opaqueAt(E->index()).What;
  case LaneOp::Iteration: {
    const std::string &Counter = Context.loopAt(E->index()).Counter;
    return Counter.empty() ? "iteration" : Counter;
  }
  default: {
    const std::string &Name = Context.recurrenceAt(E->index()).Name;
    return Name.empty() ? "loop value" : Name;
  }
  }
}

std::string Printer::binary(const LaneExpr *E, unsigned Outer) {
  Infix Op = infixOf(E);
  std::string Text = print(E->operand(0), Op.Level);
  Text.append(" ").append(Op.Spelling).append(" ");
  // The right operand of a left-associative operator binds more tightly.
  Text += print(E->operand(1), Op.Level + 1);
  return inParentheses(std::move(Text), Op.Level < Outer);
}

/// "4*k": the constant first and no blanks, as products stand within sums.
std::string Printer::product(const LaneExpr *E, unsigned Outer) {
  const LaneExpr *L = E->operand(0), *R = E->operand(1);
  if (R->isConst())
    std::swap(L, R);
  std::string Text =
      L->isConst() && signedValue(L->constant(), L->width()) == -1
          ? "-"
          : print(L, Product) + "*";
  Text += print(R, Product + 1);
  return inParentheses(std::move(Text), Product < Outer);
}

std::string Printer::sum(const LaneExpr *E, unsigned Outer) {
  std::string Text = print(E->operand(0), Sum);
  std::string Second = print(E->operand(1), Sum + 1);
  if (Second.size() > 1 && Second.front() == '-')
    Text += " - " + Second.substr(1);
  else
    Text += " + " + Second;
  return inParentheses(std::move(Text), Sum < Outer);
}

/// Comparisons other than == and < are negations or swapped.
std::string Printer::negation(const LaneExpr *E) {
  const LaneExpr *Inner = E->operand(0);
  if (Inner->op() == LaneOp::CmpEq)
    return print(Inner->operand(0), Equality) +
           " != " + print(Inner->operand(1), Equality + 1);
  if (isComparison(Inner->op()))
    return print(Inner->operand(0), Relation) +
           " >= " + print(Inner->operand(1), Relation + 1);
  return "!" + print(Inner, Unary);
}

std::string Printer::conditional(const LaneExpr *E, unsigned Outer) {
  std::string Text = print(E->operand(0), LogicalOr) + " ? " +
                     print(E->operand(1), LogicalOr) + " : " +
                     print(E->operand(2), Conditional);
  return inParentheses(std::move(Text), Conditional < Outer);
}

/// The intrinsic function that an operation is in CUDA.
std::string Printer::call(const LaneExpr *E) {
  if (E->op() == LaneOp::Shuffle)
    return "__shfl_sync(" + print(E->operand(0)) + ", " + print(E->operand(1)) +
           ")";
  const LaneExpr *Operand = E->operand(0);
  if (E->op() == LaneOp::CountLeadingZeros &&
      Operand->op() == LaneOp::BitReverse)
    return "ctz(" + print(Operand->operand(0)) + ")";
  const char *Name = E->op() == LaneOp::PopCount            ? "__popc("
                     : E->op() == LaneOp::CountLeadingZeros ? "__clz("
                                                            : "__brev(";
  return Name + print(Operand) + ")";
}

std::string Printer::print(const LaneExpr *E, unsigned Outer) {
  if (NodesLeft == 0)
    return "...";
  --NodesLeft;
  if (isNegative(E))
    return inParentheses(constantText(E), Outer > Sum + 1);
  if (E->numOperands() == 0)
    return leaf(E);
  switch (E->op()) {
  case LaneOp::ZExt:
  case LaneOp::SExt:
  case LaneOp::Trunc:
    return print(E->operand(0), Outer);
  case LaneOp::Not: {
    bool IsInfix = isComparison(E->operand(0)->op());
    return inParentheses(negation(E), IsInfix && Outer > Equality);
  }
  case LaneOp::Select:
    return conditional(E, Outer);
  case LaneOp::PopCount:
  case LaneOp::CountLeadingZeros:
  case LaneOp::BitReverse:
  case LaneOp::Shuffle:
    return call(E);
  case LaneOp::Add:
    return sum(E, Outer);
  case LaneOp::Mul:
    return product(E, Outer);
  default:
    return binary(E, Outer);
  }
}

} // namespace

std::string LaneContext::print(const LaneExpr *E) const {
  return Printer(*this).print(E);
}

} // namespace warplint
