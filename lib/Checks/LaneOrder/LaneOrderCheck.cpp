//===- LaneOrderCheck.cpp - warplint-lane-order ---------------------------===//
//
// Finds kernels whose wide loads from shared memory would take fewer wavefronts
// if the lanes of a warp shared out its rows and columns in another order.
//
// What another order costs is not computed from it but read off the source with
// the new expressions put in, which is analysed as the file itself was.
//
//===----------------------------------------------------------------------===//

#include "LaneEdit.h"
#include "LaneFinding.h"
#include "warplint/Checks/Check.h"
#include "warplint/Kernel/ClangView.h"
#include "warplint/Rewrite/SourceFix.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace llvm;

namespace warplint {
namespace {

class LaneOrderCheck : public Check {
public:
  using Check::Check;

  Needs needs() const override {
    return {.Spaces = {MemorySpace::Shared, MemorySpace::Global}};
  }

  void run(FileFacts &Facts, FindingSink &Sink) override {
    if (!Facts.clang())
      return;
    Facts.prover().renewBudget();
    // Instances of a template have one text.
    std::set<const SourceFunction *> Texts;
    std::vector<std::unique_ptr<LaneCandidate>> Candidates;
    for (const JudgedKernel &K : Facts.kernels()) {
      const SourceFunction *Kernel = K.Kernel->Declaration;
      if (!Kernel || K.Kernel->CallsUnknown || Facts.isInDoubt(K) ||
          Texts.contains(Kernel->Pattern))
        continue;
      if (auto Found = LaneCandidate::of(K, Facts)) {
        Texts.insert(Kernel->Pattern);
        Candidates.push_back(std::move(Found));
      }
    }
    while (!Candidates.empty())
      tryAll(Candidates, Facts, Sink);
  }

private:
  void tryAll(std::vector<std::unique_ptr<LaneCandidate>> &Candidates,
              FileFacts &Facts, FindingSink &Sink) const;
};

/// Analyzes the file once with the edits of all candidates. Those that hold are
/// reported; the others have another order to try.
void LaneOrderCheck::tryAll(
    std::vector<std::unique_ptr<LaneCandidate>> &Candidates, FileFacts &Facts,
    FindingSink &Sink) const {
  std::vector<FileEdits> Together;
  std::vector<std::vector<FileEdits>> Edits;
  std::vector<LaneTrial> Trials;
  erase_if(Candidates, [&](const auto &C) {
    auto Own = C->Sites.editsFor(C->order());
    if (!Own)
      return true;
    for (const FileEdits &File : *Own)
      addEdits(Together, File);
    Edits.push_back(std::move(*Own));
    Trials.emplace_back(C->Kernel, Facts);
    return false;
  });
  std::vector<bool> IsBetter(Trials.size());
  Facts.analyzeEdited(Together, [&](FileFacts &Edited) {
    for (auto [Number, Trial] : enumerate(Trials))
      IsBetter[Number] = Trial.isBetterIn(Edited);
  });
  for (auto [Number, C] : enumerate(Candidates)) {
    if (!IsBetter[Number]) {
      if (!C->giveUp())
        C.reset();
      continue;
    }
    const std::string WhyNoEdit = objectionToEdit(*C, Trials[Number], Facts);
    Finding F = findingOn(*C, Trials[Number], Facts.clang()->ast(),
                          Settings.AssumedLevel, WhyNoEdit);
    if (WhyNoEdit.empty())
      if (auto Fix = Sink.addFix(fixOf(*C, F, std::move(Edits[Number]))))
        F.Fixes.push_back(*Fix);
    Sink.add(std::move(F));
    C.reset();
  }
  erase_if(Candidates, [](const auto &C) { return !C; });
}

} // namespace

std::unique_ptr<Check> makeLaneOrderCheck(const CheckSettings &Settings) {
  return std::make_unique<LaneOrderCheck>(Settings);
}

} // namespace warplint
