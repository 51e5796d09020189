//===- Footprint.cpp - The bytes that threads touch together --------------===//

#include "Footprint.h"
#include "Lane/Expr/LaneWalk.h"
#include "Race/Values/ThreadRanges.h"
#include "warplint/Warp/LaneMask.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <map>
#include <numeric>

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

void Footprint::setMultiples(const LaneExpr *Address, unsigned Threads,
                             BlockEvaluation &Values) {
  PiecesBySum BySum;
  int64_t Common = 0;
  for (unsigned T = 0; T != Threads; ++T) {
    if (!Of.test(T))
      continue;
    const ThreadMultiple Place = multipleOf(Address, T, Values);
    Common = std::gcd(Common, Place.Step);
    if (!Place.Base.isKnown() || Common == 1 || !Values.spend(8))
      return;
    BySum[Place.Base.Sum].push_back({Place.Base.Number, T});
  }
  Groups = sortedGroups(std::move(BySum));
  Step = Common;
  HasUnknown = false;
  IsRange = true;
}

void Footprint::setFreePlaces(const LaneExpr *Address, unsigned Threads,
                              BlockEvaluation &Values) {
  const Unordered Anyone{.Warps = ~0u};
  Footprint Multiples = *this;
  setRanges(Address, Threads, Values);
  if (!HasUnknown && !mayMeet(*this, *this, Anyone, Values.Table))
    return;
  Multiples.setMultiples(Address, Threads, Values);
  if (!Multiples.HasUnknown &&
      !mayMeet(Multiples, Multiples, Anyone, Values.Table))
    *this = std::move(Multiples);
}

void Footprint::addSlice(const FormsOfBlock &Rest, ThreadForm Limit,
                         const FormsOfBlock &Address, unsigned Threads,
                         BlockEvaluation &Values) {
  std::optional<ThreadForm> Base;
  for (unsigned T = 0; T != Threads; ++T) {
    if (!Of.test(T))
      continue;
    if (!Address[T].isKnown() || Values.Table.leastOf(Rest[T]) < 0)
      return;
    const ThreadForm Here = Values.Table.binary(
        LaneOp::Add, 64, Address[T],
        Values.Table.binary(LaneOp::Mul, 64, Rest[T], {-int64_t(Bytes), 0}));
    if (Base && *Base != Here)
      return;
    Base = Here;
  }
  if (Base)
    Slices.push_back({Limit.Sum, *Base});
}

void Footprint::addBound(const LaneExpr *E, const LaneExpr *Address,
                         unsigned Threads, BlockEvaluation &Values) {
  const FormsOfBlock &Less = Values(E->operand(0)),
                     &More = Values(E->operand(1));
  // As a number without sign, what is negative is above all.
  const bool MayBeNegative =
      E->op() == LaneOp::CmpULt &&
      (More[0].Number != 0 || Values.Table.leastOf(More[0]) < 0);
  if (!More.isOne() || !More[0].isKnown() || More[0].isNumber() ||
      MayBeNegative || !Values.spend(Threads))
    return;
  if (Address && !HasUnknown && !IsRange && More[0].Number == 0)
    addSlice(Less, More[0], Values(Address), Threads, Values);
  Bound B{More[0].Sum, std::vector<int64_t>(Threads)};
  bool AreNumbers = true;
  for (unsigned T = 0; T != Threads; ++T) {
    AreNumbers &= !Of.test(T) || (Less[T].isNumber() && Less[T].Number >= 0);
    B.Above[T] = Less[T].Number - More[0].Number;
  }
  if (AreNumbers)
    Bounds.push_back(std::move(B));
}

namespace {
/// Of is Rest plus a multiple of Modulus; 0: it is Rest.
struct Congruence {
  const LaneExpr *Of = nullptr, *Rest = nullptr;
  int64_t RestNumber = 0, Modulus = 0; ///< Where Rest is null, this one.
};
} // namespace

/// What \p Truth says of a rest, if it \p Holds.
static Congruence congruenceIn(const LaneExpr *Truth, bool Holds,
                               BlockEvaluation &Values) {
  if (Truth->op() == LaneOp::Trunc && Truth->width() == 1)
    return {Truth->operand(0), nullptr, Holds, 2};
  if (Truth->op() != LaneOp::CmpEq || !Holds)
    return {};
  const LaneExpr *L = Truth->operand(0), *R = Truth->operand(1);
  const bool IsAnd = L->op() == LaneOp::And && L->width() > 1;
  if (!IsAnd && L->op() != LaneOp::URem && L->op() != LaneOp::SRem)
    return {L, R, 0, 0};
  const FormsOfBlock &By = Values(L->operand(1));
  const int64_t Modulus = By[0].Number + IsAnd;
  if (!By.isOne() || !By[0].isNumber() || Modulus < 2 ||
      (IsAnd && !isPowerOf2_64(uint64_t(Modulus))))
    return {};
  return {L->operand(0), R, 0, Modulus};
}

