//===- AccessPatterns.cpp - Requests made ready to be counted -------------===//

#include "AccessPatterns.h"
#include "llvm/ADT/Hashing.h"
#include <algorithm>
#include <bit>

namespace warplint {

namespace {

/// How the lanes of a request are served, by WarpModel.h.
struct Service {
  PatternCount Count = PatternCount::Words;
  unsigned GroupLanes = WarpSize; ///< With 32 banks.
  unsigned WavefrontsPerTurn = 1;
  LaneMask Lanes = AllLanes;
};

} // namespace

static unsigned groupLanesByWidth(unsigned BytesPerLane) {
  return BytesPerLane <= 4 ? 32 : BytesPerLane == 8 ? 16 : 8;
}

static Service loadService(const WarpRequest &Request) {
  Service S;
  S.GroupLanes = groupLanesByWidth(Request.BytesPerLane);
  if (S.GroupLanes < WarpSize && pairDistance(Request))
    S.GroupLanes *= 2;
  return S;
}

static Service turnsOfLanes(unsigned BytesPerLane, unsigned PerTurn = 1) {
  return {PatternCount::Lanes, groupLanesByWidth(BytesPerLane), PerTurn};
}

static Service matrixService(unsigned Matrices) {
  return {PatternCount::Words, 8, 1, laneRange(0, 8 * Matrices)};
}

static Service serviceOf(const WarpRequest &Request) {
  const unsigned Bytes = Request.BytesPerLane;
  switch (Request.Kind) {
  case RequestKind::SharedLoad:
    return loadService(Request);
  case RequestKind::SharedStore:
    return {PatternCount::Words, groupLanesByWidth(Bytes)};
  case RequestKind::LdMatrixX1:
  case RequestKind::StMatrixX1:
    return matrixService(1);
  case RequestKind::LdMatrixX2:
  case RequestKind::StMatrixX2:
    return matrixService(2);
  case RequestKind::LdMatrixX4:
  case RequestKind::StMatrixX4:
    return matrixService(4);
  case RequestKind::SharedAtomic:
    return turnsOfLanes(Bytes);
  case RequestKind::SharedAtomicCount:
    return {};
  case RequestKind::SharedAtomicCas:
    return turnsOfLanes(Bytes, 2);
  case RequestKind::CpAsync:
    if (Bytes == 16)
      return {PatternCount::Lines};
    return turnsOfLanes(Bytes);
  case RequestKind::CpAsyncCached:
    return turnsOfLanes(Bytes);
  default:
    return {PatternCount::Model};
  }
}

AccessPatterns::AccessPatterns(const ArrayProblem &Problem)
    : Problem(&Problem), Run(wholeRun(Problem)) {
  for (unsigned A = 0; A < Problem.Accesses.size(); ++A) {
    KnownGroups Known;
    for (uint32_t C = 0; C < Problem.Accesses[A].Cases.size(); ++C)
      addCase(A, C, Known);
  }
  Elements.shrink_to_fit();
  for (PatternGroup &G : Groups) {
    G.Floor = floorOf(G);
    Floor += G.Floor;
  }
}

void AccessPatterns::addCase(unsigned Access, uint32_t Case,
                             KnownGroups &Known) {
  const ArrayAccess &A = Problem->Accesses[Access];
  const AccessCase &C = A.Cases[Case];
  PatternGroup G;
  G.Access = Access;
  G.Case = Case;
  G.BytesPerLane = A.BytesPerLane;
  const Service S = serviceOf(requestOf(G, Layout()));
  G.Count = S.Count;
  G.Weight = C.Weight * S.WavefrontsPerTurn;
  if (S.Count != PatternCount::Model)
    G.Weight *= A.Instructions;
  // With fewer banks a warp has fewer lanes, and its groups shrink with it.
  const unsigned GroupLanes =
      std::max(1u, S.GroupLanes * Problem->Banks / WarpSize);
  for (unsigned First = 0; First < WarpSize; First += GroupLanes)
    if (LaneMask Lanes = C.Active & S.Lanes & laneRange(First, GroupLanes))
      addGroup(G, C, Lanes, Known);
}

/// Groups of one access that touch the same elements are one, as heavy as all of
/// them: several launches make the same requests, and warps often do.
void AccessPatterns::addGroup(PatternGroup G, const AccessCase &C,
                              LaneMask Lanes, KnownGroups &Known) {
  G.First = Elements.size();
  for (LaneMask Left = Lanes; Left; Left &= Left - 1)
    Elements.push_back({uint32_t(C.Element[std::countr_zero(Left)]), 1});
  const auto Begin = Elements.begin() + G.First;
  std::sort(Begin, Elements.end(),
            [](const auto &A, const auto &B) { return A.Element < B.Element; });
  auto Kept = Begin;
  for (auto I = Begin; I != Elements.end(); ++I)
    if (Kept != Begin && (Kept - 1)->Element == I->Element)
      ++(Kept - 1)->Lanes;
    else
      *Kept++ = *I;
  Elements.erase(Kept, Elements.end());
  G.Last = Elements.size();
  if (G.Count != PatternCount::Model) {
    uint64_t Hash = uint64_t(G.Count);
    for (const TouchedElement &T : elements(G))
      Hash = llvm::hash_combine(Hash, T.Element, T.Lanes);
    const auto [From, To] = Known.equal_range(Hash);
    for (auto It = From; It != To; ++It)
      if (PatternGroup &Like = Groups[It->second];
          Like.Count == G.Count &&
          std::ranges::equal(elements(Like), elements(G))) {
        Like.Weight += G.Weight;
        ++Like.Groups;
        Elements.resize(G.First);
        return;
      }
    Known.emplace(Hash, Groups.size());
  }
  Groups.push_back(G);
}

WarpRequest AccessPatterns::requestOf(const PatternGroup &G,
                                      const Layout &L) const {
  const ArrayAccess &A = Problem->Accesses[G.Access];
  return warplint::requestOf(Problem->Array, A, A.Cases[G.Case], L);
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

namespace {

/// Numbers met so far, of the few that one group of lanes can touch.
class FewNumbers {
public:
  bool insert(uint64_t Number) {
    for (unsigned I = Number % Slots;; I = (I + 1) % Slots) {
      if (!Used[I]) {
        Used[I] = true;
        Numbers[I] = Number;
        return true;
      }
      if (Numbers[I] == Number)
        return false;
    }
  }

private:
  static constexpr unsigned Slots = 4 * WarpSize;
  std::array<bool, Slots> Used = {};
  std::array<uint64_t, Slots> Numbers;
};

} // namespace

/// An access being as wide as a word or wider: its words are aligned, so that
/// it is enough to look at the first bank of each.
template <typename PlaceOf>
static unsigned fullestBank(std::span<const TouchedElement> Elements,
                            unsigned ElementBytes, unsigned BytesPerLane,
                            unsigned Banks, bool CountLanes, PlaceOf Place) {
  const unsigned Shift =
      std::countr_zero(BytesPerLane) - std::countr_zero(ElementBytes);
  const uint64_t Mask = 4 * Banks / BytesPerLane - 1;
  std::array<uint8_t, WarpSize> Turns = {};
  unsigned Most = 0;
  for (const TouchedElement &T : Elements) {
    uint8_t &Here = Turns[Place(T) >> Shift & Mask];
    Here += CountLanes ? T.Lanes : 1;
    Most = std::max<unsigned>(Most, Here);
  }
  return Most;
}

/// An access being a part of a word.
template <typename PlaceOf>
static unsigned fullestBankOfParts(std::span<const TouchedElement> Elements,
                                   unsigned ElementBytes, unsigned Banks,
                                   PlaceOf Place) {
  std::array<uint8_t, WarpSize> Words = {};
  FewNumbers Met;
  unsigned Most = 0;
  for (const TouchedElement &T : Elements) {
    const uint64_t Word = Place(T) * ElementBytes / 4;
    if (Met.insert(Word))
      Most = std::max<unsigned>(Most, ++Words[Word & (Banks - 1)]);
  }
  return Most;
}

template <typename PlaceOf>
static unsigned touchedLines(std::span<const TouchedElement> Elements,
                             unsigned ElementBytes, unsigned LineBytes,
                             PlaceOf Place) {
  FewNumbers Met;
  unsigned Lines = 0;
  for (const TouchedElement &T : Elements)
    Lines += Met.insert(Place(T) * ElementBytes / LineBytes);
  return Lines;
}

template <typename Form>
uint64_t AccessPatterns::costOfForm(const PatternGroup &G,
                                    const Form &F) const {
  const unsigned Bytes = Problem->Array.ElementBytes;
  auto Place = [&](const TouchedElement &T) { return F.place(T.Element); };
  switch (G.Count) {
  case PatternCount::Words:
    if (G.BytesPerLane < 4)
      return G.Weight *
             fullestBankOfParts(elements(G), Bytes, Problem->Banks, Place);
    return G.Weight * fullestBank(elements(G), Bytes, G.BytesPerLane,
                                  Problem->Banks, false, Place);
  case PatternCount::Lanes:
    return G.Weight * fullestBank(elements(G), Bytes, G.BytesPerLane,
                                  Problem->Banks, true, Place);
  case PatternCount::Lines:
    return G.Weight * touchedLines(elements(G), Bytes,
                                   uint64_t(4) * Problem->Banks, Place);
  case PatternCount::Model:
    return G.Weight * costOf(requestOf(G, Layout(F)))->Predicted;
  }
  return 0;
}

uint64_t AccessPatterns::cost(const PatternGroup &G, const Layout &L) const {
  if (L.leavesOut())
    return costOfForm(G, L);
  return std::visit([&](const auto &Form) { return costOfForm(G, Form); },
                    L.form());
}

template <typename Form>
std::optional<uint64_t> AccessPatterns::totalOfForm(const Form &F,
                                                    uint64_t Limit) const {
  // What the groups that are not counted yet cost at least is in from the
  // start.
  uint64_t Sum = Floor;
  if (Sum > Limit)
    return std::nullopt;
  for (const PatternGroup &G : Groups) {
    Sum += costOfForm(G, F) - G.Floor;
    if (Sum > Limit)
      return std::nullopt;
  }
  return Sum;
}

std::optional<uint64_t> AccessPatterns::total(const Layout &L,
                                              uint64_t Limit) const {
  if (L.leavesOut())
    return totalOfForm(L, Limit);
  return std::visit([&](const auto &Form) { return totalOfForm(Form, Limit); },
                    L.form());
}

std::vector<uint64_t> AccessPatterns::costsByAccess(const Layout &L) const {
  std::vector<uint64_t> Costs(Problem->Accesses.size());
  for (const PatternGroup &G : Groups)
    Costs[G.Access] += cost(G, L);
  return Costs;
}

//===----------------------------------------------------------------------===//
// Floors
//===----------------------------------------------------------------------===//

static uint64_t divideUp(uint64_t A, uint64_t B) { return (A + B - 1) / B; }

/// The least that the fullest bank can have. The array moves in runs of
/// RunBytes, which always start at a multiple of that: a run takes one of
/// Banks * 4 / RunBytes positions in a row of banks, and what is at the same
/// offset in different runs has as many banks to go to.
static uint64_t fullestBankFloor(std::span<const TouchedElement> Elements,
                                 uint64_t ElementBytes, uint64_t RunBytes,
                                 uint64_t BytesPerLane, unsigned Banks,
                                 bool CountLanes) {
  const uint64_t Positions =
      std::max(uint64_t(1), uint64_t(4) * Banks / RunBytes);
  std::array<unsigned, 4> AtOffset = {};
  unsigned Most = 0;
  for (const TouchedElement &T : Elements) {
    const uint64_t Offset = T.Element * ElementBytes % RunBytes / BytesPerLane;
    AtOffset[Offset] += CountLanes ? T.Lanes : 1;
    // Lanes at one element stay in one bank.
    Most = std::max(Most, CountLanes ? T.Lanes : 1);
  }
  for (unsigned Count : AtOffset)
    Most = std::max<unsigned>(Most, divideUp(Count, Positions));
  return Most;
}

/// The same for parts of words. Runs shorter than a word can be put together in
/// it as one likes; longer ones keep their words.
static uint64_t partsFloor(std::span<const TouchedElement> Elements,
                           uint64_t ElementBytes, uint64_t RunBytes,
                           unsigned Banks) {
  if (RunBytes < 4)
    return 1;
  std::vector<TouchedElement> Words;
  for (const TouchedElement &T : Elements) {
    const uint32_t Word = T.Element * ElementBytes / 4;
    if (Words.empty() || Words.back().Element != Word)
      Words.push_back({Word});
  }
  return fullestBankFloor(Words, 4, RunBytes, 4, Banks, false);
}

uint64_t AccessPatterns::floorOf(const PatternGroup &G) const {
  const uint64_t Bytes = Problem->Array.ElementBytes;
  // Longer runs, and those of no power of two, are taken as several that go
  // where they like: the floor is no higher for that.
  const uint64_t RunBytes = std::min<uint64_t>((Run & -Run) * Bytes, 16);
  const std::span<const TouchedElement> Touched = elements(G);
  switch (G.Count) {
  case PatternCount::Words:
    if (G.BytesPerLane < 4)
      return G.Weight * partsFloor(Touched, Bytes, RunBytes, Problem->Banks);
    return G.Weight * fullestBankFloor(Touched, Bytes, RunBytes, G.BytesPerLane,
                                       Problem->Banks, false);
  case PatternCount::Lanes:
    return G.Weight * fullestBankFloor(Touched, Bytes, RunBytes, G.BytesPerLane,
                                       Problem->Banks, true);
  case PatternCount::Lines:
    return G.Weight * divideUp(Touched.size() * G.BytesPerLane,
                               uint64_t(4) * Problem->Banks);
  case PatternCount::Model:
    return G.Weight * costOf(requestOf(G, Layout()))->Ideal;
  }
  return 0;
}

} // namespace warplint
