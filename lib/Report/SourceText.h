//===- SourceText.h - From file, line and column to clang ------*- C++ -*-===//
//
// A report outlives the parse, so its places are plain numbers. SourceText
// reads the files again and makes clang's locations of them, for rendering
// alone.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_REPORT_SOURCETEXT_H
#define WARPLINT_LIB_REPORT_SOURCETEXT_H

#include "warplint/Basic/SourcePlace.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringMap.h"

namespace warplint {

class SourceText {
public:
  explicit SourceText(
      const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> &FS);

  /// The start of \p Place; invalid when its file can not be read or has no
  /// such line and column. The column after a line's last character counts as
  /// there.
  clang::SourceLocation begin(const SourcePlace &Place);

  /// The range of \p Place; invalid when it is a point, empty, or not in the
  /// file.
  clang::CharSourceRange range(const SourcePlace &Place);

  const clang::SourceManager &sources() const { return Sources; }

private:
  clang::FileID open(llvm::StringRef File);
  clang::SourceLocation locate(llvm::StringRef File, unsigned Line,
                               unsigned Column);

  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS;
  clang::DiagnosticOptions DiagOptions;
  clang::DiagnosticsEngine Diagnostics;
  clang::FileManager Files;
  clang::SourceManager Sources;
  llvm::StringMap<clang::FileID> Opened; ///< Invalid: could not be read.
};

} // namespace warplint

#endif // WARPLINT_LIB_REPORT_SOURCETEXT_H
