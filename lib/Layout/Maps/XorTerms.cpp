//===- XorTerms.cpp - XOR layouts as shifts and masks ---------------------===//

#include "XorTerms.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <bit>

namespace warplint {

using llvm::maskTrailingOnes;

static XorTerms termsOf(const XorSwizzle &S) {
  const unsigned Target = S.Base + (S.Shift < 0 ? -S.Shift : 0);
  return {~uint64_t(0),
          {{S.Shift, maskTrailingOnes<uint64_t>(S.Bits) << Target}}};
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
      Result.Keep = Mask | ~maskTrailingOnes<uint64_t>(Size);
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

std::optional<ColumnTerms> columnTerms(const Layout &L,
                                       const ArrayShape &Shape) {
  if (Shape.Extents.size() < 2)
    return std::nullopt;
  const uint64_t Length = Shape.rowLength();
  ColumnTerms Result;
  if (const auto *X = L.as<RowXor>()) {
    if (X->Length != Length)
      return std::nullopt;
    Result.OfRow = {{int(X->RowShift) - int(X->Base),
                     maskTrailingOnes<uint64_t>(X->Bits) << X->Base}};
    return Result;
  }
  const std::optional<XorTerms> All = xorTerms(L);
  // The flat index's bits that are the column's alone.
  const int ColumnBits = std::countr_zero(Length);
  if (!All || ~All->Keep >> ColumnBits)
    return std::nullopt;
  Result.Keep = All->Keep;
  for (const XorTerm &T : All->Terms) {
    // Sources of the lowest bits of the mask are in the column.
    const int Inside = std::max(ColumnBits - T.Shift, 0);
    const uint64_t OfColumn =
        Inside < 64 ? T.Mask & maskTrailingOnes<uint64_t>(Inside) : T.Mask;
    if (T.Mask >> ColumnBits)
      return std::nullopt;
    if (OfColumn)
      Result.OfColumn.push_back({T.Shift, OfColumn});
    if (OfColumn == T.Mask)
      continue;
    if (!std::has_single_bit(Length))
      return std::nullopt;
    Result.OfRow.push_back({T.Shift - ColumnBits, T.Mask & ~OfColumn});
  }
  return Result;
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
