//===- AccessCollector.h - Finding a kernel's accesses ----------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_MODEL_ACCESSCOLLECTOR_H
#define WARPLINT_LIB_KERNEL_MODEL_ACCESSCOLLECTOR_H

#include "Kernel/Memory/AddressSpaces.h"
#include "Kernel/Source/AccessTags.h"
#include "Kernel/Symbolic/ExprBuilder.h"
#include "Kernel/Work/Placement.h"
#include "LocalArrays.h"
#include "warplint/Kernel/InlinePtx.h"
#include "warplint/Kernel/KernelModel.h"
#include "warplint/Warp/Fragment.h"
#include "warplint/Warp/SharedAtomic.h"
#include "llvm/IR/Instructions.h"

namespace llvm {
class IntrinsicInst;
class MemIntrinsic;
} // namespace llvm

namespace warplint {

/// What figures of cp.async.ca assume: lanes whose sources lie in different
/// lines are written one line after the other.
inline constexpr const char *CoalescedSource =
    "lanes that are served together copy from one 128-byte line of global "
    "memory";

/// cp.async.ca of 16 bytes has a rule of its own; .cg counts lines.
inline RequestKind asyncCopyKind(bool IsCached, unsigned Bytes) {
  return IsCached && Bytes == 16 ? RequestKind::CpAsyncCached
                                 : RequestKind::CpAsync;
}
/// ldmatrix or stmatrix of so many matrices: 1, 2 or 4.
RequestKind matrixKind(bool IsLoad, unsigned Matrices);

/// Reads every instruction of one kernel that touches memory into \p Kernel:
/// first those that may touch shared memory, so that what is known of them does
/// not depend on what else is wanted, then the others.
class AccessCollector {
public:
  AccessCollector(llvm::Function &F, SourceView &View, AccessTags &Tags,
                  ExprBuilder &Exprs, PointerAnalysis &Pointers,
                  Placement &Places, KernelModel &Kernel);
  /// Those whose address may lead to shared memory.
  void collectShared();
  /// Those that can only lead to others, if they may to one of \p Wanted.
  void collectOthers(MemorySpaces Wanted, KernelAnalyses A);
  /// The instruction behind each of the kernel's accesses.
  llvm::ArrayRef<const llvm::Instruction *> origins() const { return Origins; }

private:
  struct Target {
    MemorySpaces Spaces = MemorySpaces::all();
    std::vector<const SourceVariable *> Arrays;
    /// What could not be followed, if anything.
    std::string NotKnown;
  };

  void visit(llvm::Instruction &I);
  void visitPlain(llvm::Instruction &I);
  void visitIntrinsic(llvm::IntrinsicInst &I);
  void visitAsyncCopy(llvm::IntrinsicInst &I, llvm::StringRef Name);
  void visitMatrix(llvm::IntrinsicInst &I, llvm::StringRef Name);
  void visitMemIntrinsic(llvm::MemIntrinsic &I);
  void visitCall(llvm::CallBase &Call);
  // AsmAccesses.cpp
  void visitAsm(llvm::CallBase &Call);
  void visitMemoryOp(llvm::CallBase &Call, const PtxStatement &Statement);
  void visitSource(llvm::CallBase &Call, const PtxStatement &Statement);
  void setServed(KernelAccess &A, const PtxMemoryOp &Op, llvm::CallBase &Call);
  void addGuard(KernelAccess &A, const LaneExpr *Guard);
  /// Argument \p N of \p Call, null where it is absent.
  const LaneExpr *argumentOf(llvm::CallBase &Call, PtxArgument N,
                             unsigned Width);

  // AtomicAccesses.cpp
  void visitAtomic(llvm::Instruction &I);
  void visitAtomicIntrinsic(llvm::IntrinsicInst &I, llvm::StringRef Name);
  void addAtomic(llvm::Instruction &I, llvm::Value *Pointer, llvm::Type *Of,
                 const SharedAtomic &Use, const LaneExpr *Operand);
  /// \p Use with \p Operand at \p Address, each null where it is not known.
  SharedAtomic useAt(SharedAtomic Use, const LaneExpr *Operand,
                     const LaneExpr *Address);
  /// Says what \p Access does. Of shared memory the rule of \p Placed sets kind,
  /// width, assumptions and obstacle, too.
  void setAtomic(KernelAccess &Access, const SharedAtomic &Placed) const;

  // WmmaAccesses.cpp
  void visitWmma(llvm::IntrinsicInst &I, llvm::StringRef Name);
  /// Makes \p Access, whose address is that of the tile, the requests of a
  /// fragment. \p Pitch, in elements, is null where it is not known. \p Name is
  /// for the message when the fragment was not measured.
  void setFragment(KernelAccess &Access, const std::optional<Fragment> &F,
                   llvm::StringRef Name, const LaneExpr *Pitch);

  /// The shared arrays whose symbols are in \p Address.
  std::vector<const SourceVariable *> arraysIn(const LaneExpr *Address);
  Target targetOf(PointerBases Bases, const LaneExpr *Address);
  Target targetOf(llvm::CallBase &Call, const PtxLocation &Location,
                  const LaneExpr *Address);
  /// A new access of \p I, or null when it is not one of shared memory.
  KernelAccess *add(llvm::Instruction &I, const LaneExpr *Address, Target Where,
                    RequestKind Kind, unsigned Bytes, std::string Instruction);
  KernelAccess *add(llvm::Instruction &I, llvm::Value *Pointer,
                    RequestKind Kind, unsigned Bytes, std::string Instruction);
  bool isWanted(MemorySpaces Spaces) const {
    const bool MaybeShared =
        Spaces.intersects({MemorySpace::Shared, MemorySpace::Cluster});
    return CollectsOthers
               ? Spaces.intersects(Wanted) && !(MaybeShared && CollectedShared)
               : MaybeShared;
  }
  /// \p A leads to shared memory of the cluster: it is one to another block's.
  static void setRemote(KernelAccess &A);
  /// \p A is one side of the copy \p I.
  void joinSides(KernelAccess &A, const llvm::Instruction &I);
  LocalArrays::Fate fateOf(const llvm::Value &Pointer) const {
    return Locals ? Locals->fateOf(Pointer) : LocalArrays::Fate::InMemory;
  }
  void noteBases(const KernelAccess &A);
  void addLocal(llvm::AllocaInst &Variable);

  llvm::Function &F;
  SourceView &View;
  AccessTags &Tags;
  ExprBuilder &Exprs;
  PointerAnalysis &Pointers;
  Placement &Places;
  KernelModel &Kernel;
  std::vector<const llvm::Instruction *> Origins;
  MemorySpaces Wanted = MemorySpace::Shared;
  bool CollectedShared = false, CollectsOthers = false;
  /// What becomes of the variables that stay, where local memory is wanted.
  std::optional<LocalArrays> Locals;
  /// By copy: the other side.
  llvm::DenseMap<const llvm::Instruction *, unsigned> OneSides;
  llvm::SmallDenseSet<unsigned> BaseSymbols;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_MODEL_ACCESSCOLLECTOR_H
