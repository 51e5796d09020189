//===- TrialConstraints.cpp - What a template asks of its arguments -------===//

#include "TrialConstraints.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace warplint {

// CUDA C++ Programming Guide, "Technical Specifications per Compute
// Capability": threads of a block, and what a __shared__ array that is not
// dynamic may take.
static constexpr int64_t MaximumThreads = 1024;
static constexpr int64_t MaximumStaticShared = 48 * 1024;

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

/// The role that the name of a number tells, if any.
static std::optional<ParameterRole> roleOfName(StringRef Written) {
  using enum ParameterRole;
  std::string Name = Written.lower();
  llvm::erase(Name, '_');
  StringRef N = Name;
  if (N.size() <= 3 && (N.starts_with("t") || N.starts_with("kt")) &&
      (N.ends_with("m") || N.ends_with("n")))
    return PerThread;
  if (N == "nt")
    return Threads;
  static constexpr std::pair<llvm::StringLiteral, ParameterRole> Words[] = {
      {"warpsize", WarpSize}, {"perthread", PerThread}, {"vec", PerThread},
      {"pack", PerThread},    {"unroll", PerThread},    {"items", PerThread},
      {"ilp", PerThread},     {"thread", Threads},      {"blocksize", Threads},
      {"blockdim", Threads},  {"tpb", Threads},         {"pad", Pad},
      {"skew", Pad},          {"stage", Stages},        {"pipe", Stages},
      {"buffers", Stages},    {"log", Logarithm},       {"bits", Logarithm},
      {"shift", Logarithm},   {"dim", Width},           {"hidden", Width}};
  for (auto [Word, Role] : Words)
    if (N.contains(Word))
      return Role;
  // BK, TILE_K, kBlockK, but not "block".
  bool EndsInK = Written.ends_with("K") || Name == "bk";
  if (EndsInK && Name.size() > 1 && !N.contains("warptile"))
    return Depth;
  return std::nullopt;
}

/// IdxType, index_t.
static bool namesAnIndex(StringRef Written) {
  return llvm::any_of(
      llvm::ArrayRef<StringRef>{"idx", "index", "offset_t", "size_type"},
      [&](StringRef Word) { return Written.contains_insensitive(Word); });
}

static TrialParameter describe(const NamedDecl &Declaration) {
  TrialParameter P;
  P.Declaration = &Declaration;
  P.Number = ParameterValues::numberOf(Declaration);
  P.IsPack = Declaration.isTemplateParameterPack();
  P.Role = ParameterRole::Other;
  if (const auto *Type = dyn_cast<TemplateTypeParmDecl>(&Declaration)) {
    P.Role = Declaration.getDeclName().isIdentifier() &&
                     namesAnIndex(Declaration.getName())
                 ? ParameterRole::Index
                 : ParameterRole::Element;
    P.HasDefault = Type->hasDefaultArgument();
  } else if (const auto *Value =
                 dyn_cast<NonTypeTemplateParmDecl>(&Declaration)) {
    P.HasDefault = Value->hasDefaultArgument();
    QualType T = Value->getType();
    if (T->isBooleanType())
      P.Role = ParameterRole::Flag;
    else if (T->isEnumeralType())
      P.Role = ParameterRole::Enumeration;
    else if (T->isIntegerType() || T->isDependentType() || T->isUndeducedType())
      P.Role =
          Declaration.getDeclName().isIdentifier()
              ? roleOfName(Declaration.getName()).value_or(ParameterRole::Size)
              : ParameterRole::Size;
  } else if (const auto *Template =
                 dyn_cast<TemplateTemplateParmDecl>(&Declaration)) {
    P.HasDefault = Template->hasDefaultArgument();
  }
  return P;
}

namespace {

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// Finds the parameters that an expression depends on, through the constants
/// that it names; IsConstant is false when it names anything else.
class ParameterUses : public ConstDynamicRecursiveASTVisitor {
public:
  explicit ParameterUses(const TrialConstraints &All) : All(All) {}

  uint64_t Mask = 0;
  bool IsConstant = true;

