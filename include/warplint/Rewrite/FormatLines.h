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
#include <string>

namespace warplint {

/// \p Text, which \p Edits have made of \p File, with their lines formatted.
std::string withFormattedLines(llvm::StringRef File, std::string Text,
                               llvm::ArrayRef<SourceEdit> Edits,
                               llvm::vfs::FileSystem &FS);

} // namespace warplint

#endif // WARPLINT_REWRITE_FORMATLINES_H
