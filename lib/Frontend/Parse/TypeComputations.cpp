//===- TypeComputations.cpp - Functions that compute types alone ----------===//

#include "TypeComputations.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/DenseMap.h"

using namespace clang;

namespace warplint {
namespace {

const CXXRecordDecl *emptyRecord(QualType T) {
  const CXXRecordDecl *R = T->getAsCXXRecordDecl();
  return R && R->hasDefinition() && R->isEmpty() && R->hasTrivialDestructor()
             ? R
             : nullptr;
}

bool isNumber(QualType T) { return T->isIntegralOrEnumerationType(); }

/// Nothing but a number, or no value at all, goes in and out.
bool hasNoMemoryInSignature(const FunctionDecl &F) {
  QualType Result = F.getReturnType();
  if (F.isVariadic() || !(Result->isVoidType() || emptyRecord(Result)))
    return false;
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (Method && Method->isInstance() &&
      !emptyRecord(F.getASTContext().getCanonicalTagType(Method->getParent())))
    return false;
  return llvm::all_of(F.parameters(), [](const ParmVarDecl *P) {
    QualType T = P->getType();
    return isNumber(T) || emptyRecord(T.getNonReferenceType());
  });
}

/// What a function does and whom it calls.
class CallGraph {
public:
  explicit CallGraph(ASTContext &AST) : AST(AST) {}

  void add(ArrayRef<FunctionDecl *> Roots);
  std::vector<FunctionDecl *> typeComputations() const;

private:
  struct Node {
    FunctionDecl *Definition;
    std::vector<unsigned> Callers;
    bool MayTouchMemory = false;
  };

  void read(FunctionDecl *F);
  bool isHarmless(const Stmt *S);
  bool isHarmlessUse(const ValueDecl *D);
  bool isHarmlessLocal(const Decl *D) const;
  bool call(const FunctionDecl *F);
  void addImplicitParts(const Stmt *S);
  void spread();