  bool VisitDeclRefExpr(const DeclRefExpr *Ref) override {
    const ValueDecl *D = Ref->getDecl();
    if (const auto *P = dyn_cast<NonTypeTemplateParmDecl>(D)) {
      add(ParameterValues::numberOf(*P));
    } else if (const auto *V = dyn_cast<VarDecl>(D)) {
      const Expr *Init = V->getAnyInitializer();
      if ((!V->isConstexpr() && !V->getType().isConstQualified()) || !Init)
        IsConstant = false;
      else if (Depth < 16) {
        ++Depth;
        TraverseStmt(Init);
        --Depth;
      }
    }
    return IsConstant;
  }
  bool VisitPseudoObjectExpr(const PseudoObjectExpr *) override {
    return IsConstant = false; // threadIdx.x
  }
  bool VisitTemplateTypeParmType(const TemplateTypeParmType *T) override {
    add({T->getDepth(), T->getIndex()});
    return true;
  }
  bool
  VisitUnaryExprOrTypeTraitExpr(const UnaryExprOrTypeTraitExpr *E) override {
    if (E->isArgumentType())
      addTypes(E->getArgumentType());
    return true;
  }
  void addTypes(QualType T) {
    while (const ArrayType *Array = T->getAsArrayTypeUnsafe()) {
      if (const auto *Sized = dyn_cast<DependentSizedArrayType>(Array))
        TraverseStmt(Sized->getSizeExpr());
      T = Array->getElementType();
    }
    if (const auto *P = T->getAs<TemplateTypeParmType>())
      add({P->getDepth(), P->getIndex()});
  }

private:
  void add(ParameterNumber Number) {
    for (auto [I, P] : llvm::enumerate(All.Parameters))
      if (P.Number == Number && I < 64)
        Mask |= uint64_t(1) << I;
  }

  const TrialConstraints &All;
  unsigned Depth = 0;
};

class ConstraintReader : public ConstDynamicRecursiveASTVisitor {
public:
  ConstraintReader(ASTContext &Context, TrialConstraints &All)
      : Context(Context), All(All) {}

  /// Splits at &&, so that each part is checked as soon as it can be.
  void addTrue(const Expr *E) {
    const auto *B = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
    if (B && B->getOpcode() == BO_LAnd) {
      addTrue(B->getLHS());
      addTrue(B->getRHS());
      return;
    }
    add({TrialConstraint::Kind::True, E});
  }

  void add(TrialConstraint C) {
    ParameterUses Uses(All);
    Uses.TraverseStmt(C.Left);
    if (C.Right)
      Uses.TraverseStmt(C.Right);
    C.DependsOn = Uses.Mask;
    if (Uses.Mask && Uses.IsConstant &&
        All.Conditions.size() < MaximumConditions)
      All.Conditions.push_back(C);
  }

  bool VisitStaticAssertDecl(const StaticAssertDecl *D) override {
    addTrue(D->getAssertExpr());
    return true;
  }

  bool VisitBinaryOperator(const BinaryOperator *B) override {
    if (B->isComparisonOp()) {
      mention(B->getLHS(), B->getRHS());
      mention(B->getRHS(), B->getLHS());
    }
    if (B->getOpcode() == BO_Div || B->getOpcode() == BO_Rem)
      add({TrialConstraint::Kind::Positive, B->getRHS()});
    if (B->getOpcode() == BO_Div && !roundsUp(*B))
      add({TrialConstraint::Kind::Divides, B->getLHS(), B->getRHS(), true});
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
    bool IsShared = V->hasAttr<CUDASharedAttr>();
    ParameterUses Uses(All);
    Uses.addTypes(V->getType());
    if (IsShared && Uses.Mask && Uses.IsConstant && !V->hasExternalStorage()) {
      All.SharedArrays.push_back(V->getType());
      All.SharedDependsOn |= Uses.Mask;
    }
    QualType T = V->getType();
    bool IsOuter = true;
    while (const ArrayType *Array = Context.getAsArrayType(T)) {
      if (const auto *Sized = dyn_cast<DependentSizedArrayType>(Array)) {
        if (Sized->getSizeExpr())
          add({TrialConstraint::Kind::Positive, Sized->getSizeExpr()});
        // A one-dimensional array has no rows.
        if (IsShared)
          takeForExtents(Sized->getSizeExpr(),
                         Array->getElementType()->isArrayType() || IsOuter
                             ? ParameterRole::Extent
                             : ParameterRole::Row);
      }
      IsOuter = false;
      T = Array->getElementType();
    }
    if (V->getDeclName().isIdentifier() && V->isConstexpr() && V->getInit()) {
      std::string Name = V->getName().lower();
      if (StringRef(Name).contains("threads") &&
          !StringRef(Name).contains("per"))
        add({TrialConstraint::Kind::Block, V->getInit(), nullptr, true});
    }
    return true;
  }

private:
  // A kernel with more is generated; the first ones do.
  static constexpr size_t MaximumConditions = 256;

