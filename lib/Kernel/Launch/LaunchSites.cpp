//===- LaunchSites.cpp - Where host code has launches ---------------------===//

#include "LaunchSites.h"
#include "Frontend/Text/RuntimeCalls.h"
#include "Frontend/Text/SourceFiles.h"
#include "Kernel/Source/NumberUse.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace warplint {
namespace {

/// Finds what a member function names besides its object and its arguments: a
/// variable that it may write, or the object's own place.
class NamesMore : public DynamicRecursiveASTVisitor {
public:
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    const auto *Variable = dyn_cast<VarDecl>(E->getDecl());
    AreFound |= Variable && Variable->hasGlobalStorage() &&
                !Variable->getType().isConstQualified() &&
                !isOfSystem(*Variable);
    return !AreFound;
  }
  bool VisitCXXThisExpr(CXXThisExpr *E) override {
    AreFound |= !Objects.contains(E);
    return !AreFound;
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    Objects.insert(E->getBase()->IgnoreParenImpCasts());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *E) override {
    if (E->getOpcode() == UO_Deref) // return *this;
      Objects.insert(E->getSubExpr()->IgnoreParenImpCasts());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) override {
    if (E->isEqualityOp()) // if (this != &other)
      for (const Expr *Side : {E->getLHS(), E->getRHS()})
        Objects.insert(Side->IgnoreParenImpCasts());
    return true;
  }

  bool AreFound = false;

private:
  static bool isOfSystem(const Decl &D) {
    return D.getASTContext().getSourceManager().isInSystemHeader(
        D.getLocation());
  }
  llvm::DenseSet<const Expr *> Objects;
};

/// Whether \p T is, or holds, the closure of a lambda with __device__, in whose place
/// nvcc puts a class of its own on the host.
bool holdsExtendedLambda(QualType T, unsigned Depth = 0) {
  constexpr unsigned MaximumDepth = 4;
  const auto *Class = T.isNull() ? nullptr
                                 : T.getNonReferenceType()
                                       ->getBaseElementTypeUnsafe()
                                       ->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition() || Depth == MaximumDepth)
    return false;
  if (Class->isLambda()) {
    const CXXMethodDecl *Call = Class->getLambdaCallOperator();
    const auto *Device = Call ? Call->getAttr<CUDADeviceAttr>() : nullptr;
    return Device && !Device->isImplicit();
  }
  return llvm::any_of(Class->fields(), [&](const FieldDecl *F) {
    return holdsExtendedLambda(F->getType(), Depth + 1);
  });
}

bool holdsExtendedLambda(llvm::ArrayRef<TemplateArgument> Arguments) {
  return llvm::any_of(Arguments, [](const TemplateArgument &A) {
    return A.getKind() == TemplateArgument::Type
               ? holdsExtendedLambda(A.getAsType())
               : A.getKind() == TemplateArgument::Pack &&
                     holdsExtendedLambda(A.getPackAsArray());
  });
}

/// The traits of extended lambdas, as Dialect.def has them: of any closure.
bool isLambdaTrait(DeclarationName Name) {
  // An anonymous union's variable has none.
  const IdentifierInfo *Known = Name.getAsIdentifierInfo();
  return Known && llvm::is_contained(
                      {"__warplint_is_closure", "__warplint_is_other_closure"},
                      Known->getName());
}

/// As is_empty<F>:: in is_empty<F>::value does.
bool asksLambda(NestedNameSpecifier Qualifier) {
  const auto *Class = Qualifier.getKind() == NestedNameSpecifier::Kind::Type
                          ? dyn_cast_or_null<ClassTemplateSpecializationDecl>(
                                Qualifier.getAsType()->getAsCXXRecordDecl())
                          : nullptr;
  return Class && holdsExtendedLambda(Class->getTemplateArgs().asArray());
}

/// As is_empty_v<F> and is_empty<F>() do.
bool asksLambda(const Decl &D) {
  if (const auto *V = dyn_cast<VarTemplateSpecializationDecl>(&D))
    return holdsExtendedLambda(V->getTemplateArgs().asArray());
  const auto *Class =
      dyn_cast<ClassTemplateSpecializationDecl>(D.getDeclContext());
  return Class && isa<VarDecl, CXXConversionDecl>(D) &&
         holdsExtendedLambda(Class->getTemplateArgs().asArray());
}

class LaunchVisitor : public DynamicRecursiveASTVisitor {
public:
  LaunchVisitor(ASTContext &Context, LaunchSites &Into)
      : Context(Context), Into(Into) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool TraverseDecl(Decl *D) override {
    const auto *Inner = dyn_cast_or_null<FunctionDecl>(D);
    llvm::SaveAndRestore<const FunctionDecl *> In(Function,
                                                  Inner ? Inner : Function);
    return DynamicRecursiveASTVisitor::TraverseDecl(D);
  }

