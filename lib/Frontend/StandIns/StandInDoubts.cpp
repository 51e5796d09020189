//===- StandInDoubts.cpp - What hangs on a class that is not known --------===//

#include "StandInDoubts.h"
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
  OptionalFileEntryRef File =
      SM.getFileEntryRefForID(SM.getFileID(SM.getFileLoc(D.getLocation())));
  return File && File->getName() == MissingNamesHeader;
}

const NamedDecl &outermost(const Decl &D) {
  const auto *Named = cast<NamedDecl>(&D);
  while (const auto *Class = dyn_cast<CXXRecordDecl>(Named->getDeclContext()))
    Named = Class;
  return *Named;
}

static bool isReal(const NamedDecl *D) { return !isStandIn(*D); }

bool isBesideReal(const NamedDecl &D) {
  return llvm::any_of(
      D.getDeclContext()->getRedeclContext()->lookup(D.getDeclName()), isReal);
}

bool hasStandIns(const SourceManager &SM) {
  return SM.getFileManager().getOptionalFileRef(MissingNamesHeader).has_value();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

const NamedDecl *standInHeldBy(QualType T) {
  const RecordDecl *R = T->getBaseElementTypeUnsafe()->getAsRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  if (!R)
    return nullptr;
  if (isStandIn(*R))
    return R;
  for (const FieldDecl *F : R->fields())
    if (const NamedDecl *Held = standInHeldBy(F->getType()))
      return Held;
  if (const auto *Class = dyn_cast<CXXRecordDecl>(R))
    for (const CXXBaseSpecifier &Base : Class->bases())
      if (const NamedDecl *Held = standInHeldBy(Base.getType()))
        return Held;
  return nullptr;
}

static const NamedDecl *standInNamedBy(QualType T);

static const NamedDecl *standInNamedBy(ArrayRef<TemplateArgument> Arguments) {
  for (const TemplateArgument &A : Arguments) {
    const NamedDecl *Named = nullptr;
    if (A.getKind() == TemplateArgument::Type)
      Named = standInNamedBy(A.getAsType());
    else if (A.getKind() == TemplateArgument::Pack)
      Named = standInNamedBy(A.getPackAsArray());
    else if (A.getKind() == TemplateArgument::Template)
      if (const TemplateDecl *D = A.getAsTemplate().getAsTemplateDecl();
          D && isStandIn(*D))
        Named = D;
    if (Named)
      return Named;
  }
  return nullptr;
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
  if (const auto *F = dyn_cast<FunctionProtoType>(T)) {
    for (QualType P : F->param_types())
      if (const NamedDecl *Named = standInNamedBy(P))
        return Named;
    return standInNamedBy(F->getReturnType());
  }
  const RecordDecl *R = T->getAsRecordDecl();
  if (!R)
    return nullptr;
  if (isStandIn(*R))
    return R;
  const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(R);
  return S ? standInNamedBy(S->getTemplateArgs().asArray()) : nullptr;
}

//===----------------------------------------------------------------------===//
// Doubts
//===----------------------------------------------------------------------===//

static std::string dependsOn(StringRef What, const NamedDecl &StandIn) {
  return ("depends on " + What + " '" + StandIn.getQualifiedNameAsString() +
          "', which no header declares")
      .str();
}

static std::string sizeDoubt(QualType T) {
  const NamedDecl *Held = T.isNull() ? nullptr : standInHeldBy(T);
  return Held ? dependsOn("the size of", *Held) : "";
}

static std::string traitDoubt(const NamedDecl *StandIn) {
  return StandIn ? dependsOn("the properties of", *StandIn) : "";
}

static std::string traitDoubt(QualType T) {
  return traitDoubt(standInNamedBy(T));
}

/// A parameter's argument by default hangs on other parameters in more than
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
  return llvm::count_if(
             F.getDeclContext()->getRedeclContext()->lookup(F.getDeclName()),
             isReal) > 1;
}

static bool isSystems(const Decl &D) {
  return D.getASTContext().getSourceManager().isInSystemHeader(D.getLocation());
}

/// \p E makes something of a stand-in that is no stand-in.
static const NamedDecl *convertedIn(const Expr &E) {
  const Expr *Inner = E.IgnoreParens();
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(Inner)) {
    if (Cast->getCastKind() == CK_UserDefinedConversion)
      return standInHeldBy(Cast->getSubExprAsWritten()->getType());
    return convertedIn(*Cast->getSubExpr());
  }
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Inner))
    return convertedIn(*Temporary->getSubExpr());
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
  for (const NamedDecl *D :
       F.getDeclContext()->getRedeclContext()->lookup(F.getDeclName())) {
    const FunctionDecl *Other = D->getAsFunction();
    if (!Other || isStandIn(*Other) ||
        Other->getCanonicalDecl() == F.getCanonicalDecl() ||
        Other == F.getTemplateInstantiationPattern())
      continue;
    for (const ParmVarDecl *P : Other->parameters())
      if (const NamedDecl *Named = standInNamedBy(P->getType()))
        return Named;
  }
  return nullptr;
}

