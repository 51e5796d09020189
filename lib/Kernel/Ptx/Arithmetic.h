//===- Arithmetic.h - Instructions between registers ------------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_PTX_ARITHMETIC_H
#define WARPLINT_LIB_KERNEL_PTX_ARITHMETIC_H

#include "Opcodes.h"
#include "Registers.h"

namespace warplint::ptx {

/// By destination, see destinationsOf. Empty for an instruction that IR has
/// nothing for.
using Results = llvm::SmallVector<llvm::Value *, 2>;

/// One instruction whose operands are being read.
struct Evaluation {
  Evaluation(const Statement &S, llvm::Value *Guard, RegisterFile &Registers,
             Builder &B);

  const Statement &S;
  llvm::Value *Guard; ///< Unless it is null: where the operands count.
  RegisterFile &Registers;
  Builder &B;
  /// Of the integer type at the end of the opcode; 0 where it is none.
  unsigned Bits = 0;
  bool Signed = false;

  bool has(llvm::StringRef Part) const {
    return llvm::is_contained(S.Opcode, Part);
  }
  bool is(llvm::StringRef Name) const { return S.Opcode.front() == Name; }
  /// Operand \p I, 0 being the destination. Null where it is not known.
  llvm::Value *operand(unsigned I, unsigned Width, bool IsSigned = false);
  llvm::Value *operand(unsigned I) { return operand(I, Bits, Signed); }
  llvm::Value *predicate(unsigned I);
  llvm::Value *number(uint64_t N, unsigned Width) {
    return llvm::ConstantInt::get(B.getIntNTy(Width), N, /*IsSigned=*/false,
                                  /*ImplicitTrunc=*/true);
  }
  llvm::Value *number(uint64_t N) { return number(N, Bits); }
};

/// What has one destination, the logic of predicates left aside. Null where IR
/// has nothing for it.
llvm::Value *liftOneResult(Evaluation &E);

/// Computes what \p S writes where \p B stands. \p Guard, unless it is null,
/// says where its operands count.
Results liftInstruction(const Statement &S, llvm::Value *Guard,
                        RegisterFile &Registers, Builder &B);

} // namespace warplint::ptx

#endif // WARPLINT_LIB_KERNEL_PTX_ARITHMETIC_H
