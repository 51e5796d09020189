//===- StandInDoubts.cpp - What depends on unknown classes ----------------===//

#include "StandInDoubts.h"
#include "warplint/Messages/Skipped.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ExprConcepts.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint {

bool isStandIn(const Decl &D) {
  const SourceManager &SM = D.getASTContext().getSourceManager();
  return SM.getFilename(SM.getFileLoc(D.getLocation())) == MissingNamesHeader;
}

const NamedDecl &outermost(const Decl &D) {
  const auto *Named = cast<NamedDecl>(&D);
  while (const auto *Class = dyn_cast<CXXRecordDecl>(Named->getDeclContext()))
    Named = Class;
  return *Named;
}

static bool isReal(const NamedDecl *D) { return !isStandIn(*D); }

/// What has the name of \p D where it is declared.
static DeclContextLookupResult namesakesOf(const NamedDecl &D) {
  return D.getDeclContext()->getRedeclContext()->lookup(D.getDeclName());
}

bool isBesideReal(const NamedDecl &D) {
  return llvm::any_of(namesakesOf(D), isReal);
}

bool hasStandIns(const SourceManager &SM) {
  return SM.getFileManager().getOptionalFileRef(MissingNamesHeader).has_value();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// The first stand-in that \p Of has for one of \p Range.
template <class RangeT, class OfT>
static const NamedDecl *firstOf(const RangeT &Range, OfT Of) {
  for (const auto &Element : Range)
    if (const NamedDecl *Found = Of(Element))
      return Found;
  return nullptr;
}

const NamedDecl *standInHeldBy(QualType T) {
  const RecordDecl *R = T->getBaseElementTypeUnsafe()->getAsRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  if (!R || isStandIn(*R))
    return R;
  auto HeldBy = [](const auto &Part) { return standInHeldBy(Part.getType()); };
  const NamedDecl *Held =
      firstOf(llvm::make_pointee_range(R->fields()), HeldBy);
  const auto *Class = dyn_cast<CXXRecordDecl>(R);
  return Held || !Class ? Held : firstOf(Class->bases(), HeldBy);
}

static const NamedDecl *standInNamedBy(QualType T);

static const NamedDecl *standInNamedBy(ArrayRef<TemplateArgument> Arguments) {
  return firstOf(Arguments, [](const TemplateArgument &A) -> const NamedDecl * {
    if (A.getKind() == TemplateArgument::Type)
      return standInNamedBy(A.getAsType());
    if (A.getKind() == TemplateArgument::Pack)
      return standInNamedBy(A.getPackAsArray());
    const TemplateDecl *D = A.getKind() == TemplateArgument::Template
                                ? A.getAsTemplate().getAsTemplateDecl()
                                : nullptr;
    return D && isStandIn(*D) ? D : nullptr;
  });
}

/// A stand-in that \p T is made of, in whatever way.
static const NamedDecl *standInNamedBy(QualType T) {
  if (T.isNull())
    return nullptr;
  T = T.getCanonicalType();
  if (const auto *Array = dyn_cast<ArrayType>(T))
    return standInNamedBy(Array->getElementType());
  if (QualType Pointee = T->getPointeeType(); !Pointee.isNull())
    return standInNamedBy(Pointee);
  auto NamedBy = [](QualType Part) { return standInNamedBy(Part); };
  if (const auto *F = dyn_cast<FunctionProtoType>(T)) {
    const NamedDecl *Named = firstOf(F->param_types(), NamedBy);
    return Named ? Named : standInNamedBy(F->getReturnType());
  }
  const RecordDecl *R = T->getAsRecordDecl();
  if (R && isStandIn(*R))
    return R;
  const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(R);
  return S ? standInNamedBy(S->getTemplateArgs().asArray()) : nullptr;
}

//===----------------------------------------------------------------------===//
// Doubts
//===----------------------------------------------------------------------===//

/// Nothing where there is no \p StandIn.
static std::string dependsOn(const Twine &What, const NamedDecl *StandIn) {
  return StandIn ? messages::DependsOnStandIn(
                       What, StandIn->getQualifiedNameAsString())
                 : "";
}

static std::string sizeDoubt(QualType T) {
  return dependsOn("the size of", T.isNull() ? nullptr : standInHeldBy(T));
}

static std::string traitDoubt(const NamedDecl *StandIn) {
  return dependsOn("the properties of", StandIn);
}

/// "which 'f' is called with"
static std::string doubtOf(StringRef Question, const NamedDecl &D,
                           StringRef What, const NamedDecl *StandIn) {
  return dependsOn(Question + " '" + D.getNameAsString() + "' is " + What,
                   StandIn);
}

/// A parameter's argument by default depends on other parameters in more than
/// being one of them.
static bool computesArguments(const TemplateParameterList &Parameters) {
  return llvm::any_of(Parameters, [](const NamedDecl *P) {
    if (const auto *Type = dyn_cast<TemplateTypeParmDecl>(P)) {
      if (!Type->hasDefaultArgument())
        return false;
      QualType T = Type->getDefaultArgument().getArgument().getAsType();
      return T->isDependentType() && !isa<TemplateTypeParmType>(T);
    }
    const auto *Value = dyn_cast<NonTypeTemplateParmDecl>(P);
    return Value &&
           (Value->getType()->isDependentType() ||
            (Value->hasDefaultArgument() && Value->getDefaultArgument()
                                                .getArgument()
                                                .isInstantiationDependent()));
  });
}

/// Several functions have the name of \p F where it is declared.
static bool hasNamesakes(const FunctionDecl &F) {
  return llvm::count_if(namesakesOf(F), isReal) > 1;
}

static bool isSystems(const Decl &D) {
  return D.getASTContext().getSourceManager().isInSystemHeader(D.getLocation());
}

/// \p E makes something of a stand-in that is no stand-in.
static const NamedDecl *convertedIn(const Expr *E) {
  const Expr *Inner = E->IgnoreParens();
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(Inner)) {
    if (Cast->getCastKind() == CK_UserDefinedConversion)
      return standInHeldBy(Cast->getSubExprAsWritten()->getType());
    return convertedIn(Cast->getSubExpr());
  }
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Inner))
    return convertedIn(Temporary->getSubExpr());
  return nullptr;
}

