//===- WordingTest.cpp - Phrases that messages are made of ----------------===//

#include "warplint/Finding/Wording.h"
#include "gtest/gtest.h"

using namespace warplint;

namespace {

/// 8 warps of a known block pay 4 wavefronts each where 1 would do: 24 too
/// many.
AccessRecord conflict() {
  AccessRecord A;
  A.BytesPerLane = 4;
  A.Launch.Shape = {32, 8, 1};
  A.Verdict.Kind = VerdictKind::Excess;
  A.Verdict.Worst.Cost.Predicted = 4;
  A.Verdict.Worst.Cost.Ideal = 1;
  A.Verdict.BestPredicted = 4;
  A.Verdict.TotalPredicted = 32;
  A.Verdict.TotalIdeal = 8;
  A.ExecutionsPerWarp = 1;
  return A;
}

AccessRecord inLoops(std::vector<EnclosingLoop> Loops) {
  AccessRecord A = conflict();
  A.ExecutionsPerWarp.reset();
  A.LoopDepth = Loops.size();
  A.Loops = std::move(Loops);
  return A;
}

const EnclosingLoop Known = {"j", 16, false, ""};
const EnclosingLoop Bounded = {"i", 8, true, ""};
const EnclosingLoop Unknown = {"k", {}, true, ""};
const EnclosingLoop Unnamed = {"", {}, true, ""};

TEST(Wording, ThousandsAreGrouped) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(126976), "126,976");
  EXPECT_EQ(grouped(UINT64_MAX), "18,446,744,073,709,551,615");
  EXPECT_EQ(counted(1, "warp"), "1 warp");
  EXPECT_EQ(counted(4096, "warp"), "4,096 warps");
}

TEST(Wording, ListsEndInAnd) {
  EXPECT_EQ(listed({}), "");
  EXPECT_EQ(listed({"a"}), "a");
  EXPECT_EQ(listed({"a", "b"}), "a and b");
  EXPECT_EQ(listed({"a", "b", "c"}), "a, b and c");
}

TEST(Wording, ExactTotalIsOfTheBlock) {
  AccessRecord A = conflict();
  A.PerBlock = {32, 8};
  EXPECT_EQ(executionText(A),
            "executed once per warp: 24 excess wavefronts per block");
  A.ExecutionsPerWarp = 4096;
  A.PerBlock = {131072, 32768};
  EXPECT_EQ(
      executionText(A),
      "executed 4,096 times per warp: 98,304 excess wavefronts per block");
}

TEST(Wording, TotalIsOfOneWarpWhereTheBlockIsNotKnown) {
  AccessRecord A = conflict();
  A.Launch.Shape = {};
  A.PerBlock = {4, 1};
  EXPECT_EQ(executionText(A),
            "executed once per warp: 3 excess wavefronts per warp");
  // Blocks of fewer threads than a warp may cost less.
  A.Verdict.BestPredicted = 1;
  EXPECT_EQ(executionText(A),
            "executed once per warp: at most 3 excess wavefronts per warp");
}

/// 5 executions of a block that pays at most 24 too many in each: 120.
TEST(Wording, FigureThatVariesGivesABound) {
  AccessRecord A = conflict();
  A.ExecutionsPerWarp = 5;
  EXPECT_EQ(
      executionText(A),
      "executed 5 times per warp: at most 120 excess wavefronts per block");
}

TEST(Wording, ConditionThatMaySkipItGivesABoundOfExecutions) {
  AccessRecord A = conflict();
  A.HasExactExecutions = false;
  EXPECT_EQ(executionText(A), "executed at most once per warp: at most 24 "
                              "excess wavefronts per block");
}

/// Of 10 iterations the first, fifth and ninth pay 3 too many and the second 1:
/// 10 for each of 2 warps, in each of 3 outer rounds. The loops run 30 times; a
/// bound that each time is the worst would be 30 * 24.
TEST(Wording, IterationsThatAreToldApartAreAddedUp) {
  AccessRecord A = conflict();
  A.ExecutionsPerWarp = 30;
  A.LoopDepth = 2;
  A.Loops = {{"k", 3, false, ""}, {"s", 10, false, ""}};
  A.Verdict.WarpsInBlock = 2;
  auto Row = [](uint64_t Iteration, uint64_t Modulus, unsigned Predicted) {
    CaseRow R;
    R.Fact.What = CaseFact::Kind::Iteration;
    R.Fact.Name = "s";
    R.Fact.Iteration = Iteration;
    R.Fact.Modulus = Modulus;
    R.Predicted = Predicted;
    R.Ideal = 1;
    return R;
  };
  A.Verdict.Rows = {Row(0, 4, 4), Row(1, 0, 2), Row(2, 0, 1)};
  EXPECT_EQ(executionText(A), "executed 30 times per warp: at most 60 excess "
                              "wavefronts per block");
  EXPECT_EQ(weightOf(A), 60u);
  // Of which loop the iterations are must be known.
  A.Loops[1].Counter = "k";
  A.Verdict.Rows[0].Fact.Name = "k";
  EXPECT_EQ(weightOf(A), 720u);
}

