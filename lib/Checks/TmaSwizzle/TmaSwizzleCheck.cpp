//===- TmaSwizzleCheck.cpp - warplint-tma-swizzle -------------------------===//

#include "TmaFindings.h"
#include "warplint/Checks/Check.h"
#include "warplint/Messages/Checks.h"

using namespace llvm;

namespace warplint {

void TmaFindings::add(StringRef Kind, Finding F, unsigned Rank) {
  auto RankOf = [](const std::pair<unsigned, Finding> &Of) {
    return std::pair(!Of.second.IsAssumed, Of.first);
  };
  std::pair New(Rank, std::move(F));
  auto [It, IsNew] = Found.try_emplace({New.second.Where, Kind.str()}, New);
  if (!IsNew && RankOf(New) > RankOf(It->second))
    It->second = std::move(New);
}

std::vector<Finding> TmaFindings::take() {
  std::vector<Finding> All;
  for (auto &[Key, F] : Found)
    All.push_back(std::move(F.second));
  return All;
}

AccessRecord TiledKernel::recordAt(const KernelPlace &At) const {
  return Facts.recordAt(K, At);
}

Finding TiledKernel::findingAt(const AccessRecord &At, Severity Level,
                               std::string Message) const {
  Finding F;
  F.Where = At.Where;
  F.IsAssumed = At.isAssumed();
  F.Level = F.IsAssumed ? Severity::Remark : Level;
  F.Message = std::move(Message);
  return F;
}

void TiledKernel::addMap(const MappedCopy &Copy, Finding &F) const {
  if (Copy.Map && Copy.Map->Where.isValid())
    F.Notes.push_back(
        {Copy.Map->Where, messages::MapEncodedHere(), NoteKind::Figure});
}

namespace {

class TmaSwizzleCheck : public Check {
public:
  using Check::Check;

  Needs needs() const override { return {.Tensors = true}; }

  void run(FileFacts &Facts, FindingSink &Sink) override {
    Facts.prover().renewBudget();
    TmaFindings Found;
    for (const JudgedKernel &K : Facts.kernels()) {
      const TensorFacts &Tensors = K.Kernel->Tensors;
      if (Tensors.Copies.empty() || Facts.isInDoubt(K))
        continue;
      Facts.prover().startKernel();
      for (const std::unique_ptr<LaunchCase> &Case : K.Launches) {
        const TiledKernel T(K, *Case, Facts);
        findReaders(T, Found);
        findUnalignedTiles(T, Found);
        findDescriptors(T, Found);
      }
    }
    for (Finding &F : Found.take()) {
      if (F.IsAssumed && F.Level == Severity::Warning)
        F.Level = Settings.AssumedLevel;
      Sink.add(std::move(F));
    }
  }
};

} // namespace

std::unique_ptr<Check> makeTmaSwizzleCheck(const CheckSettings &Settings) {
  return std::make_unique<TmaSwizzleCheck>(Settings);
}

} // namespace warplint
