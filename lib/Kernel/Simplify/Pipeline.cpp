//===- Pipeline.cpp - Simplify addresses, never accesses ------------------===//

#include "Pipeline.h"
#include "DeviceIntrinsics.h"
#include "Kernel/Memory/BitFields.h"
#include "Kernel/Memory/FoldedTests.h"
#include "Kernel/Memory/NvptxSpaces.h"
#include "Kernel/Memory/PointerOrigin.h"
#include "Kernel/Memory/SpaceQueries.h"
#include "Kernel/Source/AccessTags.h"
#include "LoopPragmas.h"
#include "LostAccesses.h"
#include "PassManagers.h"
#include "RecordValues.h"
#include "UnrollLocals.h"
#include "WrittenOnce.h"
#include "warplint/Kernel/InlinePtx.h"
#include "warplint/Messages/Skipped.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/SCCP.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;

namespace warplint {

static bool isKernel(const Function &F) {
  return F.getCallingConv() == CallingConv::PTX_Kernel && !F.isDeclaration();
}

/// The functions that kernels reach, calls through stored pointers included, and
/// the constants on the way.
static SetVector<const Constant *> reachedFromKernels(const Module &M) {
  SetVector<const Constant *> Reached;
  auto Add = [&](const Use &U) {
    if (const auto *C = dyn_cast<Constant>(U.get()); C && !isa<ConstantData>(C))
      Reached.insert(C);
  };
  for (const Function &F : M)
    if (isKernel(F))
      Reached.insert(&F);
  for (size_t I = 0; I != Reached.size(); ++I) {
    const Constant *From = Reached[I];
    for_each(From->operands(), Add);
    if (const auto *F = dyn_cast<Function>(From))
      for (const Instruction &In : instructions(*F))
        for_each(In.operands(), Add);
  }
  return Reached;
}

static bool touchesShared(const Function &F) {
  for (const Instruction &I : instructions(F))
    for (const Value *Op : I.operands())
      if (sharedVariable(Op->stripPointerCasts()))
        return true;
  return false;
}

static LeftOut leftOut(SourceView &View, const Function &F, StringRef Why) {
  LeftOut Out;
  Out.Name = F.getName().str();
  Out.Why = Why.str();
  if (const SourceFunction *D = View.function(F.getName())) {
    Out.Name = View.fullName(*D);
    Out.Where = D->Where;
  }
  return Out;
}

/// Kernels that a header of the toolkit brings along (cub, thrust) are not the
/// user's to change.
static void dropToolkitKernels(SourceView &View, DeviceModel &Model) {
  for (Function &F : View.module()) {
    if (!isKernel(F))
      continue;
    const SourceFunction *D = View.function(F.getName());
    if (!D || !D->IsOfSystem)
      continue;
    LeftOut Out = leftOut(View, F, messages::KernelOfToolkit);
    Out.OnRequest = true;
    Model.Omitted.push_back(std::move(Out));
    F.deleteBody();
  }
}

/// Drops what no kernel reaches, so that nothing is optimised in vain.
static void dropUnreached(SourceView &View, DeviceModel &Model) {
  Module &M = View.module();
  const SetVector<const Constant *> Reached = reachedFromKernels(M);
  for (Function &F : M) {
    if (F.isDeclaration() || Reached.contains(&F))
      continue;
    if (touchesShared(F)) {
      LeftOut Out = leftOut(View, F, messages::NotReached);
      const SourceFunction *D = View.function(F.getName());
      Out.OnRequest = D && D->IsOfSystem;
      Model.Omitted.push_back(std::move(Out));
    }
    F.deleteBody();
  }
}

/// A local variable gets the value, and nothing has it from there.
static bool isKeptInVain(const LoadInst &Load) {
  return all_of(Load.users(), [](const User *U) {
    const auto *Store = dyn_cast<StoreInst>(U);
    const Value *Local = Store ? Store->getPointerOperand() : nullptr;
    return isa_and_nonnull<AllocaInst>(Local) &&
           all_of(Local->users(), IsaPred<StoreInst>);
  });
}

/// Code does more with \p G than to store to places in it.
static bool mayBeReadInSource(const GlobalVariable &G) {
  SmallVector<const Value *> Work = {&G};
  while (!Work.empty())
    for (const Use &U : Work.pop_back_val()->uses()) {
      const auto *Store = dyn_cast<StoreInst>(U.getUser());
      const auto *Load = dyn_cast<LoadInst>(U.getUser());
      if (isa<GEPOperator, AddrSpaceCastOperator>(U.getUser()))
        Work.push_back(U.getUser());
      else if (!(Store && U.getOperandNo() == 1) &&
               !(Load && isKeptInVain(*Load)))
        return true;
    }
  return false;
}

/// Whether \p F is a function of a library: the user's line, which is quoted for
/// what it does, has other variables.
static bool isOfLibrary(SourceView &View, const Function &F) {
  const SourceFunction *D = View.function(F.getName());
  return D && !isKernel(F) && (D->IsOfTemplateLibrary || D->IsOfSystem);
}

/// Takes away what stands in the inliner's way, and the names of values, of
/// which only those of the user's variables are ever shown.
static void prepareForInlining(SourceView &View, Function &F) {
  const bool IsOfLibrary = isOfLibrary(View, F);
  F.removeFnAttr(Attribute::OptimizeNone);
  F.removeFnAttr(Attribute::NoInline);
  for (BasicBlock &BB : F) {
    BB.setName("");
    for (Instruction &I : BB) {
      if (IsOfLibrary || !isa<AllocaInst>(I))
        I.setName("");
      if (auto *Call = dyn_cast<CallBase>(&I))
        Call->removeFnAttr(Attribute::NoInline);
    }
  }
}

/// Uses of a by-value parameter that leave it as the caller passed it.
static bool isOnlyRead(const Value *Pointer) {
  return all_of(Pointer->uses(), [](const Use &U) {
    const User *By = U.getUser();
    if (isa<LoadInst, ICmpInst>(By))
      return true;
    if (isa<MemTransferInst>(By) || isHeldCopy(*By))
      return U.getOperandNo() == 1;
    if (isa<GetElementPtrInst, AddrSpaceCastInst, BitCastInst>(By))
      return isOnlyRead(By);
    return false;
  });
}

/// A kernel works on a copy of a parameter that it changes.
static bool copyWrittenParameters(Function &Kernel) {
  bool Changed = false;
  const DataLayout &DL = Kernel.getParent()->getDataLayout();
  for (Argument &A : Kernel.args()) {
    if (!A.hasByValAttr() || A.onlyReadsMemory() || isOnlyRead(&A))
      continue;
    BasicBlock &Entry = Kernel.getEntryBlock();
    IRBuilder<> Builder(&Entry, Entry.getFirstInsertionPt());
    Type *Ty = A.getParamByValType();
    AllocaInst *Copy = Builder.CreateAlloca(Ty, nullptr, A.getName());
    A.replaceAllUsesWith(Copy);
    Builder.CreateMemCpy(Copy, Copy->getAlign(), &A, A.getParamAlign(),
                         DL.getTypeAllocSize(Ty));
    Changed = true;
  }
  return Changed;
}

namespace {

/// Brings functions into their final form, see Pipeline.h.
class Simplifier {
public:
  Simplifier(AccessTags &Tags, LostAccesses &Lost) : Tags(Tags), Lost(Lost) {}
  void run(Function &F);

private:
  bool promote(Function &F, bool Last);
  void tidy(Function &F);
  template <typename Pass> void apply(Function &F, Pass &&P) {
    FAM.invalidate(F, P.run(F, FAM));
  }
  void runOnKernel(Function &F);

