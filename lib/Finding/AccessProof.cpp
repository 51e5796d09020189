//===- AccessProof.cpp - The proof of a cost, in words --------------------===//

#include "warplint/Finding/AccessProof.h"
#include "ConditionText.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Support/EnumNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace warplint {

static StringRef opaquePhrase(OpaqueReason Reason) {
  return nameOf(Reason,
                {"the index comes from memory",
                 "the index comes from a local array",
                 "the index comes from another lane",
                 "the index is the result of an atomic operation",
                 "the index is the result of a call",
                 "the index is the result of inline assembly",
                 "the index is converted from floating point",
                 "the index leaves a loop at different iterations",
                 "the index is computed by an operation that is not modelled"});
}

static std::string opaqueText(const OpaqueValue &Value) {
  const std::string &From = Value.Source.empty() ? Value.What : Value.Source;
  return opaquePhrase(Value.Reason).str() + (From.empty() ? "" : ": " + From);
}

static std::string failureText(const ProofFailure &Why,
                               const LaneContext &Context) {
  switch (Why.What) {
  case Obstacle::None:
    return "";
  case Obstacle::DataDependentAddress:
  case Obstacle::OpaqueAddress:
    return opaqueText(Context.opaqueAt(unsigned(Why.Number)));
  case Obstacle::LanePastBlock:
    return "the index comes from a lane past the end of the block";
  case Obstacle::DifferentArrays:
    return "lanes address different arrays";
  case Obstacle::TooManyValues:
    return "an unknown value has too many cases to try";
  case Obstacle::TooManyCases:
    return "more than " + std::to_string(Why.Number) + " cases to tell apart";
  case Obstacle::TooManySteps:
    return "the cases to tell apart take too many steps";
  case Obstacle::TooManyLoopSteps:
    return "a loop's values take too many steps to follow";
  case Obstacle::MutualLoops:
    return "the values of two loops depend on each other";
  case Obstacle::EndlessLoop:
    return "a loop's values were followed for " + std::to_string(Why.Number) +
           " iterations without an end";
  case Obstacle::FirstOfLoop:
    return "the first value of a loop-carried value is not known";
  case Obstacle::NextOfLoop:
    return "the next value of a loop-carried value is not known";
  case Obstacle::ExactValue:
    return "an operation depends on the exact value of an unknown";
  case Obstacle::BitsOfUnknowns:
    return "bits of two unknown values are combined";
  case Obstacle::SignOfUnknown:
    return "the sign bit of an unknown 64-bit number is used";
  case Obstacle::LongProduct:
    return "a product of sums has too many terms";
  case Obstacle::LargeUnsigned:
    return "an unsigned 64-bit number is beyond 2^63";
  case Obstacle::FarComparison:
    return "64-bit numbers that are too far apart are compared";
  case Obstacle::UndefinedAddress:
    return "the index is undefined for some values";
  case Obstacle::UnknownMeeting:
    return "whether lanes update one word depends on a value that is not known";
  case Obstacle::WorstNotReached:
    return "the worst figure found may not be reached by any values";
  case Obstacle::MayBeMisaligned:
    return "the access could be misaligned for its width";
  case Obstacle::Misaligned:
    return "the access is misaligned for its width";
  }
  llvm_unreachable("unknown obstacle");
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
  if (Proven.AssumesNoWrap)
    V.Assumptions.push_back("index arithmetic does not wrap around");
  if (Proven.AssumesGuards)
    V.Assumptions.push_back("lanes whose guard is unknown count as active");
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
