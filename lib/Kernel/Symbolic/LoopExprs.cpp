//===- LoopExprs.cpp - Phis and loops as functions of the lane ------------===//

#include "ExprBuilder.h"
#include "Kernel/Simplify/UnrollRules.h"
#include "Lane/Expr/KnownMultiple.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warplint {

/// Longest loop whose uneven steps are followed one by one.
static constexpr uint64_t MaxStepped = 4096;

/// The variable that the user counts with, if the loop has one.
static PHINode *counterOf(Loop &L, ScalarEvolution &SE) {
  if (PHINode *Counter = L.getCanonicalInductionVariable())
    return Counter;
  return L.getInductionVariable(SE);
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
  if (PHINode *Counter = counterOf(L, A.SE))
    Loop.Counter = variableName(Counter->getName());
  unsigned Number = C.addLoop(std::move(Loop));
  LoopNumbers[&L] = Number;
  if (LoopsByNumber.size() <= Number)
    LoopsByNumber.resize(Number + 1);
  LoopsByNumber[Number] = &L;
  return Number;
}

std::vector<unsigned> ExprBuilder::loopsAround(const BasicBlock *Block) {
  std::vector<unsigned> Numbers;
  for (Loop *L = A.LI.getLoopFor(Block); L; L = L->getParentLoop()) {
    Numbers.insert(Numbers.begin(), loopNumber(*L));
    findContinue(*L);
  }
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

bool ExprBuilder::isInCondition(const BasicBlock *Block) const {
  const Loop *L = A.LI.getLoopFor(Block);
  return L && L->getHeader() == Block && leavesThroughHeader(*L);
}

std::optional<uint64_t> ExprBuilder::executionsOf(const BasicBlock *Block) {
  uint64_t Executions = 1;
  for (Loop *L = A.LI.getLoopFor(Block); L; L = L->getParentLoop()) {
    const LaneLoop &Loop = C.loopAt(loopNumber(*L));
    if (!Loop.TripCount || Loop.IsUpperBound)
      return std::nullopt;
    bool InHeader = L->getHeader() == Block && isInCondition(Block);
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
/// of it; null otherwise. A counter in a narrow type is widened, advanced and
/// cut off again: modulo 2^width that is an addition in the narrow type.
const LaneExpr *ExprBuilder::stepOf(Value *Next, PHINode &Phi, Loop &L) {
  const unsigned Width = widthOf(Phi.getType());
  auto Sum = [&](const LaneExpr *Rest, const LaneExpr *Term) {
    return C.binary(LaneOp::Add, Rest, Term, true);
  };
  auto DependsOnPhi = [&](const LaneExpr *E) {
    const LaneExpr *Self = Memo.lookup(&Phi);
    bool Depends = false;
    forEachNode(C, E, [&](const LaneExpr *N) { Depends |= N == Self; });
    return Depends;
  };
  auto Narrowed = [&](const LaneExpr *E) {
    return E->width() > Width ? C.cast(LaneOp::Trunc, E, Width) : E;
  };
  // Sums of sums have more paths than values: each value is looked at once.
  SmallDenseMap<const Value *, const LaneExpr *> Known;
  auto Find = [&](auto &Step, Instruction *I) -> const LaneExpr * {
    if (isa<SExtInst, ZExtInst, TruncInst>(I) &&
        widthOf(I->getType()) >= Width &&
        widthOf(I->getOperand(0)->getType()) >= Width)
      return Step(Step, I->getOperand(0));
    if (auto *Gep = dyn_cast<GetElementPtrInst>(I)) {
      const LaneExpr *Rest = Step(Step, Gep->getPointerOperand());
      if (!Rest)
        return nullptr;
      const LaneExpr *Offset = gepOffset(*cast<GEPOperator>(Gep));
      return DependsOnPhi(Offset) ? nullptr : Sum(Rest, Offset);
    }
    const bool IsAdd = I->getOpcode() == Instruction::Add;
    if (!IsAdd && I->getOpcode() != Instruction::Sub)
      return nullptr;
    for (unsigned Side : {0u, 1u}) {
      if (Side == 1 && !IsAdd)
        break;
      const LaneExpr *Rest = Step(Step, I->getOperand(Side));
      if (!Rest)
        continue;
      const LaneExpr *Term = Narrowed(build(I->getOperand(1 - Side)));
      if (DependsOnPhi(Term) || Term->width() != Width)
        return nullptr;
      return IsAdd ? Sum(Rest, Term) : C.sub(Rest, Term, true);
    }
    return nullptr;
  };
  auto Step = [&](auto &Self, Value *V) -> const LaneExpr * {
    if (V == &Phi)
      return C.constant(0, Width);
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !L.contains(I))
      return nullptr;
    if (auto It = Known.find(V); It != Known.end())
      return It->second;
    const LaneExpr *Found = Find(Self, I);
    Known[V] = Found;
    return Found;
  };
  return Step(Step, Next);
}

/// The variable that a loop's iterations are told apart by in messages.
void ExprBuilder::nameCounter(unsigned Number, const PHINode &Phi,
                              const LaneExpr *Value) {
  std::string Name = variableName(Phi.getName());
  LaneLoop &Loop = C.loopAt(Number);
  if (Name.empty() || !Phi.getType()->isIntegerTy() || Value->isLaneVarying() ||
      (!Loop.Counter.empty() && Loop.Counter != Name))
    return;
  Loop.Counter = std::move(Name);
  bool IsNumber = Value == resize(C.iteration(Number), Value->width());
  if (!IsNumber && !Loop.CounterValue)
    Loop.CounterValue = Value;
}

/// The values that a loop-carried value gets by \p Next can be computed, and
/// are few.
bool ExprBuilder::canBeFollowed(const LaneExpr *Next, Loop &L) {
  const LaneLoop &Loop = C.loopAt(loopNumber(L));
  return Loop.TripCount && *Loop.TripCount <= MaxStepped &&
         isSteppable(Next, L);
}

/// A phi that advances by \p Step; null where the loop is to be followed step
/// by step.
const LaneExpr *ExprBuilder::advancing(PHINode &Phi, Loop &L,
                                       const LaneExpr *Self,
                                       const LaneExpr *Step) {
  unsigned Width = Self->width(), Number = loopNumber(L);
  const LaneExpr *Init = C.recurrenceAt(Self->index()).Init;
  if (!variesIn(Step, L)) {
    const LaneExpr *N = resize(C.iteration(Number), Width);
    const LaneExpr *Value =
        C.binary(LaneOp::Add, Init, C.binary(LaneOp::Mul, Step, N, true), true);
    nameCounter(Number, Phi, Value);
    return Value;
  }
  if (Step->isLaneVarying())
    return nullptr;
  if (canBeFollowed(Step, L))
    return nullptr;
  // Advances by the same unknown amount in all lanes.
  return C.binary(LaneOp::Add, Init,
                  freshSymbol(nameOf(&Phi), Width, &Phi, SymbolKind::Other,
                              knownMultiple(C, Step)),
                  true);
}

const LaneExpr *ExprBuilder::buildHeaderPhi(PHINode &Phi, Loop &L) {
  unsigned Width = widthOf(Phi.getType());
  BasicBlock *Preheader = L.getLoopPreheader(), *Latch = L.getLoopLatch();
  if (!Preheader || !Latch)
    return unknown(OpaqueReason::NotModelled, &Phi, Width);
  unsigned Number = loopNumber(L);
  std::string Name = variableName(Phi.getName());
  Value *NextValue = Phi.getIncomingValueForBlock(Latch);
  const LaneExpr *Init = build(Phi.getIncomingValueForBlock(Preheader));

  const LaneExpr *Self = C.recurrence(Number, Width, Name);
  bool Varies = Init->isLaneVarying() || !Uniform.isUniform(&Phi);
  C.setRecurrence(Self, Init, Self, Varies);
  Memo[&Phi] = Self;
  Unfinished.insert(Self);
  scope_exit Finished([&] { Unfinished.erase(Self); });

  if (const LaneExpr *Step = stepOf(NextValue, Phi, L)) {
    C.setRecurrence(Self, Init, C.binary(LaneOp::Add, Self, Step, true),
                    Varies || Step->isLaneVarying());
    if (const LaneExpr *E = advancing(Phi, L, Self, Step))
      return E;
  }
  const LaneExpr *Next = build(NextValue);
  C.setRecurrence(Self, Init, Next, Varies || Next->isLaneVarying());
  if (const LaneExpr *E = cycleOf(Self, Phi, L))
    return E;
  if (!canBeFollowed(Next, L))
    if (const LaneExpr *E = movedTogether(Self, Phi))
      return E;
  // What a load or another unknown gives differs from one iteration to the
  // next: no recurrence with a fixed symbol.
  const LaneExpr *Opaque = opaqueIn(Next);
  if (Opaque || !isSteppable(Next, L)) {
    if (Uniform.isUniform(&Phi) && !Init->isLaneVarying())
      return freshSymbol(nameOf(&Phi), Width, &Phi);
    return Opaque ? unknownFor(Opaque, &Phi, Width)
                  : unknown(OpaqueReason::NotModelled, &Phi, Width);
  }
  LaneLoop &Loop = C.loopAt(Number);
  if (Loop.Counter.empty())
    Loop.Counter = Name;
  findContinue(L);
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

} // namespace warplint
