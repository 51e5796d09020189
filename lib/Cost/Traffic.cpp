//===- Traffic.cpp - How far down requests to global memory go ------------===//

#include "Traffic.h"
#include "Lane/Expr/AddressForm.h"
#include "Lane/Expr/LaneWalk.h"
#include "warplint/Warp/Target.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace warplint {

Traffic::Traffic(const LaneContext &Context, ArrayRef<GlobalRequest> All,
                 Executions &Times, double BlocksOnSM)
    : Context(Context), All(All), Times(Times), BlocksOnSM(BlocksOnSM) {
  for (const GlobalRequest &R : All)
    for (unsigned Symbol : blockIndicesIn(*R.Access))
      BlockIndices.insert(Symbol);
}

SmallSet<unsigned, 4> Traffic::blockIndicesIn(const KernelAccess &A) const {
  SmallSet<unsigned, 4> Found;
  if (!A.Address)
    return Found;
  forEachNode(Context, A.Address, [&](const LaneExpr *E) {
    if (E->op() == LaneOp::Symbol &&
        Context.symbolAt(E->index()).Kind == SymbolKind::BlockIdx)
      Found.insert(E->index());
  });
  return Found;
}

/// The loops in which the address of \p A changes; all where it is not known.
static SmallSet<unsigned, 4> loopsOf(const LaneContext &Context,
                                     const KernelAccess &A) {
  SmallSet<unsigned, 4> Loops;
  bool IsKnown = A.Address != nullptr;
  if (IsKnown)
    forEachNode(Context, A.Address, [&](const LaneExpr *E) {
      switch (E->op()) {
      case LaneOp::Iteration:
        Loops.insert(E->index());
        break;
      case LaneOp::Recurrence:
        Loops.insert(Context.recurrenceAt(E->index()).Loop);
        break;
      case LaneOp::Opaque:
        IsKnown = false;
        break;
      case LaneOp::Symbol:
        // It may be another one in every round.
        IsKnown &= Context.symbolAt(E->index()).Kind != SymbolKind::Other &&
                   Context.symbolAt(E->index()).Kind != SymbolKind::UniformLoad;
        break;
      default:
        break;
      }
    });
  if (!IsKnown)
    Loops.insert(A.Loops.begin(), A.Loops.end());
  return Loops;
}

/// The axes of threadIdx that the address of \p A depends on.
static std::array<bool, 3> axesOf(const KernelAccess &A) {
  std::array<bool, 3> Axes = {};
  forEachBelow(A.Address, [&](const LaneExpr *E, auto &) {
    if (E->op() == LaneOp::ThreadIdx)
      Axes[E->index()] = true;
    if (E->op() == LaneOp::Opaque || E->op() == LaneOp::Recurrence)
      Axes = {true, true, true};
  });
  return Axes;
}

/// The part of all warps' sectors that is left when what several warps load is
/// loaded once: threads with an address of their own, of the whole block and of
/// each warp.
double Traffic::shareOfWarps(const KernelAccess &A) const {
  if (!A.Address || A.Effect != AccessEffect::Read)
    return 1;
  const LaunchShape &Shape = Times.shape();
  const std::array<bool, 3> Axes = axesOf(A);
  double OfBlock = 1, OfWarps = Times.warps(), Lanes = WarpSize;
  const std::array Extents = {*Shape.X, *Shape.Y, *Shape.Z};
  for (auto [Axis, Extent] : enumerate(Extents)) {
    const double InWarp = std::min<double>(Extent, std::max(Lanes, 1.0));
    Lanes /= Extent;
    if (!Axes[Axis])
      continue;
    OfBlock *= Extent;
    OfWarps *= InWarp;
  }
  return std::min(1.0, OfBlock / OfWarps);
}

