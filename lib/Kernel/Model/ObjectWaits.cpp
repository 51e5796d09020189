//===- ObjectWaits.cpp - Loops that wait for a barrier object -------------===//

#include "ObjectWaits.h"
#include "warplint/Kernel/InlinePtx.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include <set>

using namespace llvm;

namespace warplint {

bool isObjectCall(const Value *V, StringRef Word) {
  const auto *Call = dyn_cast<CallBase>(V);
  if (!Call)
    return false;
  std::string Name;
  if (Call->isInlineAsm())
    Name = readPtxStatement(*Call).Opcode;
  else if (const Function *Callee = Call->getCalledFunction())
    Name = Callee->getName().str();
  return StringRef(Name).contains("mbarrier.") &&
         StringRef(Name).contains(Word);
}

/// Of functions without code here nothing is proven anyway, or they arrive nowhere.
static bool mayArrive(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || Call->isInlineAsm())
    return isObjectCall(&I, "arrive");
  const Function *Callee = Call->getCalledFunction();
  return !Callee || !Callee->isDeclaration() || isObjectCall(&I, "arrive");
}

bool isStateOfArrival(const Instruction &Wait, const Value *State) {
  std::set<std::pair<const Instruction *, const Value *>> Seen;
  SmallVector<std::pair<const Instruction *, const Value *>> Work = {
      {&Wait, State}};
  while (!Work.empty()) {
    auto [From, V] = Work.pop_back_val();
    if (!Seen.insert({From, V}).second || isa<UndefValue>(V))
      continue;
    const Instruction *I = From->getPrevNode();
    while (I && !mayArrive(*I))
      I = I->getPrevNode();
    if (I && I != V)
      return false;
    if (I)
      continue;
    const BasicBlock *Block = From->getParent();
    if (pred_empty(Block))
      return false;
    const auto *Phi = dyn_cast<PHINode>(V);
    const bool IsHere = Phi && Phi->getParent() == Block;
    for (const BasicBlock *Before : predecessors(Block))
      Work.push_back({Before->getTerminator(),
                      IsHere ? Phi->getIncomingValueForBlock(Before) : V});
  }
  return true;
}

/// Whether \p Condition is the result of \p Test, or (\p IsInverse) its opposite.
static bool isResultOf(const Value *Condition, const Value *Test,
                       bool &IsInverse) {
  if (Condition == Test)
    return true;
  const auto *I = dyn_cast<Instruction>(Condition);
  if (!I)
    return false;
  if (isa<CastInst, FreezeInst, ExtractValueInst>(I))
    return isResultOf(I->getOperand(0), Test, IsInverse);
  const auto *Number =
      dyn_cast<ConstantInt>(I->getOperand(I->getNumOperands() - 1));
  if (const auto *Compare = dyn_cast<ICmpInst>(I)) {
    if (!Number || !Number->isZero() || !Compare->isEquality())
      return false;
    IsInverse ^= Compare->getPredicate() == ICmpInst::ICMP_EQ;
    return isResultOf(I->getOperand(0), Test, IsInverse);
  }
  if (I->getOpcode() == Instruction::Xor && Number &&
      Number->isAllOnesValue() && I->getType()->isIntegerTy(1)) {
    IsInverse ^= true;
    return isResultOf(I->getOperand(0), Test, IsInverse);
  }
  if (I->getOpcode() == Instruction::And && Number && Number->isOne())
    return isResultOf(I->getOperand(0), Test, IsInverse);
  const auto *Choice = dyn_cast<SelectInst>(I);
  const auto *Yes =
      Choice ? dyn_cast<ConstantInt>(Choice->getTrueValue()) : nullptr;
  if (!Yes || !Number || Yes->isZero() == Number->isZero())
    return false;
  IsInverse ^= Yes->isZero();
  return isResultOf(Choice->getCondition(), Test, IsInverse);
}

/// The value that decides about another round in the first block of \p L, where
/// \p Latch, the only block that goes back there, makes it.
static const PHINode *roundDecidedIn(const Loop &L, const BasicBlock *Latch,
                                     const Value *Condition, bool &IsInverse) {
  for (const PHINode &Phi : L.getHeader()->phis())
    if (L.getLoopLatch() == Latch && Phi.getNumIncomingValues() == 2)
      if (bool Inverse = false; isResultOf(Condition, &Phi, Inverse)) {
        IsInverse = Inverse;
        return &Phi;
      }
  return nullptr;
}

std::optional<WaitLoop> waitLoopOf(const Instruction &Wait,
                                   const LoopInfo &LI) {
  const BasicBlock *Block = Wait.getParent();
  const Loop *L = LI.getLoopFor(Block);
  const BasicBlock *Exiting = L ? L->getExitingBlock() : nullptr;
  const auto *Branch =
      Exiting ? dyn_cast<BranchInst>(Exiting->getTerminator()) : nullptr;
  if (!Branch || !Branch->isConditional())
    return std::nullopt;
  WaitLoop Found;
  Found.Around = L;
  bool IsInverse = false;
  if (Exiting != Block) {
    const PHINode *Phi =
        Exiting == L->getHeader()
            ? roundDecidedIn(*L, Block, Branch->getCondition(), IsInverse)
            : nullptr;
    bool IsOpposite = false;
    if (!Phi ||
        !isResultOf(Phi->getIncomingValueForBlock(Block), &Wait, IsOpposite))
      return std::nullopt;
    // The first round has to begin as one that is not done.
    const auto *First = dyn_cast<ConstantInt>(
        Phi->getIncomingValue(Phi->getBasicBlockIndex(Block) == 0));
    if (!First || First->isZero() == IsOpposite)
      return std::nullopt;
    IsInverse ^= IsOpposite;
    Found.First = Exiting;
  } else if (!isResultOf(Branch->getCondition(), &Wait, IsInverse)) {
    return std::nullopt;
  }
  Found.Done = Branch->getSuccessor(IsInverse);
  return L->contains(Found.Done) ? std::nullopt : std::optional(Found);
}

} // namespace warplint
