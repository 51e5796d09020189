//===- LaneOrder.cpp - Dealing out the work of a warp anew ----------------===//

#include "warplint/Layout/LaneOrder.h"
#include <algorithm>
#include <tuple>

namespace warplint {

unsigned LaneOrder::worksAs(unsigned Lane) const {
  unsigned Old = 0;
  for (unsigned B = 0; B < From.size(); ++B)
    Old |= (Lane >> B & 1) << From[B];
  return Old;
}

WarpRequest reordered(const WarpRequest &Request, const LaneOrder &Order) {
  WarpRequest Result = Request;
  Result.Active = 0;
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane) {
    const unsigned Old = Order.worksAs(Lane);
    Result.ByteAddress[Lane] = Request.ByteAddress[Old];
    Result.Active |= (Request.Active >> Old & 1) << Lane;
  }
  return Result;
}

namespace {

/// Bits that are moved together: each has twice the weight of the one before.
struct BitRun {
  size_t First = 0, Count = 0;
};

std::vector<BitRun> runsOf(std::span<const int64_t> Weights) {
  std::vector<BitRun> Runs;
  for (size_t B = 0; B < Weights.size(); ++B) {
    if (Weights[B] == 0)
      continue;
    if (B > 0 && Weights[B] == 2 * Weights[B - 1])
      ++Runs.back().Count;
    else
      Runs.push_back({B, 1});
  }
  return Runs;
}

std::array<int64_t, 5> weightsOf(const LaneOrder &Order) {
  std::array<int64_t, 5> Weights = {};
  for (unsigned B = 0; B < Order.From.size(); ++B)
    Weights[B] = int64_t(1) << Order.From[B];
  return Weights;
}

} // namespace

static unsigned movedBits(const LaneOrder &Order) {
  unsigned Moved = 0;
  for (unsigned B = 0; B < Order.From.size(); ++B)
    Moved += Order.From[B] != B;
  return Moved;
}

/// The cost of \p Requests, but no more than \p Limit.
static uint64_t totalUpTo(std::span<const WeightedRequest> Requests,
                          const LaneOrder &Order, uint64_t Limit) {
  uint64_t Total = 0;
  for (const WeightedRequest &W : Requests) {
    if (std::optional<WarpCost> Cost = costOf(reordered(W.Request, Order)))
      Total += Cost->Predicted * W.Weight;
    if (Total >= Limit)
      return Limit;
  }
  return Total;
}

std::vector<RankedLaneOrder>
findLaneOrders(std::span<const WeightedRequest> Requests) {
  const uint64_t Before = totalUpTo(Requests, LaneOrder(), ~uint64_t(0));
  std::vector<RankedLaneOrder> Ranked;
  LaneOrder Order;
  do {
    const uint64_t Total = totalUpTo(Requests, Order, Before);
    if (Total < Before)
      Ranked.push_back({Order, Total});
  } while (std::next_permutation(Order.From.begin(), Order.From.end()));
  auto Key = [](const RankedLaneOrder &R) {
    return std::tuple(R.Total, runsOf(weightsOf(R.Order)).size(),
                      movedBits(R.Order), R.Order.From);
  };
  std::sort(Ranked.begin(), Ranked.end(),
            [&](const auto &A, const auto &B) { return Key(A) < Key(B); });
  return Ranked;
}

std::string spellBits(std::span<const int64_t> Weights,
                      std::string_view Operand) {
  std::vector<BitRun> Runs = runsOf(Weights);
  // What weighs most comes first.
  std::ranges::sort(Runs, std::ranges::greater(),
                    [&](const BitRun &R) { return Weights[R.First]; });
  std::string Text;
  for (const BitRun &R : Runs) {
    Text += (Text.empty() ? "" : " + ") + std::string(Operand);
    if (R.First)
      Text += " / " + std::to_string(uint64_t(1) << R.First);
    if (R.First + R.Count < Weights.size())
      Text += " % " + std::to_string(uint64_t(1) << R.Count);
    if (Weights[R.First] != 1)
      Text += " * " + std::to_string(Weights[R.First]);
  }
  return Text.empty() ? "0" : Text;
}

std::string spellLaneOrder(const LaneOrder &Order, std::string_view Lane) {
  return spellBits(weightsOf(Order), Lane);
}

std::string describe(const LaneOrder &Order) {
  std::string Text = "lane order";
  for (unsigned B = 0; B < Order.From.size(); ++B)
    Text += (B ? ", " : " (old bits ") + std::to_string(Order.From[B]);
  return Text + ')';
}

} // namespace warplint
