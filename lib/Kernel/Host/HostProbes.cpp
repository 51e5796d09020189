//===- HostProbes.cpp - Host code in which launches are plain calls -------===//

#include "HostProbes.h"
#include "Escapes.h"
#include "Frontend/Text/RuntimeCalls.h"
#include "HostSimplify.h"
#include "HostText.h"
#include "Kernel/Source/AccessTags.h"
#include "KernelWrites.h"
#include "OpenOrder.h"
#include "OutsideNames.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace warplint {

static constexpr StringRef Push = "__cudaPushCallConfiguration";
static constexpr StringRef Pop = "__cudaPopCallConfiguration";

static void addLeaves(const clang::ASTContext &Context, clang::QualType Type,
                      const ArgumentLeaf &At,
                      std::vector<ArgumentLeaf> &Leaves) {
  Type = Type.getCanonicalType();
  if (Type->isIntegralOrEnumerationType()) {
    ArgumentLeaf Leaf = At;
    Leaf.Bits = Context.getTypeSize(Type);
    Leaf.IsSigned = Type->isSignedIntegerOrEnumerationType();
    if (Leaf.Bits <= 64)
      Leaves.push_back(std::move(Leaf));
    return;
  }
  constexpr unsigned MaximumDepth = 3;
  const clang::RecordDecl *Record = Type->getAsRecordDecl();
  Record = Record ? Record->getDefinition() : nullptr;
  if (!Record || Record->isUnion() || Record->isInvalidDecl() ||
      StringRef(At.Path).count('.') == MaximumDepth)
    return;
  const clang::ASTRecordLayout &Layout = Context.getASTRecordLayout(Record);
  for (const clang::FieldDecl *Field : Record->fields()) {
    if (Field->isBitField() || Field->getType()->isReferenceType())
      continue;
    ArgumentLeaf Inner = At;
    Inner.Path += "." + Field->getNameAsString();
    Inner.OffsetInBytes += Layout.getFieldOffset(Field->getFieldIndex()) / 8;
    addLeaves(Context, Field->getType(), Inner, Leaves);
  }
}

std::vector<ArgumentLeaf> argumentLeaves(const clang::FunctionDecl &Kernel) {
  std::vector<ArgumentLeaf> Leaves;
  for (const clang::ParmVarDecl *Parameter : Kernel.parameters())
    if (!Parameter->getType()->isDependentType()) {
      ArgumentLeaf All;
      All.Parameter = Parameter->getFunctionScopeIndex();
      addLeaves(Kernel.getASTContext(), Parameter->getType(), All, Leaves);
    }
  return Leaves;
}

static StringRef calleeName(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee ? Callee->getName() : "";
}

/// Lets what starts with the program run at any time: code of other files may
/// call what is here before.
static void forgetStart(Module &M) {
  const bool IsCalled = any_of(M, [](const Function &F) {
    return F.hasExternalLinkage() && !F.isDeclaration() &&
           F.getName() != "main";
  });
  if (GlobalVariable *Start = M.getGlobalVariable("llvm.global_ctors");
      Start && IsCalled) {
    Start->setName("__warplint_start");
    Start->setLinkage(GlobalValue::ExternalLinkage);
  }
}

/// The calls in \p M of a function whose name \p Wanted takes.
static SmallVector<CallBase *, 8>
callsOf(Module &M, function_ref<bool(StringRef)> Wanted) {
  SmallVector<CallBase *, 8> Calls;
  for (Function &F : M)
    if (Wanted(F.getName()))
      append_range(Calls, directCalls(F));
  return Calls;
}

/// Puts the calls of our function into a module.
class HostProbes::Builder {
public:
  Builder(HostProbes &Probes, Module &M) : Probes(Probes), M(M) {}

  void run() {
    declareLaunch();
    expandChevrons();
    replaceAll();
  }

  /// Puts our call before each of the runtime's that has none yet: one through a
  /// pointer is known when LLVM has followed it.
  void replaceAll() {
    declareLaunch();
    for (CallBase *Call : callsOf(M, isLaunchFunction))
      if (!hasProbe(*Call) && replace(*Call))
        noteProbe(*Call);
  }