  AccessTags &Tags;
  LostAccesses &Lost;
  uint64_t UnrollBudget = MaxUnrolledOfFile;
  PassManagers Managers;
  FunctionAnalysisManager &FAM = Managers.FAM;
};

} // namespace

/// One turn of looking where pointers lead, and taking local variables apart.
/// Returns true if another turn may see more.
bool Simplifier::promote(Function &F, bool Last) {
  LostAccesses::Watch Watch(Lost, F);
  unsigned Released = protectAccesses(F);
  bool CopiesLeft = expandRecordCopies(F, Tags, Last);
  FAM.invalidate(F, PreservedAnalyses::none());
  apply(F, SROAPass(SROAOptions::PreserveCFG));
  foldRecordValues(F);
  bool Read = readWrittenOnce(F, FAM.getResult<DominatorTreeAnalysis>(F));
  FAM.invalidate(F, PreservedAnalyses::allInSet<CFGAnalyses>());
  return Released != 0 || CopiesLeft || Read;
}

/// Marks each block that has an access with a call that cannot be copied. Else
/// SimplifyCFG copies a block that lies between two branches on one condition.
static SmallVector<WeakTrackingVH, 8> markAsSingle(Function &F) {
  SmallVector<WeakTrackingVH, 8> Marks;
  FunctionType *Type = FunctionType::get(llvm::Type::getVoidTy(F.getContext()),
                                         /*isVarArg=*/false);
  InlineAsm *Nothing = InlineAsm::get(Type, "", "", /*hasSideEffects=*/true);
  for (BasicBlock &Block : F)
    if (auto Access = find_if(Block,
                              [](const Instruction &I) {
                                return AccessTags::numberOf(I).has_value();
                              });
        Access != Block.end()) {
      auto *Mark = CallInst::Create(Nothing, "", Access);
      Mark->addFnAttr(Attribute::NoDuplicate);
      Marks.emplace_back(Mark);
    }
  return Marks;
}

/// Folds constants and the branches that depend on them.
void Simplifier::tidy(Function &F) {
  SimplifyCFGOptions CFG;
  CFG.SpeculateBlocks = false;
  apply(F, FoldedTestsPass());
  apply(F, EarlyCSEPass());
  if (F.size() == 1)
    return;
  SmallVector<WeakTrackingVH, 4> Remainders;
  for (Instruction &I : instructions(F))
    if (I.getOpcode() == Instruction::SRem)
      Remainders.emplace_back(&I);
  apply(F, SCCPPass());
  for (const WeakTrackingVH &Now : Remainders)
    if (auto *I = dyn_cast_or_null<Instruction>(Now);
        I && I->getOpcode() == Instruction::URem)
      I->setMetadata(SignedInSource, MDNode::get(F.getContext(), {}));
  SmallVector<WeakTrackingVH, 8> Marks = markAsSingle(F);
  apply(F, SimplifyCFGPass(CFG));
  for (const WeakTrackingVH &Mark : Marks)
    if (auto *I = dyn_cast_or_null<Instruction>(Mark))
      I->eraseFromParent();
  apply(F, InstSimplifyPass());
}

/// Computes what a counter is held against before the loop: as it stands in the
/// source, `k < __ffs(stride)` does it in each iteration, and nobody sees that
/// the loop has a length.
static void computeBoundsBefore(LoopInfo &LI) {
  bool Changed = false;
  const auto Loops = LI.getLoopsInPreorder();
  for (Loop *L : reverse(Loops)) { // Inner ones first.
    SmallVector<BasicBlock *, 4> Exiting;
    L->getExitingBlocks(Exiting);
    for (BasicBlock *Block : Exiting)
      if (auto *Branch = dyn_cast<BranchInst>(Block->getTerminator());
          Branch && Branch->isConditional())
        if (auto *Test = dyn_cast<ICmpInst>(Branch->getCondition()))
          for (Value *Side : Test->operands())
            L->makeLoopInvariant(Side, Changed);
  }
}

/// Gives what a loop leaves behind its value, where that is one number: the
/// second half of a scan begins at the stride that the first ends with.
static void foldExitValues(LoopInfo &LI, ScalarEvolution &SE) {
  for (const Loop *L : LI.getLoopsInPreorder()) {
    SmallVector<BasicBlock *, 4> Exits;
    L->getUniqueExitBlocks(Exits);
    for (BasicBlock *Exit : Exits)
      for (PHINode &Left : Exit->phis())
        if (Left.getNumIncomingValues() == 1 && Left.getType()->isIntegerTy())
          if (const auto *Number = dyn_cast<SCEVConstant>(SE.getSCEVAtScope(
                  Left.getIncomingValue(0), L->getParentLoop())))
            Left.replaceAllUsesWith(Number->getValue());
  }
}

void Simplifier::runOnKernel(Function &F) {
  // Each turn sees through one more pointer in a closure in a struct, or one
  // more level of loops: unrolling an outer loop makes the subscripts of an
  // inner one constant.
  constexpr unsigned MaxTurns = 8;
  for (unsigned Turn = 1; Turn <= MaxTurns; ++Turn) {
    bool Last = Turn == MaxTurns;
    bool More = promote(F, Last);
    More |= foldSpaceQueries(F);
    FAM.invalidate(F, PreservedAnalyses::allInSet<CFGAnalyses>());
    tidy(F);
    More |= copyWrittenParameters(F);
    if (More && Turn < 4)
      continue;
    More |= unrollLoopsOverLocals(F, FAM, UnrollBudget);
    if (!More)
      break;
  }
  promote(F, /*Last=*/true);
  promote(F, /*Last=*/true);
  releaseRecordCopies(F);
  foldSpaceQueries(F);
  FAM.invalidate(F, PreservedAnalyses::allInSet<CFGAnalyses>());
  tidy(F);
  apply(F, LoopSimplifyPass());
  computeBoundsBefore(FAM.getResult<LoopAnalysis>(F));
  FAM.invalidate(F, PreservedAnalyses::allInSet<CFGAnalyses>());
  apply(F, LCSSAPass());
  foldExitValues(FAM.getResult<LoopAnalysis>(F),
                 FAM.getResult<ScalarEvolutionAnalysis>(F));
  FAM.invalidate(F, PreservedAnalyses::allInSet<CFGAnalyses>());
}

void Simplifier::run(Function &F) {
  if (isKernel(F)) {
    runOnKernel(F);
  } else {
    constexpr unsigned MaxTurns = 3;
    for (unsigned Turn = 1; Turn <= MaxTurns; ++Turn)
      if (!promote(F, /*Last=*/false))
        break;
    tidy(F);
  }
  FAM.clear(F, F.getName());
}

//===----------------------------------------------------------------------===//
// Callees first
//===----------------------------------------------------------------------===//

/// Calls through a pointer to a pointer to a function, and no deeper.
static constexpr unsigned MaxRounds = 4;

/// With functions that each call the next one twice the code doubles at each
/// level: this many take a few seconds.
static constexpr unsigned MaxInlinedInstructions = 1 << 17;

namespace {

/// A kernel made of tens of thousands of tiny template functions is cheap to
/// simplify callee by callee, and expensive once it is one function. So a
/// function is inlined when it is already in its final form, which for most is
/// a handful of instructions. A call through a pointer that turns out constant
/// is taken up as soon as that shows.
class BottomUpInliner {
public:
  explicit BottomUpInliner(Simplifier &Simplify) : Simplify(Simplify) {}

