//===- TrialCandidates.cpp - What else a parameter may stand for ----------===//

#include "TrialCandidates.h"
#include "KernelPattern.h"
#include "TrialInstantiation.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace warplint {

// Classes that are tried for one parameter: each costs an instantiation.
static constexpr size_t MaximumClasses = 8;

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

namespace {

/// Of the templates that are called: what each does with its parameters.
using CalleeUses = llvm::DenseMap<const FunctionDecl *, std::vector<TypeUse>>;

std::vector<TypeUse> usesIn(const FunctionDecl &Pattern,
                            llvm::ArrayRef<ParameterNumber> Parameters,
                            CalleeUses &Callees);

class UseFinder : public ConstDynamicRecursiveASTVisitor {
public:
  UseFinder(llvm::ArrayRef<ParameterNumber> Parameters,
            std::vector<TypeUse> &Uses, CalleeUses &Callees)
      : Parameters(Parameters), Uses(Uses), Callees(Callees) {}

  bool VisitDependentNameType(const DependentNameType *T) override {
    addMember(T->getQualifier(), T->getIdentifier());
    return true;
  }
  bool
  VisitDependentScopeDeclRefExpr(const DependentScopeDeclRefExpr *E) override {
    addMember(E->getQualifier(), E->getDeclName().getAsIdentifierInfo());
    return true;
  }
  bool VisitCXXDependentScopeMemberExpr(
      const CXXDependentScopeMemberExpr *E) override {
    QualType T = E->getBaseType();
    if (E->isArrow() && !T.isNull() && T->isPointerType())
      T = T->getPointeeType();
    addMember(useOf(T), E->getMember().getAsIdentifierInfo());
    return true;
  }
  bool VisitCallExpr(const CallExpr *E) override {
    const Expr *Callee = E->getCallee()->IgnoreParenImpCasts();
    if (TypeUse *Use = useOf(Callee->getType()))
      Use->IsCalled = true;
    if (const auto *Named = dyn_cast<UnresolvedLookupExpr>(Callee))
      passOn(*E, *Named);
    return true;
  }
  bool VisitCXXOperatorCallExpr(const CXXOperatorCallExpr *E) override {
    bool IsProduct = E->getOperator() == OO_Star && E->getNumArgs() == 2;
    if (E->getNumArgs() && !IsProduct)
      note(E->getOperator(), E->getArg(0));
    return true;
  }
  bool VisitUnaryOperator(const UnaryOperator *E) override {
    if (E->getOpcode() == UO_Deref)
      note(OO_Star, E->getSubExpr());
    return true;
  }
  bool VisitArraySubscriptExpr(const ArraySubscriptExpr *E) override {
    note(OO_Subscript, E->getLHS());
    return true;
  }

private:
  void note(OverloadedOperatorKind Operator, const Expr *On) {
    TypeUse *Use = useOf(On->IgnoreParenImpCasts()->getType());
    if (!Use)
      return;
    Use->IsCalled |= Operator == OO_Call;
    Use->IsPointer |= Operator == OO_Star || Operator == OO_Subscript;
  }

  TypeUse *useOf(QualType T) {
    if (T.isNull())
      return nullptr;
    const auto *P = T.getNonReferenceType()->getAs<TemplateTypeParmType>();
    if (!P)
      return nullptr;
    for (auto [I, Number] : llvm::enumerate(Parameters))
      if (Number == ParameterNumber(P->getDepth(), P->getIndex()))
        return &Uses[I];
    return nullptr;
  }

