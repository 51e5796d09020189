//===- BrokenStatements.cpp - What dropped statements mention -------------===//

#include "BrokenStatements.h"
#include "warplint/Support/Words.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <optional>
#include <string>

using namespace clang;
using llvm::StringRef;

namespace warplint {

/// Past the braces of an initializer that \p Open begins in \p Text, as in T t = {a},
/// T t{a} and f({a}); nothing if it is a body, or has no end.
static std::optional<size_t> initializerEnd(StringRef Text, size_t Open) {
  size_t Close = Open;
  for (unsigned Depth = 0; Close != Text.size(); ++Close) {
    Depth += Text[Close] == '{';
    if (Text[Close] == '}' && --Depth == 0)
      break;
  }
  const StringRef Before = Text.take_front(Open).rtrim();
  const StringRef Behind =
      Text.substr(std::min(Close + 1, Text.size())).ltrim();
  const bool IsOperand =
      Before.ends_with("=") || Before.ends_with(",") || Before.ends_with("(");
  const bool IsWhole = Behind.starts_with(";") || Behind.starts_with(",") ||
                       Behind.starts_with(")");
  if (!IsOperand && !(IsWhole && !Before.empty() && isWordPart(Before.back())))
    return std::nullopt;
  return Close == Text.size() ? std::nullopt : std::optional(Close + 1);
}

/// The first semicolon or brace of \p Text from \p At on, but for initializers.
static size_t statementEnd(StringRef Text, size_t At) {
  size_t End = Text.find_first_of(";{}", At);
  while (End != StringRef::npos && Text[End] == '{') {
    std::optional<size_t> Past = initializerEnd(Text, End);
    if (!Past)
      break;
    End = Text.find_first_of(";{}", *Past);
  }
  return End;
}

BrokenStatements::BrokenStatements(const ASTContext &Context,
                                   llvm::ArrayRef<SourceLocation> Errors)
    : SM(Context.getSourceManager()) {
  for (SourceLocation Error : Errors) {
    SourceLocation At = SM.getFileLoc(Error);
    if (At.isInvalid() || SM.isInSystemHeader(At))
      continue;
    auto [File, Offset] = SM.getDecomposedLoc(At);
    StringRef Text = SM.getBufferData(File);
    size_t Before = Text.substr(0, Offset).find_last_of(";{}");
    size_t Begin = Before == StringRef::npos ? 0 : Before + 1;
    // In the head of a for, or at an error for what follows: one more.
    size_t End = statementEnd(Text, Offset);
    const size_t OwnEnd = End;
    if (End != StringRef::npos && Text[End] == ';')
      End = Text.find_first_of(";{}", End + 1);
    // The lexer wants a terminated text.
    std::string Copy = Text.slice(Begin, End).str();
    const char *First = Copy.c_str();
    Lexer Raw(SourceLocation(), Context.getLangOpts(), First, First,
              First + Copy.size());
    auto Place = [&](size_t I) {
      return SM.getLocForStartOfFile(File).getLocWithOffset(
          int(std::min(I, Text.size())));
    };
    Statement S{At, Place(OwnEnd), Place(End), {}, {}};
    Token T;
    for (bool IsLast = false; !IsLast;) {
      IsLast = Raw.LexFromRawLexer(T);
      const bool IsOwn = Begin + (Raw.getBufferLocation() - First) <= OwnEnd;
      S.HasLaunch |= IsOwn && T.is(tok::lesslessless);
      if (T.isNot(tok::raw_identifier))
        continue;
      S.Names.insert(T.getRawIdentifier());
      if (IsOwn)
        S.Own.insert(T.getRawIdentifier());
    }
    Statements.push_back(std::move(S));
  }
}

/// Nothing can change it, whatever mentions it.
static bool isConstant(const VarDecl &V) {
  return !V.isInvalidDecl() && !V.getType()->isReferenceType() &&
         V.getType().isConstQualified() && V.hasInit() &&
         !V.getInit()->containsErrors();
}

bool BrokenStatements::mention(StringRef Name) const {
  return llvm::any_of(Statements,
                      [&](const Statement &S) { return S.Own.contains(Name); });
}

bool BrokenStatements::mention(const VarDecl &V) const {
  const auto *In = dyn_cast_or_null<Decl>(V.getParentFunctionOrMethod());
  if (!In || !V.getDeclName().isIdentifier() || isConstant(V))
    return false;
  SourceLocation Begin = SM.getFileLoc(In->getBeginLoc()),
                 End = SM.getFileLoc(In->getEndLoc());
  return llvm::any_of(Statements, [&](const Statement &S) {
    // What only its own declaration mentions, which clang has parsed, is intact.
    const SourceLocation Declared = SM.getFileLoc(V.getLocation());
    const bool IsDeclaredBehind = !V.isInvalidDecl() && S.OwnEnd < Declared &&
                                  Declared < S.End &&
                                  !S.Own.contains(V.getName());
    return S.Names.contains(V.getName()) && !IsDeclaredBehind &&
           SM.getFileID(S.At) == SM.getFileID(Begin) && !(S.At < Begin) &&
           !(End < S.At);
  });
}

bool BrokenStatements::mayChange(const Expr *E) const {
  llvm::SmallVector<const Stmt *> Work = {E};
  llvm::SmallPtrSet<const VarDecl *, 8> Known;
  while (!Work.empty() && !Statements.empty()) {
    const Stmt *S = Work.pop_back_val();
    if (!S)
      continue;
    llvm::append_range(Work, S->children());
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!V || !Known.insert(V).second)
      continue;
    if (mention(*V))
      return true;
    if (V->isLocalVarDecl())
      Work.push_back(V->getInit());
  }
  return false;
}

} // namespace warplint
