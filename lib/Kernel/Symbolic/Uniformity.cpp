//===- Uniformity.cpp - Values that all lanes of a warp share -------------===//

#include "Uniformity.h"
#include "Kernel/Memory/PointerOrigin.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"

using namespace llvm;

namespace warplint {

namespace {

using LocalSet = SmallPtrSet<const AllocaInst *, 8>;

/// Whether \p IsFine holds for every use of \p Local's address and of what is
/// derived from it: that address and the user.
bool allUses(const AllocaInst &Local,
             function_ref<bool(const Value *, const User *)> IsFine) {
  SmallVector<const Value *> Work = {&Local};
  SmallPtrSet<const Value *, 16> Seen;
  while (!Work.empty()) {
    const Value *V = Work.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    for (const User *U : V->users()) {
      if (isa<GetElementPtrInst, CastInst, PHINode, SelectInst>(U))
        Work.push_back(U);
      else if (!IsFine(V, U))
        return false;
    }
  }
  return true;
}

/// Local variables that only loads and stores of this function touch.
bool isPrivateToFunction(const AllocaInst &Local) {
  return allUses(Local, [](const Value *Pointer, const User *U) {
    const auto *Store = dyn_cast<StoreInst>(U);
    const auto *I = dyn_cast<IntrinsicInst>(U);
    return isa<LoadInst>(U) || (Store && Store->getValueOperand() != Pointer) ||
           (I && (I->isLifetimeStartOrEnd() || isa<MemSetInst>(I)));
  });
}

/// The local variable that \p Pointer certainly leads to, or null.
const AllocaInst *localOf(const Value *Pointer) {
  return dyn_cast<AllocaInst>(getUnderlyingObject(Pointer, /*MaxLookup=*/0));
}

bool mayReadLocal(const Value *Pointer) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  return any_of(Objects, [](const Value *V) {
    if (isa<AllocaInst>(V) || mayBeLocalNumber(V))
      return true;
    const auto *Load = dyn_cast<LoadInst>(V);
    return Load && localOf(Load->getPointerOperand());
  });
}

/// What the threads of a block read in one special register.
bool isOfBlock(StringRef Register) {
  return none_of(ArrayRef<StringRef>{"warpid", "clock", "globaltimer", "pm"},
                 [&](StringRef Own) { return Register.starts_with(Own); });
}

InstructionUniformity ofCall(const CallBase &Call, Uniformity::Group Of) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || Call.isInlineAsm())
    return InstructionUniformity::NeverUniform;
  StringRef Name = Callee->getName();
  const bool IsOfWarp = Of == Uniformity::Group::Warp;
  if (Name.consume_front("llvm.nvvm.read.ptx.sreg."))
    return Name.starts_with("tid.") || Name.starts_with("lane") ||
                   !(IsOfWarp || isOfBlock(Name))
               ? InstructionUniformity::NeverUniform
               : InstructionUniformity::AlwaysUniform;
  if (makesUniform(Call))
    return IsOfWarp || Name.starts_with("llvm.nvvm.barrier")
               ? InstructionUniformity::AlwaysUniform
               : InstructionUniformity::NeverUniform;
  if (!IsOfWarp &&
      (Name.starts_with("llvm.nvvm.vote.") || Name.contains(".redux.")))
    return InstructionUniformity::NeverUniform;
  if (Name.starts_with("llvm.nvvm.match") || Name.contains(".shfl.") ||
      Name.starts_with("llvm.nvvm.elect"))
    return InstructionUniformity::NeverUniform;
  // What a function reads besides its operands can be of one lane alone.
  // libdevice's functions of numbers read nothing else.
  bool IsMath =
      Name.starts_with("__nv_") && none_of(Call.args(), [](const Use &Op) {
        return Op->getType()->isPointerTy();
      });
  return IsMath || Call.doesNotAccessMemory()
             ? InstructionUniformity::Default
             : InstructionUniformity::NeverUniform;
}

/// Answers the analysis' questions about single instructions.
class WarpRules final : public TargetTransformInfoImplBase {
public:
  WarpRules(const DataLayout &DL, const LocalSet &UniformLocals,
            Uniformity::Group Of)
      : TargetTransformInfoImplBase(DL), UniformLocals(UniformLocals), Of(Of) {}

  bool hasBranchDivergence(const Function *) const override { return true; }

  InstructionUniformity
  getInstructionUniformity(const Value *V) const override {
    if (const auto *Call = dyn_cast<CallBase>(V))
      return ofCall(*Call, Of);
    if (isa<AtomicRMWInst, AtomicCmpXchgInst>(V))
      return InstructionUniformity::NeverUniform;
    const auto *Load = dyn_cast<LoadInst>(V);
    if (!Load || UniformLocals.contains(localOf(Load->getPointerOperand())) ||
        !mayReadLocal(Load->getPointerOperand()))
      return InstructionUniformity::Default;
    return InstructionUniformity::NeverUniform;
  }

private:
  const LocalSet &UniformLocals;
  Uniformity::Group Of;
};