  /// Gives each launch of a kernel that is known by now its leaves.
  void addLeaves() {
    for (CallInst *Call : Probes.launches())
      if (const clang::FunctionDecl *Kernel =
              Probes.kernelOf(Call->getArgOperand(HostProbe::Kernel));
          Kernel && Call->arg_size() == HostProbe::FirstLeaf &&
          !isa<Constant>(Call->getArgOperand(HostProbe::Arguments)))
        addLeaves(*Call, *Kernel);
  }

private:
  static bool isLaunchFunction(StringRef Name) {
    const RuntimeCall Call = runtimeCallOf(Name);
    return isLaunch(Call) || Call == RuntimeCall::AddsNode ||
           // Overloads without C linkage, as headers of tests have them.
           Name.starts_with("_Z16cudaLaunchKernelPKv4dim3S1_");
  }

  Type *word() { return Type::getInt32Ty(M.getContext()); }
  Type *doubleWord() { return Type::getInt64Ty(M.getContext()); }
  PointerType *pointer() { return PointerType::getUnqual(M.getContext()); }

  /// LLVM drops a declaration that nothing uses.
  void declareLaunch() {
    constexpr StringRef Name = "__warplint_launch";
    Probes.Launch = M.getFunction(Name);
    if (Probes.Launch)
      return;
    SmallVector<Type *, 10> Types = {word(), pointer()};
    Types.append(6, word());
    Types.append({doubleWord(), pointer()});
    Probes.Launch = Function::Create(
        FunctionType::get(Type::getVoidTy(M.getContext()), Types,
                          /*isVarArg=*/true),
        GlobalValue::ExternalLinkage, Name, M);
    // A launch comes back, and writes nothing that the host could read before
    // the next call of the runtime.
    Probes.Launch->setMemoryEffects(MemoryEffects::inaccessibleMemOnly() |
                                    MemoryEffects::readOnly());
    Probes.Launch->setDoesNotThrow();
    Probes.Launch->setWillReturn();
    Probes.Launch->addFnAttr(Attribute::NoMerge);
  }

  /// The number of the launch at \p At, whose debug location is its place.
  Value *siteOf(const Instruction &At) {
    Probes.Sites.push_back(debugPlace(At.getDebugLoc()));
    return ConstantInt::get(word(), Probes.Sites.size() - 1);
  }

  /// Calls of kernels behind a configuration that was pushed. The stub of a
  /// kernel, which hands on what it is called with, is put in the place of its
  /// call; that of a kernel of another file, and what an address leads to, are
  /// not there.
  void expandChevrons() {
    std::vector<std::pair<CallBase *, CallBase *>> Launches;
    SetVector<Function *> In;
    auto IsPush = [](StringRef Name) { return Name == Push; };
    for (CallBase *Config : callsOf(M, IsPush))
      In.insert(Config->getFunction());
    for (Function *F : In) {
      const DominatorTree Tree(*F);
      for (Instruction &I : instructions(*F))
        if (auto *Call = dyn_cast<CallBase>(&I);
            Call && Call->getType()->isVoidTy() &&
            (Call->isIndirectCall() ||
             Probes.kernelOf(Call->getCalledOperand())))
          if (CallBase *Config = pushBefore(*Call, Tree))
            Launches.push_back({Call, Config});
    }
    for (auto [Call, Config] : Launches)
      if (Call->isIndirectCall() || Call->getCalledFunction()->isDeclaration())
        launchDirectly(*Call, *Config);
      else
        expandStub(*Call, *Config);
    for (CallBase *Config : callsOf(M, IsPush))
      Config->replaceAllUsesWith(ConstantInt::get(Config->getType(), 0));
  }

  /// The extents along x and y, and along z, as the ABI passes a dim3.
  void addShape(IRBuilder<> &At, Value *Two, Value *One,
                std::vector<Value *> &Operands) {
    Operands.push_back(At.CreateTrunc(Two, word()));
    Operands.push_back(At.CreateTrunc(At.CreateLShr(Two, 32), word()));
    Operands.push_back(One);
  }

