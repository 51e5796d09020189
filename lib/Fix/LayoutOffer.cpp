//===- LayoutOffer.cpp - A layout put in words ----------------------------===//

#include "CommonLayout.h"
#include "warplint/Layout/Spelling.h"
#include "warplint/Messages/Layouts.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

static std::string formulaOf(const std::string &Name, const Layout &L,
                             const ArrayShape &Shape, bool IsDynamic) {
  auto Declared = [&] {
    std::string Text = Name;
    for (uint64_t Extent : declaredExtents(L, Shape))
      Text += "[" + std::to_string(Extent) + "]";
    return Text;
  };
  if (L.leavesOut() && !changesDeclarationOnly(L, Shape))
    return (growthOfRows(L, Shape) ? "" : Declared() + ", ") +
           formulaOf(Name, L.ofRest(), restOf(L, Shape), IsDynamic);
  if (changesDeclarationOnly(L, Shape))
    return Declared();
  if (L.as<Padding>() && Shape.Extents.size() == 1) {
    const std::string Access =
        Name + "[" + spellFlatIndex(L, Shape, {"i", true}) + "]";
    return IsDynamic ? Access : Declared() + ", " + Access;
  }
  std::vector<Operand> Operands;
  if (Shape.Extents.size() == 1)
    Operands = {{"i", true}};
  else if (Shape.Extents.size() == 2)
    Operands = {{"row", true}, {"col", true}};
  else
    for (size_t D = 0; D < Shape.Extents.size(); ++D)
      Operands.push_back({std::string(1, char('i' + D % 16)), true});
  const std::string Access =
      spellAccess(Name, spellIndex(L, Shape, Operands, IndexStyle::Expression),
                  Shape.Extents.size());
  const bool IsDeclared =
      growthOfRows(L, Shape) ||
      (L.as<RowInterleave>() && declaredExtents(L, Shape) != Shape.Extents);
  return IsDeclared ? Declared() + ", " + Access : Access;
}

Layout inSource(const CommonLayout &L, const ArraySurvey &Survey) {
  return Survey.Instances[L.Shown].inSource(L.first());
}

OfferedLayout offer(const ArraySurvey &Survey, const CommonLayout &L,
                    std::optional<size_t> Member) {
  auto IsMeant = [&](const ArrayInstance &I) {
    return !Member || I.Member == *Member;
  };
  size_t Shown = L.Shown;
  if (!IsMeant(Survey.Instances[Shown]))
    Shown = find_if(Survey.Instances, IsMeant) - Survey.Instances.begin();
  const ArrayRemedy &Of =
      Member ? Survey.Members[*Member].Report : Survey.Report;
  OfferedLayout O;
  const ArrayShape Shape = Survey.Instances[Shown].sourceShape();
  const Layout First = inSource(L, Survey);
  O.Family = familyName(First);
  O.Description = describe(First);
  O.Formula = formulaOf(Of.Array, First, Shape,
                        !Survey.Instances[Shown].Problem.Budget.IsStatic);
  if (const auto &Accesses = Survey.Instances[Shown].Accesses;
      count_if(Survey.Instances, IsMeant) > 1 && !Accesses.empty())
    O.Instance = Accesses.front().Kernel;
  if (L.padsToOdd())
    O.Description = messages::PaddedToOdd();
  if (L.PadBytes)
    O.Description = messages::PaddedInBytes(L.PadBytes);
  O.Cute = spellCute(First).value_or("");
  O.TensorMode = L.Outcomes[Shown].Tensor;
  if (L.NeedsMultiple > 1)
    O.Condition = messages::DynamicMultiple(L.NeedsMultiple);
  O.IsOptimal = !Survey.LeavesOut && Survey.Report.AssumedBlock.empty();
  if (Of.WavefrontsIfJoined)
    O.WavefrontsIfJoined = 0;
  bool IsFirst = true;
  for (auto [Outcome, Instance] : zip(L.Outcomes, Survey.Instances)) {
    if (!IsMeant(Instance))
      continue;
    O.Wavefronts += Outcome.Total;
    O.ExtraBytes = IsFirst ? Outcome.ExtraBytes
                           : std::max(O.ExtraBytes, Outcome.ExtraBytes);
    IsFirst = false;
    O.IsOptimal &= Outcome.IsOptimal && Outcome.IsOptimalIfJoined;
    if (O.WavefrontsIfJoined)
      *O.WavefrontsIfJoined += Outcome.TotalIfJoined;
    for (unsigned A : Outcome.Worsened)
      if (!is_contained(O.Worsened, Instance.Places[A]))
        O.Worsened.push_back(Instance.Places[A]);
    if (Outcome.Budget.PassesStaticLimit)
      O.BudgetProblem = messages::ExceedsStaticLimit();
    else if (!Outcome.Budget.isHarmless())
      O.BudgetProblem = messages::ReducesOccupancy(Outcome.Budget.BlocksAfter,
                                                   Outcome.Budget.BlocksBefore);
  }
  return O;
}

std::string laneOrderText(const ArrayInstance &In, const Layout &L) {
  std::vector<WeightedRequest> Requests;
  uint64_t Now = 0;
  for (const ArrayAccess &A : In.Problem.Accesses) {
    if (A.Kind != RequestKind::SharedLoad || A.BytesPerLane < 8 || A.Pitch ||
        A.When != Joining::None)
      continue;
    for (const AccessCase &C : A.Cases) {
      WarpRequest Request = requestOf(In.Problem.Array, A, C, L);
      auto Cost = costOf(Request);
      if (!Cost)
        return "";
      Now += Cost->Predicted * C.Weight;
      Requests.push_back({Request, C.Weight});
    }
  }
  auto Orders = findLaneOrders(Requests);
  if (Orders.empty() || Orders.front().Total >= Now)
    return "";
  return messages::OrderOfLanes(describe(Orders.front().Order), Now,
                                Orders.front().Total,
                                spellLaneOrder(Orders.front().Order, "l"));
}

bool mayGrowLaunch(const CommonLayout &L, const ArraySurvey &Survey,
                   const ArrayUses &Uses) {
  return all_of(Survey.Instances, [&](const ArrayInstance &I) {
    const MemoryBudget &Budget = I.Problem.Budget;
    const SharedLimits Limits = sharedLimits(Budget.On);
    const uint64_t Before = Budget.OtherBytes + I.Problem.Array.bytes();
    const bool IsRaised = Uses.IsLimitRaised && Before > Limits.StaticBytes;
    const bool Fits = Before + L.ExtraBytes <=
                      (IsRaised ? Limits.BlockBytes : Limits.StaticBytes);
    if (Budget.IsStatic)
      return !Budget.IsOfLaunch || (Fits && !Uses.IsLimitFixed);
    return !Uses.LaunchSizes.empty() && !I.SizeMultiple && Fits;
  });
}

} // namespace warplint
