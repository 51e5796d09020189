//===- AccessPatterns.cpp - Requests made ready to be counted -------------===//

#include "AccessPatterns.h"
#include "BankCounts.h"
#include "Layout/Maps/Divisor.h"
#include <algorithm>
#include <bit>
#include <map>

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
  case RequestKind::SharedAtomicCombined:
  case RequestKind::SharedAtomicCombinedIfFull:
    return {PatternCount::Fixed};
  default:
    return {PatternCount::Model};
  }
}

AccessPatterns::AccessPatterns(const ArrayProblem &Problem)
    : Problem(&Problem), Run(wholeRun(Problem)) {
  for (unsigned A = 0; A < Problem.Accesses.size(); ++A)
    for (uint32_t C = 0; C < Problem.Accesses[A].Cases.size(); ++C)
      addCase(A, C);
  for (PatternGroup &G : Groups) {
    G.Floor = floorOf(G);
    Floor += G.Floor;
  }
}

void AccessPatterns::addCase(unsigned Access, uint32_t Case) {
  const ArrayAccess &A = Problem->Accesses[Access];
  const AccessCase &C = A.Cases[Case];
  PatternGroup G;
  G.Access = Access;
  G.Case = Case;
  G.BytesPerLane = A.BytesPerLane;
  const Service S = serviceOf(requestOf(G, Layout()));
  G.Count = S.Count;
  G.Weight = C.Weight * S.WavefrontsPerTurn;
  // With fewer banks a warp has fewer lanes, and its groups shrink with it.
  const unsigned GroupLanes =
      std::max(1u, S.GroupLanes * Problem->Banks / WarpSize);
  for (unsigned First = 0; First < WarpSize; First += GroupLanes)
    if (LaneMask Lanes = C.Active & S.Lanes & laneRange(First, GroupLanes))
      addGroup(G, C, Lanes);
}

void AccessPatterns::addGroup(PatternGroup G, const AccessCase &C,
                              LaneMask Lanes) {
  G.First = Elements.size();
  const uint32_t Length = Problem->Array.rowLength();
  for (LaneMask Left = Lanes; Left; Left &= Left - 1) {
    const uint32_t Element = C.Element[std::countr_zero(Left)];
    Elements.push_back({Element, 1, Element / Length, Element % Length});
  }
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
  Groups.push_back(G);
}

WarpRequest AccessPatterns::requestOf(const PatternGroup &G,
                                      const Layout &L) const {
  const ArrayAccess &A = Problem->Accesses[G.Access];
  const AccessCase &C = A.Cases[G.Case];
  WarpRequest Request;
  Request.Kind = A.Kind;
  Request.BytesPerLane = A.BytesPerLane;
  Request.Active = C.Active;
  for (LaneMask Left = C.Active; Left; Left &= Left - 1) {
    const unsigned Lane = std::countr_zero(Left);
    Request.ByteAddress[Lane] =
        L.place(C.Element[Lane]) * Problem->Array.ElementBytes;
  }
  return Request;
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

/// The places of touched elements; for some forms without divisions.
template <typename Form> struct Placing {
  const Form &F;
  Placing(const Form &F, uint64_t) : F(F) {}
  uint64_t operator()(const TouchedElement &T) const {
    return F.place(T.Element);
  }
};

/// The rows of a form; those of the array are known for each element.
struct RowsOfForm {
  const bool AreArrays;
  const Divisor Length;
  RowsOfForm(uint64_t Length, uint64_t ArrayLength)
      : AreArrays(Length == ArrayLength), Length(Length) {}
  uint32_t rowOf(const TouchedElement &T) const {
    return AreArrays ? T.Row : Length.quotient(T.Element);
  }
};

template <> struct Placing<RowXor> : RowsOfForm {
  const RowXor &X;
  Placing(const RowXor &X, uint64_t ArrayLength)
      : RowsOfForm(X.Length, ArrayLength), X(X) {}
  uint64_t operator()(const TouchedElement &T) const {
    const uint32_t Row = rowOf(T);
    const uint32_t Column = T.Element - Row * uint32_t(X.Length);
    const uint32_t Bits = Row >> X.RowShift & ((1u << X.Bits) - 1);
    return T.Element - Column + (Column ^ Bits << X.Base);
  }
};

template <> struct Placing<RowRotation> : RowsOfForm {
  const RowRotation &R;
  Placing(const RowRotation &R, uint64_t ArrayLength)
      : RowsOfForm(R.Length, ArrayLength), R(R) {}
  uint64_t operator()(const TouchedElement &T) const {
    const uint32_t Row = rowOf(T);
    const uint32_t Start = T.Element - Row * uint32_t(R.Length);
    const uint32_t Column =
        Start + Length.remainder((Row >> R.RowShift) * uint32_t(R.Step));
    return T.Element - Start + (Column < R.Length ? Column : Column - R.Length);
  }
};

template <typename Form>
uint64_t AccessPatterns::costOfForm(const PatternGroup &G,
                                    const Form &F) const {
  const unsigned Bytes = Problem->Array.ElementBytes;
  const Placing<Form> Place(F, Problem->Array.rowLength());
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
  case PatternCount::Fixed:
    return G.Weight * costOf(requestOf(G, Layout(F)))->Predicted;
  }
  return 0;
}

