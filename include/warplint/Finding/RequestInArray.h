//===- RequestInArray.h - Where a request lies in its array -----*- C++ -*-===//
//
// The proof of an access is about addresses without what all lanes share. Whoever
// draws its costliest request wants the elements themselves, and where these lie
// once the array is laid out as advised.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FINDING_REQUESTINARRAY_H
#define WARPLINT_FINDING_REQUESTINARRAY_H

#include "warplint/Warp/WarpModel.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace warplint {

/// A request, and what it costs.
struct CostedRequest {
  WarpRequest Request;
  WarpCost Cost;
};

/// The same request under a layout.
struct MovedRequest {
  CostedRequest Moved;
  size_t Layout = 0; ///< Which of ArrayRemedy::Layouts.
  /// PadBytes unused ones after each PadEvery bytes; 0: none.
  uint64_t PadEvery = 0, PadBytes = 0;
  /// The most that any request of the access costs then.
  unsigned WorstOfAccess = 0;
};

/// A request that costs what the verdict says, with bytes from the array's
/// beginning, which is a multiple of 128.
struct RequestInArray {
  CostedRequest Declared;
  /// It is that of the verdict but for what all lanes share.
  bool IsWorst = true;
  /// Of the array, in elements; the first is 0 where it is not known.
  std::vector<uint64_t> Extents;
  unsigned ElementBytes = 4;
  std::optional<MovedRequest> After;
};

} // namespace warplint

#endif // WARPLINT_FINDING_REQUESTINARRAY_H
