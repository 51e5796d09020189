//===- HostCode.cpp - LLVM IR of the host side ----------------------------===//

#include "ParsedFile.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace clang;

namespace warplint {
namespace {

/// Instantiates what `extern template` promises of the user's templates: another
/// file has the code, and launches what it launches.
class PromisedInstances {
public:
  explicit PromisedInstances(Sema &S) : S(S) {}

  void make() {
    find(*S.Context.getTranslationUnitDecl());
    for (auto [Instance, Loc] : Functions) {
      Instance->setTemplateSpecializationKind(
          TSK_ExplicitInstantiationDefinition, Loc);
      S.InstantiateFunctionDefinition(Loc, Instance, /*Recursive=*/true,
                                      /*DefinitionRequired=*/false,
                                      /*AtEndOfTU=*/true);
    }
    for (auto [Class, Loc] : Classes)
      S.InstantiateClassTemplateSpecializationMembers(
          Loc, Class, TSK_ExplicitInstantiationDefinition);
    S.PerformPendingInstantiations();
  }

private:
  void find(const DeclContext &In) {
    for (Decl *D : In.noload_decls()) {
      if (D->isFromASTFile() ||
          S.getSourceManager().isInSystemHeader(D->getLocation()))
        continue;
      if (auto *T = dyn_cast<FunctionTemplateDecl>(D))
        for (FunctionDecl *F : T->specializations())
          if (isPromised(*F) && F->getTemplateInstantiationPattern() &&
              !F->isDefined())
            Functions.push_back({F, F->getPointOfInstantiation()});
      if (auto *T = dyn_cast<ClassTemplateDecl>(D))
        for (ClassTemplateSpecializationDecl *C : T->specializations())
          if (isPromised(*C) && C->hasDefinition())
            Classes.push_back({C, C->getPointOfInstantiation()});
      if (isa<NamespaceDecl, LinkageSpecDecl>(D))
        find(*cast<DeclContext>(D));
    }
  }

  template <typename Instance> static bool isPromised(const Instance &I) {
    return I.getTemplateSpecializationKind() ==
           TSK_ExplicitInstantiationDeclaration;
  }

  Sema &S;
  std::vector<std::pair<FunctionDecl *, SourceLocation>> Functions;
  std::vector<std::pair<ClassTemplateSpecializationDecl *, SourceLocation>>
      Classes;
};

class HostBuilder : public HostUnit {
public:
  explicit HostBuilder(std::unique_ptr<ParsedFile> Parsed)
      : File(std::move(Parsed)) {}

  bool build() {
    CompilerInstance &CI = File->compiler();
    Generator = CreateLLVMCodeGen(
        CI.getDiagnostics(), "warplint", CI.getVirtualFileSystemPtr(),
        CI.getHeaderSearchOpts(), CI.getPreprocessorOpts(), CI.getCodeGenOpts(),
        LLVM);
    Generator->Initialize(CI.getASTContext());
    File->Late = [this](Decl *D) {
      Generator->HandleTopLevelDecl(DeclGroupRef(D));
    };
    // Sema hands on what code generation asks for while the list is read.
    for (size_t N = 0; N != File->Calls.size(); ++N)
      replay(File->Calls[N]);
    Generator->HandleTranslationUnit(CI.getASTContext());
    File->Late = nullptr;
    Module = Generator->ReleaseModule();
    return Module && !CI.getDiagnostics().hasErrorOccurred();
  }

  ASTContext &ast() override { return File->ast(); }
  llvm::Module &module() override { return *Module; }
  const Decl *declOf(StringRef Name) override {
    return Generator->GetDeclForMangledName(Name);
  }

private:
  void replay(const ConsumerCall &C) {
    switch (C.What) {
    case ConsumerCall::TopLevel:
      Generator->HandleTopLevelDecl(DeclGroupRef(C.D));
      return;
    case ConsumerCall::InlineFunction:
      Generator->HandleInlineFunctionDefinition(cast<FunctionDecl>(C.D));
      return;
    case ConsumerCall::Tag:
      Generator->HandleTagDeclDefinition(cast<TagDecl>(C.D));
      return;
    case ConsumerCall::StaticMember:
      Generator->HandleCXXStaticMemberVarInstantiation(cast<VarDecl>(C.D));
      return;
    case ConsumerCall::TentativeVariable:
      Generator->CompleteTentativeDefinition(cast<VarDecl>(C.D));
      return;
    }
  }

  std::unique_ptr<ParsedFile> File;
  llvm::LLVMContext LLVM;
  std::unique_ptr<CodeGenerator> Generator;
  std::unique_ptr<llvm::Module> Module;
};

} // namespace

bool hasErrorOfHost(ParsedFile &File) {
  const SourceManager &SM = File.ast().getSourceManager();
  std::vector<SourceRange> Device;
  forEachFunction(File.Calls, [&](const FunctionDecl *F) {
    if (F->hasAttr<CUDAGlobalAttr>() || F->hasAttr<CUDADeviceAttr>())
      Device.emplace_back(SM.getFileLoc(F->getBeginLoc()),
                          SM.getFileLoc(F->getEndLoc()));
  });
  return llvm::any_of(File.errors(), [&](const ParseError &E) {
    return llvm::none_of(Device, [&](SourceRange Range) {
      return SM.isPointWithin(E.FileLoc, Range.getBegin(), Range.getEnd());
    });
  });
}

std::unique_ptr<HostUnit>
parseHost(const DeviceCommand &Command,
          llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
          const ParseOptions &Options, ParseVariant How) {
  auto File = ParsedFile::parse(Command, std::move(FS), Options, std::move(How),
                                ParsedFile::Purpose::Host);
  if (!File->isParsed() || !File->errors().empty())
    return nullptr;
  PromisedInstances(File->compiler().getSema()).make();
  auto Unit = std::make_unique<HostBuilder>(std::move(File));
  return Unit->build() ? std::move(Unit) : nullptr;
}

} // namespace warplint
