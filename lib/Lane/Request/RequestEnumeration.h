//===- RequestEnumeration.h - Every request, exactly ------------*- C++ -*-===//
//
// The proof of an access speaks of all values at once; a search for a layout
// wants numbers. This lists the byte offsets that every lane touches, for each
// warp of the block and each iteration of the loops that matters, or says why
// that cannot be known.
//
// Loops on which neither address nor active lanes depend only multiply. A guard
// that cannot be computed lets its lanes through, but for those that would
// leave the array.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_LANE_REQUEST_REQUESTENUMERATION_H
#define WARPLINT_LIB_LANE_REQUEST_REQUESTENUMERATION_H

#include "warplint/Basic/LaunchShape.h"
#include "warplint/Lane/Evaluators.h"
#include "warplint/Lane/WarpTotals.h"
#include "warplint/Support/SharedList.h"
#include "llvm/ADT/Hashing.h"
#include <string>
#include <variant>

namespace warplint {

/// Requests that are alike: bytes from the beginning of the array.
struct OffsetCase {
  LaneMask Active = AllLanes;
  std::array<int64_t, WarpSize> Offset = {}; ///< 0 for inactive lanes.
  uint64_t Weight = 1; ///< How often a block makes the request.
  friend bool operator==(const OffsetCase &, const OffsetCase &) = default;
  friend llvm::hash_code hash_value(const OffsetCase &C) {
    return llvm::hash_combine(
        C.Active, C.Weight,
        llvm::hash_combine_range(C.Offset.begin(), C.Offset.end()));
  }
};

/// Why the requests of an access cannot be listed.
struct UnlistedRequests {
  enum class Reason : uint8_t {
    UnknownBlock,
    OpaqueIndex,   ///< Name is the opaque value's, or empty.
    UnknownSymbol, ///< The index depends on Name.
    EndedLoop,     ///< The index depends on a loop that has ended,
    EndlessLoop,   ///< on one of unknown length.
    UnknownEnd,    ///< The end of a loop around it cannot be computed,
    UnknownIndex,  ///< its index.
    LeavesArray,
    TooMany,
  } Why = Reason::TooMany;
  std::string Name = {};
  bool IsParameter = false; ///< Name is a kernel parameter's.
};

struct AccessCases {
  SharedList<OffsetCase> Cases;
  /// Weights and active lanes are those of every run of the kernel; else some
  /// loop's length or some guard is not known.
  bool IsExact = true;
  /// Why these are some of the requests, by which the others can be judged: they
  /// rest on what the warp shares.
  std::optional<UnlistedRequests> Sampled = std::nullopt;
};

/// What the enumeration may take, shared by the accesses of a file.
struct CaseBudget {
  /// Requests of one access.
  unsigned MaxRequests = 1u << 12;
  /// Expressions evaluated for a warp.
  unsigned EvaluationsLeft = 1u << 18;
};

/// \p E has more nodes than an index that people write: what is made of it by a
/// library's search or sort is not worth the walks. Null has none.
bool isHuge(const LaneContext &Context, const LaneExpr *E);

/// The requests of \p Problem, whose address is that of an array of \p Bytes
/// bytes, by a block of \p Shape. \p MaySample: some will do, see
/// AccessCases::Sampled.
std::variant<AccessCases, UnlistedRequests>
casesOf(const LaneContext &Context, const AccessProblem &Problem,
        const LoopNest &Nest, const LaunchShape &Shape, uint64_t Bytes,
        CaseBudget &Budget, bool MaySample = false);

/// The bytes of the array that \p Problem touches: the first, and behind the
/// last. Nothing where its requests cannot be listed, or touch none.
std::optional<std::pair<uint64_t, uint64_t>>
touchedBytes(const LaneContext &Context, const AccessProblem &Problem,
             const LoopNest &Nest, const LaunchShape &Shape, uint64_t Bytes,
             CaseBudget &Budget);

/// Whether \p E, which may be null, depends on threadIdx.x, .y or .z.
bool dependsOnThread(const LaneContext &Context, const LaneExpr *E,
                     unsigned Axis);

} // namespace warplint

#endif // WARPLINT_LIB_LANE_REQUEST_REQUESTENUMERATION_H
