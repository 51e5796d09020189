//===- PropertyTest.cpp - Verdicts against brute force --------------------===//
//
// A verdict is a claim about all values of the unknowns. Random accesses are
// judged and compared with plain evaluation of sampled, or all, values:
//
//   no sample costs more than Worst;
//   Worst is reached: by the witness that comes with it, and, where all values
//   were enumerated, by one of them;
//   nothing is found in what is said to be clean or never to run.
//
//   no sample costs more than the row of the condition that it belongs to.
//
// Each shard is a test of its own, so that they run side by side.
// WARPLINT_PROPERTY_CASES sets the number of accesses of a shard,
// WARPLINT_PROPERTY_SEED the first seed of the first one.
//
//===----------------------------------------------------------------------===//

#include "BruteForce.h"
#include "warplint/Finding/AccessProof.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <map>

using namespace warplint;

namespace {

constexpr unsigned Shards = 12;
constexpr uint64_t DefaultCases = 10000;
/// Samples of each access: with 10,000 accesses a few seconds.
constexpr unsigned SamplesPerAccess = 48;

/// A tenth of what a user gets, so that cases that are too hard do not take
/// most of the time.
constexpr ProofOptions SmallBudget = {
    .MaxCases = 2048, .MaxSteps = 20'000, .MaxIterations = 512};

/// So little that the coarse way has to do for many.
constexpr ProofOptions TinyBudget = {
    .MaxCases = 128, .MaxSteps = 600, .MaxIterations = 64};

uint64_t numberFromEnvironment(const char *Name, uint64_t Default) {
  const char *Text = std::getenv(Name);
  return Text ? std::strtoull(Text, nullptr, 10) : Default;
}

bool isWorse(const WarpCost &A, const WarpCost &B) {
  if (A.excess() != B.excess())
    return A.excess() > B.excess();
  return A.Predicted > B.Predicted;
}

bool assumes(const AccessVerdict &V, std::string_view Text) {
  for (const std::string &Assumption : V.Assumptions)
    if (Assumption.find(Text) != std::string::npos)
      return true;
  return false;
}

/// Where idle lanes let others merge or take bytes out of the ideal, a verdict
/// that takes lanes as active says nothing of fewer lanes.
bool idleLanesCanAddExcess(const AccessProblem &P) {
  switch (P.Kind) {
  case RequestKind::SharedLoad:
    return P.BytesPerLane > 4;
  case RequestKind::CpAsync:
    return P.BytesPerLane == 16;
  case RequestKind::SharedAtomicAdd:
  case RequestKind::SharedAtomicCas:
  case RequestKind::GlobalLoad:
  case RequestKind::GlobalStore:
    return true;
  default:
    return false;
  }
}

struct Tally {
  std::map<std::string, unsigned> Verdicts;
  unsigned Samples = 0, Complete = 0, NoWitness = 0, Wrapping = 0;
};

class VerdictCheck {
public:
  VerdictCheck(const RandomAccess &Access, uint64_t Seed, Tally &Count)
      : Access(Access), Seed(Seed), Count(Count),
        Verdict(proveAccess(*Access.Context, Access.Problem, Access.Shape,
                            Seed % 3 ? SmallBudget : TinyBudget)) {}

  void run();

private:
  void countVerdict();
  void checkRows(const WarpSample &Sample, const WarpCost &Cost) const;
  void checkSample(const WarpSample &Sample);
  LaneMask existingLanes() const;
  void checkWitness();
  std::string context() const {
    return "seed " + std::to_string(Seed) + "\n" + Access.describe();
  }

  const RandomAccess &Access;
  uint64_t Seed;
  Tally &Count;
  AccessVerdict Verdict;
  std::optional<WarpCost> Worst;
  std::map<unsigned, WarpCost> WorstOfWarp;
};

void VerdictCheck::countVerdict() {
  static const char *const Names[] = {"clean", "excess",
                                      "unproven: ", "never runs"};
  std::string Name = Names[static_cast<unsigned>(Verdict.Kind)];
  if (Verdict.Kind == VerdictKind::Unproven)
    Name += reasonName(Verdict.Reason);
  ++Count.Verdicts[Name];
}

/// The value that a fact is about in \p Sample; nothing for facts that are no
/// plain numbers.
std::optional<int64_t> valueOf(const LaneContext &Context, const CaseFact &Fact,
                               const WarpSample &Sample) {
  const LeafValues &Leaves = Sample.Lanes[0];
  if (Fact.Loop >= 0)
    return static_cast<int64_t>(
        Leaves.Iterations[static_cast<size_t>(Fact.Loop)]);
  for (unsigned S = 0; S < Context.numSymbols(); ++S)
    if (Context.symbolAt(S).Name == Fact.Name &&
        Context.symbolAt(S).Width == 32)
      return static_cast<int64_t>(Leaves.Symbols[S]);
  return std::nullopt;
}

bool matches(const CaseFact &Fact, int64_t Value) {
  switch (Fact.What) {
  case CaseFact::Kind::Value:
    return Value == Fact.Value;
  case CaseFact::Kind::Residue:
    return (Value - Fact.Value) % static_cast<int64_t>(Fact.Modulus) == 0;
  case CaseFact::Kind::Iteration: {
    int64_t Ahead = Value - static_cast<int64_t>(Fact.Iteration);
    return Ahead == 0 || (Fact.Modulus && Ahead > 0 &&
                          Ahead % static_cast<int64_t>(Fact.Modulus) == 0);
  }
  case CaseFact::Kind::Truth:
    return false;
  }
  return false;
}

/// "4-way when u is 2" is a claim about all samples with that u.
void VerdictCheck::checkRows(const WarpSample &Sample,
                             const WarpCost &Cost) const {
  if (!Verdict.Assumptions.empty())
    return;
  std::optional<WarpCost> Claimed;
  for (const CaseRow &Row : Verdict.Rows) {
    auto Value = valueOf(*Access.Context, Row.Fact, Sample);
    if (!Value || !matches(Row.Fact, *Value))
      continue;
    WarpCost Here;
    Here.Predicted = Row.Predicted;
    Here.Ideal = Row.Ideal;
    if (!Claimed || isWorse(Here, *Claimed))
      Claimed = Here;
  }
  if (!Claimed)
    return;
  EXPECT_FALSE(isWorse(Cost, *Claimed))
      << context() << "\n"
      << Verdict.Condition << ", but " << Cost.Predicted << " for "
      << Sample.describe(*Access.Context);
}

void VerdictCheck::checkSample(const WarpSample &Sample) {
  std::optional<WarpCost> Cost = costOfSample(Access, Sample);
  if (!Cost)
    return;
  if (Cost->Predicted == 0)
    return;
  bool IsExcused =
      assumes(Verdict, "wrap") && wrapsBetweenLanes(Access, Sample);
  if (Verdict.Kind == VerdictKind::NeverRuns && !IsExcused) {
    ADD_FAILURE() << context() << "\nnever runs, but does: "
                  << Sample.describe(*Access.Context);
    return;
  }
  if (isWorse(*Cost, Verdict.Worst.Cost)) {
    if (assumes(Verdict, "unknown condition") &&
        idleLanesCanAddExcess(Access.Problem))
      return;
    if (IsExcused) {
      ++Count.Wrapping;
      return;
    }
    ADD_FAILURE() << context() << "\nverdict " << Verdict.Worst.Cost.Predicted
                  << " (ideal " << Verdict.Worst.Cost.Ideal << "), but "
                  << Cost->Predicted << " (ideal " << Cost->Ideal << ") for "
                  << Sample.describe(*Access.Context);
    return;
  }
  ++Count.Samples;
  checkRows(Sample, *Cost);
  if (!Worst || isWorse(*Cost, *Worst))
    Worst = Cost;
  auto [It, IsNew] = WorstOfWarp.try_emplace(Sample.Warp, *Cost);
  if (!IsNew && isWorse(*Cost, It->second))
    It->second = *Cost;
}

/// Lanes of the witness that are threads of a block. Where the block is not
/// fully known only whole warps are judged.
LaneMask VerdictCheck::existingLanes() const {
  const LaunchShape &S = Access.Shape;
  if (!S.X || !S.Y || !S.Z)
    return AllLanes;
  unsigned First = Verdict.Worst.Warp * WarpSize;
  return laneRange(0, std::min(WarpSize, *S.X * *S.Y * *S.Z - First));
}

void VerdictCheck::checkWitness() {
  if (Verdict.Kind != VerdictKind::Excess)
    return;
  if (Verdict.Witness.empty()) {
    ++Count.NoWitness;
    return;
  }
  WarpSample Sample;
  for (unsigned L = 0; L < WarpSize; ++L)
    Sample.Lanes[L] = Verdict.Witness[L];
  Sample.Existing = existingLanes();
  std::optional<WarpCost> Cost = costOfSample(Access, Sample);
  // Plain evaluation has no guard for lanes that are assumed to be active.
  if (!Cost && assumes(Verdict, "unknown condition"))
    return;
  ASSERT_TRUE(Cost.has_value()) << context();
  EXPECT_EQ(Cost->Predicted, Verdict.Worst.Cost.Predicted) << context();
  EXPECT_EQ(Cost->Ideal, Verdict.Worst.Cost.Ideal) << context();
}

void VerdictCheck::run() {
  countVerdict();
  if (Verdict.Kind == VerdictKind::Unproven)
    return;
  bool IsComplete =
      forEachSample(Access, SamplesPerAccess, Seed,
                    [this](const WarpSample &S) { checkSample(S); });
  checkWitness();
  if (!IsComplete || testing::Test::HasFailure())
    return;
  ++Count.Complete;
  if (assumes(Verdict, "unknown condition"))
    return;
  // An access that never runs may also be called clean: that needs no exact
  // guard.
  if (Verdict.Kind == VerdictKind::Excess)
    EXPECT_TRUE(Worst.has_value()) << context();
  if (!Worst)
    return;
  EXPECT_EQ(Worst->excess(), Verdict.Worst.Cost.excess()) << context();
  if (Verdict.Kind != VerdictKind::Excess)
    return;
  EXPECT_EQ(Worst->Predicted, Verdict.Worst.Cost.Predicted) << context();
  unsigned WarpsWithExcess = 0;
  for (const auto &[Warp, Cost] : WorstOfWarp)
    WarpsWithExcess += Cost.excess() != 0;
  EXPECT_LE(WarpsWithExcess, Verdict.WarpsWithExcess) << context();
  // A warp whose addresses are all misaligned has no samples, but a verdict.
  if (WorstOfWarp.size() == Verdict.WarpsInBlock)
    EXPECT_EQ(WarpsWithExcess, Verdict.WarpsWithExcess) << context();
}

/// The seeds of one shard.
class SeedRange : public testing::TestWithParam<unsigned> {
protected:
  uint64_t Cases =
      numberFromEnvironment("WARPLINT_PROPERTY_CASES", DefaultCases);
  uint64_t First =
      numberFromEnvironment("WARPLINT_PROPERTY_SEED", 1) + GetParam() * Cases;
};
class VerdictProperty : public SeedRange {};
class TotalsProperty : public SeedRange {};

INSTANTIATE_TEST_SUITE_P(Shard, VerdictProperty, testing::Range(0u, Shards));
INSTANTIATE_TEST_SUITE_P(Shard, TotalsProperty, testing::Range(0u, Shards));

TEST_P(VerdictProperty, AgreesWithBruteForce) {
  Tally Count;
  for (uint64_t Seed = First; Seed < First + Cases; ++Seed) {
    RandomAccess Access = AccessGenerator(Seed).next();
    VerdictCheck(Access, Seed, Count).run();
    if (HasFatalFailure() || HasNonfatalFailure())
      break;
  }
  for (const auto &[Name, Number] : Count.Verdicts)
    RecordProperty(Name, static_cast<int>(Number));
  if (std::getenv("WARPLINT_PROPERTY_TALLY")) {
    for (const auto &[Name, Number] : Count.Verdicts)
      printf("%8u %s\n", Number, Name.c_str());
    printf("%8u samples\n%8u complete\n%8u excess without a witness\n%8u "
           "samples that wrap\n",
           Count.Samples, Count.Complete, Count.NoWitness, Count.Wrapping);
  }
}

/// A sum claims to be that of every value of the symbols.
TEST_P(TotalsProperty, AgreeWithBruteForce) {
  unsigned Given = 0, Checked = 0;
  // A quarter of the seeds: to add up by hand takes longer than to sample.
  for (uint64_t Seed = First; Seed < First + Cases; Seed += 4) {
    RandomAccess Access = AccessGenerator(Seed).next();
    LoopNest Nest;
    for (unsigned L = 0; L < Access.Context->numLoops(); ++L)
      Nest.Loops.push_back(L);
    CostEvaluator Cost(Access.Problem);
    auto Sum =
        totalsOf(*Access.Context, questionOf(Access.Problem, Cost), Nest,
                 Access.Shape, {.MaxExecutions = 2000, .MaxSteps = 20'000});
    if (!Sum || Sum->AssumesNoWrap)
      continue;
    ++Given;
    unsigned Samples = 0;
    forEachSample(Access, 12, Seed, [&](const WarpSample &Sample) {
      if (HasFailure() || ++Samples > 3)
        return;
      auto ByHand = totalsOfSample(Access, Sample);
      if (!ByHand)
        return;
      ++Checked;
      auto Context = [&] {
        return "seed " + std::to_string(Seed) + "\n" + Access.describe() +
               "\n" + Sample.describe(*Access.Context);
      };
      EXPECT_EQ(Sum->Requests, ByHand->Requests) << Context();
      EXPECT_EQ(Sum->Value, ByHand->Value) << Context();
      EXPECT_EQ(Sum->Ideal, ByHand->Ideal) << Context();
    });
    if (HasFailure())
      break;
  }
  // Not all are given up.
  EXPECT_GT(Given, Cases / 16);
  EXPECT_GT(Checked, Given / 2);
  if (std::getenv("WARPLINT_PROPERTY_TALLY"))
    printf("%8u sums\n%8u of them checked by hand\n", Given, Checked);
}

} // namespace
