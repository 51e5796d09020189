//===- LayoutFormula.cpp - The formulas of the layouts --------------------===//

#include "LayoutFormula.h"
#include <bit>

namespace warplint {

static Formula number(uint64_t N) { return Formula::number(N); }

std::string headerCall(const char *Name,
                       const std::vector<int64_t> &Arguments) {
  return "warplint::" + std::string(Name) + '<' +
         llvm::join(llvm::map_range(
                        Arguments, [](int64_t N) { return std::to_string(N); }),
                    ", ") +
         '>';
}

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
  const uint64_t Apart = I.Rows / I.Ways;
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

/// The same as a call into warplint/swizzle.h.
struct FlatCall {
  uint64_t Elements;

  std::string operator()(const Unchanged &) const { return ""; }
  std::string operator()(const XorSwizzle &S) const {
    return headerCall("xor_swizzle", {S.Bits, S.Base, S.Shift});
  }
  std::string operator()(const RowXor &X) const {
    return headerCall("xor_in_rows",
                      {int64_t(X.Length), X.Bits, X.Base, X.RowShift});
  }
  std::string operator()(const RowRotation &R) const {
    return headerCall("rotate_in_rows",
                      {int64_t(R.Length), int64_t(R.Step), R.RowShift});
  }
  std::string operator()(const RowInterleave &I) const {
    return headerCall("interleave_rows",
                      {int64_t(I.Length), int64_t(I.Rows), int64_t(I.Ways)});
  }
  std::string operator()(const Padding &P) const {
    return headerCall("pad", {int64_t(P.Every), int64_t(P.By)});
  }
  std::string operator()(const BitMatrix &M) const {
    const XorTerms All = *xorTerms(Layout(M));
    std::vector<int64_t> Arguments = {
        int64_t(All.Keep & possibleBits(Elements))};
    for (const XorTerm &T : All.Terms) {
      Arguments.push_back(T.Shift);
      Arguments.push_back(T.Mask);
    }
    return headerCall("xor_shifted", Arguments);
  }
};

} // namespace

Formula flatFormula(const Layout &L, uint64_t Elements, Formula I) {
  return std::visit(FlatFormula{std::move(I), Elements}, L.form());
}

std::string flatCall(const Layout &L, uint64_t Elements) {
  return std::visit(FlatCall{Elements}, L.form());
}

} // namespace warplint
