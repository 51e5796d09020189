//===- LoopExprs.cpp - Phis and loops as functions of the lane ------------===//

#include "ExprBuilder.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace warplint {

bool leavesThroughHeader(const Loop &L) {
  return L.getExitingBlock() == L.getHeader();
}

unsigned ExprBuilder::loopNumber(Loop &L) {
  if (auto It = LoopNumbers.find(&L); It != LoopNumbers.end())
    return It->second;
  LaneLoop Loop;
  if (class Loop *Parent = L.getParentLoop())
    Loop.Parent = int(loopNumber(*Parent));
  Loop.Depth = L.getLoopDepth();
  const SCEV *Taken = A.SE.getBackedgeTakenCount(&L);
  if (!isa<SCEVConstant>(Taken)) {
    Taken = A.SE.getConstantMaxBackedgeTakenCount(&L);
    Loop.IsUpperBound = true;
  }
  if (const auto *Count = dyn_cast<SCEVConstant>(Taken);
      Count && Count->getAPInt().getActiveBits() <= 32)
    Loop.TripCount =
        Count->getAPInt().getZExtValue() + (leavesThroughHeader(L) ? 0 : 1);
  if (PHINode *Counter = L.getCanonicalInductionVariable())
    Loop.Counter = userName(Counter->getName());
  else if (PHINode *Counter = L.getInductionVariable(A.SE))
    Loop.Counter = userName(Counter->getName());
  unsigned Number = C.addLoop(std::move(Loop));
  LoopNumbers[&L] = Number;
  if (LoopsByNumber.size() <= Number)
    LoopsByNumber.resize(Number + 1);
  LoopsByNumber[Number] = &L;
  return Number;
}

std::vector<unsigned> ExprBuilder::loopsAround(const BasicBlock *Block) {
  std::vector<unsigned> Numbers;
  for (Loop *L = A.LI.getLoopFor(Block); L; L = L->getParentLoop())
    Numbers.insert(Numbers.begin(), loopNumber(*L));
  return Numbers;
}

const LaneExpr *ExprBuilder::atHeader(const BasicBlock *Block,
                                      const LaneExpr *E) {
  Loop *L = A.LI.getLoopFor(Block);
  if (!L || L->getHeader() != Block || !leavesThroughHeader(*L))
    return E;
  unsigned Number = loopNumber(*L);
  const LaneLoop &Loop = C.loopAt(Number);
  if (!Loop.TripCount)
    return E;
  UniformSymbol S;
  S.Name = Loop.Counter.empty() ? "iteration" : Loop.Counter;
  S.Lo = 0;
  S.Hi = int64_t(*Loop.TripCount);
  const LaneExpr *&N = HeaderIterations[Number];
  if (!N)
    N = C.symbol(C.addSymbol(std::move(S)));
  return replaceIteration(E, Number, N);
}

std::optional<uint64_t> ExprBuilder::executionsOf(const BasicBlock *Block) {
  uint64_t Executions = 1;
  for (Loop *L = A.LI.getLoopFor(Block); L; L = L->getParentLoop()) {
    const LaneLoop &Loop = C.loopAt(loopNumber(*L));
    if (!Loop.TripCount || Loop.IsUpperBound)
      return std::nullopt;
    bool InHeader = L->getHeader() == Block && leavesThroughHeader(*L);
    Executions *= *Loop.TripCount + InHeader;
  }
  return Executions;
}

bool ExprBuilder::variesIn(const LaneExpr *E, const Loop &L) const {
  bool Varies = false;
  forEachNode(C, E, [&](const LaneExpr *N) {
    const BasicBlock *Origin = nullptr;
    if (N->op() == LaneOp::Iteration)
      Varies |= L.contains(LoopsByNumber[N->index()]);
    else if (N->op() == LaneOp::Recurrence)
      Varies |= L.contains(LoopsByNumber[C.recurrenceAt(N->index()).Loop]);
    else if (N->op() == LaneOp::Symbol)
      Origin = SymbolOrigin.lookup(N->index());
    else if (N->op() == LaneOp::Opaque)
      Origin = OpaqueOrigin.lookup(N->index());
    if (Origin)
      Varies |= L.contains(Origin);
  });
  return Varies;
}