uint64_t AccessPatterns::cost(const PatternGroup &G, const Layout &L) const {
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
  return std::visit([&](const auto &Form) { return totalOfForm(Form, Limit); },
                    L.form());
}

std::vector<uint64_t> AccessPatterns::costsByAccess(const Layout &L) const {
  std::vector<uint64_t> Costs(Problem->Accesses.size());
  for (const PatternGroup &G : Groups)
    Costs[G.Access] += cost(G, L);
  return Costs;
}

void AccessPatterns::putInOrder(std::span<const unsigned> Order) {
  std::vector<PatternGroup> Sorted;
  for (unsigned I : Order)
    Sorted.push_back(Groups[I]);
  Groups = std::move(Sorted);
}

void AccessPatterns::orderBy(std::span<const Layout> Sample) {
  std::vector<uint64_t> Excess;
  std::vector<unsigned> Order;
  for (const PatternGroup &G : Groups) {
    Order.push_back(Order.size());
    Excess.push_back(0);
    for (const Layout &L : Sample)
      Excess.back() += cost(G, L) - G.Floor;
  }
  std::sort(Order.begin(), Order.end(), [&](unsigned A, unsigned B) {
    return Excess[A] != Excess[B] ? Excess[A] > Excess[B] : A < B;
  });
  putInOrder(Order);
}

void AccessPatterns::takeTurns() {
  const Layout Declared[] = {Layout()};
  orderBy(Declared);
  std::vector<unsigned> Turn, Order, Seen(Problem->Accesses.size());
  for (const PatternGroup &G : Groups) {
    Order.push_back(Order.size());
    Turn.push_back(Seen[G.Access]++);
  }
  std::sort(Order.begin(), Order.end(), [&](unsigned A, unsigned B) {
    return Turn[A] != Turn[B] ? Turn[A] < Turn[B] : A < B;
  });
  putInOrder(Order);
}

AccessPatterns AccessPatterns::upToXor() const {
  AccessPatterns Merged = *this;
  Merged.Groups.clear();
  Merged.Elements.clear();
  std::map<std::vector<uint32_t>, size_t> Known;
  for (const PatternGroup &G : Groups) {
    std::vector<TouchedElement> Moved(elements(G).begin(), elements(G).end());
    std::vector<uint32_t> Key = {uint32_t(G.Count), G.BytesPerLane};
    const bool IsCounted =
        G.Count != PatternCount::Model && G.Count != PatternCount::Fixed;
    if (IsCounted) {
      const uint32_t By = Moved.front().Element;
      for (TouchedElement &T : Moved)
        T.Element ^= By;
      std::sort(Moved.begin(), Moved.end(), [](const auto &A, const auto &B) {
        return A.Element < B.Element;
      });
      for (const TouchedElement &T : Moved)
        Key.insert(Key.end(), {T.Element, T.Lanes});
      auto [Found, IsNew] = Known.insert({Key, Merged.Groups.size()});
      if (!IsNew) {
        Merged.Groups[Found->second].Weight += G.Weight;
        Merged.Groups[Found->second].Floor += G.Floor;
        continue;
      }
    }
    PatternGroup New = G;
    New.First = Merged.Elements.size();
    Merged.Elements.insert(Merged.Elements.end(), Moved.begin(), Moved.end());
    New.Last = Merged.Elements.size();
    Merged.Groups.push_back(New);
  }
  return Merged;
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
  const uint64_t RunBytes = Run * Bytes;
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
  case PatternCount::Fixed:
    return G.Weight * costOf(requestOf(G, Layout()))->Ideal;
  }
  return 0;
}

} // namespace warplint
