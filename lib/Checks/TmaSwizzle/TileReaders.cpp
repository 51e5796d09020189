//===- TileReaders.cpp - What lanes read, against the tile's map ----------===//
//
// The source does not say which element a load wants. But three properties of
// its index can be tested (PlaceSamples.h):
//
//   it is a sum as it stands                      it applies no swizzle
//   it is one with the map's swizzle taken back   it applies that swizzle
//   it is one with another mode's taken back      it applies that of another map
//
// A finding is the first under a map with a swizzle, if some place is one that the
// swizzle moves, and the third. An index that is none of these, or a tile that lanes
// write, too, is left alone.
//
//===----------------------------------------------------------------------===//

#include "Lane/Expr/LaneWalk.h"
#include "TmaFindings.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Messages/Checks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {
namespace {

/// How an index goes with the mode of the tile.
struct IndexJudgement {
  /// What it applies; nothing where that is none that is known.
  std::optional<SwizzleMode> Applied;
  bool IsRight = false;
};

/// An access to a tile whose index is understood.
struct TileAccess {
  const KernelAccess *Access = nullptr;
  const AccessRecord *Record = nullptr;
  TileAt Tile;
  IndexJudgement Index;
};

/// By what serves a lane's access.
struct ModeCost {
  SwizzleMode Mode = SwizzleMode::None;
  uint64_t Wavefronts = 0, Ideal = 0;
};

class TileReaders {
public:
  TileReaders(const TiledKernel &T, TmaFindings &To)
      : T(T), To(To), C(*T.K.Kernel->Context) {}

  void run();

private:
  std::optional<TileAccess> judged(const KernelAccess &A,
                                   const AccessRecord &Record) const;
  void reportWrong(const TileAccess &A);
  void reportModes(ArrayRef<TileAccess> Of);
  const LaneExpr *swizzledBy(SwizzleMode Mode, const LaneExpr *Address) const;
  const LaneExpr *logicalPlace(const TileAccess &A) const;
  std::optional<ModeCost> costUnder(SwizzleMode Mode,
                                    const TileAccess &A) const;

  const TiledKernel &T;
  TmaFindings &To;
  LaneContext &C;
};

} // namespace

static IndexJudgement judge(const PlaceSamples &Of, SwizzleMode Mode) {
  const bool IsPlain = Of.isSumWithout(SwizzleMode::None);
  if (Mode == SwizzleMode::None) {
    if (IsPlain)
      return {SwizzleMode::None, true};
  } else {
    const bool IsApplied = Of.isSumWithout(Mode);
    if (IsApplied && !IsPlain)
      return {Mode, true};
    // The same places with the swizzle and without, or both are sums: one lane,
    // one row, or rows of which only one chunk is read.
    if (IsPlain)
      return Of.isMovedBy(Mode) ? IndexJudgement{SwizzleMode::None, false}
                                : IndexJudgement{Mode, true};
  }
  std::optional<SwizzleMode> Other;
  for (SwizzleMode M : AllSwizzleModes)
    if (M != SwizzleMode::None && M != Mode && Of.isSumWithout(M)) {
      if (Other)
        return {};
      Other = M;
    }
  return {Other, false};
}

/// In \p E there is an exclusive or.
static bool hasXor(const LaneContext &C, const LaneExpr *E) {
  bool Found = false;
  forEachNode(C, E,
              [&](const LaneExpr *N) { Found |= N->op() == LaneOp::Xor; });
  return Found;
}

