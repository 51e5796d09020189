//===- CoalescingAdvice.h - What to write instead ---------------*- C++ -*-===//
//
// One sentence on how the lanes of a warp could touch fewer sectors, chosen by
// the shape of the address: how far apart are lanes that are neighbours in x and
// in y, and what does a lane touch in the next iteration of its loop?
//
//   x apart    y apart    iteration   what to write
//   a record   -          -           an array for each member, or wider loads
//   far        element    -           threadIdx.x and y with their roles swapped
//   a piece    -          element     adjacent elements, in place of a piece for
//                                     each lane
//   a part     -          -           an array for each value: x[k * n + i]
//   far        -          element     adjacent lanes along the row, by way of a
//                                     tile in shared memory
//   far        -          -           threadIdx.x for the last index
//   element    far        -           a block as wide as a warp
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_CHECKS_COALESCING_COALESCINGADVICE_H
#define WARPLINT_LIB_CHECKS_COALESCING_COALESCINGADVICE_H

#include "LaneStretches.h"
#include "warplint/Basic/LaunchShape.h"
#include <optional>
#include <string>

namespace clang {
class ASTContext;
class Stmt;
} // namespace clang

namespace warplint {

/// The structure that an access touches a member, or all, of.
struct AccessedRecord {
  std::string Name; ///< Empty where it is none.
  uint64_t Bytes = 0;
  uint64_t Align = 1;
  bool IsMember = false;   ///< Else all of it is accessed.
  bool IsVolatile = false; ///< The access, whatever it is of.
  /// Of a header of the system or the toolkit, and no vector type: its layout is
  /// not the program's.
  bool IsForeign = false;
  bool IsVector = false; ///< float3 and its like, of such a header.
};

AccessedRecord accessedRecord(const clang::ASTContext &Context,
                              const clang::Stmt *Written);

/// Bytes from a lane to its neighbour in x, where they are the same for typical
/// values of the unknowns.
std::optional<int64_t> laneDistance(const KernelModel &Kernel,
                                    const KernelAccess &Access,
                                    const LaunchShape &Shape);

/// Advice for \p Access, which is uncoalesced, in blocks of \p Shape; empty if
/// none is known. \p Touched: what a lane touches in one go with it.
std::string coalescingAdvice(const KernelModel &Kernel,
                             const KernelAccess &Access,
                             const AccessedRecord &Record,
                             const LaneStretches &Touched,
                             const LaunchShape &Shape);

/// Lanes load or store one part each of records that are as small as one access,
/// p[4 * i + 3], and nothing in \p Kernel takes the other parts: each sector holds
/// what a lane needs, in whatever order they come. A structure of the program is
/// none: that it can split.
bool isPartOfRecord(const KernelModel &Kernel, const KernelAccess &Access,
                    llvm::ArrayRef<KernelAccess> All,
                    const AccessedRecord &Record, const LaunchShape &Shape);

/// Advice for \p Access, whose rows have no gaps and start off a sector; empty if
/// the distance of rows is not the reason.
std::string rowAdvice(const KernelModel &Kernel, const KernelAccess &Access,
                      const LaunchShape &Shape);

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_COALESCING_COALESCINGADVICE_H
