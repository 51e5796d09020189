//===- Layout.cpp - Where the elements of an array are put ----------------===//

#include "warplint/Layout/Layout.h"
#include "llvm/ADT/BitVector.h"
#include <bit>
#include <vector>

namespace warplint {

static constexpr uint64_t lowBits(unsigned Count) {
  return (uint64_t(1) << Count) - 1;
}

uint64_t Layout::place(uint64_t Element) const {
  return std::visit([&](const auto &Form) { return Form.place(Element); }, F);
}

//===----------------------------------------------------------------------===//
// Inverses
//===----------------------------------------------------------------------===//

static std::optional<uint64_t> elementAt(const Unchanged &, uint64_t Place) {
  return Place;
}

static std::optional<uint64_t> elementAt(const XorSwizzle &S, uint64_t Place) {
  // The bits that nothing is XORed to are right from the start, and each round
  // sets right at least one more.
  uint64_t Element = Place;
  for (unsigned Round = 0; Round < S.Bits; ++Round)
    Element = Place ^ S.place(Element) ^ Element;
  return Element;
}

static std::optional<uint64_t> elementAt(const RowXor &X, uint64_t Place) {
  return X.place(Place);
}

static std::optional<uint64_t> elementAt(const RowRotation &R, uint64_t Place) {
  const uint64_t Row = Place / R.Length;
  const uint64_t By = (Row >> R.RowShift) * R.Step % R.Length;
  return Row * R.Length + (Place % R.Length + R.Length - By) % R.Length;
}

static std::optional<uint64_t> elementAt(const RowInterleave &I,
                                         uint64_t Place) {
  const uint64_t Row = Place / I.Length;
  return (Row % I.Ways * (I.Rows / I.Ways) + Row / I.Ways) * I.Length +
         Place % I.Length;
}

static std::optional<uint64_t> elementAt(const Padding &P, uint64_t Place) {
  const uint64_t Group = Place / (P.Every + P.By);
  const uint64_t Inside = Place % (P.Every + P.By);
  if (Inside >= P.Every)
    return std::nullopt;
  return Group * P.Every + Inside;
}

static std::optional<uint64_t> elementAt(const BitMatrix &M, uint64_t Place) {
  std::optional<BitMatrix> Inverse = M.inverse();
  if (!Inverse)
    return std::nullopt;
  return Inverse->place(Place);
}

std::optional<uint64_t> Layout::element(uint64_t Place) const {
  return std::visit([&](const auto &Form) { return elementAt(Form, Place); },
                    F);
}

//===----------------------------------------------------------------------===//
// Sizes and what stays together
//===----------------------------------------------------------------------===//

uint64_t Layout::places(uint64_t Elements) const {
  if (const auto *P = as<Padding>())
    return (Elements + P->Every - 1) / P->Every * (P->Every + P->By);
  return Elements;
}

namespace {

struct Fits {
  uint64_t Elements;

  bool operator()(const Unchanged &) const { return true; }
  bool operator()(const XorSwizzle &S) const {
    return S.Bits > 0 && S.Shift != 0 && S.firstBitAbove() < 64 &&
           (Elements & lowBits(S.firstBitAbove())) == 0;
  }
  bool operator()(const RowXor &X) const {
    return X.Length > 0 && Elements % X.Length == 0 && X.Bits + X.Base < 64 &&
           (X.Length & lowBits(X.Bits + X.Base)) == 0;
  }
  bool operator()(const RowRotation &R) const {
    return R.Length > 0 && Elements % R.Length == 0;
  }
  bool operator()(const RowInterleave &I) const {
    return I.Length > 0 && I.Ways > 0 && I.Rows * I.Length == Elements &&
           I.Rows % I.Ways == 0;
  }
  bool operator()(const Padding &P) const { return P.Every > 0; }
  bool operator()(const BitMatrix &M) const {
    return M.size() < 64 && (Elements & lowBits(M.size())) == 0 &&
           M.inverse().has_value();
  }
};

struct KeepsWhole {
  uint64_t Run;

  unsigned bits() const { return std::countr_zero(Run); }

