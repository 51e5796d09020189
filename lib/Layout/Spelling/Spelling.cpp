//===- Spelling.cpp - A layout as C++ text --------------------------------===//

#include "warplint/Layout/Spelling.h"
#include "LayoutFormula.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <bit>

using namespace llvm;

namespace warplint {

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// An operand that is shifted or divided: as a signed Formula::number that would mean
/// something else, or cost more.
static Formula asUnsigned(const Operand &O) {
  if (O.IsUnsigned || all_of(O.Text, isDigit))
    return Formula::written(O.Text);
  const std::string Converted = "unsigned(" + O.Text + ")";
  return Formula::isPlainName(O.Text) ? Formula::name(Converted)
                                      : Formula::primary(Converted);
}

static Formula asWritten(const Operand &O) { return Formula::written(O.Text); }

/// Row-major Formula::number of the element, or of its row for all operands but the
/// last.
static Formula flattened(ArrayRef<Operand> Operands,
                         ArrayRef<uint64_t> Extents) {
  Formula Number = asWritten(Operands[0]);
  for (size_t D = 1; D < Operands.size(); ++D)
    Number = Number * Formula::number(Extents[D]) + asWritten(Operands[D]);
  return Number;
}

Operand sumOf(const Operand &A, const Operand &B, uint64_t Times) {
  if (B.Text == "0")
    return A;
  Formula Added = asWritten(B);
  if (Times != 1)
    Added = Formula::number(Times) * Added;
  const bool IsZero = A.Text == "0";
  const Formula Sum = IsZero ? Added : asWritten(A) + Added;
  return {Sum.text(), (IsZero || A.IsUnsigned) && B.IsUnsigned,
          A.HasSideEffects || B.HasSideEffects};
}

Operand spellNumber(const ArrayShape &Shape,
                    const std::vector<Operand> &Operands) {
  if (Operands.size() == 1)
    return Operands.front();
  return {flattened(Operands, Shape.Extents).text(), Operands[0].IsUnsigned};
}

/// Whether \p Name stands in \p F more than once.
static bool repeats(const Formula &F, StringRef Name) {
  const StringRef Text = F.text();
  auto IsWordAt = [&](size_t At) {
    const size_t End = At + Name.size();
    return (At == 0 || !isAlnum(Text[At - 1])) &&
           (End == Text.size() || !isAlnum(Text[End]));
  };
  unsigned Count = 0;
  for (size_t At = Text.find(Name); At != StringRef::npos;
       At = Text.find(Name, At + 1))
    Count += IsWordAt(At);
  return Count > 1;
}

namespace {

/// A subscript, and what is to be known of it.
struct Subscript {
  Formula Text;
  bool Repeats = false;
  std::optional<IndexFunction> Function = std::nullopt;
};

} // namespace

/// "Name(a, b)": what is in parentheses of its own needs no more.
static Subscript callOf(IndexFunction Function, ArrayRef<StringRef> Arguments) {
  std::string Text = Function.Name + '(';
  ListSeparator Comma;
  for (StringRef A : Arguments) {
    if (Formula::isInParentheses(A) && !A.contains(','))
      A = A.drop_front().drop_back();
    Text += Comma;
    Text += A;
  }
  return {Formula::primary(Text + ')'), false, std::move(Function)};
}

/// What \p Make makes of \p Argument.
template <typename MakeFormula>
static Subscript madeOf(const Operand &Argument, const Formula &Converted,
                        IndexStyle Style, const std::string &Name,
                        MakeFormula Make) {
  const Formula Named = Make(Formula::name("i"));
  if (Style == IndexStyle::Function && Argument.Text != "0")
    return callOf({Name, "unsigned i", Named.text()}, {Argument.Text});
  return {Make(Converted), !Converted.isName() && repeats(Named, "i")};
}

/// Where numbers are divided, signed ones would cost more.
static bool divides(const Layout &L) {
  return !L.as<XorSwizzle>() && !L.as<BitMatrix>();
}

static Subscript flatSubscript(const Layout &L, const ArrayShape &Shape,
                               const Operand &Flat, IndexStyle Style,
                               const FunctionNames &Names) {
  if (L.isUnchanged())
    return {asWritten(Flat)};
  const uint64_t Elements = Shape.elements();
  return madeOf(Flat, divides(L) ? asUnsigned(Flat) : asWritten(Flat), Style,
                Names.Index, [&](const Formula &I) {
                  return I.text() == "0" ? I : flatFormula(L, Elements, I);
                });
}

IndexText spellFlat(const Layout &L, const ArrayShape &Shape,
                    const Operand &Flat, IndexStyle Style,
                    const FunctionNames &Names) {
  Subscript S = flatSubscript(L, Shape, Flat, Style, Names);
  return {{S.Text.text()}, true, S.Repeats, std::move(S.Function)};
}

std::string spellFlatIndex(const Layout &L, const ArrayShape &Shape,
                           const Operand &Flat) {
  return spellFlat(L, Shape, Flat, IndexStyle::Expression).Subscripts.front();
}

static Layout inverseOf(const Layout &L, const ArrayShape &Shape) {
  if (const auto *R = L.as<RowRotation>())
    return Layout(
        RowRotation{R->Length, R->Length - R->Step % R->Length, R->RowShift});
  if (const auto *I = L.as<RowInterleave>())
    return Layout(RowInterleave{I->Length, I->Rows, I->rowsApart()});
  if (const auto *M = L.as<BitMatrix>())
    return Layout(*M->inverse());
  const auto *S = L.as<XorSwizzle>();
  if (!S || S->isCute())
    return L; // It undoes itself.
  return Layout(*L.matrix(std::bit_width(Shape.elements() - 1))->inverse());
}

std::string spellInverse(const Layout &L, const ArrayShape &Shape,
                         const Operand &Flat) {
  if (const auto *P = L.as<Padding>()) {
    const Formula I = asUnsigned(Flat),
                  Both = Formula::number(P->Every + P->By);
    return (I / Both * Formula::number(P->Every) + I % Both).text();
  }
  return spellFlatIndex(inverseOf(L, Shape), Shape, Flat);
}

//===----------------------------------------------------------------------===//
// Subscripts
//===----------------------------------------------------------------------===//

uint64_t growthOfRows(const Layout &L, const ArrayShape &Shape) {
  const auto *P = L.as<Padding>();
  const uint64_t Row = P ? restOf(L, Shape).rowLength() : 0;
  return P && Shape.Extents.size() > 1 && Row % P->Every == 0
             ? Row / P->Every * P->By
             : 0;
}

bool changesDeclarationOnly(const Layout &L, const ArrayShape &Shape) {
  if (L.leavesOut())
    return L.as<Unchanged>() ||
           changesDeclarationOnly(L.ofRest(), restOf(L, Shape));
  const auto *P = L.as<Padding>();
  return P && Shape.Extents.size() > 1 && P->Every == Shape.rowLength();
}

bool movesFirstExtent(const Layout &L, const ArrayShape &Shape) {
  const auto *I = L.as<RowInterleave>();
  return I && !L.leavesOut() && I->isStriped() && Shape.Extents.size() > 1 &&
         I->Rows == Shape.elements() && I->Ways == Shape.Extents.front();
}

/// The operands that Formula::number the row, as far as bits below \p Bits go: those of
/// leading extents fall away when the last ones fill these bits.
static ArrayRef<Operand> rowOperands(ArrayRef<Operand> Operands,
                                     ArrayRef<uint64_t> Extents, unsigned Bits,
                                     uint64_t &PossibleRows) {
  const size_t Last = Operands.size() - 1;
  size_t First = Last;
  PossibleRows = 1;
  while (First > 0) {
    --First;
    PossibleRows *= Extents[First];
    if (Bits < 64 && PossibleRows % (uint64_t(1) << Bits) == 0)
      break;
  }
  return Operands.slice(First, Last - First);
}

namespace {

/// An index that keeps the subscripts but for one.
struct KeptSubscripts {
  size_t Changed; ///< Which of them.
  Subscript New;
  /// The row's subscripts stay, and stand in NewText as well.
  bool IsRowRepeated = true;
};

} // namespace

/// The highest row bit that \p Terms look at, plus one.
static unsigned rowBits(const std::vector<XorTerm> &Terms) {
  unsigned Bits = 0;
  for (const XorTerm &T : Terms)
    Bits = std::max<unsigned>(Bits, std::bit_width(T.Mask) + T.Shift);
  return Bits;
}

static Formula rowFormula(ArrayRef<Operand> Rows,
                          ArrayRef<uint64_t> AllExtents) {
  if (Rows.size() == 1)
    return asWritten(Rows[0]);
  const size_t First = AllExtents.size() - 1 - Rows.size();
  return flattened(Rows, AllExtents.slice(First));
}

/// The column under \p Terms. \p Row has the bits \p RowBits and belongs to no
/// operand where no term needs it.
static Subscript columnSubscript(const ColumnTerms &Terms,
                                 const ArrayShape &Shape, const Formula &Row,
                                 uint64_t RowBits, const Operand &Column,
                                 IndexStyle Style, const std::string &Name) {
  const uint64_t ColumnBits = possibleBits(Shape.rowLength());
  auto Make = [&](const Formula &R, const Formula &C) {
    const Formula Start = ColumnBits & ~Terms.Keep
                              ? C & Formula::mask(Terms.Keep & ColumnBits)
                              : C;
    return withTerms(withTerms(Start, C, Terms.OfColumn, ColumnBits), R,
                     Terms.OfRow, RowBits);
  };
  const Formula C = asWritten(Column);
  const Formula Named = Make(Formula::name("row"), Formula::name("column"));
  Formula InPlace = Make(Row, C);
  if (Style == IndexStyle::Function && InPlace.operators() != 0) {
    const bool HasRow = !Terms.OfRow.empty();
    IndexFunction F = {
        Name, HasRow ? "unsigned row, unsigned column" : "unsigned column",
        Named.text()};
    return HasRow ? callOf(std::move(F), {Row.text(), Column.Text})
                  : callOf(std::move(F), {Column.Text});
  }
  return {std::move(InPlace), (!C.isName() && repeats(Named, "column")) ||
                                  (!Row.isName() && repeats(Named, "row"))};
}

/// What the column's own terms make of a Formula::number is one, too.
static void foldNumber(ColumnTerms &Terms, Operand &Column) {
  uint64_t Number = 0;
  if (StringRef(Column.Text).getAsInteger(0, Number))
    return;
  uint64_t Folded = Number & Terms.Keep;
  for (const XorTerm &T : Terms.OfColumn)
    Folded ^= (T.Shift < 0 ? Number << -T.Shift : Number >> T.Shift) & T.Mask;
  if (Folded != Number)
    Column.Text = std::to_string(Folded);
  Terms.Keep = ~uint64_t(0);
  Terms.OfColumn.clear();
}

/// Takes those of the row's last subscripts away whose bits all of \p Rows shift
/// out: of p * 8 + r, shifted by 3, p stays.
static void dropShifted(std::vector<XorTerm> &Rows,
                        std::vector<Operand> &Operands,
                        std::vector<uint64_t> &Extents) {
  while (Operands.size() > 2) {
    const size_t Row = Operands.size() - 2;
    const int Bits = std::countr_zero(Extents[Row]);
    if (!std::has_single_bit(Extents[Row]) ||
        any_of(Rows, [&](const XorTerm &T) { return T.Shift < Bits; }))
      return;
    for (XorTerm &T : Rows)
      T.Shift -= Bits;
    Operands.erase(Operands.begin() + Row);
    Extents.erase(Extents.begin() + Row);
  }
}

static std::optional<KeptSubscripts>
xoredColumn(const Layout &L, const ArrayShape &Shape,
            const std::vector<Operand> &Operands, IndexStyle Style,
            const FunctionNames &Names) {
  std::optional<ColumnTerms> Terms = columnTerms(L, Shape);
  if (!Terms)
    return std::nullopt;
  Operand Column = Operands.back();
  // A function is one for all columns.
  if (Style != IndexStyle::Function || Terms->OfRow.empty())
    foldNumber(*Terms, Column);
  const bool HasRow = !Terms->OfRow.empty();
  std::vector<Operand> Kept = Operands;
  std::vector<uint64_t> Extents = Shape.Extents;
  if (HasRow)
    dropShifted(Terms->OfRow, Kept, Extents);
  uint64_t PossibleRows = 1;
  const ArrayRef<Operand> Rows =
      rowOperands(Kept, Extents, rowBits(Terms->OfRow), PossibleRows);
  const Formula Row = rowFormula(Rows, Extents);
  const size_t Last = Operands.size() - 1;
  return KeptSubscripts{Last,
                        columnSubscript(*Terms, Shape, Row,
                                        possibleBits(PossibleRows), Column,
                                        Style, Names.Column),
                        HasRow};
}

static std::optional<KeptSubscripts>
movedColumn(const Layout &L, const ArrayShape &Shape,
            const std::vector<Operand> &Operands, IndexStyle Style,
            const FunctionNames &Names) {
  const auto *R = L.as<RowRotation>();
  if (!R || Operands.size() < 2 || R->Length != Shape.rowLength())
    return std::nullopt;
  uint64_t PossibleRows = 1;
  const ArrayRef<Operand> Rows =
      rowOperands(Operands, Shape.Extents, 64, PossibleRows);
  const Formula Row = rowFormula(Rows, Shape.Extents);
  const Operand &Column = Operands.back();
  const size_t Last = Operands.size() - 1;
  if (Style == IndexStyle::Function)
    return KeptSubscripts{
        Last,
        callOf({Names.Column, "unsigned row, unsigned column",
                rotatedColumn(*R, Formula::name("row"), Formula::name("column"))
                    .text()},
               {Row.text(), Column.Text})};
  return KeptSubscripts{
      Last,
      {rotatedColumn(*R, Rows.size() == 1 ? asUnsigned(Rows[0]) : Row,
                     asUnsigned(Column))}};
}

/// Parts of each row are padded, which stays one.
static std::optional<KeptSubscripts>
paddedColumn(const Layout &L, const ArrayShape &Shape,
             const std::vector<Operand> &Operands, IndexStyle Style,
             const FunctionNames &Names) {
  if (Operands.size() < 2 || !growthOfRows(L, Shape))
    return std::nullopt;
  const Operand &Column = Operands.back();
  return KeptSubscripts{
      Operands.size() - 1,
      madeOf(Column, asUnsigned(Column), Style, Names.Column,
             [&](const Formula &C) {
               return C.text() == "0" ? C
                                      : flatFormula(L, Shape.rowLength(), C);
             }),
      false};
}

static std::optional<KeptSubscripts>
movedRow(const Layout &L, const ArrayShape &Shape,
         const std::vector<Operand> &Operands, IndexStyle Style,
         const FunctionNames &Names) {
  const auto *I = L.as<RowInterleave>();
  if (!I || Operands.size() != 2 || I->Length != Shape.rowLength())
    return std::nullopt;
  const Operand &Row = Operands[0];
  return KeptSubscripts{0,
                        madeOf(Row, asUnsigned(Row), Style, Names.Row,
                               [&](const Formula &R) {
                                 return R.text() == "0" ? R
                                                        : interleavedRow(*I, R);
                               }),
                        false};
}

static std::optional<KeptSubscripts>
keptSubscripts(const Layout &L, const ArrayShape &Shape,
               const std::vector<Operand> &Operands, IndexStyle Style,
               const FunctionNames &Names) {
  if (auto Kept = xoredColumn(L, Shape, Operands, Style, Names))
    return Kept;
  if (auto Kept = movedColumn(L, Shape, Operands, Style, Names))
    return Kept;
  if (auto Kept = paddedColumn(L, Shape, Operands, Style, Names))
    return Kept;
  return movedRow(L, Shape, Operands, Style, Names);
}

/// Of an operand that stands for the row, or a part of it.
static bool hasSideEffects(ArrayRef<Operand> Operands) {
  return any_of(Operands.drop_back(),
                [](const Operand &O) { return O.HasSideEffects; });
}

IndexText spellIndex(const Layout &L, const ArrayShape &Shape,
                     const std::vector<Operand> &Operands, IndexStyle Style,
                     const FunctionNames &Names) {
  IndexText Index;
  for (const Operand &O : Operands)
    Index.Subscripts.push_back(O.Text);
  if (L.isUnchanged() || changesDeclarationOnly(L, Shape))
    return Index;
  if (movesFirstExtent(L, Shape)) {
    std::rotate(Index.Subscripts.begin(), std::next(Index.Subscripts.begin()),
                Index.Subscripts.end());
    return Index;
  }
  if (auto Kept = keptSubscripts(L, Shape, Operands, Style, Names);
      Kept && !(Kept->IsRowRepeated && hasSideEffects(Operands))) {
    Index.Subscripts[Kept->Changed] = Kept->New.Text.text();
    Index.Repeats = Kept->New.Repeats;
    Index.Function = std::move(Kept->New.Function);
    return Index;
  }
  IndexText Flat =
      spellFlat(L, Shape, spellNumber(Shape, Operands), Style, Names);
  Flat.IsFlat = Operands.size() > 1;
  return Flat;
}

std::string spellAccess(const std::string &Name, const IndexText &Index,
                        size_t Rank) {
  std::string Text = Name;
  if (Index.IsFlat && Rank > 1) {
    for (size_t D = 0; D < Rank; ++D)
      Text += "[0]";
    Text = "(&" + Text + ")";
  }
  for (const std::string &S : Index.Subscripts)
    Text += '[' + S + ']';
  return Text;
}

//===----------------------------------------------------------------------===//
// CuTe, length
//===----------------------------------------------------------------------===//

std::optional<std::string> spellCute(const Layout &L) {
  const auto *S = L.as<XorSwizzle>();
  if (!S || !S->isCute())
    return std::nullopt;
  return "cute::Swizzle<" + std::to_string(S->Bits) + ',' +
         std::to_string(S->Base) + ',' + std::to_string(S->Shift) + '>';
}

unsigned operatorsOf(const Layout &L, const ArrayShape &Shape) {
  if (L.isUnchanged() || changesDeclarationOnly(L, Shape) ||
      movesFirstExtent(L, Shape))
    return 0;
  if (L.leavesOut())
    return operatorsOf(L.ofRest(), restOf(L, Shape));
  std::vector<Operand> Operands;
  for (size_t D = 0; D < Shape.Extents.size(); ++D)
    Operands.push_back({std::string(1, char('a' + D)), true});
  if (auto Kept =
          keptSubscripts(L, Shape, Operands, IndexStyle::Expression, {}))
    return Kept->New.Text.operators();
  const unsigned Flattening = 2 * (Operands.size() - 1);
  return Flattening +
         flatFormula(L, Shape.elements(), Formula::primary("i")).operators();
}

} // namespace warplint