  /// What a called template does with a type that it is given by name or by the
  /// type of an argument is done with the parameter that this type is.
  void passOn(const CallExpr &Call, const UnresolvedLookupExpr &Named) {
    const FunctionDecl *Callee = nullptr;
    for (const NamedDecl *D : Named.decls()) {
      const auto *T = dyn_cast<FunctionTemplateDecl>(D->getUnderlyingDecl());
      const FunctionDecl *Body =
          T ? T->getTemplatedDecl()->getDefinition() : nullptr;
      if (Body && std::exchange(Callee, Body))
        return; // Which of them is called depends.
    }
    if (!Callee)
      return;
    const TemplateParameterList &Own =
        *Callee->getDescribedFunctionTemplate()->getTemplateParameters();
    std::vector<ParameterNumber> Numbers;
    for (const NamedDecl *P : Own)
      Numbers.push_back(ParameterValues::numberOf(*P));
    std::vector<TypeUse> Done = usesIn(*Callee, Numbers, Callees);
    for (auto [Argument, Use] : llvm::zip(Named.template_arguments(), Done))
      if (Argument.getArgument().getKind() == TemplateArgument::Type)
        merge(useOf(Argument.getArgument().getAsType()), Use);
    for (auto [Argument, P] : llvm::zip(Call.arguments(), Callee->parameters()))
      if (const auto *T =
              P->getType().getNonReferenceType()->getAs<TemplateTypeParmType>())
        for (auto [Number, Use] : llvm::zip(Numbers, Done))
          if (Number == ParameterNumber(T->getDepth(), T->getIndex()))
            merge(useOf(Argument->getType()), Use);
  }
  static void merge(TypeUse *Into, const TypeUse &From) {
    if (!Into)
      return;
    for (const std::string &Member : From.Members)
      if (!llvm::is_contained(Into->Members, Member))
        Into->Members.push_back(Member);
    Into->IsCalled |= From.IsCalled;
    Into->IsPointer |= From.IsPointer;
  }
  void addMember(TypeUse *Use, const IdentifierInfo *Name) {
    if (Use && Name && !llvm::is_contained(Use->Members, Name->getName()))
      Use->Members.push_back(Name->getName().str());
  }
  void addMember(NestedNameSpecifier Of, const IdentifierInfo *Name) {
    if (Of.getKind() == NestedNameSpecifier::Kind::Type)
      addMember(useOf(QualType(Of.getAsType(), 0)), Name);
  }

  llvm::ArrayRef<ParameterNumber> Parameters;
  std::vector<TypeUse> &Uses;
  CalleeUses &Callees;
};

std::vector<TypeUse> usesIn(const FunctionDecl &Pattern,
                            llvm::ArrayRef<ParameterNumber> Parameters,
                            CalleeUses &Callees) {
  std::vector<TypeUse> Uses(Parameters.size());
  // What calls itself adds nothing by that.
  auto [Known, IsNew] = Callees.try_emplace(&Pattern, Uses);
  if (!IsNew)
    return Known->second;
  UseFinder(Parameters, Uses, Callees).TraverseDecl(&Pattern);
  Callees[&Pattern] = Uses;
  return Uses;
}

} // namespace

