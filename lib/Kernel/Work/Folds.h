//===- Folds.h - Instructions that are one in machine code ------*- C++ -*-===//
//
// An instruction of LLVM whose only use is another one is often part of it in
// machine code (read off that of nvcc 13.0 for sm_80 and sm_90):
//
//   a + b + c                 IADD3
//   a * b + c                 IMAD; of floats FFMA (FFMA is told by PipeUnits)
//   (a << 2) + b              LEA
//   (a & b) | c               LOP3
//   extensions of an index    IMAD.WIDE multiplies 32 bits to 64
//   (int)floor(x)             F2I.FLOOR
//   (float)(byte)(x >> 8)     I2F.U8 of a byte of a register
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_WORK_FOLDS_H
#define WARPLINT_LIB_KERNEL_WORK_FOLDS_H

#include "llvm/ADT/DenseSet.h"

namespace llvm {
class Function;
class Instruction;
class Value;
} // namespace llvm

namespace warplint {

class Folds {
public:
  explicit Folds(const llvm::Function &F);

  /// \p I is part of the one instruction that uses it.
  bool isPart(const llvm::Instruction &I) const { return Parts.contains(&I); }
  /// \p I is a sum and has a product in it.
  bool multiplies(const llvm::Instruction &I) const {
    return Products.contains(&I);
  }

private:
  llvm::DenseSet<const llvm::Instruction *> Parts, Products;
};

/// Seen to lead to shared memory, whose addresses have 32 bits.
bool isInShared(const llvm::Value &Pointer);

/// A 64-bit value that is one of 32 bits, extended.
bool isExtended(const llvm::Value *V);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_WORK_FOLDS_H
