//===- LayoutFormula.h - The formulas of the layouts ------------*- C++ -*-===//

#ifndef WARPLINT_LIB_LAYOUT_SPELLING_LAYOUTFORMULA_H
#define WARPLINT_LIB_LAYOUT_SPELLING_LAYOUTFORMULA_H

#include "Layout/Maps/XorTerms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

namespace warplint {

/// Text with its outermost operator, so that parentheses go where they have to
/// and where compilers would warn without them.
class Formula {
public:
  static Formula number(uint64_t N) { return {std::to_string(N), Primary, 0}; }
  static Formula mask(uint64_t N) {
    // 31 is known as a mask, 28 is not.
    if (N < 10 || (N < 1024 && llvm::isMask_64(N)))
      return number(N);
    return {"0x" + llvm::utohexstr(N, /*LowerCase=*/true), Primary, 0};
  }
  /// A call, a conversion, anything that binds by itself.
  static Formula primary(std::string Text) {
    return {std::move(Text), Primary};
  }
  /// What may stand in an expression more than once.
  static Formula name(std::string Text) {
    Formula F = primary(std::move(Text));
    F.IsName = true;
    return F;
  }
  /// What a user wrote.
  static Formula written(std::string Text) {
    if (isPlainName(Text))
      return name(std::move(Text));
    const char Outermost =
        isInParentheses(Text) || isPostfix(Text) ? Primary : Unknown;
    return {std::move(Text), Outermost};
  }
  /// "(a) + (b)" is not.
  static bool isInParentheses(llvm::StringRef Text) {
    if (!Text.starts_with("("))
      return false;
    unsigned Depth = 0;
    for (size_t I = 0; I < Text.size(); ++I) {
      Depth += Text[I] == '(';
      Depth -= Text[I] == ')';
      if (Depth == 0)
        return I + 1 == Text.size();
    }
    return false;
  }
  /// "a[i + 1].x", "f(a, b)": a name, and what binds to it.
  static bool isPostfix(llvm::StringRef Text) {
    unsigned Depth = 0;
    for (char C : Text) {
      if (C == '(' || C == '[')
        ++Depth;
      else if ((C == ')' || C == ']') && Depth-- == 0)
        return false;
      else if (Depth == 0 && C != ']' && C != ')' &&
               !isPlainName(llvm::StringRef(&C, 1)))
        return false;
    }
    return Depth == 0 && (llvm::isAlpha(Text.front()) || Text.front() == '_');
  }
  /// A name, a number, threadIdx.x.
  static bool isPlainName(llvm::StringRef Text) {
    return llvm::all_of(Text, [](char C) {
      return llvm::isAlnum(C) || C == '_' || C == '.' || C == ':';
    });
  }

  const std::string &text() const { return Text; }
  unsigned operators() const { return Operators; }
  bool isName() const { return IsName; }

  Formula operator+(const Formula &B) const { return join('+', B); }
  Formula operator*(const Formula &B) const { return join('*', B); }
  Formula operator/(const Formula &B) const { return join('/', B); }
  Formula operator%(const Formula &B) const { return join('%', B); }
  Formula operator&(const Formula &B) const { return join('&', B); }
  Formula operator^(const Formula &B) const { return join('^', B); }
  /// By a negative number: to the left.
  Formula shiftedRight(int By) const {
    if (By == 0)
      return *this;
    return join(By > 0 ? '>' : '<', number(By > 0 ? By : -By));
  }

private:
  static constexpr char Primary = 0, Unknown = '?';

  std::string Text;
  char Outermost;
  unsigned Operators = 0;
  bool IsName = false;

  Formula(std::string Text, char Outermost, unsigned Operators = 0)
      : Text(std::move(Text)), Outermost(Outermost), Operators(Operators) {}

  /// Whether \p Inner may stand bare as an operand of \p Outer.
  static bool standsBare(char Outer, char Inner, bool IsLeft) {
    if (Inner == Primary)
      return true;
    const bool InnerMultiplies = Inner == '*' || Inner == '/' || Inner == '%';
    if (Outer == '+')
      return InnerMultiplies || Inner == '+';
    if (Outer == '^')
      return Inner == '^';
    // i / 24 * 24, read from the left.
    return IsLeft && InnerMultiplies &&
           (Outer == '*' || Outer == '/' || Outer == '%');
  }

  Formula join(char Operator, const Formula &B) const {
    std::string Result =
        standsBare(Operator, Outermost, true) ? Text : '(' + Text + ')';
    Result += ' ';
    Result += Operator == '>'   ? ">>"
              : Operator == '<' ? "<<"
                                : std::string(1, Operator);
    Result += ' ';
    Result +=
        standsBare(Operator, B.Outermost, false) ? B.Text : '(' + B.Text + ')';
    return {std::move(Result), Operator, Operators + B.Operators + 1};
  }
};

/// \p Start ^ the terms of \p Source, whose bits are among \p Possible.
Formula withTerms(Formula Start, const Formula &Source,
                  const std::vector<XorTerm> &Terms, uint64_t Possible);

/// The column where \p R keeps (\p Row, \p Column).
Formula rotatedColumn(const RowRotation &R, const Formula &Row,
                      const Formula &Column);

/// The row where \p I keeps \p Row.
Formula interleavedRow(const RowInterleave &I, const Formula &Row);

/// The place of element \p I of \p Elements.
Formula flatFormula(const Layout &L, uint64_t Elements, Formula I);

} // namespace warplint

#endif // WARPLINT_LIB_LAYOUT_SPELLING_LAYOUTFORMULA_H
