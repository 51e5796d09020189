//===- IndexFormula.h - Formulas of an access -------------------*- C++ -*-===//
//
// "row=lane/8, col=lane%8": names and, for each, C's integer operators
//
//   + - * / %   & | ^ ~   << >>   < <= > >= == !=   && || !   ?:
//
// and parentheses over decimal, 0x and 0b numbers and names, with C's
// precedence, in 64 bits that wrap around. Only the operand that ?:, && and ||
// choose is evaluated. Names that are defined may be used by the formulas after
// them: "r=lane/4, row=r*2, col=lane%4".
//
// Errors say what was expected, with the text and a caret below the column:
//
//   expected a number, a name or '('
//     row=lane/, col=0
//              ^
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LAYOUT_INDEXFORMULA_H
#define WARPLINT_LAYOUT_INDEXFORMULA_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// A value for each name.
struct NamedValue {
  std::string Name;
  int64_t Value = 0;
};
using NamedValues = std::vector<NamedValue>;

/// The value of \p Name, the last one of several.
const int64_t *valueOf(const NamedValues &Values, llvm::StringRef Name);

/// "name=formula", read to be evaluated for many lanes.
struct Assignment {
  std::string Name;
  std::string Text; ///< All of it, for messages.
  size_t Begin;     ///< Of the formula in it.

  /// Fails for a name that has no value, a division by 0 and a shift by less
  /// than 0 or more than 63.
  llvm::Expected<int64_t> evaluate(const NamedValues &Values) const;
};

/// The value of the formula that \p Text is.
llvm::Expected<int64_t> evaluateFormula(llvm::StringRef Text,
                                        const NamedValues &Values);

/// "name=formula, name=formula".
llvm::Expected<std::vector<Assignment>> parseAssignments(llvm::StringRef Text);

/// \p Message, \p Text and a caret below its column \p Column (from 0).
llvm::Error errorAt(llvm::StringRef Text, size_t Column,
                    const llvm::Twine &Message);

} // namespace warplint

#endif // WARPLINT_LAYOUT_INDEXFORMULA_H
