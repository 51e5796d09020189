//===- Pipeline.cpp - Simplify addresses, never accesses ------------------===//

#include "Pipeline.h"
#include "DeviceIntrinsics.h"
#include "RecordCopies.h"
#include "SpaceQueries.h"
#include "UnrollLocals.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/SCCP.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"

using namespace llvm;

namespace warplint {

static constexpr unsigned SharedAddressSpace = 3;

static bool isKernel(const Function &F) {
  return F.getCallingConv() == CallingConv::PTX_Kernel && !F.isDeclaration();
}

/// The functions that kernels reach, calls through stored pointers included.
static SmallPtrSet<Function *, 32> reachedFromKernels(Module &M) {
  SmallPtrSet<Function *, 32> Reached;
  SmallPtrSet<const Constant *, 32> SeenConstants;
  SmallVector<Function *> Work;
  SmallVector<const Constant *> Constants;
  auto AddFunction = [&](Function *F) {
    if (Reached.insert(F).second)
      Work.push_back(F);
  };
  for (Function &F : M)
    if (isKernel(F))
      AddFunction(&F);
  auto AddConstant = [&](const Value *V) {
    if (const auto *C = dyn_cast<Constant>(V);
        C && !isa<ConstantData>(C) && SeenConstants.insert(C).second)
      Constants.push_back(C);
  };
  while (!Work.empty()) {
    for (Instruction &I : instructions(*Work.pop_back_val()))
      for (Value *Op : I.operands())
        AddConstant(Op);
    while (!Constants.empty()) {
      const Constant *C = Constants.pop_back_val();
      if (const auto *F = dyn_cast<Function>(C))
        AddFunction(const_cast<Function *>(F));
      for (const Use &Op : C->operands())
        AddConstant(Op.get());
    }
  }
  return Reached;
}

static bool touchesShared(const Function &F) {
  for (const Instruction &I : instructions(F)) {
    if (isa<DbgInfoIntrinsic>(I))
      continue;
    for (const Value *Op : I.operands())
      if (const auto *G = dyn_cast<GlobalVariable>(Op->stripPointerCasts());
          G && G->getAddressSpace() == SharedAddressSpace)
        return true;
  }
  return false;
}

/// Whether \p F accesses more than its own local variables, or calls others.
static bool touchesMemory(const Function &F) {
  return any_of(instructions(F), [&](const Instruction &I) {
    if (const Value *Pointer = getLoadStorePointerOperand(&I))
      return originOf(Pointer) != PointerOrigin::Local;
    if (const auto *Call = dyn_cast<CallBase>(&I))
      return !isa<IntrinsicInst>(I) && Call->getCalledFunction() != &F;
    return I.mayReadOrWriteMemory();
  });
}

static LeftOut leftOut(DeviceUnit &Unit, const Function &F, StringRef Why) {
  LeftOut Out;
  Out.Name = F.getName().str();
  Out.Why = Why.str();
  if (const auto *D =
          dyn_cast_or_null<clang::FunctionDecl>(Unit.declOf(F.getName()))) {
    Out.Name = D->getQualifiedNameAsString();
    Out.Where = placeOf(Unit.ast().getSourceManager(), D->getLocation());
  }
  return Out;
}

/// Drops what no kernel reaches, so that nothing is optimised in vain.
static void dropUnreached(DeviceUnit &Unit, DeviceModel &Model) {
  Module &M = Unit.module();
  SmallPtrSet<Function *, 32> Reached = reachedFromKernels(M);
  for (Function &F : make_early_inc_range(M)) {
    if (F.isDeclaration() || Reached.contains(&F))
      continue;
    if (touchesShared(F))
      Model.Omitted.push_back(
          leftOut(Unit, F, "no kernel in this file reaches it"));
    F.deleteBody();
  }
}

/// Makes the inliner take everything that it can.
static void demandInlining(DeviceUnit &Unit, DeviceModel &Model) {
  Module &M = Unit.module();
  CallGraph CG(M);
  SmallPtrSet<const Function *, 8> Recursive;
  for (scc_iterator<CallGraph *> I = scc_begin(&CG); !I.isAtEnd(); ++I)
    if (I.hasCycle())
      for (CallGraphNode *Node : *I)
        if (Node->getFunction())
          Recursive.insert(Node->getFunction());
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    F.removeFnAttr(Attribute::OptimizeNone);
    F.removeFnAttr(Attribute::NoInline);
    if (isKernel(F))
      continue;
    if (Recursive.contains(&F)) {
      if (touchesMemory(F))
        Model.Omitted.push_back(leftOut(Unit, F, "recursive"));
      continue;
    }
    F.addFnAttr(Attribute::AlwaysInline);
    F.setLinkage(GlobalValue::InternalLinkage);
    F.setComdat(nullptr);
  }
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        Call->removeFnAttr(Attribute::NoInline);
}