/// The stand-in that a parameter of another function of the name of \p F has,
/// which the real one may make the better choice for \p Arguments: that of a
/// missing typedef of what they are.
static const NamedDecl *standInOfNamesake(const FunctionDecl &F,
                                          ArrayRef<const Expr *> Arguments) {
  ASTContext &Context = F.getASTContext();
  const bool IsExact =
      !F.isTemplateInstantiation() && Arguments.size() == F.getNumParams() &&
      llvm::all_of(llvm::zip(F.parameters(), Arguments), [&](auto Pair) {
        auto [P, A] = Pair;
        return Context.hasSameUnqualifiedType(
            P->getType().getNonReferenceType(), A->IgnoreImpCasts()->getType());
      });
  if (IsExact)
    return nullptr;
  return firstOf(namesakesOf(F), [&](const NamedDecl *D) -> const NamedDecl * {
    const FunctionDecl *Other = D->getAsFunction();
    if (!Other || isStandIn(*Other) ||
        Other->getCanonicalDecl() == F.getCanonicalDecl() ||
        Other == F.getTemplateInstantiationPattern())
      return nullptr;
    return firstOf(Other->parameters(), [](const ParmVarDecl *P) {
      return standInNamedBy(P->getType());
    });
  });
}

static std::string callDoubt(const CallExpr &Call) {
  const FunctionDecl *F = Call.getDirectCallee();
  if (!F || isStandIn(*F) || isSystems(*F))
    return "";
  ArrayRef<const Expr *> Arguments(Call.getArgs(), Call.getNumArgs());
  if (isa<CXXOperatorCallExpr>(Call) && isa<CXXMethodDecl>(F))
    Arguments = Arguments.drop_front();
  if (const NamedDecl *Of = standInOfNamesake(*F, Arguments))
    return doubtOf("whether", *F, "meant for", Of);
  bool SeesMemory = isa<CXXMethodDecl>(F) ||
                    llvm::any_of(F->parameters(), [](const ParmVarDecl *P) {
                      return P->getType()->isAnyPointerType() ||
                             P->getType()->isReferenceType();
                    });
  // The only one of its name is meant, whatever the types are.
  if (!SeesMemory || !hasNamesakes(*F))
    return "";
  return doubtOf("which", *F, "called with",
                 firstOf(Call.arguments(), convertedIn));
}

/// The offset of a base is only known if it is the first.
static std::string castDoubt(const CastExpr &Cast) {
  CastKind Kind = Cast.getCastKind();
  bool IsUp = Kind == CK_DerivedToBase || Kind == CK_UncheckedDerivedToBase;
  if (!IsUp && Kind != CK_BaseToDerived)
    return "";
  QualType T = IsUp ? Cast.getSubExpr()->getType() : Cast.getType();
  if (QualType Pointee = T->getPointeeType(); !Pointee.isNull())
    T = Pointee;
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  for (const CXXBaseSpecifier *Base : Cast.path()) {
    if (!Class || !Class->hasDefinition())
      return "";
    if (Base->isVirtual() || Class->isPolymorphic() ||
        Base->getType()->getAsCXXRecordDecl() !=
            Class->bases_begin()->getType()->getAsCXXRecordDecl())
      return sizeDoubt(T);
    Class = Base->getType()->getAsCXXRecordDecl();
  }
  return "";
}

