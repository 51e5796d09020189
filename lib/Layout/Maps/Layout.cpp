//===- Layout.cpp - Where the elements of an array are put ----------------===//

#include "warplint/Layout/Layout.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Support/MathExtras.h"
#include <bit>

namespace warplint {

using llvm::maskTrailingOnes;

uint64_t Layout::place(uint64_t Element) const {
  // Whole rows before it, and its own, which ends behind it.
  const uint64_t Own = LeftOut.rest(Element);
  return std::visit([&](const auto &Form) { return Form.place(Own); }, F);
}

//===----------------------------------------------------------------------===//
// Sizes and what stays together
//===----------------------------------------------------------------------===//

uint64_t Layout::places(uint64_t Elements) const {
  Elements = LeftOut.rest(Elements);
  if (const auto *P = as<Padding>())
    return (Elements + P->Every - 1) / P->Every * (P->Every + P->By);
  return Elements;
}

/// Above the lowest Bits nothing changes, and they come from below alone.
static uint64_t ownBlockOf(const BitMatrix &M) {
  unsigned Bits = M.size();
  auto IsAbove = [&](unsigned Least) {
    for (unsigned C = 0; C < M.size(); ++C)
      if (M.column(C) >> Least != (C < Least ? 0 : uint64_t(1) << (C - Least)))
        return false;
    return true;
  };
  while (Bits > 0 && IsAbove(Bits - 1))
    --Bits;
  return uint64_t(1) << Bits;
}

namespace {

struct Fits {
  uint64_t Elements;

  bool operator()(const Unchanged &) const { return true; }
  bool operator()(const XorSwizzle &S) const {
    return S.Bits > 0 && S.Shift != 0 && S.firstBitAbove() < 64 &&
           (Elements & maskTrailingOnes<uint64_t>(S.firstBitAbove())) == 0;
  }
  bool operator()(const RowXor &X) const {
    return X.Length > 0 && Elements % X.Length == 0 && X.Bits + X.Base < 64 &&
           (X.Length & maskTrailingOnes<uint64_t>(X.Bits + X.Base)) == 0;
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
    return M.size() < 64 && Elements % ownBlockOf(M) == 0 &&
           M.inverse().has_value();
  }
};

struct KeepsWhole {
  uint64_t Run;

  unsigned bits() const { return std::countr_zero(Run); }
  /// Bits of a place say which run it is of.
  bool isOfBits() const { return std::has_single_bit(Run); }

  bool operator()(const Unchanged &) const { return true; }
  bool operator()(const XorSwizzle &S) const {
    return isOfBits() && S.Base >= bits();
  }
  bool operator()(const RowXor &X) const {
    return isOfBits() && X.Base >= bits() && X.Length % Run == 0;
  }
  bool operator()(const RowRotation &R) const {
    return R.Length % Run == 0 && R.Step % Run == 0;
  }
  bool operator()(const RowInterleave &I) const { return I.Length % Run == 0; }
  bool operator()(const Padding &P) const {
    return P.Every % Run == 0 && P.By % Run == 0;
  }
  bool operator()(const BitMatrix &M) const {
    if (!isOfBits())
      return false;
    for (unsigned C = 0; C < M.size(); ++C)
      if (C < bits() ? M.column(C) != uint64_t(1) << C
                     : (M.column(C) & (Run - 1)) != 0)
        return false;
    return true;
  }
};

} // namespace

bool Layout::fits(uint64_t Elements) const {
  return LeftOut.Count < LeftOut.Length && Elements % LeftOut.Length == 0 &&
         std::visit(Fits{LeftOut.rest(Elements)}, F);
}

namespace {

struct OfRuns {
  uint64_t Run;

  unsigned bits() const { return std::countr_zero(Run); }

