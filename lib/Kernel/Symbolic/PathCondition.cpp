//===- PathCondition.cpp - Which lanes reach a block ----------------------===//

#include "ExprBuilder.h"
#include "Kernel/Simplify/UnrollRules.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warplint {

/// Blocks between a block and its dominator that are looked at; beyond that the
/// condition counts as unknown.
static constexpr unsigned MaxRegionBlocks = 256;

void forEachDecidedAt(const BasicBlock &At, const PostDominatorTree &PDT,
                      function_ref<void(const BasicBlock &)> Visit) {
  const DomTreeNode *Node = PDT.getNode(&At);
  if (!Node)
    return;
  for (const BasicBlock *Way : successors(&At))
    for (const DomTreeNode *On = PDT.getNode(Way);
         On && On != Node->getIDom() && On->getBlock(); On = On->getIDom())
      Visit(*On->getBlock());
}

/// The outermost loop around \p Inside that \p Outside is not in.
static Loop *loopLeft(const LoopInfo &LI, const BasicBlock *Inside,
                      const BasicBlock *Outside) {
  Loop *Left = nullptr;
  for (Loop *L = LI.getLoopFor(Inside); L && !L->contains(Outside);
       L = L->getParentLoop())
    Left = L;
  return Left;
}

const LaneExpr *ExprBuilder::edgeCondition(const BasicBlock *From,
                                           const BasicBlock *To) {
  const Instruction *Terminator = From->getTerminator();
  if (const auto *Branch = dyn_cast<BranchInst>(Terminator)) {
    if (Branch->isUnconditional() ||
        Branch->getSuccessor(0) == Branch->getSuccessor(1))
      return C.boolean(true);
    // A loop with a known number of iterations: its body runs in all of them.
    if (Loop *L = A.LI.getLoopFor(From); L && L->getHeader() == From &&
                                         leavesThroughHeader(*L) &&
                                         L->contains(To)) {
      const LaneLoop &Known = C.loopAt(loopNumber(*L));
      if (Known.TripCount && !Known.IsUpperBound)
        return C.boolean(true);
    }
    const LaneExpr *Taken = build(Branch->getCondition());
    return Branch->getSuccessor(0) == To ? Taken : C.logicalNot(Taken);
  }
  if (const auto *Switch = dyn_cast<SwitchInst>(Terminator))
    return switchCondition(*Switch, To);
  return opaque(OpaqueReason::NotModelled, Terminator, 1, "a branch");
}

const LaneExpr *ExprBuilder::switchCondition(const SwitchInst &Switch,
                                             const BasicBlock *To) {
  const LaneExpr *Value = build(Switch.getCondition());
  const LaneExpr *ToHere = C.boolean(false), *ToCase = C.boolean(false);
  for (auto Case : Switch.cases()) {
    const LaneExpr *Equal = C.binary(
        LaneOp::CmpEq, Value,
        C.constant(Case.getCaseValue()->getZExtValue(), Value->width()));
    ToCase = C.binary(LaneOp::Or, ToCase, Equal);
    if (Case.getCaseSuccessor() == To)
      ToHere = C.binary(LaneOp::Or, ToHere, Equal);
  }
  if (Switch.getDefaultDest() == To)
    ToHere = C.binary(LaneOp::Or, ToHere, C.logicalNot(ToCase));
  return ToHere;
}

/// All lanes that leave \p L come to \p Exit: the other ways out end the
/// program.
static bool isOnlyExit(const Loop &L, const BasicBlock *Exit) {
  SmallVector<BasicBlock *> Exits;
  L.getUniqueExitBlocks(Exits);
  return all_of(Exits, [&](const BasicBlock *B) {
    return B == Exit || isa<UnreachableInst>(B->getTerminator());
  });
}