  bool VisitCallExpr(CallExpr *Call) override {
    // kernel<<<grid, block>>>: the configuration is itself a call, of
    // __cudaPushCallConfiguration(grid, block, ...).
    if (const auto *Chevrons = dyn_cast<CUDAKernelCallExpr>(Call)) {
      const CallExpr *Config = Chevrons->getConfig();
      // On the device it is cudaLaunchDevice(Function, Arguments, Grid, ...).
      const unsigned First = Config && Config->getNumArgs() == 6 ? 2 : 0;
      if (Config && Config->getNumArgs() >= 2) {
        LaunchSite Site{Call, Call->getCallee(), Config->getArg(First),
                        Config->getArg(First + 1)};
        if (Config->getNumArgs() >= 3)
          Site.SharedBytes = Config->getArg(First + 2);
        Site.Arguments = {Call->getArgs(), Call->getNumArgs()};
        noteSite(Site, *Config->getCallee());
      }
      return true;
    }
    if (const FunctionDecl *Callee = Call->getDirectCallee()) {
      noteRuntimeCall(*Call, *Callee);
      for (const auto &[Argument, Use] : numberUses(*Call))
        noteReported(Argument, Use);
      if (!Callee->isDefined() ||
          Context.getSourceManager().isInSystemHeader(Callee->getLocation()))
        for (const Expr *Given : Call->arguments())
          Handed.insert(Given->IgnoreParenImpCasts());
      if (const FunctionDecl *Definition = Callee->getDefinition())
        if (!Call->isValueDependent() && !Call->isTypeDependent())
          Into.Callers[Definition].push_back(Call);
      return true;
    }
    // In a template's pattern, a call with dependent arguments names no overload.
    const Expr *Callee = Call->getCallee();
    if (const auto *Lookup = dyn_cast_or_null<UnresolvedLookupExpr>(
            Callee ? Callee->IgnoreParenImpCasts() : nullptr))
      for (const NamedDecl *Candidate : Lookup->decls())
        if (const FunctionDecl *Named = Candidate->getAsFunction()) {
          noteRuntimeCall(*Call, *Named);
          break;
        }
    return true;
  }

  bool VisitFunctionDecl(FunctionDecl *F) override {
    notePromised(F->getTemplateSpecializationKind());
    if (!F->hasAttr<CUDAGlobalAttr>())
      return true;
    // Launches of it may be those of another.
    Into.NeedsHost |= F->hasAttr<AsmLabelAttr>();
    if (F->getDeclName().isIdentifier())
      Into.Kernels.insert(F->getName());
    return true;
  }
  bool VisitClassTemplateSpecializationDecl(
      ClassTemplateSpecializationDecl *C) override {
    notePromised(C->getTemplateSpecializationKind());
    return true;
  }

  bool VisitUnresolvedLookupExpr(UnresolvedLookupExpr *E) override {
    Into.NeedsCompiler |= isLambdaTrait(E->getName());
    return true;
  }
  // It holds, or nvcc says so.
  bool TraverseStaticAssertDecl(StaticAssertDecl *) override { return true; }
  bool VisitTypeTraitExpr(TypeTraitExpr *Asked) override {
    Into.NeedsCompiler |=
        llvm::any_of(Asked->getArgs(), [](const TypeSourceInfo *T) {
          return holdsExtendedLambda(T->getType());
        });
    return true;
  }
  bool VisitMemberExpr(MemberExpr *Member) override {
    Into.NeedsCompiler |= asksLambda(*Member->getMemberDecl());
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *Reference) override {
    Into.NeedsCompiler |= isLambdaTrait(Reference->getDecl()->getDeclName()) ||
                          asksLambda(*Reference->getDecl()) ||
                          asksLambda(Reference->getQualifier());
    const auto *Named = dyn_cast<FunctionDecl>(Reference->getDecl());
    if (!Named || Followed.contains(Reference))
      return true;
    if (Named->hasAttr<CUDAGlobalAttr>())
      Into.Escaped.insert(Named->getCanonicalDecl());
    // Through a pointer it may be given any name.
    else if (Named->getIdentifier() &&
             findsKernels(runtimeCallOf(Named->getName())))
      noteNamed(std::nullopt);
    return true;
  }

  /// gcc writes other names of instances than Clang does. Nothing depends on one
  /// that a function without code gets, as for a message.
  bool VisitPredefinedExpr(PredefinedExpr *E) override {
    Into.NeedsCompiler |=
        !E->isTypeDependent() &&
        E->getIdentKind() == PredefinedIdentKind::PrettyFunction &&
        !Handed.contains(E);
    return true;
  }

