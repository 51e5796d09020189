//===- KnownCases.cpp - No requests are listed twice ----------------------===//

#include "KnownCases.h"
#include "Lane/Affine/LaneForm.h"
#include "Lane/Expr/AlikeArrays.h"
#include "warplint/Lane/OwnContext.h"
#include "warplint/Support/Archive.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace warplint {

/// Longer lists take more memory than it is worth.
static constexpr size_t MostKept = 1u << 10;
/// So do those of all forms together.
static constexpr size_t MostKeptOfForms = 1u << 17;

/// All that the answer rests on but for the evaluations that are left.
static std::pair<uint64_t, uint64_t>
formOf(const LaneContext &Context, const AccessProblem &Problem,
       const LoopNest &Nest, const LaunchShape &Shape, uint64_t Bytes,
       unsigned MaxRequests, bool MaySample) {
  OwnContext Own(Context, {Problem.Address, Problem.Guard}, Nest.Loops);
  std::string Text;
  Own.appendTo(Text);
  writeValue(Text, Shape);
  for (uint64_t Part :
       {uint64_t(Problem.Kind), uint64_t(Problem.BytesPerLane),
        uint64_t(Nest.Loops.size()), uint64_t(Nest.IsInCondition), Bytes,
        uint64_t(MaxRequests), uint64_t(MaySample)})
    writeNumber(Text, Part);
  const XXH128_hash_t Hash = xxh3_128bits(arrayRefFromStringRef(Text));
  return {Hash.high64, Hash.low64};
}

std::variant<AccessCases, UnlistedRequests>
KnownCases::casesOfForm(const LaneContext &Context,
                        const AccessProblem &Problem, const LoopNest &Nest,
                        const LaunchShape &Shape, uint64_t Bytes,
                        CaseBudget &Budget, bool MaySample) {
  auto List = [&] {
    return warplint::casesOf(Context, Problem, Nest, Shape, Bytes, Budget,
                             MaySample);
  };
  if (isHuge(Context, Problem.Address) || isHuge(Context, Problem.Guard))
    return List();
  const Form Asked = formOf(Context, Problem, Nest, Shape, Bytes,
                            Budget.MaxRequests, MaySample);
  const unsigned Before = Budget.EvaluationsLeft;
  if (auto It = KnownForms.find(Asked);
      It != KnownForms.end() && It->second.Evaluations < Before) {
    Budget.EvaluationsLeft -= It->second.Evaluations;
    return It->second.Found;
  }
  auto Found = List();
  const auto *Cases = std::get_if<AccessCases>(&Found);
  const size_t More = Cases ? Cases->Cases.size() : 0;
  // A list that the budget ended is longer with another.
  if (Budget.EvaluationsLeft && More <= MostKept &&
      CasesKept + More <= MostKeptOfForms) {
    KnownForms.emplace(Asked, Answer{Before - Budget.EvaluationsLeft, Found});
    CasesKept += More;
  }
  return Found;
}

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
  auto Found = casesOfForm(Context, Problem, Nest, Shape, Bytes, Budget,
                           /*MaySample=*/true);
  auto *Cases = std::get_if<AccessCases>(&Found);
  if (Cases)
    Cases->Cases = shared(std::move(Cases->Cases));
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