std::optional<TileAccess>
TileReaders::judged(const KernelAccess &A, const AccessRecord &Record) const {
  const bool IsRead = A.Effect == AccessEffect::Read;
  const PlaceSamples &At = T.Of.samplesOf(A);
  const auto Tile = T.Of.tileAt(At, /*Filled=*/IsRead);
  if (!Tile)
    return std::nullopt;
  TileAccess Found{&A, &Record, *Tile, judge(At, Tile->Mode)};
  // Both are sums, of which the source may mean either.
  if (!Found.Index.IsRight && Found.Index.Applied == SwizzleMode::None &&
      At.isSumWithout(Tile->Mode) && hasXor(C, T.Case.Known(A.Address)))
    return std::nullopt;
  // Small boxes may be put where a swizzle would have their rows.
  const bool IsByBoxes =
      Found.Index.Applied && *Found.Index.Applied != SwizzleMode::None &&
      Tile->Mode == SwizzleMode::None && Tile->Copy->bytes() &&
      Tile->Copy->bytes() < repeatOf(*Found.Index.Applied);
  return Found.Index.Applied && !IsByBoxes ? std::optional(Found)
                                           : std::nullopt;
}

/// Something else than lanes and the copy engine may write to a tile that is
/// filled: a function that is not followed, or memcpy.
static bool isWrittenOtherwise(const TiledKernel &T) {
  return any_of(T.K.Kernel->Uses, [&](const SharedUse &Use) {
    return (Use.Kind == SharedUseKind::Call ||
            Use.Kind == SharedUseKind::Copy) &&
           any_of(T.Of.copies(), [&](const MappedCopy &M) {
             return !Use.Array || !M.Array ||
                    Use.Array->Name == T.Of.nameOf(*M.Array);
           });
  });
}

const LaneExpr *TileReaders::swizzledBy(SwizzleMode Mode,
                                        const LaneExpr *Address) const {
  const unsigned Width = Address->width();
  return C.binary(
      LaneOp::Xor, Address,
      C.binary(LaneOp::And,
               C.binary(LaneOp::LShr, Address, C.constant(SwizzleShift, Width)),
               C.constant(swizzleMask(Mode), Width)));
}

/// Where \p A would go in a tile without a swizzle, from the beginning of the
/// array: which lies where the pattern begins.
const LaneExpr *TileReaders::logicalPlace(const TileAccess &A) const {
  const LaneExpr *Address = T.Case.Known(A.Access->Address);
  const LaneExpr *Array = C.symbol(*A.Tile.Copy->Array);
  if (Array->width() != Address->width())
    return nullptr;
  const LaneExpr *Place = C.sub(Address, Array);
  return *A.Index.Applied == SwizzleMode::None
             ? Place
             : swizzledBy(*A.Index.Applied, Place);
}

/// What \p A costs where the tile has \p Mode and the index follows it.
std::optional<ModeCost> TileReaders::costUnder(SwizzleMode Mode,
                                               const TileAccess &A) const {
  AccessProblem Problem = problemOf(*A.Access);
  const LaneExpr *Place = logicalPlace(A);
  if (!Place || !Problem.isMeasured())
    return std::nullopt;
  Problem.Address = Mode == SwizzleMode::None ? Place : swizzledBy(Mode, Place);
  const AccessVerdict V =
      T.Facts.prover().judgeWorst(C, Problem, T.K.Launches).first;
  if (!hasFigure(V.Kind))
    return std::nullopt;
  return ModeCost{Mode, V.Worst.Cost.Predicted, V.Worst.Cost.Ideal};
}

/// Where the copy engine puts the 16-byte chunk c of row r.
static std::string placeText(SwizzleMode Mode) {
  if (Mode == SwizzleMode::None)
    return "in place";
  const std::string Rows = utostr(1U << unsigned(Mode));
  return "at chunk c ^ r % " + Rows + " (128 bytes per row)";
}

