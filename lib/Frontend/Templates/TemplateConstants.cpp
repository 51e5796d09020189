//===- TemplateConstants.cpp - Constants that depend on parameters --------===//

#include "TemplateConstants.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace warplint {

// Expressions and the constants that they name nest this deeply at most.
static constexpr unsigned MaximumDepth = 64;

template <class T>
std::optional<T> TemplateConstants::find(unsigned Depth, unsigned Index) const {
  auto Found = Values.find({Depth, Index});
  const T *Value =
      Found == Values.end() ? nullptr : std::get_if<T>(&Found->second);
  return Value ? std::optional(*Value) : std::nullopt;
}

QualType TemplateConstants::resolve(QualType T) const {
  if (T.isNull() || !T->isDependentType())
    return T;
  if (const auto *P = T->getAs<TemplateTypeParmType>())
    return find<QualType>(P->getDepth(), P->getIndex()).value_or(QualType());
  return {};
}

/// \p Value as a \p T holds it.
std::optional<int64_t> TemplateConstants::fit(std::optional<int64_t> Value,
                                              QualType T) const {
  QualType Known = resolve(T);
  if (!Value || Known.isNull())
    return Value;
  if (Known->isBooleanType())
    return *Value != 0;
  if (!Known->isIntegralOrEnumerationType())
    return Known->isRealFloatingType() ? std::nullopt : Value;
  if (Known->isIncompleteType())
    return std::nullopt;
  return Context.MakeIntValue(static_cast<uint64_t>(*Value), Known)
      .tryExtValue();
}

std::optional<int64_t> TemplateConstants::evaluate(const Expr *E) {
  if (!E || Depth == MaximumDepth || E->containsErrors())
    return std::nullopt;
  llvm::SaveAndRestore<unsigned> Deeper(Depth, Depth + 1);
  E = E->IgnoreParens();
  return E->isInstantiationDependent() ? fit(evaluateDependent(E), E->getType())
                                       : constantOf(Context, *E);
}

std::optional<int64_t> TemplateConstants::reference(const ValueDecl *D) {
  if (const auto *P = dyn_cast<NonTypeTemplateParmDecl>(D))
    return find<int64_t>(P->getDepth(), P->getIndex());
  const auto *V = dyn_cast<VarDecl>(D);
  if (!V || !(V->isConstexpr() || V->getType().isConstQualified()) ||
      V->getType()->isReferenceType() || V->isInvalidDecl())
    return std::nullopt;
  return fit(evaluate(V->getAnyInitializer()), V->getType());
}

std::optional<int64_t> TemplateConstants::binary(const BinaryOperator &B) {
  std::optional<int64_t> L = evaluate(B.getLHS());
  // The other side may have no value where this one decides.
  if (B.getOpcode() == BO_LAnd && L && !*L)
    return 0;
  if (B.getOpcode() == BO_LOr && L && *L)
    return 1;
  std::optional<int64_t> R = evaluate(B.getRHS());
  if (!L || !R)
    return std::nullopt;
  switch (B.getOpcode()) {
  case BO_Add:
    return llvm::checkedAdd(*L, *R);
  case BO_Sub:
    return llvm::checkedSub(*L, *R);
  case BO_Mul:
    return llvm::checkedMul(*L, *R);
  case BO_Div:
  case BO_Rem:
    if (*R == 0 || (*R == -1 && *L == INT64_MIN))
      return std::nullopt;
    return B.getOpcode() == BO_Div ? *L / *R : *L % *R;
  case BO_Shl:
    if (*R < 0 || *R > 62)
      return std::nullopt;
    return llvm::checkedMul(*L, int64_t(1) << *R);
  case BO_Shr:
    if (*R < 0 || *R > 63)
      return std::nullopt;
    return *L >> *R;
  case BO_And:
    return *L & *R;
  case BO_Or:
    return *L | *R;
  case BO_Xor:
    return *L ^ *R;
  case BO_LT:
    return *L < *R;
  case BO_GT:
    return *L > *R;
  case BO_LE:
    return *L <= *R;
  case BO_GE:
    return *L >= *R;
  case BO_EQ:
    return *L == *R;
  case BO_NE:
    return *L != *R;
  case BO_LAnd:
    return *L && *R;
  case BO_LOr:
    return *L || *R;
  default:
    return std::nullopt;
  }
}

std::optional<int64_t> TemplateConstants::evaluateDependent(const Expr *E) {
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return Cast->getCastKind() == CK_FloatingToIntegral
               ? std::nullopt
               : evaluate(Cast->getSubExpr());
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return evaluate(Full->getSubExpr());
  if (const auto *List = dyn_cast<InitListExpr>(E))
    return List->getNumInits() == 1 ? evaluate(List->getInit(0)) : std::nullopt;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return reference(Ref->getDecl());
  if (const auto *Subst = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return evaluate(Subst->getReplacement());
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return binary(*B);
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    std::optional<int64_t> Condition = evaluate(C->getCond());
    if (!Condition)
      return std::nullopt;
    return evaluate(*Condition ? C->getTrueExpr() : C->getFalseExpr());
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    std::optional<int64_t> V = evaluate(U->getSubExpr());
    if (!V)
      return std::nullopt;
    switch (U->getOpcode()) {
    case UO_Plus:
      return V;
    case UO_Minus:
      return llvm::checkedSub<int64_t>(0, *V);
    case UO_Not:
      return ~*V;
    case UO_LNot:
      return !*V;
    default:
      return std::nullopt;
    }
  }
  if (const auto *Trait = dyn_cast<UnaryExprOrTypeTraitExpr>(E);
      Trait && Trait->getKind() == UETT_SizeOf) {
    QualType T = resolve(Trait->getTypeOfArgument().getNonReferenceType());
    const RecordDecl *Record = T.isNull() ? nullptr : T->getAsRecordDecl();
    if (!T.isNull() && !T->isIncompleteType() &&
        !(Record && Record->isInvalidDecl()))
      return Context.getTypeSizeInChars(T).getQuantity();
  }
  return std::nullopt;
}

} // namespace warplint