  void launchDirectly(CallBase &Call, CallBase &Config) {
    IRBuilder<> At(&Call);
    std::vector<Value *> Operands = {siteOf(Call), Call.getCalledOperand()};
    for (unsigned Part : {0, 2})
      addShape(At, Config.getArgOperand(Part), Config.getArgOperand(Part + 1),
               Operands);
    Operands.push_back(Config.getArgOperand(4));
    Operands.push_back(ConstantPointerNull::get(pointer()));
    if (const clang::FunctionDecl *Kernel =
            Probes.kernelOf(Call.getCalledOperand()))
      addScalars(At, Call, *Kernel, Operands);
    At.CreateCall(Probes.Launch, Operands);
    handOver(At, SmallVector<Value *>(Call.args()));
  }

  /// Whether a value of \p Type is one operand.
  static bool isPassedWhole(clang::QualType Type) {
    return Type->isPointerType() || Type->isReferenceType() ||
           Type->isIntegralOrEnumerationType() || Type->isRealFloatingType();
  }

  /// The operands are the parameters up to one that may be passed in parts; what
  /// comes behind is not known.
  void addScalars(IRBuilder<> &At, CallBase &Call,
                  const clang::FunctionDecl &Kernel,
                  std::vector<Value *> &Operands) {
    unsigned Plain = 0;
    while (Plain != Kernel.getNumParams() && Plain != Call.arg_size() &&
           isPassedWhole(Kernel.getParamDecl(Plain)->getType()))
      ++Plain;
    for (const ArgumentLeaf &Leaf : argumentLeaves(Kernel)) {
      Value *V = PoisonValue::get(doubleWord());
      if (Leaf.Parameter < Plain &&
          Call.getArgOperand(Leaf.Parameter)->getType()->isIntegerTy())
        V = At.CreateIntCast(Call.getArgOperand(Leaf.Parameter), doubleWord(),
                             Leaf.IsSigned);
      Operands.push_back(V);
    }
  }

  /// The push whose success leads to \p At.
  static CallBase *pushBefore(const Instruction &At,
                              const DominatorTree &Tree) {
    const DomTreeNode *Node = Tree.getNode(At.getParent());
    for (; Node; Node = Node->getIDom()) {
      const auto *Branch =
          dyn_cast<BranchInst>(Node->getBlock()->getTerminator());
      const auto *Compare = Branch && Branch->isConditional()
                                ? dyn_cast<ICmpInst>(Branch->getCondition())
                                : nullptr;
      auto *Call =
          Compare ? dyn_cast<CallBase>(Compare->getOperand(0)) : nullptr;
      if (Call && calleeName(*Call) == Push && Call->arg_size() == 6 &&
          Tree.dominates(
              BasicBlockEdge(Node->getBlock(), Branch->getSuccessor(1)),
              At.getParent()))
        return Call;
    }
    return nullptr;
  }

  void expandStub(CallBase &Call, CallBase &Config) {
    Value *Site = siteOf(Call);
    InlineFunctionInfo Info;
    if (!InlineFunction(Call, Info).isSuccess())
      return;
    for (CallBase *Inner : Info.InlinedCallSites) {
      if (Inner->arg_size() < 4)
        continue;
      if (calleeName(*Inner) == Pop) {
        IRBuilder<> At(Inner);
        for (auto [Part, Slot] : {std::pair(0, 0), {2, 1}}) {
          Value *Into = Inner->getArgOperand(Slot);
          At.CreateStore(Config.getArgOperand(Part), Into);
          At.CreateStore(Config.getArgOperand(Part + 1),
                         At.CreateConstGEP1_32(At.getInt8Ty(), Into, 8));
        }
        At.CreateStore(Config.getArgOperand(4), Inner->getArgOperand(2));
        Inner->replaceAllUsesWith(ConstantInt::get(Inner->getType(), 0));
        drop(*Inner);
      } else if (isLaunchFunction(calleeName(*Inner))) {
        SiteOf[Inner] = Site;
      }
    }
  }

  static void drop(CallBase &Call) {
    if (auto *Invoke = dyn_cast<InvokeInst>(&Call)) {
      Invoke->getUnwindDest()->removePredecessor(Invoke->getParent());
      BranchInst::Create(Invoke->getNormalDest(), Invoke->getIterator());
    }
    Call.eraseFromParent();
  }

