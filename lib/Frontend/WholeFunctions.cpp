//===- WholeFunctions.cpp - Which functions survived the errors -----------===//

#include "WholeFunctions.h"
#include "warplint/Frontend/Parse.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace warplint {

SourcePlace placeOf(const SourceManager &SM, SourceLocation Loc) {
  SourcePlace P;
  if (Loc.isInvalid())
    return P;
  SourceLocation FileLoc = SM.getFileLoc(Loc);
  P.File = SM.getFilename(FileLoc).str();
  P.Line = SM.getSpellingLineNumber(FileLoc);
  P.Column = SM.getSpellingColumnNumber(FileLoc);
  return P;
}

/// Collects what a function uses; stops at the first broken thing.
class UseVisitor : public RecursiveASTVisitor<UseVisitor> {
public:
  explicit UseVisitor(WholeFunctions &Whole) : Whole(Whole) {}

  std::string Why;

  bool shouldVisitImplicitCode() const { return true; }
  bool shouldVisitTemplateInstantiations() const { return false; }

  bool VisitExpr(Expr *E) {
    if (isa<RecoveryExpr>(E))
      return broken("holds an expression that could not be resolved");
    return checkType(E->getType());
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) { return checkUse(E->getDecl()); }
  bool VisitMemberExpr(MemberExpr *E) { return checkUse(E->getMemberDecl()); }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) {
    return checkUse(E->getConstructor());
  }
  bool VisitVarDecl(VarDecl *V) {
    if (V->isInvalidDecl())
      return broken("declares '" + V->getNameAsString() + "' with an error");
    return checkType(V->getType());
  }
  // A lambda's body belongs to its call operator, which is a use.
  bool VisitLambdaExpr(LambdaExpr *E) { return checkUse(E->getCallOperator()); }

private:
  bool broken(std::string Reason) {
    Why = std::move(Reason);
    return false;
  }
  bool checkType(QualType T) {
    if (T.isNull())
      return true;
    if (const RecordDecl *R = T->getBaseElementTypeUnsafe()->getAsRecordDecl())
      if (!Whole.isWhole(R))
        return broken("uses type '" + R->getNameAsString() +
                      "', which has errors");
    return true;
  }
  bool checkUse(ValueDecl *D) {
    if (D->isInvalidDecl())
      return broken("uses '" + D->getNameAsString() + "', which has errors");
    if (auto *F = dyn_cast<FunctionDecl>(D)) {
      const FunctionDecl *Definition = nullptr;
      if (F->hasBody(Definition))
        if (std::optional<std::string> Inner = Whole.whyBroken(Definition))
          return broken("calls '" + F->getNameAsString() + "', which " +
                        *Inner);
    }
    return true;
  }

  WholeFunctions &Whole;
};

WholeFunctions::WholeFunctions(ASTContext &AST, std::vector<ParseError> Errors)
    : AST(AST), Errors(std::move(Errors)) {}

const ParseError *WholeFunctions::errorWithin(SourceRange Range) const {
  const SourceManager &SM = AST.getSourceManager();
  if (Range.isInvalid())
    return nullptr;
  SourceLocation Begin = SM.getFileLoc(Range.getBegin());
  SourceLocation End = SM.getFileLoc(Range.getEnd());
  for (const ParseError &E : Errors) {
    if (E.FileLoc.isInvalid())
      continue;
    if (!SM.isBeforeInTranslationUnit(E.FileLoc, Begin) &&
        !SM.isBeforeInTranslationUnit(End, E.FileLoc))
      return &E;
  }
  return nullptr;
}

std::string WholeFunctions::describe(const ParseError &E) const {
  SourcePlace P = placeOf(AST.getSourceManager(), E.FileLoc);
  return "has an error: " + llvm::sys::path::filename(P.File).str() + ":" +
         std::to_string(P.Line) + ": " + E.Message;
}

std::string WholeFunctions::ownError(const FunctionDecl *F) const {
  if (const ParseError *E = errorWithin(F->getSourceRange()))
    return describe(*E);
  if (F->isInvalidDecl())
    return "has an invalid declaration";
  for (const ParmVarDecl *P : F->parameters())
    if (P->isInvalidDecl())
      return "has an invalid parameter '" + P->getNameAsString() + "'";
  return {};
}

std::optional<std::string> WholeFunctions::whyBroken(const FunctionDecl *F) {
  if (Errors.empty())
    return std::nullopt;
  auto [It, Inserted] = Functions.try_emplace(F);
  // A function that is being visited calls itself: that alone breaks nothing.
  if (!Inserted)
    return It->second.S == State::Broken
               ? std::optional<std::string>(It->second.Why)
               : std::nullopt;
  std::string Why = ownError(F);
  if (Why.empty()) {
    UseVisitor Uses(*this);
    Uses.TraverseDecl(const_cast<FunctionDecl *>(F));
    Why = Uses.Why;
  }
  // The recursion above may have moved the map's entries.
  Entry &E = Functions[F];
  E.S = Why.empty() ? State::Whole : State::Broken;
  E.Why = Why;
  return Why.empty() ? std::nullopt : std::optional<std::string>(Why);
}

bool WholeFunctions::isWhole(const VarDecl *V) {
  if (Errors.empty())
    return true;
  if (V->isInvalidDecl() || errorWithin(V->getSourceRange()))
    return false;
  if (const RecordDecl *R =
          V->getType()->getBaseElementTypeUnsafe()->getAsRecordDecl())
    if (!isWhole(R))
      return false;
  return !V->getInit() || !V->getInit()->containsErrors();
}

bool WholeFunctions::isWhole(const RecordDecl *R) {
  if (Errors.empty())
    return true;
  R = R->getDefinition() ? R->getDefinition() : R;
  auto [It, Inserted] = Records.try_emplace(R, true);
  if (!Inserted)
    return It->second;
  bool Whole = !R->isInvalidDecl();
  for (const FieldDecl *F : R->fields()) {
    if (!Whole)
      break;
    Whole = !F->isInvalidDecl();
    if (const RecordDecl *Inner =
            F->getType()->getBaseElementTypeUnsafe()->getAsRecordDecl();
        Whole && Inner)
      Whole = isWhole(Inner);
  }
  Records[R] = Whole;
  return Whole;
}

} // namespace warplint
