//===- Registers.h - What the registers of a block hold ---------*- C++ -*-===//
//
// Registers and operands as IR values: of one block of inline assembly in
// program order, of a function of a module as variables of it. A
// register is an integer of its own width, whatever its type: floating-point
// numbers are their bits, pointers their addresses. A predicate is an i1.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_PTX_REGISTERS_H
#define WARPLINT_LIB_KERNEL_PTX_REGISTERS_H

#include "Constraints.h"
#include "Statement.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Analysis/InstSimplifyFolder.h"
#include "llvm/IR/IRBuilder.h"

namespace warplint::ptx {

/// Folds what it can.
using Builder =
    llvm::IRBuilder<llvm::InstSimplifyFolder, llvm::IRBuilderCallbackInserter>;

/// What an operand of a statement holds.
struct Operand {
  llvm::Value *V = nullptr; ///< An integer; null where it is not known.
  /// A number that takes the width of the instruction; V has 64 bits.
  bool IsLiteral = false;
  std::string Why = {}; ///< Where V is null: "t is never written".
};

/// \p O in \p Bits, zero- or sign-extended. Null where O is not known.
llvm::Value *fit(Builder &B, const Operand &O, unsigned Bits,
                 bool Signed = false);

/// A value of \p Bits of which only \p Cause is known.
llvm::CallInst *unknownValue(Builder &B, llvm::StringRef Cause, unsigned Bits);

class RegisterFile {
public:
  /// Lets \p B stand before \p Block.
  RegisterFile(llvm::CallInst &Block, Builder &B);

  /// For a function of a module: a register is a variable in its entry block.
  /// \p OfModule has the addresses of the module's names.
  RegisterFile(llvm::Function &F,
               const llvm::StringMap<llvm::Value *> &OfModule, Builder &B);

  void openScope() { Scopes.emplace_back(); }
  void closeScope();
  /// .reg, .shared, ... In a loop what the last iteration left is unknown.
  void declare(const Statement &Declaration, bool InLoop);

  /// What \p Name is the address of from here on.
  void define(llvm::StringRef Name, llvm::Value *Address) {
    Scopes.back().Variables[Name] = Address;
  }
  /// The address that \p Name stands for, or null.
  llvm::Value *addressOf(llvm::StringRef Name) const;
  /// Those of a function.
  llvm::ArrayRef<llvm::AllocaInst *> variables() const { return Variables; }

  /// The value of an operand: a register, a literal, a constant expression.
  Operand read(Tokens Text);
  /// The same in 64 bits: registers are extended, and then added up.
  Operand readAddress(Tokens Text);
  /// A predicate register (`p`, `!p`) as i1; null where it is not known.
  llvm::Value *readPredicate(Tokens Text);

  /// Sets the register that \p Destination names; `_` is a sink. Lanes in which
  /// \p Guard, unless it is null, is false keep the old value, if there is one.
  void write(const Token &Destination, llvm::Value *New,
             llvm::Value *Guard = nullptr);
  /// \p Text is an operand that stands for its own address ("*m").
  bool isMemory(Tokens Text) const;
  /// \p Name is a register.
  bool isRegister(llvm::StringRef Name) { return find(Name); }
  /// \p Name is a register that the innermost scope declares.
  bool isOfInnermost(llvm::StringRef Name) const;
  /// The width that \p Destination was declared with; 0 where nothing says.
  unsigned bitsOf(const Token &Destination);

  /// What output operand \p Number holds when the block ends, or null.
  llvm::Value *operandValue(unsigned Number) const {
    return OperandValues[Number];
  }
  const Constraints &constraints() const { return OfBlock; }

private:
  friend class ExpressionReader;

  struct Register {
    llvm::Value *V = nullptr; ///< Null: nothing was written yet.
    unsigned Bits = 0;
    llvm::AllocaInst *Variable = nullptr; ///< Has its value, of a function.
  };
  struct Range {
    unsigned Count = 0;
    unsigned Bits = 0;
  };
  struct Scope {
    llvm::StringMap<Register> Registers;
    /// `.reg .b32 r<4>` declares r0 to r3: counts by prefix.
    llvm::StringMap<Range> Ranges;
    llvm::StringMap<llvm::Value *> Variables;
  };
  Register made(llvm::Value *V, unsigned Bits);

  /// The innermost register of that name, or null.
  Register *find(llvm::StringRef Name);
  /// The operand whose register `$N` is, or null.
  const AsmOperand *operandOf(const Token &T, unsigned &Number) const;
  llvm::Value *valueOfArgument(llvm::Value *Argument, unsigned Bits);
  void writeVariable(llvm::StringRef Name, llvm::Value *New,
                     llvm::Value *Guard);
  Operand readWord(llvm::StringRef Word, llvm::StringRef Component);
  Operand readLeaf(const Token &Leaf, llvm::StringRef Component);

  llvm::CallInst *Block = nullptr;
  llvm::BasicBlock *Entry = nullptr;
  const llvm::StringMap<llvm::Value *> *OfModule = nullptr;
  std::vector<llvm::AllocaInst *> Variables;
  Builder &B;
  Constraints OfBlock;
  /// By N of `$N`, null where nothing was written yet.
  std::vector<llvm::Value *> OperandValues;
  std::vector<Scope> Scopes;
};

/// Whether a word is a special register that is constant while the thread runs.
bool isSpecialRegister(llvm::StringRef Word, llvm::StringRef Component);

} // namespace warplint::ptx

#endif // WARPLINT_LIB_KERNEL_PTX_REGISTERS_H