  static bool isOne(const Expr *E) {
    const auto *Literal = dyn_cast<IntegerLiteral>(E->IgnoreParenImpCasts());
    return Literal && Literal->getValue() == 1;
  }
  /// (a + b - 1) / b.
  static bool roundsUp(const BinaryOperator &Division) {
    const auto *Top =
        dyn_cast<BinaryOperator>(Division.getLHS()->IgnoreParenImpCasts());
    return Top && Top->isAdditiveOp() &&
           (isOne(Top->getRHS()) || Top->getOpcode() == BO_Add);
  }

  TrialParameter *parameterOf(const Expr *E) {
    const auto *Ref =
        E ? dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts()) : nullptr;
    const auto *P =
        Ref ? dyn_cast<NonTypeTemplateParmDecl>(Ref->getDecl()) : nullptr;
    if (!P)
      return nullptr;
    ParameterNumber Number = ParameterValues::numberOf(*P);
    auto Found = llvm::find_if(All.Parameters, [&](const TrialParameter &T) {
      return T.Number == Number;
    });
    return Found == All.Parameters.end() ? nullptr : &*Found;
  }

  void mention(const Expr *Named, const Expr *Value) {
    TrialParameter *P = parameterOf(Named);
    if (!P || Value->isInstantiationDependent())
      return;
    ParameterValues None;
    if (auto V = TemplateConstants(Context, None).evaluate(Value))
      if (!llvm::is_contained(P->Mentioned, *V))
        P->Mentioned.push_back(*V);
  }

  /// The types of variables in \p E, which is a sum or product.
  void takeForIndex(const Expr *E) {
    E = E->IgnoreParenImpCasts();
    if (const auto *B = dyn_cast<BinaryOperator>(E)) {
      takeForIndex(B->getLHS());
      takeForIndex(B->getRHS());
      return;
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    const auto *T = Ref ? Ref->getType()
                              .getNonReferenceType()
                              ->getAs<TemplateTypeParmType>()
                        : nullptr;
    if (!T)
      return;
    for (TrialParameter &P : All.Parameters)
      if (P.Role == ParameterRole::Element &&
          P.Number == ParameterNumber(T->getDepth(), T->getIndex()))
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

  ASTContext &Context;
  TrialConstraints &All;
};

} // namespace

TrialConstraints readConstraints(ASTContext &Context,
                                 const FunctionDecl &Pattern,
                                 llvm::ArrayRef<const NamedDecl *> Parameters,
                                 const Expr *RequiresClause) {
  TrialConstraints All;
  for (const NamedDecl *P : Parameters)
    All.Parameters.push_back(describe(*P));
  ConstraintReader Reader(Context, All);
  if (RequiresClause)
    Reader.addTrue(RequiresClause);
  if (const auto *Bounds = Pattern.getAttr<CUDALaunchBoundsAttr>();
      Bounds && Bounds->getMaxThreads()) {
    Reader.add({TrialConstraint::Kind::Block, Bounds->getMaxThreads()});
    Reader.add({TrialConstraint::Kind::Warps, Bounds->getMaxThreads(), nullptr,
                /*IsSoft=*/true});
  }
  if (const Stmt *Body = Pattern.getBody())
    Reader.TraverseStmt(Body);
  return All;
}

std::optional<bool> holds(const TrialConstraint &C, TemplateConstants &Values) {
  std::optional<int64_t> L = Values.evaluate(C.Left);
  if (!L)
    return std::nullopt;
  switch (C.What) {
  case TrialConstraint::Kind::True:
    return *L != 0;
  case TrialConstraint::Kind::Positive:
    return *L > 0;
  case TrialConstraint::Kind::Block:
    return *L > 0 && *L <= MaximumThreads;
  case TrialConstraint::Kind::Warps:
    return *L > 0 && *L % 32 == 0;
  case TrialConstraint::Kind::Divides:
    break;
  }
  std::optional<int64_t> R = Values.evaluate(C.Right);
  if (!R)
    return std::nullopt;
  return *R != 0 && *L != 0 && *L % *R == 0;
}

bool sharedArraysFit(const TrialConstraints &All, TemplateConstants &Values) {
  int64_t Total = 0;
  for (QualType T : All.SharedArrays)
    if (std::optional<int64_t> Size = Values.sizeOf(T);
        Size &&
        (*Size > MaximumStaticShared || (Total += *Size) > MaximumStaticShared))
      return false;
  return true;
}

} // namespace warplint