  /// In a macro call over several lines `__LINE__` is the first for gcc, and the last
  /// for Clang.
  bool VisitIntegerLiteral(IntegerLiteral *E) override {
    const SourceManager &SM = Context.getSourceManager();
    const SourceLocation Name = nameOfLine(E->getLocation());
    Into.NeedsCompiler |=
        Name.isMacroID() && !Reported.contains(E) &&
        !SM.isInSystemHeader(Name) &&
        SM.getExpansionLineNumber(Name) !=
            SM.getExpansionLineNumber(SM.getExpansionRange(Name).getEnd());
    return true;
  }
  /// nvcc writes each statement in one line for gcc.
  bool VisitSourceLocExpr(SourceLocExpr *E) override {
    Into.NeedsCompiler |=
        E->getIdentKind() == SourceLocIdentKind::Line && !Reported.contains(E);
    return true;
  }
  bool VisitParmVarDecl(ParmVarDecl *P) override {
    if (P->hasDefaultArg() && !P->hasUnparsedDefaultArg() &&
        !P->hasUninstantiatedDefaultArg() && Function)
      noteReported(P->getDefaultArg(),
                   {Function, P->getFunctionScopeIndex(), false});
    return true;
  }
  bool TraverseCXXThrowExpr(CXXThrowExpr *Throw) override {
    llvm::SaveAndRestore<bool> In(IsThrown, true);
    return DynamicRecursiveASTVisitor::TraverseCXXThrowExpr(Throw);
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    for (const auto &[Argument, Use] : numberUses(*E, IsThrown))
      noteReported(Argument, Use);
    return true;
  }

  /// Compilers are free to leave out the copy, and differ in where they do: what
  /// it writes to, or the place of the object, is then open.
  bool VisitReturnStmt(ReturnStmt *Return) override {
    const VarDecl *Named = Return->getNRVOCandidate();
    const auto *Class =
        Named ? Named->getType()->getAsCXXRecordDecl() : nullptr;
    const SourceManager &SM = Context.getSourceManager();
    Into.NeedsCompiler |=
        Class && !SM.isInSystemHeader(Class->getLocation()) &&
        llvm::any_of(Class->ctors(), [](const CXXConstructorDecl *C) {
          const FunctionDecl *Defined = nullptr;
          if (!C->isDefined(Defined))
            return false;
          NamesMore Names;
          Names.TraverseDecl(const_cast<FunctionDecl *>(Defined));
          return Names.AreFound;
        });
    return true;
  }

  // What is only asked for its type does not run, but its size may be another.
  bool TraverseDecltypeTypeLoc(DecltypeTypeLoc, bool) override { return true; }
  bool
  TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *Asked) override {
    Into.NeedsCompiler |= holdsExtendedLambda(Asked->getTypeOfArgument());
    if (!Asked->isArgumentType())
      if (auto *Name = dyn_cast<PredefinedExpr>(
              Asked->getArgumentExpr()->IgnoreParens()))
        VisitPredefinedExpr(Name);
    return true;
  }

  bool TraverseIfStmt(IfStmt *If) override {
    const size_t Before = Into.All.size();
    DynamicRecursiveASTVisitor::TraverseIfStmt(If);
    bool Condition;
    if (const Expr *Of = If->getCond())
      Into.NeedsHost |= Into.All.size() != Before && !Of->isValueDependent() &&
                        Of->EvaluateAsBooleanCondition(Condition, Context);
    return true;
  }

  /// A lambda's body belongs to its call operator. The visitor walks the operator
  /// of a generic lambda as written, but not its instantiations.
  bool TraverseLambdaExpr(LambdaExpr *Lambda) override {
    llvm::SaveAndRestore<const FunctionDecl *> In(Function,
                                                  Lambda->getCallOperator());
    DynamicRecursiveASTVisitor::TraverseLambdaExpr(Lambda);
    if (FunctionTemplateDecl *Generic = Lambda->getDependentCallOperator())
      for (FunctionDecl *Instance : Generic->specializations())
        if (Instance->doesThisDeclarationHaveABody()) {
          Function = Instance;
          TraverseStmt(Instance->getBody());
        }
    return true;
  }

