//===- UseGraph.cpp - What a declaration uses -----------------------------===//

#include "Frontend/StandIns/StandInDoubts.h"
#include "IntactFunctions.h"
#include "warplint/Messages/Skipped.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace warplint {
namespace {

class UseVisitor : public DynamicRecursiveASTVisitor {
public:
  UseVisitor(UseGraph::Node &Out, bool HasStandIns, const SourceManager &SM)
      : Out(Out), HasStandIns(HasStandIns), SM(SM) {
    ShouldVisitImplicitCode = true;
  }

  bool VisitExpr(Expr *E) override {
    if (isa<RecoveryExpr>(E))
      return broken(messages::HasUnresolved());
    useType(E->getType());
    noteDoubt(*E);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override { return use(E->getDecl()); }
  bool VisitMemberExpr(MemberExpr *E) override {
    return use(E->getMemberDecl());
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    return use(E->getConstructor());
  }
  bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr *E) override {
    return TraverseStmt(E->getExpr());
  }
  bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *E) override {
    return TraverseStmt(E->getExpr());
  }
  /// Nothing depends on a name that a function without code gets, as for a message.
  bool VisitCallExpr(CallExpr *E) override {
    const FunctionDecl *Callee = E->getDirectCallee();
    if (Callee && !Callee->hasBody())
      for (const Expr *Argument : E->arguments())
        Handed.insert(Argument->IgnoreParenImpCasts());
    return true;
  }
  bool VisitPredefinedExpr(PredefinedExpr *E) override {
    if (E->getIdentKind() == PredefinedIdentKind::PrettyFunction &&
        Out.Doubt.empty() && !Handed.contains(E) &&
        !SM.isInSystemHeader(SM.getSpellingLoc(E->getLocation()))) // assert
      Out.Doubt = messages::DependsOnNameOfGcc();
    return true;
  }
  bool VisitUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *E) override {
    useType(E->getTypeOfArgument());
    return true;
  }
  bool VisitVarDecl(VarDecl *V) override {
    if (V->isInvalidDecl())
      return broken(messages::DeclaresBroken(V->getNameAsString()));
    useType(V->getType());
    return true;
  }
  // A lambda's body belongs to its call operator, which is a use.
  bool VisitLambdaExpr(LambdaExpr *E) override {
    return use(E->getCallOperator());
  }
  bool VisitTypedefTypeLoc(TypedefTypeLoc L) override {
    return use(L.getDecl());
  }
  bool
  VisitTemplateSpecializationTypeLoc(TemplateSpecializationTypeLoc L) override {
    noteDoubt(L.getType());
    if (HasStandIns)
      useType(L.getType());
    return true;
  }

  /// \p Written: as it stands in the text, if it does.
  void useType(QualType T, TypeSourceInfo *Written = nullptr) {
    if (const TagDecl *Tag =
            T.isNull() ? nullptr
                       : T->getBaseElementTypeUnsafe()->getAsTagDecl())
      use(Tag);
    if (Written)
      TraverseTypeLoc(Written->getTypeLoc());
  }
  void useArguments(ArrayRef<TemplateArgument> Arguments) {
    for (const TemplateArgument &A : Arguments) {
      if (A.getKind() == TemplateArgument::Type)
        useType(A.getAsType());
      else if (A.getKind() == TemplateArgument::Pack)
        useArguments(A.getPackAsArray());
    }
  }
  bool use(const Decl *D) {
    if (D->isInvalidDecl()) {
      const auto *Named = dyn_cast<NamedDecl>(D);
      return broken(
          messages::UsesInvalid(Named ? Named->getNameAsString() : ""));
    }
    noteDoubt(*D);
    if (const auto *Class = dyn_cast<RecordDecl>(D->getDeclContext());
        Class && HasStandIns)
      Out.Uses.insert(UseGraph::nodeOf(Class));
    if (const Decl *Node = UseGraph::nodeOf(D))
      Out.Uses.insert(Node);
    else if (HasStandIns && isa<FunctionDecl>(D) && isStandIn(*D))
      Out.Uses.insert(D); // That it is used is all that there is to it.
    return true;
  }

  template <typename T> void noteDoubt(const T &About) {
    if (HasStandIns && Out.Doubt.empty())
      Out.Doubt = doubtAbout(About);
  }

