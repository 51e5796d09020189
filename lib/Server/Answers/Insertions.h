//===- Insertions.h - Where comments for warplint go ------------*- C++ -*-===//

#ifndef WARPLINT_LIB_SERVER_ANSWERS_INSERTIONS_H
#define WARPLINT_LIB_SERVER_ANSWERS_INSERTIONS_H

#include "Server/Text/LineText.h"
#include "warplint/Basic/SourceEdit.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace warplint {

/// Puts the line "// Comment" above the definition of the function whose name
/// stands at byte \p Name: above its template header and attributes, where
/// annotations of a kernel are looked for. Nothing where that is in the middle
/// of a line.
std::optional<SourceEdit> commentAboveFunction(const LineText &Text,
                                               size_t Name,
                                               llvm::StringRef Comment);

/// Puts "// Comment" behind the code of line \p Line, from 0. Nothing where the
/// line goes on in the next one, or ends in a comment.
std::optional<SourceEdit> commentBehindLine(const LineText &Text, size_t Line,
                                            llvm::StringRef Comment);

/// Adds "NOLINT(Check)" at the end of line \p Line, to a comment that is there
/// or as one. Nothing where the line goes on in the next one.
std::optional<SourceEdit> nolintOfLine(const LineText &Text, size_t Line,
                                       llvm::StringRef Check);

} // namespace warplint

#endif // WARPLINT_LIB_SERVER_ANSWERS_INSERTIONS_H
