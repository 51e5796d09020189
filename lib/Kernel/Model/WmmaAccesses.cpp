//===- WmmaAccesses.cpp - Loads and stores of wmma fragments --------------===//
//
// nvcc makes a load or store of a fragment into several instructions that cost
// the same (Fragment.h). The access has the address of the first of them, built
// for each lane from the tile's address, its leading dimension and the
// fragment's lane table, and counts for all.
//
//===----------------------------------------------------------------------===//

#include "AccessCollector.h"
#include "warplint/Messages/Skipped.h"
#include "warplint/Warp/Fragment.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace warplint {

/// "wmma.m16n16k16.load.a.row.stride.f16.p3" in PTX's order of words:
/// "wmma.load.a.row.m16n16k16.f16". Empty for other forms.
static std::string ptxName(StringRef Name, bool &HasStride) {
  SmallVector<StringRef> Words;
  Name.split(Words, '.');
  if (Words.size() < 7 || (Words[2] != "load" && Words[2] != "store"))
    return {};
  HasStride = Words[5] == "stride";
  StringRef Type = HasStride ? Words[6] : Words[5];
  return (Twine("wmma.") + Words[2] + "." + Words[3] + "." + Words[4] + "." +
          Words[1] + "." + Type)
      .str();
}

/// Elements that lie side by side in the tile of \p F.
static unsigned lineElements(const Fragment &F) {
  const bool IsOfRows = F.Layout == FragmentLayout::RowMajor;
  switch (F.Use) {
  case FragmentUse::MatrixA:
    return IsOfRows ? F.K : F.M;
  case FragmentUse::MatrixB:
    return IsOfRows ? F.N : F.K;
  case FragmentUse::Accumulator:
    return IsOfRows ? F.N : F.M;
  }
  llvm_unreachable("unknown use");
}

/// Factor * E, without a node where it is 0.
static const LaneExpr *times(LaneContext &C, unsigned Factor,
                             const LaneExpr *E) {
  return C.binary(LaneOp::Mul, C.constant(Factor, E->width()), E, true);
}

/// The byte offset of each lane in a tile whose lines are \p Pitch elements
/// apart, by \p Requests' table.
static const LaneExpr *offsetInTile(LaneContext &C,
                                    const FragmentRequests &Requests,
                                    const LaneExpr *Lane,
                                    const LaneExpr *Pitch) {
  const unsigned Width = Pitch->width();
  const LaneExpr *Wide = C.cast(LaneOp::ZExt, Lane, Width);
  const LaneExpr *Quad = C.binary(LaneOp::LShr, Wide, C.constant(2, Width));
  const LaneExpr *Member = C.binary(LaneOp::And, Wide, C.constant(3, Width));
  auto Weighted = [&](unsigned OfQuad, unsigned OfMember) {
    return C.binary(LaneOp::Add, times(C, OfQuad, Quad),
                    times(C, OfMember, Member), true);
  };
  const LaneExpr *Line = Weighted(Requests.LineOfQuad, Requests.LineOfMember);
  const LaneExpr *Element =
      Weighted(Requests.ElementOfQuad, Requests.ElementOfMember);
  const LaneExpr *Index = C.binary(
      LaneOp::Add, C.binary(LaneOp::Mul, Line, Pitch, true), Element, true);
  if (Requests.ElementBits >= 8)
    return times(C, Requests.ElementBits / 8, Index);
  // Lines begin at bytes.
  return C.binary(LaneOp::LShr, Index,
                  C.constant(Log2_32(8 / Requests.ElementBits), Width));
}

void AccessCollector::setFragment(KernelAccess &Access,
                                  const std::optional<Fragment> &F,
                                  StringRef Name, const LaneExpr *Pitch) {
  const std::optional<FragmentRequests> Requests =
      F ? requestsOf(*F) : std::nullopt;
  if (!Requests || !Pitch) {
    if (Access.Obstacle.empty())
      Access.Obstacle = Requests ? messages::LanesNotMeasuredPitch(Name)
                                 : messages::LanesNotMeasured(Name);
    return;
  }
  Access.Kind = Requests->Kind;
  Access.BytesPerLane = Requests->BytesPerLane;
  Access.Instructions = Requests->Instructions;
  Access.TypeAlign = Requests->BytesPerLane;
  Access.LineBytes = lineElements(*F) * Requests->ElementBits / 8;
  if (Pitch->isConst())
    Access.PitchBytes = Pitch->constant() * Requests->ElementBits / 8;
  LaneContext &C = *Kernel.Context;
  const LaneExpr *Wide = Exprs.resize(Pitch, Access.Address->width());
  Access.Address =
      C.binary(LaneOp::Add, Access.Address,
               offsetInTile(C, *Requests, Exprs.lane(), Wide), true);
}

void AccessCollector::visitWmma(IntrinsicInst &I, StringRef Name) {
  bool HasStride = false;
  const std::string PtxName = ptxName(Name, HasStride);
  const std::optional<Fragment> F = parseFragment(PtxName);
  if (!F)
    return; // wmma.mma
  // "wmma.load.a", as messages call it.
  const size_t Length =
      StringRef(F->IsStore ? "wmma.store.d" : "wmma.load.a").size();
  KernelAccess *A = add(I, I.getArgOperand(0), RequestKind::SharedLoad, 0,
                        StringRef(PtxName).take_front(Length).str());
  if (!A)
    return;
  Tags.setVerb(I, AccessVerb::Wmma);
  A->Effect = F->IsStore ? AccessEffect::Write : AccessEffect::Read;
  const LaneExpr *Pitch = nullptr;
  if (HasStride)
    Pitch = Exprs.atHeader(I.getParent(),
                           Exprs.build(I.getArgOperand(I.arg_size() - 1)));
  setFragment(*A, F, PtxName, Pitch);
}

} // namespace warplint