void Footprint::addResidue(const LaneExpr *Truth, bool Holds, unsigned Threads,
                           BlockEvaluation &Values) {
  const Congruence C = congruenceIn(Truth, Holds, Values);
  if (!C.Of || C.Of->width() < 32 || !Values.spend(Threads))
    return;
  const FormsOfBlock &Forms = Values(C.Of);
  Residue New{0, C.Modulus, std::vector<int64_t>(Threads)};
  std::optional<uint32_t> Sum;
  for (unsigned T = 0; T != Threads; ++T) {
    if (!Of.test(T))
      continue;
    const ThreadForm Rest =
        C.Rest ? Values(C.Rest)[T] : ThreadForm{C.RestNumber, 0};
    // As a number without sign, what is negative has another rest.
    if (!Forms[T].isKnown() || !Rest.isKnown() ||
        (C.Modulus && !isPowerOf2_64(uint64_t(C.Modulus)) &&
         Values.Table.leastOf(Forms[T]) < 0))
      return;
    // Of either sign: the lower sum stands on the left.
    const bool IsTurned = Rest.Sum < Forms[T].Sum;
    const ThreadForm Low = IsTurned ? Rest : Forms[T],
                     High = IsTurned ? Forms[T] : Rest;
    const ThreadForm More =
        Values.Table.binary(LaneOp::Add, 64, High,
                            Values.Table.binary(LaneOp::Mul, 64, Low, {-1, 0}));
    if (More.isNumber() || (Sum && *Sum != More.Sum))
      return;
    Sum = More.Sum;
    New.Numbers[T] = More.Number;
  }
  if (!Sum)
    return;
  New.Sum = *Sum;
  Residues.push_back(std::move(New));
}

