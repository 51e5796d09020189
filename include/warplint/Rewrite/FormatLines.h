//===- FormatLines.h - Changed lines in the style of a project --*- C++ -*-===//
//
// Where a project has a .clang-format, lines that --fix changes are formatted
// by it, as git-clang-format would. It is looked for as .warplint is: in the
// folder of the file and those above, no further than the project goes. What is
// wrong with it is no matter of warplint's: such lines stay as they are. So they
// do where anything but white space would change.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REWRITE_FORMATLINES_H
#define WARPLINT_REWRITE_FORMATLINES_H

#include "warplint/Basic/SourceEdit.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <vector>

namespace warplint {

/// \p Edits of \p File, which holds \p Text, with those that format their
/// lines.
std::vector<SourceEdit> formattedEdits(llvm::StringRef File,
                                       llvm::StringRef Text,
                                       llvm::ArrayRef<SourceEdit> Edits,
                                       llvm::vfs::FileSystem &FS);

} // namespace warplint

#endif // WARPLINT_REWRITE_FORMATLINES_H
