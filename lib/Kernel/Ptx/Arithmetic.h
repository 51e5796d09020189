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
class Evaluation {
public:
  Evaluation(const Statement &S, RegisterFile &Registers, Builder &B);

  const Statement &S;
  RegisterFile &Registers;
  Builder &B;
  /// Of the integer type at the end of the opcode; 0 where it is none.
  unsigned Bits = 0;
  bool Signed = false;

  bool has(llvm::StringRef Part) const { return hasPart(S.Opcode, Part); }
  /// Operand \p I, 0 being the destination. Null where it is not known.
  llvm::Value *operand(unsigned I, unsigned Width, bool IsSigned = false);
  llvm::Value *operand(unsigned I) { return operand(I, Bits, Signed); }
  /// The low eight bits of a position or a length, in Bits.
  llvm::Value *place(unsigned I);
  llvm::Value *predicate(unsigned I);
  llvm::Value *number(uint64_t N, unsigned Width) {
    return llvm::ConstantInt::get(B.getIntNTy(Width), N, /*IsSigned=*/false,
                                  /*ImplicitTrunc=*/true);
  }
  llvm::Value *number(uint64_t N) { return number(N, Bits); }

  /// \p V moved by \p Amount of the same width, which may be the width and
  /// more: nothing is left of it then, or copies of the sign.
  llvm::Value *shift(llvm::Instruction::BinaryOps Op, llvm::Value *V,
                     llvm::Value *Amount);
};

/// Logic, shifts and bit fields. Null for other instructions.
llvm::Value *liftBits(Evaluation &E);
/// setp, elect and the logic of predicates.
Results liftPredicate(Evaluation &E);
/// shfl.
Results liftShuffle(Evaluation &E);

/// Computes what \p S writes where \p B stands. \p Guard, unless it is null,
/// says where its operands count.
Results liftInstruction(const Statement &S, llvm::Value *Guard,
                        RegisterFile &Registers, Builder &B);

} // namespace warplint::ptx

#endif // WARPLINT_LIB_KERNEL_PTX_ARITHMETIC_H
