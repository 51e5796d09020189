//===- KnownVerdictsTest.cpp - No question is proven twice ----------------===//

#include "Lane/Expr/AlikeArrays.h"
#include "warplint/Analysis/VerdictCache.h"
#include "gtest/gtest.h"

using namespace warplint;

namespace {

class MapStore : public ProofStore {
public:
  std::optional<llvm::StringRef> find(llvm::StringRef Question) override {
    auto It = Kept.find(Question.str());
    if (It == Kept.end())
      return std::nullopt;
    ++Found;
    return llvm::StringRef(It->second);
  }
  void keep(llvm::StringRef Question, std::string Answer) override {
    Kept[Question.str()] = std::move(Answer);
  }
  std::map<std::string, std::string> Kept;
  unsigned Found = 0;
};

/// s[stride * threadIdx.x + n] in a loop of n, which goes on while n < end.
struct LoopAccess {
  LaneContext Context;
  AccessProblem Problem;
  unsigned Loop;
  LoopAccess(unsigned Stride, int64_t MostEnd, std::string End = "end",
             bool IsExact = false) {
    const LaneExpr *Last = Context.symbol(
        Context.addSymbol({.Name = std::move(End), .Lo = 0, .Hi = MostEnd}));
    Loop = Context.addLoop({.Counter = "n",
                            .TripCount = std::nullopt,
                            .IsContinueExact = IsExact});
    const LaneExpr *N = Context.iteration(Loop);
    Context.loopAt(Loop).Continue = Context.binary(LaneOp::CmpSLt, N, Last);
    const LaneExpr *Word =
        Context.binary(LaneOp::Add, N,
                       Context.binary(LaneOp::Mul, Context.threadIdx(0),
                                      Context.constant(Stride, 32)));
    Problem.Address =
        Context.binary(LaneOp::Mul, Word, Context.constant(4, 32));
  }
};

/// The verdict of an analysis of its own; its steps are taken off \p Left.
AccessVerdict proveWith(ProofStore *Store, const LoopAccess &Access,
                        uint64_t &Left, uint64_t MaxSteps = 1000) {
  ProofBudget Budget{Left};
  ProofOptions Options{.MaxSteps = MaxSteps, .Budget = &Budget};
  KnownVerdicts Verdicts(Store);
  AccessVerdict Verdict = Verdicts.prove(Access.Context, Access.Problem,
                                         LaunchShape{64, 1, 1}, Options);
  Left = Budget.StepsLeft;
  return Verdict;
}

TEST(KnownVerdicts, StoreKnowsTheSameAccessOfAnotherAnalysis) {
  MapStore Store;
  uint64_t Plain = 100000, First = Plain, Again = Plain;
  AccessVerdict Expected = proveWith(nullptr, LoopAccess(2, 9), Plain);
  ASSERT_EQ(Expected.Worst.Cost.Predicted, 2u);
  for (uint64_t *Left : {&First, &Again}) {
    AccessVerdict Verdict = proveWith(&Store, LoopAccess(2, 9), *Left);
    EXPECT_EQ(Verdict.Kind, Expected.Kind);
    EXPECT_EQ(Verdict.TotalPredicted, Expected.TotalPredicted);
    EXPECT_EQ(Verdict.Witness.size(), Expected.Witness.size());
    EXPECT_EQ(Verdict.Worst.Address, Expected.Worst.Address);
    // An answer costs the file as much as the proof would.
    EXPECT_EQ(*Left, Plain);
  }
  EXPECT_EQ(Store.Found, 1u);
}

TEST(KnownVerdicts, StoreTellsContextsApart) {
  MapStore Store;
  auto Ask = [&](const LoopAccess &Access) {
    uint64_t Left = 100000;
    return proveWith(&Store, Access, Left).Worst.Cost.Predicted;
  };
  EXPECT_EQ(Ask(LoopAccess(2, 9)), 2u);
  EXPECT_EQ(Ask(LoopAccess(4, 9)), 4u);
  Ask(LoopAccess(2, 8));
  Ask(LoopAccess(2, 9, "last"));
  Ask(LoopAccess(2, 9, "end", /*IsExact=*/true));
  EXPECT_EQ(Store.Found, 0u);
  LoopAccess Other(2, 9);
  Other.Problem.BytesPerLane = 2;
  Ask(Other);
  EXPECT_EQ(Store.Found, 0u);
  EXPECT_EQ(Store.Kept.size(), 6u);
}

TEST(KnownVerdicts, ScarceBudgetIsPartOfTheQuestion) {
  // A sixteenth of what is left, but 20,000 at least, is what an access may
  // take: less than the 100,000 that are asked for.
  constexpr uint64_t MaxSteps = 100000;
  MapStore Store;
  auto Ask = [&](uint64_t Left) {
    proveWith(&Store, LoopAccess(2, 9), Left, MaxSteps);
    return Store.Found;
  };
  EXPECT_EQ(Ask(16 * MaxSteps - 1), 0u);
  EXPECT_EQ(Ask(16 * MaxSteps - 2), 0u);
  EXPECT_EQ(Ask(16 * MaxSteps - 1), 1u);
  // Where there is plenty it does not matter how much.
  EXPECT_EQ(Ask(32 * MaxSteps), 1u);
  EXPECT_EQ(Ask(40 * MaxSteps), 2u);
}

TEST(KnownVerdicts, DamagedAnswersAreAskedForAgain) {
  MapStore Store;
  uint64_t Left = 100000;
  proveWith(&Store, LoopAccess(2, 9), Left);
  std::string &Kept = Store.Kept.begin()->second;
  Kept.resize(Kept.size() / 2);
  Left = 100000;
  EXPECT_EQ(proveWith(&Store, LoopAccess(2, 9), Left).Worst.Cost.Predicted, 2u);
}

TEST(KnownVerdicts, StoreKnowsTotalsToo) {
  // Ten iterations of two warps, 2 wavefronts each.
  MapStore Store;
  for (unsigned Round = 0; Round != 2; ++Round) {
    LoopAccess Access(2, 9);
    Access.Context.loopAt(Access.Loop).Continue = nullptr;
    Access.Context.loopAt(Access.Loop).TripCount = 10;
    ProofBudget Budget;
    KnownVerdicts Verdicts(&Store);
    auto Totals = Verdicts.totals(Access.Context, Access.Problem,
                                  LoopNest{.Loops = {Access.Loop}},
                                  LaunchShape{64, 1, 1}, {.Budget = &Budget});
    ASSERT_TRUE(Totals);
    EXPECT_EQ(Totals->Value, 40u);
    EXPECT_EQ(Store.Found, Round);
  }
}

TEST(KnownVerdicts, SameQuestionCostsNothingMore) {
  // Word 33 * x: 32 banks, one each.
  LaneContext Context;
  const LaneExpr *Address = Context.binary(LaneOp::Mul, Context.threadIdx(0),
                                           Context.constant(4 * 33, 32));
  AccessProblem Problem;
  Problem.Address = Address;
  ProofBudget Budget;
  ProofOptions Options;
  Options.Budget = &Budget;
  KnownVerdicts Verdicts;
  LaunchShape Shape{256, 1, 1}, Other{128, 1, 1};
  uint64_t Before = Budget.StepsLeft;
  EXPECT_EQ(Verdicts.prove(Context, Problem, Shape, Options).Kind,
            VerdictKind::Clean);
  uint64_t Once = Budget.StepsLeft;
  EXPECT_LT(Once, Before);
  EXPECT_EQ(Verdicts.prove(Context, Problem, Shape, Options).WarpsInBlock, 8u);
  EXPECT_EQ(Budget.StepsLeft, Once);
  // Another block or another width is another question.
  EXPECT_EQ(Verdicts.prove(Context, Problem, Other, Options).WarpsInBlock, 4u);
  EXPECT_LT(Budget.StepsLeft, Once);
  uint64_t Twice = Budget.StepsLeft;
  Problem.BytesPerLane = 2;
  Verdicts.prove(Context, Problem, Shape, Options);
  EXPECT_LT(Budget.StepsLeft, Twice);
}

/// A base of an array of \p Bytes.
unsigned arrayOf(LaneContext &Context, const char *Name, uint64_t Bytes,
                 uint64_t Align = 4) {
  return Context.addSymbol({.Name = Name,
                            .Kind = SymbolKind::ArrayBase,
                            .Lo = 0,
                            .Hi = 1 << 16,
                            .MultipleOf = Align,
                            .Bytes = Bytes});
}

TEST(KnownVerdicts, OtherKernelsAskTheSame) {
  // s[2 * threadIdx.x + n], in a kernel that has other symbols and loops first.
  const LaunchShape Shape{64, 1, 1};
  ProofBudget Budget;
  const ProofOptions Options{.Budget = &Budget};
  KnownVerdicts Verdicts;
  LoopAccess First(2, 9);
  Verdicts.prove(First.Context, First.Problem, Shape, Options);
  const uint64_t Left = Budget.StepsLeft;
  for (int64_t MostEnd : {9, 8}) {
    Verdicts.startKernel();
    LaneContext Context;
    Context.symbol(Context.addSymbol({.Name = "end", .Lo = 3, .Hi = 5}));
    Context.addLoop({.Counter = "k", .TripCount = 4});
    const LaneExpr *Last = Context.symbol(
        Context.addSymbol({.Name = "end", .Lo = 0, .Hi = MostEnd}));
    const unsigned Loop =
        Context.addLoop({.Counter = "n", .TripCount = std::nullopt});
    const LaneExpr *N = Context.iteration(Loop);
    Context.loopAt(Loop).Continue = Context.binary(LaneOp::CmpSLt, N, Last);
    AccessProblem Problem;
    Problem.Address = Context.binary(
        LaneOp::Mul,
        Context.binary(LaneOp::Add, N,
                       Context.binary(LaneOp::Mul, Context.threadIdx(0),
                                      Context.constant(2, 32))),
        Context.constant(4, 32));
    const AccessVerdict &Verdict =
        Verdicts.prove(Context, Problem, Shape, Options);
    EXPECT_EQ(Verdict.Worst.Cost.Predicted, 2u);
    // Values that show it are those of this kernel's leaves.
    ASSERT_EQ(Verdict.Witness.size(), size_t(WarpSize));
    ASSERT_EQ(Verdict.Witness[0].Symbols.size(), 2u);
    ASSERT_EQ(Verdict.Witness[0].Iterations.size(), 2u);
    LaneAddresses Shown;
    for (unsigned L = 0; L < WarpSize; ++L)
      Shown[L] = evaluate(Context, Problem.Address, Verdict.Witness[L]).value();
    EXPECT_EQ(CostEvaluator(Problem).outcomeOf(Shown, AllLanes).Value, 2u);
    // Another range of a symbol that matters is another question.
    EXPECT_EQ(Budget.StepsLeft == Left, MostEnd == 9);
  }
}

TEST(KnownVerdicts, ArraysThatAreAlikeAreOne) {
  LaneContext Context;
  const LaneExpr *Offset = Context.binary(LaneOp::Mul, Context.threadIdx(0),
                                          Context.constant(4 * 33, 32));
  auto In = [&](unsigned Array) {
    return Context.binary(LaneOp::Add, Context.symbol(Array), Offset);
  };
  const unsigned Key = arrayOf(Context, "key", 8192);
  const unsigned Value = arrayOf(Context, "value", 8192);
  const unsigned Larger = arrayOf(Context, "larger", 16384);
  const unsigned Aligned = arrayOf(Context, "aligned", 8192, 16);
  EXPECT_EQ(inFirstAlike(Context, In(Value)), In(Key));
  for (unsigned Own : {Key, Larger, Aligned})
    EXPECT_EQ(inFirstAlike(Context, In(Own)), In(Own));
  // In one of two, nobody knows in which.
  const LaneExpr *Either =
      Context.select(Context.binary(LaneOp::CmpULt, Context.threadIdx(0),
                                    Context.constant(7, 32)),
                     In(Key), In(Value));
  EXPECT_EQ(inFirstAlike(Context, Either), Either);
  // A pointer that moves keeps its array.
  const unsigned Loop = Context.addLoop({.Counter = "n", .TripCount = 8});
  const LaneExpr *Pointer = Context.recurrence(Loop, 32, "p");
  Context.setRecurrence(
      Pointer, Context.symbol(Value),
      Context.binary(LaneOp::Add, Pointer, Context.constant(128, 32)),
      /*LaneVarying=*/false);
  const LaneExpr *Moved = Context.binary(LaneOp::Add, Pointer, Offset);
  EXPECT_EQ(inFirstAlike(Context, Moved), Moved);

  ProofBudget Budget;
  KnownVerdicts Verdicts;
  const LaunchShape Shape{64, 1, 1};
  const ProofOptions Options{.Budget = &Budget};
  AccessProblem Problem;
  Problem.Address = In(Key);
  EXPECT_EQ(Verdicts.prove(Context, Problem, Shape, Options).Kind,
            VerdictKind::Clean);
  const uint64_t Left = Budget.StepsLeft;
  Problem.Address = In(Value);
  EXPECT_EQ(Verdicts.prove(Context, Problem, Shape, Options).Kind,
            VerdictKind::Clean);
  EXPECT_EQ(Budget.StepsLeft, Left);
}

TEST(KnownVerdicts, GuardThatWasGivenUpIsNotSearchedAgain) {
  // p * threadIdx.x < n: each lane has a limit of its own, 2^32 ways to part them.
  // That takes all steps that there are; without the guard a few are enough. The
  // next access with that guard spends a quarter of them on it.
  LaneContext Context;
  auto Symbol = [&](const char *Name) {
    return Context.symbol(Context.addSymbol({.Name = Name}));
  };
  const LaneExpr *Guard = Context.binary(
      LaneOp::CmpSLt,
      Context.binary(LaneOp::Mul, Symbol("p"), Context.threadIdx(0), true),
      Symbol("n"));
  const LaneExpr *Base = Context.symbol(Context.addSymbol(
      {.Name = "in", .Width = 64, .Lo = 0, .MultipleOf = 256}));
  KnownVerdicts Verdicts(nullptr);
  std::vector<uint64_t> Spent;
  for (unsigned Stride : {4, 8}) {
    ProofBudget Budget;
    const uint64_t Before = Budget.StepsLeft;
    AccessProblem Problem;
    Problem.Kind = RequestKind::GlobalLoad;
    Problem.BytesPerLane = 4;
    Problem.Guard = Guard;
    Problem.Address = Context.binary(
        LaneOp::Add, Base,
        Context.binary(LaneOp::Mul,
                       Context.cast(LaneOp::ZExt, Context.threadIdx(0), 64),
                       Context.constant(Stride, 64)));
    const AccessVerdict &Verdict = Verdicts.prove(
        Context, Problem, LaunchShape{256, 1, 1}, {.Budget = &Budget});
    // Bytes 4 * lane: 4 sectors; 8 * lane: 8 of them.
    EXPECT_EQ(Verdict.Worst.Cost.Predicted, Stride);
    EXPECT_TRUE(Verdict.GaveUpGuard);
    Spent.push_back(Before - Budget.StepsLeft);
  }
  EXPECT_LT(Spent[1], Spent[0] / 3);
}

} // namespace
