//===- SymbolTest.cpp - Uniform unknowns and what cannot be known --------===//

#include "LaneNotation.h"
#include <algorithm>
#include <numeric>
#include <random>

using namespace warplint;

namespace {

Value shared(Kernel &K, Value Index) { return K.array("s") + 4 * Index; }

TEST(Symbol, AddedTermsDropOut) {
  Kernel K;
  Value U = K.parameter("u"), V = K.parameter("v");
  EXPECT_EQ(
      summary(K.load(4, shared(K, K.x() + U * V - 3 * U)).prove(block(256))),
      clean());
  // Also where no affine form can say what they are.
  EXPECT_EQ(summary(K.load(4, shared(K, K.x() + (U / V) + (U ^ V) + (U >> 3)))
                        .prove(block(256))),
            clean());
  // u*v - v*u is nothing.
  EXPECT_EQ(
      summary(
          K.load(4, shared(K, K.x() * (U * V - V * U + 1))).prove(block(256))),
      clean());
}

TEST(Symbol, ByteOffsetsCountModuloTheWord) {
  // chars at x + u: 32 bytes from u on are 8 words, or 9: never two in a bank.
  Kernel K;
  Value U = K.parameter("u");
  EXPECT_EQ(summary(K.load(1, K.array("s") + K.x() + U).prove(block(32))),
            clean());
}

TEST(Symbol, PitchDecidesAColumn) {
  // Word pitch * x + y: gcd(pitch, 32) lanes meet in a bank.
  Kernel K;
  Value Pitch = K.parameter("pitch");
  AccessVerdict V =
      K.load(4, shared(K, Pitch * K.x() + K.y())).prove(block(32, 8));
  EXPECT_EQ(summary(V), excess(32));
  EXPECT_TRUE(V.DependsOnCase);
  EXPECT_EQ(V.BestPredicted, 1u);
  ASSERT_EQ(V.Rows.size(), 32u);
  for (const CaseRow &Row : V.Rows) {
    EXPECT_EQ(Row.Fact.Modulus, 32u);
    EXPECT_EQ(Row.Predicted,
              std::gcd(32u, static_cast<unsigned>(Row.Fact.Value)));
  }
  EXPECT_EQ(V.Condition,
            "conflict-free when pitch is odd; 32-way when pitch is a multiple "
            "of 32; 2 to 16 wavefronts otherwise");
}

TEST(Symbol, MostThatLanesCanCostNeedsNoCases) {
  // Rows of e elements, pitch words apart: with e = 1 and a pitch of 32 words
  // every lane is in one bank. No load of 32 lanes costs more.
  Kernel K;
  Value E = K.parameter("e", 1), Pitch = K.parameter("pitch", 1);
  Value Index = K.x() / E * Pitch + K.x() % E;
  Access A = K.load(4, shared(K, Index));
  AccessVerdict V = A.prove(block(64));
  EXPECT_EQ(summary(V), excess(32));
  EXPECT_EQ(V.WarpsWithExcess, 2u);
  EXPECT_EQ(V.TotalPredicted, 64u);
  EXPECT_EQ(V.Condition, "depends on e and pitch");
  // How little it may be is not known.
  EXPECT_TRUE(V.DependsOnCase);
  EXPECT_EQ(V.BestPredicted, 1u);
  ASSERT_EQ(V.Witness.size(), size_t(WarpSize));
  LaneAddresses Shown;
  for (unsigned L = 0; L < WarpSize; ++L)
    Shown[L] = evaluate(K.context(), A.Problem.Address, V.Witness[L]).value();
  EXPECT_EQ(CostEvaluator(A.Problem).outcomeOf(Shown, AllLanes).Value, 32u);
  // In rows of two elements or more lanes 2n and 2n + 1 have two banks.
  Value Two = K.parameter("two", 2);
  EXPECT_EQ(summary(K.load(4, shared(K, K.x() / Two * Pitch + K.x() % Two))
                        .prove(block(64))),
            excess(16));
}

TEST(Symbol, NothingCostsMoreThanTheMost) {
  std::mt19937 Engine(1);
  for (RequestKind Kind : {RequestKind::SharedLoad, RequestKind::SharedStore,
                           RequestKind::GlobalLoad, RequestKind::GlobalStore})
    for (unsigned Bytes : {1, 2, 4, 8, 16}) {
      AccessProblem Problem;
      Problem.Kind = Kind;
      Problem.BytesPerLane = Bytes;
      const CostEvaluator Evaluator(Problem);
      for (unsigned Round = 0; Round != 2000; ++Round) {
        const LaneMask Lanes = Engine(), Active = Lanes & Engine();
        const Outcome Most = Evaluator.most(Lanes).value();
        // Many in a bank, few addresses, or any.
        const unsigned Steps[] = {128, 16, 1};
        const unsigned Step = Steps[Round % 3], Limit = 1 << Engine() % 12;
        LaneAddresses Address;
        for (uint64_t &A : Address)
          A = Engine() % Limit * Step * Bytes;
        EXPECT_FALSE(Evaluator.outcomeOf(Address, Active).isWorseThan(Most))
            << unsigned(Kind) << ", " << Bytes << " bytes";
      }
    }
}

TEST(Symbol, PitchIsEnumeratedWithinItsRange) {
  // Pitches 1 to 3: 1-, 2- and 1-way.
  Kernel K;
  Value Pitch = K.parameter("pitch", 1, 3);
  AccessVerdict V = K.load(4, shared(K, Pitch * K.x())).prove(block(32));
  EXPECT_EQ(summary(V), excess(2));
  EXPECT_EQ(V.Condition, "1, 2, 1 wavefronts as pitch = 1, 2, 3");
}

TEST(Symbol, PitchOf16By16Blocks) {
  // Banks 0-15 and pitch + 0-15: apart when pitch is 16 more than a multiple
  // of 32.
  Kernel K;
  Value Pitch = K.parameter("pitch");
  AccessVerdict V =
      K.load(4, shared(K, Pitch * K.y() + K.x())).prove(block(16, 16));
  EXPECT_EQ(summary(V), excess(2));
  EXPECT_EQ(
      V.Condition,
      "conflict-free when pitch is an odd multiple of 16; 2-way otherwise");
}

TEST(Symbol, EqualRowsAreABroadcastAndNeverTheWorst) {
  // pitch = 0 makes all words equal: one wavefront. The row for multiples of 32
  // speaks of the others.
  Kernel K;
  Value Pitch = K.parameter("pitch", 0, 32);
  AccessVerdict V = K.load(4, shared(K, Pitch * K.x())).prove(block(32));
  EXPECT_EQ(summary(V), excess(32));
  ASSERT_FALSE(V.Witness.empty());
  EXPECT_EQ(V.Witness[0].Symbols[0], 32u);
}

TEST(Symbol, UnknownDivisorIsTriedValueByValue) {
  // Word 32 * (x / w) + x % w, x = 0..31: w = 1: word 32 * x, one bank. w >=
  // 32: word x.
  Kernel K;
  Value W = K.parameter("w", 1, 1 << 20);
  AccessVerdict V =
      K.load(4, shared(K, 32 * (K.x() / W) + K.x() % W)).prove(block(32));
  EXPECT_EQ(summary(V), excess(32));
  EXPECT_EQ(V.BestPredicted, 1u);
  EXPECT_EQ(V.Worst.Facts.at(0).Value, 1);
}

TEST(Symbol, ShiftByAnUnknownAmount) {
  // Word x << n: stride 2^n.
  Kernel K;
  Value N = K.parameter("n");
  AccessVerdict V = K.load(4, shared(K, K.x() << N)).prove(block(32));
  EXPECT_EQ(summary(V), excess(32));
  EXPECT_EQ(V.BestPredicted, 1u);
}

TEST(Symbol, MultiplesAreKnownThroughMasks) {
  // (u & ~31) is a multiple of 32, so that x ^ (u & ~31) permutes nothing.
  Kernel K;
  Value U = K.parameter("u");
  AccessVerdict V =
      K.load(4, shared(K, K.x() ^ (U & 0xFFFFFFE0))).prove(block(32));
  EXPECT_EQ(summary(V), clean());
  EXPECT_TRUE(V.Rows.empty());
}

TEST(Symbol, BitsOfALaneAndAnUnknownAreSeparated) {
  // (u << 5 | x) and (32 * u + x) & 1023 are x in the low five bits.
  Kernel K;
  Value U = K.parameter("u", 0, 1000);
  EXPECT_EQ(summary(K.load(4, shared(K, (U << 5) | K.x())).prove(block(32))),
            clean());
  EXPECT_EQ(
      summary(K.load(4, shared(K, (32 * U + K.x()) & 1023)).prove(block(32))),
      clean());
}

TEST(Symbol, ChosenBaseDropsOut) {
  // p = flag ? a : b, uniform.
  Kernel K;
  Value Flag = K.symbol({.Name = "flag", .Width = 1, .Lo = -1, .Hi = 0});
  Value Base = select(Flag, K.array("a"), K.array("b"));
  EXPECT_EQ(summary(K.load(4, Base + 4 * K.x()).prove(block(32))), clean());
  EXPECT_EQ(summary(K.load(4, Base + 128 * K.x()).prove(block(32))),
            excess(32));
}

TEST(Symbol, BaseChosenByLaneIsUnproven) {
  Kernel K;
  Value Base = select(K.x() < 16, K.array("a"), K.array("b"));
  AccessVerdict V = K.load(4, Base + 4 * K.x()).prove(block(32));
  EXPECT_EQ(V.Kind, VerdictKind::Unproven);
  EXPECT_EQ(V.Reason, UnprovenReason::ArrayChosenByLane);
  // With whole warps on either side there is one array for each.
  EXPECT_EQ(summary(K.load(4, select(K.x() < 32, K.array("c"), K.array("d")) +
                                  4 * K.x())
                        .prove(block(64))),
            clean());
}

TEST(Symbol, OpaqueIndexIsUnprovenWithItsReason) {
  Kernel K;
  auto Reason = [&](OpaqueReason Why, const char *What) {
    AccessVerdict V =
        K.load(4, shared(K, K.opaque(Why, What))).prove(block(32));
    EXPECT_EQ(V.Kind, VerdictKind::Unproven);
    // What comes from memory or from a lane that loaded it is data; what is
    // only not computed need not be.
    EXPECT_EQ(V.Reason, Why == OpaqueReason::FloatingPoint
                            ? UnprovenReason::IndexNotComputed
                            : UnprovenReason::DataDependentIndex);
    return V.ReasonText;
  };
  EXPECT_EQ(Reason(OpaqueReason::LoadedFromMemory, "idx[i]"),
            "the index comes from memory: idx[i]");
  EXPECT_EQ(Reason(OpaqueReason::Shuffle, "__shfl_sync"),
            "the index comes from another lane: __shfl_sync");
  EXPECT_EQ(Reason(OpaqueReason::FloatingPoint, ""),
            "the index is converted from floating point");
}

TEST(Symbol, OpaqueValuesThatDoNotReachTheAddressDoNotMatter) {
  Kernel K;
  Value Data = K.opaque(OpaqueReason::LoadedFromMemory, "idx[i]");
  // Lanes below 16 only, and there the value is multiplied by zero.
  Value Index = K.x() + Data * (K.x() >> 4);
  EXPECT_EQ(
      summary(K.load(4, shared(K, Index)).where(K.x() < 16).prove(block(32))),
      clean());
  EXPECT_EQ(K.load(4, shared(K, Index)).prove(block(32)).Kind,
            VerdictKind::Unproven);
}

TEST(Symbol, UnmeasuredInstructionsAreUnproven) {
  Kernel K;
  AccessVerdict V =
      K.access(RequestKind::SharedAtomicOther, 4, shared(K, K.x()))
          .prove(block(32));
  EXPECT_EQ(V.Kind, VerdictKind::Unproven);
  EXPECT_EQ(V.Reason, UnprovenReason::NotMeasured);
}

TEST(Symbol, WrapAroundIsAssumedOnlyWhereItCouldHappen) {
  // zext(u + x) with any unsigned u: lanes could lie on both sides of 2^32.
  Kernel K;
  Value U = K.parameter("u");
  auto Prove = [&](Value Index) {
    Value Wide = Index.cast(LaneOp::ZExt, 64);
    Value Base = K.symbol({.Name = "s",
                           .Kind = SymbolKind::ArrayBase,
                           .Width = 64,
                           .Lo = 0,
                           .Hi = 1 << 20,
                           .MultipleOf = 128});
    return K.load(4, Base + 4 * Wide).prove(block(32));
  };
  AccessVerdict V = Prove(U + K.x());
  EXPECT_EQ(summary(V), clean());
  ASSERT_EQ(V.Assumptions.size(), 1u);
  EXPECT_EQ(V.Assumptions[0], "index arithmetic does not wrap around");
  // blockIdx.x * 256 + threadIdx.x turns for all lanes at once or for none.
  Value Block = K.parameter("blockIdx.x", 0, INT32_MAX);
  V = Prove(256 * Block + K.x());
  EXPECT_EQ(summary(V), clean());
  EXPECT_TRUE(V.Assumptions.empty());
  // Nothing can wrap below 2^32.
  V = Prove(K.parameter("n", 0, 1 << 20) + K.x());
  EXPECT_TRUE(V.Assumptions.empty());
}

TEST(Symbol, TooManyCasesAreUnprovenAndNotClean) {
  // Each bit of the lane with a stride of its own: 32^5 residues.
  Kernel K;
  Value Index = K.constant(0);
  for (unsigned Bit = 0; Bit < 5; ++Bit)
    Index = Index + (K.x() >> Bit & 1) * K.parameter("p" + std::to_string(Bit));
  AccessVerdict V = K.load(4, shared(K, Index)).prove(block(32));
  EXPECT_EQ(V.Kind, VerdictKind::Unproven);
  EXPECT_EQ(V.Reason, UnprovenReason::TooManyCases);
}

} // namespace
