//===- WarpCollectives.cpp - Shuffles, votes and reductions ---------------===//
//
// PTX ISA, sections "shfl.sync", "vote.sync", "redux.sync". A shuffle moves a
// computable value from a lane that can be computed, too. Votes and reductions
// give one value to all lanes that share the mask.
//
//===----------------------------------------------------------------------===//

#include "ExprBuilder.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace warplint {

/// shfl.mode d, value, b, clamp: the lanes fall into segments; a source outside
/// of the own segment gives the lane its own value.
const LaneExpr *ExprBuilder::buildShuffle(CallBase &Call, StringRef Mode,
                                          unsigned Width) {
  unsigned Last = Call.arg_size() - 1;
  const LaneExpr *Sent = build(Call.getArgOperand(Last - 2));
  if (Sent->width() != Width)
    return unknown(OpaqueReason::Shuffle, &Call, Width);
  if (!Sent->isLaneVarying())
    return Sent;
  const auto *Clamp = dyn_cast<ConstantInt>(Call.getArgOperand(Last));
  if (!Clamp)
    return unknown(OpaqueReason::Shuffle, &Call, Width);
  uint64_t Segments = Clamp->getZExtValue() >> 8 & 31;
  uint64_t Bound = Clamp->getZExtValue() & 31;
  auto Number = [&](uint64_t N) { return C.constant(N, 32); };
  auto And = [&](const LaneExpr *L, uint64_t Mask) {
    return C.binary(LaneOp::And, L, Number(Mask));
  };
  const LaneExpr *Own = lane();
  const LaneExpr *B = And(build(Call.getArgOperand(Last - 1)), 31);
  const LaneExpr *First = And(Own, Segments);
  const LaneExpr *Limit =
      C.binary(LaneOp::Or, First, Number(Bound & ~Segments));
  const LaneExpr *Source;
  const LaneExpr *IsOutside;
  if (Mode.starts_with("up.")) {
    Source = C.sub(Own, B, true);
    IsOutside = C.binary(LaneOp::CmpSLt, Source, Limit);
  } else {
    if (Mode.starts_with("down."))
      Source = C.binary(LaneOp::Add, Own, B, true);
    else if (Mode.starts_with("bfly."))
      Source = C.binary(LaneOp::Xor, Own, B);
    else
      Source = C.binary(LaneOp::Or, First, And(B, ~Segments & 31));
    // No lane lies behind the last one of the warp, and an index counts within
    // the segment.
    bool IsBounded = Mode.starts_with("down.") || Bound != 31 ||
                     (Mode.starts_with("bfly.") && Segments);
    IsOutside =
        IsBounded ? C.binary(LaneOp::CmpSLt, Limit, Source) : C.boolean(false);
  }
  Source = C.select(IsOutside, Own, Source);
  if (const LaneExpr *Unknown = opaqueIn(Sent)) {
    // What one lane sends is the same for all, whatever it is.
    if (!Source->isLaneVarying())
      return freshSymbol(nameOf(&Call), Width, &Call);
    return opaque(OpaqueReason::Shuffle, &Call, Width,
                  C.opaqueAt(Unknown->index()).What);
  }
  return C.shuffle(Sent, Source);
}

const LaneExpr *ExprBuilder::buildVote(CallBase &Call, StringRef Mode,
                                       unsigned Width) {
  const LaneExpr *Voted = build(Call.getArgOperand(Call.arg_size() - 1));
  bool IsDecision = Mode.starts_with("all") || Mode.starts_with("any");
  if (IsDecision && !Voted->isLaneVarying())
    return Voted;
  if (Mode.starts_with("uni") && !Voted->isLaneVarying())
    return C.boolean(true);
  return unknown(OpaqueReason::Shuffle, &Call, Width);
}

/// The result of the intrinsic llvm.nvvm.\p Name, null if it is no operation of
/// the whole warp.
const LaneExpr *ExprBuilder::buildCollective(CallBase &Call, StringRef Name,
                                             unsigned Width) {
  if (Name.consume_front("shfl.")) {
    Name.consume_front("sync.");
    return buildShuffle(Call, Name, Width);
  }
  if (Name.consume_front("vote."))
    return buildVote(Call, Name, Width);
  if (Name.starts_with("redux.sync.") || Name.starts_with("match.") ||
      Name == "activemask" || Name.starts_with("barrier"))
    return unknown(OpaqueReason::Shuffle, &Call, Width);
  return nullptr;
}

} // namespace warplint
