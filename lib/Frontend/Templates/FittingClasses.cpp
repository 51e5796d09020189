//===- FittingClasses.cpp - Classes that can be an argument ---------------===//

#include "FittingClasses.h"
#include "KernelPattern.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint {

namespace {

//===----------------------------------------------------------------------===//
// What is asked
//===----------------------------------------------------------------------===//

class MemberReader : public ConstDynamicRecursiveASTVisitor {
public:
  MemberReader(const TemplateTypeParmDecl &Parameter, AskedMembers &Into,
               unsigned Depth)
      : Parameter(Parameter), Into(Into), Depth(Depth) {}

  bool VisitDependentNameType(const DependentNameType *T) override {
    add(T->getQualifier(), T->getIdentifier(), NameKind::Class);
    return true;
  }
  bool VisitTemplateSpecializationType(
      const TemplateSpecializationType *T) override {
    TemplateName Name = T->getTemplateName();
    if (const DependentTemplateName *D = Name.getAsDependentTemplateName())
      add(D->getQualifier(), D->getName().getIdentifier(),
          NameKind::ClassTemplate);
    else if (const auto *Class =
                 dyn_cast_or_null<ClassTemplateDecl>(Name.getAsTemplateDecl()))
      for (auto [I, A] : llvm::enumerate(T->template_arguments()))
        if (A.getKind() == TemplateArgument::Type && is(A.getAsType()))
          handOn(*Class, I, Class->getTemplatedDecl()->getDefinition());
    return true;
  }
  bool
  VisitDependentScopeDeclRefExpr(const DependentScopeDeclRefExpr *E) override {
    add(E->getQualifier(), E->getDeclName(), NameKind::Object);
    return true;
  }
  bool VisitCXXDependentScopeMemberExpr(
      const CXXDependentScopeMemberExpr *E) override {
    addMember(*E, NameKind::Member);
    return true;
  }
  bool VisitArraySubscriptExpr(const ArraySubscriptExpr *E) override {
    if (is(E->getLHS()->getType()))
      add(OO_Subscript);
    return true;
  }
  bool VisitCallExpr(const CallExpr *E) override {
    const Expr *Callee = E->getCallee()->IgnoreParens();
    if (is(Callee->getType()))
      add(OO_Call);
    // That these are called, their own visit does not see.
    if (const auto *E = dyn_cast<DependentScopeDeclRefExpr>(Callee))
      add(E->getQualifier(), E->getDeclName(), NameKind::Function);
    if (const auto *E = dyn_cast<CXXDependentScopeMemberExpr>(Callee))
      addMember(*E, NameKind::Function);
    const auto *Name = dyn_cast<UnresolvedLookupExpr>(Callee);
    if (!Name)
      return true;
    // Of several overloads it is not known which is meant.
    if (Name->getNumDecls() == 1)
      if (const auto *F = dyn_cast<FunctionTemplateDecl>(
              (*Name->decls_begin())->getUnderlyingDecl()))
        handOn(*F, *Name, *E);
    return true;
  }

private:
  /// A class in a class in a function: deeper ones are Clang's to find out.
  static constexpr unsigned MaximumDepth = 4;

  /// Whether \p T is the parameter, or a reference to it.
  bool is(QualType T) const {
    const auto *P =
        T.isNull() ? nullptr
                   : T.getNonReferenceType()->getAs<TemplateTypeParmType>();
    return P && P->getDepth() == Parameter.getDepth() &&
           P->getIndex() == Parameter.getIndex();
  }
  void add(NestedNameSpecifier Qualifier, DeclarationName Name, NameKind Kind) {
    if (Name && Qualifier.getKind() == NestedNameSpecifier::Kind::Type &&
        is(QualType(Qualifier.getAsType(), 0)))
      Into.try_emplace(Name, Kind);
  }
  void addMember(const CXXDependentScopeMemberExpr &E, NameKind Kind) {
    QualType T = E.getBaseType();
    if (E.isArrow() && is(T))
      add(OO_Arrow);
    else if (is(E.isArrow() && !T.isNull() ? T->getPointeeType() : T))
      Into.try_emplace(E.getMember(), Kind);
  }
  void add(OverloadedOperatorKind Op) {
    Into.try_emplace(
        Parameter.getASTContext().DeclarationNames.getCXXOperatorName(Op),
        NameKind::Member);
  }

