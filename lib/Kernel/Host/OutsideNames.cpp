//===- OutsideNames.cpp - Functions under another name --------------------===//

#include "OutsideNames.h"
#include "Frontend/Text/SourceFiles.h"
#include "warplint/Support/Words.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace warplint {
namespace {

class OutsideNameFinder : public DynamicRecursiveASTVisitor {
public:
  bool TraverseStmt(Stmt *) override { return true; }

  bool VisitFunctionDecl(FunctionDecl *F) override {
    for (const auto *A : F->specific_attrs<AliasAttr>())
      Names.insert(A->getAliasee());
    for (const auto *A : F->specific_attrs<IFuncAttr>())
      Names.insert(A->getResolver());
    return true;
  }

  bool VisitFileScopeAsmDecl(FileScopeAsmDecl *Assembly) override {
    addWords(Assembly->getAsmString(), Names);
    return true;
  }

  llvm::StringSet<> Names;
};

} // namespace

llvm::StringSet<> outsideNames(ASTContext &Context) {
  OutsideNameFinder Find;
  traverseUserDecls(Find, Context);
  return std::move(Find.Names);
}

} // namespace warplint
