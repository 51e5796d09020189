//===- TensorMapUses.cpp - What host code does with tensor maps -----------===//

#include "TensorMapUses.h"
#include "Frontend/Text/SourceFiles.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace warplint {

bool holdsMap(QualType Type) {
  while (!Type.isNull()) {
    Type = Type.getNonReferenceType();
    if (const auto *Array = Type->getAsArrayTypeUnsafe())
      Type = Array->getElementType();
    else if (Type->isPointerType())
      Type = Type->getPointeeType();
    else
      break;
  }
  const RecordDecl *Record = Type.isNull() ? nullptr : Type->getAsRecordDecl();
  return Record && Record->getIdentifier() &&
         Record->getName().starts_with("CUtensorMap");
}

const Expr *withoutWraps(const Expr *E) {
  for (;;) {
    E = E->IgnoreParenCasts();
    if (const auto *Unary = dyn_cast<UnaryOperator>(E);
        Unary &&
        (Unary->getOpcode() == UO_AddrOf || Unary->getOpcode() == UO_Deref))
      E = Unary->getSubExpr();
    else if (const auto *Full = dyn_cast<FullExpr>(E))
      E = Full->getSubExpr();
    else if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
      E = Temporary->getSubExpr();
    else if (const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(E))
      E = Bound->getSubExpr();
    else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
      E = Element->getBase();
    else if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
             Operator && Operator->getOperator() == OO_Subscript)
      E = Operator->getArg(0);
    else if (const auto *Copy = dyn_cast<CXXConstructExpr>(E);
             Copy && Copy->getNumArgs() == 1 &&
             Copy->getConstructor()->isCopyOrMoveConstructor())
      E = Copy->getArg(0);
    else if (const auto *Substituted =
                 dyn_cast<SubstNonTypeTemplateParmExpr>(E))
      E = Substituted->getReplacement();
    else
      return E;
  }
}

const ValueDecl *placeNamed(const Expr *E) {
  E = withoutWraps(E);
  if (const auto *Reference = dyn_cast<DeclRefExpr>(E))
    return dyn_cast<VarDecl>(Reference->getDecl());
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->getMemberDecl();
  return nullptr;
}

class TensorMapUses::Visitor : public DynamicRecursiveASTVisitor {
public:
  explicit Visitor(TensorMapUses &To) : To(To) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool TraverseDecl(Decl *D) override {
    const auto *Inner = dyn_cast_or_null<FunctionDecl>(D);
    llvm::SaveAndRestore<const FunctionDecl *> In(Function,
                                                  Inner ? Inner : Function);
    return DynamicRecursiveASTVisitor::TraverseDecl(D);
  }

  bool VisitVarDecl(VarDecl *V) override {
    if (V->getInit() && holdsMap(V->getType()))
      put(*V, V->getInit());
    return true;
  }

  bool VisitFieldDecl(FieldDecl *F) override {
    if (F->hasInClassInitializer() && F->getInClassInitializer() &&
        holdsMap(F->getType()))
      put(*F, F->getInClassInitializer());
    return true;
  }

  bool VisitUnaryOperator(UnaryOperator *Unary) override {
    if (Unary->isIncrementDecrementOp())
      noteChange(Unary->getSubExpr());
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *Binary) override {
    if (Binary->isAssignmentOp())
      noteChange(Binary->getLHS());
    if (Binary->getOpcode() == BO_Assign && holdsMap(Binary->getType()))
      assign(Binary->getLHS(), Binary->getRHS());
    return true;
  }

  bool VisitCallExpr(CallExpr *Call) override {
    if (isa<CUDAKernelCallExpr>(Call) || Call->isTypeDependent())
      return true;
    const FunctionDecl *Callee = Call->getDirectCallee();
    for (auto [N, Argument] : llvm::enumerate(Call->arguments()))
      if (mayWrite(Argument->getType(), Callee, unsigned(N)))
        noteChange(Argument);
    if (const FunctionDecl *Defined =
            Callee ? Callee->getDefinition() : nullptr;
        Defined &&
        llvm::any_of(Defined->parameters(), [](const ParmVarDecl *P) {
          return holdsMap(P->getType());
        }))
      To.Calls[Defined].push_back(Call);
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
        Operator && Operator->getOperator() == OO_Equal) {
      if (holdsMap(Call->getArg(0)->getType()))
        assign(Call->getArg(0), Call->getArg(1));
      return true;
    }
    const llvm::StringRef Name =
        Callee && Callee->getIdentifier() ? Callee->getName() : "";
    // (to, from, bytes, ...)
    if (Name == "cudaMemcpy" || Name == "cudaMemcpyAsync" || Name == "memcpy" ||
        Name == "cudaMemcpyToSymbol" || Name.starts_with("cuMemcpyHtoD")) {
      if (Call->getNumArgs() >= 2)
        assign(Call->getArg(0), Call->getArg(1));
      return true;
    }
    if (Name.starts_with("cudaMalloc") || Name.starts_with("cudaFree") ||
        Name == "memset" || Name == "cudaMemset")
      return true;
    const unsigned First =
        isa<CXXOperatorCallExpr>(Call) && isa_and_nonnull<CXXMethodDecl>(Callee)
            ? 1
            : 0;
    for (unsigned N = First; N < Call->getNumArgs(); ++N)
      if (const ValueDecl *Place = placeNamed(Call->getArg(N));
          Place && holdsMap(Place->getType()) &&
          mayWrite(Call->getArg(N)->getType(), Callee, N - First))
        To.Uses[Place->getCanonicalDecl()].push_back(
            {Function, nullptr, Call, N - First});
    return true;
  }

private:
  /// A pointer or reference to what is not const.
  static bool mayWrite(QualType Given, const FunctionDecl *Callee,
                       unsigned Parameter) {
    QualType Type = Callee && Parameter < Callee->getNumParams()
                        ? Callee->getParamDecl(Parameter)->getType()
                        : Given;
    if (!Type->isPointerType() && !Type->isReferenceType())
      return false;
    return !Type->getPointeeType().isConstQualified();
  }
  /// \p E, an element of an array or its beginning, is written to.
  void noteChange(const Expr *E) {
    if (const auto *Variable = dyn_cast_or_null<VarDecl>(placeNamed(E)))
      To.Changed.insert(Variable);
  }
  void put(const ValueDecl &Place, const Expr *Value) {
    To.Uses[Place.getCanonicalDecl()].push_back({Function, Value});
  }
  void assign(const Expr *Target, const Expr *Value) {
    if (const ValueDecl *Place = placeNamed(Target);
        Place && holdsMap(Place->getType()))
      put(*Place, Value);
  }

  TensorMapUses &To;
  const FunctionDecl *Function = nullptr;
};

TensorMapUses::TensorMapUses(ASTContext &Context) {
  Visitor Find(*this);
  traverseUserDecls(Find, Context);
}

const std::vector<TensorMapUse> *
TensorMapUses::of(const ValueDecl &Place) const {
  auto It = Uses.find(Place.getCanonicalDecl());
  return It == Uses.end() ? nullptr : &It->second;
}

const std::vector<const CallExpr *> *
TensorMapUses::callsOf(const FunctionDecl *Function) const {
  auto It = Calls.find(Function);
  return It == Calls.end() ? nullptr : &It->second;
}

} // namespace warplint
