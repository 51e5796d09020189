//===- NamedOrder.cpp - What barriers of some threads order ---------------===//

#include "NamedOrder.h"
#include "warplint/Warp/WarpModel.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

/// Points of one thread, and groups of threads, that are followed.
static constexpr size_t MostPoints = 2000, MostGroups = 64;

void NamedOrder::pass(const MeetingPoint &Point, unsigned Thread) {
  Passed[Thread].push_back(Point);
  IsKnown &= Passed[Thread].size() <= MostPoints;
}

/// Named barriers count whole warps: false where one is parted.
bool NamedOrder::formGroups() {
  std::map<std::vector<MeetingPoint>, unsigned> Numbers;
  GroupOf.resize(Threads);
  for (unsigned T = 0; T != Threads; ++T) {
    auto [It, IsNew] = Numbers.try_emplace(Passed[T], unsigned(Groups.size()));
    if (IsNew)
      Groups.emplace_back().Points = Passed[T];
    Group &G = Groups[It->second];
    G.Of.set(T);
    if (T % WarpSize == 0)
      G.Counted += WarpSize;
    else if (GroupOf[T - 1] != It->second)
      return false;
    GroupOf[T] = It->second;
  }
  for (Group &G : Groups)
    G.Known = {std::vector<uint32_t>(Groups.size())};
  return Groups.size() <= MostGroups;
}

bool NamedOrder::run() {
  Groups.clear();
  Phases.clear();
  IsTheOnly = true;
  IsStuck = false;
  if (!IsKnown || !formGroups())
    return false;
  while (true) {
    // Who has passed fewest goes on first: nobody arrives twice in a phase.
    std::vector<unsigned> Order;
    for (unsigned G = 0; G != Groups.size(); ++G)
      if (!Groups[G].IsWaiting && Groups[G].At != Groups[G].Points.size())
        Order.push_back(G);
    llvm::sort(Order, [&](unsigned X, unsigned Y) {
      return std::pair(Groups[X].At, X) < std::pair(Groups[Y].At, Y);
    });
    if (any_of(Order, [&](unsigned G) { return step(G); }))
      continue;
    if (!Order.empty())
      return false;
    if (all_of(Groups, [](const Group &G) {
          return G.At == G.Points.size() && !G.IsWaiting;
        }))
      return true;
    if (!meetAsBlock()) {
      IsStuck = true;
      return false;
    }
  }
}

/// Where a barrier counts all threads, it may be that those that have ended count.
std::optional<StuckThreads> NamedOrder::stuck() const {
  for (const Group &G : Groups) {
    if (!IsStuck || !G.IsWaiting || G.Points[G.At].IsOfBlock)
      continue;
    const MeetingPoint &Point = G.Points[G.At];
    const Phase &Now = Phases.at(Point.Number);
    if (Point.Count >= Threads || Now.Arrived >= Point.Count)
      continue;
    StuckThreads Found{Point.Number, {Point.Count, Now.Arrived}, {}};
    for (auto [Other, At] : Now.Of)
      if (Groups[Other].IsWaiting)
        Found.Waiting |= Groups[Other].Of;
    return Found;
  }
  return std::nullopt;
}

/// Group number \p G comes to its next point. False where it has to come later.
bool NamedOrder::step(unsigned G) {
  if (!Groups[G].Points[Groups[G].At].IsOfBlock)
    return arrive(G);
  Groups[G].IsWaiting = true;
  return true;
}

bool NamedOrder::arrive(unsigned G) {
  Group &Here = Groups[G];
  const MeetingPoint &Point = Here.Points[Here.At];
  Phase &Now = Phases[Point.Number];
  if (Now.Arrived + Here.Counted > Point.Count ||
      any_of(Now.Of, [&](const auto &Each) {
        const Group &Other = Groups[Each.first];
        return Each.first == G ||
               Other.Points[Each.second].Count != Point.Count;
      }))
    return false;
  const std::vector<uint32_t> &Known = Here.Known[Here.At];
  IsTheOnly &= all_of(Now.Before, [&](const auto &Each) {
    return Known[Each.first] > Each.second;
  });
  Now.Of.push_back({G, uint32_t(Here.At)});
  Now.Arrived += Here.Counted;
  if (Point.Waits) {
    Here.IsWaiting = true;
  } else {
    Here.Known.push_back(std::vector<uint32_t>(Known));
    ++Here.At;
  }
  if (Now.Arrived == Point.Count) {
    complete(Now.Of);
    Now = {0, {}, std::move(Now.Of)};
  }
  return true;
}

/// All that have not ended wait at one barrier of the block.
bool NamedOrder::meetAsBlock() {
  Participants All;
  std::optional<MeetingPoint> One;
  for (unsigned G = 0; G != Groups.size(); ++G) {
    const Group &Here = Groups[G];
    if (Here.At == Here.Points.size())
      continue;
    const MeetingPoint &Point = Here.Points[Here.At];
    if (!Point.IsOfBlock || (One && *One != Point))
      return false;
    One = Point;
    All.push_back({G, uint32_t(Here.At)});
  }
  complete(All);
  return true;
}

/// Those \p Of a phase that wait go on, and what all of them did is over.
void NamedOrder::complete(const Participants &Of) {
  std::vector<uint32_t> Over(Groups.size());
  for (auto [G, At] : Of) {
    for (unsigned Other = 0; Other != Groups.size(); ++Other)
      Over[Other] = std::max(Over[Other], Groups[G].Known[At][Other]);
    Over[G] = std::max(Over[G], At + 1);
  }
  for (auto [G, At] : Of)
    if (Groups[G].Points[At].Waits) {
      Groups[G].IsWaiting = false;
      Groups[G].Known.push_back(Over);
      ++Groups[G].At;
    }
}

bool NamedOrder::areOrdered(unsigned T, uint32_t BehindT, unsigned U,
                            uint32_t BehindU) const {
  const unsigned G = GroupOf[T], H = GroupOf[U];
  return Groups[G].Known[BehindT][H] > BehindU ||
         Groups[H].Known[BehindU][G] > BehindT;
}

} // namespace warplint
