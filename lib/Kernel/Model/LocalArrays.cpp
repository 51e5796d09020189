//===- LocalArrays.cpp - Which variables lie in memory --------------------===//

#include "LocalArrays.h"
#include "Kernel/Simplify/DeviceIntrinsics.h"
#include "Kernel/Simplify/UnrollRules.h"
#include "warplint/Frontend/UnknownCalls.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace warplint {

/// nvcc 13.0 unrolls a loop that ends early, `i < 96 && found`, as far as it can go: it
/// left none of 4 to 96 iterations, and with `#pragma unroll` none of 200.
static constexpr unsigned MostUnrolledByBound = 96;

/// How often a loop runs is not known, or is too often to unroll it by its bound.
static bool hasUnknownLength(const Loop &L, ScalarEvolution &SE) {
  const unsigned MostTests = SE.getSmallConstantMaxTripCount(&L);
  return !tripCountOf(L, SE) &&
         (MostTests == 0 ||
          (MostTests > MostUnrolledByBound + 1 &&
           !getBooleanLoopAttribute(&L, "llvm.loop.unroll.enable")));
}

LocalArrays::LocalArrays(Function &F, KernelAnalyses A, ExprBuilder &Exprs,
                         LaneContext &Context)
    : Exprs(Exprs), Context(Context) {
  for (const Loop *L : A.LI.getLoopsInPreorder()) {
    const Unrolling Rule = unrollingOf(*L, A.SE);
    const unsigned Number = Exprs.loopsAround(L->getHeader()).back();
    if (Rule == Unrolling::Full)
      Unrolled.insert(Number);
    else if (Rule == Unrolling::Never || hasUnknownLength(*L, A.SE))
      Kept.insert(Number);
  }
  for (Instruction &I : instructions(F))
    if (auto *Variable = dyn_cast<AllocaInst>(&I))
      if ((Fates[Variable] = decide(*Variable)) == Fate::InMemory)
        InMemory.push_back(Variable);
}

/// What an address says of the variable that it is part of.
LocalArrays::Fate LocalArrays::ofAddress(Value *Pointer) {
  Fate Worst = Fate::InRegisters;
  forEachNode(Context, Exprs.build(Pointer), [&](const LaneExpr *E) {
    switch (E->op()) {
    case LaneOp::Symbol:
      if (!Exprs.isLocalVariable(E->index()))
        Worst = Fate::InMemory;
      return;
    case LaneOp::ThreadIdx:
    case LaneOp::BlockDim:
    case LaneOp::Opaque:
    case LaneOp::Recurrence:
      Worst = Fate::InMemory;
      return;
    case LaneOp::Iteration:
      if (!Unrolled.contains(E->index()))
        Worst = std::max(Worst, Kept.contains(E->index()) ? Fate::InMemory
                                                          : Fate::Perhaps);
      return;
    default:
      return;
    }
  });
  return Worst;
}

/// How a variable is accessed at places that are computed at run time.
struct LocalArrays::Uses {
  unsigned Accesses = 0;
  unsigned InLoops = 0; ///< Of these, those in loops that stay loops.
  unsigned Bytes = 1;   ///< The widest one.
  /// All accesses have elements of 32 bits.
  bool IsOfWords = true;
  /// Something is written to a place that is known.
  bool HasKnownStore = false;
};

/// Of a variable of \p Elements, as measured: LocalArrays.h.
static bool staysInMemory(unsigned Accesses, unsigned InLoops,
                          uint64_t Elements) {
  return (Elements >= 32 && (InLoops >= 1 || Accesses >= 5)) ||
         (Elements >= 16 && (InLoops >= 2 || Accesses >= 8)) ||
         (Elements >= 12 && Accesses >= 12);
}

void LocalArrays::note(Instruction &Access, Fate Place, Uses &Into) {
  const Type *Of = getLoadStoreType(&Access);
  const unsigned Bytes =
      Access.getDataLayout().getTypeStoreSize(getLoadStoreType(&Access));
  if (Place != Fate::InMemory) {
    Into.HasKnownStore |= isa<StoreInst>(Access);
    return;
  }
  ++Into.Accesses;
  Into.InLoops += any_of(Exprs.loopsAround(Access.getParent()),
                         [&](unsigned Loop) { return Kept.contains(Loop); });
  Into.Bytes = std::max(Into.Bytes, Bytes);
  Into.IsOfWords &= Of->getScalarSizeInBits() == 32;
}

LocalArrays::Fate LocalArrays::decide(AllocaInst &Variable) {
  Fate Worst = Fate::InRegisters;
  Uses Seen;
  SmallVector<Value *> Work = {&Variable};
  SmallPtrSet<Value *, 16> Known;
  while (!Work.empty()) {
    Value *Pointer = Work.pop_back_val();
    if (!Known.insert(Pointer).second)
      continue;
    for (Use &U : Pointer->uses()) {
      auto *By = cast<Instruction>(U.getUser());
      auto *Store = dyn_cast<StoreInst>(By);
      const auto *Call = dyn_cast<CallBase>(By);
      // The arguments of a printf(): no variable of the user.
      if (Call && Call->getCalledFunction() &&
          Call->getCalledFunction()->getName() == "vprintf")
        return Fate::InRegisters;
      if (getLoadStorePointerOperand(By) == Pointer &&
          !(Store && Store->getValueOperand() == Pointer)) {
        const Fate Here = ofAddress(Pointer);
        note(*By, Here, Seen);
        Worst = std::max(Worst, Here);
      } else if (isa<GetElementPtrInst, CastInst, PHINode, SelectInst>(By) &&
                 By->getType()->isPointerTy()) {
        Work.push_back(By);
      } else if (isa<MemIntrinsic>(By)) {
        Seen.HasKnownStore |= U.getOperandNo() == 0;
      } else if (Call &&
                 (isOfLibdevice(*Call) || Call->hasFnAttr(UnknownCall))) {
        Seen.HasKnownStore = true;
        Worst = std::max(
            {Worst, ofAddress(Pointer),
             isOfLibdevice(*Call) ? Fate::InRegisters : Fate::Perhaps});
      } else if (!isa<ICmpInst, AssumeInst>(By) &&
                 !By->isLifetimeStartOrEnd()) {
        Takers[&Variable] = By;
        return Fate::InMemory;
      }
    }
  }
  const auto Size = Variable.getAllocationSize(Variable.getDataLayout());
  const uint64_t Elements = Size ? Size->getFixedValue() / Seen.Bytes : 0;
  const bool MayBeSelected =
      Seen.IsOfWords && Seen.HasKnownStore &&
      !staysInMemory(Seen.Accesses, Seen.InLoops, Elements);
  return Worst == Fate::InMemory && MayBeSelected ? Fate::Perhaps : Worst;
}

LocalArrays::Fate LocalArrays::fateOf(const Value &Pointer) const {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(&Pointer, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  Fate Worst = Fate::InRegisters;
  for (const Value *Object : Objects) {
    const auto *Variable = dyn_cast<AllocaInst>(Object);
    Worst = std::max(Worst, Variable ? Fates.lookup_or(Variable, Fate::InMemory)
                                     : Fate::InMemory);
  }
  return Worst;
}

} // namespace warplint
