//===- AlignmentTest.cpp - Questions that are not about costs -------------===//

#include "LaneNotation.h"
#include <set>

using namespace warplint;

namespace {

ProofResult isMultiple(Value Address, uint64_t Of, const LaunchShape &Shape,
                       const LaneExpr *Guard = nullptr) {
  AlignmentEvaluator IsAligned(Of);
  return prove(*Address.Context,
               {.Evaluator = &IsAligned, .Address = Address.E, .Guard = Guard},
               Shape);
}

TEST(Alignment, MultiplesOfTheLaneAreMultiples) {
  // 16 * x in an array that begins at a multiple of 16.
  Kernel K;
  Value Address = K.array("s", 16) + 16 * K.x();
  EXPECT_EQ(isMultiple(Address, 16, block(64)).Kind, VerdictKind::Clean);
  // Of 32 where the array begins at one, and only the even lanes are.
  ProofResult Of32 = isMultiple(Address, 32, block(64));
  EXPECT_EQ(Of32.Kind, VerdictKind::Excess);
  EXPECT_EQ(isMultiple(K.array("t", 32) + 32 * K.x(), 32, block(64)).Kind,
            VerdictKind::Clean);
}

TEST(Alignment, PitchDecides) {
  // float4 at 4 * (pitch * y + 4 * x): as its rows are.
  Kernel K;
  Value Pitch = K.parameter("pitch", 1, 1 << 20);
  Value Address = K.array("s", 16) + 4 * (Pitch * K.y() + 4 * K.x());
  ProofResult R = isMultiple(Address, 16, block(8, 8));
  EXPECT_EQ(R.Kind, VerdictKind::Excess);
  EXPECT_TRUE(R.DependsOnCase);
  // One row for each residue of pitch modulo 4; multiples of 4 are fine.
  ASSERT_EQ(R.Rows.size(), 4u);
  for (const OutcomeRow &Row : R.Rows) {
    ASSERT_EQ(Row.Facts.size(), 1u);
    EXPECT_EQ(Row.Facts[0].Name, "pitch");
    EXPECT_EQ(Row.Facts[0].Modulus, 4u);
    EXPECT_EQ(Row.Outcome.excess(), Row.Facts[0].Value ? 1u : 0u);
  }
  // What is said is shown: some pitch and the threads of a warp.
  ASSERT_EQ(R.Witness.size(), WarpSize);
  bool IsShown = false;
  for (const LeafValues &Lane : R.Witness)
    IsShown |= *evaluate(K.context(), Address.E, Lane) % 16 != 0;
  EXPECT_TRUE(IsShown);
}

TEST(Alignment, KnownBitsOfAParameterCount) {
  Kernel K;
  Value Pitch =
      K.symbol({.Name = "pitch", .Lo = 0, .Hi = 1 << 20, .MultipleOf = 4});
  Value Address = K.array("s", 16) + 4 * (Pitch * K.y() + 4 * K.x());
  EXPECT_EQ(isMultiple(Address, 16, block(8, 8)).Kind, VerdictKind::Clean);
}

TEST(Alignment, ArraysChosenByTheLaneAreAllAligned) {
  // Costs are not known: nobody knows how far the arrays are apart.
  Kernel K;
  Value Address =
      select(K.x() < 16, K.array("a", 16), K.array("b", 16)) + 16 * K.x();
  EXPECT_EQ(isMultiple(Address, 16, block(32)).Kind, VerdictKind::Clean);
  EXPECT_EQ(K.load(16, Address).prove(block(32)).Reason,
            UnprovenReason::ArrayChosenByLane);
}

TEST(Alignment, OneLaneIsEnough) {
  // 16 * x + u in lane 0 alone: it has no conflict, but an alignment.
  Kernel K;
  Value U = K.parameter("u", 0, 64);
  Value Address = K.array("s", 16) + 16 * K.x() + U;
  Value Guard = K.x() == 0;
  EXPECT_EQ(isMultiple(Address, 16, block(32), Guard.E).Kind,
            VerdictKind::Excess);
  Value Both = Guard & ((U & 15) == 0);
  EXPECT_EQ(isMultiple(Address, 16, block(32), Both.E).Kind,
            VerdictKind::Clean);
}

TEST(Alignment, LoadedIndexIsUnproven) {
  Kernel K;
  Value Index = K.opaque(OpaqueReason::LoadedFromMemory, "idx[i]");
  ProofResult R = isMultiple(K.array("s", 16) + 4 * Index, 16, block(32));
  EXPECT_EQ(R.Kind, VerdictKind::Unproven);
  EXPECT_EQ(R.Failure.What, Obstacle::DataDependentAddress);
  // A multiple of 16, whatever was loaded. (Not seen: it is no number.)
  R = isMultiple(K.array("s", 16) + 16 * Index, 16, block(32));
  EXPECT_EQ(R.Kind, VerdictKind::Unproven);
}

/// Sectors of global memory as a third evaluator that the prover has never
/// heard of: so many blocks of 32 bytes are touched by loads of 4 bytes.
class SectorEvaluator final : public CaseEvaluator {
public:
  SectorEvaluator()
      : CaseEvaluator({.CommonPeriod = 32,
                       .Period = 32,
                       .Block = 32,
                       .WhereLanesMeet = EvaluatorTraits::Meeting::IsNoWorse,
                       .IsIdealForOneLane = true}) {}

  Outcome outcomeOf(const LaneAddresses &Address,
                    LaneMask Active) const override {
    std::set<uint64_t> Sectors, Words;
    for (unsigned L = 0; L < WarpSize; ++L)
      if (Active >> L & 1) {
        Sectors.insert(Address[L] / 32);
        Words.insert(Address[L] / 4);
      }
    return {unsigned(Sectors.size()), unsigned(Words.size() * 4 + 31) / 32};
  }
};

TEST(Questions, AnEvaluatorOfOnesOwnAgreesWithTheModel) {
  Kernel K;
  Value Stride = K.parameter("stride", 0, 16);
  Value Base = K.array("g", 128);
  const SectorEvaluator Sectors;
  for (Value Address :
       {Base + 4 * K.x(), Base + 4 + 4 * K.x(), Base + 4 * (Stride * K.x()),
        Base + 4 * (K.x() ^ Stride)}) {
    AccessProblem Load = K.access(RequestKind::GlobalLoad, 4, Address).Problem;
    const CostEvaluator Model(Load);
    WarpQuestion Asked = questionOf(Load, Model);
    ProofResult OfModel = prove(K.context(), Asked, block(64));
    Asked.Evaluator = &Sectors;
    ProofResult OfOnesOwn = prove(K.context(), Asked, block(64));
    EXPECT_EQ(OfOnesOwn.Kind, OfModel.Kind);
    EXPECT_NE(OfOnesOwn.Kind, VerdictKind::Unproven);
    EXPECT_EQ(OfOnesOwn.Worst.Outcome, OfModel.Worst.Outcome);
    EXPECT_EQ(OfOnesOwn.TotalValue, OfModel.TotalValue);
  }
}

} // namespace