/// Truth value: a lane that entered \p L leaves it to \p Exit.
const LaneExpr *ExprBuilder::exitCondition(const Loop &L,
                                           const BasicBlock *Exit) {
  if (isOnlyExit(L, Exit))
    return C.boolean(true);
  auto [It, IsNew] = ExitTaken.try_emplace({&L, Exit}, nullptr);
  if (!IsNew && It->second)
    return It->second;
  const char *What = "which exit the loop takes";
  const LaneExpr *E = hasUniformExit(L) ? freshSymbol(What, 1, &Exit->front())
                                        : opaque(OpaqueReason::DivergentLoop,
                                                 &Exit->front(), 1, What);
  SymbolValues.erase(E->index()); // It is not what that instruction computes.
  return ExitTaken[{&L, Exit}] = E;
}

/// The condition under which a lane that is at \p From comes to \p Block
/// through \p Pred.
const LaneExpr *
ExprBuilder::reachAlong(const BasicBlock *Pred, const BasicBlock *Block,
                        const BasicBlock *From,
                        DenseMap<const BasicBlock *, const LaneExpr *> &Memo) {
  if (!A.DT.dominates(From, Pred)) // Unreachable code.
    return C.boolean(false);
  if (const Loop *Left = loopLeft(A.LI, Pred, Block);
      Left && !Left->contains(From)) {
    // Every lane that enters the loop leaves it, sooner or later.
    return C.binary(LaneOp::And, reach(Left->getHeader(), From, Memo),
                    exitCondition(*Left, Block));
  }
  return C.binary(LaneOp::And, reach(Pred, From, Memo),
                  edgeCondition(Pred, Block));
}

const LaneExpr *
ExprBuilder::reach(const BasicBlock *Block, const BasicBlock *From,
                   DenseMap<const BasicBlock *, const LaneExpr *> &Memo) {
  if (Block == From)
    return C.boolean(true);
  if (const LaneExpr *Known = Memo.lookup(Block))
    return Known;
  if (Memo.size() > MaxRegionBlocks)
    return opaque(OpaqueReason::NotModelled, From->getTerminator(), 1,
                  "a condition of many branches");
  // Every lane at From comes by here.
  const DomTreeNode *Node = A.DT.getNode(Block);
  if (!Node)
    return C.boolean(false);
  if (A.PDT.dominates(Block, From) &&
      A.LI.getLoopFor(Block) == A.LI.getLoopFor(From))
    return Memo[Block] = C.boolean(true);
  Memo[Block] = C.boolean(false); // Cut irreducible cycles.
  const LaneExpr *Result = C.boolean(false);
  for (const BasicBlock *Pred : predecessors(Block)) {
    if (A.DT.dominates(Block, Pred)) // A back edge.
      continue;
    Result = C.binary(LaneOp::Or, Result, reachAlong(Pred, Block, From, Memo));
  }
  Memo[Block] = Result;
  return Result;
}

const LaneExpr *ExprBuilder::pathCondition(const BasicBlock *Block) {
  if (const LaneExpr *Known = Paths.lookup(Block))
    return Known;
  const DomTreeNode *Node = A.DT.getNode(Block);
  if (!Node)
    return C.boolean(false);
  if (!Node->getIDom())
    return Paths[Block] = C.boolean(true);
  Paths[Block] = C.boolean(true);
  const BasicBlock *Dominator = Node->getIDom()->getBlock();

  if (Loop *Left = loopLeft(A.LI, Dominator, Block)) {
    // Block comes after a loop: the lanes that entered it, unless it can be
    // left for somewhere else too.
    const BasicBlock *Before = Left->getLoopPreheader();
    if (!Before)
      Before = Left->getHeader();
    const LaneExpr *Entered = pathCondition(Before);
    if (A.PDT.dominates(Block, Left->getHeader()))
      return Paths[Block] = Entered;
    DenseMap<const BasicBlock *, const LaneExpr *> Memo;
    return Paths[Block] =
               C.binary(LaneOp::And, Entered, reach(Block, Before, Memo));
  }
  const LaneExpr *AtDominator = pathCondition(Dominator);
  DenseMap<const BasicBlock *, const LaneExpr *> Memo;
  const LaneExpr *Path =
      C.binary(LaneOp::And, AtDominator, reach(Block, Dominator, Memo));
  if (Loop *L = A.LI.getLoopFor(Block); L && L->getHeader() == Block)
    Path = C.binary(LaneOp::And, Path, stillRunning(*L));
  return Paths[Block] = Path;
}

} // namespace warplint