void Footprint::setConditions(const LaneExpr *Guard, const LaneExpr *Address,
                              unsigned Threads, BlockEvaluation &Values) {
  for (const LaneExpr *E : conjunctsOf(Guard)) {
    const bool IsNot = E->op() == LaneOp::Not;
    if (E->op() == LaneOp::CmpSLt || E->op() == LaneOp::CmpULt)
      addBound(E, Address, Threads, Values);
    else
      addResidue(IsNot ? E->operand(0) : E, !IsNot, Threads, Values);
  }
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
    if (!IsOfWarp && areExclusive(T, U))
      return false;
    if (T / WarpSize != U / WarpSize)
      return true;
    if (T == U && !IsOfWarp)
      return How.OfOneThread;
    return How.Warps >> T / WarpSize & 1 &&
           (IsOfWarp || T / How.Tile != U / How.Tile);
  }

  /// No values of the unknowns send \p T to X and \p U to Y.
  bool areExclusive(unsigned T, unsigned U) const {
    return any_of(X.Residues, [&](const Footprint::Residue &R) {
      return any_of(Y.Residues, [&](const Footprint::Residue &S) {
        const int64_t More = R.Numbers[T] - S.Numbers[U],
                      Modulus = std::gcd(R.Modulus, S.Modulus);
        return R.Sum == S.Sum && More != 0 &&
               (Modulus == 0 || More % Modulus != 0);
      });
    });
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

/// Each thread's place is its number along x times one stride, from one place on.
/// No access is longer than that, nor is it more than \p Most.
static bool areByThread(const Footprint &X, const Footprint::Group &G,
                        const Footprint &Y, const Footprint::Group &H,
                        int64_t Most) {
  const Footprint::Piece &First = G.Pieces.front(), &Last = G.Pieces.back();
  const int64_t Threads = int64_t(Last.Thread) - int64_t(First.Thread);
  const int64_t Stride =
      Threads > 0 ? (Last.Offset - First.Offset) / Threads : Most;
  const int64_t Base = First.Offset - Stride * First.Thread;
  auto IsByThread = [&](const Footprint::Piece &P) {
    return P.Offset == Base + Stride * P.Thread;
  };
  return Stride <= Most && X.Bytes <= Stride && Y.Bytes <= Stride &&
         all_of(G.Pieces, IsByThread) && all_of(H.Pieces, IsByThread);
}

/// All of \p Low, that is accessed under what \p Of says, lies below \p High, which
/// begins \p Factor times the unknown of \p Sum further on:
///
///   if (t < n) s[t] = s[n + t];
static bool isBelow(const Footprint &Of, const Footprint::Group &Low,
                    const Footprint::Group &High, uint32_t Sum,
                    int64_t Factor) {
  return Factor > 0 && any_of(Of.Bounds, [&](const Footprint::Bound &B) {
           return B.Sum == Sum &&
                  all_of(Low.Pieces, [&](const Footprint::Piece &P) {
                    return P.Offset + int64_t(Of.Bytes) <=
                           High.Pieces[0].Offset +
                               Factor * (B.Above[P.Thread] + 1);
                  });
         });
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

/// Places of both are in rows of one length, and in two different ones.
static bool areInTwoRows(const Footprint &X, const Footprint &Y,
                         FormTable &Table) {
  return X.Bytes == Y.Bytes && any_of(X.Slices, [&](const Footprint::Slice &S) {
           return any_of(Y.Slices, [&](const Footprint::Slice &R) {
             if (S.Limit != R.Limit || S.Base.Number != R.Base.Number)
               return false;
             const SumDistance D = Table.distance(S.Base.Sum, R.Base.Sum);
             return D.One == S.Limit && D.Factor != 0 &&
                    D.Factor % int64_t(X.Bytes) == 0;
           });
         });
}

/// \p High is not below \p Low, if \p Positive are positive.
static bool isNotBelow(ThreadForm High, ThreadForm Low,
                       ArrayRef<uint32_t> Positive, FormTable &Table) {
  const ThreadForm More = Table.binary(
      LaneOp::Add, 64, High, Table.binary(LaneOp::Mul, 64, Low, {-1, 0}));
  return More.isKnown() && More.Number >= 0 &&
         all_of(Table.terms(More.Sum), [&](const FormTable::Term &T) {
           return T.second > 0 &&
                  (Table.unknown(T.first).Lo >= 0 ||
                   any_of(Positive, [&](uint32_t Sum) {
                     const FormTable::Terms &Of = Table.terms(Sum);
                     return Of.size() == 1 && Of[0].first == T.first &&
                            Of[0].second > 0;
                   }));
         });
}

/// All of \p High begins where \p Low, a part of so many elements, has ended:
///
///   for (j = 0; j < d; ++j)
///     ... s[j] ... s[d + t]
static bool isBehind(const Footprint &High, const Footprint &Low,
                     FormTable &Table) {
  return any_of(Low.Slices, [&](const Footprint::Slice &S) {
    const ThreadForm End = Table.binary(
        LaneOp::Add, 64, S.Base,
        Table.binary(LaneOp::Mul, 64, {0, S.Limit}, {int64_t(Low.Bytes), 0}));
    auto IsBehind = [&](ThreadForm Begin, uint32_t Limit) {
      return isNotBelow(Begin, End, {S.Limit, Limit}, Table);
    };
    return any_of(High.Slices,
                  [&](const Footprint::Slice &R) {
                    return IsBehind(R.Base, R.Limit);
                  }) ||
           (!High.Step && all_of(High.Groups, [&](const Footprint::Group &H) {
             return IsBehind({H.Pieces[0].Offset, H.Sum}, S.Limit);
           }));
  });
}

bool mayMeet(const Footprint &X, const Footprint &Y, const Unordered &How,
             FormTable &Table) {
  constexpr size_t MostPairs = 4096;
  if (X.HasUnknown || Y.HasUnknown ||
      X.Groups.size() * Y.Groups.size() > MostPairs)
    return true;
  if (!X.IsOfWarp && !Y.IsOfWarp &&
      (areInTwoRows(X, Y, Table) || isBehind(X, Y, Table) ||
       isBehind(Y, X, Table)))
    return false;
  const GroupMeeting Groups(X, Y, How);
  const int64_t Free = std::gcd(X.Step, Y.Step);
  for (const Footprint::Group &G : X.Groups)
    for (const Footprint::Group &H : Y.Groups) {
      if (G.Sum == H.Sum) {
        if (Free ? Groups.modulo(G.Pieces, H.Pieces, Free)
                 : Groups.atDistance(G.Pieces, H.Pieces, 0))
          return true;
        continue;
      }
      const SumDistance D = Table.distance(G.Sum, H.Sum);
      if (Free) {
        if (!D.AreApart &&
            Groups.modulo(G.Pieces, H.Pieces, std::gcd(D.Step, Free)))
          return true;
        continue;
      }
      if (D.AreApart || spanEnd(G, X.Bytes) + D.Most <= H.Pieces[0].Offset ||
          spanEnd(H, Y.Bytes) - D.Least <= G.Pieces[0].Offset)
        continue;
      // Threads are fewer than the block has along x.
      if (D.IsOfExtent && !How.OfOneThread && !X.IsOfWarp && !Y.IsOfWarp &&
          areByThread(X, G, Y, H, D.Step))
        continue;
      if (D.One && (isBelow(Y, H, G, *D.One, D.Factor) ||
                    isBelow(X, G, H, *D.One, -D.Factor)))
        continue;
      if (Groups.modulo(G.Pieces, H.Pieces, D.Step))
        return true;
    }
  return false;
}

} // namespace warplint
