//===- LoadUses.h - Where loaded values are needed --------------*- C++ -*-===//
//
// nvcc drops a load whose value is unused, and moves one down into the only
// branch that needs it. Loads stay where they are if their values are needed
// wherever they are executed. What the same thread has just loaded or stored it
// does not load at all.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_REGISTERS_LOADUSES_H
#define WARPLINT_LIB_KERNEL_REGISTERS_LOADUSES_H

#include "Kernel/Symbolic/ExprBuilder.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/DemandedBits.h"
#include "llvm/IR/Instructions.h"
#include <optional>

namespace warplint {

/// What LLVM moves no access past, and the assembler sometimes does.
bool isShuffleOrVote(const llvm::Instruction &I);

/// Of one function.
class LoadUses {
public:
  LoadUses(llvm::Function &F, KernelAnalyses A, ExprBuilder &Exprs,
           LaneContext &C);

  /// Something outside of the function depends on \p I.
  bool isNeeded(const llvm::Instruction &I) const {
    return Needed.contains(&I);
  }
  /// The value of \p I is needed wherever \p I is executed, so that it stays.
  bool staysInItsBlock(const llvm::Instruction &I);
  enum class HandedOn : uint8_t { No, Perhaps, Stored, Loaded };
  /// On all ways to \p Load the same thread stores to its place (Stored) or, on
  /// some, loads it (Loaded), and behind that nothing may change it. Perhaps: a
  /// shuffle or vote stands in between, past which the assembler alone sees, and
  /// not always.
  HandedOn handedOn(const llvm::LoadInst &Load);
  /// Part of a loaded value, in bytes.
  struct Piece {
    unsigned Offset, Bytes;
  };
  /// What nvcc may load of 8 or 16 bytes of which some words are not needed, or of an
  /// integer of which a byte or two are; empty where it loads them all.
  llvm::SmallVector<Piece, 2> neededPieces(const llvm::LoadInst &Load);
  /// The blocks that need the value of \p I, where it could be moved to.
  llvm::SmallPtrSet<const llvm::BasicBlock *, 4>
  blocksThatNeed(const llvm::Instruction &I) const;

private:
  /// Both run equally often, when the loops that are certainly unrolled are.
  bool runsWith(const llvm::BasicBlock *Block, const llvm::BasicBlock *Other);
  const llvm::Loop *keptLoopOf(const llvm::BasicBlock *Block);
  /// The last block that \p I could be moved down to; null where that is not
  /// known.
  const llvm::BasicBlock *lastPlaceOf(const llvm::Instruction &I);
  /// \p I leaves in a register what \p Load would load (true), or may change it
  /// (false); nothing for all else.
  std::optional<bool> handsOn(const llvm::Instruction &I,
                              const llvm::LoadInst &Load);
  bool isApart(const llvm::Instruction &I, const llvm::LoadInst &Load);
  /// Bit n: something needs the 32-bit word n.
  unsigned neededWords(const llvm::LoadInst &Load);
  std::optional<Piece> neededBytes(const llvm::LoadInst &Load);
  bool mayBeDead(const llvm::Instruction &I);
  bool addsUp(const llvm::StoreInst &Store) const;
  /// Every byte of a local variable is read, in loops of known lengths.
  bool isReadWhole(const llvm::AllocaInst &Variable);
  void markRead(const llvm::LoadInst &Load, const llvm::AllocaInst &Variable,
                llvm::BitVector &Bytes);

  KernelAnalyses A;
  ExprBuilder &Exprs;
  LaneContext &C;
  llvm::AssumptionCache Assumptions;
  llvm::DemandedBits Bits;
  llvm::DenseMap<const llvm::AllocaInst *, bool> ReadWhole;
  llvm::DenseSet<const llvm::Instruction *> Needed;
  llvm::DenseMap<const llvm::Instruction *, bool> Stays;
  llvm::DenseMap<const llvm::Instruction *, const llvm::BasicBlock *> LastPlace;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_REGISTERS_LOADUSES_H
