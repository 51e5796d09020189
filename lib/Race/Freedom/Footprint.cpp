//===- Footprint.cpp - The bytes that threads touch together --------------===//

#include "Footprint.h"
#include "Race/ThreadRanges.h"
#include "warplint/Warp/LaneMask.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <map>

using namespace llvm;

namespace warplint {

using PiecesBySum = std::map<uint32_t, std::vector<Footprint::Piece>>;

static std::vector<Footprint::Group> sortedGroups(PiecesBySum BySum) {
  std::vector<Footprint::Group> Groups;
  for (auto &[Sum, Pieces] : BySum) {
    llvm::sort(Pieces);
    Groups.push_back({Sum, std::move(Pieces)});
  }
  return Groups;
}

void Footprint::setPlaces(const FormsOfBlock &Address, unsigned Threads) {
  PiecesBySum BySum;
  for (unsigned T = 0; T != Threads; ++T) {
    if (!Of.test(T))
      continue;
    if (Address[T].isKnown())
      BySum[Address[T].Sum].push_back({Address[T].Number, T});
    else
      HasUnknown = true;
  }
  Groups = sortedGroups(std::move(BySum));
}

void Footprint::setRanges(const LaneExpr *Address, unsigned Threads,
                          BlockEvaluation &Values) {
  PiecesBySum BySum;
  int64_t More = 0;
  for (unsigned T = 0; T != Threads; ++T) {
    if (!Of.test(T))
      continue;
    const ThreadRange Range = rangeOf(Address, T, Values);
    if (!Range.isKnown() || !Values.spend(8))
      return;
    BySum[Range.Least.Sum].push_back({Range.Least.Number, T});
    More = std::max(More, Range.More);
  }
  Groups = sortedGroups(std::move(BySum));
  Bytes += unsigned(More);
  HasUnknown = false;
  IsRange = true;
}

Footprint Footprint::without(const ThreadSet &Some) const {
  Footprint Rest = *this;
  Rest.Of &= ~Some;
  for (Group &G : Rest.Groups)
    llvm::erase_if(G.Pieces,
                   [&](const Piece &P) { return Some.test(P.Thread); });
  llvm::erase_if(Rest.Groups, [](const Group &G) { return G.Pieces.empty(); });
  return Rest;
}

uint32_t warpsOf(const ThreadSet &Threads) {
  uint32_t Warps = 0;
  for (unsigned T = 0; T != Threads.size(); ++T)
    Warps |= uint32_t(Threads.test(T)) << T / WarpSize;
  return Warps;
}

namespace {

/// Two groups of pieces, one of which may lie elsewhere by a distance that is
/// known in part.
class GroupMeeting {
public:
  GroupMeeting(const Footprint &X, const Footprint &Y, const Unordered &How)
      : X(X), Y(Y), How(How), IsOfWarp(X.IsOfWarp || Y.IsOfWarp) {}

  bool atDistance(ArrayRef<Footprint::Piece> Of,
                  ArrayRef<Footprint::Piece> Others, int64_t Distance) const;
  bool modulo(ArrayRef<Footprint::Piece> Of, ArrayRef<Footprint::Piece> Others,
              int64_t Step) const;

private:
  bool areUnordered(unsigned T, unsigned U) const {
    if (T / WarpSize != U / WarpSize)
      return true;
    if (T == U && !IsOfWarp)
      return How.OfOneThread;
    return How.Warps >> T / WarpSize & 1 &&
           (IsOfWarp || T / How.Tile != U / How.Tile);
  }

  const Footprint &X, &Y;
  const Unordered &How;
  bool IsOfWarp;
};

} // namespace

/// Whether some piece of \p Of, moved by \p Distance, meets one of \p Others.
bool GroupMeeting::atDistance(ArrayRef<Footprint::Piece> Of,
                              ArrayRef<Footprint::Piece> Others,
                              int64_t Distance) const {
  const auto *First = Others.begin();
  for (const Footprint::Piece &P : Of) {
    const int64_t At = P.Offset + Distance;
    while (First != Others.end() && First->Offset + Y.Bytes <= At)
      ++First;
    for (const auto *Other = First;
         Other != Others.end() && Other->Offset < At + X.Bytes; ++Other)
      if (areUnordered(P.Thread, Other->Thread))
        return true;
  }
  return false;
}

/// The same, moved by any multiple of \p Step.
bool GroupMeeting::modulo(ArrayRef<Footprint::Piece> Of,
                          ArrayRef<Footprint::Piece> Others,
                          int64_t Step) const {
  if (Step < int64_t(X.Bytes + Y.Bytes))
    return true;
  auto Folded = [&](ArrayRef<Footprint::Piece> Pieces) {
    std::vector<Footprint::Piece> All(Pieces);
    for (Footprint::Piece &P : All)
      P.Offset = ((P.Offset % Step) + Step) % Step;
    llvm::sort(All);
    return All;
  };
  const auto L = Folded(Of), R = Folded(Others);
  return any_of(ArrayRef<int64_t>{0, Step, -Step},
                [&](int64_t D) { return atDistance(L, R, D); });
}

static int64_t spanEnd(const Footprint::Group &G, unsigned Bytes) {
  return G.Pieces.back().Offset + Bytes;
}

bool Unordered::hasAny(const Footprint &X, const Footprint &Y) const {
  if (X.Of.none() || Y.Of.none())
    return false;
  const uint32_t All = warpsOf(X.Of) | warpsOf(Y.Of);
  if (popcount(All) > 1 || (OfOneThread && (X.Of & Y.Of).any()))
    return true;
  return All & Warps && (X.IsOfWarp || Y.IsOfWarp || (X.Of | Y.Of).count() > 1);
}

bool mayMeet(const Footprint &X, const Footprint &Y, const Unordered &How,
             FormTable &Table) {
  constexpr size_t MostPairs = 4096;
  if (X.HasUnknown || Y.HasUnknown ||
      X.Groups.size() * Y.Groups.size() > MostPairs)
    return true;
  const GroupMeeting Groups(X, Y, How);
  for (const Footprint::Group &G : X.Groups)
    for (const Footprint::Group &H : Y.Groups) {
      if (G.Sum == H.Sum) {
        if (Groups.atDistance(G.Pieces, H.Pieces, 0))
          return true;
        continue;
      }
      const SumDistance D = Table.distance(G.Sum, H.Sum);
      if (D.AreApart || spanEnd(G, X.Bytes) + D.Most <= H.Pieces[0].Offset ||
          spanEnd(H, Y.Bytes) - D.Least <= G.Pieces[0].Offset)
        continue;
      if (Groups.modulo(G.Pieces, H.Pieces, D.Step))
        return true;
    }
  return false;
}

} // namespace warplint
