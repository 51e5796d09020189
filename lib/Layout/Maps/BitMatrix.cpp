//===- BitMatrix.cpp - Linear maps of address bits ------------------------===//

#include "warplint/Layout/BitMatrix.h"
#include <algorithm>
#include <bit>
#include <functional>

namespace warplint {

BitMatrix::BitMatrix(unsigned Size) : Columns(Size) {
  for (unsigned C = 0; C < Size; ++C)
    Columns[C] = uint64_t(1) << C;
}

uint64_t BitMatrix::place(uint64_t Element) const {
  const uint64_t Low = (uint64_t(1) << size()) - 1;
  uint64_t Place = Element & ~Low;
  for (uint64_t Left = Element & Low; Left; Left &= Left - 1)
    Place ^= Columns[std::countr_zero(Left)];
  return Place;
}

std::optional<BitMatrix> BitMatrix::inverse() const {
  // Column operations that turn this into the unit matrix turn the unit matrix
  // into the inverse.
  BitMatrix Left = *this, Inverse(size());
  for (unsigned R = 0; R < size(); ++R) {
    unsigned Pivot = R;
    while (Pivot < size() && !Left.at(R, Pivot))
      ++Pivot;
    if (Pivot == size())
      return std::nullopt;
    std::swap(Left.Columns[R], Left.Columns[Pivot]);
    std::swap(Inverse.Columns[R], Inverse.Columns[Pivot]);
    for (unsigned C = 0; C < size(); ++C)
      if (C != R && Left.at(R, C)) {
        Left.Columns[C] ^= Left.Columns[R];
        Inverse.Columns[C] ^= Inverse.Columns[R];
      }
  }
  return Inverse;
}

std::vector<uint64_t> reducedBasis(std::span<const uint64_t> Vectors) {
  std::vector<uint64_t> Basis;
  for (uint64_t V : Vectors) {
    for (uint64_t B : Basis)
      if (V & std::bit_floor(B))
        V ^= B;
    if (!V)
      continue;
    for (uint64_t &B : Basis)
      if (B & std::bit_floor(V))
        B ^= V;
    Basis.push_back(V);
  }
  std::sort(Basis.begin(), Basis.end(), std::greater<>());
  return Basis;
}

unsigned bitRank(std::span<const uint64_t> Vectors) {
  return reducedBasis(Vectors).size();
}

std::optional<std::vector<uint64_t>>
affineDirections(std::span<const uint64_t> Numbers) {
  if (Numbers.empty() || !std::has_single_bit(Numbers.size()))
    return std::nullopt;
  std::vector<uint64_t> Differences;
  for (uint64_t N : Numbers.subspan(1))
    Differences.push_back(N ^ Numbers[0]);
  std::vector<uint64_t> Basis = reducedBasis(Differences);
  // All differences lie in the span; as many as it has members fill it.
  if (Numbers.size() != uint64_t(1) << Basis.size())
    return std::nullopt;
  return Basis;
}

} // namespace warplint
