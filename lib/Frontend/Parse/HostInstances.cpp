//===- HostInstances.cpp - Functions of libraries on the host --------------===//
//
// The bindings of a PyTorch extension instantiate thousands of functions of
// libraries that only the host runs, and that lead to no kernel. Clang leaves
// functions whose bodies nothing needs until the end of a file: those of them
// are left out then. They are
//
//   of a header of the system, or of a plain one, where no header of the system
//   has a kernel,
//
// their arguments name nothing of the user's, and the user specialises no
// template of such a header in part: neither a kernel nor the user's code is
// reached through them.
//
//===----------------------------------------------------------------------===//

#include "PreambleHeaders.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/ExternalSemaSource.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/DenseMap.h"

using namespace clang;

namespace warplint {
namespace {

/// Headers that have no kernels: those of the system, of which none has one, and
/// plain ones.
class IdleHeaders {
public:
  IdleHeaders(const SourceManager &SM, const PreambleHeadersSeen &Seen)
      : SM(SM) {
    for (const PreambleHeaders::Header &H : Seen.Found.Headers)
      if (!H.IsSystem)
        Plain.insert(H.File);
  }

  bool hold(SourceLocation Loc) {
    Loc = SM.getFileLoc(Loc);
    FileID File = SM.getFileID(Loc);
    auto [It, IsNew] = Known.try_emplace(File, SM.isInSystemHeader(Loc));
    for (bool &Holds = It->second; IsNew && !Holds && File.isValid();
         File = SM.getFileID(SM.getIncludeLoc(File)))
      if (auto Entry = SM.getFileEntryRefForID(File))
        Holds = Plain.contains(Entry->getName());
    return It->second;
  }

private:
  const SourceManager &SM;
  llvm::StringSet<> Plain;
  llvm::DenseMap<FileID, bool> Known;
};

/// Looks for what is of no idle header in the arguments of templates.
class ForeignNames : public DynamicRecursiveASTVisitor {
public:
  explicit ForeignNames(IdleHeaders &Idle) : Idle(Idle) {}

  /// Whether \p D, or an argument that it or what it is in was made with, names
  /// something that is not of such a header.
  bool isIn(const Decl *D) {
    if (!Seen.insert(D).second)
      return false;
    if (D->getLocation().isValid() && !Idle.hold(D->getLocation()))
      return true;
    if (const auto *F = dyn_cast<FunctionDecl>(D))
      if (const TemplateArgumentList *Args = F->getTemplateSpecializationArgs();
          Args && areIn(Args->asArray()))
        return true;
    if (const auto *C = dyn_cast<ClassTemplateSpecializationDecl>(D);
        C && areIn(C->getTemplateArgs().asArray()))
      return true;
    const DeclContext *In = D->getDeclContext();
    return !In->isFileContext() && isIn(cast<Decl>(In));
  }

private:
  bool areIn(llvm::ArrayRef<TemplateArgument> Args) {
    for (const TemplateArgument &Arg : Args)
      if (!TraverseTemplateArgument(Arg))
        return true;
    return false;
  }
  bool VisitTagType(TagType *T) override { return !isIn(T->getDecl()); }
  bool TraverseTemplateArgument(const TemplateArgument &Arg) override {
    if (Arg.getKind() == TemplateArgument::Declaration)
      return !isIn(Arg.getAsDecl());
    if (Arg.getKind() == TemplateArgument::Type)
      return TraverseType(Arg.getAsType().getCanonicalType());
    if (Arg.getKind() == TemplateArgument::Template)
      if (const TemplateDecl *T = Arg.getAsTemplate().getAsTemplateDecl())
        return !isIn(T);
    return DynamicRecursiveASTVisitor::TraverseTemplateArgument(Arg);
  }

  IdleHeaders &Idle;
  llvm::SmallPtrSet<const Decl *, 16> Seen;
};

class HostInstances : public ExternalSemaSource {
public:
  explicit HostInstances(const PreambleHeadersSeen &Seen) : Seen(Seen) {}

private:
  using Instance = std::pair<ValueDecl *, SourceLocation>;

  void InitializeSema(Sema &S) override { Semantics = &S; }
  void ForgetSema() override { Semantics = nullptr; }
  /// At the end of the file.
  void ReadPendingInstantiations(
      llvm::SmallVectorImpl<Instance> &FromHeaders) override {
    if (!Semantics || Seen.HasKernels)
      return;
    IdleHeaders Idle(Semantics->getSourceManager(), Seen);
    if (specialisesInPart(Semantics->Context.getTranslationUnitDecl(), Idle))
      return;
    auto IsIdle = [&](const Instance &I) {
      return isIdle(dyn_cast<FunctionDecl>(I.first), Idle);
    };
    llvm::erase_if(FromHeaders, IsIdle);
    llvm::erase_if(Semantics->PendingInstantiations, IsIdle);
  }

  static bool isIdle(const FunctionDecl *F, IdleHeaders &Idle) {
    const FunctionDecl *Pattern =
        F ? F->getTemplateInstantiationPattern() : nullptr;
    return Pattern && !F->hasAttr<CUDADeviceAttr>() &&
           !F->hasAttr<CUDAGlobalAttr>() && Idle.hold(Pattern->getLocation()) &&
           !ForeignNames(Idle).isIn(F);
  }

  /// The user specialises a template of such a header for some arguments, in a
  /// namespace below \p In.
  static bool specialisesInPart(const DeclContext *In, IdleHeaders &Idle) {
    for (const Decl *D : In->noload_decls()) {
      const TemplateDecl *Of = nullptr;
      if (const auto *C = dyn_cast<ClassTemplatePartialSpecializationDecl>(D))
        Of = C->getSpecializedTemplate();
      if (const auto *V = dyn_cast<VarTemplatePartialSpecializationDecl>(D))
        Of = V->getSpecializedTemplate();
      if (Of && !Idle.hold(D->getLocation()) && Idle.hold(Of->getLocation()))
        return true;
      if (isa<NamespaceDecl, LinkageSpecDecl>(D) &&
          specialisesInPart(cast<DeclContext>(D), Idle))
        return true;
    }
    return false;
  }

  const PreambleHeadersSeen &Seen;
  Sema *Semantics = nullptr;
};

} // namespace

llvm::IntrusiveRefCntPtr<ExternalSemaSource>
withoutHostInstances(const PreambleHeadersSeen &Seen) {
  return llvm::makeIntrusiveRefCnt<HostInstances>(Seen);
}

} // namespace warplint
