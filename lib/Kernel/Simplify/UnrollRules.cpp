//===- UnrollRules.cpp - Which loops nvcc takes apart ---------------------===//

#include "UnrollRules.h"
#include "Kernel/Memory/NvptxSpaces.h"
#include "Kernel/Source/AccessTags.h"
#include "LoopSize.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace warplint {

/// Instructions of the unrolled loop, see the header.
static constexpr uint64_t PlainLimit = 700, PlainMost = 900;
static constexpr uint64_t LeftLookedAt = 405, LeftOtherwise = 300;
/// With the pragma the compiler goes much further: 28,672 were unrolled.
static constexpr uint64_t PragmaLimit = 16'384;
/// Outermost loops of unknown length of at most so many iterations LLVM does not
/// touch. It may see a greater number than we do: the next power of two.
static constexpr uint64_t MostTripsForAssembler = 20;
static constexpr uint64_t MostSeenTrips = 15;
/// Of all copies of a loop that is unrolled in part.
static constexpr uint64_t PartLimit = 203;
/// Instructions of one body.
static constexpr uint64_t MostForFour = 50;
static constexpr uint64_t LeastForTwo = 58;
static constexpr uint64_t MostForTwo = 94;

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

/// The size of the body with the loops inside unrolled, at most; nothing when
/// one of them is not.
static std::optional<uint64_t> bodySizeOf(const Loop &L, ScalarEvolution &SE) {
  uint64_t Size = 0;
  const InvariantValues Leaving(L);
  for (const BasicBlock *Block : L.blocks()) {
    if (any_of(L.getSubLoops(),
               [&](const Loop *Inner) { return Inner->contains(Block); }))
      continue;
    for (const Instruction &I : *Block) {
      std::optional<uint64_t> One =
          Leaving.contains(&I) ? std::optional<uint64_t>(0) : instructionsOf(I);
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

/// Some instructions of each copy go, and LLVM looks closely at few iterations
/// only. What it does to loops of three to a hundred iterations is in the header.
static bool isWhollyUnrolled(uint64_t Size, uint64_t Trips) {
  constexpr uint64_t GoInEach = 6, MostLookedAt = 9;
  const bool IsLookedAt = Trips >> countr_zero(Trips) <= MostLookedAt;
  return Size * Trips <= PlainLimit &&
         (std::max(Size, GoInEach) - GoInEach) * Trips <=
             (IsLookedAt ? LeftLookedAt : LeftOtherwise);
}

/// The copies that a pragma asks for.
static std::optional<int> askedCopies(const Loop &L) {
  return getOptionalIntLoopAttribute(&L, "llvm.loop.unroll.count");
}

/// A pragma asks for as many copies as the loop has iterations.
static bool isAskedWhole(const Loop &L) {
  return getBooleanLoopAttribute(&L, "llvm.loop.unroll.enable") ||
         getBooleanLoopAttribute(&L, "llvm.loop.unroll.full");
}

/// Whether \p L is unrolled fully, of a body of \p Size instructions.
static bool fits(const Loop &L, uint64_t Trips, std::optional<uint64_t> Size) {
  const bool IsAsked = isAskedWhole(L) || askedCopies(L);
  return Size && (IsAsked ? *Size * Trips <= PragmaLimit
                          : isWhollyUnrolled(*Size, Trips));
}

/// Full unless something but the size of \p L may keep nvcc from it; then that.
static Unrolling mostUnrollingOf(const Loop &L, std::optional<uint64_t> Trips) {
  std::optional<int> Asked = askedCopies(L);
  if (getBooleanLoopAttribute(&L, "llvm.loop.unroll.disable") ||
      Asked.value_or(0) == 1)
    return Unrolling::Never;
  return Trips && (*Trips <= 1 || !Asked || uint64_t(*Asked) >= *Trips)
             ? Unrolling::Full
             : Unrolling::Perhaps;
}

/// As foldedBodySizeOf, if all loops in \p L are unrolled.
static std::optional<uint64_t> foldedSizeOf(const Loop &L,
                                            ScalarEvolution &SE) {
  const auto Inside = L.getLoopsInPreorder();
  if (Inside.size() == 1 || any_of(drop_begin(Inside), [&](const Loop *Inner) {
        return unrollingOf(*Inner, SE) != Unrolling::Full;
      }))
    return std::nullopt;
  return foldedBodySizeOf(
      L, SE, [&](const Loop &Inner) { return *tripCountOf(Inner, SE); },
      [&](const Loop &Other) {
        std::optional<uint64_t> Trips = tripCountOf(Other, SE);
        return mostUnrollingOf(Other, Trips) == Unrolling::Full &&
               (*Trips <= 1 || fits(Other, *Trips, bodySizeOf(Other, SE)));
      });
}

Unrolling unrollingOf(const Loop &L, ScalarEvolution &SE) {
  std::optional<uint64_t> Trips = tripCountOf(L, SE);
  const Unrolling Most = mostUnrollingOf(L, Trips);
  if (Most != Unrolling::Full || *Trips <= 1)
    return Most;
  return fits(L, *Trips, bodySizeOf(L, SE)) ||
                 fits(L, *Trips, foldedSizeOf(L, SE))
             ? Unrolling::Full
             : Unrolling::Perhaps;
}

/// What the branch at the end of \p Block compares; else null.
static const ICmpInst *comparisonIn(const BasicBlock &Block) {
  const auto *Branch = dyn_cast<BranchInst>(Block.getTerminator());
  return Branch && Branch->isConditional()
             ? dyn_cast<ICmpInst>(Branch->getCondition())
             : nullptr;
}

bool isBoundByOuterCounter(const Loop &L, ScalarEvolution &SE) {
  const Loop *Outer = L.getParentLoop();
  const BasicBlock *Exiting = L.getExitingBlock();
  if (!Outer || !Exiting || tripCountOf(L, SE) || !tripCountOf(*Outer, SE) ||
      unrollingOf(L, SE) == Unrolling::Never ||
      unrollingOf(*Outer, SE) == Unrolling::Never)
    return false;
  const auto *Branch = dyn_cast<BranchInst>(Exiting->getTerminator());
  if (!Branch || !Branch->isConditional())
    return false;
  SmallPtrSet<const Value *, 16> Seen;
  SmallVector<const Value *, 8> Work = {Branch->getCondition()};
  while (!Work.empty()) {
    const Value *V = Work.pop_back_val();
    if (isa<Constant>(V) || !Seen.insert(V).second)
      continue;
    const auto *I = dyn_cast<Instruction>(V);
    // What counts: numbers from constants, in these two loops.
    if (!I || !Outer->contains(I) || isa<CallBase>(I) ||
        I->mayReadOrWriteMemory() ||
        (isa<PHINode>(I) && I->getParent() != L.getHeader() &&
         I->getParent() != Outer->getHeader()))
      return false;
    append_range(Work, I->operand_values());
  }
  return true;
}

bool isCopiedWithTests(const Loop &L) {
  if (!isAskedWhole(L) && askedCopies(L).value_or(1) <= 1)
    return false;
  const BasicBlock *Exiting = L.getExitingBlock();
  return !Exiting || !comparisonIn(*Exiting);
}

/// \p Exiting ends \p L when a counter that begins with a constant says so.
static bool countsIn(const BasicBlock &Exiting, const Loop &L,
                     ScalarEvolution &SE) {
  const ICmpInst *Compare = comparisonIn(Exiting);
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

/// How often the body of \p L runs at most, where that is known.
static std::optional<uint64_t> mostTripsOf(const Loop &L, ScalarEvolution &SE) {
  const unsigned Most = SE.getSmallConstantMaxTripCount(&L);
  if (Most == 0)
    return std::nullopt;
  return Most - is_contained(testsOf(L), L.getHeader());
}

/// Stores go to global memory alone.
static bool writesGlobalAlone(const BasicBlock &Block) {
  return none_of(Block, [](const Instruction &I) {
    const auto *Store = dyn_cast<StoreInst>(&I);
    return I.mayWriteToMemory() && !isa<LoadInst>(I) &&
           !(Store &&
             isa<Argument>(getUnderlyingObject(Store->getPointerOperand())));
  });
}

bool isLeftToAssembler(const Loop &L, ScalarEvolution &SE) {
  std::optional<uint64_t> Most = mostTripsOf(L, SE);
  if (!L.isOutermost() || !Most || *Most < 2 || *Most > MostSeenTrips ||
      !leavesThroughHeader(L) || tripCountOf(L, SE) ||
      !countsFromConstant(L, SE))
    return false;
  const auto *Test = cast<ICmpInst>(
      cast<BranchInst>(L.getHeader()->getTerminator())->getCondition());
  // A bound that can't be negative makes another loop.
  bool MayBeNegative =
      Test->isSigned() && none_of(Test->operands(), [&](Value *Side) {
        return L.isLoopInvariant(Side) &&
               SE.isKnownNonNegative(SE.getSCEV(Side));
      });
  return MayBeNegative && all_of(L.blocks(), [&](const BasicBlock *Block) {
           return (Block == L.getHeader() || Block->getSingleSuccessor()) &&
                  writesGlobalAlone(*Block);
         });
}

const LoadInst *boundLoadedBefore(const Loop &L) {
  const BasicBlock *Exiting = L.getExitingBlock();
  const ICmpInst *Test = Exiting ? comparisonIn(*Exiting) : nullptr;
  if (!Test)
    return nullptr;
  for (const Value *Side : Test->operands()) {
    while (const auto *Cast = dyn_cast<CastInst>(Side))
      Side = Cast->getOperand(0);
    const auto *Load = dyn_cast<LoadInst>(Side);
    const auto *From = Load ? dyn_cast<GlobalVariable>(getUnderlyingObject(
                                  Load->getPointerOperand()))
                            : nullptr;
    if (From && !Load->getMetadata(VolatileInSource) &&
        memoryOf(From->getAddressSpace()) == MemorySpace::Shared &&
        L.isLoopInvariant(Load->getPointerOperand()))
      return all_of(L.blocks(),
                    [](const BasicBlock *Block) {
                      return writesGlobalAlone(*Block);
                    })
                 ? Load
                 : nullptr;
  }
  return nullptr;
}

/// The copies of a body of \p Size instructions that LLVM has room for.
static uint64_t roomFor(uint64_t Size) {
  return llvm::bit_floor(PartLimit / (std::max<uint64_t>(Size, 3) - 2));
}

/// How many copies nvcc makes by itself of a body of at most \p Size
/// instructions.
static std::optional<unsigned> copiesBySize(const Loop &L, uint64_t Size,
                                            ScalarEvolution &SE) {
  std::optional<uint64_t> Trips = tripCountOf(L, SE), Most = mostTripsOf(L, SE);
  if (!Trips && Most && L.isOutermost() && *Most <= MostTripsForAssembler)
    return Size <= MostForFour && isLeftToAssembler(L, SE) ? std::optional(2u)
                                                           : std::nullopt;
  if (Most && *Most < 8)
    return std::nullopt;
  if (Trips && !isPowerOf2_64(*Trips)) {
    // Of other lengths it takes what divides them, if not all.
    if (*Trips % 8 != 0 || Size * *Trips <= PlainMost || roomFor(Size) < 8)
      return std::nullopt;
    return std::min<uint64_t>(*Trips & -*Trips, roomFor(Size));
  }
  if (Size <= MostForFour)
    return Trips ? std::max<uint64_t>(std::min(*Trips, roomFor(Size)), 4) : 4;
  bool Two = Size <= MostForTwo && L.isInnermost() &&
             leastBodySizeOf(L) >= LeastForTwo;
  return Two ? std::optional(2u) : std::nullopt;
}

std::optional<unsigned> copiesOf(const Loop &L, ScalarEvolution &SE) {
  if (unrollingOf(L, SE) != Unrolling::Perhaps || !countsFromConstant(L, SE) ||
      (isa<SCEVCouldNotCompute>(SE.getBackedgeTakenCount(&L)) &&
       !boundLoadedBefore(L)))
    return std::nullopt;
  std::optional<uint64_t> Size = bodySizeOf(L, SE);
  if (auto Folded = foldedSizeOf(L, SE))
    Size = Size ? std::min(*Size, *Folded) : *Folded;
  if (!Size)
    return std::nullopt;
  std::optional<int> Asked = askedCopies(L);
  if (!Asked)
    return copiesBySize(L, *Size, SE);
  const uint64_t Copies = *Asked;
  std::optional<uint64_t> Trips = tripCountOf(L, SE), Most = mostTripsOf(L, SE);
  if (*Size * Copies > PragmaLimit || (Most && *Most < 2 * Copies) ||
      (Trips && *Trips % Copies != 0))
    return std::nullopt;
  return Copies;
}

} // namespace warplint