  ASTContext &AST;
  llvm::DenseMap<const FunctionDecl *, unsigned> Numbers;
  std::vector<Node> Nodes;
  unsigned Current = 0, NumRoots = 0;
  llvm::SmallVector<const Stmt *> Work;
};

/// False if nothing is known of what \p F does.
bool CallGraph::call(const FunctionDecl *F) {
  if (unsigned Builtin = F->getBuiltinID()) {
    const Builtin::Context &Known = AST.BuiltinInfo;
    return Known.isConst(Builtin) || Builtin == Builtin::BI__builtin_assume ||
           Builtin == Builtin::BI__builtin_unreachable ||
           StringRef(Known.getName(Builtin))
               .starts_with("__nvvm_read_ptx_sreg");
  }
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  if (Method && Method->isVirtual())
    return false;
  const auto *Constructor = dyn_cast<CXXConstructorDecl>(F);
  if (F->isTrivial() && (Constructor || (Method && Method->isDefaulted())))
    return true;
  FunctionDecl *Definition = const_cast<FunctionDecl *>(F)->getDefinition();
  if (!Definition || !Definition->getBody() || isa<CXXDestructorDecl>(F))
    return false;
  auto [It, IsNew] = Numbers.try_emplace(Definition, Nodes.size());
  if (IsNew)
    Nodes.push_back({Definition, {}});
  Nodes[It->second].Callers.push_back(Current);
  return true;
}

bool CallGraph::isHarmlessUse(const ValueDecl *D) {
  if (const auto *F = dyn_cast<FunctionDecl>(D))
    return call(F);
  const auto *V = dyn_cast<VarDecl>(D);
  if (!V || !V->hasGlobalStorage())
    return true;
  QualType T = V->getType();
  return emptyRecord(T) || (T.isConstQualified() && isNumber(T));
}

bool CallGraph::isHarmlessLocal(const Decl *D) const {
  const auto *V = dyn_cast<VarDecl>(D);
  return !V || (!V->hasGlobalStorage() && !V->needsDestruction(AST)) ||
         V->isConstexpr();
}

bool isHarmlessCast(CastKind Kind) {
  switch (Kind) {
  case CK_NoOp:
  case CK_LValueToRValue:
  case CK_FunctionToPointerDecay:
  case CK_BuiltinFnToFnPtr:
  case CK_ArrayToPointerDecay:
  case CK_UserDefinedConversion:
  case CK_ConstructorConversion:
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
  case CK_ToVoid:
  case CK_IntegralCast:
  case CK_IntegralToBoolean:
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
  case CK_FloatingCast:
    return true;
  default:
    return false;
  }
}

/// Parts of \p S that its children() leave out.
void CallGraph::addImplicitParts(const Stmt *S) {
  if (const auto *Argument = dyn_cast<CXXDefaultArgExpr>(S))
    Work.push_back(Argument->getExpr());
  else if (const auto *Initializer = dyn_cast<CXXDefaultInitExpr>(S))
    Work.push_back(Initializer->getExpr());
  else if (const auto *List = dyn_cast<InitListExpr>(S))
    Work.push_back(List->getArrayFiller());
}

/// \p S itself, apart from its children, leads to no memory but that of local
/// variables. What is not listed counts as harmful.
bool CallGraph::isHarmless(const Stmt *S) {
  switch (S->getStmtClass()) {
  case Stmt::NullStmtClass:
  case Stmt::CompoundStmtClass:
  case Stmt::ReturnStmtClass:
  case Stmt::IfStmtClass:
  case Stmt::ForStmtClass:
  case Stmt::WhileStmtClass:
  case Stmt::DoStmtClass:
  case Stmt::BreakStmtClass:
  case Stmt::ContinueStmtClass:
  case Stmt::SwitchStmtClass:
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass:
  case Stmt::AttributedStmtClass:
  case Stmt::ParenExprClass:
  case Stmt::IntegerLiteralClass:
  case Stmt::CharacterLiteralClass:
  case Stmt::FloatingLiteralClass:
  case Stmt::CXXBoolLiteralExprClass:
  case Stmt::UnaryOperatorClass:
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass:
  case Stmt::ConditionalOperatorClass:
  case Stmt::ArraySubscriptExprClass:
  case Stmt::InitListExprClass:
  case Stmt::CXXParenListInitExprClass:
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::CXXScalarValueInitExprClass:
  case Stmt::ExprWithCleanupsClass:
  case Stmt::MaterializeTemporaryExprClass:
  case Stmt::CXXDefaultArgExprClass:
  case Stmt::CXXDefaultInitExprClass:
  case Stmt::CXXThisExprClass:
  case Stmt::SubstNonTypeTemplateParmExprClass:
  case Stmt::LambdaExprClass:
  case Stmt::CXXRewrittenBinaryOperatorClass:
    return true;
  case Stmt::DeclStmtClass:
    return llvm::all_of(cast<DeclStmt>(S)->decls(),
                        [&](const Decl *D) { return isHarmlessLocal(D); });
  case Stmt::DeclRefExprClass:
    return isHarmlessUse(cast<DeclRefExpr>(S)->getDecl());
  case Stmt::MemberExprClass:
    return isHarmlessUse(cast<MemberExpr>(S)->getMemberDecl());
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
    return call(cast<CXXConstructExpr>(S)->getConstructor());
  case Stmt::CXXInheritedCtorInitExprClass:
    return call(cast<CXXInheritedCtorInitExpr>(S)->getConstructor());
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
    return cast<CallExpr>(S)->getDirectCallee() != nullptr;
  case Stmt::ImplicitCastExprClass:
  case Stmt::CStyleCastExprClass:
  case Stmt::CXXFunctionalCastExprClass:
  case Stmt::CXXStaticCastExprClass:
    return isHarmlessCast(cast<CastExpr>(S)->getCastKind());
  default:
    return false;
  }
}

/// Whether \p S is not evaluated at run time.
bool isComputedAlready(const Stmt *S) {
  return isa<ConstantExpr, UnaryExprOrTypeTraitExpr, SizeOfPackExpr,
             CXXNoexceptExpr, TypeTraitExpr>(S);
}

/// Finds what \p F calls, until something is seen that may touch memory.
void CallGraph::read(FunctionDecl *F) {
  bool MayTouchMemory = false;
  Work.clear();
  Work.push_back(F->getBody());
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(F))
    for (const CXXCtorInitializer *I : Constructor->inits())
      Work.push_back(I->getInit());
  while (!Work.empty()) {
    const Stmt *S = Work.pop_back_val();
    if (!S || isComputedAlready(S))
      continue;
    MayTouchMemory |= !isHarmless(S);
    addImplicitParts(S);
    if (const auto *Lambda = dyn_cast<LambdaExpr>(S)) {
      // The body is that of the function which is called.
      Work.append(Lambda->capture_init_begin(), Lambda->capture_init_end());
      continue;
    }
    Work.append(S->child_begin(), S->child_end());
  }
  Nodes[Current].MayTouchMemory = MayTouchMemory;
}

void CallGraph::add(ArrayRef<FunctionDecl *> Roots) {
  for (FunctionDecl *F : Roots)
    if (Numbers.try_emplace(F, Nodes.size()).second)
      Nodes.push_back({F, {}});
  NumRoots = Nodes.size();
  for (; Current != Nodes.size(); ++Current)
    read(Nodes[Current].Definition);
  spread();
}

/// Who calls a function that may touch memory may touch it, too.
void CallGraph::spread() {
  llvm::SmallVector<unsigned> Touching;
  for (unsigned I = 0; I != Nodes.size(); ++I)
    if (Nodes[I].MayTouchMemory)
      Touching.push_back(I);
  while (!Touching.empty())
    for (unsigned Caller : Nodes[Touching.pop_back_val()].Callers)
      if (!std::exchange(Nodes[Caller].MayTouchMemory, true))
        Touching.push_back(Caller);
}

std::vector<FunctionDecl *> CallGraph::typeComputations() const {
  std::vector<FunctionDecl *> Found;
  for (const Node &N : llvm::drop_begin(Nodes, NumRoots))
    if (!N.MayTouchMemory && !N.Definition->isDefaulted() &&
        hasNoMemoryInSignature(*N.Definition))
      Found.push_back(N.Definition);
  return Found;
}

} // namespace

std::vector<FunctionDecl *>
findTypeComputations(ASTContext &AST, ArrayRef<FunctionDecl *> Roots) {
  CallGraph Graph(AST);
  Graph.add(Roots);
  return Graph.typeComputations();
}

HiddenBodies::HiddenBodies(ArrayRef<FunctionDecl *> Functions) {
  for (FunctionDecl *F : Functions) {
    Bodies.push_back({F, F->getBody()});
    F->setBody(nullptr);
  }
}

HiddenBodies::~HiddenBodies() {
  for (auto [F, Body] : Bodies)
    F->setBody(Body);
}

} // namespace warplint
