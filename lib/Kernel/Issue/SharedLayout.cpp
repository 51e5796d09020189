//===- SharedLayout.cpp - Where nvcc lays shared arrays -------------------===//

#include "SharedLayout.h"
#include "Kernel/Memory/NvptxSpaces.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warplint {

/// Where the first array begins is a multiple of this.
static constexpr uint64_t BlockAlign = 16;

/// Something in \p F \p Is about the variable or a part of it.
static bool anyUse(const Function &F, const GlobalVariable &G,
                   function_ref<bool(const Use &)> Is) {
  SmallVector<const Value *> Work = {&G};
  SmallPtrSet<const Value *, 16> Seen = {&G};
  while (!Work.empty())
    for (const Use &U : Work.pop_back_val()->uses()) {
      const auto *I = dyn_cast<Instruction>(U.getUser());
      if (I && I->getFunction() != &F)
        continue;
      if (I && Is(U))
        return true;
      if (!I || isa<GetElementPtrInst, CastInst>(I))
        if (Seen.insert(U.getUser()).second)
          Work.push_back(U.getUser());
    }
  return false;
}

/// The same thread has just written what \p Load reads: LLVM hands the value
/// on.
static bool isHandedOn(const LoadInst &Load) {
  const BasicBlock *Block = Load.getParent();
  SmallPtrSet<const BasicBlock *, 8> Seen;
  for (const Instruction *I = Load.getPrevNode();; I = I->getPrevNode()) {
    while (!I) {
      Block = Block->getSinglePredecessor();
      if (!Block || !Seen.insert(Block).second)
        return false;
      I = Block->getTerminator();
    }
    if (const auto *Store = dyn_cast<StoreInst>(I)) {
      if (Store->getPointerOperand() == Load.getPointerOperand())
        return true;
    } else if (!isa<LoadInst>(I) && I->mayWriteToMemory()) {
      return false;
    }
  }
}

/// What is never read may be gone, and what follows it moves up.
static bool mayBeRead(const Use &U) {
  if (const auto *Load = dyn_cast<LoadInst>(U.getUser()))
    return !isHandedOn(*Load);
  return !isa<StoreInst, GetElementPtrInst, CastInst>(U.getUser()) ||
         (isa<StoreInst>(U.getUser()) && U.getOperandNo() == 0);
}

/// \p G is declared in the body of \p Kernel.
static bool isOwn(DeviceUnit &Unit, const clang::FunctionDecl *Kernel,
                  const GlobalVariable &G) {
  const auto *D = dyn_cast_or_null<clang::VarDecl>(Unit.declOf(G.getName()));
  const auto *In =
      D ? dyn_cast<clang::FunctionDecl>(D->getDeclContext()) : nullptr;
  return In && Kernel && In->getCanonicalDecl() == Kernel->getCanonicalDecl();
}

std::optional<uint64_t>
SharedLayout::placeOf(const GlobalVariable &Variable) const {
  const auto *Found =
      find_if(Statics, [&](const Array &A) { return A.Variable == &Variable; });
  return Found == Statics.end() ? std::nullopt : Found->Place;
}

SharedLayout layOutShared(const Function &F, DeviceUnit &Unit,
                          const clang::FunctionDecl *Kernel) {
  SharedLayout Laid;
  const DataLayout &DL = F.getDataLayout();
  bool ArePlacesKnown = true;
  for (const GlobalVariable &G : F.getParent()->globals()) {
    if (!sharedVariable(&G) || G.isDeclaration() ||
        !anyUse(F, G, [](const Use &) { return true; }))
      continue;
    const uint64_t Bytes =
        DL.getTypeAllocSize(G.getValueType()).getFixedValue();
    Laid.Statics.push_back(
        {&G, Bytes, G.getAlign().valueOrOne().value(), std::nullopt});
    Laid.SizesArePacked &= Bytes % BlockAlign == 0;
    ArePlacesKnown &= isOwn(Unit, Kernel, G) && anyUse(F, G, mayBeRead);
  }
  uint64_t End = 0;
  if (ArePlacesKnown)
    for (SharedLayout::Array &A : Laid.Statics) {
      A.Place = alignTo(End, A.Align);
      End = *A.Place + A.Bytes;
    }
  return Laid;
}

} // namespace warplint
