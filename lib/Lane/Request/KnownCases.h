//===- KnownCases.h - No requests are listed twice --------------*- C++ -*-===//
//
// A search for layouts lists the requests of an access once for each array, for
// each reading of what the compiler joins and for each set of arrays that may
// be laid out alike. They are the same each time. So are those of instances of a
// template that have one index: a list is that of all questions of one form.
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
  /// \p Context stands as long as this does. Equal lists share their memory.
  std::variant<AccessCases, UnlistedRequests>
  casesOf(LaneContext &Context, AccessProblem Problem, const LoopNest &Nest,
          const LaunchShape &Shape, uint64_t Bytes, CaseBudget &Budget);

  /// The free function casesOf(), or what it said of a question of the same form
  /// in whichever context. That takes off \p Budget what it took then, so that
  /// the answer is the same.
  std::variant<AccessCases, UnlistedRequests>
  casesOfForm(const LaneContext &Context, const AccessProblem &Problem,
              const LoopNest &Nest, const LaunchShape &Shape, uint64_t Bytes,
              CaseBudget &Budget, bool MaySample);

  /// \p List, with the memory of the first that is equal.
  SharedList<OffsetCase> shared(SharedList<OffsetCase> List) {
    return Lists.intern(std::move(List));
  }

private:
  using Form = std::pair<uint64_t, uint64_t>;
  struct Answer {
    unsigned Evaluations = 0; ///< That it took.
    std::variant<AccessCases, UnlistedRequests> Found;
  };

  using Question =
      std::tuple<const LaneContext *, const LaneExpr *, const LaneExpr *,
                 unsigned, std::vector<unsigned>, bool, LaunchShape, uint64_t>;
  std::map<Question, std::variant<AccessCases, UnlistedRequests>> Known;
  std::map<Form, Answer> KnownForms;
  size_t CasesKept = 0; ///< In KnownForms.
  ListPool<OffsetCase> Lists;
};

} // namespace warplint

#endif // WARPLINT_LIB_LANE_REQUEST_KNOWNCASES_H
