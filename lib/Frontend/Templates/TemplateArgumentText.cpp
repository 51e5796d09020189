//===- TemplateArgumentText.cpp - Template arguments as text --------------===//

#include "TemplateArgumentText.h"
#include "Frontend/StandIns/NameUse.h"
#include "warplint/Frontend/Templates.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Parse/Parser.h"
#include "clang/Sema/Scope.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace warplint {

std::optional<std::pair<std::string, std::vector<std::string>>>
splitTemplateId(StringRef Text) {
  Text = Text.trim();
  StringRef Name = Text.take_until([](char C) { return C == '<'; });
  std::pair<std::string, std::vector<std::string>> Id;
  Id.first = Name.rtrim().str();
  Text = Text.drop_front(Name.size());
  if (Text.empty())
    return Id;
  std::vector<StringRef> Arguments;
  if (!splitArguments(Text, Arguments, Text) || !Text.empty())
    return std::nullopt;
  if (Arguments.size() == 1 && Arguments.front().empty())
    return Id;
  // An argument that was forgotten.
  if (llvm::is_contained(Arguments, ""))
    return std::nullopt;
  Id.second.assign(Arguments.begin(), Arguments.end());
  return Id;
}

/// A function template that the parser takes to have any parameters: which ones
/// is asked when a call is resolved, and there is none.
static FunctionTemplateDecl *
templateOfAny(ASTContext &Context, IdentifierInfo *Name, SourceLocation Loc) {
  DeclContext *Unit = Context.getTranslationUnitDecl();
  QualType T = Context.getFunctionType(Context.VoidTy, {}, {});
  auto *F = FunctionDecl::Create(Context, Unit, Loc, Loc, Name, T,
                                 Context.getTrivialTypeSourceInfo(T), SC_None);
  auto *Parameters = TemplateParameterList::Create(Context, Loc, Loc, {}, Loc,
                                                   /*RequiresClause=*/nullptr);
  return FunctionTemplateDecl::Create(Context, Unit, Loc, Name, Parameters, F);
}

bool readTemplateArguments(Sema &S, DeclContext *From,
                           llvm::ArrayRef<std::string> Texts,
                           TemplateArgumentListInfo &Into) {
  constexpr StringRef Name = "__warplint_template";
  std::string Text = (Name + "<" + llvm::join(Texts, ", ") + ">").str();
  for (char LineEnd : {'\n', '\r'}) // Behind which a directive may stand.
    llvm::replace(Text, LineEnd, ' ');
  // The preprocessor must not have looked ahead to the end when it is there.
  constexpr StringRef Behind = ";;;;";
  Preprocessor &PP = S.getPreprocessor();
  SourceManager &SM = S.getSourceManager();
  FileID File = SM.createFileID(llvm::MemoryBuffer::getMemBufferCopy(
      (Text + Behind).str(), "<template arguments>"));
  PP.EnterSourceFile(File, /*Dir=*/nullptr, SourceLocation());

  // The parser of the file is gone, with its scopes.
  SmallVector<DeclContext *> Around;
  for (; From; From = From->getParent())
    if (!From->isDependentContext() &&
        (From->isFileContext() || From->isRecord()))
      Around.push_back(From);
  Sema::ContextRAII In(S, Around.front());
  Parser P(PP, S, /*SkipFunctionBodies=*/true);
  for (DeclContext *Context : llvm::reverse(Around)) {
    P.EnterScope(Scope::DeclScope);
    P.getCurScope()->setEntity(Context);
  }
  P.EnterScope(Scope::DeclScope);
  S.PushOnScopeChains(templateOfAny(S.Context, PP.getIdentifierInfo(Name),
                                    SM.getLocForStartOfFile(File)),
                      P.getCurScope(), /*AddToContext=*/false);

  P.ConsumeToken();
  ExprResult Read = P.ParseExpression();
  bool IsAll = SM.getFileOffset(P.getCurToken().getLocation()) == Text.size();
  while (P.getCurToken().isNot(tok::eof))
    P.ConsumeAnyToken();
  while (P.getCurScope())
    P.ExitScope();
  const auto *Named = Read.isUsable() && IsAll
                          ? dyn_cast<UnresolvedLookupExpr>(Read.get())
                          : nullptr;
  if (Named)
    Named->copyTemplateArgumentsInto(Into);
  return Named;
}

} // namespace warplint
