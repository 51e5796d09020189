//===- KnownCases.cpp - No requests are listed twice ----------------------===//

#include "KnownCases.h"
#include "Lane/Affine/AffineForm.h"
#include "Lane/Expr/AlikeArrays.h"

namespace warplint {

/// Longer lists take more memory than it is worth.
static constexpr size_t MostKept = 1u << 10;

std::variant<AccessCases, UnlistedRequests>
KnownCases::casesOf(LaneContext &Context, AccessProblem Problem,
                    const LoopNest &Nest, const LaunchShape &Shape,
                    uint64_t Bytes, CaseBudget &Budget) {
  if (!isHuge(Context, Problem.Address))
    Problem.Address = inFirstAlike(Context, Problem.Address);
  const Question Asked{
      &Context,   Problem.Address,    Problem.Guard, Problem.BytesPerLane,
      Nest.Loops, Nest.IsInCondition, Shape,         Bytes};
  if (auto It = Known.find(Asked); It != Known.end())
    return It->second;
  auto Found = warplint::casesOf(Context, Problem, Nest, Shape, Bytes, Budget,
                                 /*MaySample=*/true);
  const auto *Cases = std::get_if<AccessCases>(&Found);
  const bool IsForAnyBudget = Cases ? Cases->Cases.size() <= MostKept
                                    : std::get<UnlistedRequests>(Found).Why !=
                                          UnlistedRequests::Reason::TooMany;
  if (IsForAnyBudget)
    Known.emplace(Asked, Found);
  return Found;
}

std::optional<std::pair<uint64_t, uint64_t>>
touchedBytes(const LaneContext &Context, const AccessProblem &Problem,
             const LoopNest &Nest, const LaunchShape &Shape, uint64_t Bytes,
             CaseBudget &Budget) {
  const auto Listed = casesOf(Context, Problem, Nest, Shape, Bytes, Budget);
  const auto *Cases = std::get_if<AccessCases>(&Listed);
  if (!Cases)
    return std::nullopt;
  uint64_t First = Bytes, Last = 0;
  for (const OffsetCase &C : Cases->Cases)
    for (unsigned L : LanesOf(C.Active)) {
      const auto At = uint64_t(C.Offset[L]);
      First = std::min(First, At);
      Last = std::max(Last, At + Problem.BytesPerLane);
    }
  if (First >= Last)
    return std::nullopt;
  return std::pair(First, Last);
}

} // namespace warplint