private:
  void noteReported(const Expr *Argument, NumberUse Use) {
    const Expr *Number = Argument->IgnoreParenImpCasts();
    if (isa<IntegerLiteral, SourceLocExpr>(Number) && !mayKeep(Use))
      Reported.insert(Number);
  }

  /// The token __LINE__ of which the number at \p At is made, or none.
  SourceLocation nameOfLine(SourceLocation At) const {
    const SourceManager &SM = Context.getSourceManager();
    while (SM.isMacroArgExpansion(At))
      At = SM.getImmediateSpellingLoc(At);
    if (!At.isMacroID())
      return {};
    At = SM.getImmediateExpansionRange(At).getBegin();
    llvm::SmallString<16> Buffer;
    return Lexer::getSpelling(SM.getSpellingLoc(At), Buffer, SM,
                              Context.getLangOpts()) == "__LINE__"
               ? At
               : SourceLocation();
  }

  void notePromised(TemplateSpecializationKind Kind) {
    Into.NeedsHost |= Kind == TSK_ExplicitInstantiationDeclaration;
  }

  /// \p Call may give kernels of this file to who launches them.
  void noteSearch(const CallExpr &Call, RuntimeCall Kind) {
    if (Kind == RuntimeCall::Asks)
      for (const Expr *Asked : Call.arguments())
        noteFollowed(Asked);
    else if (Kind == RuntimeCall::FindsKernel && Call.getNumArgs() > 2)
      noteNamed(stringOf(*Call.getArg(2)));
    else if (Kind == RuntimeCall::FindsAny)
      noteNamed(std::nullopt);
    else if (Kind == RuntimeCall::FindsCall && Call.getNumArgs()) {
      auto Found = stringOf(*Call.getArg(0));
      if (!Found || runtimeCallOf(*Found) != RuntimeCall::Other)
        noteNamed(std::nullopt);
    }
  }

  void noteRuntimeCall(const CallExpr &Call, const FunctionDecl &Callee) {
    if (!Callee.getDeclName().isIdentifier())
      return;
    const RuntimeCall Kind = runtimeCallOf(Callee.getName());
    if (Kind != RuntimeCall::Other)
      noteFollowed(Call.getCallee());
    noteSearch(Call, Kind);
    llvm::ArrayRef<const Expr *> Given(Call.getArgs(), Call.getNumArgs());
    LaunchSite Site{&Call};
    if (Kind == RuntimeCall::Launches && Given.size() >= 3) {
      Site.Kernel = Given[0];
      Site.Grid = Given[1];
      Site.Block = Given[2];
      if (Given.size() >= 5)
        Site.SharedBytes = Given[4];
    } else if (isLaunch(Kind) && Kind != RuntimeCall::Launches &&
               Given.size() >= 2) {
      Site.Config = Given[0];
      Site.Kernel = Given[1];
      if (Kind == RuntimeCall::LaunchesByConfig)
        Site.Arguments = Given.drop_front(2);
    } else {
      return;
    }
    noteSite(Site, *Call.getCallee());
  }

  static std::optional<llvm::StringRef> stringOf(const Expr &E) {
    const auto *Text = dyn_cast<StringLiteral>(E.IgnoreParenImpCasts());
    return Text && Text->getCharByteWidth() == 1
               ? std::optional(Text->getString())
               : std::nullopt;
  }

  /// The kernel of that name, or any, may be launched as anything.
  void noteNamed(std::optional<llvm::StringRef> Name) {
    LostLaunch &Any = Into.ByName.emplace_back();
    Any.Record.Source = LaunchSource::Address;
    if (Name && !Name->starts_with("_Z"))
      Any.Kernels.push_back(Name->str());
  }

  /// \p Spelled stands where the text has the launch. Of what it launches under a
  /// name that is not declared, the text has more.
  void noteSite(LaunchSite Site, const Expr &Spelled) {
    if (!Site.Kernel || !Site.Kernel->containsErrors())
      Into.Seen.insert(
          Context.getSourceManager().getSpellingLoc(Spelled.getExprLoc()));
    Site.Function = Function;
    Site.Number = Into.All.size();
    Into.All.push_back(Site);
    noteFollowed(Site.Kernel);
  }

  /// What \p E names is launched, asked about or called there.
  void noteFollowed(const Stmt *E) {
    if (const auto *Reference = dyn_cast_or_null<DeclRefExpr>(E))
      Followed.insert(Reference);
    if (E)
      for (const Stmt *Child : E->children())
        noteFollowed(Child);
  }

  ASTContext &Context;
  LaunchSites &Into;
  const FunctionDecl *Function = nullptr; ///< Around the visited node.
  /// What is launched, asked about or called where it is named.
  llvm::DenseSet<const DeclRefExpr *> Followed;
  llvm::DenseSet<const Expr *> Handed; ///< To a function without code here.
  /// Numbers that are arguments, but that no value depends on.
  llvm::DenseSet<const Expr *> Reported;
  bool IsThrown = false; ///< The visited node makes what is thrown.
};

} // namespace

LaunchSites::LaunchSites(ASTContext &Context) {
  LaunchVisitor Visitor(Context, *this);
  traverseUserDecls(Visitor, Context);
  const SourceManager &SM = Context.getSourceManager();
  llvm::sort(All, [&](const LaunchSite &A, const LaunchSite &B) {
    SourceLocation BeginA = A.Call->getBeginLoc();
    SourceLocation BeginB = B.Call->getBeginLoc();
    if (BeginA == BeginB) // Instantiations of one template.
      return A.Number < B.Number;
    return SM.isBeforeInTranslationUnit(BeginA, BeginB);
  });
}

} // namespace warplint
