//===- AccessCollector.h - Finding a kernel's shared accesses ---*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_MODEL_ACCESSCOLLECTOR_H
#define WARPLINT_LIB_KERNEL_MODEL_ACCESSCOLLECTOR_H

#include "AtomicRules.h"
#include "Kernel/Memory/AddressSpaces.h"
#include "Kernel/Source/AccessTags.h"
#include "Kernel/Symbolic/ExprBuilder.h"
#include "warplint/Kernel/KernelModel.h"
#include "warplint/Warp/Fragment.h"
#include "llvm/IR/Instructions.h"

namespace llvm {
class IntrinsicInst;
class MemIntrinsic;
} // namespace llvm

namespace warplint {

/// Why an access to another block's shared memory has no figure.
inline constexpr const char *DistributedMemory =
    "distributed shared memory is not modelled";

/// Reads every instruction of one kernel that touches shared memory into
/// \p Kernel. Accesses to memory that is certainly not shared are left out; one
/// whose space is not known is kept, with that as its obstacle.
class AccessCollector {
public:
  AccessCollector(DeviceUnit &Unit, AccessTags &Tags, ExprBuilder &Exprs,
                  PointerAnalysis &Pointers, KernelModel &Kernel,
                  std::vector<LeftOut> &Omitted)
      : Unit(Unit), Tags(Tags), Exprs(Exprs), Pointers(Pointers),
        Kernel(Kernel), Omitted(Omitted) {}
  void collect(llvm::Function &F);
  /// The instruction behind each of the kernel's accesses.
  llvm::ArrayRef<const llvm::Instruction *> origins() const { return Origins; }

private:
  struct Target {
    MemorySpaces Spaces = MemorySpaces::all();
    std::vector<const clang::VarDecl *> Arrays;
    /// What could not be followed, if anything.
    std::string NotKnown;
  };

  void visit(llvm::Instruction &I);
  void visitIntrinsic(llvm::IntrinsicInst &I);
  void visitAsyncCopy(llvm::IntrinsicInst &I, llvm::StringRef Name);
  void visitMatrix(llvm::IntrinsicInst &I, llvm::StringRef Name);
  void visitMemIntrinsic(llvm::MemIntrinsic &I);
  void visitCall(llvm::CallBase &Call);
  void visitAsm(llvm::CallBase &Call); // AsmAccesses.cpp

  // AtomicAccesses.cpp
  void visitAtomic(llvm::Instruction &I);
  void visitAtomicIntrinsic(llvm::IntrinsicInst &I, llvm::StringRef Name);
  void addAtomic(llvm::Instruction &I, llvm::Value *Pointer,
                 const AtomicUse &Use);

  // WmmaAccesses.cpp
  void visitWmma(llvm::IntrinsicInst &I, llvm::StringRef Name);
  /// Makes \p Access, whose address is that of the tile, the requests of a
  /// fragment. \p Pitch, in elements, is null where it is not known. \p Name is
  /// for the message when the fragment was not measured.
  void setFragment(KernelAccess &Access, const std::optional<Fragment> &F,
                   llvm::StringRef Name, const LaneExpr *Pitch);

  /// The shared arrays whose symbols are in \p Address.
  std::vector<const clang::VarDecl *> arraysIn(const LaneExpr *Address);
  Target targetOf(PointerBases Bases, const LaneExpr *Address);
  /// A new access of \p I, or null when it is not one of shared memory.
  KernelAccess *add(llvm::Instruction &I, const LaneExpr *Address, Target Where,
                    RequestKind Kind, unsigned Bytes, std::string Instruction);
  KernelAccess *add(llvm::Instruction &I, llvm::Value *Pointer,
                    RequestKind Kind, unsigned Bytes, std::string Instruction);
  void omit(const llvm::Instruction &I, std::string Name, std::string Why);

  DeviceUnit &Unit;
  AccessTags &Tags;
  ExprBuilder &Exprs;
  PointerAnalysis &Pointers;
  KernelModel &Kernel;
  std::vector<LeftOut> &Omitted;
  std::vector<const llvm::Instruction *> Origins;
  /// The kernel has no shared memory that a pointer could lead to.
  bool HasNoShared = false;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_MODEL_ACCESSCOLLECTOR_H