private:
  bool broken(std::string Reason) {
    if (Out.Broken.empty())
      Out.Broken = std::move(Reason);
    return false;
  }

  UseGraph::Node &Out;
  bool HasStandIns;
  const SourceManager &SM;
  llvm::SmallPtrSet<const Expr *, 4> Handed;
};

void visitFunction(const FunctionDecl *F, UseVisitor &Uses) {
  if (const auto *Method = dyn_cast<CXXMethodDecl>(F))
    Uses.use(Method->getParent());
  if (const TemplateArgumentList *Arguments =
          F->getTemplateSpecializationArgs())
    Uses.useArguments(Arguments->asArray());
  Uses.TraverseDecl(const_cast<FunctionDecl *>(F));
}

void visitRecord(const RecordDecl *R, UseVisitor &Uses) {
  for (FieldDecl *F : R->fields()) {
    if (!Uses.use(F))
      return;
    Uses.useType(F->getType());
    Uses.TraverseDecl(F);
  }
  const auto *Class = dyn_cast<CXXRecordDecl>(R);
  if (!Class || !Class->hasDefinition())
    return;
  for (const CXXBaseSpecifier &Base : Class->bases())
    Uses.useType(Base.getType(), Base.getTypeSourceInfo());
  if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(Class))
    Uses.useArguments(S->getTemplateArgs().asArray());
  if (const CXXDestructorDecl *D = Class->getDestructor())
    Uses.use(D);
}

void visitVariable(const VarDecl *V, UseVisitor &Uses) {
  Uses.useType(V->getType(), V->getTypeSourceInfo());
  if (const Expr *Init = V->getInit())
    Uses.TraverseStmt(const_cast<Expr *>(Init));
  if (const auto *Class = dyn_cast<RecordDecl>(V->getDeclContext()))
    Uses.use(Class);
}

} // namespace

const Decl *UseGraph::nodeOf(const Decl *D) {
  if (const auto *F = dyn_cast<FunctionDecl>(D)) {
    const FunctionDecl *Definition = nullptr;
    return F->hasBody(Definition) ? Definition : nullptr;
  }
  if (const auto *V = dyn_cast<VarDecl>(D)) {
    if (V->isLocalVarDeclOrParm())
      return nullptr;
    const VarDecl *Initialised = nullptr;
    V->getAnyInitializer(Initialised);
    return Initialised ? Initialised : V;
  }
  if (const auto *Tag = dyn_cast<TagDecl>(D))
    return Tag->getDefinition() ? Tag->getDefinition() : Tag;
  if (const auto *E = dyn_cast<EnumConstantDecl>(D))
    return cast<Decl>(E->getDeclContext());
  return isa<TypedefNameDecl>(D) ? D : nullptr;
}

const UseGraph::Node &UseGraph::operator[](const Decl *D) {
  std::unique_ptr<Node> &Known = Nodes[D];
  if (Known)
    return *Known;
  Known = std::make_unique<Node>();
  Node &New = *Known;
  UseVisitor Uses(New, HasStandIns, D->getASTContext().getSourceManager());
  Uses.noteDoubt(*D);
  if (const auto *F = dyn_cast<FunctionDecl>(D)) {
    visitFunction(F, Uses);
  } else if (const auto *R = dyn_cast<RecordDecl>(D)) {
    visitRecord(R, Uses);
  } else if (const auto *V = dyn_cast<VarDecl>(D)) {
    visitVariable(V, Uses);
  } else if (const auto *E = dyn_cast<EnumDecl>(D)) {
    for (EnumConstantDecl *C : E->enumerators())
      Uses.TraverseDecl(C);
  } else if (const auto *T = dyn_cast<TypedefNameDecl>(D)) {
    Uses.useType(T->getUnderlyingType(), T->getTypeSourceInfo());
  }
  New.Uses.remove(D);
  return New;
}

bool UseGraph::reaches(const Decl *Root,
                       llvm::function_ref<bool(const Decl *)> Is) {
  llvm::SetVector<const Decl *> Reached;
  Reached.insert(nodeOf(Root) ? nodeOf(Root) : Root);
  for (size_t I = 0; I < Reached.size(); ++I) {
    if (Is(Reached[I]))
      return true;
    Reached.insert_range((*this)[Reached[I]].Uses);
  }
  return false;
}

} // namespace warplint
