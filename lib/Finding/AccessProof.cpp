//===- AccessProof.cpp - The proof of a cost, in words --------------------===//

#include "warplint/Finding/AccessProof.h"
#include "ConditionText.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Messages/Accesses.h"
#include "warplint/Support/EnumNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace warplint {

StringRef opaquePhrase(OpaqueReason Reason, bool IsIndex) {
  const std::pair<StringRef, StringRef> Phrases[] = {
      {messages::FromMemory, messages::LoadedFromMemory},
      {messages::FromLocalArray, messages::ReadFromLocalArray},
      {messages::FromLane, messages::TakenFromLane},
      {messages::FromAtomic, messages::ResultOfAtomic},
      {messages::FromCall, messages::ResultOfCall},
      {messages::FromAssembly, messages::ResultOfAssembly},
      {messages::FromFloat, messages::ConvertedFromFloat},
      {messages::FromDivergentLoop, messages::LeftByLoop},
      {messages::FromLongLoop, messages::ResultOfLongLoop},
      {messages::FromUnmodeled, messages::ResultOfUnmodeled},
  };
  const auto &[OfIndex, OfValue] = Phrases[size_t(Reason)];
  return IsIndex ? OfIndex : OfValue;
}

static std::string opaqueText(const OpaqueValue &Value) {
  const std::string &From = Value.Source.empty() ? Value.What : Value.Source;
  return opaquePhrase(Value.Reason, /*IsIndex=*/true).str() +
         (From.empty() ? "" : ": " + From);
}

static std::string failureText(const ProofFailure &Why,
                               const LaneContext &Context) {
  if (Why.What == Obstacle::DataDependentAddress ||
      Why.What == Obstacle::OpaqueAddress)
    return opaqueText(Context.opaqueAt(unsigned(Why.Number)));
  static constexpr StringLiteral Sentences[] = {
      "",
#define WARPLINT_OBSTACLE(Name, Reason, Sentence) Sentence.text(),
#include "warplint/Lane/Reasons.def"
  };
  return filledIn(Sentences[size_t(Why.What)], {std::to_string(Why.Number)});
}

/// "pitch mod 32", "s", "the range of n"; each once, sorted.
static std::vector<std::string> splitTexts(ArrayRef<CaseSplit> Splits) {
  std::vector<std::string> Texts;
  for (const CaseSplit &Split : Splits)
    switch (Split.What) {
    case CaseSplit::Kind::Value:
      Texts.push_back(Split.Name);
      break;
    case CaseSplit::Kind::Residue:
      Texts.push_back(Split.Name + " mod " + std::to_string(Split.Modulus));
      break;
    case CaseSplit::Kind::Range:
      Texts.push_back("the range of " + Split.Name);
      break;
    }
  llvm::sort(Texts);
  Texts.erase(llvm::unique(Texts), Texts.end());
  return Texts;
}

/// A residue within limits is said with its limits.
static CaseRow rowOf(const OutcomeRow &Row) {
  CaseFact Fact = Row.Facts.front();
  for (const CaseFact &Limit : ArrayRef(Row.Facts).drop_front())
    Fact = {.What = CaseFact::Kind::Truth,
            .Name = factClause(Fact) + " and " + factClause(Limit),
            .Value = 1};
  return {std::move(Fact), Row.Outcome.Value, Row.Outcome.Ideal};
}

static AccessVerdict worded(ProofResult Proven, const LaneContext &Context,
                            const CostEvaluator &Evaluator) {
  AccessVerdict V;
  V.Kind = Proven.Kind;
  V.Reason = Proven.Failure.reason();
  V.ReasonText = failureText(Proven.Failure, Context);
  V.WarpsInBlock = Proven.WarpsInBlock;
  V.GaveUpGuard = Proven.GaveUpGuard;
  if (Proven.AssumesNoWrap)
    V.Assumptions.push_back(messages::NoWrapAround());
  if (Proven.AssumesGuards)
    V.Assumptions.push_back(messages::UnknownGuardsHold());
  if (!hasFigure(V.Kind))
    return V;
  ProvenCase &Worst = Proven.Worst;
  LaneAddresses Address;
  llvm::copy(Worst.Address, Address.begin());
  V.Worst = {Worst.Warp, Evaluator.costOf(Address, Worst.Active), Worst.Active,
             Worst.Address, std::move(Worst.Facts)};
  V.Witness = std::move(Proven.Witness);
  V.BestPredicted = Proven.BestValue;
  V.WarpsWithExcess = Proven.WarpsWithExcess;
  V.TotalPredicted = Proven.TotalValue;
  V.TotalIdeal = Proven.TotalIdeal;
  V.DependsOnCase = Proven.DependsOnCase;
  for (const OutcomeRow &Row : Proven.Rows)
    V.Rows.push_back(rowOf(Row));
  if (!V.Rows.empty())
    V.Condition = conditionText(V.Worst.Cost.Unit, V.Rows);
  else if (!Proven.DependsOn.empty())
    V.Condition = "depends on " + listed(Proven.DependsOn);
  V.Course = {Proven.Cases, splitTexts(Proven.Splits), Proven.UsesRule1,
              Proven.UsesRule2};
  return V;
}

AccessVerdict proveAccess(const LaneContext &Context,
                          const AccessProblem &Problem,
                          const LaunchShape &Shape,
                          const ProofOptions &Options) {
  if (!Problem.isMeasured()) {
    AccessVerdict V;
    V.Reason = UnprovenReason::NotMeasured;
    V.ReasonText = reasonSentence(V.Reason);
    return V;
  }
  const CostEvaluator Evaluator(Problem);
  return worded(prove(Context, questionOf(Problem, Evaluator), Shape, Options),
                Context, Evaluator);
}

} // namespace warplint
