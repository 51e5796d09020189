//===- LayoutFormula.cpp - The formulas of the layouts --------------------===//

#include "LayoutFormula.h"
#include <bit>

namespace warplint {

static Formula number(uint64_t N) { return Formula::number(N); }

Formula withTerms(Formula Start, const Formula &Source,
                  const std::vector<XorTerm> &Terms, uint64_t Possible) {
  if (Source.text() == "0")
    return Start; // Nothing comes of it.
  for (const XorTerm &T : Terms) {
    // (row & 7) << 2 is read more easily than (row << 2) & 0x1c.
    const bool MasksFirst = T.Shift < 0 && needsMask(T, Possible);
    Formula Moved = Source;
    if (MasksFirst)
      Moved = Moved & Formula::mask(T.Mask >> -T.Shift);
    Moved = Moved.shiftedRight(T.Shift);
    if (!MasksFirst && needsMask(T, Possible))
      Moved = Moved & Formula::mask(T.Mask);
    Start = Start.text() == "0" ? Moved : Start ^ Moved;
  }
  return Start;
}

static Formula modulo(const Formula &F, uint64_t Length) {
  return std::has_single_bit(Length) ? F & Formula::mask(Length - 1)
                                     : F % number(Length);
}

static Formula times(const Formula &F, uint64_t Factor) {
  return Factor == 1 ? F : F * number(Factor);
}

Formula rotatedColumn(const RowRotation &R, const Formula &Row,
                      const Formula &Column) {
  return modulo(Column + times(Row.shiftedRight(R.RowShift), R.Step), R.Length);
}

Formula interleavedRow(const RowInterleave &I, const Formula &Row) {
  const uint64_t Apart = I.rowsApart();
  return Row % number(Apart) * number(I.Ways) + Row / number(Apart);
}

namespace {

/// The place as a formula of the element's number.
struct FlatFormula {
  Formula I;
  uint64_t Elements;

  Formula rowOf(uint64_t Length) const { return I / number(Length); }
  Formula columnOf(uint64_t Length) const { return I % number(Length); }

  Formula operator()(const Unchanged &) const { return I; }
  Formula operator()(const XorSwizzle &S) const { return xored(Layout(S)); }
  Formula operator()(const BitMatrix &M) const { return xored(Layout(M)); }
  Formula operator()(const RowXor &X) const {
    const Formula Row = rowOf(X.Length);
    const XorTerm Term = {int(X.RowShift) - int(X.Base),
                          ((uint64_t(1) << X.Bits) - 1) << X.Base};
    return Row * number(X.Length) +
           withTerms(columnOf(X.Length), Row, {Term},
                     possibleBits(Elements / X.Length));
  }
  Formula operator()(const RowRotation &R) const {
    return rowOf(R.Length) * number(R.Length) +
           rotatedColumn(R, rowOf(R.Length), columnOf(R.Length));
  }
  Formula operator()(const RowInterleave &X) const {
    if (X.isStriped())
      return interleavedRow(X, I);
    return interleavedRow(X, rowOf(X.Length)) * number(X.Length) +
           columnOf(X.Length);
  }
  Formula operator()(const Padding &P) const {
    return I + times(I / number(P.Every), P.By);
  }

private:
  Formula xored(const Layout &L) const {
    const XorTerms All = *xorTerms(L);
    const uint64_t Possible = possibleBits(Elements);
    Formula Start =
        Possible & ~All.Keep ? I & Formula::mask(All.Keep & Possible) : I;
    return withTerms(Start, I, All.Terms, Possible);
  }
};

} // namespace

Formula flatFormula(const Layout &L, uint64_t Elements, Formula I) {
  return std::visit(FlatFormula{std::move(I), Elements}, L.form());
}

} // namespace warplint
