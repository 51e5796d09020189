//===- LaunchProver.cpp - Proofs under the launches of a kernel -----------===//

#include "warplint/Analysis/LaunchProver.h"
#include "warplint/Lane/Prover.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

void LaunchProver::renewBudget(uint64_t Share) {
  Budget = ProofBudget();
  Budget.StepsLeft /= Share;
}

ProofOptions LaunchProver::proofOptions() {
  ProofOptions Proof = Options.Proof;
  Proof.Budget = &Budget;
  return Proof;
}

/// The same figure in every case: more knowledge would not change it. An
/// excess is that of the most active lanes, of which more may be known, and, of
/// sectors, that of an unknown stride that is not small.
static bool isSettled(const AccessVerdict &V, bool KnowsMoreOfLanes) {
  if (V.Kind == VerdictKind::Clean || V.Kind == VerdictKind::NeverRuns)
    return true;
  if (V.Course.UsesRule2 && V.Worst.Cost.Unit == CostUnit::Sectors)
    return false;
  return V.Kind == VerdictKind::Excess && !KnowsMoreOfLanes &&
         !V.DependsOnCase && V.Rows.empty() &&
         V.BestPredicted == V.Worst.Cost.Predicted;
}

Judgement LaunchProver::judge(LaneContext &Context,
                              const AccessProblem &Problem, LaunchCase &Case) {
  const LaunchShape &Shape = Case.Record.Shape;
  Judgement J{&Case, Case.known(Problem), {}};
  bool IsSpecial =
      J.Problem.Address != Problem.Address || J.Problem.Guard != Problem.Guard;
  J.Verdict = Verdicts.prove(Context, Problem, Shape, proofOptions());
  if (!IsSpecial || isSettled(J.Verdict, J.Problem.Guard != Problem.Guard))
    return J;
  J.Verdict = Verdicts.prove(Context, J.Problem, Shape, proofOptions());
  J.UsesValues = true;
  return J;
}

static bool isLike(const Judgement &A, const AccessProblem &Problem,
                   LaunchCase &Other) {
  return A.Case->Record.Shape == Other.Record.Shape &&
         A.Problem.Address == Other.Known(Problem.Address) &&
         A.Problem.Guard == Other.Known(Problem.Guard);
}

std::vector<Judgement> LaunchProver::judgeEach(LaneContext &Context,
                                               const AccessProblem &Problem,
                                               const LaunchCases &Launched) {
  std::vector<Judgement> Judged;
  for (const auto &Case : Launched)
    if (none_of(Judged,
                [&](const Judgement &J) { return isLike(J, Problem, *Case); }))
      Judged.push_back(judge(Context, Problem, *Case));
  return Judged;
}

size_t worstOf(ArrayRef<Judgement> Judged) {
  // Of equals that of a known block.
  auto IsBefore = [](const Judgement &A, const Judgement &B) {
    return isWorse(A.Verdict, B.Verdict) ||
           (!isWorse(B.Verdict, A.Verdict) &&
            A.Case->Record.unknownExtents() < B.Case->Record.unknownExtents());
  };
  return llvm::min_element(Judged, IsBefore) - Judged.begin();
}

std::pair<AccessVerdict, LaunchRecord>
LaunchProver::judgeWorst(LaneContext &Context, const AccessProblem &Problem,
                         const LaunchCases &Launched) {
  std::vector<Judgement> Judged = judgeEach(Context, Problem, Launched);
  Judgement &Worst = Judged[worstOf(Judged)];
  return {std::move(Worst.Verdict), Worst.Case->Record};
}

ProofResult LaunchProver::prove(const LaneContext &Context,
                                const WarpQuestion &Asked,
                                const LaunchShape &Shape) {
  return warplint::prove(Context, Asked, Shape, proofOptions());
}

std::optional<WarpTotals> LaunchProver::totals(LaneContext &Context,
                                               const Judgement &J,
                                               const KernelAccess &Access) {
  return Verdicts.totals(Context, J.Problem, J.Case->nestOf(Access),
                         J.Case->Record.Shape, {.Budget = &Budget});
}

void addReasons(const Judgement &J, const AccessProblem &Problem,
                LaunchRecord &Launch, std::vector<FindingNote> &Promises) {
  if (!J.UsesValues)
    return;
  SmallVector<unsigned, 4> Symbols = J.Case->Known.symbolsIn(Problem.Address);
  append_range(Symbols, J.Case->Known.symbolsIn(Problem.Guard));
  for (unsigned Symbol : Symbols) {
    const LaunchCase::Source &Source = J.Case->Sources[Symbol];
    if (!Source.Value.empty() && !is_contained(Launch.UsedValues, Source.Value))
      Launch.UsedValues.push_back(Source.Value);
    for (const FindingNote &Promise : Source.Promises)
      if (none_of(Promises, [&](const FindingNote &Known) {
            return Known.Where == Promise.Where &&
                   Known.Message == Promise.Message;
          }))
        Promises.push_back(Promise);
  }
}

} // namespace warplint
