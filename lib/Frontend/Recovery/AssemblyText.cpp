//===- AssemblyText.cpp - Percent signs in assembly -----------------------===//

#include "AssemblyText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace warplint {

static std::string escaped(llvm::StringRef Text) {
  std::string Result;
  while (!Text.empty()) {
    auto [Plain, Behind] = Text.split('%');
    Result += Plain;
    if (Plain.size() == Text.size())
      break;
    char Next = Behind.empty() ? ' ' : Behind.front();
    char Third = Behind.size() < 2 ? ' ' : Behind[1];
    bool IsModifier =
        llvm::isAlpha(Next) && (llvm::isDigit(Third) || Third == '[');
    if (IsModifier || llvm::isDigit(Next) ||
        llvm::StringRef("%=[{}").contains(Next))
      (Result += '%') += Next;
    else if (llvm::isAlpha(Next))
      (Result += "%%") += Next;
    Text = Behind.drop_front(!Behind.empty());
  }
  return Result;
}

static void escape(GCCAsmStmt &Assembly, const ASTContext &AST) {
  std::string Text = Assembly.getAsmString();
  if (std::string New = escaped(Text); New != Text)
    Assembly.setAsmStringExpr(StringLiteral::Create(
        AST, New, StringLiteralKind::Ordinary, /*Pascal=*/false,
        AST.getStringLiteralArrayType(AST.CharTy, New.size()),
        Assembly.getAsmStringExpr()->getBeginLoc()));
}

void escapeAssembly(Decl &D) {
  const ASTContext &AST = D.getASTContext();
  if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D)) {
    for (Decl *Inner : cast<DeclContext>(D).decls())
      escapeAssembly(*Inner);
  } else if (auto *F = dyn_cast<FunctionDecl>(&D);
             F && F->doesThisDeclarationHaveABody() &&
             !AST.getSourceManager().isInSystemHeader(F->getLocation())) {
    llvm::SmallVector<Stmt *> Work = {F->getBody()};
    while (!Work.empty()) {
      Stmt *S = Work.pop_back_val();
      auto *Assembly = dyn_cast_or_null<GCCAsmStmt>(S);
      if (Assembly && !Assembly->isSimple())
        escape(*Assembly, AST);
      else if (S)
        llvm::append_range(Work, S->children());
    }
  }
}

} // namespace warplint