  /// Puts our call before \p Call, one of the runtime's. False where it is not
  /// called as the runtime declares it.
  bool replace(CallBase &Call) {
    // A stub that is still there is called through its address.
    if (Probes.kernelOf(Call.getFunction()))
      return true;
    IRBuilder<> At(&Call);
    auto Site = SiteOf.find(&Call);
    std::vector<Value *> Operands = {Site != SiteOf.end() ? Site->second
                                                          : siteOf(Call)};
    const RuntimeCall Does = runtimeCallOf(calleeName(Call));
    auto Load = [&](Value *From, unsigned Offset, Type *As) -> Value * {
      return At.CreateLoad(
          As, At.CreateConstInBoundsGEP1_64(At.getInt8Ty(), From, Offset));
    };
    auto LoadShapes = [&](Value *From, unsigned Offset) {
      for (unsigned N = 0; N != 6; ++N)
        Operands.push_back(Load(From, Offset + 4 * N, word()));
    };
    if (Does == RuntimeCall::LaunchesByArray) {
      if (Call.arg_size() != 3)
        return false;
      Value *Config = Call.getArgOperand(0);
      Operands.push_back(Call.getArgOperand(1));
      LoadShapes(Config, 0);
      Operands.push_back(Load(Config, 24, doubleWord()));
      Operands.push_back(Call.getArgOperand(2));
    } else if (Does == RuntimeCall::AddsNode) {
      if (Call.arg_size() != 5)
        return false;
      Value *Params = Call.getArgOperand(4);
      Operands.push_back(Load(Params, 0, pointer()));
      LoadShapes(Params, 8);
      Operands.push_back(At.CreateZExt(Load(Params, 32, word()), doubleWord()));
      Operands.push_back(Load(Params, 40, pointer()));
    } else { // (kernel, grid xy, grid z, block xy, block z, args, bytes, ..)
      if (Call.arg_size() != 8 ||
          Call.getArgOperand(1)->getType() != doubleWord() ||
          Call.getArgOperand(3)->getType() != doubleWord())
        return false;
      Operands.push_back(Call.getArgOperand(0));
      for (unsigned Part : {1, 3})
        addShape(At, Call.getArgOperand(Part), Call.getArgOperand(Part + 1),
                 Operands);
      Operands.push_back(Call.getArgOperand(6));
      Operands.push_back(Call.getArgOperand(5));
      if (const clang::FunctionDecl *Kernel =
              Probes.kernelOf(Call.getArgOperand(0))) {
        appendLeaves(At, Call.getArgOperand(5), *Kernel, Operands);
        handOverPointers(At, Call.getArgOperand(5), *Kernel);
        // Nobody reads the others any more: they need no memory.
        Value *None = ConstantPointerNull::get(pointer());
        Operands[HostProbe::Arguments] = None;
        Call.setArgOperand(5, None);
      }
    }
    At.CreateCall(Probes.Launch, Operands);
    return true;
  }

  /// What \p Kernel gets through \p Array, the addresses of its arguments.
  void appendLeaves(IRBuilder<> &At, Value *Array,
                    const clang::FunctionDecl &Kernel,
                    std::vector<Value *> &Operands) {
    for (const ArgumentLeaf &Leaf : argumentLeaves(Kernel)) {
      Value *Of = At.CreateLoad(
          pointer(), At.CreateConstGEP1_64(pointer(), Array, Leaf.Parameter));
      Value *V = At.CreateLoad(
          At.getIntNTy(Leaf.Bits),
          At.CreateConstGEP1_64(At.getInt8Ty(), Of, Leaf.OffsetInBytes));
      Operands.push_back(At.CreateIntCast(V, doubleWord(), Leaf.IsSigned));
    }
  }

  /// What \p Kernel, with its arguments at \p Array, may write through.
  void handOverPointers(IRBuilder<> &At, Value *Array,
                        const clang::FunctionDecl &Kernel) {
    SmallVector<Value *> Pointers;
    for (const clang::ParmVarDecl *Parameter : Kernel.parameters()) {
      SmallVector<uint64_t> Offsets;
      const bool AreKnown =
          addPointers(Kernel.getASTContext(), Parameter->getType(), 0, Offsets);
      if (AreKnown && Offsets.empty())
        continue;
      Value *Of = At.CreateLoad(
          pointer(), At.CreateConstGEP1_64(pointer(), Array,
                                           Parameter->getFunctionScopeIndex()));
      if (!AreKnown)
        Pointers.push_back(Of);
      else
        for (uint64_t Offset : Offsets)
          Pointers.push_back(At.CreateLoad(
              pointer(), At.CreateConstGEP1_64(At.getInt8Ty(), Of, Offset)));
    }
    handOver(At, Pointers);
  }