void TileReaders::reportWrong(const TileAccess &A) {
  const SwizzleMode Mode = A.Tile.Mode, Applied = *A.Index.Applied;
  const AccessRecord &Record = *A.Record;
  const std::string Phrase = accessPhrase(Record);
  const StringRef Array = T.Of.nameOf(*A.Tile.Copy->Array);
  Finding F =
      T.findingAt(Record, Severity::Warning,
                  Applied == SwizzleMode::None
                      ? messages::NotSwizzled(Phrase, Array, nameOf(Mode))
                      : messages::SwizzledOtherwise(
                            Phrase, Array, nameOf(Applied), nameOf(Mode)));
  F.Subject = FindingSubject();
  F.Subject->Array = Record.Array;
  const SwizzleMode Shown = Mode == SwizzleMode::None ? Applied : Mode;
  if (Applied == SwizzleMode::None) {
    if (auto Example = T.Of.samplesOf(*A.Access).example(Mode))
      F.Notes.push_back(
          {Record.Where,
           messages::HoldsOtherData(Example->first, Example->second, Array,
                                    swizzled(Mode, Example->second)),
           NoteKind::Figure});
  }
  F.Notes.push_back(
      {Record.Where,
       nameOf(Shown) + " puts the 16-byte chunk c of row r " + placeText(Shown),
       NoteKind::Figure});
  const auto Now = costUnder(Mode, A),
             Without = costUnder(SwizzleMode::None, A);
  if (Now && Without && Mode != SwizzleMode::None)
    F.Notes.push_back({Record.Where,
                       messages::CostOfSwizzle(
                           counted(Now->Wavefronts, "wavefront"),
                           nameOf(SwizzleMode::None), Without->Wavefronts),
                       NoteKind::Figure});
  T.addMap(*A.Tile.Copy, F);
  addOrigin(Record, F);
  addLaunch(Record, F);
  To.add("index", std::move(F));
}

/// The modes whose rows are those of \p Map, without and with a swizzle.
static SmallVector<SwizzleMode, 2> modesFor(const TensorMapRecord &Map) {
  SmallVector<SwizzleMode, 2> Modes = {SwizzleMode::None};
  for (SwizzleMode Mode : AllSwizzleModes)
    if (Mode != SwizzleMode::None && Map.rowBytes() == spanOf(Mode))
      Modes.push_back(Mode);
  return Modes;
}

/// \p Of are all accesses to one tile.
void TileReaders::reportModes(ArrayRef<TileAccess> Of) {
  const MappedCopy &Tile = *Of.front().Tile.Copy;
  if (all_of(Of, [](const TileAccess &A) { return !A.Index.IsRight; }))
    return;
  std::vector<ModeCost> Costs;
  for (SwizzleMode Mode : modesFor(*Tile.Map)) {
    ModeCost Sum{Mode};
    for (const TileAccess &A : Of) {
      const auto Cost = costUnder(Mode, A);
      if (!Cost)
        return;
      Sum.Wavefronts += Cost->Wavefronts;
      Sum.Ideal += Cost->Ideal;
    }
    Costs.push_back(Sum);
  }
  const auto Now = find_if(
      Costs, [&](const ModeCost &M) { return M.Mode == Tile.Map->Mode; });
  const auto Best =
      min_element(Costs, [](const ModeCost &A, const ModeCost &B) {
        return A.Wavefronts < B.Wavefronts;
      });
  if (Now == Costs.end() || Best->Wavefronts >= Now->Wavefronts)
    return;
  const AccessRecord At = T.recordAt(*Tile.Copy);
  const bool AreReads = Tile.Copy->FillsTile;
  Finding F = T.findingAt(
      At, Severity::Remark,
      "swizzle of '" + T.Of.nameOf(*Tile.Array).str() + "': under " +
          nameOf(Now->Mode) + " " +
          (Of.size() == 1 ? std::string(AreReads ? "the load" : "the store")
                          : "the " + utostr(Of.size()) +
                                (AreReads ? " loads" : " stores")) +
          " of the tile take" + (Of.size() == 1 ? "s " : " ") +
          counted(Now->Wavefronts, "wavefront") + ", under " +
          nameOf(Best->Mode) + " " + utostr(Best->Wavefronts) +
          (Best->Wavefronts == Best->Ideal ? ", without a conflict" : ""));
  F.Metrics.push_back(
      {"wavefronts", Now->Wavefronts, Best->Wavefronts, "wavefronts/request"});
  for (const TileAccess &A : Of) {
    std::vector<std::string> Figures;
    for (const ModeCost &M : Costs)
      Figures.push_back(utostr(costUnder(M.Mode, A)->Wavefronts) + " under " +
                        nameOf(M.Mode));
    F.Notes.push_back(
        {A.Record->Where,
         "this " + accessPhrase(*A.Record) + ": " + listed(Figures),
         NoteKind::Figure});
  }
  if (Best->Mode != SwizzleMode::None)
    F.Notes.push_back({At.Where,
                       messages::IndexOfSwizzle(1U << unsigned(Best->Mode),
                                                repeatOf(Best->Mode)),
                       NoteKind::Figure});
  T.addMap(Tile, F);
  addOrigin(At, F);
  To.add("modes", std::move(F));
}

