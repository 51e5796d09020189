//===- ForeignHeaders.cpp - Headers of other projects ---------------------===//

#include "ForeignHeaders.h"
#include "Frontend/Text/RuntimeCalls.h"
#include "Frontend/Text/SourceFiles.h"
#include "Kernel/Source/CompiledHeaders.h"
#include "warplint/Frontend/ResourceDirectory.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/Path.h"

using namespace clang;
namespace path = llvm::sys::path;

namespace warplint {

ForeignHeaders::ForeignHeaders(const ASTContext &Context)
    : Context(Context), SM(Context.getSourceManager()),
      Resources(findResourceDirectory()) {
  DeclarationName Extents = &Context.Idents.get("dim3");
  for (const NamedDecl *D : Context.getTranslationUnitDecl()->lookup(Extents))
    if (const auto *Record = dyn_cast<RecordDecl>(D);
        Record && Record->getDefinition()) {
      const SourceLocation At = Record->getDefinition()->getLocation();
      const std::string Header =
          sourceFileName(SM, SM.getFileID(SM.getFileLoc(At)));
      Toolkit = path::parent_path(Header).str();
    }
}

bool ForeignHeaders::isForeign(llvm::StringRef Path) const {
  return !Path.empty() && !Path.starts_with("/usr/") && !isVirtual(Path) &&
         !Path.starts_with(Resources) &&
         (Toolkit.empty() || !Path.starts_with(Toolkit + "/"));
}

bool ForeignHeaders::hold(SourceLocation Loc) {
  if (Loc.isInvalid())
    return false;
  Loc = SM.getSpellingLoc(Loc);
  if (!SM.isInSystemHeader(Loc))
    return false;
  const FileID File = SM.getFileID(Loc);
  auto [It, IsNew] = Files.try_emplace(File);
  return IsNew ? It->second = isForeign(sourceFileName(SM, File)) : It->second;
}

namespace {

class ForeignNames : public DynamicRecursiveASTVisitor {
public:
  ForeignNames(ForeignHeaders &Headers, const ASTContext &Context)
      : Headers(Headers), Context(Context) {
    ShouldVisitImplicitCode = true;
  }

  bool VisitStmt(Stmt *S) override {
    if (const auto *E = dyn_cast<Expr>(S))
      AreFound |= isOfHost(E->getType());
    if (const auto *Asked = dyn_cast<UnaryExprOrTypeTraitExpr>(S))
      AreFound |= isOfHost(Asked->getTypeOfArgument());
    return note(S->getBeginLoc()) && note(S->getEndLoc());
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    return follow(E->getDecl());
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    return note(E->getMemberDecl()->getLocation());
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    return follow(E->getConstructor());
  }
  bool VisitTagTypeLoc(TagTypeLoc L) override {
    return note(L.getDecl()->getLocation());
  }

  bool AreFound = false;

private:
  /// Whether its layout is another on the device. Lists in templates have no type.
  bool isOfHost(QualType Type) {
    if (Type.isNull())
      return false;
    for (QualType Step = Type; Step != Step.getSingleStepDesugaredType(Context);
         Step = Step.getSingleStepDesugaredType(Context))
      if (const auto *Named = Step->getAs<TypedefType>();
          Named && Named->getDecl() == Context.getBuiltinVaListDecl())
        return true;
    Type = Context.getBaseElementType(Type).getCanonicalType();
    if (const auto *Complex = Type->getAs<ComplexType>())
      Type = Complex->getElementType();
    if (Type->isSpecificBuiltinType(BuiltinType::LongDouble))
      return true;
    const auto *Record = Type->getAsRecordDecl();
    Record = Record ? Record->getDefinition() : nullptr;
    if (!Record || !Followed.insert(Record).second)
      return false;
    const auto *Class = dyn_cast<CXXRecordDecl>(Record);
    return (Class && llvm::any_of(Class->bases(),
                                  [&](const CXXBaseSpecifier &Base) {
                                    return isOfHost(Base.getType());
                                  })) ||
           llvm::any_of(Record->fields(), [&](const FieldDecl *Field) {
             return isOfHost(Field->getType());
           });
  }

  bool note(SourceLocation Loc) {
    AreFound |= Headers.hold(Loc);
    return !AreFound;
  }

  bool follow(Decl *D) {
    if (!note(D->getLocation()))
      return false;
    const FunctionDecl *Defined = nullptr;
    Stmt *MadeOf = nullptr;
    if (auto *Variable = dyn_cast<VarDecl>(D))
      MadeOf = const_cast<Expr *>(Variable->getAnyInitializer());
    else if (auto *Function = dyn_cast<FunctionDecl>(D);
             Function && Function->isConstexpr())
      MadeOf = Function->getBody(Defined);
    return !MadeOf || !Followed.insert(D).second || TraverseStmt(MadeOf);
  }

  ForeignHeaders &Headers;
  const ASTContext &Context;
  llvm::SmallPtrSet<const Decl *, 8> Followed;
};

class SearchCalls : public DynamicRecursiveASTVisitor {
public:
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    return note(E->getDecl()->getDeclName());
  }
  bool VisitUnresolvedLookupExpr(UnresolvedLookupExpr *E) override {
    return note(E->getName());
  }

  bool AreFound = false;

private:
  bool note(DeclarationName Name) {
    AreFound |=
        Name.isIdentifier() && !Name.isEmpty() &&
        findsKernels(runtimeCallOf(Name.getAsIdentifierInfo()->getName()));
    return !AreFound;
  }
};

} // namespace

bool ForeignHeaders::findKernels() {
  if (!anyText(spellsSearch))
    return false;
  SearchCalls Calls;
  for (Decl *D : Context.getTranslationUnitDecl()->decls())
    if (hold(D->getLocation()) && !Calls.TraverseDecl(D))
      break;
  return Calls.AreFound;
}

bool ForeignHeaders::areNamedIn(const Stmt &S) {
  ForeignNames Names(*this, Context);
  Names.TraverseStmt(const_cast<Stmt *>(&S));
  return Names.AreFound;
}

bool ForeignHeaders::anyText(
    llvm::function_ref<bool(llvm::StringRef)> Holds) const {
  const std::string Main = sourceFileName(SM, SM.getMainFileID());
  auto IsMeant = [&](llvm::StringRef Path) {
    return Path != Main && isForeign(Path);
  };
  return warplint::anyText(Context, /*OfSystem=*/true, IsMeant, Holds) ||
         // A pragma makes any header one of the system.
         warplint::anyText(
             Context, /*OfSystem=*/false, IsMeant, [&](llvm::StringRef Text) {
               return Text.contains("system_header") && Holds(Text);
             });
}

} // namespace warplint