std::string doubtAbout(const Expr &E) {
  if (const auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(&E))
    return sizeDoubt(Size->getTypeOfArgument());
  if (const auto *Offset = dyn_cast<OffsetOfExpr>(&E))
    return sizeDoubt(Offset->getTypeSourceInfo()->getType());
  if (const auto *Trait = dyn_cast<TypeTraitExpr>(&E))
    return traitDoubt(firstOf(Trait->getArgs(), [](const TypeSourceInfo *T) {
      return standInNamedBy(T->getType());
    }));
  if (const auto *Trait = dyn_cast<ArrayTypeTraitExpr>(&E))
    return traitDoubt(standInNamedBy(Trait->getQueriedType()));
  if (const auto *Trait = dyn_cast<ExpressionTraitExpr>(&E))
    return traitDoubt(standInNamedBy(Trait->getQueriedExpression()->getType()));
  if (const auto *Throws = dyn_cast<CXXNoexceptExpr>(&E))
    return traitDoubt(standInNamedBy(Throws->getOperand()->getType()));
  if (const auto *Concept = dyn_cast<ConceptSpecializationExpr>(&E))
    return traitDoubt(standInNamedBy(Concept->getTemplateArguments()));
  if (const auto *Op = dyn_cast<BinaryOperator>(&E);
      Op && Op->getOpcode() == BO_Sub)
    return sizeDoubt(Op->getRHS()->getType()->getPointeeType());
  if (const auto *Op = dyn_cast<UnaryOperator>(&E))
    if (const auto *Member = Op->getType()->getAs<MemberPointerType>())
      if (const CXXRecordDecl *Class = Member->getMostRecentCXXRecordDecl())
        return sizeDoubt(Class->getASTContext().getCanonicalTagType(Class));
  if (const auto *Call = dyn_cast<CallExpr>(&E))
    return callDoubt(*Call);
  const auto *Cast = dyn_cast<CastExpr>(&E);
  return Cast ? castDoubt(*Cast) : "";
}

std::string doubtAbout(QualType T) {
  const auto *S = T->getAs<TemplateSpecializationType>();
  if (!S || !S->isTypeAlias() || standInNamedBy(T))
    return "";
  return traitDoubt(standInNamedBy(S->template_arguments()));
}

template <class T> static const NamedDecl *standInNamedFor(const T &Instance) {
  if constexpr (std::is_same_v<T, FunctionDecl>)
    return standInNamedBy(Instance.getTemplateSpecializationArgs()->asArray());
  else
    return standInNamedBy(Instance.getTemplateArgs().asArray());
}

/// A stand-in for which \p Template has a specialisation: that may be the one
/// for \p Instance, which was made of the template.
template <class InstanceT, class TemplateT>
static std::string otherDoubt(const InstanceT &Instance, TemplateT &Template) {
  if (Instance.getTemplateSpecializationKind() == TSK_ExplicitSpecialization)
    return "";
  return doubtOf(
      "whether", Template, "meant for",
      firstOf(Template.specializations(), [](const InstanceT *Other) {
        return Other->getTemplateSpecializationKind() ==
                       TSK_ExplicitSpecialization
                   ? standInNamedFor(*Other)
                   : nullptr;
      }));
}

std::string doubtAbout(const Decl &D) {
  if (isStandIn(D))
    return "";
  if (const auto *V = dyn_cast<VarTemplateSpecializationDecl>(&D)) {
    std::string Why = traitDoubt(standInNamedFor(*V));
    return Why.empty() ? otherDoubt(*V, *V->getSpecializedTemplate()) : Why;
  }
  if (const auto *Class = dyn_cast<ClassTemplateSpecializationDecl>(&D)) {
    const NamedDecl *Named = standInNamedFor(*Class);
    ClassTemplateDecl *Template = Class->getSpecializedTemplate();
    if (!Named)
      return otherDoubt(*Class, *Template);
    SmallVector<ClassTemplatePartialSpecializationDecl *> Partial;
    Template->getPartialSpecializations(Partial);
    bool IsChosen =
        !Partial.empty() ||
        llvm::any_of(Template->specializations(), [](const auto *S) {
          return S->getSpecializationKind() == TSK_ExplicitSpecialization;
        });
    return IsChosen || computesArguments(*Template->getTemplateParameters())
               ? doubtOf("which", *Class, "meant for", Named)
               : "";
  }
  const auto *F = dyn_cast<FunctionDecl>(&D);
  FunctionTemplateDecl *Template = F && F->getTemplateSpecializationArgs()
                                       ? F->getPrimaryTemplate()
                                       : nullptr;
  if (!Template)
    return "";
  const NamedDecl *Named = standInNamedFor(*F);
  if (!Named)
    return isSystems(*F) ? "" : otherDoubt(*F, *Template);
  // What is told of a kernel is about that one, whoever launches it.
  const bool IsChosen =
      hasNamesakes(*F) ||
      F->getTemplateSpecializationKind() == TSK_ExplicitSpecialization ||
      computesArguments(*Template->getTemplateParameters());
  return IsChosen && !F->hasAttr<CUDAGlobalAttr>()
             ? doubtOf("which", *F, "called with", Named)
             : "";
}

} // namespace warplint
