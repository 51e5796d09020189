//===- Timeline.cpp - What threads passed one after the other -------------===//

#include "Timeline.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <set>

using namespace llvm;

namespace warplint {

/// Places where something was done that are remembered.
static constexpr size_t MaxEffects = 20000;

/// Calls \p Use with what some of \p Of passed at last, and these.
template <typename Function>
void Timeline::forEachGroup(const ThreadSet &Of, Function Use) const {
  std::map<uint32_t, ThreadSet> Groups;
  for (unsigned T = 0; T != Last.size(); ++T)
    if (Of.test(T))
      Groups[Last[T]].set(T);
  for (const auto &[Phase, Some] : Groups)
    Use(Phase, Some);
}

void Timeline::pass(unsigned Point, const std::vector<uint32_t> &Iterations,
                    const ThreadSet &Of) {
  forEachGroup(Of, [&](uint32_t Before, const ThreadSet &Some) {
    auto [Number, IsNew] = Numbers.try_emplace({Before, {Point, Iterations}},
                                               uint32_t(Passed.size()));
    if (IsNew)
      Passed.push_back({Before, Passed[Before].Depth + 1, Point});
    for (unsigned T = 0; T != Last.size(); ++T)
      if (Some.test(T))
        Last[T] = Number->second;
  });
}

void Timeline::noteEffect(unsigned Block,
                          const std::vector<uint32_t> &Iterations,
                          const ThreadSet &Of) {
  if (Effects.size() >= MaxEffects)
    return;
  auto &Here = Effects[{Block, Iterations}];
  forEachGroup(
      Of, [&](uint32_t Phase, const ThreadSet &Some) { Here[Phase] |= Some; });
}

bool Timeline::isBefore(uint32_t Early, uint32_t Late) const {
  while (Passed[Late].Depth > Passed[Early].Depth)
    Late = Passed[Late].Before;
  return Early == Late;
}

/// Finds where threads of \p P that passed \p Phase at last do what others do
/// behind \p Behind.
void Timeline::findGoingOn(uint32_t Behind, uint32_t Phase,
                           PartedThreads &P) const {
  for (const auto &[At, Groups] : Effects) {
    auto They = Groups.find(Phase);
    if (They == Groups.end() || (They->second & P.Missing).none())
      continue;
    for (const auto &[Other, Who] : Groups)
      if (isBefore(Behind, Other) && (Who & P.Passing).any()) {
        P.Missing &= They->second;
        P.GoesOn = At.first;
        return;
      }
  }
}

/// What is between those that passed \p Most and those that passed \p Fewer.
PartedThreads Timeline::compare(uint32_t Most, uint32_t Fewer,
                                const ThreadSet &Among) const {
  uint32_t X = Most, Y = Fewer, NextX = Most;
  std::optional<uint32_t> NextY;
  while (X != Y)
    if (Passed[X].Depth >= Passed[Y].Depth) {
      NextX = X;
      X = Passed[X].Before;
    } else {
      NextY = Y;
      Y = Passed[Y].Before;
    }
  PartedThreads P;
  P.Point = Passed[NextX].Point;
  for (unsigned T = 0; T != Last.size(); ++T) {
    if (!Among.test(T))
      continue;
    if (isBefore(NextX, Last[T]))
      P.Passing.set(T);
    else if (Last[T] == Fewer)
      P.Missing.set(T);
  }
  if (NextY)
    P.Other = Passed[*NextY].Point;
  else
    findGoingOn(NextX, Fewer, P);
  return P;
}

std::vector<PartedThreads> Timeline::parted(const ThreadSet &Among) const {
  std::set<uint32_t> Ends;
  for (unsigned T = 0; T != Last.size(); ++T)
    if (Among.test(T))
      Ends.insert(Last[T]);
  std::vector<PartedThreads> All;
  if (Ends.size() < 2)
    return All;
  // The first of those that passed most.
  const uint32_t Most =
      *std::max_element(Ends.begin(), Ends.end(), [&](uint32_t X, uint32_t Y) {
        return std::pair(Passed[X].Depth, Y) < std::pair(Passed[Y].Depth, X);
      });
  for (uint32_t Phase : Ends)
    if (Phase != Most)
      All.push_back(compare(Most, Phase, Among));
  return All;
}

} // namespace warplint
