//===- Rewritten.h - What edits make of a kernel ----------------*- C++ -*-===//

#ifndef WARPLINT_UNITTESTS_REWRITE_REWRITTEN_H
#define WARPLINT_UNITTESTS_REWRITE_REWRITTEN_H

#include "../Kernel/CudaSnippet.h"
#include "warplint/Rewrite/ArrayUses.h"
#include "warplint/Rewrite/SourceFix.h"

namespace warplint {

/// The shared arrays of \p S in the order of the source, without instantiations.
inline std::vector<SharedArray> sharedArrays(Snippet &S) {
  struct Finder : clang::DynamicRecursiveASTVisitor {
    std::vector<SharedArray> Found;
    bool VisitVarDecl(clang::VarDecl *V) override {
      if (V->hasAttr<clang::CUDASharedAttr>())
        Found.push_back({V});
      return true;
    }
  } Find;
  Find.TraverseDecl(S.ast().getTranslationUnitDecl());
  return Find.Found;
}

inline std::string places(const std::vector<FindingNote> &Notes) {
  std::string Text;
  for (const FindingNote &N : Notes)
    Text += " " + std::to_string(N.Where.Line) + ":" +
            std::to_string(N.Where.Column);
  return Text;
}

/// The lines of \p After that are not in \p Before, without what is told in
/// comments.
inline std::string newLines(llvm::StringRef Before, llvm::StringRef After) {
  llvm::SmallVector<llvm::StringRef> Old, Lines;
  Before.split(Old, '\n');
  After.split(Lines, '\n');
  std::string Text;
  for (llvm::StringRef Line : Lines)
    if (!llvm::is_contained(Old, Line) && !Line.trim().starts_with("//"))
      Text += (Text.empty() ? "" : "\n") + Line.trim().str();
  return Text;
}

/// What \p L makes of the lines of \p Code that it changes; else which places
/// are in the way.
inline std::string rewritten(const std::string &Code, const Layout &L,
                             const EditOptions &Options = {},
                             const ArrayShape &Shape = {{32, 32}, 4}) {
  Snippet S(Code);
  std::vector<SharedArray> Arrays = sharedArrays(S);
  EXPECT_EQ(Arrays.size(), 1u) << Code;
  if (auto Members = memberArrays(S.ast(), *Arrays.front().Variable);
      !Members.empty())
    Arrays = {Members.front()};
  SourceUses Sources(S.ast(), [](llvm::StringRef) { return false; });
  const ArrayUses Uses = Sources.of(Arrays);
  if (!Uses.Blockers.empty())
    return "blocked at" + places(Uses.Blockers);
  const bool IsPadding = L.as<Padding>() != nullptr;
  const std::vector<FindingNote> &InTheWay =
      IsPadding ? Uses.PaddingBlockers : Uses.IndexBlockers;
  if (!InTheWay.empty())
    return "index at" + places(InTheWay);
  auto Edits = editsFor(Uses, L, Shape, Options);
  if (!Edits) {
    llvm::consumeError(Edits.takeError());
    return "no form";
  }
  const std::vector<FileEdits> Files = Uses.byFile(Edits->Edits);
  if (Files.empty())
    return "";
  auto After = applyEdits(Code, Files.front().Edits);
  if (!After)
    return llvm::toString(After.takeError());
  return newLines(Code, *After);
}

} // namespace warplint

#endif // WARPLINT_UNITTESTS_REWRITE_REWRITTEN_H
