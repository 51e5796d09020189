//===- Registers.h - What the registers of a block hold ---------*- C++ -*-===//
//
// The state at one point of the block: a value for each operand and for each
// register that the block declares, scope by scope. Reading an operand of an
// instruction gives its value; what is not a linear form of the block's inputs
// is unknown and remembers the statement that made it so.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_PTX_REGISTERS_H
#define WARPLINT_LIB_KERNEL_PTX_REGISTERS_H

#include "Statement.h"
#include "warplint/Kernel/InlinePtx.h"
#include "llvm/ADT/StringMap.h"

namespace warplint::ptx {

struct Value {
  enum class Kind : uint8_t {
    Undefined, ///< Nothing was written yet: may count as anything.
    Unknown,   ///< Why.
    Linear,
    Loaded,    ///< Made from what MemoryOp read.
    Predicate, ///< True when all of Predicate hold.
  };
  Kind What = Kind::Undefined;
  PtxLinear Linear;
  unsigned MemoryOp = 0;
  PtxGuard Predicate;
  PtxSpace PointsInto = PtxSpace::Generic;
  std::string Why;

  bool isLinear() const { return What == Kind::Linear; }
};

Value unknownValue(std::string Why);
Value linearValue(PtxLinear Linear, PtxSpace PointsInto = PtxSpace::Generic);
Value loadedValue(unsigned MemoryOp);
Value predicateValue(PtxGuard Predicate);

PtxGuard unknownGuard(std::string Text);

class OperationTable;

class RegisterFile {
public:
  RegisterFile(const PtxConstraints &Constraints, PtxKnownArguments Known,
               OperationTable &Operations);

  void openScope() { Scopes.emplace_back(); }
  void closeScope();
  /// .reg, .shared, ... In a loop what the last iteration left is unknown.
  void declare(const Statement &Declaration, bool InLoop);

  /// The value of an operand: a register, a literal, a constant expression.
  Value read(Tokens Operand) const;
  /// The condition that a predicate register (`p`, `!p`) stands for.
  PtxGuard readPredicate(Tokens Operand) const;
  PtxGuard readGuard(const Statement &S) const;

  /// Sets the register that \p Destination names; `_` is a sink. Lanes that
  /// \p Guard excludes keep the old value, unless it is undefined.
  void write(const Token &Destination, const Value &New,
             const PtxGuard &Guard = {});

  OperationTable &operations() const { return Operations; }

  /// What output operand \p Number holds.
  const Value &operandValue(unsigned Number) const {
    return OperandValues[Number];
  }

private:
  struct Scope {
    llvm::StringMap<Value> Registers;
    /// `.reg .b32 r<4>` declares r0 to r3: counts by prefix.
    llvm::StringMap<unsigned> Ranges;
  };

  const Value *find(llvm::StringRef Name) const;
  Value *slot(const Token &Destination);
  Value readWord(llvm::StringRef Word, llvm::StringRef Component) const;
  Value readLeaf(const Token &Leaf, llvm::StringRef Component) const;

  friend class ExpressionReader;

  const PtxConstraints &Constraints;
  OperationTable &Operations;
  std::vector<Value> OperandValues;
  std::vector<Scope> Scopes;
};

/// The value of a special register, nothing when \p Word is none.
std::optional<Value> readSpecial(llvm::StringRef Word,
                                 llvm::StringRef Component);

} // namespace warplint::ptx

#endif // WARPLINT_LIB_KERNEL_PTX_REGISTERS_H
