//===- VerdictCache.cpp - No question is proven twice ---------------------===//

#include "warplint/Analysis/VerdictCache.h"
#include "Lane/Expr/LaneWalk.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Lane/OwnContext.h"
#include "warplint/Messages/Accesses.h"
#include "warplint/Support/Archive.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"
#include <numeric>
#include <utility>

using namespace llvm;

namespace warplint {

static std::string hashOfBytes(StringRef Bytes) {
  XXH128_hash_t Hash = xxh3_128bits(arrayRefFromStringRef(Bytes));
  std::string Text;
  writeNumber(Text, Hash.high64);
  writeNumber(Text, Hash.low64);
  return Text;
}

namespace {

/// A question in a context of its own.
struct OwnQuestion {
  OwnContext Own;
  AccessProblem Problem;
  std::string Text;

  OwnQuestion(const LaneContext &Context, const AccessProblem &Asked,
              const LaunchShape &Shape, StringRef What,
              ArrayRef<unsigned> Loops = {})
      : Own(Context, {Asked.Address, Asked.Guard}, Loops), Problem(Asked),
        Text(What) {
    Problem.Address = Own.Roots[0];
    Problem.Guard = Own.Roots[1];
    Own.appendTo(Text);
    writeNumber(Text, uint64_t(Problem.Kind));
    writeNumber(Text, Problem.BytesPerLane);
    writeNumber(Text, Problem.Instructions);
    writeValue(Text, Shape);
  }

