//===- TotalsTest.cpp - Sums over all executions of an access -------------===//

#include "Lane/Request/KnownCases.h"
#include "LaneNotation.h"
#include "warplint/Lane/WarpTotals.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace warplint;

namespace {

Value shared(Kernel &K, Value Index) { return K.array("s") + 4 * Index; }

/// The sum of \p A over the loops \p Loops, as "requests: predicted / ideal".
std::string totals(const Access &A, std::vector<unsigned> Loops,
                   const LaunchShape &Shape, const TotalsOptions &Options = {},
                   bool IsInCondition = false) {
  CostEvaluator Cost(A.Problem);
  auto Sum = totalsOf(*A.Context, questionOf(A.Problem, Cost),
                      {std::move(Loops), IsInCondition}, Shape, Options);
  if (!Sum)
    return "unknown";
  return std::to_string(Sum->Requests) + ": " + std::to_string(Sum->Value) +
         " / " + std::to_string(Sum->Ideal);
}

/// The loop runs while \p Condition, and nothing else ends it.
void endsWith(Kernel &K, unsigned Loop, Value Condition) {
  K.runsWhile(Loop, Condition);
  K.context().loopAt(Loop).IsContinueExact = true;
}

TEST(Totals, WithoutLoopsIsOneRequestAWarp) {
  // s[2 * x]: two wavefronts in each of 8 warps.
  Kernel K;
  EXPECT_EQ(totals(K.load(4, shared(K, 2 * K.x())), {}, block(256)),
            "8: 16 / 8");
  // 40 threads: the second warp has lanes 0 to 7 at 8 words.
  EXPECT_EQ(totals(K.load(4, shared(K, 2 * K.x())), {}, block(40)), "2: 3 / 2");
}

TEST(Totals, UniformLoopMultiplies) {
  // for (k = 0; k < 1000000; ++k) s[x + k]: not looked at one by one.
  Kernel K;
  unsigned Loop = K.loop("k", 1'000'000);
  EXPECT_EQ(totals(K.load(4, shared(K, K.x() + K.iteration(Loop))), {Loop},
                   block(64)),
            "2000000: 2000000 / 2000000");
}

TEST(Totals, FigureOfEveryIterationCounts) {
  // for (k = 0; k < 4; ++k) s[k * x]: 1 word, then strides 1, 2, 3.
  Kernel K;
  unsigned Loop = K.loop("k", 4);
  EXPECT_EQ(totals(K.load(4, shared(K, K.x() * K.iteration(Loop))), {Loop},
                   block(32)),
            "4: 5 / 4");
}

TEST(Totals, UpperBoundIsNoTripCount) {
  Kernel K;
  unsigned Loop = K.loop("k", 4);
  K.context().loopAt(Loop).IsUpperBound = true;
  EXPECT_EQ(totals(K.load(4, shared(K, K.x())), {Loop}, block(32)), "unknown");
  EXPECT_EQ(totals(K.load(4, shared(K, K.x())), {K.loop("j")}, block(32)),
            "unknown");
}

TEST(Totals, StrideLoopEndsLaneByLane) {
  // for (i = x; i < 100; i += 64) s[2 * i]. Warp 0: two full rounds (i up to
  // 95) of 2. Warp 1: a full one (32..63), then i = 96..99: 4 words, 1.
  Kernel K;
  unsigned Loop = K.loop("i");
  Value I = K.x() + 64 * K.iteration(Loop);
  endsWith(K, Loop, I < 100);
  Access A = K.load(4, shared(K, 2 * I)).where(I < 100);
  EXPECT_EQ(totals(A, {Loop}, block(64)), "4: 7 / 4");
  // The loop's condition alone says which lanes run.
  EXPECT_EQ(totals(K.load(4, shared(K, 2 * I)), {Loop}, block(64)), "4: 7 / 4");
  // A stride of the block's width, too.
  unsigned Other = K.loop("j");
  Value J = K.x() + K.blockDim() * K.iteration(Other);
  endsWith(K, Other, J < 100);
  EXPECT_EQ(totals(K.load(4, shared(K, 2 * J)), {Other}, block(64)),
            "4: 7 / 4");
  // With a break in it, it may end sooner.
  K.context().loopAt(Other).IsContinueExact = false;
  EXPECT_EQ(totals(K.load(4, shared(K, 2 * J)), {Other}, block(64)), "unknown");
}

/// for (s = 1; s < blockDim.x; s *= 2).
struct Doubling {
  explicit Doubling(Kernel &K) : Loop(K.loop("s")) {
    S = K.recurrence(Loop, "s");
    K.set(S, K.constant(1), S * 2);
    endsWith(K, Loop, S < K.blockDim());
  }
  unsigned Loop;
  Value S;
};

TEST(Totals, ReductionWithModulo) {
  // if (x % (2 * s) == 0) ... s[x + s], 256 threads. All 8 warps run for s = 1
  // to 16: 40 requests of 1; s = 32: x = 0, 64, ...: 4 warps; then 2, then 1.
  Kernel K;
  Doubling L(K);
  Access A = K.load(4, shared(K, K.x() + L.S)).where(K.x() % (2 * L.S) == 0);
  EXPECT_EQ(totals(A, {L.Loop}, block(256)), "47: 47 / 47");
}

TEST(Totals, ReductionWithStrides) {
  // index = 2 * s * x; if (index < 256) s[index + s]. Per warp and s:
  //   s = 1: x < 128: 4 warps, 2-way                    8
  //   s = 2: x < 64: 2 warps, 4-way                     8
  //   s = 4: x < 32: 1 warp, 8-way                      8
  //   s = 8: 16 lanes, stride 16 words, 8 a bank        8
  //   s = 16: 8 lanes, stride 32                        8
  //   s = 32: 4   s = 64: 2   s = 128: 1                7
  Kernel K;
  Doubling L(K);
  Value Index = 2 * L.S * K.x();
  Access A = K.load(4, shared(K, Index + L.S)).where(Index < K.blockDim());
  EXPECT_EQ(totals(A, {L.Loop}, block(256)), "12: 47 / 12");
}

TEST(Totals, HalvingReduction) {
  // for (s = 128; s > 0; s >>= 1) if (x < s) s[x + s]: 4 + 2 + 1 warps, then
  // s = 16, 8, 4, 2, 1 in one warp.
  Kernel K;
  unsigned Loop = K.loop("s");
  Value S = K.recurrence(Loop, "s");
  K.set(S, K.blockDim() / 2, S >> 1);
  endsWith(K, Loop, 0 < S);
  Access A = K.load(4, shared(K, K.x() + S)).where(K.x() < S);
  EXPECT_EQ(totals(A, {Loop}, block(256)), "12: 12 / 12");
}

TEST(Totals, TriangularNest) {
  // for (i = 0; i < 4; ++i) for (j = 0; j < i; ++j) s[x]: 0 + 1 + 2 + 3.
  Kernel K;
  unsigned Outer = K.loop("i", 4), Inner = K.loop("j");
  Value I = K.iteration(Outer), J = K.iteration(Inner);
  endsWith(K, Inner, J < I);
  EXPECT_EQ(totals(K.load(4, shared(K, K.x())), {Outer, Inner}, block(32)),
            "6: 6 / 6");
  // With a stride of 2^j words: 1; 1 2; 1 2 4.
  Value Stride = K.constant(1) << J;
  EXPECT_EQ(
      totals(K.load(4, shared(K, Stride * K.x())), {Outer, Inner}, block(32)),
      "6: 11 / 6");
}

TEST(Totals, LaneDependentInnerLoop) {
  // for (j = 0; j <= x; ++j) s[x]: a warp goes on as long as its last lane:
  // 32 and 64 times.
  Kernel K;
  unsigned Loop = K.loop("j");
  endsWith(K, Loop, K.iteration(Loop) < K.x() + 1);
  EXPECT_EQ(totals(K.load(4, shared(K, K.x())), {Loop}, block(64)),
            "96: 96 / 96");
}

TEST(Totals, LaneThatLeftStaysOut) {
  // j = x, x - 1, ... while j != 0 (unsigned): lane l leaves at iteration l,
  // even though the condition holds again at l + 1. The last of 8 lanes leaves
  // at 7: iterations 0 to 6.
  Kernel K;
  unsigned Loop = K.loop("j");
  Value J = K.x() - K.iteration(Loop);
  endsWith(K, Loop, !(J == 0));
  EXPECT_EQ(totals(K.load(4, shared(K, K.x())), {Loop}, block(8)), "7: 7 / 7");
}

TEST(Totals, ConditionOfALoopIsEvaluatedOnceMore) {
  // while (s[x] ..., i < 5) with i = 0..5.
  Kernel K;
  unsigned Loop = K.loop("i", 5);
  EXPECT_EQ(totals(K.load(4, shared(K, K.x())), {Loop}, block(32), {}, true),
            "6: 6 / 6");
  // for (i = x; i < 48; i += 32): the warp of a block of 32 asks three times,
  // the third time with lanes 0 to 15, which ran i = 32 to 47.
  unsigned Other = K.loop("j");
  endsWith(K, Other, K.x() + 32 * K.iteration(Other) < 48);
  EXPECT_EQ(
      totals(K.load(4, shared(K, 2 * K.x())), {Other}, block(32), {}, true),
      "3: 5 / 3");
}

TEST(Totals, UnknownThatDoesNotMatter) {
  // s[x + n] for any n; s[x * n] is another matter, and so is x < n.
  Kernel K;
  Value N = K.parameter("n");
  EXPECT_EQ(totals(K.load(4, shared(K, K.x() + N)), {}, block(64)), "2: 2 / 2");
  EXPECT_EQ(totals(K.load(4, shared(K, K.x() * N)), {}, block(64)), "unknown");
  EXPECT_EQ(totals(K.load(4, shared(K, K.x())).where(K.x() < N), {}, block(64)),
            "unknown");
  unsigned Loop = K.loop("k");
  endsWith(K, Loop, K.iteration(Loop) < N);
  EXPECT_EQ(totals(K.load(4, shared(K, K.x())), {Loop}, block(64)), "unknown");
  // n & 3 picks one of four tiles of whole lines: the same figure in all.
  EXPECT_EQ(
      totals(K.load(4, shared(K, 2 * (K.x() ^ ((N & 3) * 32)))), {}, block(32)),
      "1: 2 / 1");
}

TEST(Totals, ShapeMustBeKnown) {
  Kernel K;
  EXPECT_EQ(totals(K.load(4, shared(K, K.x())), {}, {}), "unknown");
  EXPECT_EQ(totals(K.load(4, shared(K, K.x())), {}, {.X = 32, .Y = 4}),
            "unknown");
}

TEST(Totals, BudgetEndsInNothing) {
  Kernel K;
  unsigned Loop = K.loop("k", 100);
  Access A = K.load(4, shared(K, K.x() * (K.iteration(Loop) & 7)));
  // 1, 1, 2, 1, 4, 1, 2, 1: 13 in eight; 12 * 13 + 1 + 1 + 2 + 1.
  EXPECT_EQ(totals(A, {Loop}, block(32)), "100: 161 / 100");
  EXPECT_EQ(totals(A, {Loop}, block(32), {.MaxExecutions = 50}), "unknown");
  EXPECT_EQ(totals(A, {Loop}, block(32), {.MaxSteps = 50}), "unknown");
}

TEST(KnownCases, AreListedOnceForArraysThatAreAlike) {
  // s[2 * x] and t[2 * x]; the guard and the width make other requests.
  Kernel K;
  const LaunchShape Shape = block(64);
  CaseBudget Budget;
  KnownCases Known;
  auto List = [&](const Access &A) {
    return Known.casesOf(K.context(), A.Problem, {}, Shape, 4096, Budget);
  };
  Access OfS = K.load(4, K.array("s") + 4 * (2 * K.x()));
  const auto First = std::get<AccessCases>(List(OfS));
  ASSERT_EQ(First.Cases.size(), 2u);
  EXPECT_EQ(First.Cases[1].Offset[3], 4 * 2 * 35);
  const unsigned Left = Budget.EvaluationsLeft;
  const auto OfT =
      std::get<AccessCases>(List(K.load(4, K.array("t") + 4 * (2 * K.x()))));
  EXPECT_EQ(OfT.Cases[1].Offset, First.Cases[1].Offset);
  EXPECT_EQ(Budget.EvaluationsLeft, Left);
  Access Guarded = OfS;
  Guarded.Problem.Guard = (K.x() < 7).E;
  EXPECT_EQ(std::get<AccessCases>(List(Guarded)).Cases.front().Active, 0x7fu);
  EXPECT_LT(Budget.EvaluationsLeft, Left);
}

TEST(KnownCases, SomeValuesStandForAllOfWhatTheWarpShares) {
  // s[32 * x + n] of 1024 words: n is below 32 where all lanes are in the array,
  // and 4 warps take 4 of its values.
  Kernel K;
  KnownCases Known;
  CaseBudget Budget;
  auto List = [&](const Access &A) {
    return Known.casesOf(K.context(), A.Problem, {}, block(128), 4096, Budget);
  };
  const Value N = K.parameter("n");
  const Value Lane = K.x() & 31;
  const auto Column = std::get<AccessCases>(
      List(K.load(4, K.array("s") + 4 * (32 * Lane + N))));
  ASSERT_TRUE(Column.Sampled);
  EXPECT_EQ(Column.Sampled->Name, "n");
  EXPECT_FALSE(Column.IsExact);
  ASSERT_EQ(Column.Cases.size(), 4u);
  for (unsigned I = 0; I != 4; ++I)
    EXPECT_EQ(Column.Cases[I].Offset[31], 4 * (32 * 31 + int64_t(I)));
  // A distance of lanes that nobody knows is no shift.
  EXPECT_TRUE(std::holds_alternative<UnlistedRequests>(
      List(K.load(4, K.array("s") + 4 * (N * Lane)))));
}

TEST(KnownCases, RoundsThatAreAlikeAreCountedAndNotGoneThrough) {
  auto Weight = [](auto Condition) -> uint64_t {
    Kernel K;
    KnownCases Known;
    CaseBudget Budget;
    const unsigned Loop = K.loop("k");
    K.runsWhile(Loop, Condition(K.iteration(Loop)));
    K.context().loopAt(Loop).IsContinueExact = true;
    const auto Listed =
        Known.casesOf(K.context(), K.load(4, K.array("s") + 4 * K.x()).Problem,
                      {.Loops = {Loop}}, block(32), 4096, Budget);
    const auto *Cases = std::get_if<AccessCases>(&Listed);
    return Cases && Cases->Cases.size() == 1 ? Cases->Cases.front().Weight : 0;
  };
  EXPECT_EQ(Weight([](Value K) { return K < 1000000; }), 1000000u);
  // 5, 8, ... 999998, which is 3 * 333331 + 5.
  EXPECT_EQ(Weight([](Value K) { return 3 * K + 5 < 1000000; }), 333332u);
  // 2147483000 is followed by -2147483296: nobody knows how it goes on.
  auto IsLess = [](Value K) {
    return lessSigned(1000 * K, K * 0 + 2147483647);
  };
  EXPECT_EQ(Weight(IsLess), 0u);
  // As a number without a sign, 2147484000 is no less.
  EXPECT_EQ(Weight([](Value K) { return 1000 * K < 2147483647; }), 2147484u);
}

TEST(KnownCases, StagesInTurnAreListedOnceHoweverTheLoopIsKnown) {
  // 9,999 rounds of two stages: 5,000 and 4,999.
  for (std::optional<uint64_t> Trips : {std::optional<uint64_t>(9999), {}}) {
    Kernel K;
    KnownCases Known;
    CaseBudget Budget;
    const unsigned Loop = K.loop("k", Trips);
    K.runsWhile(Loop, K.iteration(Loop) < 9999);
    K.context().loopAt(Loop).IsContinueExact = true;
    const Value Stage = K.iteration(Loop) & 1;
    const auto Listed = Known.casesOf(
        K.context(), K.load(4, K.array("s") + 4 * (K.x() + 32 * Stage)).Problem,
        {.Loops = {Loop}}, block(32), 4096, Budget);
    const auto *Cases = std::get_if<AccessCases>(&Listed);
    ASSERT_TRUE(Cases);
    ASSERT_EQ(Cases->Cases.size(), 2u);
    EXPECT_EQ(Cases->Cases[0].Weight, 5000u);
    EXPECT_EQ(Cases->Cases[1].Weight, 4999u);
    EXPECT_TRUE(Cases->IsExact);
  }
}

TEST(KnownCases, IterationsAlikeAreListedOnce) {
  // 8 warps, 16 * 64 iterations: twice as many requests as are listed. 256 is 16 more
  // than a multiple of 48, so that each third iteration of i has the rows of the first.
  Kernel K;
  KnownCases Known;
  CaseBudget Budget;
  const unsigned I = K.loop("i", 16), D = K.loop("d", 64);
  const Value Row = (K.x() + 256 * K.iteration(I)) % 48;
  const auto Listed = Known.casesOf(
      K.context(),
      K.load(4, K.array("s") + 4 * (64 * Row + K.iteration(D))).Problem,
      {.Loops = {I, D}}, block(256), 4 * 48 * 64, Budget);
  const auto *Cases = std::get_if<AccessCases>(&Listed);
  ASSERT_TRUE(Cases);
  EXPECT_TRUE(Cases->IsExact);
  std::map<std::array<int64_t, WarpSize>, uint64_t> Expected, Found;
  for (int64_t Warp = 0; Warp < 8; ++Warp)
    for (int64_t N = 0; N < 16; ++N)
      for (int64_t Column = 0; Column < 64; ++Column) {
        std::array<int64_t, WarpSize> Offset;
        for (int64_t L = 0; L < WarpSize; ++L)
          Offset[L] = 4 * (64 * ((32 * Warp + L + 256 * N) % 48) + Column);
        ++Expected[Offset];
      }
  for (const OffsetCase &C : Cases->Cases)
    Found[C.Offset] += C.Weight;
  EXPECT_EQ(Found, Expected);
}

TEST(KnownCases, RowsOfAnArrayAreNotAlike) {
  // Eight rows, the array's name added to each first, and two parts of each.
  Kernel K;
  KnownCases Known;
  CaseBudget Budget;
  const unsigned I = K.loop("i", 8), D = K.loop("d", 2);
  const Value Row = K.array("s") + 256 * K.iteration(I);
  const auto Listed = Known.casesOf(
      K.context(), K.load(4, Row + 128 * K.iteration(D) + 4 * K.x()).Problem,
      {.Loops = {I, D}}, block(32), 8 * 256, Budget);
  const auto *Cases = std::get_if<AccessCases>(&Listed);
  ASSERT_TRUE(Cases);
  ASSERT_EQ(Cases->Cases.size(), 16u);
  for (const auto &[N, Case] : llvm::enumerate(Cases->Cases)) {
    EXPECT_EQ(Case.Offset[0], int64_t(128 * N));
    EXPECT_EQ(Case.Weight, 1u);
  }
}

TEST(KnownCases, LanesThatLeaveALoopEarlierAreNotAlike) {
  // Lane t has the rounds of i below t % 4, in each of which d goes to 64.
  Kernel K;
  KnownCases Known;
  CaseBudget Budget;
  const unsigned I = K.loop("i", {}), D = K.loop("d", 64);
  K.runsWhile(I, K.iteration(I) < K.x() % 4);
  K.context().loopAt(I).IsContinueExact = true;
  const auto Listed = Known.casesOf(
      K.context(),
      K.load(4, K.array("s") + 4 * (64 * (K.x() % 4) + K.iteration(D))).Problem,
      {.Loops = {I, D}}, block(32), 4 * 4 * 64, Budget);
  const auto *Cases = std::get_if<AccessCases>(&Listed);
  ASSERT_TRUE(Cases);
  std::map<LaneMask, uint64_t> Found;
  for (const OffsetCase &C : Cases->Cases)
    Found[C.Active] += C.Weight;
  EXPECT_EQ(Found, (std::map<LaneMask, uint64_t>{
                       {0xeeeeeeee, 64}, {0xcccccccc, 64}, {0x88888888, 64}}));
}

TEST(KnownCases, AListThatTheBudgetEndedIsNotKept) {
  Kernel K;
  KnownCases Known;
  Access A = K.load(4, K.array("s") + 4 * K.x());
  auto List = [&](unsigned Evaluations) {
    CaseBudget Budget{.EvaluationsLeft = Evaluations};
    return Known.casesOf(K.context(), A.Problem, {}, block(64), 4096, Budget);
  };
  EXPECT_TRUE(std::holds_alternative<UnlistedRequests>(List(0)));
  EXPECT_TRUE(std::holds_alternative<AccessCases>(List(1000)));
}

TEST(KnownCases, OneFormIsListedOnceForAllKernels) {
  // s[2 * x] in kernels of their own, the second with other names and a loop
  // before: the second list is the first one, and takes as much as it took.
  KnownCases Known;
  auto List = [&](Kernel &K, const char *Array, CaseBudget &Budget) {
    const Access A = K.load(4, K.array(Array) + 4 * (2 * K.x()));
    return Known.casesOfForm(K.context(), A.Problem, {}, block(64), 4096,
                             Budget, /*MaySample=*/false);
  };
  Kernel First, Second;
  Second.parameter("n");
  Second.loop("k", 3);
  CaseBudget Budget, Other, Short;
  const auto Cases = std::get<AccessCases>(List(First, "s", Budget));
  const auto Again = std::get<AccessCases>(List(Second, "t", Other));
  ASSERT_EQ(Again.Cases.size(), 2u);
  EXPECT_EQ(Again.Cases[1].Offset, Cases.Cases[1].Offset);
  EXPECT_EQ(Other.EvaluationsLeft, Budget.EvaluationsLeft);
  // A budget that would have ended the list ends it.
  Short.EvaluationsLeft -= Budget.EvaluationsLeft;
  --Short.EvaluationsLeft;
  EXPECT_TRUE(
      std::holds_alternative<UnlistedRequests>(List(Second, "t", Short)));
}

TEST(KnownCases, BlocksAndSizesAreOtherForms) {
  KnownCases Known;
  Kernel K;
  const Access A = K.load(4, K.array("s") + 4 * K.x());
  auto List = [&](unsigned Threads, uint64_t Bytes) {
    CaseBudget Budget;
    return Known.casesOfForm(K.context(), A.Problem, {}, block(Threads), Bytes,
                             Budget, /*MaySample=*/false);
  };
  EXPECT_EQ(std::get<AccessCases>(List(64, 4096)).Cases.size(), 2u);
  EXPECT_EQ(std::get<AccessCases>(List(96, 4096)).Cases.size(), 3u);
  // Thread 63 is behind 128 bytes.
  EXPECT_EQ(std::get<UnlistedRequests>(List(64, 128)).Why,
            UnlistedRequests::Reason::LeavesArray);
}

} // namespace
