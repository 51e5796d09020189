//===- CopiedWords.cpp - Words that copies of loops share -----------------===//

#include "CopiedWords.h"
#include "Kernel/Memory/NvptxSpaces.h"
#include "Kernel/Simplify/UnrollRules.h"
#include "Kernel/Source/AccessTags.h"
#include "LoadUses.h"
#include "SameWord.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warplint {

bool CopiedWords::isFull(const Loop &L) {
  auto [It, IsNew] = Full.try_emplace(&L);
  if (IsNew)
    It->second = unrollingOf(L, A.SE) == Unrolling::Full;
  return It->second;
}

CopiedWords::CopiedWords(Function &F, KernelAnalyses A, ExprBuilder &Exprs,
                         LaneContext &C)
    : A(A), Exprs(Exprs), C(C) {
  if (A.LI.empty())
    return;
  for (const Instruction &I : instructions(F)) {
    const Value *Pointer = getLoadStorePointerOperand(&I);
    if (!Pointer || I.getMetadata(VolatileInSource) || I.isAtomic())
      continue;
    const Value *Array = getUnderlyingObject(Pointer);
    if (memoryOf(Array->getType()->getPointerAddressSpace()) !=
        MemorySpace::Shared)
      continue;
    const Loop *Around = A.LI.getLoopFor(I.getParent());
    Accesses.push_back(
        {&I, Array, Around && isFull(*Around) ? Around : nullptr});
  }
}

/// The addresses of \p I in the copies of the loops inside \p Within that are unrolled
/// around it; none where they are too many.
const CopiedWords::Words &CopiedWords::wordsOf(const Instruction &I,
                                               const Loop *Within) {
  constexpr uint64_t MostCopies = 1024;
  auto [It, IsNew] = Known.try_emplace({&I, Within});
  Words &Found = It->second;
  if (!IsNew)
    return Found;
  SmallVector<const LaneExpr *> Addresses = {
      Exprs.build(const_cast<Value *>(getLoadStorePointerOperand(&I)))};
  for (const Loop *L = A.LI.getLoopFor(I.getParent());
       L != Within && isFull(*L); L = L->getParentLoop()) {
    const uint64_t Trips = *tripCountOf(*L, A.SE);
    if (Trips * Addresses.size() > MostCopies)
      return Found;
    const unsigned Number = Exprs.loopsAround(L->getHeader()).back();
    SmallVector<const LaneExpr *> Copies;
    for (const LaneExpr *Address : Addresses)
      for (uint64_t N = 0; N != Trips; ++N)
        Copies.push_back(
            Exprs.replaceIteration(Address, Number, C.constant(N, 32)));
    Addresses = std::move(Copies);
  }
  for (const LaneExpr *Address : Addresses) {
    AddressForm Form = formOf(Address);
    Found.push_back({std::move(Form.Terms), Form.Offset});
  }
  llvm::sort(Found);
  Found.erase(llvm::unique(Found), Found.end());
  return Found;
}

/// Some way leads from \p From to \p To, in one iteration of \p Within, on which no
/// other thread is waited for.
bool CopiedWords::leads(const Instruction &From, const Instruction &To,
                        const Loop *Within) {
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<const Instruction *> Work = {From.getNextNode()};
  while (!Work.empty()) {
    const Instruction *I = Work.pop_back_val();
    const BasicBlock *Block = I->getParent();
    while (I && I != &To &&
           (isa<LoadInst, StoreInst>(I) || isShuffleOrVote(*I) ||
            !waitsOr(*I, I->mayReadOrWriteMemory())))
      I = I->getNextNode();
    if (I == &To)
      return true;
    if (I)
      continue;
    for (const BasicBlock *Next : successors(Block))
      if (!(Within &&
            (Next == Within->getHeader() || !Within->contains(Next))) &&
          Seen.insert(Next).second)
        Work.push_back(&Next->front());
  }
  return false;
}

/// What \p Other leaves in registers serves the load \p Own, or it stores again to all
/// that \p Own stores to.
bool CopiedWords::isServedBy(const Plain &Other, const Plain &Own) {
  if (Other.Access == Own.Access || Other.Array != Own.Array ||
      (!Own.Unrolled && !Other.Unrolled))
    return false;
  const bool IsStore = isa<StoreInst>(Own.Access);
  if ((IsStore && !isa<StoreInst>(Other.Access)) ||
      bytesAccessed(*Other.Access) != bytesAccessed(*Own.Access))
    return false;
  auto blockOf = [](const Plain &P) {
    return const_cast<BasicBlock *>(P.Access->getParent());
  };
  const Loop *Within = A.LI.getSmallestCommonLoop(blockOf(Own), blockOf(Other));
  // One of them has copies that the other has not.
  if (!(Own.Unrolled && Own.Unrolled != Within) &&
      !(Other.Unrolled && Other.Unrolled != Within))
    return false;
  const Words &Mine = wordsOf(*Own.Access, Within),
              &Theirs = wordsOf(*Other.Access, Within);
  const bool Meet =
      !Mine.empty() && (IsStore ? std::includes(Theirs.begin(), Theirs.end(),
                                                Mine.begin(), Mine.end())
                                : any_of(Mine, [&](const Word &W) {
                                    return llvm::binary_search(Theirs, W);
                                  }));
  return Meet && (IsStore ? leads(*Own.Access, *Other.Access, Within)
                          : leads(*Other.Access, *Own.Access, Within));
}

bool CopiedWords::mayBeGone(const Instruction &I) {
  const auto *Own =
      find_if(Accesses, [&](const Plain &P) { return P.Access == &I; });
  return Own != Accesses.end() && any_of(Accesses, [&](const Plain &Other) {
           return isServedBy(Other, *Own);
         });
}

} // namespace warplint
