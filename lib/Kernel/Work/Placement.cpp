//===- Placement.cpp - Where the instructions of a kernel stand -----------===//

#include "Placement.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"

using namespace llvm;

namespace warplint {

Placement::Placement(Function &F, KernelAnalyses A, AccessTags &Tags,
                     ExprBuilder &Exprs)
    : LI(A.LI), Tags(Tags), Exprs(Exprs), Unknown(F, A.PDT) {
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

bool Placement::isFixed(const LaneExpr *Guard) {
  // Guards of one kernel have most of what they are made of in common.
  DenseSet<const LaneExpr *> Seen;
  SmallVector<const LaneExpr *> Work = {Guard};
  while (!Work.empty()) {
    const LaneExpr *E = Work.pop_back_val();
    if (Fixed.contains(E) || !Seen.insert(E).second)
      continue;
    if (is_contained({LaneOp::Symbol, LaneOp::Opaque, LaneOp::Iteration,
                      LaneOp::Recurrence},
                     E->op()) ||
        Varying.contains(E)) {
      Varying.insert(Guard);
      return false;
    }
    append_range(Work, E->operands());
  }
  Fixed.insert_range(Seen);
  return true;
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
  if (!Guard->isConst() || Guard->constant() == 0)
    To.Guard = Guard;
  To.HasFixedGuard = !To.Guard || isFixed(To.Guard);
  To.HangsOnUnknown = !To.HasFixedGuard && Unknown.decideOn(Block);
  To.Loops = Exprs.loopsAround(Block);
  To.IsInCondition = Exprs.isInCondition(Block);
  To.ExecutionsPerWarp = Exprs.executionsOf(Block);
  To.CallChain = Tags.callChainOf(I);
}

} // namespace warplint
