//===- DeviceCode.cpp - LLVM IR of the functions that are whole -----------===//

#include "DeviceCode.h"
#include "TypeComputations.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace clang;

namespace warplint {

static bool declaresShared(const FunctionDecl *F) {
  return llvm::any_of(
      F->decls(), [](const Decl *D) { return D->hasAttr<CUDASharedAttr>(); });
}

bool isOfInterest(const SourceManager &SM, const FunctionDecl *F) {
  return !SM.isInSystemHeader(F->getLocation()) &&
         (F->hasAttr<CUDAGlobalAttr>() || declaresShared(F));
}

void forEachFunction(llvm::ArrayRef<Announcement> Announced,
                     llvm::function_ref<void(const FunctionDecl *)> Visit) {
  llvm::SmallVector<const Decl *> Work;
  for (const Announcement &A : Announced)
    if (const auto *Group = std::get_if<DeclGroupRef>(&A))
      Work.append(Group->begin(), Group->end());
  while (!Work.empty()) {
    const Decl *D = Work.pop_back_val();
    if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D))
      llvm::append_range(Work, cast<DeclContext>(D)->decls());
    if (const auto *T = dyn_cast<FunctionTemplateDecl>(D))
      D = T->getTemplatedDecl();
    if (const auto *F = dyn_cast<FunctionDecl>(D);
        F && F->doesThisDeclarationHaveABody())
      Visit(F);
  }
}

unsigned countWhole(const SourceManager &SM,
                    llvm::ArrayRef<Announcement> Announced,
                    WholeFunctions &Whole) {
  unsigned Count = 0;
  forEachFunction(Announced, [&](const FunctionDecl *F) {
    Count += isOfInterest(SM, F) && !Whole.whyBroken(F);
  });
  return Count;
}

namespace {

class UnitBuilder : public DeviceUnit {
public:
  UnitBuilder(CompilerInstance &CI, std::vector<Announcement> Announced,
              WholeFunctions &Whole)
      : CI(CI), Announced(std::move(Announced)), Whole(Whole),
        SilentDiags(CI.getDiagnostics().getDiagnosticIDs(),
                    CI.getDiagnosticOpts(), new IgnoringDiagConsumer) {}

  /// Runs CodeGen over the whole functions.
  bool build() {
    ASTContext &Context = CI.getASTContext();
    SilentDiags.setSourceManager(&CI.getSourceManager());
    Generator =
        CreateLLVMCodeGen(SilentDiags, "warplint", CI.getVirtualFileSystemPtr(),
                          CI.getHeaderSearchOpts(), CI.getPreprocessorOpts(),
                          CI.getCodeGenOpts(), LLVM);
    Generator->Initialize(Context);
    generate();
    Module = Generator->ReleaseModule();
    if (Module)
      dropCallsOf(TypesAlone);
    return Module != nullptr;
  }

  ASTContext &ast() override { return CI.getASTContext(); }
  llvm::Module &module() override { return *Module; }
  const Decl *declOf(StringRef Name) override {
    return Generator->GetDeclForMangledName(Name);
  }
  const std::vector<LeftOut> &omitted() const override { return Omitted; }
  std::optional<std::string> doubtOf(const FunctionDecl &F) override {
    return Whole.whyDoubtful(&F);
  }

private:
  void generate() {
    ASTContext &Context = CI.getASTContext();
    // Which functions are whole is seen from all bodies.
    if (!Whole.hasErrors())
      TypesAlone = findTypeComputations(Context, kernels());
    HiddenBodies Hidden(TypesAlone);
    for (const Announcement &A : Announced)
      std::visit([this](const auto &Item) { replay(Item); }, A);
    Generator->HandleTranslationUnit(Context);
  }

