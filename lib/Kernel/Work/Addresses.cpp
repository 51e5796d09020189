//===- Addresses.cpp - What computing addresses takes ---------------------===//

#include "Addresses.h"
#include "Folds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace warplint {

/// How many rounds nvcc makes one of, where a body has up to so many instructions:
/// UnrollRules.h, read off its machine code.
struct Copies {
  size_t Size;
  double Rounds;
};
static constexpr Copies OfUnknownLength[] = {{54, 4}, {97, 2}};
static constexpr Copies OfKnownLength[] = {
    {10, 32}, {16, 16}, {28, 8}, {97, 4}};

/// Lanes have to execute \p Call together, or may: no copies are made of it.
static bool isWaiting(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  const bool IsArithmetic =
      Call.isInlineAsm() || (Callee && Callee->getName().starts_with("__nv_"));
  return Call.isConvergent() && !IsArithmetic;
}

double countedRounds(const Loop &L, ScalarEvolution &SE) {
  // Of a loop that ends early, too, where its counter would end it.
  const BasicBlock *Latch = L.getLoopLatch();
  const bool IsKnown = Latch && L.isLoopExiting(Latch) &&
                       SE.getSmallConstantTripCount(&L, Latch) != 0;
  if (!L.isInnermost() ||
      !(IsKnown || SE.hasLoopInvariantBackedgeTakenCount(&L)))
    return 1;
  const PHINode *Counter = L.getInductionVariable(SE);
  const auto *Steps =
      Counter
          ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(const_cast<PHINode *>(Counter)))
          : nullptr;
  if (!Steps || !isa<SCEVConstant>(Steps->getStepRecurrence(SE)))
    return 1;
  size_t Size = 0;
  for (const BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block) {
      Size += !isa<PHINode, DbgInfoIntrinsic, PseudoProbeInst>(I);
      if (const auto *Call = dyn_cast<CallBase>(&I); Call && isWaiting(*Call))
        return 1;
    }
  for (const Copies &C : IsKnown ? ArrayRef<Copies>(OfKnownLength)
                                 : ArrayRef<Copies>(OfUnknownLength))
    if (Size <= C.Size)
      return 1 / C.Rounds;
  return 1;
}

const SCEV *Addresses::withoutOffset(const SCEV *S) {
  if (const auto *Sum = dyn_cast<SCEVAddExpr>(S);
      Sum && isa<SCEVConstant>(Sum->getOperand(0)))
    return SE.getMinusSCEV(S, Sum->getOperand(0));
  if (const auto *Steps = dyn_cast<SCEVAddRecExpr>(S);
      Steps && Steps->isAffine())
    return SE.getAddRecExpr(withoutOffset(Steps->getStart()),
                            Steps->getStepRecurrence(SE), Steps->getLoop(),
                            SCEV::FlagAnyWrap);
  return S;
}

Addresses::Cost Addresses::costOf(const Instruction &I, Value *Pointer) {
  Cost Sum;
  if (!isa<Instruction>(Pointer) || !SE.isSCEVable(Pointer->getType())) {
    Sum.Needs.push_back(Pointer);
    return Sum;
  }
  const SCEV *Address = SE.getSCEV(Pointer);
  const SCEV *Variable = withoutOffset(Address);
  auto &Known = Registers[Variable];
  const BasicBlock *Here = I.getParent();
  if (any_of(Known, [&](const BasicBlock *Block) {
        return DT.dominates(Block, Here);
      }))
    return Sum;
  Known.push_back(Here);
  const auto *Steps = dyn_cast<SCEVAddRecExpr>(Address);
  const BasicBlock *Before =
      Steps && Steps->isAffine() && Steps->getLoop()->contains(Here) &&
              isa<SCEVConstant>(Steps->getStepRecurrence(SE))
          ? Steps->getLoop()->getLoopPreheader()
          : nullptr;
  if (!Before) {
    Sum.Needs.push_back(Pointer);
    return Sum;
  }
  const bool IsNarrow = isInShared(*Pointer);
  const Loop &L = *Steps->getLoop();
  PerPipe<double> Step = {}, Start = {};
  Step[static_cast<unsigned>(Pipe::Alu)] = countedRounds(L, SE);
  if (!IsNarrow) // The carry.
    Step[static_cast<unsigned>(Pipe::Fma)] = countedRounds(L, SE);
  Start[static_cast<unsigned>(IsNarrow ? Pipe::Alu : Pipe::Fma)] = 1;
  Sum.Own = {{L.getHeader(), Step}, {Before, Start}};
  // What it begins with.
  SCEVExprContains(Steps->getStart(), [&](const SCEV *Part) {
    if (const auto *Leaf = dyn_cast<SCEVUnknown>(Part))
      Sum.Needs.push_back(Leaf->getValue());
    return false;
  });
  return Sum;
}

} // namespace warplint