void TileReaders::run() {
  if (none_of(T.Of.copies(),
              [](const MappedCopy &M) { return M.Map.has_value(); }))
    return;
  const ArrayRef<KernelAccess> Accesses = T.K.Kernel->sharedAccesses();
  const bool AreFilledWritten =
      isWrittenOtherwise(T) || any_of(Accesses, [&](const KernelAccess &A) {
        return A.Effect != AccessEffect::Read &&
               T.Of.mayTouch(A, /*Filled=*/true);
      });
  // Of loads from tiles that are filled, and of stores to those that are emptied.
  for (const AccessEffect Effect : {AccessEffect::Read, AccessEffect::Write}) {
    const bool AreReads = Effect == AccessEffect::Read;
    if (AreReads && AreFilledWritten)
      continue;
    bool AreAllUnderstood = true;
    std::map<const MappedCopy *, std::vector<TileAccess>> ByTile;
    for (auto [A, Number] : zip(Accesses, T.K.Records)) {
      if (A.Effect != Effect || !T.Of.mayTouch(A, AreReads) ||
          (!AreReads && T.Of.mayTouch(A, /*Filled=*/true)))
        continue;
      const auto Found =
          A.Address && Number && !StringRef(A.Instruction).starts_with("wmma")
              ? judged(A, T.Facts.accesses()[*Number])
              : std::nullopt;
      AreAllUnderstood &= Found.has_value();
      if (!Found)
        continue;
      if (!Found->Index.IsRight)
        reportWrong(*Found);
      ByTile[Found->Tile.Copy].push_back(*Found);
    }
    for (auto &[Tile, Of] : ByTile)
      if (AreAllUnderstood && Tile->bytes())
        reportModes(Of);
  }
}

void findReaders(const TiledKernel &T, TmaFindings &To) {
  TileReaders(T, To).run();
}

void findUnalignedTiles(const TiledKernel &T, TmaFindings &To) {
  std::set<unsigned> Reported; // By array.
  for (const MappedCopy &M : T.Of.copies()) {
    if (!M.Map || !M.Array || M.Places.empty())
      continue;
    const uint64_t Wanted = repeatOf(M.Map->Mode);
    if (M.Alignment >= Wanted || !Reported.insert(*M.Array).second)
      continue;
    const StringRef Name = T.Of.nameOf(*M.Array);
    const auto Laid =
        find_if(T.K.Kernel->StaticArrays, [&](const StaticArray &S) {
          return S.Declaration && S.Declaration->Name == Name;
        });
    // A place counts from where shared memory begins.
    const bool IsOff = Laid != T.K.Kernel->StaticArrays.end() && Laid->Place &&
                       any_of(M.Places, [&](uint64_t P) {
                         return (*Laid->Place + P) % Wanted != 0;
                       });
    const AccessRecord At = T.recordAt(*M.Copy);
    const std::string Why = M.Map->Mode == SwizzleMode::None
                                ? messages::CopyEngineNeeds()
                                : messages::PeriodOfMode(nameOf(M.Map->Mode));
    Finding F =
        T.findingAt(At, IsOff ? Severity::Warning : Severity::Remark,
                    IsOff ? messages::UnalignedTile(Name, Wanted, Why)
                          : messages::AlignmentNotPromised(Name, Wanted, Why));
    if (IsOff)
      F.Notes.push_back({At.Where, messages::PlacedBehind(Name, *Laid->Place),
                         NoteKind::Figure});
    T.addMap(M, F);
    addOrigin(At, F);
    To.add("alignment", std::move(F));
  }
}

} // namespace warplint
