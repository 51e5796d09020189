//===- DeviceCode.cpp - LLVM IR of the functions that are whole -----------===//

#include "Frontend/Nvcc/CopyElision.h"
#include "Frontend/Nvcc/LongDoubles.h"
#include "Frontend/Nvcc/ThreadObjects.h"
#include "Frontend/Recovery/AssemblyText.h"
#include "Frontend/Recovery/HostCalls.h"
#include "Frontend/StandIns/StandInDoubts.h"
#include "Frontend/Templates/KernelPattern.h"
#include "ParsedFile.h"
#include "RootFunction.h"
#include "UnknownLayouts.h"
#include "UnseenFunctions.h"
#include "warplint/Frontend/Places.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include <set>

using namespace clang;

namespace warplint {

namespace {

class UnitBuilder : public DeviceUnit {
public:
  UnitBuilder(std::unique_ptr<ParsedFile> Parsed, const OwnFile &Own,
              bool OnlyOwn, bool AllOwn)
      : File(std::move(Parsed)), CI(File->compiler()),
        Calls(std::move(File->Calls)),
        Whole(File->ast(), File->errors(), File->hasTakenErrors(),
              &File->inDoubt(), File->undefinedMacros()),
        Own(Own), OnlyOwn(OnlyOwn), AllOwn(AllOwn),
        SilentDiags(CI.getDiagnostics().getDiagnosticIDs(),
                    CI.getDiagnosticOpts(), new IgnoringDiagConsumer) {
    ErrorPlaces = File->ErrorPlaces;
  }

  /// Runs CodeGen over the whole functions.
  bool build() {
    ASTContext &Context = CI.getASTContext();
    SilentDiags.setSourceManager(&CI.getSourceManager());
    Generator =
        CreateLLVMCodeGen(SilentDiags, "warplint", CI.getVirtualFileSystemPtr(),
                          CI.getHeaderSearchOpts(), CI.getPreprocessorOpts(),
                          CI.getCodeGenOpts(), *LLVM);
    Generator->Initialize(Context);
    generate();
    if (Generator->GetModule() && hasStandIns(CI.getSourceManager()))
      hideUnknownLayouts(Context, *Generator);
    Module = Generator->ReleaseModule();
    if (!Module)
      return false;
    readThreadRegisters(*Module);
    computeWithDouble(*Module);
    endAtHostCalls();
    leaveConstantMemory();
    findReached();
    makeRoots();
    listUnreached();
    return true;
  }

  ASTContext &ast() override { return CI.getASTContext(); }
  llvm::Module &module() override { return *Module; }
  void releaseCode() override {
    FromKernels.clear();
    Module.reset();
    Generator.reset();
    LLVM.reset(); // Has the debug locations.
  }
  const Decl *declOf(StringRef Name) override {
    return Generator->GetDeclForMangledName(Name);
  }
  const std::vector<LeftOut> &omitted() const override { return Omitted; }
  const std::vector<const FunctionDecl *> &reached() const override {
    return Reached;
  }
  bool isOpenToHeaders(const FunctionDecl &F) override {
    return Whole.mayChange(&F).IsByHeader;
  }
  std::optional<std::string> doubtOf(const FunctionDecl &F) override {
    return Whole.mayChange(&F).Why;
  }
  const std::vector<UndefinedMacro> &
  assumedFor(const FunctionDecl &F) override {
    return Whole.mayChange(&F).Assumed;
  }

private:
  void generate() {
    ASTContext &Context = CI.getASTContext();
    File->Late = [this](Decl *D) {
      escapeAssembly(*D);
      copyAsNvcc(*D);
      replayDecl(D);
    };
    llvm::scope_exit Ended([this] { File->Late = nullptr; });
    forceOwnFunctions();
    for (const ConsumerCall &C : Calls)
      replay(C);
    Generator->HandleTranslationUnit(Context);
  }

  void endAtHostCalls() {
    for (llvm::Function &F : *Module)
      if (const FunctionDecl *D = F.isDeclaration() ? functionOf(F) : nullptr;
          D && isOfHost(*D))
        F.setDoesNotReturn();
  }

  /// Clang puts variables that are const into constant memory, nvcc only those that
  /// are declared so.
  void leaveConstantMemory() {
    for (llvm::GlobalVariable &G :
         llvm::make_early_inc_range(Module->globals())) {
      const auto *D = dyn_cast_or_null<VarDecl>(declOf(G.getName()));
      const auto *Declared = D ? D->getAttr<CUDAConstantAttr>() : nullptr;
      if (G.getAddressSpace() != llvm::NVPTXAS::ADDRESS_SPACE_CONST || !D ||
          (Declared && !Declared->isImplicit()))
        continue;
      auto *Moved = new llvm::GlobalVariable(
          *Module, G.getValueType(), G.isConstant(), G.getLinkage(),
          G.hasInitializer() ? G.getInitializer() : nullptr, "", &G,
          G.getThreadLocalMode(), llvm::NVPTXAS::ADDRESS_SPACE_GLOBAL,
          G.isExternallyInitialized());
      Moved->copyAttributesFrom(&G);
      Moved->setComdat(G.getComdat());
      Moved->takeName(&G);
      G.replaceAllUsesWith(
          llvm::ConstantExpr::getAddrSpaceCast(Moved, G.getType()));
      G.eraseFromParent();
    }
  }

