//===- TrialParameters.cpp - What a template's parameters are for ---------===//

#include "TrialSearch.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Sema/SemaInternal.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint {

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

/// That of a number, by its name.
static ParameterRole roleOfName(StringRef Written) {
  std::string Name = Written.lower();
  llvm::erase(Name, '_');
  for (auto [Word, Role] : {std::pair("warpsize", ParameterRole::WarpSize),
                            {"thread", ParameterRole::Threads},
                            {"blocksize", ParameterRole::Threads},
                            {"blockdim", ParameterRole::Threads}})
    if (StringRef(Name).contains(Word))
      return Role;
  return ParameterRole::Size;
}

static TrialParameter describe(const NamedDecl &Declaration) {
  TrialParameter P;
  P.Declaration = &Declaration;
  P.IsPack = Declaration.isTemplateParameterPack();
  P.Role = ParameterRole::Other;
  if (const auto *Type = dyn_cast<TemplateTypeParmDecl>(&Declaration)) {
    P.Role = ParameterRole::Element;
    P.HasDefault = Type->hasDefaultArgument();
  } else if (const auto *Value =
                 dyn_cast<NonTypeTemplateParmDecl>(&Declaration)) {
    P.HasDefault = Value->hasDefaultArgument();
    QualType T = Value->getType();
    if (T->isEnumeralType())
      P.Role = ParameterRole::Enumeration;
    else if (T->isIntegerType() || T->isDependentType() || T->isUndeducedType())
      P.Role = T->isBooleanType() ? ParameterRole::Size
                                  : roleOfName(Declaration.getNameAsString());
  } else if (const auto *Template =
                 dyn_cast<TemplateTemplateParmDecl>(&Declaration)) {
    P.HasDefault = Template->hasDefaultArgument();
  }
  return P;
}

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

std::optional<int64_t> constantOf(const ASTContext &Context, const Expr &E) {
  Expr::EvalResult Result;
  if (E.isInstantiationDependent() || E.containsErrors() ||
      !E.getType()->isIntegralOrEnumerationType() ||
      !E.EvaluateAsInt(Result, Context))
    return std::nullopt;
  return Result.Val.getInt().tryExtValue();
}

namespace {

class UseReader : public ConstDynamicRecursiveASTVisitor {
public:
  UseReader(const ASTContext &Context, std::vector<TrialParameter> &All)
      : Context(Context), All(All) {}

  bool VisitBinaryOperator(const BinaryOperator *B) override {
    if (B->isComparisonOp()) {
      mention(B->getLHS(), B->getRHS());
      mention(B->getRHS(), B->getLHS());
    }
    if (B->isShiftOp() || B->isBitwiseOp() || B->getOpcode() == BO_Rem) {
      takeForIndex(B->getLHS());
      takeForIndex(B->getRHS());
    }
    return true;
  }

  bool VisitArraySubscriptExpr(const ArraySubscriptExpr *E) override {
    // Of dependent types Clang does not know which side is the index.
    takeForIndex(E->getRHS());
    return true;
  }
  bool VisitVarDecl(const VarDecl *V) override {
    if (!V->hasAttr<CUDASharedAttr>())
      return true;
    QualType T = V->getType();
    bool IsOuter = true;
    while (const ArrayType *Array = Context.getAsArrayType(T)) {
      // A one-dimensional array has no rows.
      if (const auto *Sized = dyn_cast<DependentSizedArrayType>(Array))
        takeForExtents(Sized->getSizeExpr(),
                       Array->getElementType()->isArrayType() || IsOuter
                           ? ParameterRole::Extent
                           : ParameterRole::Row);
      IsOuter = false;
      T = Array->getElementType();
    }
    return true;
  }

private:
  TrialParameter *parameterOf(const Expr *E) {
    const auto *Ref =
        E ? dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts()) : nullptr;
    const auto *P =
        Ref ? dyn_cast<NonTypeTemplateParmDecl>(Ref->getDecl()) : nullptr;
    if (!P)
      return nullptr;
    auto Found = llvm::find_if(All, [&](const TrialParameter &T) {
      return getDepthAndIndex(T.Declaration) == getDepthAndIndex(P);
    });
    return Found == All.end() ? nullptr : &*Found;
  }

  void mention(const Expr *Named, const Expr *Value) {
    if (TrialParameter *P = parameterOf(Named))
      if (auto V = constantOf(Context, *Value))
        if (!llvm::is_contained(P->Mentioned, *V))
          P->Mentioned.push_back(*V);
  }

  /// The types of variables in \p E, which is a sum or product.
  void takeForIndex(const Expr *E) {
    E = E->IgnoreParenImpCasts();
    if (const auto *B = dyn_cast<BinaryOperator>(E)) {
      takeForIndex(B->getLHS());
      takeForIndex(B->getRHS());
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    const auto *T = Ref ? Ref->getType()
                              .getNonReferenceType()
                              ->getAs<TemplateTypeParmType>()
                        : nullptr;
    for (TrialParameter &P : All)
      if (T && P.Role == ParameterRole::Element &&
          getDepthAndIndex(P.Declaration) ==
              std::pair(T->getDepth(), T->getIndex()))
        P.Role = ParameterRole::Index;
  }

  void takeForExtents(const Expr *E, ParameterRole Role) {
    TrialParameter *P = parameterOf(E);
    if (P && (P->Role == ParameterRole::Size ||
              (P->Role == ParameterRole::Extent && Role == ParameterRole::Row)))
      P->Role = Role;
    const auto *B =
        E ? dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts()) : nullptr;
    if (!B)
      return;
    takeForExtents(B->getLHS(), Role);
    takeForExtents(B->getRHS(), Role);
  }

  const ASTContext &Context;
  std::vector<TrialParameter> &All;
};

} // namespace

std::vector<TrialParameter>
readParameters(const ASTContext &Context, const FunctionDecl &Pattern,
               llvm::ArrayRef<const NamedDecl *> Parameters) {
  std::vector<TrialParameter> All;
  for (const NamedDecl *P : Parameters)
    All.push_back(describe(*P));
  UseReader Reader(Context, All);
  if (const Stmt *Body = Pattern.getBody())
    Reader.TraverseStmt(Body);
  return All;
}

} // namespace warplint
