//===- HostExpressions.cpp - The values of host expressions ---------------===//
//
// One function a kind of expression; HostValues.cpp says which.
//
//===----------------------------------------------------------------------===//

#include "HostValues.h"
#include "Kernel/Source/IntegerValues.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace warplint {

/// Zero in the type at the end of \p Path.
HostValues::Value HostValues::zero(const Expr *E, Fields Path) const {
  QualType Type = Path.empty() ? E->getType() : Path.back()->getType();
  if (!Type->isIntegralOrEnumerationType() || Type->isDependentType())
    return std::nullopt;
  return Context.MakeIntValue(0, Type);
}

HostValues::Value HostValues::ofCast(const CastExpr &Cast, Fields Path) {
  switch (Cast.getCastKind()) {
  case CK_NoOp:
  case CK_LValueToRValue:
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
    return scalar(Cast.getSubExpr(), Path);
  case CK_IntegralCast:
    return converted(Context, scalar(Cast.getSubExpr(), Path), Cast.getType());
  default:
    return std::nullopt;
  }
}

HostValues::Value HostValues::ofUnary(const UnaryOperator &Unary) {
  UnaryOperatorKind Opcode = Unary.getOpcode();
  if (Opcode != UO_Plus && Opcode != UO_Minus && Opcode != UO_Not)
    return std::nullopt;
  Value V = scalar(Unary.getSubExpr(), {});
  if (!V || Opcode == UO_Plus)
    return V;
  return Opcode == UO_Minus ? -*V : ~*V;
}

HostValues::Value HostValues::ofBinary(const BinaryOperator &Binary,
                                       Fields Path) {
  BinaryOperatorKind Opcode = Binary.getOpcode();
  // a = b = 32 and the comma have the value of their right side.
  if (Opcode == BO_Assign || Opcode == BO_Comma)
    return scalar(Binary.getRHS(), Path);
  if (!Path.empty())
    return std::nullopt;
  Value L = scalar(Binary.getLHS(), {});
  Value R = L ? scalar(Binary.getRHS(), {}) : std::nullopt;
  if (!L || !R)
    return std::nullopt;
  return integerResult(Context, Opcode, *L, *R);
}

HostValues::Value HostValues::ofSelect(const ConditionalOperator &Select,
                                       Fields Path) {
  Value Condition = agreed([&] { return scalar(Select.getCond(), {}); });
  if (Condition)
    return scalar(Condition->isZero() ? Select.getFalseExpr()
                                      : Select.getTrueExpr(),
                  Path);
  Value True = agreed([&] { return scalar(Select.getTrueExpr(), Path); });
  Value False = agreed([&] { return scalar(Select.getFalseExpr(), Path); });
  if (True && False && llvm::APSInt::compareValues(*True, *False) == 0)
    return True;
  std::optional<unsigned> Picked = alternative(&Select, 2);
  if (!Picked)
    return std::nullopt;
  return scalar(*Picked == 0 ? Select.getTrueExpr() : Select.getFalseExpr(),
                Path);
}

/// An element of an array that only its initialiser writes.
HostValues::Value HostValues::ofElement(const ArraySubscriptExpr &Element,
                                        Fields Path) {
  const VarDecl *Array = namedArray(Element);
  if (!Array || Array->isInvalidDecl())
    return std::nullopt;
  const Expr *Initialiser = nullptr;
  if (Array->getType().isConstQualified())
    Initialiser = Array->getAnyInitializer();
  else if (HostFlow *Flow = flowOf(*Array))
    Initialiser = Flow->onlyInitialiser(Array);
  const auto *List = dyn_cast_or_null<InitListExpr>(
      Initialiser ? Initialiser->IgnoreParenImpCasts() : nullptr);
  const ConstantArrayType *Type =
      Context.getAsConstantArrayType(Array->getType());
  if (!List || !Type || Type->getZExtSize() != List->getNumInits())
    return std::nullopt;
  std::optional<unsigned> Index;
  if (Value Known = agreed([&] { return scalar(Element.getIdx(), {}); })) {
    if (!Known->isNegative() && Known->getActiveBits() <= 32 &&
        Known->getZExtValue() < List->getNumInits())
      Index = static_cast<unsigned>(Known->getZExtValue());
  } else {
    Index = alternative(&Element, List->getNumInits());
  }
  return Index ? scalar(List->getInit(*Index), Path) : std::nullopt;
}

HostValues::Value HostValues::inFrame(const FunctionDecl *Callee,
                                      llvm::ArrayRef<const Expr *> Arguments,
                                      const Expr *Body, Fields Path) {
  HostCall Inner{Callee, Arguments, Current};
  llvm::SaveAndRestore<const HostCall *> Entered(Current, &Inner);
  return scalar(Body, Path);
}

