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
    return std::tuple(R.Total, movedBits(R.Order), R.Order.From);
  };
  std::sort(Ranked.begin(), Ranked.end(),
            [&](const auto &A, const auto &B) { return Key(A) < Key(B); });
  return Ranked;
}

std::string spellLaneOrder(const LaneOrder &Order, std::string_view Lane) {
  // Bits that move by the same distance are moved together.
  std::string Text;
  for (int Distance = -4; Distance <= 4; ++Distance) {
    unsigned Mask = 0;
    for (int B = 0; B < 5; ++B)
      if (Order.From[B] - B == Distance)
        Mask |= 1u << B;
    if (!Mask)
      continue;
    std::string Term =
        '(' + std::string(Lane) + " & " + std::to_string(Mask) + ')';
    if (Distance)
      Term = '(' + Term + (Distance > 0 ? " << " : " >> ") +
             std::to_string(Distance > 0 ? Distance : -Distance) + ')';
    Text += (Text.empty() ? "" : " | ") + Term;
  }
  return Text;
}

std::string describe(const LaneOrder &Order) {
  std::string Text = "lane order";
  for (unsigned B = 0; B < Order.From.size(); ++B)
    Text += (B ? ", " : " (old bits ") + std::to_string(Order.From[B]);
  return Text + ')';
}

} // namespace warplint
