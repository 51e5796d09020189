//===- UnrollRules.cpp - Which loops nvcc takes apart ---------------------===//

#include "UnrollRules.h"
#include "DeviceIntrinsics.h"
#include "warplint/Kernel/InlinePtx.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace warplint {

/// Instructions of the unrolled loop, see the header.
static constexpr uint64_t PlainLimit = 550;
/// With the pragma the compiler goes much further: 28,672 were unrolled.
static constexpr uint64_t PragmaLimit = 16'384;
static constexpr uint64_t PartLimit = 160;

bool leavesThroughHeader(const Loop &L) {
  // A loop of a single block has its exit behind the body, not before it.
  return L.getExitingBlock() == L.getHeader() &&
         L.getLoopLatch() != L.getHeader();
}

/// Nothing but tests of a few values.
static bool onlyTests(const BasicBlock &Block) {
  constexpr unsigned MostInstructions = 4;
  unsigned Count = 0;
  return all_of(Block, [&](const Instruction &I) {
    return isa<DbgInfoIntrinsic>(I) || I.isTerminator() ||
           (++Count <= MostInstructions && !isa<PHINode>(I) &&
            isSafeToSpeculativelyExecute(&I));
  });
}

SmallVector<const BasicBlock *, 2> testsOf(const Loop &L) {
  if (const BasicBlock *Only = L.getExitingBlock())
    return {Only};
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  const BasicBlock *Header = L.getHeader();
  const BasicBlock *Exit = L.getUniqueExitBlock();
  if (Exiting.size() != 2 || !Exit || !is_contained(Exiting, Header))
    return {};
  const BasicBlock *Second = Exiting[Exiting[0] == Header];
  if (Second->getSinglePredecessor() != Header || !onlyTests(*Second) ||
      Second == L.getLoopLatch())
    return {};
  // What is handed on must not tell the tests apart.
  for (const PHINode &Phi : Exit->phis())
    if (Phi.getIncomingValueForBlock(Header) !=
        Phi.getIncomingValueForBlock(Second))
      return {};
  return {Header, Second};
}

std::optional<uint64_t> tripCountOf(const Loop &L, ScalarEvolution &SE) {
  if (!L.getExitingBlock())
    return std::nullopt;
  const auto *Taken = dyn_cast<SCEVConstant>(SE.getBackedgeTakenCount(&L));
  if (!Taken || Taken->getAPInt().getActiveBits() > 31)
    return std::nullopt;
  return Taken->getAPInt().getZExtValue() + (leavesThroughHeader(L) ? 0 : 1);
}

/// What an instruction counts for; nothing when it stands for many.
static std::optional<uint64_t> sizeOf(const Instruction &I) {
  if (isa<PHINode, DbgInfoIntrinsic>(I) || isPartOfPtxBlock(I))
    return 0;
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return 1;
  const auto *Intrinsic = dyn_cast<IntrinsicInst>(Call);
  if (!Intrinsic && !Call->isInlineAsm())
    return straightSizeOf(*Call);
  if (Intrinsic && Intrinsic->getIntrinsicID() == Intrinsic::fmuladd)
    return 2;
  return 1;
}

/// The size of the body with the loops inside unrolled; nothing when one of
/// them is not.
static std::optional<uint64_t> bodySizeOf(const Loop &L, ScalarEvolution &SE) {
  uint64_t Size = 0;
  for (const BasicBlock *Block : L.blocks()) {
    if (any_of(L.getSubLoops(),
               [&](const Loop *Inner) { return Inner->contains(Block); }))
      continue;
    for (const Instruction &I : *Block) {
      std::optional<uint64_t> One = sizeOf(I);
      if (!One)
        return std::nullopt;
      Size += *One;
    }
  }
  for (const Loop *Inner : L.getSubLoops()) {
    std::optional<uint64_t> Trips = tripCountOf(*Inner, SE);
    if (!Trips || unrollingOf(*Inner, SE) != Unrolling::Full)
      return std::nullopt;
    std::optional<uint64_t> InnerSize = bodySizeOf(*Inner, SE);
    if (!InnerSize)
      return std::nullopt;
    Size += *InnerSize * *Trips;
  }
  return Size;
}

Unrolling unrollingOf(const Loop &L, ScalarEvolution &SE) {
  std::optional<int> Asked =
      getOptionalIntLoopAttribute(&L, "llvm.loop.unroll.count");
  if (getBooleanLoopAttribute(&L, "llvm.loop.unroll.disable") ||
      Asked.value_or(0) == 1)
    return Unrolling::Never;
  std::optional<uint64_t> Trips = tripCountOf(L, SE);
  if (!Trips)
    return Unrolling::Perhaps;
  if (*Trips <= 1)
    return Unrolling::Full;
  bool Pragma = getBooleanLoopAttribute(&L, "llvm.loop.unroll.enable") ||
                getBooleanLoopAttribute(&L, "llvm.loop.unroll.full");
  if (Asked) {
    if (uint64_t(*Asked) < *Trips)
      return Unrolling::Perhaps;
    Pragma = true;
  }
  std::optional<uint64_t> Size = bodySizeOf(L, SE);
  bool Fits = Size && *Size * *Trips <= (Pragma ? PragmaLimit : PlainLimit);
  return Fits ? Unrolling::Full : Unrolling::Perhaps;
}

/// \p Exiting ends \p L when a counter that begins with a constant says so.
static bool countsIn(const BasicBlock &Exiting, const Loop &L,
                     ScalarEvolution &SE) {
  const auto *Branch = dyn_cast<BranchInst>(Exiting.getTerminator());
  const auto *Compare = Branch && Branch->isConditional()
                            ? dyn_cast<ICmpInst>(Branch->getCondition())
                            : nullptr;
  return Compare && any_of(Compare->operands(), [&](Value *Side) {
           if (!SE.isSCEVable(Side->getType()))
             return false;
           const auto *Counter = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Side));
           return Counter && Counter->getLoop() == &L && Counter->isAffine() &&
                  Counter->getType()->isIntegerTy() &&
                  isa<SCEVConstant>(Counter->getStart()) &&
                  isa<SCEVConstant>(Counter->getStepRecurrence(SE));
         });
}

bool countsFromConstant(const Loop &L, ScalarEvolution &SE) {
  return any_of(testsOf(L), [&](const BasicBlock *Exiting) {
    return countsIn(*Exiting, L, SE);
  });
}

std::optional<unsigned> copiesOf(const Loop &L, ScalarEvolution &SE) {
  if (unrollingOf(L, SE) != Unrolling::Perhaps || !countsFromConstant(L, SE) ||
      isa<SCEVCouldNotCompute>(SE.getBackedgeTakenCount(&L)))
    return std::nullopt;
  std::optional<uint64_t> Trips = tripCountOf(L, SE);
  std::optional<int> Asked =
      getOptionalIntLoopAttribute(&L, "llvm.loop.unroll.count");
  unsigned Copies = Asked.value_or(4);
  unsigned Most = SE.getSmallConstantMaxTripCount(&L);
  if (Most != 0 && Most < 2 * Copies)
    return std::nullopt;
  if (Trips && (Asked ? *Trips % Copies != 0 : !isPowerOf2_64(*Trips)))
    return std::nullopt;
  std::optional<uint64_t> Size = bodySizeOf(L, SE);
  uint64_t Limit = Asked ? PragmaLimit : PartLimit;
  return Size && *Size * Copies <= Limit ? std::optional(Copies) : std::nullopt;
}

} // namespace warplint
