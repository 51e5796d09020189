//===- TemplateArgumentText.cpp - Template arguments as text --------------===//

#include "TemplateArgumentText.h"
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
  size_t Open = Text.find('<');
  std::pair<std::string, std::vector<std::string>> Id;
  Id.first = Text.take_front(Open).rtrim().str();
  if (Open == StringRef::npos)
    return Id;
  if (!Text.ends_with(">"))
    return std::nullopt;
  StringRef Inner = Text.drop_back().drop_front(Open + 1);
  unsigned Depth = 0;
  size_t Begin = 0;
  for (size_t I = 0; I <= Inner.size(); ++I) {
    char C = I < Inner.size() ? Inner[I] : ',';
    if (C == '<' || C == '(')
      ++Depth;
    if ((C == '>' || C == ')') && Depth-- == 0)
      return std::nullopt;
    if (C != ',' || Depth)
      continue;
    StringRef Part = Inner.slice(Begin, I).trim();
    // A trailing comma is an argument that was forgotten.
    if (Part.empty() && !(I == Inner.size() && Id.second.empty()))
      return std::nullopt;
    if (!Part.empty())
      Id.second.push_back(Part.str());
    Begin = I + 1;
  }
  if (Depth)
    return std::nullopt;
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
