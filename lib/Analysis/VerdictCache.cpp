//===- VerdictCache.cpp - No question is proven twice ---------------------===//

#include "warplint/Analysis/VerdictCache.h"
#include "Lane/Expr/AlikeArrays.h"
#include "warplint/Support/Archive.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace warplint {

static std::string hashOfBytes(StringRef Bytes) {
  XXH128_hash_t Hash = xxh3_128bits(arrayRefFromStringRef(Bytes));
  std::string Text;
  writeNumber(Text, Hash.high64);
  writeNumber(Text, Hash.low64);
  return Text;
}

/// Nodes are never changed and only added: each is hashed once.
std::string KnownVerdicts::hashOf(const LaneContext &Context, StringRef Parts) {
  std::string Nodes = ContextHash;
  size_t Before = Nodes.size();
  NodesHashed = Context.appendNodes(Nodes, NodesHashed);
  if (Nodes.size() != Before)
    ContextHash = hashOfBytes(Nodes);
  std::string Text = ContextHash;
  Context.appendLeaves(Text);
  Text += Parts;
  return hashOfBytes(Text);
}

static void addProblem(std::string &Text, const AccessProblem &Problem,
                       const LaunchShape &Shape) {
  writeNumber(Text, uint64_t(Problem.Kind));
  writeNumber(Text, Problem.BytesPerLane);
  writeNumber(Text, Problem.Instructions);
  writeNumber(Text, Problem.Address->id());
  writeNumber(Text, Problem.Guard ? Problem.Guard->id() : ~uint64_t(0));
  writeValue(Text, Shape);
}

template <typename Answer>
Answer KnownVerdicts::throughStore(const LaneContext &Context,
                                   const std::string &Parts, uint64_t MaxSteps,
                                   ProofBudget *Budget,
                                   function_ref<Answer()> Ask) {
  if (!Store || !Budget)
    return Ask();
  uint64_t Before = Budget->StepsLeft;
  std::string Anyhow = hashOf(Context, Parts), Limited = Anyhow;
  writeNumber(Limited, Before);
  for (const std::string *Question : {&Anyhow, &Limited}) {
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
  Store->keep(Budget->grants(MaxSteps, 0) ? Anyhow : Limited, std::move(Bytes));
  return Found;
}

const LaneExpr *KnownVerdicts::inFirstArray(LaneContext &Context,
                                            const LaneExpr *Address) {
  auto [It, IsNew] = InFirst.try_emplace(Address, nullptr);
  if (IsNew)
    It->second = inFirstAlike(Context, Address);
  return It->second;
}

const AccessVerdict &KnownVerdicts::prove(LaneContext &Context,
                                          AccessProblem Problem,
                                          const LaunchShape &Shape,
                                          const ProofOptions &Options) {
  Problem.Address = inFirstArray(Context, Problem.Address);
  auto [It, IsNew] = Verdicts.try_emplace(questionOn(Problem, Shape));
  if (!IsNew)
    return It->second;
  bool &IsHard = HardGuards[{Problem.Guard, Shape}];
  ProofOptions Allowed = Options;
  if (IsHard)
    Allowed.MaxSteps /= PartIfHard;
  std::string Parts = "verdict";
  addProblem(Parts, Problem, Shape);
  writeNumber(Parts, Allowed.MaxCases);
  writeNumber(Parts, Allowed.MaxSteps);
  writeNumber(Parts, Allowed.MaxIterations);
  AccessVerdict &Verdict = It->second;
  Verdict = throughStore<AccessVerdict>(
      Context, Parts, Allowed.MaxSteps, Allowed.Budget,
      [&] { return proveAccess(Context, Problem, Shape, Allowed); });
  IsHard |= Problem.Guard && Verdict.Kind == VerdictKind::Unproven &&
            (Verdict.Reason == UnprovenReason::TooManyCases ||
             Verdict.Reason == UnprovenReason::UnboundedLoop);
  return Verdict;
}

std::optional<WarpTotals> KnownVerdicts::totals(LaneContext &Context,
                                                AccessProblem Problem,
                                                const LoopNest &Nest,
                                                const LaunchShape &Shape,
                                                const TotalsOptions &Options) {
  Problem.Address = inFirstArray(Context, Problem.Address);
  auto [It, IsNew] = Totals.try_emplace(
      {questionOn(Problem, Shape), Nest.Loops, Nest.IsInCondition});
  if (!IsNew)
    return It->second;
  std::string Parts = "totals";
  addProblem(Parts, Problem, Shape);
  writeNumber(Parts, Options.MaxExecutions);
  writeNumber(Parts, Options.MaxSteps);
  writeNumber(Parts, Nest.IsInCondition);
  for (unsigned Loop : Nest.Loops)
    writeNumber(Parts, Loop);
  It->second = throughStore<std::optional<WarpTotals>>(
      Context, Parts, Options.MaxSteps, Options.Budget,
      [&]() -> std::optional<WarpTotals> {
        if (!Problem.isMeasured())
          return std::nullopt;
        const CostEvaluator Evaluator(Problem);
        return totalsOf(Context, questionOf(Problem, Evaluator), Nest, Shape,
                        Options);
      });
  return It->second;
}

} // namespace warplint
