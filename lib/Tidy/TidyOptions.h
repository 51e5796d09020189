//===- TidyOptions.h - CheckOptions of .clang-tidy --------------*- C++ -*-===//
//
// What .warplint says of the analysis can be said in .clang-tidy as well:
//
//   CheckOptions:
//     warplint-bank-conflict.Arch: sm_80
//     warplint-bank-conflict.Assume: 'gemm:n % 32 == 0;pitch=128'
//
// All checks share one analysis, whose options are those of the check
// warplint-bank-conflict; those of Checks.def are each check's own.
// What clang-tidy decides by itself (Checks, WarningsAsErrors, headers, order)
// is not among them.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TIDY_TIDYOPTIONS_H
#define WARPLINT_TIDY_TIDYOPTIONS_H

#include "warplint/Config/Config.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <clang-tidy/ClangTidyOptions.h>
#include <string>
#include <vector>

namespace clang::tidy {
class ClangTidyContext;
}

namespace warplint {

/// The check whose options are those of the analysis.
llvm::StringRef analysisCheck();

struct TidyOptions {
  Config Said; ///< Keys of .warplint.
  /// What .warplint has no key for, since the command line says it: the folder
  /// of the compilation database, of the toolkit, and that in which headers are
  /// looked up. Empty: as without the option.
  std::string BuildPath, CudaPath, Root;
  /// Edits are made and proven: they take analyses of their own.
  bool Fixes = true;
  /// What clang-tidy does to the command: ExtraArgsBefore, ExtraArgs and
  /// RemovedArgs of .clang-tidy.
  std::vector<std::string> ExtraBefore, Extra, Removed;
};

/// Reads them from \p Context; what is wrong with one goes to \p Complain and
/// does not count.
TidyOptions readTidyOptions(clang::tidy::ClangTidyContext &Context,
                            llvm::function_ref<void(llvm::Twine)> Complain);

/// For --dump-config: all that \p Check has, empty where nothing is said.
void storeTidyOptions(llvm::StringRef Check,
                      clang::tidy::ClangTidyContext &Context,
                      clang::tidy::ClangTidyOptions::OptionMap &Into);

} // namespace warplint

#endif // WARPLINT_TIDY_TIDYOPTIONS_H
