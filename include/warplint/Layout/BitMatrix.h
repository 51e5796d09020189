//===- BitMatrix.h - Linear maps of address bits ----------------*- C++ -*-===//
//
// A number's bits are a vector over GF(2), the field of 0 and 1 in which adding
// is XOR. A map of addresses that is linear there, XOR swizzles among them, is
// a matrix of bits: row i says which bits of the element make up bit i of the
// place.
//
// Two facts carry the proofs:
//
//   * the map is a bijection of 2^n numbers iff the matrix has rank n;
//   * lanes whose elements form a set a ^ span(U) with dim U = u touch
//     2^rank(K U) banks, evenly, K being the rows of the bank bits: so
//     2^(u - rank) different words fall into each.
//
// Worked example, Swizzle<3,0,3> on 64 elements and 8 banks. The bank rows are
// 100100, 010010, 001001 (lowest bit first). A column of 8 moves bits 3, 4, 5;
// there the bank rows are the unit matrix, of rank 3: 8 banks, no conflict.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LAYOUT_BITMATRIX_H
#define WARPLINT_LAYOUT_BITMATRIX_H

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace warplint {

/// A square matrix; bits above its size map to themselves.
class BitMatrix {
public:
  /// The unit matrix.
  explicit BitMatrix(unsigned Size = 0);

  unsigned size() const { return Columns.size(); }

  /// Where the number 1 << \p Column goes.
  uint64_t column(unsigned Column) const { return Columns[Column]; }
  void setColumn(unsigned Column, uint64_t Bits) { Columns[Column] = Bits; }
  bool at(unsigned Row, unsigned Column) const {
    return Columns[Column] >> Row & 1;
  }

  uint64_t place(uint64_t Element) const;
  std::optional<BitMatrix> inverse() const;

  friend bool operator==(const BitMatrix &, const BitMatrix &) = default;

private:
  std::vector<uint64_t> Columns;
};

/// The rank over GF(2) of \p Vectors.
unsigned bitRank(std::span<const uint64_t> Vectors);

/// A basis of the span of \p Vectors, the same for all sets with that span:
/// descending, each leading bit in one member alone.
std::vector<uint64_t> reducedBasis(std::span<const uint64_t> Vectors);

/// A basis of the directions of \p Numbers, if they are a ^ span(U) for some U;
/// \p Numbers are sorted and distinct.
std::optional<std::vector<uint64_t>>
affineDirections(std::span<const uint64_t> Numbers);

} // namespace warplint

#endif // WARPLINT_LAYOUT_BITMATRIX_H
