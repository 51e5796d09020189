//===- AlignmentTest.cpp - Questions that are not about costs -------------===//

#include "LaneNotation.h"
#include <map>
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
  // Multiples of 32 if the array begins at one: only the even lanes.
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

ProofResult mostAtOne(Value Address, const LaunchShape &Shape,
                      const LaneExpr *Guard = nullptr) {
  ContentionEvaluator Contention;
  return prove(*Address.Context,
               {.Evaluator = &Contention, .Address = Address.E, .Guard = Guard},
               Shape);
}

TEST(Contention, LanesOfOneAddressAreCounted) {
  // 4 * (a * x mod m): lanes x and x + m / gcd(a, m) meet.
  Kernel K;
  Value Base = K.array("s", 16);
  for (unsigned A = 0; A != 9; ++A)
    for (unsigned M = 1; M != 40; ++M) {
      std::map<unsigned, unsigned> Lanes;
      for (unsigned X = 0; X != WarpSize; ++X)
        ++Lanes[A * X % M];
      unsigned Most = 0;
      for (auto [Element, Count] : Lanes)
        Most = std::max(Most, Count);
      ProofResult R = mostAtOne(Base + 4 * (K.x() * A % M), block(32));
      EXPECT_EQ(R.Kind, Most > 1 ? VerdictKind::Excess : VerdictKind::Clean);
      EXPECT_EQ(R.Worst.Outcome.Value, Most) << A << " mod " << M;
    }
}

TEST(Contention, LanesThatTakeNoPartAreNot) {
  Kernel K;
  Value Word = K.array("s", 16);
  EXPECT_EQ(mostAtOne(Word, block(32), (K.x() < 5).E).Worst.Outcome.Value, 5u);
  EXPECT_EQ(mostAtOne(Word, block(32), (K.x() < 1).E).Kind, VerdictKind::Clean);
  EXPECT_EQ(mostAtOne(Word, block(8)).Worst.Outcome.Value, 8u);
}

TEST(Contention, AnUnknownStrideMayBeNone) {
  // All lanes meet where it is 0, and none where it is not.
  Kernel K;
  Value Stride = K.parameter("stride", 0, 1 << 20);
  EXPECT_NE(mostAtOne(K.array("s", 16) + 4 * (Stride * K.x()), block(32)).Kind,
            VerdictKind::Clean);
  // Whatever it is, eight lanes have it in common.
  ProofResult R =
      mostAtOne(K.array("t", 16) + 4 * (Stride + K.x() / 8), block(32));
  EXPECT_EQ(R.Kind, VerdictKind::Excess);
  EXPECT_FALSE(R.DependsOnCase);
  EXPECT_EQ(R.Worst.Outcome.Value, 8u);
}

} // namespace
