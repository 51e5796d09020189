//===- SameWord.h - Whether two accesses touch one word ---------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_REGISTERS_SAMEWORD_H
#define WARPLINT_LIB_KERNEL_REGISTERS_SAMEWORD_H

#include "Kernel/Symbolic/ExprBuilder.h"
#include "llvm/IR/Instruction.h"

namespace warplint {

/// LLVM gives \p A and \p B one value number: they are made of the same values by
/// the same operations.
bool haveOneNumber(const llvm::Value *A, const llvm::Value *B);

/// Bytes of the load or store \p I.
int64_t bytesAccessed(const llvm::Instruction &I);

enum class WordRelation : uint8_t {
  Same,   ///< All bytes are the same.
  Apart,  ///< No byte is.
  Unknown ///< LLVM sees neither.
};

/// What a load or store \p A and a load or store \p B of one thread touch: those
/// of different variables are apart, those at a constant distance are compared.
WordRelation relationOf(ExprBuilder &Exprs, const llvm::Instruction &A,
                        const llvm::Instruction &B);

/// \p I waits for other threads, or has \p Effect on memory that is not known. What is
/// neither load nor store; functions of libdevice have their arguments alone.
bool waitsOr(const llvm::Instruction &I, bool Effect);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_REGISTERS_SAMEWORD_H