static std::string callDoubt(const CallExpr &Call) {
  const FunctionDecl *F = Call.getDirectCallee();
  if (!F || isStandIn(*F) || isSystems(*F))
    return "";
  ArrayRef<const Expr *> Arguments(Call.getArgs(), Call.getNumArgs());
  if (isa<CXXOperatorCallExpr>(Call) && isa<CXXMethodDecl>(F))
    Arguments = Arguments.drop_front();
  if (const NamedDecl *Of = standInOfNamesake(*F, Arguments))
    return dependsOn("whether '" + F->getNameAsString() + "' is meant for",
                     *Of);
  bool SeesMemory = isa<CXXMethodDecl>(F) ||
                    llvm::any_of(F->parameters(), [](const ParmVarDecl *P) {
                      return P->getType()->isAnyPointerType() ||
                             P->getType()->isReferenceType();
                    });
  // The only one of its name is meant, whatever the types are.
  if (SeesMemory && hasNamesakes(*F))
    for (const Expr *Argument : Call.arguments())
      if (const NamedDecl *From = convertedIn(*Argument))
        return dependsOn("which '" + F->getNameAsString() + "' is called with",
                         *From);
  return "";
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
  if (const auto *Trait = dyn_cast<TypeTraitExpr>(&E)) {
    for (const TypeSourceInfo *T : Trait->getArgs())
      if (std::string Why = traitDoubt(T->getType()); !Why.empty())
        return Why;
    return "";
  }
  if (const auto *Trait = dyn_cast<ArrayTypeTraitExpr>(&E))
    return traitDoubt(Trait->getQueriedType());
  if (const auto *Trait = dyn_cast<ExpressionTraitExpr>(&E))
    return traitDoubt(Trait->getQueriedExpression()->getType());
  if (const auto *Throws = dyn_cast<CXXNoexceptExpr>(&E))
    return traitDoubt(Throws->getOperand()->getType());
  if (const auto *Concept = dyn_cast<ConceptSpecializationExpr>(&E))
    return traitDoubt(standInNamedBy(Concept->getTemplateArguments()));
  if (const auto *Op = dyn_cast<BinaryOperator>(&E))
    return Op->getOpcode() == BO_Sub && Op->getRHS()->getType()->isPointerType()
               ? sizeDoubt(Op->getRHS()->getType()->getPointeeType())
               : "";
  if (const auto *Op = dyn_cast<UnaryOperator>(&E)) {
    const auto *Member = Op->getType()->getAs<MemberPointerType>();
    const CXXRecordDecl *Class =
        Member ? Member->getMostRecentCXXRecordDecl() : nullptr;
    return Class ? sizeDoubt(Class->getASTContext().getCanonicalTagType(Class))
                 : "";
  }
  if (const auto *Call = dyn_cast<CallExpr>(&E))
    return callDoubt(*Call);
  if (const auto *Cast = dyn_cast<CastExpr>(&E))
    return castDoubt(*Cast);
  return "";
}

std::string doubtAbout(QualType T) {
  const auto *S = T->getAs<TemplateSpecializationType>();
  if (!S || !S->isTypeAlias())
    return "";
  return standInNamedBy(T)
             ? ""
             : traitDoubt(standInNamedBy(S->template_arguments()));
}

/// A stand-in for which \p Template has a specialisation: that may be the one
/// for \p Instance, which was made of the template.
template <class InstanceT, class TemplateT>
static std::string otherDoubt(const InstanceT &Instance,
                              const TemplateT &Template) {
  if (Instance.getTemplateSpecializationKind() == TSK_ExplicitSpecialization)
    return "";
  auto &Of = const_cast<TemplateT &>(Template);
  for (const InstanceT *Other : Of.specializations())
    if (Other->getTemplateSpecializationKind() == TSK_ExplicitSpecialization) {
      const NamedDecl *Named;
      if constexpr (std::is_same_v<InstanceT, FunctionDecl>)
        Named =
            standInNamedBy(Other->getTemplateSpecializationArgs()->asArray());
      else
        Named = standInNamedBy(Other->getTemplateArgs().asArray());
      if (Named)
        return dependsOn("whether '" + Template.getNameAsString() +
                             "' is meant for",
                         *Named);
    }
  return "";
}

std::string doubtAbout(const Decl &D) {
  if (isStandIn(D))
    return "";
  if (const auto *V = dyn_cast<VarTemplateSpecializationDecl>(&D)) {
    std::string Why =
        traitDoubt(standInNamedBy(V->getTemplateArgs().asArray()));
    return Why.empty() ? otherDoubt(*V, *V->getSpecializedTemplate()) : Why;
  }
  if (const auto *Class = dyn_cast<ClassTemplateSpecializationDecl>(&D)) {
    const NamedDecl *Named = standInNamedBy(Class->getTemplateArgs().asArray());
    const ClassTemplateDecl *Template = Class->getSpecializedTemplate();
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
               ? dependsOn("which '" + Class->getNameAsString() +
                               "' is meant for",
                           *Named)
               : "";
  }
  const auto *F = dyn_cast<FunctionDecl>(&D);
  const TemplateArgumentList *Arguments =
      F ? F->getTemplateSpecializationArgs() : nullptr;
  const NamedDecl *Named =
      Arguments ? standInNamedBy(Arguments->asArray()) : nullptr;
  if (Arguments && !Named && !isSystems(*F))
    return otherDoubt(*F, *F->getPrimaryTemplate());
  const FunctionTemplateDecl *Template =
      Named ? F->getPrimaryTemplate() : nullptr;
  // What is told of a kernel is about that one, whoever launches it.
  if (Template && !F->hasAttr<CUDAGlobalAttr>() &&
      (hasNamesakes(*F) ||
       F->getTemplateSpecializationKind() == TSK_ExplicitSpecialization ||
       computesArguments(*Template->getTemplateParameters())))
    return dependsOn("which '" + F->getNameAsString() + "' is called with",
                     *Named);
  return "";
}

} // namespace warplint