/// Whether anything that \p V is computed from inside \p L can differ by lane.
bool ExprBuilder::sliceVaries(Value *V, const Loop &L) {
  SmallPtrSet<Value *, 16> Seen;
  SmallVector<Value *> Work = {V};
  while (!Work.empty()) {
    Value *Top = Work.pop_back_val();
    if (isa<llvm::Constant>(Top) || !Seen.insert(Top).second)
      continue;
    auto *I = dyn_cast<Instruction>(Top);
    if (!I || !L.contains(I)) {
      if (build(Top)->isLaneVarying())
        return true;
      continue;
    }
    if (isa<LoadInst, CallBase, AtomicRMWInst, AtomicCmpXchgInst>(I)) {
      if (I->mayReadFromMemory() ||
          !isa<IntrinsicInst>(I)) // What memory holds is anybody's guess.
        return true;
      if (I->getNumOperands() == 1 && build(I)->isLaneVarying())
        return true;
    }
    for (Value *Op : I->operands())
      if (!isa<BasicBlock>(Op) && !isa<Function>(Op))
        Work.push_back(Op);
    // A merge phi also carries the decision of the branch above it.
    if (auto *Phi = dyn_cast<PHINode>(I);
        Phi &&
        A.LI.getLoopFor(Phi->getParent())->getHeader() != Phi->getParent())
      for (BasicBlock *Pred : Phi->blocks())
        if (auto *Branch = dyn_cast<BranchInst>(Pred->getTerminator());
            Branch && Branch->isConditional())
          Work.push_back(Branch->getCondition());
  }
  return false;
}

bool ExprBuilder::hasUniformExit(const Loop &L) {
  SmallVector<BasicBlock *> Exiting;
  L.getExitingBlocks(Exiting);
  for (BasicBlock *B : Exiting) {
    auto *Branch = dyn_cast<BranchInst>(B->getTerminator());
    if (!Branch || !Branch->isConditional() ||
        build(Branch->getCondition())->isLaneVarying())
      return false;
    // The exit itself must be reached by all lanes of the iteration.
    if (!A.DT.dominates(B, L.getLoopLatch()) && B != L.getLoopLatch())
      return false;
  }
  return true;
}

const LaneExpr *ExprBuilder::buildPhi(PHINode &Phi) {
  if (Value *Same = Phi.hasConstantValue())
    if (auto *I = dyn_cast<Instruction>(Same);
        !I ||
        A.LI.getLoopFor(I->getParent()) == A.LI.getLoopFor(Phi.getParent()))
      return build(Same);
  Loop *L = A.LI.getLoopFor(Phi.getParent());
  if (L && L->getHeader() == Phi.getParent())
    return buildHeaderPhi(Phi, *L);
  Loop *Inner = A.LI.getLoopFor(Phi.getIncomingBlock(0));
  if (Inner && !Inner->contains(Phi.getParent())) {
    while (Inner->getParentLoop() &&
           !Inner->getParentLoop()->contains(Phi.getParent()))
      Inner = Inner->getParentLoop();
    return buildExitPhi(Phi, *Inner);
  }
  return buildMergePhi(Phi);
}

/// What \p Next adds to \p Phi, if it is \p Phi plus terms that are no function
/// of it; null otherwise.
const LaneExpr *ExprBuilder::stepOf(Value *Next, PHINode &Phi, Loop &L) {
  unsigned Width = widthOf(Phi.getType());
  if (Next == &Phi)
    return C.constant(0, Width);
  auto *I = dyn_cast<Instruction>(Next);
  if (!I || !L.contains(I))
    return nullptr;
  auto Sum = [&](const LaneExpr *Rest, const LaneExpr *Term) {
    return C.binary(LaneOp::Add, Rest, Term, true);
  };
  auto DependsOnPhi = [&](const LaneExpr *E) {
    const LaneExpr *Self = Memo.lookup(&Phi);
    bool Depends = false;
    forEachNode(C, E, [&](const LaneExpr *N) { Depends |= N == Self; });
    return Depends;
  };
  if (auto *Gep = dyn_cast<GetElementPtrInst>(I)) {
    const LaneExpr *Rest = stepOf(Gep->getPointerOperand(), Phi, L);
    if (!Rest)
      return nullptr;
    const LaneExpr *Offset = gepOffset(*cast<GEPOperator>(Gep));
    return DependsOnPhi(Offset) ? nullptr : Sum(Rest, Offset);
  }
  if (I->getOpcode() == Instruction::Add ||
      I->getOpcode() == Instruction::Sub) {
    for (unsigned Side : {0u, 1u}) {
      if (Side == 1 && I->getOpcode() == Instruction::Sub)
        break;
      const LaneExpr *Rest = stepOf(I->getOperand(Side), Phi, L);
      if (!Rest)
        continue;
      const LaneExpr *Term = build(I->getOperand(1 - Side));
      if (DependsOnPhi(Term))
        return nullptr;
      return I->getOpcode() == Instruction::Add ? Sum(Rest, Term)
                                                : C.sub(Rest, Term, true);
    }
  }
  return nullptr;
}

