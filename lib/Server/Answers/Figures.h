//===- Figures.h - What accesses cost, beside the code ----------*- C++ -*-===//
//
// Hovers, lenses above kernels, and inlay hints: what the records of accesses
// say, whether there is a finding or not.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_SERVER_ANSWERS_FIGURES_H
#define WARPLINT_LIB_SERVER_ANSWERS_FIGURES_H

#include "Server/Text/Places.h"
#include "llvm/Support/JSON.h"

namespace warplint {

/// What a hover is written in.
enum class HoverText {
  Plain,
  Markdown,
  Pictures, ///< Markdown, with bank maps as images.
};

/// Of the accesses at byte \p Offset of \p Doc, or null where there are none.
/// \p Best: the reports of \p Known, or in their place those that know remedies,
/// for the bank map.
llvm::json::Value hoverAt(const Document &Doc, size_t Offset,
                          llvm::ArrayRef<const Analysed *> Known,
                          llvm::ArrayRef<const Analysed *> Best, Places &At,
                          HoverText Style);

/// An access at byte \p Offset costs more than its ideal.
bool isConflictAt(const Document &Doc, size_t Offset,
                  llvm::ArrayRef<const Analysed *> Known, Places &At);

/// "warplint/bankMap": the accesses at byte \p Offset drawn, before and after the
/// remedy; null where there are none. docs/editors.md tells what it has.
llvm::json::Value bankMapAt(const Document &Doc, size_t Offset,
                            llvm::ArrayRef<const Analysed *> Known, Places &At);

/// "12 shared accesses: 9 clean, 2 conflicting, 1 not decided" above each
/// kernel of \p Doc.
llvm::json::Array lensesOf(const Document &Doc,
                           llvm::ArrayRef<const Analysed *> Known, Places &At);

/// "8 wavefronts" behind each access in bytes [Begin, End) that costs more than
/// its ideal.
llvm::json::Array hintsOf(const Document &Doc, size_t Begin, size_t End,
                          llvm::ArrayRef<const Analysed *> Known, Places &At);

} // namespace warplint

#endif // WARPLINT_LIB_SERVER_ANSWERS_FIGURES_H
