//===- TraceOrder.cpp - Barriers of some warps in a trace -----------------===//

#include "Trace.h"
#include "warplint/Warp/WarpModel.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace warplint {

/// False: nobody knows whom \p Of meet at \p Step.
bool Trace::passNamed(const FlowStep &Step, const ThreadSet &Of) {
  const KernelBarrier &B = Kernel.Barriers[Step.Number];
  const FormsOfBlock Whole{ThreadForm{int64_t(alignTo(Threads, WarpSize)), 0}};
  if (Step.IsPredicated || !B.Number || (Of & Informed).any()) {
    giveUpOrder();
    return false;
  }
  const FormsOfBlock &Number = Values(B.Number),
                     &Count = B.Threads ? Values(B.Threads) : Whole;
  for (unsigned T = 0; T != Threads; ++T) {
    if (!Of.test(T))
      continue;
    if (!Number[T].isNumber() || !Count[T].isNumber() || Count[T].Number < 1) {
      giveUpOrder();
      return false;
    }
    Order->pass({false, B.Kind == BarrierKind::Named, Number[T].Number,
                 uint64_t(Count[T].Number)},
                T);
    Phases[T].Points = Order->countOf(T);
    Phases[T].IsNamed = true;
  }
  return true;
}

void Trace::giveUpOrder() {
  IsExact = false;
  if (Order)
    Order->giveUp();
}

/// Some values send \p Of out of \p Block by way number \p Way if it \p Holds,
/// or else by the other one, and all threads where they went before.
bool Trace::mayTake(unsigned Block, unsigned Way, bool Holds,
                    const ThreadSet &Of) {
  const size_t Ways = Blocks[Block].Ways.size();
  return Ways != 2 ||
         Paths.mayAllHappen(PathBranch{Block, Holds ? Way : unsigned(Ways) - 1,
                                       Time, Of, loopState()});
}

/// Conditions may be decided as in this trace, all together.
void Trace::judgeOrder() {
  IsExact &= UndecidedAt.empty() && Decided.empty();
  const bool MayHappen = Decided.empty() || Paths.mayAllHappen();
  const bool IsKnown = MayHappen && Order->run() && !Values.isSpent();
  if (MayHappen && !IsKnown && !Perhaps && !Values.isSpent())
    Stuck = Order->stuck();
  if (Accesses)
    Accesses->judgeKept(IsKnown ? &*Order : nullptr);
}

} // namespace warplint
