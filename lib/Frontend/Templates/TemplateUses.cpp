//===- TemplateUses.cpp - Uses that could not be resolved -----------------===//

#include "TemplateUses.h"
#include "Frontend/Text/SourceFiles.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace warplint {

// Templates of launches inside one another.
static constexpr unsigned MaximumDepth = 4;

class TemplateUses::Collector : public DynamicRecursiveASTVisitor {
public:
  explicit Collector(TemplateUses &Into) : Into(Into) {
    // A body that clang could instantiate in part.
    ShouldVisitTemplateInstantiations = true;
  }

  bool TraverseDecl(Decl *D) override {
    auto *F = dyn_cast_or_null<FunctionDecl>(D);
    auto *M = dyn_cast_or_null<CXXMethodDecl>(D);
    bool IsLambda = M && M->getParent()->isLambda();
    llvm::SaveAndRestore<const FunctionDecl *> Here(In,
                                                    F && !IsLambda ? F : In);
    return DynamicRecursiveASTVisitor::TraverseDecl(D);
  }

  bool VisitUnresolvedLookupExpr(UnresolvedLookupExpr *E) override {
    if (E->hasExplicitTemplateArgs())
      for (const NamedDecl *D : E->decls())
        add(dyn_cast<FunctionTemplateDecl>(D->getUnderlyingDecl()),
            E->template_arguments(), E->getNameLoc());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (const auto *F = dyn_cast<FunctionDecl>(E->getDecl());
        F && E->hasExplicitTemplateArgs())
      add(F->getPrimaryTemplate(), E->template_arguments(), E->getLocation());
    return true;
  }

private:
  void add(const FunctionTemplateDecl *Template,
           llvm::ArrayRef<TemplateArgumentLoc> Written, SourceLocation Where) {
    if (Template)
      Into.Uses[Template->getCanonicalDecl()].push_back({In, Written, Where});
  }

  TemplateUses &Into;
  const FunctionDecl *In = nullptr;
};

TemplateUses::TemplateUses(ASTContext &Context) : Context(Context) {
  Collector Uses(*this);
  traverseUserDecls(Uses, Context);
}

//===----------------------------------------------------------------------===//
// Constants that depend on parameters
//===----------------------------------------------------------------------===//

namespace {

class Constants {
public:
  Constants(ASTContext &Context, const ParameterValues &Values)
      : Context(Context), Values(Values) {}

  std::optional<int64_t> evaluate(const Expr *E) {
    // Expressions and the constants that they name nest this deeply at most.
    constexpr unsigned MaximumDepth = 64;
    if (!E || Depth == MaximumDepth || E->containsErrors())
      return std::nullopt;
    llvm::SaveAndRestore<unsigned> Deeper(Depth, Depth + 1);
    E = E->IgnoreParens();
    return E->isInstantiationDependent()
               ? fit(evaluateDependent(E), E->getType())
               : constantOf(Context, *E);
  }

  /// The same type with the parameters' types put in, where that is a parameter
  /// itself or does not depend on any; null else.
  QualType resolve(QualType T) const {
    if (T.isNull() || !T->isDependentType())
      return T;
    if (const auto *P = T->getAs<TemplateTypeParmType>())
      return find<QualType>(*P).value_or(QualType());
    return {};
  }

private:
  template <class T> std::optional<T> find(const auto &Parameter) const {
    auto Found = Values.find({Parameter.getDepth(), Parameter.getIndex()});
    const T *Value =
        Found == Values.end() ? nullptr : std::get_if<T>(&Found->second);
    return Value ? std::optional(*Value) : std::nullopt;
  }

  /// \p Value as a \p T holds it.
  std::optional<int64_t> fit(std::optional<int64_t> Value, QualType T) const {
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

  std::optional<int64_t> reference(const ValueDecl *D) {
    if (const auto *P = dyn_cast<NonTypeTemplateParmDecl>(D))
      return find<int64_t>(*P);
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V || !(V->isConstexpr() || V->getType().isConstQualified()) ||
        V->getType()->isReferenceType() || V->isInvalidDecl())
      return std::nullopt;
    return fit(evaluate(V->getAnyInitializer()), V->getType());
  }

  Expr *literal(int64_t Value) {
    return IntegerLiteral::Create(Context,
                                  llvm::APInt(64, Value, /*isSigned=*/true),
                                  Context.LongLongTy, SourceLocation());
  }

  std::optional<int64_t> binary(const BinaryOperator &B) {
    BinaryOperatorKind Op = B.getOpcode();
    std::optional<int64_t> L = evaluate(B.getLHS());
    // The other side may have no value where this one decides.
    if (L && (Op == BO_LAnd ? !*L : Op == BO_LOr && *L))
      return Op == BO_LOr;
    std::optional<int64_t> R = evaluate(B.getRHS());
    if (!L || !R || B.isPtrMemOp() || Op == BO_Cmp || Op > BO_LOr)
      return std::nullopt;
    return constantOf(
        Context, *BinaryOperator::Create(Context, literal(*L), literal(*R), Op,
                                         Context.LongLongTy, VK_PRValue,
                                         OK_Ordinary, SourceLocation(), {}));
  }