/// Copies of one access differ in what they cost: no sum of their bounds.
TEST(Wording, CopiesWithoutATotalGiveExecutionsAlone) {
  AccessRecord A = conflict();
  A.Instances = 4;
  A.ExecutionsPerWarp = 64;
  EXPECT_EQ(executionText(A), "executed 64 times per warp");
}

/// At most 16 * 8 rounds with 24 too many in each.
TEST(Wording, BoundedLoopsGiveABound) {
  EXPECT_EQ(executionText(inLoops({Known, Bounded})),
            "executed at most 128 times per warp: at most 3,072 excess "
            "wavefronts per block");
  EnclosingLoop OfItsType = {"i", 2147483647, true, ""};
  EXPECT_EQ(executionText(inLoops({OfItsType})),
            "in a loop over 'i' with an unknown trip count");
}

TEST(Wording, LoopsOfUnknownLengthAreNamed) {
  EXPECT_EQ(executionText(inLoops({Unknown})),
            "in a loop over 'k' with an unknown trip count");
  EXPECT_EQ(executionText(inLoops({Unnamed})),
            "in a loop with an unknown trip count");
  EXPECT_EQ(executionText(inLoops({Unknown, Unnamed})),
            "in 2 nested loops with unknown trip counts");
  EXPECT_EQ(executionText(inLoops({Known, Unknown})),
            "in 2 nested loops, one over 'k' with an unknown trip count");
  EXPECT_EQ(executionText(inLoops({Known, Unnamed})),
            "in 2 nested loops, one with an unknown trip count");
  EXPECT_EQ(executionText(inLoops({Unknown, Known, Unnamed})),
            "in 3 nested loops, 2 with unknown trip counts");
}

TEST(Wording, RoundsOfAnOutermostLoopAreCounted) {
  EXPECT_EQ(executionText(inLoops({Unknown, Known, Known})),
            "executed 256 times per iteration of the loop over 'k', which has "
            "an unknown trip count");
  AccessRecord A = inLoops({Unknown, Known});
  A.HasFixedGuard = false; // It may be skipped in some.
  EXPECT_EQ(executionText(A),
            "in 2 nested loops, one over 'k' with an unknown trip count");
}

TEST(Wording, TotalIsSaidWhereTheIterationsAreNotKnown) {
  AccessRecord A = inLoops({Unknown});
  A.PerBlock = {200, 45};
  EXPECT_EQ(executionText(A),
            "in a loop over 'k': 155 excess wavefronts per block");
  A = inLoops({Known, Unnamed});
  A.PerBlock = {200, 45};
  EXPECT_EQ(executionText(A),
            "in 2 nested loops: 155 excess wavefronts per block");
}

TEST(Wording, WeightIsTheExcessOfTheBlock) {
  AccessRecord A = conflict();
  A.PerBlock = {100, 30};
  EXPECT_EQ(weightOf(A), 70u);
  A.PerBlock.reset();
  A.ExecutionsPerWarp = 10;
  EXPECT_EQ(weightOf(A), 240u);
  A.Verdict.Kind = VerdictKind::Clean;
  EXPECT_EQ(weightOf(A), 0u);
}

TEST(Wording, WeightGuessesAtLoopsOfUnknownLength) {
  EXPECT_EQ(weightOf(inLoops({Unknown})), 24 * UnknownTripCount);
  EXPECT_EQ(weightOf(inLoops({Known, Unknown})), 24 * 16 * UnknownTripCount);
}

TEST(Wording, LongTemplateArgumentsAreFolded) {
  std::string Long(100, 'x');
  EXPECT_EQ(shortName("gemm<float, 32>"), "gemm<float, 32>");
  EXPECT_EQ(shortName("cute::gemm_device<" + Long + ", A<B<int>>>"),
            "cute::gemm_device<...>");
  EXPECT_EQ(shortName("A<" + Long + ">::f<int>::g"), "A<...>::f<...>::g");
}

/// The ">" of "->" and those in parentheses close nothing.
TEST(Wording, OperatorsAreNoBrackets) {
  std::string Long(100, 'x');
  EXPECT_EQ(shortName("f<(1 > 0), decltype(a->b), " + Long + ">"), "f<...>");
  EXPECT_EQ(shortName("S<" + Long + ">::operator<<int>"),
            "S<...>::operator<<...>");
  EXPECT_EQ(shortName("operator<(" + Long + ")"),
            "operator<(" + std::string(70, 'x') + "...");
}

TEST(Wording, LongTextIsCutBetweenCharacters) {
  std::string Short(80, 'x');
  EXPECT_EQ(shortText(Short), Short);
  EXPECT_EQ(shortText(Short + "y"), Short + "...");
  // The second of two bytes is the 81st.
  EXPECT_EQ(shortText(std::string(79, 'x') + "\xC3\xA9"),
            std::string(79, 'x') + "...");
}

TEST(Wording, AssumptionsAreNamedOnce) {
  AccessRecord A;
  A.Verdict.Assumptions = {"a", "b"};
  A.Assumptions = {"b", "c"};
  A.Promises = {{{}, "assuming n == 1 (from --assume)"}};
  EXPECT_EQ(assumptionsOf(A), (std::vector<std::string>{
                                  "a", "b", "c", "n == 1 (from --assume)"}));
}

} // namespace