  std::vector<FunctionDecl *> kernels() const {
    std::vector<FunctionDecl *> Kernels;
    llvm::SmallVector<Decl *> Work;
    for (const Announcement &A : Announced)
      if (const auto *Group = std::get_if<DeclGroupRef>(&A))
        Work.append(Group->begin(), Group->end());
    while (!Work.empty()) {
      Decl *D = Work.pop_back_val();
      if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D))
        llvm::append_range(Work, cast<DeclContext>(D)->decls());
      auto *F = dyn_cast<FunctionDecl>(D);
      if (F && F->hasAttr<CUDAGlobalAttr>() && !F->isDependentContext() &&
          F->doesThisDeclarationHaveABody())
        Kernels.push_back(F);
    }
    return Kernels;
  }

  void dropCallsOf(llvm::ArrayRef<FunctionDecl *> Functions) {
    llvm::SmallPtrSet<const Decl *, 32> Dropped(Functions.begin(),
                                                Functions.end());
    for (llvm::Function &F : llvm::make_early_inc_range(*Module)) {
      if (!F.isDeclaration() || F.isIntrinsic())
        continue;
      const auto *D = dyn_cast_or_null<FunctionDecl>(declOf(F.getName()));
      if (D && Dropped.contains(D->getDefinition()))
        dropCallsOf(F);
    }
  }

  static void dropCallsOf(llvm::Function &F) {
    for (llvm::User *U : llvm::make_early_inc_range(F.users())) {
      auto *Call = dyn_cast<llvm::CallInst>(U);
      if (!Call || Call->getCalledOperand() != &F)
        continue;
      Call->replaceAllUsesWith(llvm::PoisonValue::get(Call->getType()));
      Call->eraseFromParent();
    }
    if (F.use_empty())
      F.eraseFromParent();
  }

  void replay(const DeclGroupRef &Group) {
    for (Decl *D : Group)
      replayDecl(D);
  }
  void replay(const InlineDefinition &I) {
    if (isWanted(I.F))
      Generator->HandleInlineFunctionDefinition(I.F);
  }
  void replay(const TagDefinition &T) {
    auto *R = dyn_cast<RecordDecl>(T.D);
    if (!T.D->isInvalidDecl() && (!R || Whole.isWhole(R)))
      Generator->HandleTagDeclDefinition(T.D);
  }
  void replay(const StaticMemberInstantiation &S) {
    if (Whole.isWhole(S.V))
      Generator->HandleCXXStaticMemberVarInstantiation(S.V);
  }
  void replay(const TentativeDefinition &T) {
    if (Whole.isWhole(T.V))
      Generator->CompleteTentativeDefinition(T.V);
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
    if (!F->doesThisDeclarationHaveABody() || F->isDependentContext())
      return !F->isInvalidDecl();
    std::optional<std::string> Why = Whole.whyBroken(F);
    if (!Why)
      return true;
    const SourceManager &SM = CI.getSourceManager();
    if (isOfInterest(SM, F))
      Omitted.push_back(
          {placeOf(SM, F->getLocation()), F->getQualifiedNameAsString(), *Why});
    return false;
  }

  CompilerInstance &CI;
  std::vector<Announcement> Announced;
  WholeFunctions &Whole;
  // CodeGen gives up on an engine that saw errors: it has one of its own.
  DiagnosticsEngine SilentDiags;
  llvm::LLVMContext LLVM;
  std::unique_ptr<CodeGenerator> Generator;
  std::unique_ptr<llvm::Module> Module;
  std::vector<LeftOut> Omitted;
  /// Their calls do nothing, and they have no code.
  std::vector<FunctionDecl *> TypesAlone;
};

} // namespace

std::unique_ptr<DeviceUnit> buildDeviceCode(CompilerInstance &CI,
                                            std::vector<Announcement> Announced,
                                            WholeFunctions &Whole) {
  auto Unit = std::make_unique<UnitBuilder>(CI, std::move(Announced), Whole);
  if (!Unit->build())
    return nullptr;
  return Unit;
}

} // namespace warplint