  std::optional<int64_t> unary(const UnaryOperator &U) {
    std::optional<int64_t> V = evaluate(U.getSubExpr());
    if (!V || !(U.isArithmeticOp()))
      return std::nullopt;
    return constantOf(
        Context, *UnaryOperator::Create(Context, literal(*V), U.getOpcode(),
                                        Context.LongLongTy, VK_PRValue,
                                        OK_Ordinary, SourceLocation(),
                                        /*CanOverflow=*/true, {}));
  }

  std::optional<int64_t> evaluateDependent(const Expr *E) {
    if (const auto *Cast = dyn_cast<CastExpr>(E))
      return Cast->getCastKind() == CK_FloatingToIntegral
                 ? std::nullopt
                 : evaluate(Cast->getSubExpr());
    if (const auto *Full = dyn_cast<FullExpr>(E))
      return evaluate(Full->getSubExpr());
    if (const auto *List = dyn_cast<InitListExpr>(E))
      return List->getNumInits() == 1 ? evaluate(List->getInit(0))
                                      : std::nullopt;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return reference(Ref->getDecl());
    if (const auto *Subst = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
      return evaluate(Subst->getReplacement());
    if (const auto *B = dyn_cast<BinaryOperator>(E))
      return binary(*B);
    if (const auto *U = dyn_cast<UnaryOperator>(E))
      return unary(*U);
    if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
      std::optional<int64_t> Condition = evaluate(C->getCond());
      if (!Condition)
        return std::nullopt;
      return evaluate(*Condition ? C->getTrueExpr() : C->getFalseExpr());
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

  ASTContext &Context;
  const ParameterValues &Values;
  unsigned Depth = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

/// What \p Argument is where \p Around stands for the parameters around it.
static TrialArgument valueOf(ASTContext &Context,
                             const TemplateArgumentLoc &Argument,
                             const ParameterValues &Around) {
  Constants Known(Context, Around);
  switch (Argument.getArgument().getKind()) {
  case TemplateArgument::Type:
    if (QualType T = Known.resolve(Argument.getArgument().getAsType());
        !T.isNull())
      return T;
    return {};
  case TemplateArgument::Expression:
    if (auto V = Known.evaluate(Argument.getArgument().getAsExpr()))
      return *V;
    return {};
  default:
    return {};
  }
}

void TemplateUses::read(const FunctionTemplateDecl &Template, const Use &U,
                        const ParameterValues &Around,
                        std::vector<FoundArguments> &Found) {
  FoundArguments F;
  F.Where = U.Where;
  F.Arguments.resize(Template.getTemplateParameters()->size());
  if (U.Written.size() > F.Arguments.size())
    return;
  for (size_t I = 0; I != U.Written.size(); ++I) {
    F.Arguments[I] = valueOf(Context, U.Written[I], Around);
    // What is written and not known is not left to the template.
    if (std::holds_alternative<std::monostate>(F.Arguments[I]))
      return;
  }
  if (llvm::none_of(Found, [&](const FoundArguments &Known) {
        return Known.Arguments == F.Arguments;
      }))
    Found.push_back(std::move(F));
}

static ParameterValues valuesOf(const TemplateArgumentList &Arguments) {
  ParameterValues Values;
  for (auto [I, A] : llvm::enumerate(Arguments.asArray())) {
    if (A.getKind() == TemplateArgument::Type)
      Values[{0, I}] = A.getAsType();
    else if (A.getKind() != TemplateArgument::Integral)
      continue;
    else if (std::optional<int64_t> N = A.getAsIntegral().tryExtValue())
      Values[{0, I}] = *N;
  }
  return Values;
}

void TemplateUses::follow(const FunctionTemplateDecl &Template, unsigned Depth,
                          unsigned Limit, std::vector<FoundArguments> &Found) {
  auto Of = Uses.find(Template.getCanonicalDecl());
  if (Of == Uses.end() || Depth == MaximumDepth)
    return;
  for (const Use &U : Of->second) {
    if (Found.size() >= Limit)
      return;
    const FunctionTemplateDecl *Around =
        U.In ? U.In->getDescribedFunctionTemplate() : nullptr;
    if (!Around) {
      ParameterValues Values;
      if (U.In && U.In->getTemplateSpecializationArgs())
        Values = valuesOf(*U.In->getTemplateSpecializationArgs());
      read(Template, U, Values, Found);
      continue;
    }
    std::vector<FoundArguments> Outer;
    follow(*Around, Depth + 1, Limit, Outer);
    unsigned ParameterDepth = Around->getTemplateParameters()->getDepth();
    for (const FoundArguments &F : Outer) {
      ParameterValues Values;
      for (auto [I, Given] : llvm::enumerate(F.Arguments)) {
        TrialArgument &Value = Values[{ParameterDepth, I}] = Given;
        const auto *P = dyn_cast<NonTypeTemplateParmDecl>(
            Around->getTemplateParameters()->getParam(I));
        if (P && P->hasDefaultArgument() &&
            std::holds_alternative<std::monostate>(Given))
          Value = valueOf(Context, P->getDefaultArgument(), Values);
      }
      if (Found.size() < Limit)
        read(Template, U, Values, Found);
    }
  }
}

std::vector<FoundArguments>
TemplateUses::of(const FunctionTemplateDecl &Template, unsigned Limit) {
  std::vector<FoundArguments> Found;
  follow(Template, 0, Limit, Found);
  return Found;
}

} // namespace warplint
