//===- LoopPragmas.cpp - What nvcc makes of words about loops -------------===//

#include "LoopPragmas.h"
#include "warplint/Kernel/SourceView.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warplint {

using Place = SourceView::DebugPlace;

static MDNode *loopOf(const BasicBlock &Block) {
  return Block.getTerminator()->getMetadata(LLVMContext::MD_loop);
}

static bool isHinted(const MDNode &Loop) {
  return any_of(drop_begin(Loop.operands()), [](const MDOperand &Op) {
    const auto *Hint = dyn_cast<MDNode>(Op);
    const auto *Name = Hint && Hint->getNumOperands() != 0
                           ? dyn_cast<MDString>(Hint->getOperand(0))
                           : nullptr;
    return Name && Name->getString().starts_with("llvm.loop.unroll.");
  });
}

static std::optional<Place> beginOf(const MDNode &Loop) {
  for (const MDOperand &Op : drop_begin(Loop.operands()))
    if (const auto *At = dyn_cast<DILocation>(Op))
      return Place(At->getLine(), At->getColumn());
  return std::nullopt;
}

void dropIgnoredPragmas(Function &F, SourceView &View,
                        const SourceFunction &Declaration) {
  if (none_of(F, [](const BasicBlock &Block) {
        const MDNode *Loop = loopOf(Block);
        return Loop && isHinted(*Loop);
      }))
    return;
  const std::set<Place> Ignored = View.loopsLeftAlone(Declaration);
  for (BasicBlock &Block : F) {
    MDNode *Loop = loopOf(Block);
    std::optional<Place> At = Loop ? beginOf(*Loop) : std::nullopt;
    if (At && Ignored.contains(*At))
      Block.getTerminator()->setMetadata(
          LLVMContext::MD_loop,
          makePostTransformationMetadata(F.getContext(), Loop,
                                         {"llvm.loop.unroll."}, {}));
  }
}

} // namespace warplint
