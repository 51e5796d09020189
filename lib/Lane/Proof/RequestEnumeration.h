//===- RequestEnumeration.h - Every request, exactly ------------*- C++ -*-===//
//
// The proof of an access speaks of all values at once; a search for a layout
// wants numbers. This lists the byte offsets that every lane touches, for each
// warp of the block and each iteration of the loops that matters, or says why
// that can not be known.
//
// Loops on which neither address nor active lanes depend only multiply. A guard
// that can not be computed lets its lanes through, but for those that would
// leave the array.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_LANE_PROOF_REQUESTENUMERATION_H
#define WARPLINT_LIB_LANE_PROOF_REQUESTENUMERATION_H

#include "warplint/Lane/WarpProof.h"
#include "warplint/Lane/WarpTotals.h"
#include "llvm/Support/Error.h"

namespace warplint {

/// Requests that are alike: bytes from the beginning of the array.
struct OffsetCase {
  LaneMask Active = AllLanes;
  std::array<int64_t, WarpSize> Offset = {}; ///< 0 for inactive lanes.
  uint64_t Weight = 1; ///< How often a block makes the request.
};

struct AccessCases {
  std::vector<OffsetCase> Cases;
  /// Weights and active lanes are those of every run of the kernel; else some
  /// loop's length or some guard is not known.
  bool IsExact = true;
};

/// What the enumeration may take, shared by the accesses of a file.
struct CaseBudget {
  /// Requests of one access.
  unsigned MaxRequests = 1u << 12;
  /// Expressions evaluated for a warp.
  unsigned EvaluationsLeft = 1u << 16;
};

/// The requests of \p Problem, whose address is that of an array of \p Bytes
/// bytes, by a block of \p Shape. The error is one short sentence.
llvm::Expected<AccessCases> casesOf(const LaneContext &Context,
                                    const AccessProblem &Problem,
                                    const LoopNest &Nest,
                                    const LaunchShape &Shape, uint64_t Bytes,
                                    CaseBudget &Budget);

/// Whether \p E, which may be null, depends on threadIdx.x, .y or .z.
bool dependsOnThread(const LaneContext &Context, const LaneExpr *E,
                     unsigned Axis);

} // namespace warplint

#endif // WARPLINT_LIB_LANE_PROOF_REQUESTENUMERATION_H
