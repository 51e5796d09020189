//===- AlikeProblems.cpp - Layout problems with one answer ----------------===//

#include "warplint/Layout/AlikeProblems.h"
#include <algorithm>
#include <map>
#include <tuple>

namespace warplint {

namespace {

/// Numbers that stand for one another.
class Counterparts {
public:
  bool match(unsigned A, unsigned B) {
    return OfA.try_emplace(A, B).first->second == B &&
           OfB.try_emplace(B, A).first->second == A;
  }

private:
  std::map<unsigned, unsigned> OfA, OfB;
};

} // namespace

// The bindings name all members: a new one does not compile until it is looked
// at here.

static auto keyOf(const MemoryBudget &Budget) {
  const auto &[On, OtherBytes, IsStatic, IsOfLaunch, Threads, MostBytes] =
      Budget;
  const auto &[Capability, Evidence] = On;
  return std::tuple(Capability, Evidence, OtherBytes, IsStatic, IsOfLaunch,
                    Threads, MostBytes);
}

static bool areAlike(const AccessCase &A, const AccessCase &B,
                     Counterparts &Launches) {
  const auto &[Active, Element, Weight, Launch] = A;
  return Active == B.Active && Weight == B.Weight && Element == B.Element &&
         Launches.match(Launch, B.Launch);
}

static bool areAlike(const ArrayAccess &A, const ArrayAccess &B,
                     Counterparts &Launches, Counterparts &Readings) {
  const auto &[Name, When, ReadingOf, Kind, BytesPerLane, Instructions, Pitch,
               LineLength, Cases, LanesMayMove] = A;
  return When == B.When && Kind == B.Kind && BytesPerLane == B.BytesPerLane &&
         Instructions == B.Instructions && Pitch == B.Pitch &&
         LineLength == B.LineLength && LanesMayMove == B.LanesMayMove &&
         ReadingOf.has_value() == B.ReadingOf.has_value() &&
         (!ReadingOf || Readings.match(*ReadingOf, *B.ReadingOf)) &&
         std::equal(Cases.begin(), Cases.end(), B.Cases.begin(), B.Cases.end(),
                    [&, IsOne = Cases.shares(B.Cases)](const AccessCase &OfA,
                                                       const AccessCase &OfB) {
                      return IsOne ? Launches.match(OfA.Launch, OfB.Launch)
                                   : areAlike(OfA, OfB, Launches);
                    });
}

bool areAlike(const ArrayProblem &A, const ArrayProblem &B) {
  const auto &[Array, Accesses, Banks, Budget, Fill, LeastRun, MostBlock,
               IsForCute] = A;
  const auto &[Extents, ElementBytes] = Array;
  Counterparts Launches, Readings;
  return Extents == B.Array.Extents && ElementBytes == B.Array.ElementBytes &&
         Banks == B.Banks && keyOf(Budget) == keyOf(B.Budget) &&
         Fill == B.Fill && LeastRun == B.LeastRun && MostBlock == B.MostBlock &&
         IsForCute == B.IsForCute &&
         std::equal(Accesses.begin(), Accesses.end(), B.Accesses.begin(),
                    B.Accesses.end(),
                    [&](const ArrayAccess &OfA, const ArrayAccess &OfB) {
                      return areAlike(OfA, OfB, Launches, Readings);
                    });
}

} // namespace warplint
