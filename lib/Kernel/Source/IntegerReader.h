//===- IntegerReader.h - The values of C++ integers -------------*- C++ -*-===//
//
// The operators of integer expressions. What their leaves are is for the reader
// to say: an argument, a thread's number, a text that stands for a number.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_SOURCE_INTEGERREADER_H
#define WARPLINT_LIB_KERNEL_SOURCE_INTEGERREADER_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace warplint {

class IntegerReader {
public:
  using Value = std::optional<llvm::APSInt>;

  explicit IntegerReader(const clang::ASTContext &Context) : Context(Context) {}
  virtual ~IntegerReader() = default;

  /// The value of \p E; nothing where C++ or a leaf gives it none.
  Value value(const clang::Expr *E);

protected:
  /// What \p E is, whatever its operands and the language say. Nothing: these
  /// are asked.
  virtual Value known(const clang::Expr &E) = 0;
  /// \p N in the type of \p E.
  Value number(uint64_t N, const clang::Expr &E) const;

  const clang::ASTContext &Context;

private:
  Value ofParts(const clang::Expr &E);
  Value ofCast(const clang::CastExpr &Cast);
  Value ofUnary(const clang::UnaryOperator &Unary);
  Value ofSelect(const clang::ConditionalOperator &Select);

  llvm::DenseMap<const clang::Expr *, Value> Constants;
  unsigned Depth = 0;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SOURCE_INTEGERREADER_H