/// By how many bytes the address of \p A goes on in a round of the innermost of
/// \p Loops: of "in + 4 * iteration" 4. Nothing where that is not known.
static std::optional<double> stepOf(const KernelAccess &A,
                                    const SmallSet<unsigned, 4> &Loops) {
  const auto Innermost = find_if(
      reverse(A.Loops), [&](unsigned Loop) { return Loops.contains(Loop); });
  if (!A.Address || Innermost == A.Loops.rend())
    return std::nullopt;
  const auto Step = stepOf(formOf(A.Address), *Innermost);
  return Step ? std::optional(std::abs(double(*Step))) : std::nullopt;
}

/// Not only since the first sector is used in part.
static bool hasGaps(const GlobalRequest &R) {
  return R.Sectors >= 2 * R.Packed;
}

/// Sectors of a load that the rounds before have not loaded. Where they have gaps
/// each sector goes on by itself, else all together.
static double newSectors(const GlobalRequest &R, std::optional<double> Step) {
  if (!Step || R.Access->Effect != AccessEffect::Read)
    return R.Sectors;
  const double Part = *Step / SectorBytes;
  return hasGaps(R) ? R.Sectors * std::min(1.0, Part)
                    : std::min(R.Sectors, Part);
}

/// Blocks on an SM that ask for the same at about the same time: all, where an
/// address is that of every block.
double Traffic::blocksTogether(const KernelAccess &A) const {
  return !BlockIndices.empty() && isOfAllBlocks(A) ? BlocksOnSM : 1;
}

/// Other blocks ask for the same.
bool Traffic::isShared(const KernelAccess &A) const {
  if (!A.Address)
    return false;
  const SmallSet<unsigned, 4> Own = blockIndicesIn(A);
  return any_of(BlockIndices, [&](unsigned B) { return !Own.contains(B); });
}

/// Marks those bytes of \p Known, which begin \p Distance bytes behind a piece of
/// \p Bytes, that the piece has, where there is one in every \p Stride bytes.
static void markKnown(BitVector &Known, int64_t Distance, int64_t Bytes,
                      int64_t Stride) {
  const int64_t Size = Known.size();
  const int64_t Behind = (Distance % Stride + Stride) % Stride;
  for (int64_t Begin = -Behind; Begin < Size; Begin += Stride) {
    const int64_t From = std::max<int64_t>(Begin, 0),
                  To = std::min(Begin + Bytes, Size);
    if (From < To)
      Known.set(From, To);
  }
}

/// Whether bytes at both offsets lie in one sector, in all lanes that access an
/// element of \p Form each. Where the elements are whole sectors, so is what lies
/// before them, as far as is known.
static bool isOneSector(const AddressForm &Form, int64_t A, int64_t B) {
  const bool IsAligned = all_of(Form.Terms, [](const auto &Term) {
    return Term.second % SectorBytes == 0 ||
           (Term.second == 1 && !Term.first->isLaneVarying());
  });
  return IsAligned ? divideFloorSigned(A, SectorBytes) ==
                         divideFloorSigned(B, SectorBytes)
                   : std::abs(A - B) < SectorBytes;
}

/// Of an array of structures the members share sectors, of a stencil the elements
/// are the same.
Traffic::Counted Traffic::countedOf(size_t Number) {
  const GlobalRequest &R = All[Number];
  const KernelAccess &A = *R.Access;
  if (!A.Address || !A.Address->isLaneVarying())
    return {};
  // Of copies of an access only one address is at hand. Where each has gaps they
  // fill one another's.
  if (R.IsCopy)
    return hasGaps(R) ? Counted{FirstOfCopies, 1} : Counted();
  const AddressForm Form = formOf(A.Address);
  int64_t Stride = 0;
  for (const auto &[Atom, Coefficient] : Form.Terms)
    if (const int64_t Step = std::abs(int64_t(int32_t(Coefficient)));
        Atom->isLaneVarying() && (Stride == 0 || Step < Stride))
      Stride = Step;
  const bool IsRead = A.Effect == AccessEffect::Read;
  auto &Others = Pieces[{IsRead,
                         IsRead ? std::vector<unsigned>() : A.Loops,
                         {Form.Terms.begin(), Form.Terms.end()}}];
  const int64_t Offset = int32_t(Form.Offset);
  Counted Found;
  BitVector Known(std::max(1u, A.BytesPerLane));
  for (const Piece &Other : Others) {
    const int64_t Distance = std::abs(Offset - Other.Offset);
    const bool IsNear = Stride && Distance < Stride * WarpSize;
    if (IsNear)
      markKnown(Known, Offset - Other.Offset, Other.Bytes, Stride);
    if (!Found.First &&
        (isOneSector(Form, Offset, Other.Offset) ||
         (IsNear && (Stride <= SectorBytes || Distance % Stride == 0))))
      Found.First = Other.First;
  }
  Found.NewBytes = 1 - double(Known.count()) / Known.size();
  Others.push_back({Offset, Known.size(), Found.First.value_or(Number)});
  return Found;
}