const LaneExpr *ExprBuilder::buildHeaderPhi(PHINode &Phi, Loop &L) {
  unsigned Width = widthOf(Phi.getType());
  BasicBlock *Preheader = L.getLoopPreheader(), *Latch = L.getLoopLatch();
  if (!Preheader || !Latch)
    return opaque(OpaqueReason::NotModelled, &Phi, Width);
  unsigned Number = loopNumber(L);
  std::string Name = userName(Phi.getName());
  Value *NextValue = Phi.getIncomingValueForBlock(Latch);
  const LaneExpr *Init = build(Phi.getIncomingValueForBlock(Preheader));

  const LaneExpr *Self = C.recurrence(Number, Width, Name);
  bool Varies = Init->isLaneVarying() || sliceVaries(NextValue, L);
  C.setRecurrence(Self, Init, Self, Varies);
  Memo[&Phi] = Self;

  if (const LaneExpr *Step = stepOf(NextValue, Phi, L)) {
    C.setRecurrence(Self, Init, C.binary(LaneOp::Add, Self, Step, true),
                    Varies);
    bool StepVaries = variesIn(Step, L);
    if (!StepVaries) {
      const LaneExpr *N = resize(C.iteration(Number), Width);
      return C.binary(LaneOp::Add, Init, C.binary(LaneOp::Mul, Step, N, true),
                      true);
    }
    // Advances by the same unknown amount in all lanes.
    if (!Step->isLaneVarying())
      return C.binary(LaneOp::Add, Init,
                      freshSymbol(Name, Width, &Phi, SymbolKind::Other,
                                  knownMultiple(C, Step)),
                      true);
  }
  const LaneExpr *Next = build(NextValue);
  C.setRecurrence(Self, Init, Next, Varies);
  bool LoadsAnew = false;
  const LaneExpr *Unknown = nullptr;
  forEachNode(C, Next, [&](const LaneExpr *N) {
    if (N->op() == LaneOp::Opaque)
      Unknown = N;
    if (N->op() == LaneOp::Symbol)
      if (const BasicBlock *Origin = SymbolOrigin.lookup(N->index()))
        LoadsAnew |= L.contains(Origin);
  });
  if (Unknown)
    return C.opaque(Unknown->index())->width() == Width
               ? C.opaque(Unknown->index())
               : opaque(C.opaqueAt(Unknown->index()).Reason, &Phi, Width,
                        C.opaqueAt(Unknown->index()).What);
  if (LoadsAnew)
    return Varies ? opaque(OpaqueReason::LoadedFromMemory, &Phi, Width, Name)
                  : freshSymbol(Name, Width, &Phi);
  LaneLoop &Loop = C.loopAt(Number);
  if (Loop.Counter.empty())
    Loop.Counter = Name;
  if (!Loop.Continue && leavesThroughHeader(L)) {
    auto *Branch = dyn_cast<BranchInst>(L.getHeader()->getTerminator());
    if (Branch && Branch->isConditional()) {
      const LaneExpr *Stay = build(Branch->getCondition());
      C.loopAt(Number).Continue =
          L.contains(Branch->getSuccessor(0)) ? Stay : C.logicalNot(Stay);
    }
  }
  return Self;
}