  const FunctionDecl *functionOf(const llvm::Function &F) {
    return dyn_cast_or_null<FunctionDecl>(declOf(F.getName()));
  }

  void replay(const ConsumerCall &C) {
    escapeAssembly(*C.D);
    copyAsNvcc(*C.D);
    switch (C.What) {
    case ConsumerCall::TopLevel:
      return replayDecl(C.D);
    case ConsumerCall::InlineFunction:
      if (auto *F = cast<FunctionDecl>(C.D); isWanted(F))
        Generator->HandleInlineFunctionDefinition(F);
      return;
    case ConsumerCall::Tag: {
      const auto *R = dyn_cast<RecordDecl>(C.D);
      if (!C.D->isInvalidDecl() && (!R || Whole.isWhole(R)))
        Generator->HandleTagDeclDefinition(cast<TagDecl>(C.D));
      return;
    }
    case ConsumerCall::StaticMember:
      if (auto *V = cast<VarDecl>(C.D); Whole.isWhole(V))
        Generator->HandleCXXStaticMemberVarInstantiation(V);
      return;
    case ConsumerCall::TentativeVariable:
      if (auto *V = cast<VarDecl>(C.D); Whole.isWhole(V))
        Generator->CompleteTentativeDefinition(V);
      return;
    }
  }

  /// Enters namespaces and linkage specifications, so that one broken
  /// declaration does not take its neighbours along.
  void replayDecl(Decl *D) {
    if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D)) {
      for (Decl *Inner : cast<DeclContext>(D)->decls())
        replayDecl(Inner);
      return;
    }
    if (auto *F = dyn_cast<FunctionDecl>(D)) {
      if (!isWanted(F))
        return;
    } else if (auto *V = dyn_cast<VarDecl>(D)) {
      if (!Whole.isWhole(V))
        return;
    } else if (auto *R = dyn_cast<RecordDecl>(D)) {
      if (!Whole.isWhole(R))
        return;
    } else if (D->isInvalidDecl()) {
      return;
    }
    Generator->HandleTopLevelDecl(DeclGroupRef(D));
  }

  /// Device code that is whole. Broken device code goes on the list.
  bool isWanted(const FunctionDecl *F) {
    bool IsKernel = F->hasAttr<CUDAGlobalAttr>();
    if (!IsKernel && !F->hasAttr<CUDADeviceAttr>())
      return false;
    if (!IsKernel && isIdle(F))
      return false;
    if (!F->doesThisDeclarationHaveABody() || F->isDependentContext())
      return !F->isInvalidDecl();
    std::optional<std::string> Why = Whole.whyBroken(F);
    if (!Why)
      return !OnlyOwn || !IsKernel || concernsOwn(F);
    const SourceManager &SM = CI.getSourceManager();
    if (isOfInterest(SM, F))
      Omitted.push_back({placeOf(SM, F->getLocation()),
                         F->getQualifiedNameAsString(),
                         *Why + File->Unrepaired});
    return false;
  }

  /// A function of the system's that nothing uses. One with C linkage may be
  /// called by another declaration with its name in assembly.
  bool isIdle(const FunctionDecl *F) const {
    return !F->isReferenced() && !F->isUsed() && !F->isExternC() &&
           !F->hasAttr<AsmLabelAttr>() &&
           CI.getSourceManager().isInSystemHeader(F->getLocation());
  }

  /// \p Kernel is in the file that is looked at, or calls something of it.
  bool concernsOwn(const FunctionDecl *Kernel) {
    return Whole.uses(Kernel, [&](const Decl *D) {
      return isa<FunctionDecl>(D) && Own.holds(D->getLocation());
    });
  }

  /// Follows the module's calls from its kernels.
  void findReached() {
    auto &Work = FromKernels;
    Work.clear();
    Reached.clear();
    for (const llvm::Function &F : *Module)
      if (F.getCallingConv() == llvm::CallingConv::PTX_Kernel)
        Work.insert(&F);
    for (size_t I = 0; I < Work.size(); ++I) {
      const auto *F = dyn_cast<llvm::Function>(Work[I]);
      if (!F) {
        for (const llvm::Use &Op : cast<llvm::Constant>(Work[I])->operands())
          Work.insert(Op.get());
        continue;
      }
      if (F->isDeclaration())
        continue;
      if (const FunctionDecl *D = functionOf(*F))
        if (const FunctionDecl *Body = D->getDefinition();
            Body && isOfInterest(CI.getSourceManager(), Body))
          Reached.push_back(Body);
      for (const llvm::Instruction &I : llvm::instructions(*F))
        for (const llvm::Use &Op : I.operands())
          if (isa<llvm::Constant>(Op) && !isa<llvm::ConstantData>(Op))
            Work.insert(Op.get());
    }
  }

