//===- TemplateConstants.cpp - Constants that depend on parameters --------===//

#include "TemplateConstants.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/Sema/SemaInternal.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace warplint {

// Expressions and the constants that they name nest this deeply at most.
static constexpr unsigned MaximumDepth = 64;

ParameterNumber ParameterValues::numberOf(const NamedDecl &Parameter) {
  return getDepthAndIndex(&Parameter);
}

std::optional<int64_t> ParameterValues::number(ParameterNumber P) const {
  auto Found = Numbers.find(P);
  if (Found == Numbers.end())
    return std::nullopt;
  return Found->second;
}

QualType ParameterValues::type(ParameterNumber P) const {
  auto Found = Types.find(P);
  return Found == Types.end() ? QualType() : Found->second;
}

QualType TemplateConstants::resolve(QualType T) const {
  if (T.isNull() || !T->isDependentType())
    return T;
  if (const auto *Parameter = T->getAs<TemplateTypeParmType>())
    return Values.type({Parameter->getDepth(), Parameter->getIndex()});
  return {};
}

std::optional<int64_t> TemplateConstants::sizeOf(QualType T) {
  if (const ArrayType *Array = Context.getAsArrayType(T);
      Array && T->isDependentType()) {
    std::optional<int64_t> Element = sizeOf(Array->getElementType()), Extent;
    if (const auto *Sized = dyn_cast<DependentSizedArrayType>(Array))
      Extent = evaluate(Sized->getSizeExpr());
    else if (const auto *Constant = dyn_cast<ConstantArrayType>(Array))
      Extent = Constant->getSize().getLimitedValue(INT32_MAX);
    return Element && Extent ? llvm::checkedMul(*Element, *Extent)
                             : std::nullopt;
  }
  if (T->isPointerType())
    return Context.getTypeSizeInChars(Context.VoidPtrTy).getQuantity();
  QualType Known = resolve(T.getNonReferenceType());
  if (Known.isNull() || Known->isIncompleteType() || Known->isFunctionType() ||
      Known->isUndeducedType())
    return std::nullopt;
  if (const RecordDecl *Record = Known->getAsRecordDecl();
      Record && Record->isInvalidDecl())
    return std::nullopt;
  return Context.getTypeSizeInChars(Known).getQuantity();
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
  uint64_t Bits = Context.getTypeSize(Known);
  if (Bits >= 64)
    return Value;
  return Known->isSignedIntegerOrEnumerationType()
             ? llvm::SignExtend64(static_cast<uint64_t>(*Value), Bits)
             : static_cast<int64_t>(static_cast<uint64_t>(*Value) &
                                    llvm::maskTrailingOnes<uint64_t>(Bits));
}

std::optional<int64_t> TemplateConstants::evaluate(const Expr *E) {
  if (!E || Depth == MaximumDepth)
    return std::nullopt;
  llvm::SaveAndRestore<unsigned> Deeper(Depth, Depth + 1);
  E = E->IgnoreParens();
  if (E->containsErrors())
    return std::nullopt;
  std::optional<int64_t> Value = evaluateAny(E);
  // What Clang can evaluate by itself.
  Expr::EvalResult Result;
  if (!Value && !E->isInstantiationDependent() &&
      E->getType()->isIntegralOrEnumerationType() &&
      E->EvaluateAsInt(Result, Context))
    return Result.Val.getInt().tryExtValue();
  return fit(Value, E->getType());
}