  /// Inlines and simplifies everything below \p F, then \p F itself.
  void run(Function &F) {
    if (!IsDone.try_emplace(&F, false).second)
      return;
    inlineCalls(F);
    Simplify.run(F);
    for (unsigned Round = 1; Round != MaxRounds && inlineCalls(F); ++Round)
      Simplify.run(F);
    IsDone[&F] = true;
  }

  /// The functions met that call themselves, directly or not: they stay calls.
  SetVector<Function *> Recursive;
  /// Those that could not be inlined for another reason.
  SetVector<Function *> Refused;
  /// Those that some function would be too large with.
  SetVector<Function *> TooLarge;

private:
  bool inlineCalls(Function &F);

  Simplifier &Simplify;
  DenseMap<Function *, bool> IsDone;
};

} // namespace

/// The direct calls of \p F to functions that have a body.
static SmallVector<CallBase *> callsOf(Function &F) {
  SmallVector<CallBase *> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (Function *Callee = Call->getCalledFunction();
          Callee && !Callee->isDeclaration())
        Calls.push_back(Call);
  return Calls;
}

bool BottomUpInliner::inlineCalls(Function &F) {
  bool Changed = false;
  unsigned Size = F.getInstructionCount();
  for (CallBase *Call : callsOf(F)) {
    Function *Callee = Call->getCalledFunction();
    if (auto It = IsDone.find(Callee); It == IsDone.end())
      run(*Callee);
    else if (!It->second)
      Recursive.insert(Callee);
    if (Recursive.contains(Callee) || Refused.contains(Callee))
      continue;
    const unsigned Larger = Size + Callee->getInstructionCount();
    if (Larger > MaxInlinedInstructions) {
      TooLarge.insert(Callee);
      continue;
    }
    InlineFunctionInfo IFI;
    if (InlineFunction(*Call, IFI, /*MergeAttributes=*/false,
                       /*CalleeAAR=*/nullptr, /*InsertLifetime=*/false)
            .isSuccess()) {
      Changed = true;
      Size = Larger;
    } else {
      Refused.insert(Callee);
    }
  }
  return Changed;
}

void runPipeline(SourceView &View, DeviceModel &Model, AccessTags &Tags,
                 ToolkitKernels OfToolkit) {
  Module &M = View.module();
  if (OfToolkit == ToolkitKernels::LeftOut)
    dropToolkitKernels(View, Model);
  dropUnreached(View, Model);
  Tags.tagModule();
  markBitFields(M);
  widenRanges(M);
  for (GlobalVariable &G : M.globals())
    if (mayBeReadInSource(G))
      G.addAttribute(ReadInSource);
  for (Function &F : M)
    if (const SourceFunction *D = View.function(F.getName()))
      dropIgnoredPragmas(F, View, *D);
  foldLibdeviceCalls(M);
  if (View.clang()) // A module of PTX is lifted as a whole.
    liftInlinePtx(M);
  LostAccesses Lost(M);
  Simplifier Simplify(Tags, Lost);
  BottomUpInliner Inliner(Simplify);
  for (Function &F : M)
    if (!F.isDeclaration())
      prepareForInlining(View, F);
  for (Function &F : M)
    if (isKernel(F))
      Inliner.run(F);
  for (Function *F : Inliner.Recursive)
    if (touchesMemory(*F))
      Model.Omitted.push_back(leftOut(View, *F, messages::IsRecursive));
  for (Function *F : Inliner.Refused)
    Model.Omitted.push_back(leftOut(View, *F, messages::NotInlined));
  for (Function *F : Inliner.TooLarge)
    Model.Omitted.push_back(leftOut(View, *F, messages::MakesTooLarge));
  for (Function &F : M)
    if (!F.isDeclaration() && !isKernel(F))
      F.deleteBody();
  Lost.report(Model);
}

} // namespace warplint