/// Accesses to anything but a local variable must survive every later pass.
static void markVolatile(Function &F) {
  for (Instruction &I : instructions(F)) {
    if (auto *Call = dyn_cast<CallBase>(&I); Call && Call->isInlineAsm()) {
      auto *Asm = cast<InlineAsm>(Call->getCalledOperand());
      if (!Asm->hasSideEffects())
        Call->setCalledOperand(InlineAsm::get(
            Asm->getFunctionType(), Asm->getAsmString(),
            Asm->getConstraintString(), /*hasSideEffects=*/true,
            Asm->isAlignStack(), Asm->getDialect(), Asm->canThrow()));
      continue;
    }
    const Value *Pointer = getLoadStorePointerOperand(&I);
    if (!Pointer || originOf(Pointer) == PointerOrigin::Local)
      continue;
    if (auto *Load = dyn_cast<LoadInst>(&I))
      Load->setVolatile(true);
    else if (auto *Store = dyn_cast<StoreInst>(&I))
      Store->setVolatile(true);
  }
}

/// SROA and the expansion of copied records, until both have nothing left to
/// do.
static void promoteLocals(Function &F, FunctionAnalysisManager &FAM,
                          AccessTags &Tags, RecordAlignment AlignmentOf) {
  // Three rounds see through a pointer in a closure in a struct.
  constexpr unsigned MaxRounds = 4;
  auto Run = [&](auto Pass) { FAM.invalidate(F, Pass.run(F, FAM)); };
  Run(PromotePass());
  for (unsigned Round = 1; Round <= MaxRounds; ++Round) {
    bool AnyLeft = expandRecordCopies(F, Tags, AlignmentOf, Round == MaxRounds);
    FAM.invalidate(F, PreservedAnalyses::none());
    Run(SROAPass(SROAOptions::PreserveCFG));
    if (!AnyLeft)
      break;
  }
}

static void simplify(Module &M, AccessTags &Tags, RecordAlignment AlignmentOf) {
  PassBuilder Builder;
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  Builder.registerModuleAnalyses(MAM);
  Builder.registerCGSCCAnalyses(CGAM);
  Builder.registerFunctionAnalyses(FAM);
  Builder.registerLoopAnalyses(LAM);
  Builder.crossRegisterProxies(LAM, FAM, CGAM, MAM);

  ModulePassManager Inliner;
  Inliner.addPass(AlwaysInlinerPass(/*InsertLifetime=*/false));
  Inliner.run(M, MAM);

  SimplifyCFGOptions CFG;
  CFG.SpeculateBlocks = false;
  FunctionPassManager Tidy, Loops;
  Tidy.addPass(EarlyCSEPass());
  Tidy.addPass(SCCPPass());
  Tidy.addPass(SimplifyCFGPass(CFG));
  Tidy.addPass(SROAPass(SROAOptions::PreserveCFG));
  Tidy.addPass(InstSimplifyPass());
  Tidy.addPass(EarlyCSEPass());
  Tidy.addPass(SimplifyCFGPass(CFG));
  Loops.addPass(LoopSimplifyPass());
  Loops.addPass(LCSSAPass());
  for (Function &F : M) {
    if (!isKernel(F))
      continue;
    promoteLocals(F, FAM, Tags, AlignmentOf);
    markVolatile(F);
    foldSpaceQueries(F);
    FAM.invalidate(F, PreservedAnalyses::none());
    FAM.invalidate(F, Tidy.run(F, FAM));
    // An answer may decide which pointer the next question is about.
    if (foldSpaceQueries(F)) {
      FAM.invalidate(F, PreservedAnalyses::none());
      FAM.invalidate(F, Tidy.run(F, FAM));
    }
    // Unrolling an outer loop makes the subscripts of an inner one constant.
    for (unsigned Round = 0; Round != 3; ++Round) {
      if (!unrollLoopsOverLocals(F, FAM))
        break;
      FAM.invalidate(F, Tidy.run(F, FAM));
    }
    FAM.invalidate(F, Loops.run(F, FAM));
  }
}

void runPipeline(DeviceUnit &Unit, DeviceModel &Model, AccessTags &Tags,
                 RecordAlignment AlignmentOf) {
  Module &M = Unit.module();
  dropUnreached(Unit, Model);
  Tags.tagModule();
  foldLibdeviceCalls(M);
  demandInlining(Unit, Model);
  simplify(M, Tags, AlignmentOf);
}

} // namespace warplint
