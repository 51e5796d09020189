//===- SourceFix.h - Edits put into a file ----------------------*- C++ -*-===//
//
// What `--fix` and `--export-fixes` do with the edits of a file. Bytes that no
// edit names stay as they are: line ends, a byte order mark, any encoding.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REWRITE_SOURCEFIX_H
#define WARPLINT_REWRITE_SOURCEFIX_H

#include "warplint/Basic/SourceEdit.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// \p Text with \p Edits made. Fails where two of them touch the same bytes, or
/// one lies past the end.
llvm::Expected<std::string> applyEdits(llvm::StringRef Text,
                                       llvm::ArrayRef<SourceEdit> Edits);

/// The files of \p Edits with them made; \p TextOf is what each has now. Fails
/// like applyEdits, and for a file without a text.
llvm::Expected<std::vector<ParsedText>> editedTexts(
    llvm::ArrayRef<FileEdits> Edits,
    llvm::function_ref<std::optional<llvm::StringRef>(llvm::StringRef)> TextOf);

/// Adds \p Edits to \p Into, each once, in the order of the file.
void addEdits(std::vector<SourceEdit> &Into, llvm::ArrayRef<SourceEdit> Edits);

/// The same for all of a file, among several.
void addEdits(std::vector<FileEdits> &Into, const FileEdits &File);

/// The line end that \p Text has: CR and LF where one of its lines ends so.
llvm::StringRef lineEndOf(llvm::StringRef Text);

/// Replaces \p File, which has to hold \p Before, by \p After: written beside
/// it and put in its place at once, with its permissions; of a link, what it
/// leads to. Fails, and leaves the file alone, where it holds something else.
llvm::Error replaceFile(llvm::StringRef File, llvm::StringRef Before,
                        llvm::StringRef After);

/// \p FS with \p Text as the file at \p Path, whatever it has there.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
withFile(const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> &FS,
         const llvm::Twine &Path, llvm::StringRef Text);

/// As clang-apply-replacements reads it: one document, for \p MainFile.
void exportFixes(llvm::raw_ostream &Out, llvm::StringRef MainFile,
                 llvm::ArrayRef<FileEdits> Files);

} // namespace warplint

#endif // WARPLINT_REWRITE_SOURCEFIX_H
