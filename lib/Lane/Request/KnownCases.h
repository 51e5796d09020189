//===- KnownCases.h - No requests are listed twice --------------*- C++ -*-===//
//
// A search for layouts lists the requests of an access once for each array, for
// each reading of what the compiler joins and for each set of arrays that may
// be laid out alike. They are the same each time.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_LANE_REQUEST_KNOWNCASES_H
#define WARPLINT_LIB_LANE_REQUEST_KNOWNCASES_H

#include "RequestEnumeration.h"
#include <map>
#include <tuple>

namespace warplint {

class KnownCases {
public:
  /// casesOf(), or what it said before: that takes nothing off \p Budget. Some
  /// requests will do.
  /// \p Context stands as long as this does.
  std::variant<AccessCases, UnlistedRequests>
  casesOf(LaneContext &Context, AccessProblem Problem, const LoopNest &Nest,
          const LaunchShape &Shape, uint64_t Bytes, CaseBudget &Budget);

private:
  using Question =
      std::tuple<const LaneContext *, const LaneExpr *, const LaneExpr *,
                 unsigned, std::vector<unsigned>, bool, LaunchShape, uint64_t>;
  std::map<Question, std::variant<AccessCases, UnlistedRequests>> Known;
};

} // namespace warplint

#endif // WARPLINT_LIB_LANE_REQUEST_KNOWNCASES_H
