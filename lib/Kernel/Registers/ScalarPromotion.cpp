//===- ScalarPromotion.cpp - Words that a loop keeps in registers ---------===//

#include "ScalarPromotion.h"
#include "Kernel/Simplify/UnrollRules.h"
#include "Kernel/Source/AccessTags.h"
#include "SameWord.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warplint {
namespace {

class Promotion {
public:
  Promotion(const Loop &L, KernelAnalyses A, ExprBuilder &Exprs,
            PromotionQuery Query)
      : L(L), A(A), Exprs(Exprs), Query(Query) {}

  SmallVector<PromotedWord, 2> run() {
    if (!L.getLoopLatch() || !collect())
      return {};
    SmallVector<PromotedWord, 2> Words;
    SmallPtrSet<const Instruction *, 4> Taken;
    auto Take = [&](std::optional<PromotedWord> Word) {
      if (!Word)
        return;
      Taken.insert(Word->Load);
      Words.push_back(*Word);
    };
    auto IsCandidate = [&](const Instruction *I) {
      return runsInEachIteration(*I) && isInvariant(*I);
    };
    for (const Instruction *I : Accesses)
      if (isa<StoreInst>(I) && IsCandidate(I))
        Take(wordOf(*I));
    for (const Instruction *I : Accesses)
      if (isa<LoadInst>(I) && !Taken.contains(I) && IsCandidate(I))
        Take(loadOnly(*I));
    return Words;
  }

private:
  /// False if something in the loop keeps accesses apart.
  bool collect() {
    for (const BasicBlock *Block : L.blocks())
      for (const Instruction &I : *Block) {
        const auto *Call = dyn_cast<CallBase>(&I);
        if (Query.IsAccess(I)) {
          if (!isa<LoadInst, StoreInst>(I) || I.getMetadata(VolatileInSource))
            return false;
          Accesses.push_back(&I);
        } else if (Query.SeparatesAccesses(I) ||
                   (Call && Call->isConvergent())) {
          return false;
        }
      }
    return true;
  }

  /// The loop cannot be left before \p Store: its test, which LLVM moves to the
  /// end, or what the store dominates.
  bool runsInEachIteration(const Instruction &Store) {
    const BasicBlock *Block = Store.getParent();
    for (const Loop *In = A.LI.getLoopFor(Block);; In = In->getParentLoop()) {
      SmallVector<BasicBlock *, 4> Exiting;
      In->getExitingBlocks(Exiting);
      if (!In->getLoopLatch() || !A.DT.dominates(Block, In->getLoopLatch()) ||
          !all_of(Exiting, [&](const BasicBlock *Exit) {
            return Exit == In->getHeader() || A.DT.dominates(Block, Exit);
          }))
        return false;
      if (In == &L)
        return true;
      if (tripCountOf(*In, A.SE).value_or(0) == 0)
        return false;
      Block = In->getHeader();
    }
  }

  bool isInvariant(const Instruction &I) {
    const LaneExpr *Address =
        Exprs.build(const_cast<Value *>(getLoadStorePointerOperand(&I)));
    return none_of(L.getLoopsInPreorder(), [&](const Loop *In) {
      return Exprs.variesIn(Address, *In);
    });
  }

  std::optional<PromotedWord> wordOf(const Instruction &Store) {
    PromotedWord Word;
    Word.Store = &Store;
    for (const Instruction *Other : Accesses) {
      if (Other == &Store)
        continue;
      switch (relationOf(Exprs, Store, *Other)) {
      case WordRelation::Apart:
        break;
      case WordRelation::Unknown:
        return std::nullopt;
      case WordRelation::Same:
        if (isa<StoreInst>(Other) || Word.Load)
          return std::nullopt;
        Word.Load = Other;
      }
    }
    Word.Executions = executionsOf(Store);
    return Word;
  }

  /// Each iteration has the value of \p Load from the one before: stores under
  /// conditions stay.
  std::optional<PromotedWord> loadOnly(const Instruction &Load) {
    bool IsStored = false;
    for (const Instruction *Other : Accesses)
      if (isa<StoreInst>(Other)) {
        const WordRelation Relation = relationOf(Exprs, *Other, Load);
        if (Relation == WordRelation::Unknown)
          return std::nullopt;
        IsStored |= Relation == WordRelation::Same;
      }
    if (!IsStored)
      return std::nullopt;
    return PromotedWord{nullptr, &Load, executionsOf(Load)};
  }

  uint64_t executionsOf(const Instruction &I) {
    uint64_t Executions = 1;
    for (const Loop *In = A.LI.getLoopFor(I.getParent());;
         In = In->getParentLoop()) {
      Executions *= tripCountOf(*In, A.SE).value_or(0);
      if (In == &L)
        return Executions;
    }
  }

  const Loop &L;
  KernelAnalyses A;
  ExprBuilder &Exprs;
  PromotionQuery Query;
  SmallVector<const Instruction *> Accesses;
};

} // namespace

SmallVector<PromotedWord, 2> promotedWords(const Loop &L, KernelAnalyses A,
                                           ExprBuilder &Exprs,
                                           PromotionQuery Query) {
  return Promotion(L, A, Exprs, Query).run();
}

} // namespace warplint