  static bool isWrittenFor(const FunctionDecl &Device) {
    return !Device.getAttr<CUDADeviceAttr>()->isImplicit();
  }

  /// Own device functions with shared memory, or all of them where that is
  /// wanted, get code although nothing may call them. A lambda's or a constexpr
  /// function's attribute is none that somebody wrote: such may be the host's.
  void forceOwnFunctions() {
    ASTContext &Context = CI.getASTContext();
    forEachFunction(Calls, [&](const FunctionDecl *F) {
      if (F->hasAttr<CUDAGlobalAttr>() || !F->hasAttr<CUDADeviceAttr>() ||
          F->isDependentContext() || !Own.holds(F->getLocation()) ||
          !((AllOwn && isWrittenFor(*F)) || declaresShared(*F)) ||
          Whole.whyBroken(F))
        return;
      if (!F->hasAttr<UsedAttr>())
        const_cast<FunctionDecl *>(F)->addAttr(
            UsedAttr::CreateImplicit(Context));
      Forced.push_back(F);
    });
  }

  /// The functions that call \p F, through others, and that nothing calls; or
  /// \p F. Nothing but F in a circle of calls.
  static llvm::SetVector<llvm::Function *> outermostCallers(llvm::Function &F) {
    llvm::SetVector<llvm::Function *> Seen, Outermost;
    Seen.insert(&F);
    for (size_t I = 0; I < Seen.size(); ++I) {
      bool IsCalled = false;
      for (const llvm::User *U : Seen[I]->users())
        if (const auto *Use = dyn_cast<llvm::Instruction>(U);
            Use && Use->getFunction() != Seen[I]) {
          IsCalled = true;
          Seen.insert(const_cast<llvm::Function *>(Use->getFunction()));
        }
      if (!IsCalled)
        Outermost.insert(Seen[I]);
    }
    if (Outermost.empty())
      Outermost.insert(&F);
    return Outermost;
  }

  /// Those that no kernel reaches are looked at as kernels are, each in what
  /// calls it.
  void makeRoots() {
    if (Forced.empty())
      return;
    std::set<const Decl *> Wanted;
    for (const FunctionDecl *F : Forced)
      Wanted.insert(F->getCanonicalDecl());
    llvm::SetVector<llvm::Function *> Roots;
    for (llvm::Function &F : *Module)
      if (const FunctionDecl *D = F.isDeclaration() || FromKernels.contains(&F)
                                      ? nullptr
                                      : functionOf(F);
          D && Wanted.contains(D->getCanonicalDecl()))
        Roots.insert_range(outermostCallers(F));
    if (Roots.empty())
      return;
    for (llvm::Function *F : Roots)
      makeRoot(*F);
    findReached();
  }

  /// Lists the functions of the file that have no code.
  void listUnreached() {
    const SourceManager &SM = CI.getSourceManager();
    std::set<SourcePlace> Known;
    for (const FunctionDecl *F : Reached)
      Known.insert(placeOf(SM, patternOf(*F).getLocation()));
    for (const LeftOut &L : Omitted)
      Known.insert(L.Where);
    // Those are looked at where the module is.
    for (const llvm::Function &F : *Module)
      if (const FunctionDecl *D = F.isDeclaration() ? nullptr : functionOf(F))
        Known.insert(placeOf(SM, patternOf(*D).getLocation()));
    llvm::append_range(Omitted,
                       unseenFunctions(*File, Own, Whole, std::move(Known)));
  }

  std::unique_ptr<ParsedFile> File;
  CompilerInstance &CI;
  std::vector<ConsumerCall> Calls;
  WholeFunctions Whole;
  OwnFile Own;
  bool OnlyOwn, AllOwn;
  // CodeGen gives up on an engine that saw errors: it has one of its own.
  DiagnosticsEngine SilentDiags;
  std::unique_ptr<llvm::LLVMContext> LLVM =
      std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<CodeGenerator> Generator;
  std::unique_ptr<llvm::Module> Module;
  std::vector<LeftOut> Omitted;
  std::vector<const FunctionDecl *> Reached;        ///< Of interest.
  llvm::SetVector<const llvm::Value *> FromKernels; ///< What they reach.
  std::vector<const FunctionDecl *> Forced;
};

} // namespace

std::unique_ptr<DeviceUnit> buildDeviceCode(std::unique_ptr<ParsedFile> File,
                                            const OwnFile &Own, bool OnlyOwn,
                                            bool AllOwn) {
  auto Unit =
      std::make_unique<UnitBuilder>(std::move(File), Own, OnlyOwn, AllOwn);
  if (!Unit->build())
    return nullptr;
  return Unit;
}

} // namespace warplint
