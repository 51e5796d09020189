//===- Placement.cpp - Where the instructions of a kernel stand -----------===//

#include "Placement.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"

using namespace llvm;

namespace warplint {

Placement::Placement(Function &F, KernelAnalyses A, AccessTags &Tags,
                     ExprBuilder &Exprs, const LaneContext &Context)
    : LI(A.LI), Tags(Tags), Exprs(Exprs), Context(Context), Unknown(F, A.PDT) {
  ReversePostOrderTraversal<const Function *> Order(&F);
  number(nullptr, SmallVector<const BasicBlock *>(Order.begin(), Order.end()));
}

/// Gives the blocks of \p L their places, those of an inner loop together where
/// its header stands: what comes behind a loop may precede its body in \p
/// Blocks, the reverse post-order.
void Placement::number(const Loop *L, ArrayRef<const BasicBlock *> Blocks) {
  for (auto [At, Block] : enumerate(Blocks)) {
    const Loop *Innermost = LI.getLoopFor(Block);
    if (Innermost == L) {
      Order.push_back(Block);
      Start[Block] = Next;
      Next += Block->size();
    } else if (Innermost && Innermost->getHeader() == Block &&
               Innermost->getParentLoop() == L) {
      number(Innermost, Blocks.drop_front(At));
    }
  }
}

/// Whether \p Guard lets the same lanes through at every execution.
static bool isFixed(const LaneContext &C, const LaneExpr *Guard) {
  bool Fixed = true;
  forEachNode(C, Guard, [&](const LaneExpr *E) {
    switch (E->op()) {
    case LaneOp::Symbol:
    case LaneOp::Opaque:
    case LaneOp::Iteration:
    case LaneOp::Recurrence:
      Fixed = false;
      break;
    default:
      break;
    }
  });
  return Fixed;
}

void Placement::place(const Instruction &I, KernelPlace &To) {
  const BasicBlock *Block = I.getParent();
  if (Block != Current) {
    Current = Block;
    Within.clear();
    for (auto [At, Other] : enumerate(*Block))
      Within[&Other] = At;
  }
  To.Position = Start.lookup(Block) + Within.lookup(&I);
  const LaneExpr *Guard = Exprs.pathCondition(Block);
  if (Guard->op() != LaneOp::Const || Guard->constant() == 0)
    To.Guard = Guard;
  To.HasFixedGuard = !To.Guard || isFixed(Context, To.Guard);
  To.HangsOnUnknown = !To.HasFixedGuard && Unknown.decideOn(Block);
  To.Loops = Exprs.loopsAround(Block);
  To.IsInCondition = Exprs.isInCondition(Block);
  To.ExecutionsPerWarp = Exprs.executionsOf(Block);
  To.CallChain = Tags.callChainOf(I);
}

} // namespace warplint
