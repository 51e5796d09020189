//===- Traffic.cpp - How far down requests to global memory go ------------===//

#include "Traffic.h"
#include "Lane/Expr/ConstantDistance.h"
#include "Lane/Expr/LaneWalk.h"
#include "warplint/Warp/Target.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

Traffic::Traffic(const LaneContext &Context, ArrayRef<GlobalRequest> All,
                 Executions &Times)
    : Context(Context), Times(Times) {
  for (const GlobalRequest &R : All)
    for (unsigned Symbol : symbolsIn(*R.Access, SymbolKind::BlockIdx))
      BlockIndices.insert(Symbol);
}

SmallSet<unsigned, 4> Traffic::symbolsIn(const KernelAccess &A,
                                         SymbolKind Kind) const {
  SmallSet<unsigned, 4> Found;
  if (!A.Address)
    return Found;
  forEachBelow(A.Address, [&](const LaneExpr *E, auto &Rest) {
    if (E->op() == LaneOp::Recurrence) {
      Rest.push_back(Context.recurrenceAt(E->index()).Init);
      Rest.push_back(Context.recurrenceAt(E->index()).Next);
    }
    if (E->op() == LaneOp::Symbol && Context.symbolAt(E->index()).Kind == Kind)
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
    forEachBelow(A.Address, [&](const LaneExpr *E, auto &Rest) {
      switch (E->op()) {
      case LaneOp::Iteration:
        Loops.insert(E->index());
        break;
      case LaneOp::Recurrence:
        Loops.insert(Context.recurrenceAt(E->index()).Loop);
        Rest.push_back(Context.recurrenceAt(E->index()).Init);
        Rest.push_back(Context.recurrenceAt(E->index()).Next);
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

/// "4 * iteration": the part of a sector that a round of the innermost loop
/// goes on by; 1 where it is not known, or a whole one.
double Traffic::walkedShare(const GlobalRequest &R) const {
  const KernelAccess &A = *R.Access;
  if (A.Effect != AccessEffect::Read || !A.Address || A.Loops.empty())
    return 1;
  for (const auto &[Atom, Coefficient] : formOf(A.Address).Terms) {
    const LaneExpr *E = Atom;
    while (E->op() == LaneOp::ZExt || E->op() == LaneOp::SExt)
      E = E->operand(0);
    if (E->op() == LaneOp::Iteration && E->index() == A.Loops.back())
      return std::min(1.0, double(std::max(Coefficient, A.BytesPerLane)) /
                               SectorBytes);
  }
  return 1;
}

TripSum Traffic::timesAtL2(const GlobalRequest &R) {
  if (R.Access->Effect != AccessEffect::Read)
    return Times.of(*R.Access);
  const SmallSet<unsigned, 4> Loops = loopsOf(Context, *R.Access);
  return Times.of(*R.Access,
                  [&](unsigned Loop) { return Loops.contains(Loop); });
}

PipeUse Traffic::atL2(const GlobalRequest &R) {
  PipeUse Use;
  Use.In = Pipe::L2;
  TripSum Executed;
  Executed.add(timesAtL2(R), shareOfWarps(*R.Access));
  // Where sectors are walked through, each round takes a part of all of them.
  const double Now = R.Sectors > R.Packed ? R.Sectors * walkedShare(R) : 0;
  Use.Units.add(Executed, std::max(Now, R.Packed));
  Use.AtBest.add(Executed, R.Packed);
  return Use;
}

/// Other blocks ask for the same.
bool Traffic::isShared(const GlobalRequest &R) const {
  if (!R.Access->Address)
    return false;
  const SmallSet<unsigned, 4> Own = symbolsIn(*R.Access, SymbolKind::BlockIdx);
  return any_of(BlockIndices, [&](unsigned B) { return !Own.contains(B); });
}

/// An access some elements further on in the same array was counted already: a
/// stencil.
bool Traffic::isCounted(const GlobalRequest &R) {
  if (!R.Access->Address || !R.Access->Address->isLaneVarying())
    return false;
  const AddressForm Form = formOf(R.Access->Address);
  uint32_t Stride = 0;
  for (const auto &[Atom, Coefficient] : Form.Terms)
    if (Atom->isLaneVarying() && (Stride == 0 || Coefficient < Stride))
      Stride = Coefficient;
  auto &Offsets = Counted[{R.Access->Effect == AccessEffect::Read,
                           {Form.Terms.begin(), Form.Terms.end()}}];
  const int64_t Offset = int32_t(Form.Offset);
  const bool IsNear = any_of(Offsets, [&](int64_t Other) {
    const int64_t Distance = std::abs(Offset - Other);
    return Stride && Distance % Stride == 0 &&
           Distance < int64_t(Stride) * WarpSize;
  });
  Offsets.push_back(Offset);
  return IsNear;
}

TripSum Traffic::atDram(const GlobalRequest &R) {
  TripSum Sum;
  if (isShared(R) || isCounted(R))
    return Sum;
  const SmallSet<unsigned, 4> Loops = loopsOf(Context, *R.Access);
  Sum.add(
      Times.of(*R.Access, [&](unsigned Loop) { return Loops.contains(Loop); }),
      R.Packed * shareOfWarps(*R.Access));
  return Sum;
}

} // namespace warplint