  /// From here on other code has \p Pointers.
  void handOver(IRBuilder<> &At, ArrayRef<Value *> Pointers) {
    if (Pointers.empty())
      return;
    FunctionCallee Taker = M.getOrInsertFunction(
        "__warplint_hand_over",
        FunctionType::get(Type::getVoidTy(M.getContext()), /*isVarArg=*/true));
    auto &F = cast<Function>(*Taker.getCallee());
    F.setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
    F.setDoesNotThrow();
    F.setWillReturn();
    At.CreateCall(Taker, Pointers);
  }

  void addLeaves(CallInst &Call, const clang::FunctionDecl &Kernel) {
    IRBuilder<> At(&Call);
    std::vector<Value *> Operands(Call.arg_begin(), Call.arg_end());
    appendLeaves(At, Call.getArgOperand(HostProbe::Arguments), Kernel,
                 Operands);
    CallInst *With = At.CreateCall(Probes.Launch, Operands);
    With->setDebugLoc(Call.getDebugLoc());
    Call.eraseFromParent();
  }

  HostProbes &Probes;
  Module &M;
  DenseMap<CallBase *, Value *> SiteOf;
};

HostProbes::HostProbes(HostUnit &Unit,
                       function_ref<bool(const clang::FunctionDecl &)> IsClosed)
    : Unit(Unit) {
  Module &M = Unit.module();
  forgetAllocators(M);
  forgetOpenOrder(Unit);
  setDeviceProperties(Unit);
  forgetDeviceVariables(Unit);
  Builder Build(*this, M);
  Build.run();
  const StringSet<> Outside = outsideNames(Unit.ast());
  for (Function &F : M) {
    const auto *D =
        F.isDeclaration()
            ? nullptr
            : dyn_cast_or_null<clang::FunctionDecl>(Unit.declOf(F.getName()));
    if (!D || D->hasAttr<clang::CUDAGlobalAttr>())
      continue;
    if (Outside.contains(F.getName()) ||
        (D->getIdentifier() && Outside.contains(D->getName()))) {
      F.setLinkage(GlobalValue::ExternalLinkage);
      // What nothing calls here is called by code that nobody sees.
    } else if (!F.hasLocalLinkage() && !F.use_empty() && IsClosed(*D)) {
      F.setLinkage(GlobalValue::InternalLinkage);
      F.setComdat(nullptr);
    }
  }
  forgetStart(M);
  inlineCallersOf(*Launch);
  if (hasOpenFloats(Unit.ast()))
    forgetFloats(M);
  simplifyHost(M);
  Build.replaceAll();
  Build.addLeaves();
  simplifyAgain(M);
}

std::vector<CallInst *> HostProbes::launches() const {
  std::vector<CallInst *> Found;
  for (Function &F : Unit.module())
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I);
          Call && Call->getCalledFunction() == Launch)
        Found.push_back(Call);
  return Found;
}

const clang::FunctionDecl *HostProbes::kernelOf(const Value *V) const {
  const auto *Stub = dyn_cast<Function>(V->stripPointerCasts());
  const auto *D = dyn_cast_or_null<clang::FunctionDecl>(
      Stub ? Unit.declOf(Stub->getName()) : nullptr);
  return D && D->hasAttr<clang::CUDAGlobalAttr>() ? D : nullptr;
}

void HostProbes::forEachEscaped(
    bool IsThroughMemory,
    function_ref<void(const clang::FunctionDecl &, bool)> Note) const {
  for (const Function &F : Unit.module())
    if (const clang::FunctionDecl *Kernel = kernelOf(&F))
      if (Escape To = escapeOf(F, IsThroughMemory); To != Escape::Nowhere)
        Note(*Kernel, To == Escape::Outside);
}

} // namespace warplint
