//===- LaneCandidate.cpp - A kernel whose lanes may be dealt out anew -----===//

#include "LaneCandidate.h"
#include "LaneTrial.h"
#include "warplint/Kernel/ClangView.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"
#include <set>
#include <utility>

using namespace llvm;

namespace warplint {

/// Orders that are put into the source to see what they cost.
static constexpr size_t MostTrials = 3;

/// The block that all launches of \p K have in common; in one row its length
/// does not matter.
static std::optional<LaunchShape> commonShape(const JudgedKernel &K) {
  LaunchShape Common = K.Launches.front()->Record.Shape;
  for (const auto &Case : K.Launches) {
    const LaunchShape &S = Case->Record.Shape;
    if (S == Common)
      continue;
    if (S.Y.value_or(1) != 1 || Common.Y.value_or(1) != 1 ||
        S.X.value_or(0) % WarpSize || Common.X.value_or(0) % WarpSize)
      return std::nullopt;
    Common.X.reset();
  }
  return Common;
}

/// The orders worth a trial: the pair rule comes to hold for one of \p Wide, none
/// gets worse, and those that make for the shortest text come first.
static std::vector<RankedLaneOrder> ordersFor(ArrayRef<WideAccess> Wide,
                                              LaneSites &Sites) {
  std::vector<WeightedRequest> Requests;
  for (const WideAccess &A : Wide)
    Requests.push_back({A.Request, A.Weight});
  std::vector<std::tuple<uint64_t, size_t, size_t>> Ranks;
  const std::vector<RankedLaneOrder> Found = findLaneOrders(Requests);
  for (const auto &[Number, Ranked] : enumerate(Found)) {
    bool IsMerged = false, IsWorse = false;
    for (const WideAccess &A : Wide) {
      auto Before = costOf(A.Request);
      auto After = costOf(reordered(A.Request, Ranked.Order));
      IsWorse |= !Before || !After || After->Predicted > Before->Predicted;
      IsMerged |= Before && After && Before->Rule != CostRule::PairMerged &&
                  After->Rule == CostRule::PairMerged;
    }
    if (IsWorse || !IsMerged)
      continue;
    size_t Length = 0;
    for (const LaneSite &Site : Sites.sites())
      Length += Sites.textOf(Site, Ranked.Order).size();
    Ranks.emplace_back(Ranked.Total, Length, Number);
  }
  sort(Ranks);
  std::vector<RankedLaneOrder> Orders;
  for (const auto &[Total, Length, Number] :
       ArrayRef(Ranks).take_front(MostTrials))
    Orders.push_back(Found[Number]);
  return Orders;
}

bool LaneCandidate::isMoved(const AccessRecord &R) {
  const LaneSources Of = Groups.sourcesAt(R.Where);
  return any_of(Of, [&](unsigned S) { return Moved.contains(S); });
}

LaneCandidate::LaneCandidate(const JudgedKernel &K, const LaunchShape &Shape,
                             const clang::ASTContext &Context)
    : Kernel(K), Body(Context, ClangView::declOf(*K.Kernel->Declaration)),
      Values(Context, Shape, Body.Changed), Groups(Context, Body, Values),
      Sites(Context, Body, Values) {}

/// The most that an order of the lanes of \p Group saves.
uint64_t LaneCandidate::tryGroup(const LaneSources &Group,
                                 ArrayRef<AccessRecord> Shared) {
  std::vector<LaneSource> Sources;
  for (unsigned S : Group)
    Sources.push_back(Groups.sources()[S]);
  LaneSites Own = Sites;
  if (!Own.choose(Sources))
    return 0;
  const LaneSources Before = std::exchange(Moved, Group);
  std::vector<WideAccess> Wide;
  uint64_t Now = 0;
  for (const AccessRecord &R : Shared)
    if (isWide(R) && hasFigure(R.Verdict.Kind) && isMoved(R)) {
      Wide.push_back(wideAccess(R));
      Now += Wide.back().Weight * R.Verdict.Worst.Cost.Predicted;
    }
  const bool IsDecided = all_of(Shared, [&](const AccessRecord &R) {
    return !isWide(R) || R.Verdict.Kind != VerdictKind::Unproven || !isMoved(R);
  });
  std::vector<RankedLaneOrder> Found = ordersFor(Wide, Own);
  if (!IsDecided || Found.empty() || Now - Found.front().Total <= Saved) {
    Moved = Before;
    return 0;
  }
  Sites = std::move(Own);
  Orders = std::move(Found);
  return Now - Orders.front().Total;
}

bool LaneCandidate::findOrders(ArrayRef<AccessRecord> Shared) {
  std::set<LaneSources> Tried;
  for (const AccessRecord &R : Shared)
    if (isWideLoad(R))
      if (LaneSources Group = Groups.groupsOf(Groups.sourcesAt(R.Where));
          Tried.insert(Group).second)
        Saved = std::max(Saved, tryGroup(Group, Shared));
  return Saved != 0;
}

std::unique_ptr<LaneCandidate> LaneCandidate::of(const JudgedKernel &K,
                                                 const FileFacts &Facts) {
  const std::vector<AccessRecord> Shared = sharedRecords(K, Facts);
  const std::optional<LaunchShape> Shape = commonShape(K);
  if (!Shape || none_of(Shared, [](const AccessRecord &R) {
        return isWideLoad(R) && hasFigure(R.Verdict.Kind);
      }))
    return nullptr;
  auto Found = std::make_unique<LaneCandidate>(K, *Shape, Facts.clang()->ast());
  if (!Found->Values.hasWholeWarps() || !Found->findOrders(Shared))
    return nullptr;
  return Found;
}

} // namespace warplint
