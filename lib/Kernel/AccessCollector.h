//===- AccessCollector.h - Finding a kernel's shared accesses ----*- C++
//-*-===//

#ifndef WARPLINT_LIB_KERNEL_ACCESSCOLLECTOR_H
#define WARPLINT_LIB_KERNEL_ACCESSCOLLECTOR_H

#include "ExprBuilder.h"
#include "Pipeline.h"
#include "warplint/Kernel/KernelModel.h"
#include "llvm/IR/Instructions.h"

namespace llvm {
class IntrinsicInst;
class MemIntrinsic;
} // namespace llvm

namespace warplint {

/// Reads every instruction of one kernel that touches shared memory into
/// \p Kernel. Accesses to memory that is certainly not shared are left out; one
/// whose space is not known is kept, with that as its obstacle.
class AccessCollector {
public:
  AccessCollector(DeviceUnit &Unit, AccessTags &Tags, ExprBuilder &Exprs,
                  KernelModel &Kernel, std::vector<LeftOut> &Omitted)
      : Unit(Unit), Tags(Tags), Exprs(Exprs), Kernel(Kernel), Omitted(Omitted) {
  }
  void collect(llvm::Function &F);

private:
  enum class Space : uint8_t { Shared, Elsewhere, Unknown };
  struct Target {
    Space Where = Space::Unknown;
    std::vector<const clang::VarDecl *> Arrays;
  };

  void visit(llvm::Instruction &I);
  void visitAtomic(llvm::Instruction &I);
  void visitIntrinsic(llvm::IntrinsicInst &I);
  void visitMemIntrinsic(llvm::MemIntrinsic &I);
  void visitCall(llvm::CallBase &Call);
  void visitAsm(llvm::CallBase &Call); // AsmAccesses.cpp

  /// Where \p Address points to, judged by the symbols in it.
  Target targetOf(const LaneExpr *Address);
  Target targetOf(llvm::Value *Pointer, const LaneExpr *Address);
  /// A new access of \p I, or null when it is not one of shared memory.
  KernelAccess *add(llvm::Instruction &I, const LaneExpr *Address, Target Where,
                    RequestKind Kind, unsigned Bytes, std::string Instruction);
  KernelAccess *add(llvm::Instruction &I, llvm::Value *Pointer,
                    RequestKind Kind, unsigned Bytes, std::string Instruction);
  void omit(const llvm::Instruction &I, std::string Name, std::string Why);

  DeviceUnit &Unit;
  AccessTags &Tags;
  ExprBuilder &Exprs;
  KernelModel &Kernel;
  std::vector<LeftOut> &Omitted;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_ACCESSCOLLECTOR_H
