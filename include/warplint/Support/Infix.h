//===- Infix.h - Operators between operands ---------------------*- C++ -*-===//

#ifndef WARPLINT_SUPPORT_INFIX_H
#define WARPLINT_SUPPORT_INFIX_H

namespace warplint {

/// Reads operands and what stands between them, by precedence climbing:
///
///   From.readOperand()             the next operand
///   From.nextOperator()            the operator that comes, or null
///   From.apply(*Op, Left, Read)    goes past it; Read() is its right side
///
/// An operator's Strength says how tightly it binds.
template <typename Reader>
auto readInfix(Reader &From, unsigned Least = 1)
    -> decltype(From.readOperand()) {
  auto Left = From.readOperand();
  for (const auto *Op = From.nextOperator(); Op && Op->Strength >= Least;
       Op = From.nextOperator())
    Left = From.apply(*Op, Left,
                      [&] { return readInfix(From, Op->Strength + 1); });
  return Left;
}

} // namespace warplint

#endif // WARPLINT_SUPPORT_INFIX_H
