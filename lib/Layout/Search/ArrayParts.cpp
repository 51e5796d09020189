//===- ArrayParts.cpp - Parts of a buffer that no access leaves -----------===//

#include "warplint/Layout/ArrayParts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <bit>

using namespace llvm;

namespace warplint {

/// From the first element of the first line of a tile to behind the last of the
/// last one.
static uint64_t tileLength(const ArrayAccess &A, unsigned ElementBytes) {
  const uint64_t Lines = uint64_t(A.BytesPerLane) * WarpSize * A.Instructions /
                         ElementBytes / A.LineLength;
  return (std::max<uint64_t>(Lines, 1) - 1) * A.Pitch + A.LineLength;
}

std::optional<TouchedRange>
touchedBy(const AccessCase &C, const ArrayAccess &Of, const ArrayShape &In) {
  TouchedRange Touched{~uint64_t(0), 0};
  auto Add = [&](uint64_t At, uint64_t Length) {
    Touched.Begin = std::min(Touched.Begin, At);
    Touched.End = std::max(Touched.End, At + Length);
  };
  if (Of.Pitch && Of.LineLength)
    Add(C.Element[0], tileLength(Of, In.ElementBytes));
  else
    for (LaneMask Left = C.Active; Left; Left &= Left - 1)
      Add(C.Element[std::countr_zero(Left)],
          std::max(1u, Of.BytesPerLane / In.ElementBytes));
  return Touched.Begin < Touched.End ? std::optional(Touched) : std::nullopt;
}

std::optional<TouchedRange> touchedBy(const ArrayAccess &A,
                                      const ArrayShape &In) {
  std::optional<TouchedRange> Touched;
  for (const AccessCase &C : A.Cases)
    if (const auto Here = touchedBy(C, A, In)) {
      if (!Touched)
        Touched = Here;
      Touched->Begin = std::min(Touched->Begin, Here->Begin);
      Touched->End = std::max(Touched->End, Here->End);
    }
  return Touched;
}

std::vector<TouchedRange> partsOf(std::vector<TouchedRange> Touched,
                                  uint64_t Row) {
  llvm::sort(Touched, [](const TouchedRange &A, const TouchedRange &B) {
    return std::pair(A.Begin, A.End) < std::pair(B.Begin, B.End);
  });
  std::vector<TouchedRange> Parts;
  for (TouchedRange S : Touched) {
    S.Begin = alignDown(S.Begin, Row);
    S.End = alignTo(S.End, Row);
    if (Parts.empty())
      Parts.push_back({0, S.End});
    else if (S.Begin < Parts.back().End)
      Parts.back().End = std::max(Parts.back().End, S.End);
    else
      Parts.push_back(S);
  }
  for (size_t N = 0; N + 1 < Parts.size(); ++N)
    Parts[N].End = Parts[N + 1].Begin;
  return Parts;
}

/// The length of rows that tiles of wmma lie in: other instances have others; 0
/// where there is none.
static uint64_t rowOfTiles(const ArrayProblem &Of) {
  uint64_t Row = 0;
  for (const ArrayAccess &A : Of.Accesses) {
    if (A.Pitch && Row && A.Pitch != Row)
      return 0;
    Row = std::max(Row, A.Pitch);
  }
  return Row;
}

ArrayProblem restrictedTo(const TouchedRange &Part, ArrayProblem Of) {
  for (ArrayAccess &A : Of.Accesses) {
    erase_if(A.Cases.edit(), [&](const AccessCase &C) {
      const auto Touched = touchedBy(C, A, Of.Array);
      return !Touched || !Part.contains(*Touched);
    });
    for (AccessCase &C : A.Cases.edit())
      for (LaneMask Left = C.Active; Left; Left &= Left - 1)
        C.Element[std::countr_zero(Left)] -= Part.Begin;
  }
  erase_if(Of.Accesses, [](const ArrayAccess &A) { return A.Cases.empty(); });
  const uint64_t Whole = Of.Array.bytes(), Size = Part.End - Part.Begin;
  const uint64_t Row = rowOfTiles(Of);
  Of.Array.Extents = {Size};
  if (Row && Size % Row == 0)
    Of.Array.Extents = {Size / Row, Row};
  Of.Budget.OtherBytes += Whole - std::min(Whole, Of.Array.bytes());
  Of.Budget.MostBytes.reset();
  Of.MostBlock.reset();
  return Of;
}

} // namespace warplint
