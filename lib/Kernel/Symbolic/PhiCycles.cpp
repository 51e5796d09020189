//===- PhiCycles.cpp - Phis that hand one value around --------------------===//
//
// A variable that is set anew after each use of it,
//
//   unsigned i = threadIdx.x;
//   for (...) {
//     while (i < n) { ...; i += blockDim.x; }
//     i = threadIdx.x;
//   }
//
// is, at the loop's header, one of phis that take their values from each other
// and else from one place alone: it has that value.
//
//===----------------------------------------------------------------------===//

#include "ExprBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace warplint {

/// A value that stays what it is while the kernel runs, wherever it is read.
static bool isFixed(const Value *V) {
  if (isa<Constant, Argument>(V))
    return true;
  const auto *Call = dyn_cast<IntrinsicInst>(V);
  StringRef Name = Call ? Call->getCalledFunction()->getName() : StringRef();
  return Name.consume_front("llvm.nvvm.read.ptx.sreg.") &&
         (Name.starts_with("tid.") || Name.starts_with("ntid.") ||
          Name.starts_with("ctaid.") || Name.starts_with("nctaid.") ||
          Name == "laneid");
}

/// The only value that \p Phi and the phis which it takes its values from get
/// from elsewhere, if it is the same all along; null otherwise.
const LaneExpr *ExprBuilder::valueOfWeb(PHINode &Phi) {
  constexpr size_t MaxPhis = 32;
  SmallPtrSet<const PHINode *, 8> Web;
  SmallVector<PHINode *> Work = {&Phi};
  const LaneExpr *Only = nullptr;
  while (!Work.empty()) {
    PHINode *P = Work.pop_back_val();
    if (!Web.insert(P).second)
      continue;
    if (Web.size() > MaxPhis)
      return nullptr;
    for (Value *Incoming : P->incoming_values()) {
      if (auto *Other = dyn_cast<PHINode>(Incoming)) {
        Work.push_back(Other);
        continue;
      }
      if (isa<UndefValue>(Incoming))
        continue;
      const LaneExpr *E = isFixed(Incoming) ? build(Incoming) : nullptr;
      if (!E || (Only && E != Only))
        return nullptr;
      Only = E;
    }
  }
  return Only;
}

} // namespace warplint
