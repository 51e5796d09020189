//===- LoopPragmas.cpp - What nvcc makes of words about loops -------------===//

#include "LoopPragmas.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include <set>

using namespace llvm;

namespace warplint {
namespace {

using Place = std::pair<unsigned, unsigned>; // Line and column.

/// Where the loops begin that stand behind words of clang's alone.
class IgnoredHints : public clang::DynamicRecursiveASTVisitor {
public:
  explicit IgnoredHints(const clang::ASTContext &AST) : AST(AST) {}
  std::set<Place> Loops;

  bool VisitAttributedStmt(clang::AttributedStmt *S) override {
    bool HasIgnored = false;
    for (const clang::Attr *A : S->getAttrs())
      if (const auto *Hint = dyn_cast<clang::LoopHintAttr>(A)) {
        if (!isIgnored(*Hint))
          return true;
        HasIgnored = true;
      }
    const clang::SourceManager &SM = AST.getSourceManager();
    const clang::PresumedLoc At =
        SM.getPresumedLoc(SM.getExpansionLoc(S->getSubStmt()->getBeginLoc()));
    if (HasIgnored && At.isValid())
      Loops.insert({At.getLine(), At.getColumn()});
    return true;
  }

private:
  bool isIgnored(const clang::LoopHintAttr &Hint) const {
    if (Hint.getSemanticSpelling() != clang::LoopHintAttr::Pragma_unroll ||
        isOfGcc(Hint.getLocation()))
      return true;
    const clang::Expr *Count = Hint.getValue();
    clang::Expr::EvalResult Value;
    return Count && !Count->isValueDependent() &&
           Count->EvaluateAsInt(Value, AST) && Value.Val.getInt().isZero();
  }

  /// `#pragma GCC unroll`, at its second word.
  bool isOfGcc(clang::SourceLocation At) const {
    const clang::SourceManager &SM = AST.getSourceManager();
    const auto [File, Offset] = SM.getDecomposedSpellingLoc(At);
    return SM.getBufferData(File).take_front(Offset).rtrim().ends_with("GCC");
  }

  const clang::ASTContext &AST;
};

} // namespace

static MDNode *loopOf(const BasicBlock &Block) {
  return Block.getTerminator()->getMetadata(LLVMContext::MD_loop);
}

static bool isHinted(const MDNode &Loop) {
  return any_of(drop_begin(Loop.operands()), [](const MDOperand &Op) {
    const auto *Hint = dyn_cast<MDNode>(Op);
    const auto *Name = Hint && Hint->getNumOperands() != 0
                           ? dyn_cast<MDString>(Hint->getOperand(0))
                           : nullptr;
    return Name && Name->getString().starts_with("llvm.loop.unroll.");
  });
}

static std::optional<Place> beginOf(const MDNode &Loop) {
  for (const MDOperand &Op : drop_begin(Loop.operands()))
    if (const auto *At = dyn_cast<DILocation>(Op))
      return Place(At->getLine(), At->getColumn());
  return std::nullopt;
}

void dropIgnoredPragmas(Function &F, const clang::FunctionDecl &Declaration) {
  if (none_of(F, [](const BasicBlock &Block) {
        const MDNode *Loop = loopOf(Block);
        return Loop && isHinted(*Loop);
      }))
    return;
  IgnoredHints Ignored(Declaration.getASTContext());
  if (clang::Stmt *Body = Declaration.getBody())
    Ignored.TraverseStmt(Body);
  for (BasicBlock &Block : F) {
    MDNode *Loop = loopOf(Block);
    std::optional<Place> At = Loop ? beginOf(*Loop) : std::nullopt;
    if (At && Ignored.Loops.contains(*At))
      Block.getTerminator()->setMetadata(
          LLVMContext::MD_loop,
          makePostTransformationMetadata(F.getContext(), Loop,
                                         {"llvm.loop.unroll."}, {}));
  }
}

} // namespace warplint