std::optional<int64_t> TemplateConstants::reference(const ValueDecl *D) {
  if (auto Argument = Arguments.find(D); Argument != Arguments.end())
    return Argument->second;
  if (const auto *P = dyn_cast<NonTypeTemplateParmDecl>(D))
    return Values.number(ParameterValues::numberOf(*P));
  if (const auto *Constant = dyn_cast<EnumConstantDecl>(D))
    return Constant->getInitVal().tryExtValue();
  const auto *V = dyn_cast<VarDecl>(D);
  if (!V || !(V->isConstexpr() || V->getType().isConstQualified()) ||
      V->getType()->isReferenceType() || V->isInvalidDecl())
    return std::nullopt;
  const Expr *Init = V->getAnyInitializer();
  return Init ? fit(evaluate(Init), V->getType()) : std::nullopt;
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

/// The expression that \p F returns, where that is all it does.
static const Expr *returnedBy(const FunctionDecl &F) {
  const auto *Body = dyn_cast_or_null<CompoundStmt>(F.getBody());
  if (!Body || Body->size() != 1)
    return nullptr;
  const auto *Return = dyn_cast<ReturnStmt>(Body->body_front());
  return Return ? Return->getRetValue() : nullptr;
}

std::optional<int64_t> TemplateConstants::call(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  StringRef Name;
  if (const auto *Lookup = dyn_cast<UnresolvedLookupExpr>(
          Call.getCallee()->IgnoreParenImpCasts())) {
    if (!Lookup->getName().isIdentifier())
      return std::nullopt;
    Name = Lookup->getName().getAsIdentifierInfo()->getName();
    for (const NamedDecl *Candidate : Lookup->decls())
      if (const FunctionDecl *F = Candidate->getAsFunction();
          F && F->getNumParams() == Call.getNumArgs() &&
          (!Callee || !returnedBy(*Callee)))
        Callee = F;
  } else if (Callee && Callee->getDeclName().isIdentifier()) {
    Name = Callee->getName();
  }
  std::vector<int64_t> Given;
  for (const Expr *Argument : Call.arguments()) {
    std::optional<int64_t> Value = evaluate(Argument);
    if (!Value)
      return std::nullopt;
    Given.push_back(*Value);
  }
  if (Given.size() == 2 && Name == "min")
    return std::min(Given[0], Given[1]);
  if (Given.size() == 2 && Name == "max")
    return std::max(Given[0], Given[1]);
  const FunctionDecl *Definition = nullptr;
  if (!Callee || !Callee->hasBody(Definition) ||
      Definition->getNumParams() != Given.size())
    return std::nullopt;
  const Expr *Returned = returnedBy(*Definition);
  if (!Returned)
    return std::nullopt;
  llvm::SaveAndRestore<std::map<const ValueDecl *, int64_t>> Frame(Arguments);
  Arguments.clear();
  for (auto [Parameter, Value] : llvm::zip(Definition->parameters(), Given))
    Arguments[Parameter] = Value;
  return evaluate(Returned);
}

std::optional<int64_t> TemplateConstants::evaluateAny(const Expr *E) {
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return Cast->getCastKind() == CK_FloatingToIntegral
               ? std::nullopt
               : evaluate(Cast->getSubExpr());
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return evaluate(Full->getSubExpr());
  if (const auto *Construct = dyn_cast<CXXUnresolvedConstructExpr>(E))
    return Construct->getNumArgs() == 1 ? evaluate(Construct->getArg(0))
                                        : std::nullopt;
  if (const auto *List = dyn_cast<InitListExpr>(E))
    return List->getNumInits() == 1 ? evaluate(List->getInit(0)) : std::nullopt;
  if (const auto *List = dyn_cast<ParenListExpr>(E))
    return List->getNumExprs() == 1 ? evaluate(List->getExpr(0)) : std::nullopt;
  if (const auto *Literal = dyn_cast<IntegerLiteral>(E))
    return Literal->getValue().getActiveBits() > 63
               ? std::nullopt
               : std::optional<int64_t>(Literal->getValue().getZExtValue());
  if (const auto *Literal = dyn_cast<CXXBoolLiteralExpr>(E))
    return Literal->getValue();
  if (const auto *Literal = dyn_cast<CharacterLiteral>(E))
    return Literal->getValue();
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
  if (const auto *Trait = dyn_cast<UnaryExprOrTypeTraitExpr>(E))
    return Trait->getKind() == UETT_SizeOf ? sizeOf(Trait->getTypeOfArgument())
                                           : std::nullopt;
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return this->call(*Call);
  return std::nullopt;
}

} // namespace warplint
