//===- IndexFormula.cpp - Formulas of an access ---------------------------===//

#include "warplint/Layout/IndexFormula.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

namespace warplint {

const int64_t *valueOf(const NamedValues &Values, llvm::StringRef Name) {
  for (const NamedValue &V : llvm::reverse(Values))
    if (V.Name == Name)
      return &V.Value;
  return nullptr;
}

llvm::Error errorAt(llvm::StringRef Text, size_t Column,
                    const llvm::Twine &Message) {
  return llvm::createStringError(Message + "\n  " + Text + "\n  " +
                                 std::string(Column, ' ') + "^");
}

/// The result of \p A Operator \p B, or why there is none.
static std::optional<int64_t> apply(llvm::StringRef Operator, int64_t A,
                                    int64_t B, const char *&WhyNot) {
  const uint64_t UA = A, UB = B;
  if (Operator == "+")
    return UA + UB;
  if (Operator == "-")
    return UA - UB;
  if (Operator == "*")
    return UA * UB;
  if (Operator == "&")
    return A & B;
  if (Operator == "|")
    return A | B;
  if (Operator == "^")
    return A ^ B;
  if (Operator == "<")
    return A < B;
  if (Operator == ">")
    return A > B;
  if (Operator == "<=")
    return A <= B;
  if (Operator == ">=")
    return A >= B;
  if (Operator == "==")
    return A == B;
  if (Operator == "!=")
    return A != B;
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

static int64_t applyPrefix(llvm::StringRef Operator, int64_t A) {
  if (Operator == "neg")
    return -uint64_t(A);
  return Operator == "~" ? ~A : !A;
}

static bool isPrefix(llvm::StringRef Operator) {
  return Operator == "neg" || Operator == "~" || Operator == "!";
}

llvm::Expected<int64_t>
IndexFormula::evaluate(const NamedValues &Values) const {
  std::vector<int64_t> Stack;
  auto Pop = [&] {
    const int64_t Value = Stack.back();
    Stack.pop_back();
    return Value;
  };
  for (size_t I = 0; I < Steps.size(); ++I) {
    const FormulaStep &S = Steps[I];
    switch (S.What) {
    case FormulaStep::Kind::Number:
      Stack.push_back(S.Number);
      break;
    case FormulaStep::Kind::Name:
      if (const int64_t *Value = valueOf(Values, S.Text)) {
        Stack.push_back(*Value);
        break;
      }
      return errorAt(Text, S.Column, "'" + S.Text + "' is not defined");
    case FormulaStep::Kind::SkipIfZero:
      I += Pop() == 0 ? S.Skip : 0;
      break;
    case FormulaStep::Kind::SkipIfNotZero:
      I += Pop() != 0 ? S.Skip : 0;
      break;
    case FormulaStep::Kind::Skip:
      I += S.Skip;
      break;
    case FormulaStep::Kind::Truth:
      Stack.back() = Stack.back() != 0;
      break;
    case FormulaStep::Kind::Operator: {
      const int64_t B = Pop();
      if (isPrefix(S.Text)) {
        Stack.push_back(applyPrefix(S.Text, B));
        break;
      }
      const char *WhyNot = "";
      std::optional<int64_t> Result = apply(S.Text, Pop(), B, WhyNot);
      if (!Result)
        return errorAt(Text, S.Column, WhyNot);
      Stack.push_back(*Result);
    }
    }
  }
  return Stack.back();
}

} // namespace warplint
