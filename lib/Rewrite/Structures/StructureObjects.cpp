//===- StructureObjects.cpp - Where objects of a structure may be ---------===//
//
// A member can grow if all that has the size of its structure grows with it, in
// this file. Whatever is not known to be a shared variable speaks against it:
// copies, sizeof, casts, other memory, templates of libraries, and names in code
// that is not compiled. Pointers that move, or that the host or memory has, do, too.
//
// Dynamic memory that is cast to the structure is such a variable. Its size is given
// by sizeof, which follows.
//
//===----------------------------------------------------------------------===//

#include "Rewrite/SourceWalk.h"
#include "warplint/Kernel/MemberArrays.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint {
namespace {

class StructureObjects : public RecursiveASTVisitor<StructureObjects> {
public:
  StructureObjects(const SourceWalk &W, const CXXRecordDecl &Structure)
      : W(W), Structure(patternOf(Structure)) {}

  std::vector<const VarDecl *> Variables;

  bool areShared() {
    const auto Own = W.offsetOf(Structure->getLocation());
    if (!Own || !W.isInMainFile(*Own) || Structure->isUnion())
      return false;
    // What comes before it knows it only as the argument of a template.
    for (Decl *D : W.Context.getTranslationUnitDecl()->decls())
      if (!W.SM.isBeforeInTranslationUnit(D->getEndLoc(),
                                          Structure->getBeginLoc()))
        TraverseDecl(D);
    const IdentifierInfo *Name = Structure->getIdentifier();
    return AreShared && (!HasSize || AreDynamic) &&
           llvm::all_of(W.Tokens, [&](const NamedToken &T) {
             return !Name || T.Name != Name->getName() ||
                    Seen.contains(T.Offset);
           });
  }

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitLambdaBody() const { return true; }

  bool VisitTypeLoc(TypeLoc T) {
    if (T.getAs<TagTypeLoc>() || T.getAs<TemplateSpecializationTypeLoc>())
      see(T.getAs<TagTypeLoc>()
              ? T.castAs<TagTypeLoc>().getNameLoc()
              : T.castAs<TemplateSpecializationTypeLoc>().getTemplateNameLoc());
    return true;
  }
  bool VisitNamedDecl(NamedDecl *D) {
    if (isa<RecordDecl, ClassTemplateDecl, CXXConstructorDecl,
            CXXDestructorDecl>(D))
      see(D->getLocation());
    return true;
  }
  bool VisitDeclaratorDecl(DeclaratorDecl *D) {
    QualType T = D->getType();
    if (const auto *F = dyn_cast<FunctionDecl>(D)) {
      // Those of parameters come by themselves.
      T = F->getReturnType();
      if (F->isDependentContext() || !isAbout(T))
        return true;
      // Assignments, which copy, are seen where they are called.
      return allow(F->isImplicit() || T->isReferenceType());
    }
    if (D->getDeclContext()->isDependentContext() || !isAbout(T))
      return true;
    if (const auto *V = dyn_cast<VarDecl>(D); V && isSelf(T)) {
      Variables.push_back(V);
      return allow(V->hasAttr<CUDASharedAttr>() && !V->hasExternalStorage());
    }
    if (T->isPointerType() && isSelf(T->getPointeeType())) {
      const auto *P = dyn_cast<ParmVarDecl>(D);
      const auto *In = dyn_cast<FunctionDecl>(D->getDeclContext());
      return allow(P ? In && In->hasAttr<CUDADeviceAttr>() &&
                           !In->hasAttr<CUDAGlobalAttr>() && !P->hasDefaultArg()
                     : isa<VarDecl>(D) && cast<VarDecl>(D)->isLocalVarDecl() &&
                           !cast<VarDecl>(D)->isStaticLocal());
    }
    return allow(T->isReferenceType() && isSelf(T.getNonReferenceType()));
  }
  bool VisitCXXRecordDecl(CXXRecordDecl *D) {
    if (D->isThisDeclarationADefinition() && !D->isDependentContext())
      for (const CXXBaseSpecifier &B : D->bases())
        allow(!isAbout(B.getType()));
    return true;
  }
  bool VisitUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *E) {
    if (E->isInstantiationDependent() || !isAbout(E->getTypeOfArgument()))
      return true;
    HasSize = true;
    return allow(E->getKind() == UETT_SizeOf && isSelf(E->getTypeOfArgument()));
  }
  bool VisitOffsetOfExpr(OffsetOfExpr *E) {
    return allow(E->isInstantiationDependent() ||
                 !isAbout(E->getTypeSourceInfo()->getType()));
  }
  bool VisitTypeTraitExpr(TypeTraitExpr *E) {
    return allow(E->isInstantiationDependent() ||
                 llvm::none_of(E->getArgs(), [&](const TypeSourceInfo *T) {
                   return isAbout(T->getType());
                 }));
  }
  bool VisitExpr(Expr *E) {
    if (E->isInstantiationDependent() || E->getType().isNull())
      return true;
    if (const auto *Name = dyn_cast<DeclRefExpr>(E))
      if (const auto *F = dyn_cast<FunctionDecl>(Name->getDecl()))
        return allow(!isOfLibrary(*F));
    if (!isAbout(E->getType())) {
      const auto *C = dyn_cast<CastExpr>(E);
      return allow(!C || !isPointer(*C->getSubExpr()));
    }
    if (const auto *C = dyn_cast<CXXConstructExpr>(E))
      return allow(C->getNumArgs() == 0);
    if (const auto *C = dyn_cast<ImplicitCastExpr>(E))
      return allow(C->getCastKind() == CK_NoOp ||
                   C->getCastKind() == CK_FunctionToPointerDecay ||
                   (C->getCastKind() == CK_LValueToRValue && isPointer(*C)));
    if (const auto *C = dyn_cast<ExplicitCastExpr>(E))
      return allow(isOfMemory(*C));
    return allow(isa<CXXThisExpr>(E) || isKnownPointer(*E) ||
                 (E->isLValue() && (isa<DeclRefExpr, ParenExpr, CallExpr>(E) ||
                                    isTarget(*E) || isReferenceMember(*E))));
  }

private:
  const SourceWalk &W;
  const CXXRecordDecl *Structure;
  /// Of what is allowed everywhere, of sizeof, and of dynamic memory.
  bool AreShared = true, HasSize = false, AreDynamic = false;
  llvm::DenseSet<unsigned> Seen;