const LaneExpr *ExprBuilder::buildMergePhi(PHINode &Phi) {
  const BasicBlock *Block = Phi.getParent();
  const DomTreeNode *Node = A.DT.getNode(Block);
  unsigned Width = widthOf(Phi.getType());
  if (!Node || !Node->getIDom())
    return opaque(OpaqueReason::NotModelled, &Phi, Width);
  const BasicBlock *From = Node->getIDom()->getBlock();
  DenseMap<const BasicBlock *, const LaneExpr *> Reached;
  const LaneExpr *Result = build(Phi.getIncomingValue(0));
  for (unsigned I = 1; I < Phi.getNumIncomingValues(); ++I) {
    const LaneExpr *V = build(Phi.getIncomingValue(I));
    if (V == Result)
      continue;
    Result = C.select(reachAlong(Phi.getIncomingBlock(I), Block, From, Reached),
                      V, Result);
  }
  return Result;
}

/// A copy of \p E in which the iteration of \p Loop is \p By.
const LaneExpr *ExprBuilder::replaceIteration(const LaneExpr *E, unsigned Loop,
                                              const LaneExpr *By) {
  DenseMap<const LaneExpr *, const LaneExpr *> Done;
  auto Visit = [&](auto &&Self, const LaneExpr *N) -> const LaneExpr * {
    if (N->op() == LaneOp::Iteration && N->index() == Loop)
      return By;
    if (N->numOperands() == 0)
      return N;
    if (const LaneExpr *Known = Done.lookup(N))
      return Known;
    const LaneExpr *Op[3] = {};
    for (unsigned I = 0; I != N->numOperands(); ++I)
      Op[I] = Self(Self, N->operand(I));
    const LaneExpr *R;
    switch (N->op()) {
    case LaneOp::Select:
      R = C.select(Op[0], Op[1], Op[2]);
      break;
    case LaneOp::Not:
      R = C.logicalNot(Op[0]);
      break;
    case LaneOp::ZExt:
    case LaneOp::SExt:
    case LaneOp::Trunc:
      R = C.cast(N->op(), Op[0], N->width());
      break;
    default:
      R = C.binary(N->op(), Op[0], Op[1], N->noWrap());
      break;
    }
    Done[N] = R;
    return R;
  };
  return Visit(Visit, E);
}

/// The value that leaves loop \p L.
const LaneExpr *ExprBuilder::buildExitPhi(PHINode &Phi, Loop &L) {
  unsigned Width = widthOf(Phi.getType());
  std::string Name = userName(Phi.getName());
  const LaneExpr *E = build(Phi.getIncomingValue(0));
  for (Value *Incoming : Phi.incoming_values())
    if (build(Incoming) != E)
      return hasUniformExit(L) && !E->isLaneVarying() &&
                     !build(Incoming)->isLaneVarying()
                 ? freshSymbol(Name, Width, &Phi)
                 : opaque(OpaqueReason::DivergentLoop, &Phi, Width, Name);
  if (!variesIn(E, L))
    return E;
  if (!hasUniformExit(L))
    return opaque(OpaqueReason::DivergentLoop, &Phi, Width, Name);
  unsigned Number = loopNumber(L);
  auto ReplaceBy = [&](const LaneExpr *N) -> const LaneExpr * {
    const LaneExpr *R = replaceIteration(E, Number, N);
    return variesIn(R, L) ? nullptr : R;
  };
  if (BasicBlock *Exiting = L.getExitingBlock())
    if (const auto *Count =
            dyn_cast<SCEVConstant>(A.SE.getExitCount(&L, Exiting));
        Count && Count->getAPInt().getActiveBits() <= 32)
      if (const LaneExpr *R =
              ReplaceBy(C.constant(Count->getAPInt().getZExtValue(), 32)))
        return R;
  if (!E->isLaneVarying()) {
    const LaneExpr *Last =
        freshSymbol(Name, Width, &Phi, SymbolKind::Other, knownMultiple(C, E));
    StandIns[Last->index()] = E;
    return Last;
  }
  UniformSymbol S;
  S.Name = "iterations of the loop";
  S.Lo = 0;
  unsigned Last = C.addSymbol(S);
  SymbolOrigin[Last] = Phi.getParent();
  if (const LaneExpr *R = ReplaceBy(C.symbol(Last)))
    return R;
  return opaque(OpaqueReason::DivergentLoop, &Phi, Width, Name);
}

} // namespace warplint
