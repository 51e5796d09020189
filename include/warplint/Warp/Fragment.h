//===- Fragment.h - Which lane loads what of a wmma fragment ----*- C++ -*-===//
//
// wmma.load and wmma.store move a fragment of a matrix between memory and the
// registers of a warp. PTX does not say which lane holds which element; nvcc
// breaks them up into loads and stores, or ldmatrix, whose addresses were
// measured.
//
// Call a row of a row-major tile, or a column of a column-major one, a line;
// lines start \e pitch elements apart. The instructions of a fragment take it
// in blocks. All are alike but for where they start, which is the same for all
// lanes, so that each costs the same. In one of them
//
//   lane t accesses   line    LineOfQuad * (t / 4) + LineOfMember * (t % 4)
//                     element ElementOfQuad * (t / 4) +
//                             ElementOfMember * (t % 4)
//
// Example: a matrix_a fragment of m16n16k16, f16, row-major is four blocks of 8
// lines with 8 elements, for each of which lane t loads 4 bytes, elements 2 *
// (t % 4) and the next of line t / 4. (nvcc uses one ldmatrix.x4, whose rows
// are these lines: it costs the same.) With a pitch of 16 elements, 8 words,
// lines 0 and 4 meet in a bank: 2 wavefronts a block, 8 in all.
//
// Source: the list "fragments" of
// unittests/Warp/Inputs/h200_atomics_measured.json (compute capability 9.0,
// nvcc 13.0), in tiles of shared memory and, where the pointer is generic, by
// the same figures; of 4 bits and of 1 bit h200_memories.tsv. Fragments that are
// in neither have no table.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WARP_FRAGMENT_H
#define WARPLINT_WARP_FRAGMENT_H

#include "warplint/Warp/WarpModel.h"
#include <optional>
#include <string_view>

namespace warplint {

enum class FragmentUse : uint8_t { MatrixA, MatrixB, Accumulator };
enum class FragmentLayout : uint8_t { RowMajor, ColumnMajor };

struct Fragment {
  bool IsStore = false;
  FragmentUse Use = FragmentUse::MatrixA;
  FragmentLayout Layout = FragmentLayout::RowMajor;
  unsigned M = 16, N = 16, K = 16;
  std::string_view Type; ///< As PTX names it: "f16", "tf32", "s8", ...
};

/// The requests that a fragment becomes.
struct FragmentRequests {
  RequestKind Kind = RequestKind::SharedLoad;
  unsigned BytesPerLane = 4;
  unsigned ElementBits = 16; ///< In memory.
  unsigned Instructions = 1;
  /// What they take at a time.
  unsigned Lines = 8, Elements = 8;
  unsigned LineOfQuad = 0, LineOfMember = 0;
  unsigned ElementOfQuad = 0, ElementOfMember = 0;
};

/// Nothing where the fragment was not measured.
std::optional<FragmentRequests> requestsOf(const Fragment &F);

/// "wmma.load.a.row.m16n16k16.shared.f16", with PTX's ".sync.aligned" or
/// without. Nothing for other names.
std::optional<Fragment> parseFragment(std::string_view Name);

/// \p Requests in a tile whose first element is at byte 0.
WarpRequest requestInTile(const FragmentRequests &Requests,
                          unsigned PitchInElements);

} // namespace warplint

#endif // WARPLINT_WARP_FRAGMENT_H