  /// The parameter is argument \p I of \p Template, whose code is \p Code.
  void handOn(const TemplateDecl &Template, size_t I, const Decl *Code) {
    const TemplateParameterList &To = *Template.getTemplateParameters();
    const auto *P = I < To.size()
                        ? dyn_cast<TemplateTypeParmDecl>(To.getParam(I))
                        : nullptr;
    const SourceManager &SM = Template.getASTContext().getSourceManager();
    if (P && !P->isParameterPack() && Code && Depth != MaximumDepth &&
        !SM.isInSystemHeader(Template.getLocation()))
      MemberReader(*P, Into, Depth + 1).TraverseDecl(Code);
  }
  /// Explicit arguments of a function, and those that it deduces.
  void handOn(const FunctionTemplateDecl &Template,
              const UnresolvedLookupExpr &Name, const CallExpr &Call) {
    const FunctionDecl *F = Template.getTemplatedDecl();
    const FunctionDecl *Defined = F->getDefinition();
    if (Defined == nullptr || F->getNumParams() < Call.getNumArgs())
      return;
    for (auto [I, A] : llvm::enumerate(Name.template_arguments()))
      if (A.getArgument().getKind() == TemplateArgument::Type &&
          is(A.getArgument().getAsType()))
        handOn(Template, I, Defined);
    for (auto [I, A] : llvm::enumerate(Call.arguments())) {
      QualType T = F->getParamDecl(I)->getType().getNonReferenceType();
      const auto *P = T->getAs<TemplateTypeParmType>();
      if (P && is(A->getType()) &&
          P->getDepth() == Template.getTemplateParameters()->getDepth())
        handOn(Template, P->getIndex(), Defined);
    }
  }

  const TemplateTypeParmDecl &Parameter;
  AskedMembers &Into;
  unsigned Depth;
};

} // namespace

AskedMembers membersAskedOf(const FunctionDecl &Pattern,
                            const TemplateTypeParmDecl &Parameter) {
  AskedMembers Members;
  MemberReader(Parameter, Members, 0).TraverseDecl(&Pattern);
  return Members;
}

//===----------------------------------------------------------------------===//
// What is there
//===----------------------------------------------------------------------===//

FittingClasses::FittingClasses(ASTContext &Context) : Context(Context) {
  collect(*Context.getTranslationUnitDecl());
}

void FittingClasses::collect(const DeclContext &In) {
  const SourceManager &SM = Context.getSourceManager();
  for (const Decl *D : In.decls()) {
    if (D->isImplicit() || D->isInvalidDecl() || isLibrary(*D) ||
        SM.isInSystemHeader(D->getLocation()) || D->getAccess() == AS_private ||
        D->getAccess() == AS_protected)
      continue;
    if (const auto *Template = dyn_cast<ClassTemplateDecl>(D)) {
      if (Template->isThisDeclarationADefinition())
        Templates.push_back(const_cast<ClassTemplateDecl *>(Template));
    } else if (const auto *Class = dyn_cast<CXXRecordDecl>(D)) {
      if (Class->isThisDeclarationADefinition() && Class->getIdentifier() &&
          !isa<ClassTemplateSpecializationDecl>(Class)) {
        Classes.push_back(Class);
        collect(*Class);
      }
    } else if (isa<NamespaceDecl, LinkageSpecDecl>(D)) {
      collect(*cast<DeclContext>(D));
    }
  }
}

std::vector<QualType> FittingClasses::of(const AskedMembers &Members,
                                         const DeclContext *Near,
                                         size_t Limit) const {
  std::vector<QualType> Close, Far;
  auto Add = [&](const CXXRecordDecl &Class, const Decl &From) {
    auto HasIt = [&](const auto &M) { return Class.hasMemberName(M.first); };
    if (llvm::all_of(Members, HasIt))
      (From.getDeclContext()->getPrimaryContext() == Near ? Close : Far)
          .push_back(Context.getCanonicalTagType(&Class));
  };
  for (const CXXRecordDecl *Class : Classes)
    Add(*Class, *Class);
  for (ClassTemplateDecl *Template : Templates)
    for (const auto *Use : Template->specializations())
      if (const CXXRecordDecl *Class = Use->getDefinition();
          Class && !Class->isInvalidDecl())
        Add(*Class, *Template);
  llvm::append_range(Close, Far);
  if (Close.size() > Limit)
    Close.resize(Limit);
  return Close;
}

} // namespace warplint