HostValues::Value
HostValues::ofConstruction(const CXXConstructExpr &Construction, Fields Path) {
  const CXXConstructorDecl *Constructor = Construction.getConstructor();
  if (Constructor->isCopyOrMoveConstructor() && Constructor->isTrivial())
    return Construction.getNumArgs() == 1 ? scalar(Construction.getArg(0), Path)
                                          : std::nullopt;
  if (Path.empty())
    return std::nullopt;
  const FunctionDecl *Definition = nullptr;
  if (!Constructor->isDefined(Definition) ||
      cast<CXXConstructorDecl>(Definition)->isTrivial())
    return Construction.requiresZeroInitialization() ? zero(&Construction, Path)
                                                     : std::nullopt;
  // A body could write the fields again.
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Definition->getBody());
  if (Definition->isDependentContext() || (Body && !Body->body_empty()))
    return std::nullopt;
  llvm::ArrayRef<const Expr *> Arguments(Construction.getArgs(),
                                         Construction.getNumArgs());
  for (const CXXCtorInitializer *Initialiser :
       cast<CXXConstructorDecl>(Definition)->inits()) {
    if (Initialiser->isDelegatingInitializer())
      return inFrame(Definition, Arguments, Initialiser->getInit(), Path);
    if (Initialiser->getMember() == Path.front())
      return inFrame(Definition, Arguments, Initialiser->getInit(),
                     Path.drop_front());
  }
  return std::nullopt;
}

HostValues::Value HostValues::ofInitList(const InitListExpr &List,
                                         Fields Path) {
  if (const InitListExpr *Semantic = List.getSemanticForm())
    return ofInitList(*Semantic, Path);
  // int n{256}; and float4{other}.
  const auto *Record = List.getType()->getAsCXXRecordDecl();
  bool OfPathsRecord =
      !Path.empty() && Record && Path.front()->getParent() == Record;
  if (!OfPathsRecord || List.isTransparent())
    return List.getNumInits() == 1 ? scalar(List.getInit(0), Path)
                                   : std::nullopt;
  if (Record->isUnion() || Record->getNumBases() != 0)
    return std::nullopt;
  unsigned Index = Path.front()->getFieldIndex();
  if (Index >= List.getNumInits())
    return std::nullopt;
  return scalar(List.getInit(Index), Path.drop_front());
}

HostValues::Value HostValues::ofMember(const MemberExpr &Member, Fields Path) {
  if (const auto *Static = dyn_cast<VarDecl>(Member.getMemberDecl()))
    return ofVariable(*Static, Path, &Member);
  const auto *Field = dyn_cast<FieldDecl>(Member.getMemberDecl());
  if (!Field || Member.isArrow())
    return std::nullopt;
  llvm::SmallVector<const FieldDecl *, 4> Inner = {Field};
  Inner.append(Path.begin(), Path.end());
  return scalar(Member.getBase(), Inner);
}

/// Adds the return statements in \p S, up to two.
static void addReturns(const Stmt *S,
                       llvm::SmallVectorImpl<const ReturnStmt *> &Returns) {
  if (!S || isa<Expr>(S) || Returns.size() > 1)
    return;
  if (const auto *Return = dyn_cast<ReturnStmt>(S))
    Returns.push_back(Return);
  for (const Stmt *Child : S->children())
    addReturns(Child, Returns);
}

/// What \p Function returns, when it says so in one place.
static const Expr *returnedExpression(const FunctionDecl &Function) {
  if (Function.isDependentContext())
    return nullptr;
  llvm::SmallVector<const ReturnStmt *, 2> Returns;
  addReturns(Function.getBody(), Returns);
  return Returns.size() == 1 ? Returns.front()->getRetValue() : nullptr;
}

llvm::ArrayRef<const Expr *> HostValues::arguments(const CallExpr &Call) {
  llvm::ArrayRef<const Expr *> All(Call.getArgs(), Call.getNumArgs());
  // Of an operator that is a member, the first argument is the object.
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call.getDirectCallee());
  if (isa<CXXOperatorCallExpr>(Call) && Method && !Method->isStatic() &&
      !All.empty())
    All = All.drop_front();
  return All;
}

HostValues::Value HostValues::ofCall(const CallExpr &Call, Fields Path) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee)
    return std::nullopt;
  bool Minimum = isNamed(*Callee, "min");
  if ((Minimum || isNamed(*Callee, "max")) && Path.empty() &&
      Call.getNumArgs() == 2) {
    Value A = scalar(Call.getArg(0), {});
    Value B = A ? scalar(Call.getArg(1), {}) : std::nullopt;
    if (!A || !B)
      return std::nullopt;
    return (llvm::APSInt::compareValues(*A, *B) < 0) == Minimum ? A : B;
  }
  if (const Expr *Returned = returnedExpression(*Callee)) {
    const FunctionDecl *Definition = Callee->getDefinition();
    return inFrame(Definition ? Definition : Callee, arguments(Call), Returned,
                   Path);
  }
  // A constexpr function with a longer body that returns a dim3.
  Expr::EvalResult Result;
  if (Path.size() != 1 || Call.isValueDependent() ||
      !Call.EvaluateAsRValue(Result, Context) || Result.HasSideEffects ||
      !Result.Val.isStruct() ||
      Path.front()->getFieldIndex() >= Result.Val.getStructNumFields())
    return std::nullopt;
  const APValue &Field =
      Result.Val.getStructField(Path.front()->getFieldIndex());
  return Field.isInt() ? Value(Field.getInt()) : std::nullopt;
}

} // namespace warplint