/// Another loop has walked through the same: what a block has loaded lately, L2
/// has.
bool Traffic::isLoadedAgain(const GlobalRequest &R) {
  const KernelAccess &A = *R.Access;
  if (!A.Address || !A.Address->isLaneVarying() || R.IsCopy ||
      A.Effect != AccessEffect::Read)
    return false;
  std::vector<std::pair<const LaneExpr *, uint32_t>> Walk;
  for (auto [Atom, Coefficient] : formOf(A.Address).Terms) {
    bool IsRound = withoutExtensions(Atom)->op() == LaneOp::Iteration;
    Walk.emplace_back(IsRound ? nullptr : Atom, Coefficient);
  }
  llvm::sort(Walk);
  auto [Known, IsNew] = Walks.try_emplace(std::move(Walk), A.Loops);
  return !IsNew && Known->second != A.Loops;
}

/// Adds what request \p Number asks for to \p Sums.
void Traffic::addBelow(size_t Number, std::vector<SectorsBelow> &Sums) {
  const GlobalRequest &R = All[Number];
  const KernelAccess &A = *R.Access;
  const Counted Known = countedOf(Number);
  if (!R.IsCopy)
    FirstOfCopies = Known.First.value_or(Number);
  const SmallSet<unsigned, 4> Loops = loopsOf(Context, A);
  const auto Changes = [&](unsigned Loop) { return Loops.contains(Loop); };
  const double New = newSectors(R, stepOf(A, Loops));
  const double Used = std::min(New, R.Packed) * Known.NewBytes;
  TripSum Once;
  Once.add(Times.of(A, Changes), shareOfWarps(A));
  SectorsBelow &Sum = Sums[Number];
  if (Known.First)
    Sum.HasNeighbors = Sums[*Known.First].HasNeighbors = true;
  if (A.Effect == AccessEffect::Update) {
    Sum.L2.add(Times.of(A), R.Sectors);
    Sum.L2AtBest.add(Times.of(A), R.Packed);
  } else {
    // What the first one's sectors have no room for lies in others. Stores of a
    // warp to the same sectors leave L1 together.
    const TripSum Asked = A.Effect == AccessEffect::Read ? Once : Times.of(A);
    double &Room = Unused[Known.First.value_or(Number)];
    if (!Known.First)
      Room = New;
    const double Held = std::min(Room, Used);
    Room -= Held;
    const double Together =
        A.Effect == AccessEffect::Read ? blocksTogether(A) : 1;
    Sum.L2.add(Asked, (Known.First ? Used - Held : New) / Together);
    Sum.L2AtBest.add(Asked, (Used - Held) / Together);
    Sums[Known.First.value_or(Number)].L2AtBest.add(Asked, Held / Together);
  }
  if (!isShared(A) && !isLoadedAgain(R))
    Sum.Dram.add(Once, Used);
}

std::vector<SectorsBelow> Traffic::below() {
  std::vector<SectorsBelow> Sums(All.size());
  Unused.assign(All.size(), 0);
  for (size_t Number = 0; Number != All.size(); ++Number)
    addBelow(Number, Sums);
  return Sums;
}

} // namespace warplint
