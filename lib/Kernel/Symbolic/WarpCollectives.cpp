//===- WarpCollectives.cpp - Shuffles, votes and reductions ---------------===//
//
// PTX ISA, sections "shfl.sync", "vote.sync", "redux.sync". A shuffle moves a
// computable value from a lane that can be computed, too. Votes and reductions
// give one value to all lanes that share the mask.
//
//===----------------------------------------------------------------------===//

#include "ExprBuilder.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace warplint {

/// shfl.mode d|p, value, b, clamp: the lanes fall into segments; a source
/// outside of the own segment gives the lane its own value, and p (field 1) is
/// false.
const LaneExpr *ExprBuilder::buildShuffle(CallBase &Call, StringRef Mode,
                                          unsigned Width, unsigned Field) {
  unsigned Last = Call.arg_size() - 1;
  const LaneExpr *Sent =
      Field == 0 ? build(Call.getArgOperand(Last - 2)) : C.boolean(true);
  if (Sent->width() != Width)
    return unknown(OpaqueReason::Shuffle, &Call, Width);
  if (Field == 0 && !Sent->isLaneVarying())
    return Sent;
  auto Number = [&](uint64_t N) { return C.constant(N, 32); };
  auto And = [&](const LaneExpr *L, const LaneExpr *R) {
    return C.binary(LaneOp::And, L, R);
  };
  const LaneExpr *Clamp = build(Call.getArgOperand(Last));
  const LaneExpr *Segments =
      And(C.binary(LaneOp::LShr, Clamp, Number(8)), Number(31));
  const LaneExpr *Within = C.binary(LaneOp::Xor, Segments, Number(31));
  const LaneExpr *Bound = And(Clamp, Number(31));
  const LaneExpr *Own = lane();
  const LaneExpr *B = And(build(Call.getArgOperand(Last - 1)), Number(31));
  const LaneExpr *First = And(Own, Segments);
  const LaneExpr *Limit = C.binary(LaneOp::Or, First, And(Bound, Within));
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
      Source = C.binary(LaneOp::Or, First, And(B, Within));
    // No lane lies behind the last one of the warp, and an index counts within
    // the segment.
    bool IsBounded = Mode.starts_with("down.") || Bound != Number(31) ||
                     (Mode.starts_with("bfly.") && Segments != Number(0));
    IsOutside =
        IsBounded ? C.binary(LaneOp::CmpSLt, Limit, Source) : C.boolean(false);
  }
  if (Field != 0)
    return C.logicalNot(IsOutside);
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

/// Field \p Field of the result of the intrinsic llvm.nvvm.\p Name, null if it
/// is no operation of the whole warp.
const LaneExpr *ExprBuilder::buildCollective(CallBase &Call, StringRef Name,
                                             unsigned Width, unsigned Field) {
  if (Name.consume_front("shfl.")) {
    Name.consume_front("sync.");
    return buildShuffle(Call, Name, Width, Field);
  }
  if (Field != 0)
    return Name == "elect.sync" ? electedLane(Call) : nullptr;
  if (Name.consume_front("vote."))
    return buildVote(Call, Name, Width);
  if (Name.starts_with("redux.sync.") || Name.starts_with("match.") ||
      Name == "activemask" || Name.starts_with("barrier"))
    return unknown(OpaqueReason::Shuffle, &Call, Width);
  return nullptr;
}

} // namespace warplint
