//===- HiddenDeclarations.cpp - Names that broken declarations would have -===//

#include "HiddenDeclarations.h"
#include "Frontend/Headers/ParseError.h"
#include "SourceRangeSet.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using llvm::StringRef;

namespace warplint {
namespace {

/// The errors that lie in bodies of functions.
class BodyVisitor : public RecursiveASTVisitor<BodyVisitor> {
public:
  BodyVisitor(const SourceManager &SM, llvm::ArrayRef<ParseError> Errors)
      : SM(SM), InBody(Errors.size()) {
    for (unsigned I = 0; I < Errors.size(); ++I)
      if (Errors[I].FileLoc.isValid())
        Marks.add(SM, Errors[I].FileLoc, I);
  }
  bool TraverseStmt(Stmt *) { return true; }
  bool VisitFunctionDecl(FunctionDecl *F) {
    if (const Stmt *Body =
            F->doesThisDeclarationHaveABody() ? F->getBody() : nullptr)
      Marks.firstIn(SM, Body->getSourceRange(), [&](unsigned Id) {
        InBody[Id] = true;
        return false;
      });
    return true;
  }

  const SourceManager &SM;
  SourceMarks Marks;
  std::vector<bool> InBody;
};

} // namespace

/// Where the declaration around \p At begins: behind the last ; or brace.
static size_t beginOfDeclaration(StringRef Text, size_t At) {
  size_t Before = Text.substr(0, At).find_last_of(";{}");
  return Before == StringRef::npos ? 0 : Before + 1;
}

/// The identifiers of \p Text that a declarator may declare: those before a
/// parenthesis, bracket, brace, template argument, initialiser or the end.
static void declaredIn(SourceLocation Begin, StringRef Text,
                       const LangOptions &Language,
                       llvm::function_ref<void(StringRef)> Found) {
  Lexer Raw(Begin, Language, Text.begin(), Text.begin(), Text.end());
  unsigned Depth = 0;
  std::string Last;
  Token T;
  for (bool End = false; !End;) {
    End = Raw.LexFromRawLexer(T) || T.is(tok::eof);
    if (T.is(tok::raw_identifier)) {
      Last = T.getRawIdentifier().str();
      continue;
    }
    if (Depth == 0 && !Last.empty() &&
        (End || T.isOneOf(tok::l_paren, tok::less, tok::l_square, tok::l_brace,
                          tok::equal, tok::semi, tok::comma, tok::colon)))
      Found(Last);
    Last.clear();
    if (T.isOneOf(tok::semi, tok::l_brace) || (Depth == 0 && T.is(tok::equal)))
      return;
    if (T.is(tok::l_paren))
      ++Depth;
    else if (T.is(tok::r_paren) && Depth)
      --Depth;
  }
}

llvm::StringMap<unsigned> lostNames(ASTContext &AST,
                                    llvm::ArrayRef<ParseError> Errors) {
  const SourceManager &SM = AST.getSourceManager();
  BodyVisitor Bodies(SM, Errors);
  Bodies.TraverseDecl(AST.getTranslationUnitDecl());
  llvm::StringMap<unsigned> Names;
  for (unsigned I = 0; I < Errors.size(); ++I) {
    if (Bodies.InBody[I] || Errors[I].FileLoc.isInvalid() ||
        SM.isInSystemHeader(Errors[I].FileLoc))
      continue;
    auto [File, At] = SM.getDecomposedLoc(Errors[I].FileLoc);
    StringRef Text = SM.getBufferData(File);
    size_t Begin = beginOfDeclaration(Text, At);
    if (Text.substr(Text.rfind('\n', At) + 1).ltrim().starts_with("#"))
      continue; // A missing header, or #error.
    declaredIn(SM.getLocForStartOfFile(File).getLocWithOffset(Begin),
               Text.substr(Begin), AST.getLangOpts(),
               [&](StringRef Name) { Names.try_emplace(Name, I); });
  }
  return Names;
}

} // namespace warplint