std::vector<TypeUse> usesOfTypes(const FunctionDecl &Pattern,
                                 llvm::ArrayRef<TrialParameter> Parameters) {
  std::vector<ParameterNumber> Numbers;
  for (const TrialParameter &P : Parameters)
    Numbers.push_back(P.Number);
  CalleeUses Callees;
  return usesIn(Pattern, Numbers, Callees);
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

TrialCandidates::TrialCandidates(Sema &S, const TrialTypes &Types)
    : S(S), Context(S.Context), Types(Types) {
  collect(*Context.getTranslationUnitDecl());
}

void TrialCandidates::collect(DeclContext &In) {
  const SourceManager &SM = Context.getSourceManager();
  for (Decl *D : In.decls()) {
    if (D->isImplicit() || D->isInvalidDecl() ||
        SM.isInSystemHeader(D->getLocation()))
      continue;
    if (auto *Template = dyn_cast<ClassTemplateDecl>(D)) {
      if (Template->isThisDeclarationADefinition())
        Templates.push_back(Template);
    } else if (auto *Class = dyn_cast<CXXRecordDecl>(D)) {
      if (Class->isThisDeclarationADefinition() && Class->getIdentifier() &&
          !isa<ClassTemplateSpecializationDecl>(Class))
        Classes.push_back(Class);
    } else if (auto *F = dyn_cast<FunctionDecl>(D)) {
      if (F->hasAttr<CUDADeviceAttr>() && F->isThisDeclarationADefinition())
        Functions.push_back(F);
    } else if (isa<NamespaceDecl, LinkageSpecDecl>(D) && !isLibrary(*D)) {
      collect(*cast<DeclContext>(D));
    }
  }
}

/// The names of all members, those of bases too.
static void namesIn(const CXXRecordDecl &Class, llvm::StringSet<> &Names,
                    unsigned Depth = 0) {
  const CXXRecordDecl *Definition = Class.getDefinition();
  if (!Definition || Depth > 4)
    return;
  for (const Decl *D : Definition->decls())
    if (const auto *Named = dyn_cast<NamedDecl>(D)) {
      if (Named->getIdentifier())
        Names.insert(Named->getName());
      if (const auto *Enum = dyn_cast<EnumDecl>(D))
        for (const EnumConstantDecl *C : Enum->enumerators())
          Names.insert(C->getName());
    }
  for (const CXXBaseSpecifier &Base : Definition->bases()) {
    if (const CXXRecordDecl *B = Base.getType()->getAsCXXRecordDecl()) {
      namesIn(*B, Names, Depth + 1);
      continue;
    }
    const auto *T = Base.getType()->getAs<TemplateSpecializationType>();
    const auto *Template = T ? dyn_cast_or_null<ClassTemplateDecl>(
                                   T->getTemplateName().getAsTemplateDecl())
                             : nullptr;
    if (Template)
      namesIn(*Template->getTemplatedDecl(), Names, Depth + 1);
  }
}

static bool hasMembers(const CXXRecordDecl &Class,
                       llvm::ArrayRef<std::string> Members) {
  llvm::StringSet<> Names;
  namesIn(Class, Names);
  return llvm::all_of(Members,
                      [&](const std::string &M) { return Names.contains(M); });
}

/// The specialization with arguments that the template itself asks for; null
/// when none can be named.
QualType TrialCandidates::instance(ClassTemplateDecl &Template) const {
  const TemplateParameterList &Parameters = *Template.getTemplateParameters();
  std::vector<const NamedDecl *> Declared(Parameters.begin(), Parameters.end());
  TrialConstraints All = readConstraints(
      Context, *Template.getTemplatedDecl()->getDefinition(), Declared);
  std::vector<TrialArguments> Found = searchTrials(Context, All, Types, {}, 1);
  if (Found.empty())
    return {};
  SourceLocation Loc = Template.getLocation();
  TemplateArgumentListInfo Arguments(Loc, Loc);
  for (auto [I, Value] : llvm::enumerate(Found.front())) {
    if (std::holds_alternative<std::monostate>(Value))
      break; // Left to the template.
    std::optional<TemplateArgumentLoc> A =
        trialArgument(S, *Parameters.getParam(I), Value, Loc);
    if (!A)
      return {};
    Arguments.addArgument(*A);
  }
  if (Arguments.size() < Parameters.getMinRequiredArguments())
    return {};
  return S.CheckTemplateIdType(ElaboratedTypeKeyword::None,
                               TemplateName(&Template), Loc, Arguments,
                               /*Scope=*/nullptr,
                               /*ForNestedNameSpecifier=*/false);
}

void TrialCandidates::addType(TrialArguments &To, QualType T) const {
  if (!T.isNull() && !llvm::is_contained(To, TrialArgument(T)))
    To.push_back(T);
}

void TrialCandidates::addClasses(TrialArguments &To, const TypeUse &Use) {
  size_t End = To.size() + MaximumClasses;
  for (CXXRecordDecl *Class : Classes)
    if (To.size() < End && hasMembers(*Class, Use.Members))
      addType(To, Context.getCanonicalTagType(Class));
  for (ClassTemplateDecl *Template : Templates) {
    if (To.size() >= End)
      return;
    if (!hasMembers(*Template->getTemplatedDecl(), Use.Members))
      continue;
    bool HasInstance = false;
    for (ClassTemplateSpecializationDecl *Instance :
         Template->specializations())
      if (Instance->isCompleteDefinition() && !Instance->isInvalidDecl() &&
          !std::exchange(HasInstance, true))
        addType(To, Context.getCanonicalTagType(Instance));
    if (!HasInstance)
      addType(To, instance(*Template));
  }
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

/// A type that the toolkit or the prelude declares, as far as the file has it.
void TrialCandidates::addNamed(TrialArguments &To, StringRef Name) const {
  DeclContext *In = Context.getTranslationUnitDecl();
  for (StringRef Part : llvm::split(Name, "::")) {
    NamedDecl *Found = nullptr;
    for (NamedDecl *D : In->lookup(&Context.Idents.get(Part)))
      if (isa<NamespaceDecl, TagDecl, TypedefNameDecl>(D))
        Found = D;
    if (auto *Namespace = dyn_cast_or_null<NamespaceDecl>(Found)) {
      In = Namespace;
      continue;
    }
    if (auto *Type = dyn_cast_or_null<TypeDecl>(Found)) {
      QualType T = Context.getTypeDeclType(Type).getCanonicalType();
      if (!T->isIncompleteType())
        addType(To, T);
    }
    return;
  }
}

void TrialCandidates::addFunctors(TrialArguments &To) const {
  DeclarationName Call = Context.DeclarationNames.getCXXOperatorName(OO_Call);
  size_t End = To.size() + MaximumClasses;
  for (CXXRecordDecl *Class : Classes)
    if (To.size() < End && !Class->lookup(Call).empty())
      addType(To, Context.getCanonicalTagType(Class));
}

void TrialCandidates::addPointers(TrialArguments &To) const {
  addType(To, Context.getPointerType(Context.FloatTy));
  addType(To, Context.getPointerType(Context.IntTy));
}

TrialArguments TrialCandidates::types(const TrialParameter &P,
                                      const TypeUse &Use) {
  static constexpr StringRef FirstArgument = "warplint::FirstArgument";
  TrialArguments Found;
  if (P.IsPack) { // What is passed on, most of the time; else empty.
    for (QualType T : Types.Elements)
      addType(Found, T);
    Found.insert(Found.begin() + 1, std::monostate());
  }
  bool IsVector =
      !Use.Members.empty() && llvm::all_of(Use.Members, [](StringRef Name) {
        return Name.size() == 1 && StringRef("xyzw").contains(Name);
      });
  if (IsVector)
    for (StringRef Name : {"float4", "float2", "int4"})
      addNamed(Found, Name);
  if (!Use.Members.empty())
    addClasses(Found, Use);
  if (Use.IsCalled) {
    addNamed(Found, FirstArgument);
    addFunctors(Found);
  }
  if (Use.IsPointer)
    addPointers(Found);
  if (P.Role == ParameterRole::Index || P.Role == ParameterRole::Element)
    addType(Found, Context.IntTy);
  addNamed(Found, FirstArgument);
  addPointers(Found);
  for (QualType T : Types.Elements)
    addType(Found, T);
  addType(Found, Context.UnsignedIntTy);
  addType(Found, Context.UnsignedLongTy);
  addType(Found, Context.UnsignedCharTy);
  for (StringRef Name : {"__nv_bfloat16", "__nv_fp8_e4m3", "float4", "__half2"})
    addNamed(Found, Name);
  return Found;
}

TrialArguments
TrialCandidates::templates(const TemplateTemplateParmDecl &P) const {
  TrialArguments Found;
  size_t Wanted = P.getTemplateParameters()->size();
  bool TakesPack = P.getTemplateParameters()->hasParameterPack();
  for (ClassTemplateDecl *T : Templates) {
    const TemplateParameterList &Own = *T->getTemplateParameters();
    bool Fits = llvm::all_of(
        llvm::zip(Own, *P.getTemplateParameters()), [](const auto &Pair) {
          return std::get<0>(Pair)->getKind() == std::get<1>(Pair)->getKind();
        });
    if (Fits && (Own.size() == Wanted || TakesPack) &&
        Found.size() < MaximumClasses)
      Found.push_back(static_cast<NamedDecl *>(T));
  }
  return Found;
}

/// Of a pointer to functions.
static const FunctionProtoType *
functionTypeOf(const NonTypeTemplateParmDecl &Value) {
  QualType Pointee = Value.getType()->getPointeeType();
  return Pointee.isNull() ? nullptr : Pointee->getAs<FunctionProtoType>();
}

TrialArguments TrialCandidates::values(const TrialParameter &P) const {
  TrialArguments Found;
  const auto *Value = cast<NonTypeTemplateParmDecl>(P.Declaration);
  if (const auto *Type = functionTypeOf(*Value)) {
    for (FunctionDecl *F : Functions)
      if (F->getNumParams() == Type->getNumParams() &&
          Found.size() < MaximumClasses)
        Found.push_back(static_cast<NamedDecl *>(F));
    return Found;
  }
  if (P.Role == ParameterRole::Other)
    return {};
  auto Add = [&](int64_t N) {
    if (!llvm::is_contained(Found, TrialArgument(N)))
      Found.push_back(N);
  };
  if (P.Role == ParameterRole::Flag)
    return {int64_t(0), int64_t(1)};
  if (const auto *Enum = Value->getType()->getAs<EnumType>()) {
    for (const EnumConstantDecl *C : Enum->getDecl()->enumerators())
      if (Found.size() < MaximumClasses)
        if (std::optional<int64_t> N = C->getInitVal().tryExtValue())
          Add(*N);
    return Found;
  }
  for (int64_t N : P.Mentioned)
    Add(N);
  for (int64_t N : {1, 2, 4, 8, 16, 32, 64, 128, 256, 0})
    Add(N);
  return Found;
}

TrialArguments TrialCandidates::of(const TrialParameter &P,
                                   const TypeUse &Use) {
  if (isa<TemplateTypeParmDecl>(P.Declaration))
    return types(P, Use);
  if (const auto *T = dyn_cast<TemplateTemplateParmDecl>(P.Declaration))
    return templates(*T);
  return values(P);
}

} // namespace warplint
