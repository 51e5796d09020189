//===- IndexSplit.cpp - Row and column of an index into one row -----------===//

#include "warplint/Rewrite/IndexSplit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <functional>
#include <map>

using namespace llvm;

namespace warplint {

bool IndexSplit::isSame(const IndexSplit &Other) const {
  return Text == Other.Text && IsVerbatim == Other.IsVerbatim &&
         ColumnAt == Other.ColumnAt && IsColumnApart == Other.IsColumnApart &&
         llvm::equal(Rows, Other.Rows, [](const RowTerm &A, const RowTerm &B) {
           return A.Row.Text == B.Row.Text && A.Factor == B.Factor;
         });
}

bool IndexSplit::staysInRows(uint64_t Length) const {
  return MostColumn && *MostColumn < Length &&
         all_of(
             Strides,
             [&](ArrayRef<uint64_t> Of) {
               return all_of(Of, [&](uint64_t S) { return S % Length == 0; });
             });
}

std::string asTerm(const std::string &Text) {
  bool IsPlain =
      all_of(Text, [](char C) { return isAlnum(C) || C == '_' || C == '.'; });
  return IsPlain ? Text : '(' + Text + ')';
}

/// \p Column in place of the old one.
static SpanText columnText(const IndexSplit &Split, const std::string &Column) {
  const bool IsBare = Split.IsColumnApart && !StringRef(Column).contains(',');
  const std::string Text = IsBare ? Column : asTerm(Column);
  return {Split.ColumnAt, Split.ColumnAt.Length ? Text : " + " + Text};
}

std::string columnOf(const IndexSplit &Split,
                     const std::vector<SpanText> &Parts) {
  for (const SpanText &P : Parts)
    if (P.At == Split.ColumnAt) {
      StringRef Column = P.Text;
      Column.consume_front(" + ");
      if (!Split.IsColumnApart && Column.consume_front("("))
        Column.consume_back(")");
      return Column.str();
    }
  return Split.Column.Text;
}

/// The rows of \p Split as extents, and what numbers them: terms of one stride
/// are one row.
static std::optional<std::pair<ArrayShape, std::vector<Operand>>>
asRows(const IndexSplit &Split, ArrayRef<uint64_t> Strides,
       const ArrayShape &Array) {
  ArrayShape Shape;
  Shape.ElementBytes = Array.ElementBytes;
  std::vector<Operand> Operands;
  // The longest strides first; those of one in the order of the text.
  std::multimap<uint64_t, const Operand *, std::greater<>> Rows;
  for (auto [Term, Stride] : zip_equal(Split.Rows, Strides))
    Rows.insert({Stride, &Term.Row});
  uint64_t Above = 0;
  for (auto [Stride, Row] : Rows) {
    if (Stride < 2 || Row->HasSideEffects)
      return std::nullopt;
    if (Stride == Above) {
      Operands.back() = sumOf(Operands.back(), *Row, 1);
      continue;
    }
    if (Above && Above % Stride)
      return std::nullopt;
    Shape.Extents.push_back(Above ? Above / Stride
                                  : divideCeil(Array.elements(), Stride));
    Operands.push_back(*Row);
    Above = Stride;
  }
  Shape.Extents.push_back(Above);
  Operands.push_back(Split.Column);
  return std::pair(std::move(Shape), std::move(Operands));
}

/// Rows of whole multiples of \p P.Every elements grow.
static std::optional<std::vector<SpanText>>
grownRows(const IndexSplit &Split, ArrayRef<uint64_t> Strides,
          const Padding &P) {
  std::vector<SpanText> Parts;
  for (auto [Term, Stride] : zip_equal(Split.Rows, Strides)) {
    if (!Term.Factor || Stride % P.Every)
      return std::nullopt;
    StringRef Old =
        StringRef(Split.Text).substr(Term.Factor->Begin, Term.Factor->Length);
    Parts.push_back(
        {*Term.Factor, grownFactor(Old, int64_t(Stride / P.Every * P.By))});
  }
  return Parts;
}

std::optional<std::vector<SpanText>> longerRows(const IndexSplit &Split,
                                                const Padding &P) {
  if (!all_equal(Split.Strides))
    return std::nullopt;
  return grownRows(Split, Split.Strides.front(), P);
}

/// `c * 128 + r` in place of `r * 8 + c`.
static std::optional<std::vector<SpanText>>
stripedIndex(const IndexSplit &Split, ArrayRef<uint64_t> Strides,
             const RowInterleave &Stripes) {
  const uint64_t Length = Stripes.rowsApart();
  const Operand &Row = Split.Rows.front().Row, &Column = Split.Column;
  if (Strides.size() != 1 || Strides.front() != Length ||
      (Column.HasSideEffects && Row.HasSideEffects))
    return std::nullopt;
  uint64_t Number = 0;
  const Operand Index =
      StringRef(Column.Text).getAsInteger(10, Number)
          ? spellNumber({{Length, Stripes.Ways}}, {Column, Row})
          : sumOf({std::to_string(Number * Stripes.Ways)}, Row, 1);
  return std::vector<SpanText>{{{0, Split.Text.size()}, Index.Text}};
}

static std::optional<std::vector<SpanText>>
spellWith(const IndexSplit &Split, ArrayRef<uint64_t> Strides, const Layout &L,
          const ArrayShape &Array) {
  // Whole numbers of rows: `w * 256` of rows of 16.
  if (const auto *P = L.as<Padding>())
    return *min_element(Strides) == P->Every || Split.staysInRows(P->Every)
               ? grownRows(Split, Strides, *P)
               : std::nullopt;
  if (const auto *I = L.as<RowInterleave>(); I && I->isStriped())
    return stripedIndex(Split, Strides, *I);
  auto Rows = asRows(Split, Strides, Array);
  if (!Rows)
    return std::nullopt;
  const auto &[Shape, Operands] = *Rows;
  IndexText New = spellIndex(L, Shape, Operands, IndexStyle::Expression);
  if (New.IsFlat || New.Repeats)
    return std::nullopt;
  for (size_t D = 0; D + 1 < Operands.size(); ++D)
    if (New.Subscripts[D] != Operands[D].Text)
      return std::nullopt;
  const std::string &Column = New.Subscripts.back();
  // A column that stands twice is evaluated twice.
  if (Split.Column.HasSideEffects &&
      StringRef(Column).count(Split.Column.Text) > 1)
    return std::nullopt;
  if (Column == Split.Column.Text)
    return std::vector<SpanText>();
  return std::vector<SpanText>{columnText(Split, Column)};
}

std::optional<std::vector<SpanText>>
spellSplit(const IndexSplit &Split, const Layout &L, const ArrayShape &Array) {
  for (const std::vector<uint64_t> &Strides : Split.Strides)
    if (auto Parts = spellWith(Split, Strides, L, Array)) {
      llvm::sort(*Parts, [](const SpanText &A, const SpanText &B) {
        return A.At.Begin < B.At.Begin;
      });
      return Parts;
    }
  return std::nullopt;
}

std::string textWith(const IndexSplit &Split,
                     const std::vector<SpanText> &Parts) {
  std::string Text;
  size_t Done = 0;
  for (const SpanText &P : Parts) {
    Text += Split.Text.substr(Done, P.At.Begin - Done) + P.Text;
    Done = P.At.Begin + P.At.Length;
  }
  return Text + Split.Text.substr(Done);
}

IndexSplit addedUp(const IndexSplit &Split, const Operand &B, uint64_t Times,
                   std::optional<uint64_t> Most) {
  IndexSplit Sum = Split;
  bool Overflows = false;
  if (Sum.MostColumn && Most)
    Sum.MostColumn =
        SaturatingMultiplyAdd(*Most, Times, *Sum.MostColumn, &Overflows);
  if (!Most || Overflows)
    Sum.MostColumn.reset();
  Sum.IsVerbatim = false;
  Sum.Column = sumOf(Split.Column, B, Times);
  const SpanText New = columnText(Split, Sum.Column.Text);
  Sum.Text = textWith(Split, {New});
  Sum.ColumnAt.Length = New.Text.size();
  if (Split.ColumnAt.Length == 0) {
    Sum.ColumnAt.Begin += 3; // Behind the plus.
    Sum.ColumnAt.Length -= 3;
  }
  for (RowTerm &R : Sum.Rows)
    if (R.Factor && R.Factor->Begin > Split.ColumnAt.Begin)
      R.Factor->Begin += New.Text.size() - Split.ColumnAt.Length;
  return Sum;
}

} // namespace warplint