  bool allow(bool IsKnown) {
    AreShared &= IsKnown;
    return AreShared;
  }
  void see(SourceLocation Location) {
    if (auto Offset = W.offsetOf(Location))
      Seen.insert(*Offset);
  }
  static const CXXRecordDecl *patternOf(const CXXRecordDecl &Of) {
    const CXXRecordDecl *Pattern = Of.getTemplateInstantiationPattern();
    return (Pattern ? Pattern : &Of)->getCanonicalDecl();
  }
  /// The structure, or an array of it.
  bool isSelf(QualType T) const {
    const auto *R = W.Context.getBaseElementType(T.getCanonicalType())
                        ->getAsCXXRecordDecl();
    return R && patternOf(*R) == Structure;
  }
  /// The object that it refers to is one of those that are seen.
  static bool isReferenceMember(const Expr &E) {
    const auto *M = dyn_cast<MemberExpr>(&E);
    return M && M->getMemberDecl()->getType()->isReferenceType();
  }
  bool isPointer(const Expr &E) const {
    return E.getType()->isPointerType() &&
           isSelf(E.getType()->getPointeeType());
  }
  /// `*p`, of a pointer that is seen.
  bool isTarget(const Expr &E) const {
    const auto *U = dyn_cast<UnaryOperator>(&E);
    return U && U->getOpcode() == UO_Deref && isPointer(*U->getSubExpr());
  }
  /// `&s`, and a pointer in parentheses.
  bool isKnownPointer(const Expr &E) const {
    const auto *U = dyn_cast<UnaryOperator>(&E);
    return isPointer(E) && ((U && U->getOpcode() == UO_AddrOf &&
                             !U->getSubExpr()->getType()->isArrayType()) ||
                            isa<ParenExpr>(E));
  }
  /// A cast of dynamic memory, all of which is an object.
  bool isOfMemory(const ExplicitCastExpr &C) {
    const DeclRefExpr *Memory = memoryUnder(C);
    const auto *V = Memory ? dyn_cast<VarDecl>(Memory->getDecl()) : nullptr;
    const RecordDecl *Whole = V ? castMemory(*V).Structure : nullptr;
    if (!Whole || !isSelf(Whole->getASTContext().getCanonicalTagType(Whole)))
      return false;
    if (!llvm::is_contained(Variables, V))
      Variables.push_back(V);
    AreDynamic = true;
    return true;
  }
  bool isAbout(llvm::ArrayRef<TemplateArgument> Arguments) const {
    return llvm::any_of(Arguments, [&](const TemplateArgument &A) {
      return A.getKind() == TemplateArgument::Pack ? isAbout(A.pack_elements())
             : A.getKind() == TemplateArgument::Type ? isAbout(A.getAsType())
                                                     : false;
    });
  }
  /// Somewhere in \p T.
  bool isAbout(QualType T) const {
    T = W.Context.getBaseElementType(T.getCanonicalType());
    if (const auto *P = T->getAs<PointerType>())
      return isAbout(P->getPointeeType());
    if (const auto *P = T->getAs<ReferenceType>())
      return isAbout(P->getPointeeType());
    if (T->isMemberPointerType())
      return true; // Of whichever structure.
    if (const auto *F = T->getAs<FunctionProtoType>())
      return isAbout(F->getReturnType()) ||
             llvm::any_of(F->param_types(),
                          [&](QualType P) { return isAbout(P); });
    if (isSelf(T))
      return true;
    const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
        T->getAsCXXRecordDecl());
    return S && isAbout(S->getTemplateArgs().asArray());
  }
  /// A template of another file, for the structure.
  bool isOfLibrary(const FunctionDecl &F) const {
    const TemplateArgumentList *Arguments = F.getTemplateSpecializationArgs();
    return Arguments && isAbout(Arguments->asArray()) &&
           !W.offsetOf(W.SM.getFileLoc(F.getLocation()));
  }
};

} // namespace

std::optional<std::vector<const VarDecl *>>
SourceWalk::sharedObjectsOf(const FieldDecl &F) const {
  const auto *Structure = dyn_cast<CXXRecordDecl>(F.getParent());
  if (!Structure)
    return std::nullopt;
  StructureObjects Objects(*this, *Structure);
  return Objects.areShared() ? std::optional(std::move(Objects.Variables))
                             : std::nullopt;
}

} // namespace warplint
