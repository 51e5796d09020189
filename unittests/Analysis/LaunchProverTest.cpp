//===- LaunchProverTest.cpp - Verdicts under the launches of a kernel -----===//
//
// The access is s[n * threadIdx.x], 32 bits, by warps of 32 lanes, n from 1 to 32.
// Lanes are n words apart: gcd(n, 32) of them are in each bank that is used, which
// is what a request takes. What is known of n is said by the launch.
//
//===----------------------------------------------------------------------===//

#include "warplint/Analysis/LaunchProver.h"
#include "gtest/gtest.h"

using namespace warplint;

namespace {

struct Strided {
  LaneContext Context;
  AccessProblem Problem;
  unsigned N;
  Strided() {
    N = Context.addSymbol({.Name = "n", .Lo = 1, .Hi = 32});
    const LaneExpr *Word =
        Context.binary(LaneOp::Mul, Context.threadIdx(0), Context.symbol(N));
    Problem.Address =
        Context.binary(LaneOp::Mul, Word, Context.constant(4, 32));
  }

  /// A launch of \p X threads that passes \p Value; 0: nothing is known of n.
  void launch(LaunchCases &To, unsigned X, int64_t Value) {
    auto Case = std::make_unique<LaunchCase>(
        LaunchRecord{{X, 1, 1}, LaunchSource::Launch, {}}, Context);
    if (Value) {
      EXPECT_TRUE(Case->Known.restrict(N, SymbolValues::exactly(Value)));
      Case->Sources[N].Value = "n = " + std::to_string(Value);
    }
    To.push_back(std::move(Case));
  }
};

struct Expected {
  std::vector<std::pair<unsigned, int64_t>> Launches; ///< Threads, and n.
  unsigned Judgements; ///< Launches that differ in what matters.
  unsigned Worst;      ///< Wavefronts.
  unsigned WorstBlock; ///< Threads of that launch.
};

TEST(LaunchProver, TakesTheWorstOfWhatLaunchesPass) {
  for (
      const Expected &E : std::vector<Expected>{
          // gcd(1, 32) = 1, gcd(2, 32) = 2, gcd(12, 32) = 4, gcd(32, 32) = 32.
          {{{32, 1}}, 1, 1, 32},
          {{{32, 2}}, 1, 2, 32},
          {{{64, 12}}, 1, 4, 64},
          {{{32, 1}, {64, 32}, {32, 2}}, 3, 32, 64},
          // Odd strides meet no bank twice: the first of those that are as good.
          {{{64, 3}, {32, 5}}, 2, 1, 64},
          // Of 8 lanes with a stride of 16 words 4 are in each of two banks.
          {{{8, 16}}, 1, 4, 8},
          // Nothing is known: 32 is a value of n.
          {{{32, 0}}, 1, 32, 32},
          {{{32, 4}, {64, 0}}, 2, 32, 64},
      }) {
    Strided S;
    LaunchCases Launched;
    for (auto [X, Value] : E.Launches)
      S.launch(Launched, X, Value);
    const AnalysisOptions Options;
    LaunchProver Prover(Options);
    Prover.startKernel();
    const std::string Name = std::to_string(E.Launches.front().second);
    EXPECT_EQ(Prover.judgeEach(S.Context, S.Problem, Launched).size(),
              E.Judgements)
        << Name;
    auto [Verdict, Launch] = Prover.judgeWorst(S.Context, S.Problem, Launched);
    EXPECT_EQ(Verdict.Worst.Cost.Predicted, E.Worst) << Name;
    EXPECT_EQ(Launch.Shape.X, E.WorstBlock) << Name;
  }
}

TEST(LaunchProver, LaunchesThatDifferInNothingThatMattersAreOne) {
  Strided S;
  const LaneExpr *Word = S.Context.threadIdx(0);
  S.Problem.Address =
      S.Context.binary(LaneOp::Mul, Word, S.Context.constant(8, 32));
  LaunchCases Launched;
  S.launch(Launched, 32, 1);
  S.launch(Launched, 32, 2); // Of n the address knows nothing.
  S.launch(Launched, 64, 2); // Another block.
  const AnalysisOptions Options;
  LaunchProver Prover(Options);
  EXPECT_EQ(Prover.judgeEach(S.Context, S.Problem, Launched).size(), 2u);
}

TEST(LaunchProver, SaysWhetherTheVerdictNeedsTheValue) {
  Strided S;
  LaunchCases Launched;
  S.launch(Launched, 32, 1);
  const AnalysisOptions Options;
  LaunchProver Prover(Options);
  auto Judged = Prover.judgeEach(S.Context, S.Problem, Launched);
  ASSERT_EQ(Judged.size(), 1u);
  // One wavefront holds for n = 1, not for all n.
  EXPECT_TRUE(Judged.front().UsesValues);
  LaunchRecord Launch;
  std::vector<FindingNote> Promises;
  addReasons(Judged.front(), S.Problem, Launch, Promises);
  EXPECT_EQ(Launch.UsedValues, std::vector<std::string>{"n = 1"});
}

} // namespace