  bool operator()(const Unchanged &) const { return true; }
  bool operator()(const XorSwizzle &S) const { return S.Base >= bits(); }
  bool operator()(const RowXor &X) const {
    return X.Base >= bits() && X.Length % Run == 0;
  }
  bool operator()(const RowRotation &R) const {
    return R.Length % Run == 0 && R.Step % Run == 0;
  }
  bool operator()(const RowInterleave &I) const { return I.Length % Run == 0; }
  bool operator()(const Padding &P) const {
    return P.Every % Run == 0 && P.By % Run == 0;
  }
  bool operator()(const BitMatrix &M) const {
    for (unsigned C = 0; C < M.size(); ++C)
      if (C < bits() ? M.column(C) != uint64_t(1) << C
                     : (M.column(C) & (Run - 1)) != 0)
        return false;
    return true;
  }
};

} // namespace

bool Layout::fits(uint64_t Elements) const {
  return std::visit(Fits{Elements}, F);
}

bool Layout::keepsWhole(uint64_t Run) const {
  return std::visit(KeepsWhole{Run}, F);
}

std::optional<BitMatrix> Layout::matrix(unsigned Bits) const {
  BitMatrix M(Bits);
  for (unsigned C = 0; C < Bits; ++C)
    M.setColumn(C, place(uint64_t(1) << C));
  for (uint64_t E = 0; E < uint64_t(1) << Bits; ++E)
    if (M.place(E) != place(E))
      return std::nullopt;
  return M;
}

/// For one form, whose map is then inline: no two elements share a place.
template <typename Form>
static bool isBijectionOf(const Form &F, uint64_t Elements, uint64_t Places) {
  llvm::BitVector Taken(Places);
  for (uint64_t E = 0; E < Elements; ++E) {
    const uint64_t Place = F.place(E);
    if (Place >= Places || Taken.test(Place))
      return false;
    Taken.set(Place);
  }
  return true;
}

/// The same for maps that are linear over GF(2) and change no bit above the
/// lowest: then it is enough to look at each bit by itself.
template <typename Form>
static bool isLinearBijection(const Form &F, unsigned Lowest, uint64_t Elements,
                              uint64_t Places) {
  const uint64_t Block = uint64_t(1) << Lowest;
  if (Elements % Block != 0 || Places < Elements)
    return false;
  for (unsigned B = 0; B < std::bit_width(Elements - 1); ++B) {
    const uint64_t Bit = uint64_t(1) << B, Place = F.place(Bit);
    if ((Place ^ Bit) >= Block || elementAt(F, Place) != Bit)
      return false;
  }
  return true;
}

static bool isBijectionOf(const XorSwizzle &S, uint64_t Elements,
                          uint64_t Places) {
  return S.firstBitAbove() < 64 &&
         isLinearBijection(S, S.firstBitAbove(), Elements, Places);
}

static bool isBijectionOf(const BitMatrix &M, uint64_t Elements,
                          uint64_t Places) {
  return M.size() < 64 && isLinearBijection(M, M.size(), Elements, Places);
}

bool isBijection(const Layout &L, uint64_t Elements) {
  return std::visit(
      [&](const auto &Form) {
        return isBijectionOf(Form, Elements, L.places(Elements));
      },
      L.form());
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

namespace {

struct FamilyName {
  std::string_view operator()(const Unchanged &) const { return "unchanged"; }
  std::string_view operator()(const XorSwizzle &) const {
    return "xor-swizzle";
  }
  std::string_view operator()(const RowXor &) const { return "row-xor"; }
  std::string_view operator()(const RowRotation &) const {
    return "row-rotation";
  }
  std::string_view operator()(const RowInterleave &) const {
    return "row-interleave";
  }
  std::string_view operator()(const Padding &) const { return "padding"; }
  std::string_view operator()(const BitMatrix &) const { return "bit-matrix"; }
};

std::string text(uint64_t Number) { return std::to_string(Number); }

std::string plural(uint64_t Count, const char *What) {
  return text(Count) + ' ' + What + (Count == 1 ? "" : "s");
}

struct Description {
  std::string operator()(const Unchanged &) const { return "as declared"; }
  std::string operator()(const XorSwizzle &S) const {
    return "XOR swizzle <" + text(S.Bits) + ',' + text(S.Base) + ',' +
           std::to_string(S.Shift) + '>';
  }
  std::string operator()(const RowXor &X) const {
    return "XOR of " + plural(X.Bits, "row bit") + " into bit " + text(X.Base) +
           " of rows of " + text(X.Length) +
           (X.RowShift ? ", from row bit " + text(X.RowShift) : "");
  }
  std::string operator()(const RowRotation &R) const {
    const uint64_t Rows = uint64_t(1) << R.RowShift;
    return "rotation of rows of " + text(R.Length) + " by " + text(R.Step) +
           " more each " + (Rows == 1 ? "row" : text(Rows) + " rows");
  }
  std::string operator()(const RowInterleave &I) const {
    return plural(I.Rows, "row") + " of " + text(I.Length) + " taken as " +
           text(I.Rows / I.Ways) + " of " + text(I.Length * I.Ways);
  }
  std::string operator()(const Padding &P) const {
    return "padding of " + text(P.By) + " after every " +
           plural(P.Every, "element");
  }
  std::string operator()(const BitMatrix &M) const {
    return "bit matrix of " + plural(M.size(), "address bit");
  }
};

} // namespace

std::string_view familyName(const Layout &L) {
  return std::visit(FamilyName(), L.form());
}

std::string describe(const Layout &L) {
  return std::visit(Description(), L.form());
}

} // namespace warplint
