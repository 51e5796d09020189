//===- IndexSplit.h - Row and column of an index into one row ---*- C++ -*-===//
//
// `s[r * 32 + c]` of an array of one extent says what its rows are. Kept apart,
// the two of them are written as those of tile[r][c] would be:
//
//   s[r * 32 + (c ^ (r & 31))]    where the column changes by bits of the row
//   s[r * 33 + c]                 where rows are padded
//
// That is right as long as the column stays in its row, which the text does not
// say.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REWRITE_INDEXSPLIT_H
#define WARPLINT_REWRITE_INDEXSPLIT_H

#include "warplint/Layout/Layout.h"
#include "warplint/Layout/Spelling.h"
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// Characters of IndexSplit::Text.
struct TextSpan {
  size_t Begin = 0, Length = 0;
  friend bool operator==(const TextSpan &, const TextSpan &) = default;
};

/// `r * 32`.
struct RowTerm {
  Operand Row;
  /// The 32, where it stands there as a factor.
  std::optional<TextSpan> Factor;
};

/// One way to take an index as rows and a column.
struct IndexSplit {
  std::string Text; ///< All of the index.
  /// Text is what the source has there; else it was put together.
  bool IsVerbatim = false;
  std::vector<RowTerm> Rows;
  Operand Column; ///< "0" where there is none: nothing stands at ColumnAt.
  TextSpan ColumnAt;
  /// Parentheses or commas are around the column already.
  bool IsColumnApart = false;
  /// The column is from 0 to this, as far as its text says.
  std::optional<uint64_t> MostColumn;
  /// What Rows are multiplied by, for each instantiation.
  std::vector<std::vector<uint64_t>> Strides;

  /// Apart from what instantiations differ in.
  bool isSame(const IndexSplit &Other) const;
  /// Whatever the values of its terms are, the column stays in a row of
  /// \p Length, and the rows are whole ones of these.
  bool staysInRows(uint64_t Length) const;
};

/// A part of the index that changes.
struct SpanText {
  TextSpan At;
  std::string Text;
};

/// What \p L makes of \p Split, in the order of its text; nothing where it does
/// more than change the column or the length of rows, or needs some text twice
/// that is long or must not be evaluated twice.
std::optional<std::vector<SpanText>>
spellSplit(const IndexSplit &Split, const Layout &L, const ArrayShape &Array);

/// The rows of \p Split, made longer where \p P pads parts of them: the column has
/// to be moved by itself. Nothing where a row is no number of such parts.
std::optional<std::vector<SpanText>> longerRows(const IndexSplit &Split,
                                                const Padding &P);

/// \p Split with \p Parts in place.
std::string textWith(const IndexSplit &Split,
                     const std::vector<SpanText> &Parts);

/// The column of \p Split that spellSplit() made \p Parts of, by itself.
std::string columnOf(const IndexSplit &Split,
                     const std::vector<SpanText> &Parts);

/// "(text)", unless it stands by itself.
std::string asTerm(const std::string &Text);

/// Behind an index that \p Split takes apart, \p Times * \p B is added, which is
/// \p Most at most: to its column.
IndexSplit addedUp(const IndexSplit &Split, const Operand &B, uint64_t Times,
                   std::optional<uint64_t> Most = std::nullopt);

} // namespace warplint

#endif // WARPLINT_REWRITE_INDEXSPLIT_H
