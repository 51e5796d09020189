//===- UnknownChoices.cpp - What unknown functions decide -----------------===//

#include "UnknownChoices.h"
#include "ExprBuilder.h"
#include "warplint/Frontend/UnknownCalls.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warplint {

static bool isUnknown(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  return Call && Call->hasFnAttr(UnknownCall);
}

UnknownChoices::UnknownChoices(Function &F, const PostDominatorTree &PDT)
    : Exist(any_of(instructions(F), isUnknown)) {
  if (!Exist)
    return;
  for (const BasicBlock &At : F)
    if (conditionOf(At))
      forEachDecidedAt(At, PDT, [&](const BasicBlock &Block) {
        DecidedAt[&Block].push_back(&At);
      });
}

/// Values and blocks that are looked at; behind more, anything may be.
static constexpr size_t MaxSteps = 4096;

/// Whether a result of such a call is in \p V: among its operands, or in what
/// decides which of its values it has. Local memory may hold anything.
bool UnknownChoices::hangsOnCall(const Value *V) const {
  SmallPtrSet<const Value *, 32> Seen;
  SmallVector<const Value *> Work = {V};
  auto AddChoices = [&](const BasicBlock *Block) {
    if (Seen.insert(Block).second)
      for (const BasicBlock *At : DecidedAt.lookup(Block))
        Work.push_back(conditionOf(*At));
  };
  while (!Work.empty()) {
    const auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    if (!I || !Seen.insert(I).second)
      continue;
    if (isUnknown(*I) || isa<AllocaInst>(I) || Seen.size() > MaxSteps)
      return true;
    Work.append(I->op_begin(), I->op_end());
    if (const auto *Phi = dyn_cast<PHINode>(I))
      for (const BasicBlock *From : Phi->blocks()) {
        AddChoices(From);
        if (const Value *Condition = conditionOf(*From))
          Work.push_back(Condition);
      }
  }
  return false;
}

bool UnknownChoices::decideOn(const BasicBlock *Block) {
  if (!Exist)
    return false;
  if (auto It = Known.find(Block); It != Known.end())
    return It->second;
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<const BasicBlock *> Work = {Block};
  bool Result = false;
  while (!Work.empty() && !Result) {
    const BasicBlock *Next = Work.pop_back_val();
    if (!Seen.insert(Next).second)
      continue;
    for (const BasicBlock *At : DecidedAt.lookup(Next)) {
      Result |= hangsOnCall(conditionOf(*At));
      Work.push_back(At);
    }
  }
  return Known[Block] = Result;
}

} // namespace warplint
