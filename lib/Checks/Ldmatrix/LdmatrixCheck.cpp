//===- LdmatrixCheck.cpp - warplint-ldmatrix ------------------------------===//

#include "Lane/Expr/AddressForm.h"
#include "LdmatrixFindings.h"
#include "warplint/Checks/Check.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"

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

bool loadsRowsOf16(const KernelAccess &A) {
  const StringRef Name = A.Instruction;
  return !Name.contains("m16n16") && !Name.contains("m8n16");
}

bool isTransposed(const KernelAccess &A) {
  return StringRef(A.Instruction).contains(".trans");
}

std::string nameOf(const MatrixProduct &P) {
  return "mma.m" + utostr(P.M) + "n" + utostr(P.N) + "k" + utostr(P.K);
}

std::optional<int64_t> distanceOf(const KernelAccess &From,
                                  const KernelAccess &To) {
  return distanceOf(formOf(From.Address), formOf(To.Address));
}

bool isProven(const JudgedKernel &K, FileFacts &Facts, const KernelAccess &A,
              WarpQuestion Asked) {
  return all_of(K.Launches, [&](const std::unique_ptr<LaunchCase> &Case) {
    Asked.Address = Case->Known(A.Address);
    return Facts.prover()
               .prove(*K.Kernel->Context, Asked, Case->Record.Shape)
               .Kind == VerdictKind::Clean;
  });
}

void forEachFragment(
    const KernelModel &K,
    function_ref<void(const MatrixProduct &, char, ArrayRef<FragmentRegister>)>
        Visit) {
  for (const MatrixProduct &P : K.Matrices.Products)
    for (auto [Operand, Registers] : {std::pair('A', &P.A), {'B', &P.B}}) {
      const size_t Ways = Registers->empty() ? 0 : Registers->front().size();
      if (any_of(*Registers, [&](const auto &R) { return R.size() != Ways; }))
        continue;
      for (size_t Way = 0; Way != Ways; ++Way)
        Visit(P, Operand, map_to_vector<4>(*Registers, [&](const auto &R) {
                return R[Way];
              }));
    }
}

namespace {

class LdmatrixCheck : public Check {
public:
  using Check::Check;

  Needs needs() const override { return {.Matrices = true}; }

  void run(FileFacts &Facts, FindingSink &Sink) override {
    Facts.prover().renewBudget();
    LdmatrixFindings Narrow, Scalar, Transposed;
    for (const JudgedKernel &K : Facts.kernels()) {
      if (Facts.isInDoubt(K))
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