  /// What \p Verdict says of loops and symbols, by their numbers in \p Context.
  AccessVerdict in(const LaneContext &Context, AccessVerdict Verdict) const {
    auto Name = [&](CaseFact &Fact) {
      if (Fact.Loop >= 0)
        Fact.Loop = static_cast<int>(Own.Loops[Fact.Loop]);
    };
    for_each(Verdict.Worst.Facts, Name);
    for (CaseRow &Row : Verdict.Rows)
      Name(Row.Fact);
    for (LeafValues &Leaves : Verdict.Witness)
      Leaves = Own.leavesIn(Context, Leaves);
    return Verdict;
  }
};

/// Whether a question that rests on thousands of nodes can be answered with what
/// is left: getting them ready is work of its own, which is spent.
bool affords(const LaneContext &Context, const AccessProblem &Asked,
             uint64_t MaxSteps, ProofBudget *Budget) {
  constexpr uint64_t StepsOfNode = 32, FewNodes = 2000;
  if (!Budget)
    return true;
  const uint64_t Most =
      std::max(FewNodes, Budget->share(MaxSteps) / StepsOfNode);
  uint64_t Nodes = countNodes(Context, Asked.Address, Most);
  Nodes += countNodes(Context, Asked.Guard, Most - std::min(Most, Nodes));
  if (Nodes > FewNodes)
    Budget->spend(Nodes * StepsOfNode);
  return Nodes <= Most;
}

} // namespace

template <typename Answer>
Answer KnownVerdicts::throughStore(const std::string &Hash, uint64_t MaxSteps,
                                   ProofBudget *Budget,
                                   function_ref<Answer()> Ask) {
  if (!Store || !Budget)
    return Ask();
  uint64_t Before = Budget->StepsLeft;
  std::string Limited = Hash;
  writeNumber(Limited, Before);
  for (const std::string *Question : {&Hash, &std::as_const(Limited)}) {
    std::optional<StringRef> Bytes = Store->find(*Question);
    std::optional<uint64_t> Steps = Bytes ? readNumber(*Bytes) : std::nullopt;
    Answer Kept;
    if (Steps && (Question == &Limited || Budget->grants(MaxSteps, *Steps)) &&
        readValue(*Bytes, Kept) && Bytes->empty()) {
      Budget->spend(*Steps);
      return Kept;
    }
  }
  Answer Found = Ask();
  std::string Bytes;
  writeNumber(Bytes, Before - Budget->StepsLeft);
  writeValue(Bytes, Found);
  Store->keep(Budget->grants(MaxSteps, 0) ? Hash : Limited, std::move(Bytes));
  return Found;
}

template <typename Answer>
Answer KnownVerdicts::known(std::map<std::string, Answer> &Answers,
                            StringRef Text, uint64_t MaxSteps,
                            ProofBudget *Budget, function_ref<Answer()> Ask) {
  std::string Hash = hashOfBytes(Text);
  auto [It, IsNew] = Answers.try_emplace(Hash);
  if (IsNew)
    It->second = throughStore(Hash, MaxSteps, Budget, Ask);
  return It->second;
}

const AccessVerdict &KnownVerdicts::prove(const LaneContext &Context,
                                          const AccessProblem &Problem,
                                          const LaunchShape &Shape,
                                          const ProofOptions &Options) {
  auto [It, IsNew] = Verdicts.try_emplace(questionOn(Problem, Shape));
  AccessVerdict &Verdict = It->second;
  if (!IsNew)
    return Verdict;
  bool &IsHard = HardGuards[{Problem.Guard, Shape}];
  bool &IsGivenUp = GivenUpGuards[{Problem.Guard, Shape}];
  ProofOptions Allowed = Options;
  Allowed.IsGuardHard = IsGivenUp;
  if (IsHard)
    Allowed.MaxSteps /= PartIfHard;
  if (Problem.isMeasured() &&
      !affords(Context, Problem, Allowed.MaxSteps, Allowed.Budget)) {
    Verdict.Reason = UnprovenReason::TooManyCases;
    Verdict.ReasonText = reasonSentence(Verdict.Reason);
    return Verdict;
  }
  OwnQuestion Asked(Context, Problem, Shape, "verdict");
  writeNumber(Asked.Text, Allowed.MaxCases);
  writeNumber(Asked.Text, Allowed.MaxSteps);
  writeNumber(Asked.Text, Allowed.MaxIterations);
  writeNumber(Asked.Text, Allowed.IsGuardHard);
  Verdict = Asked.in(
      Context, known<AccessVerdict>(AnyVerdicts, Asked.Text, Allowed.MaxSteps,
                                    Allowed.Budget, [&] {
                                      return proveAccess(Asked.Own.Context,
                                                         Asked.Problem, Shape,
                                                         Allowed);
                                    }));
  IsGivenUp |= Verdict.GaveUpGuard;
  IsHard |= Problem.Guard && Verdict.Kind == VerdictKind::Unproven &&
            (Verdict.Reason == UnprovenReason::TooManyCases ||
             Verdict.Reason == UnprovenReason::UnboundedLoop);
  return Verdict;
}

/// An ideal request of some blocks costs more than one of others that is not: one
/// figure cannot stand for both.
static bool differInKind(const AccessVerdict &A, const AccessVerdict &B) {
  const AccessVerdict &Ideal = isIdeal(A) ? A : B, &Other = isIdeal(A) ? B : A;
  return isIdeal(Ideal) && !isIdeal(Other) &&
         Ideal.Worst.Cost.Predicted > Other.Worst.Cost.Predicted;
}

/// Makes \p V the verdict for the blocks that it is for and \p Shape, which has
/// the verdict \p Other: the higher figure, "up to" that if there are lower ones.
/// A block of less than a warp is no case of its own.
static void widen(AccessVerdict &V, const AccessVerdict &Other,
                  const std::optional<LaunchShape> &Shape) {
  const unsigned Best = std::min(V.BestPredicted, Other.BestPredicted);
  const bool IsHigher = Other.Worst.Cost.Predicted > V.Worst.Cost.Predicted ||
                        (isIdeal(V) && Other.Kind == VerdictKind::Excess);
  const bool IsPart =
      Shape && Shape->isKnown() && Shape->threads() < WarpSize && !IsHigher;
  const bool Depends = V.DependsOnCase || Other.DependsOnCase ||
                       Other.Kind != V.Kind ||
                       Other.Worst.Cost.Predicted != V.Worst.Cost.Predicted;
  if (IsHigher) {
    V = Other;
    V.CostliestBlock = Shape;
    V.Condition.clear();
    V.Rows.clear();
    // Totals of an unknown block are those of a warp.
    V.TotalPredicted = V.Worst.Cost.Predicted;
    V.TotalIdeal = V.Worst.Cost.Ideal;
  }
  V.BestPredicted = Best;
  if (!isIdeal(V) && !IsPart)
    V.DependsOnCase = Depends;
}

/// All of \p Shapes together may take what one question may. If \p MustBeIdeal, the
/// first that is not ideal decides.
static AccessVerdict proveEach(const LaneContext &Context,
                               const AccessProblem &Problem,
                               ArrayRef<LaunchShape> Shapes, bool MustBeIdeal,
                               const ProofOptions &Options) {
  // Of a budget one question gets this part.
  constexpr uint64_t Part = 16;
  const uint64_t Most = Options.Budget ? Options.Budget->share(Options.MaxSteps)
                                       : Options.MaxSteps;
  ProofBudget Own{Most * Part};
  uint64_t Spent = 0;
  std::optional<AccessVerdict> All;
  for (const LaunchShape &Shape : Shapes) {
    // One that stands for all that follow may be too general to be decided.
    const bool IsForRest = Shape.IsAnyRow && !Shape.Y;
    ProofOptions Allowed = Options;
    Allowed.Budget = &Own;
    Allowed.MaxSteps = (Most - Spent) / (IsForRest ? 2 : 1);
    AccessVerdict Other = proveAccess(Context, Problem, Shape, Allowed);
    Spent = std::min(Most, Most * Part - Own.StepsLeft);
    const bool IsDecided =
        isIdeal(Other) || (!MustBeIdeal && hasFigure(Other.Kind));
    if (IsForRest && !IsDecided)
      continue;
    if (!IsDecided || (Spent == Most && !IsForRest) ||
        (All && differInKind(*All, Other))) {
      All = unknownBlock(Shape, Other);
      break;
    }
    if (Other.Kind != VerdictKind::NeverRuns) {
      if (All)
        widen(*All, Other, Shape);
      else
        (All = std::move(Other))->CostliestBlock = Shape;
    }
    if (IsForRest)
      break;
  }
  if (Options.Budget)
    Options.Budget->spend(Spent);
  if (!All)
    All.emplace().Kind = VerdictKind::NeverRuns;
  return *All;
}

void limitToWholeWarps(AccessVerdict &V) {
  if (!V.Condition.empty())
    V.Condition = messages::IfWholeWarps(V.Condition);
}

const AccessVerdict &KnownVerdicts::proveForAll(
    const LaneContext &Context, const AccessProblem &Problem,
    const LaunchShape &Known, bool IsSquare, const AccessVerdict &V,
    ArrayRef<LaunchShape> Shapes, const ProofOptions &Options) {
  auto [It, IsNew] =
      VerdictsForAll.try_emplace({questionOn(Problem, Known), IsSquare});
  if (!IsNew)
    return It->second;
  OwnQuestion Asked(Context, Problem, Known, "blocks");
  writeNumber(Asked.Text, IsSquare);
  writeNumber(Asked.Text, isIdeal(V));
  writeNumber(Asked.Text, Options.MaxCases);
  writeNumber(Asked.Text, Options.MaxSteps);
  writeNumber(Asked.Text, Options.MaxIterations);
  AccessVerdict Others = Asked.in(
      Context, known<AccessVerdict>(AnyVerdicts, Asked.Text, Options.MaxSteps,
                                    Options.Budget, [&] {
                                      return proveEach(Asked.Own.Context,
                                                       Asked.Problem, Shapes,
                                                       isIdeal(V), Options);
                                    }));
  AccessVerdict &ForAll = It->second;
  ForAll = V;
  if (Others.Kind == VerdictKind::Unproven) {
    ForAll = std::move(Others);
  } else if (differInKind(V, Others)) {
    ForAll = unknownBlock(Others.CostliestBlock.value_or(Known), Others);
  } else if (V.Kind != VerdictKind::NeverRuns &&
             Others.Kind != VerdictKind::NeverRuns) {
    if (Known.X) {
      ForAll.Condition.clear();
      ForAll.Rows.clear();
    } else {
      limitToWholeWarps(ForAll);
    }
    widen(ForAll, Others, Others.CostliestBlock);
  }
  return ForAll;
}

std::optional<WarpTotals> KnownVerdicts::totals(const LaneContext &Context,
                                                const AccessProblem &Problem,
                                                const LoopNest &Nest,
                                                const LaunchShape &Shape,
                                                const TotalsOptions &Options) {
  auto [It, IsNew] = Totals.try_emplace(
      {questionOn(Problem, Shape), Nest.Loops, Nest.IsInCondition});
  if (!IsNew || !Problem.isMeasured() ||
      !affords(Context, Problem, Options.MaxSteps, Options.Budget))
    return It->second;
  OwnQuestion Asked(Context, Problem, Shape, "totals", Nest.Loops);
  LoopNest Own = Nest;
  std::iota(Own.Loops.begin(), Own.Loops.end(), 0u);
  writeNumber(Asked.Text, Options.MaxExecutions);
  writeNumber(Asked.Text, Options.MaxSteps);
  writeNumber(Asked.Text, Nest.IsInCondition);
  writeNumber(Asked.Text, Nest.Loops.size());
  It->second = known<std::optional<WarpTotals>>(
      AnyTotals, Asked.Text, Options.MaxSteps, Options.Budget, [&] {
        const CostEvaluator Evaluator(Asked.Problem);
        return totalsOf(Asked.Own.Context, questionOf(Asked.Problem, Evaluator),
                        Own, Shape, Options);
      });
  return It->second;
}

} // namespace warplint