  Layout operator()(const Unchanged &U) const { return Layout(U); }
  Layout operator()(XorSwizzle S) const {
    S.Base -= bits();
    return Layout(S);
  }
  Layout operator()(RowXor X) const {
    X.Length /= Run;
    X.Base -= bits();
    return Layout(X);
  }
  Layout operator()(RowRotation R) const {
    R.Length /= Run;
    R.Step /= Run;
    return Layout(R);
  }
  Layout operator()(RowInterleave I) const {
    I.Length /= Run;
    return Layout(I);
  }
  Layout operator()(Padding P) const {
    P.Every /= Run;
    P.By /= Run;
    return Layout(P);
  }
  Layout operator()(const BitMatrix &M) const {
    BitMatrix Upper(M.size() - bits());
    for (unsigned C = 0; C < Upper.size(); ++C)
      Upper.setColumn(C, M.column(C + bits()) >> bits());
    return Layout(Upper);
  }
};

} // namespace

Layout Layout::ofRuns(uint64_t Run) const {
  if (Run == 1)
    return *this;
  Layout OfRest = std::visit(OfRuns{Run}, F);
  if (!leavesOut())
    return OfRest;
  return {OfRest.form(), {LeftOut.Length / Run, LeftOut.Count / Run}};
}

namespace {

struct OwnBlock {
  std::optional<uint64_t> operator()(const Unchanged &) const { return 1; }
  std::optional<uint64_t> operator()(const XorSwizzle &S) const {
    // What comes from above stays where it is.
    return uint64_t(1) << (S.Shift > 0 ? S.Base + S.Bits : S.firstBitAbove());
  }
  std::optional<uint64_t> operator()(const RowXor &X) const { return X.Length; }
  std::optional<uint64_t> operator()(const RowRotation &R) const {
    return R.Length;
  }
  std::optional<uint64_t> operator()(const RowInterleave &) const {
    return std::nullopt;
  }
  std::optional<uint64_t> operator()(const Padding &) const {
    return std::nullopt;
  }
  std::optional<uint64_t> operator()(const BitMatrix &M) const {
    return ownBlockOf(M);
  }
};

} // namespace

std::optional<uint64_t> Layout::ownBlock() const {
  return leavesOut() ? std::nullopt : std::visit(OwnBlock{}, F);
}

bool Layout::keepsWhole(uint64_t Run) const {
  return (!leavesOut() ||
          (LeftOut.Length % Run == 0 && LeftOut.Count % Run == 0)) &&
         std::visit(KeepsWhole{Run}, F);
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

bool isBijection(const Layout &L, uint64_t Elements) {
  llvm::BitVector Taken(L.places(Elements));
  Elements = L.leftOut().rest(Elements);
  // For each form by itself, whose map is then inline.
  auto IsBijection = [&](const auto &Form) {
    for (uint64_t E = 0; E < Elements; ++E) {
      const uint64_t Place = Form.place(E);
      if (Place >= Taken.size() || Taken.test(Place))
        return false;
      Taken.set(Place);
    }
    return true;
  };
  return std::visit(IsBijection, L.form());
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

namespace {

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
    if (I.isStriped())
      return plural(I.rowsApart(), "stripe") + " of " +
             plural(I.Ways, "element");
    return plural(I.Rows, "row") + " of " + text(I.Length) + " taken as " +
           text(I.rowsApart()) + " of " + text(I.Length * I.Ways);
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
  static constexpr std::string_view Names[] = {
      "unchanged",      "xor-swizzle", "row-xor",   "row-rotation",
      "row-interleave", "padding",     "bit-matrix"};
  static_assert(std::size(Names) == std::variant_size_v<Layout::Form>);
  return Names[L.form().index()];
}

std::string describe(const Layout &L) {
  std::string OfRest = std::visit(Description(), L.form());
  if (!L.leavesOut())
    return OfRest;
  const auto &[Length, Count] = L.leftOut();
  return "rows of " + text(Length - Count) +
         ", because nothing accesses their " +
         (Count == 1 ? "last element" : "last " + plural(Count, "element")) +
         (L.as<Unchanged>() ? "" : "; " + OfRest);
}

} // namespace warplint
