//===- LdmatrixCheck.cpp - warplint-ldmatrix ------------------------------===//

#include "LdmatrixFindings.h"
#include "warplint/Checks/Check.h"

using namespace llvm;

namespace warplint {

void LdmatrixFindings::add(const AccessRecord &At, Finding F) {
  auto [It, IsNew] =
      Found.try_emplace(AccessKey(At.Where, At.Verb, At.Ordinal), F);
  Finding &Old = It->second;
  // What is not assumed comes first.
  auto RankOf = [](const Finding &Of) {
    return std::pair(!Of.IsAssumed,
                     Of.Metrics.empty() ? 0 : Of.Metrics.front().excess());
  };
  if (!IsNew && RankOf(F) > RankOf(Old))
    Old = std::move(F);
}

std::vector<Finding> LdmatrixFindings::take() {
  std::vector<Finding> All;
  for (auto &[Key, F] : Found)
    All.push_back(std::move(F));
  Found.clear();
  return All;
}

Finding instructionFinding(const AccessRecord &A, uint64_t Now, uint64_t Then,
                           const std::string &Message) {
  const AccessRecord *Group[] = {&A};
  Finding F =
      excessFinding(Group, Severity::Remark,
                    {"instructions", Now, Then, "instructions/warp"}, Message);
  F.Level = Severity::Remark;
  F.EstimatedExcess = 0;
  return F;
}

namespace {

/// What the proofs of a file may take: the budget of its kernels divided by that.
constexpr uint64_t BudgetShare = 4;

class LdmatrixCheck : public Check {
public:
  using Check::Check;

  Needs needs() const override {
    Needs Wanted;
    Wanted.Matrices = true;
    return Wanted;
  }

  void run(FileFacts &Facts, FindingSink &Sink) override {
    Facts.prover().renewBudget(BudgetShare);
    LdmatrixFindings Narrow, Scalar, Transposed;
    for (const JudgedKernel &K : Facts.kernels()) {
      if (K.Kernel->Declaration && Facts.unit().doubtOf(*K.Kernel->Declaration))
        continue;
      Facts.prover().startKernel();
      findNarrowLoads(K, Facts, Narrow);
      findScalarFragments(K, Facts, Scalar);
      findTransposedLoads(K, Facts, Transposed);
    }
    for (LdmatrixFindings *Kind : {&Narrow, &Scalar})
      for (Finding &F : Kind->take())
        Sink.add(std::move(F));
    for (Finding &F : findCopyAtoms(Facts))
      Sink.add(std::move(F));
    for (Finding &F : Transposed.take()) {
      F.Level = F.IsAssumed ? Settings.AssumedLevel : Severity::Warning;
      Sink.add(std::move(F));
    }
  }
};

} // namespace

std::unique_ptr<Check> makeLdmatrixCheck(const CheckSettings &Settings) {
  return std::make_unique<LdmatrixCheck>(Settings);
}

} // namespace warplint