/// Whether all lanes agree on the mask of threads \p V. Only what is easily
/// seen.
bool isSharedMask(const Value *V, unsigned Depth = 6) {
  if (isa<Constant, Argument>(V))
    return true;
  if (Depth == 0)
    return false;
  if (const auto *Call = dyn_cast<CallBase>(V)) {
    const Function *Callee = Call->getCalledFunction();
    return Callee &&
           (Callee->getName() == "llvm.nvvm.activemask" || makesUniform(*Call));
  }
  if (isa<BinaryOperator, CastInst>(V))
    return all_of(cast<Instruction>(V)->operands(),
                  [&](const Use &Op) { return isSharedMask(Op, Depth - 1); });
  return false;
}

} // namespace

bool makesUniform(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return false;
  StringRef Name = Callee->getName();
  if (!Name.consume_front("llvm.nvvm."))
    return false;
  if (Name == "activemask" || Name.starts_with("barrier.") ||
      Name.starts_with("barrier0."))
    return true;
  if (Name.starts_with("vote."))
    return !Name.contains(".sync") || isSharedMask(Call.getArgOperand(0));
  if (Name.starts_with("redux.sync."))
    return isSharedMask(Call.getArgOperand(1));
  if (Name.starts_with("match.all"))
    return isSharedMask(Call.getArgOperand(0));
  // A broadcast to the whole warp from a lane with a fixed number: the segment
  // mask and clamp of PTX ISA's shfl are 0 and 31.
  if (Name.consume_front("shfl.")) {
    Name.consume_front("sync.");
    const auto *Clamp =
        dyn_cast<ConstantInt>(Call.getArgOperand(Call.arg_size() - 1));
    return Name.starts_with("idx.") && Clamp && Clamp->getZExtValue() == 31 &&
           isa<Constant>(Call.getArgOperand(Call.arg_size() - 2));
  }
  return false;
}

struct Uniformity::State {
  State(Function &F, Group Of) : F(F) {
    const DataLayout &DL = F.getParent()->getDataLayout();
    FAM.registerPass([&, Of] {
      return TargetIRAnalysis([&, Of](const Function &) {
        return TargetTransformInfo(
            std::make_unique<WarpRules>(DL, UniformLocals, Of));
      });
    });
    FAM.registerPass([] { return PassInstrumentationAnalysis(); });
    FAM.registerPass([] { return DominatorTreeAnalysis(); });
    FAM.registerPass([] { return CycleAnalysis(); });
    FAM.registerPass([] { return UniformityInfoAnalysis(); });
    run();
  }

  void run() {
    FAM.clear();
    Result = &FAM.getResult<UniformityInfoAnalysis>(F);
  }
  bool isReachedDivergently(const BasicBlock *Block,
                            const PostDominatorTree &PDT);
  bool isStoredUniformly(const AllocaInst &Local, const PostDominatorTree &PDT);

  Function &F;
  LocalSet UniformLocals;
  FunctionAnalysisManager FAM;
  UniformityInfo *Result = nullptr;
};

/// Lanes may part before \p Block, so that not all of them come by.
bool Uniformity::State::isReachedDivergently(const BasicBlock *Block,
                                             const PostDominatorTree &PDT) {
  return any_of(F, [&](const BasicBlock &From) {
    return Result->hasDivergentTerminator(From) &&
           !PDT.dominates(Block, &From) && isPotentiallyReachable(&From, Block);
  });
}

/// Every value that goes into \p Local is that of all lanes, at one place.
bool Uniformity::State::isStoredUniformly(const AllocaInst &Local,
                                          const PostDominatorTree &PDT) {
  return allUses(Local, [&](const Value *Pointer, const User *U) {
    const auto *Store = dyn_cast<StoreInst>(U);
    return !Store || (!Result->isDivergent(Pointer) &&
                      !Result->isDivergent(Store->getValueOperand()) &&
                      !isReachedDivergently(Store->getParent(), PDT));
  });
}

Uniformity::Uniformity(Function &F, const PostDominatorTree &PDT, Group Of)
    : S(std::make_unique<State>(F, Of)) {
  // Suppose that all lanes keep the same in each local variable, and take back
  // those where that leads to a contradiction.
  for (Instruction &I : instructions(F))
    if (auto *Local = dyn_cast<AllocaInst>(&I);
        Local && isPrivateToFunction(*Local))
      S->UniformLocals.insert(Local);
  while (!S->UniformLocals.empty()) {
    S->run();
    SmallVector<const AllocaInst *> Differing;
    for (const AllocaInst *Local : S->UniformLocals)
      if (!S->isStoredUniformly(*Local, PDT))
        Differing.push_back(Local);
    if (Differing.empty())
      return;
    for (const AllocaInst *Local : Differing)
      S->UniformLocals.erase(Local);
  }
  S->run();
}

Uniformity::~Uniformity() = default;

bool Uniformity::isUniform(const Value *V) const {
  return !isa<Instruction>(V) || S->Result->isUniform(V);
}

} // namespace warplint
