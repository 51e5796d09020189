//===- HostSimplify.cpp - LLVM's passes over host code --------------------===//

#include "HostSimplify.h"
#include "Kernel/Simplify/PassManagers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/CorrelatedValuePropagation.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

namespace warplint {

// Copies of launches, and of instructions, that inlining may make of one
// function's.
static constexpr unsigned MaximumCopies = 256;
static constexpr unsigned MaximumCopied = 1u << 17;

SmallVector<CallBase *, 8> directCalls(Function &F) {
  SmallVector<CallBase *, 8> Calls;
  for (User *U : F.users())
    if (auto *Call = dyn_cast<CallBase>(U);
        Call && Call->getCalledOperand() == &F)
      Calls.push_back(Call);
  return Calls;
}

/// The functions that get the address of \p F from a caller, which may call it.
static SmallSetVector<Function *, 4> takersOf(Function &F) {
  SmallSetVector<Function *, 4> Takers;
  for (Use &U : F.uses())
    if (auto *Call = dyn_cast<CallBase>(U.getUser());
        Call && Call->isArgOperand(&U))
      if (Function *Taker = Call->getCalledFunction();
          Taker && !Taker->isDeclaration())
        Takers.insert(Taker);
  return Takers;
}

void inlineCallersOf(Function &Launch) {
  // How many launches each function has, those that it inlines among them.
  MapVector<Function *, unsigned> Launches;
  for (CallBase *Call : directCalls(Launch))
    ++Launches[Call->getFunction()];
  SmallPtrSet<Function *, 16> Marked;
  for (size_t N = 0; N != Launches.size(); ++N) {
    auto [F, Count] = *(Launches.begin() + N);
    SmallVector<CallBase *, 8> Calls = directCalls(*F);
    bool IsRecursive = any_of(
        Calls, [&, F = F](CallBase *C) { return C->getFunction() == F; });
    if (IsRecursive || F->isInterposable() ||
        Calls.size() * Count > MaximumCopies ||
        Calls.size() * F->getInstructionCount() > MaximumCopied ||
        !Marked.insert(F).second)
      continue;
    F->removeFnAttr(Attribute::NoInline);
    F->removeFnAttr(Attribute::OptimizeNone);
    F->addFnAttr(Attribute::AlwaysInline);
    for (CallBase *Call : Calls)
      Launches[Call->getFunction()] += Count;
    for (Function *Taker : takersOf(*F))
      Launches[Taker] += Count;
  }
}

/// A function that returns any value of \p Of, another at each call.
static Function *anyValue(Type *Of, Module &M) {
  auto *Any =
      Function::Create(FunctionType::get(Of, false),
                       GlobalValue::ExternalLinkage, "warplint.float", M);
  Any->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  Any->setDoesNotThrow();
  Any->setWillReturn();
  return Any;
}

void forgetAllocators(Module &M) {
  static constexpr StringRef Names[] = {"malloc",        "calloc",   "realloc",
                                        "aligned_alloc", "memalign", "valloc",
                                        "strdup",        "strndup",  "free"};
  for (Function &F : M) {
    StringRef Name = F.getName();
    const bool IsOperator = Name.starts_with("_Zn") || Name.starts_with("_Zd");
    if (!F.isDeclaration() || !(IsOperator || is_contained(Names, Name)))
      continue;
    F.removeFnAttr(Attribute::AllocKind);
    if (IsOperator)
      F.removeFnAttr(Attribute::Memory);
    for (CallBase *Call : directCalls(F)) {
      Call->removeFnAttr(Attribute::Builtin);
      if (IsOperator)
        Call->removeFnAttr(Attribute::Memory);
    }
    F.setName("__warplint_" + Name.str());
  }
}

void forgetFloats(Module &M) {
  SmallVector<Instruction *> Results;
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      const auto *Call = dyn_cast<CallBase>(&I);
      const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      if (isa<FCmpInst>(I) ||
          (I.getType()->isFPOrFPVectorTy() &&
           (isa<UnaryOperator, BinaryOperator, CastInst>(I) ||
            (Callee && Callee->isDeclaration()))))
        Results.push_back(&I);
    }
  DenseMap<Type *, Function *> Any;
  for (Instruction *I : Results) {
    Function *&Of = Any[I->getType()];
    if (!Of)
      Of = anyValue(I->getType(), M);
    I->replaceAllUsesWith(CallInst::Create(Of, "", I->getIterator()));
  }
}

/// LLVM folds calls of the math library by what this machine has, of float by the
/// function of double: each library, and gcc, rounds some of these otherwise. Those of
/// IEEE 754 (sqrt, fma, rint, ...) are exact. Of comparisons and classes of characters
/// only the sign, or whether they are zero, is the same everywhere. Names that C++ does
/// not reserve (ffs) may be those of the program's own functions in other files.
static TargetLibraryInfoImpl exactLibrary(const Module &M) {
  TargetLibraryInfoImpl Library(M.getTargetTriple());
  for (StringRef Name :
       {"exp",   "exp2",  "exp10", "expm1", "log",  "log2",  "log10",
        "log1p", "pow",   "sin",   "cos",   "tan",  "asin",  "acos",
        "atan",  "atan2", "sinh",  "cosh",  "tanh", "asinh", "acosh",
        "atanh", "sinpi", "cospi", "cbrt",  "erf",  "hypot", "tgamma"})
    for (const char *Type : {"", "f", "l"})
      for (const std::string &Called :
           {(Name + Type).str(), ("__" + Name + Type + "_finite").str()})
        if (LibFunc F; Library.getLibFunc(Called, F))
          Library.setUnavailable(F);
  for (LibFunc F : {LibFunc_memcmp,  LibFunc_bcmp,       LibFunc_strcmp,
                    LibFunc_strncmp, LibFunc_strcasecmp, LibFunc_strncasecmp,
                    LibFunc_isdigit, LibFunc_isascii,    LibFunc_toascii,
                    LibFunc_ffs,     LibFunc_ffsl,       LibFunc_ffsll,
                    LibFunc_fls,     LibFunc_flsl,       LibFunc_flsll,
                    LibFunc_strnlen, LibFunc_stpcpy,     LibFunc_stpncpy,
                    LibFunc_mempcpy, LibFunc_memccpy,    LibFunc_memrchr,
                    LibFunc_strdup,  LibFunc_strndup,    LibFunc_bcopy})
    Library.setUnavailable(F);
  return Library;
}

void simplifyHost(Module &M) {
  PipelineTuningOptions Tuning;
  Tuning.LoopVectorization = false;
  Tuning.SLPVectorization = false;
  Tuning.LoopInterleaving = false;
  PassManagers Managers(Tuning, exactLibrary(M));
  Managers.Builder.buildPerModuleDefaultPipeline(OptimizationLevel::O2)
      .run(M, Managers.MAM);
}

void simplifyAgain(Module &M) {
  PassManagers Managers(PipelineTuningOptions(), exactLibrary(M));
  FunctionPassManager Passes;
  Passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  Passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  Passes.addPass(InstCombinePass());
  Passes.addPass(GVNPass());
  Passes.addPass(CorrelatedValuePropagationPass());
  Passes.addPass(InstCombinePass());
  ModulePassManager All;
  All.addPass(createModuleToFunctionPassAdaptor(std::move(Passes)));
  All.run(M, Managers.MAM);
}

} // namespace warplint
