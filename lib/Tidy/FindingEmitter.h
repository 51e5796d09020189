//===- FindingEmitter.h - Findings as clang-tidy's diagnostics --*- C++ -*-===//

#ifndef WARPLINT_TIDY_FINDINGEMITTER_H
#define WARPLINT_TIDY_FINDINGEMITTER_H

#include "SharedAnalysis.h"
#include "clang/Basic/SourceManager.h"
#include <clang-tidy/ClangTidyCheck.h>

namespace warplint {

/// Tells the findings of one check through \p Check, at the places that they
/// have in clang-tidy's own parse. A file that this parse has not read is
/// opened.
///
/// The edits of an array, which belong together, go with one of the findings
/// about it: the first that is in the file that is edited. Arrays that share an
/// edit (an #include) are one. Not offered where clang-tidy has read another
/// text than warplint.
class FindingEmitter {
public:
  FindingEmitter(clang::tidy::ClangTidyCheck &Check,
                 clang::SourceManager &Sources, const SharedAnalysis &Analysis,
                 const FileReport &Report)
      : Check(Check), Sources(Sources), Analysis(Analysis), Report(Report) {}

  void emit(llvm::StringRef CheckName);

private:
  void emit(const Finding &F, llvm::ArrayRef<FileEdits> Files);
  clang::FileID fileOf(llvm::StringRef Name);
  clang::SourceLocation begin(const SourcePlace &Where);
  clang::CharSourceRange range(const SourcePlace &Where);
  clang::FileID editedFile(const std::string &Name);

  clang::tidy::ClangTidyCheck &Check;
  clang::SourceManager &Sources;
  const SharedAnalysis &Analysis;
  const FileReport &Report;
};

} // namespace warplint

#endif // WARPLINT_TIDY_FINDINGEMITTER_H
