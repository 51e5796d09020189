//===- XorTerms.cpp - XOR layouts as shifts and masks ---------------------===//

#include "XorTerms.h"
#include <bit>

namespace warplint {

static uint64_t lowBits(unsigned Count) { return (uint64_t(1) << Count) - 1; }

static XorTerms termsOf(const XorSwizzle &S) {
  const unsigned Target = S.Base + (S.Shift < 0 ? -S.Shift : 0);
  return {~uint64_t(0), {{S.Shift, lowBits(S.Bits) << Target}}};
}

static XorTerms termsOf(const BitMatrix &M) {
  XorTerms Result;
  const int Size = M.size();
  for (int Shift = 1 - Size; Shift < Size; ++Shift) {
    uint64_t Mask = 0;
    for (int Row = 0; Row < Size; ++Row)
      if (Row + Shift >= 0 && Row + Shift < Size && M.at(Row, Row + Shift))
        Mask |= uint64_t(1) << Row;
    if (Shift == 0)
      Result.Keep = Mask | ~lowBits(Size);
    else if (Mask)
      Result.Terms.push_back({Shift, Mask});
  }
  return Result;
}

std::optional<XorTerms> xorTerms(const Layout &L) {
  if (const auto *S = L.as<XorSwizzle>())
    return termsOf(*S);
  if (const auto *M = L.as<BitMatrix>())
    return termsOf(*M);
  return std::nullopt;
}

std::optional<std::vector<XorTerm>> columnTerms(const Layout &L,
                                                const ArrayShape &Shape) {
  if (Shape.Extents.size() < 2)
    return std::nullopt;
  const uint64_t Length = Shape.rowLength();
  if (const auto *X = L.as<RowXor>()) {
    if (X->Length != Length)
      return std::nullopt;
    return std::vector<XorTerm>{
        {int(X->RowShift) - int(X->Base), lowBits(X->Bits) << X->Base}};
  }
  std::optional<XorTerms> All = xorTerms(L);
  if (!All || ~All->Keep || !std::has_single_bit(Length))
    return std::nullopt;
  const int ColumnBits = std::countr_zero(Length);
  for (XorTerm &T : All->Terms) {
    // Into the column, out of the row.
    const int Lowest = std::countr_zero(T.Mask) + T.Shift;
    if (T.Mask >= Length || Lowest < ColumnBits)
      return std::nullopt;
    T.Shift -= ColumnBits;
  }
  return All->Terms;
}

uint64_t possibleBits(uint64_t Count) {
  return Count < 2 ? 0 : std::bit_ceil(Count) - 1;
}

bool needsMask(const XorTerm &T, uint64_t Possible) {
  const uint64_t Shifted =
      T.Shift < 0 ? Possible << -T.Shift : Possible >> T.Shift;
  return (Shifted & ~T.Mask) != 0;
}

} // namespace warplint
