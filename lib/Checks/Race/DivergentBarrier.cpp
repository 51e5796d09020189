//===- DivergentBarrier.cpp - warplint-divergent-barrier ------------------===//
//
// Finds barriers of the whole block that some threads wait at while others, which
// have not ended, never come.
//
//===----------------------------------------------------------------------===//

#include "Hazards.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Messages/Checks.h"
#include "warplint/Messages/Races.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {
namespace {

class DivergentBarrierCheck : public HazardCheck {
public:
  using HazardCheck::HazardCheck;

private:
  void add(const HazardousLaunch &L, const BlockHazards &H,
           std::vector<Finding> &To) const override {
    for (const DivergentBarrier &D : H.Barriers)
      if (isJudged(L, D))
        To.push_back(findingOn(L, D));
    for (const WrongMask &W : H.Masks)
      To.push_back(findingOn(L, W));
  }

  static const KernelBarrier &barrier(const HazardousLaunch &L, unsigned N) {
    return L.K.Kernel->Barriers[N];
  }

  static bool isAssembly(const KernelBarrier &B) {
    return StringRef(B.Instruction).starts_with("bar.") ||
           StringRef(B.Instruction) == "barrier.sync" ||
           B.Kind == BarrierKind::Named;
  }

  /// In PTX warps may meet at one barrier from different instructions, if their
  /// numbers are equal. Nothing says that ended threads count where a number of
  /// threads is given.
  static bool isJudged(const HazardousLaunch &L, const DivergentBarrier &D) {
    const KernelBarrier &B = barrier(L, D.Barrier);
    if (D.Other && (isAssembly(B) || isAssembly(barrier(L, *D.Other)))) {
      const LaneExpr *Number = B.Number, *Other = barrier(L, *D.Other).Number;
      return Number && Other && Number->isConst() && Other->isConst() &&
             Number->constant() != Other->constant();
    }
    return !(B.Kind == BarrierKind::Named && B.Threads && D.haveEnded());
  }

  /// All that is known of a barrier that counts its threads.
  static Finding tooFew(const HazardousLaunch &L, const DivergentBarrier &D) {
    const AccessRecord At = L.recordAt(barrier(L, D.Barrier));
    Finding F = L.findingAt(
        At, messages::TooFewAtBarrier(std::to_string(D.TooFew->Expected),
                                      std::to_string(D.TooFew->Arriving)));
    F.Notes.push_back({At.Where,
                       messages::ThreadsWaitHere(threadList(D.Waiting)),
                       NoteKind::Figure});
    addOrigin(At, F);
    return F;
  }

  static Finding blocksMissing(const HazardousLaunch &L,
                               const DivergentBarrier &D) {
    const KernelModel &Kernel = *L.K.Kernel;
    const KernelBarrier &B = barrier(L, D.Barrier);
    const AccessRecord At = L.recordAt(B);
    const char *Of = B.Kind == BarrierKind::Cluster ? "cluster" : "grid";
    Finding F = L.findingAt(At, messages::BlocksMissing(Of));
    if (auto Branch = Kernel.Flow.Blocks[D.Split->Block].Branch)
      addNote(L, Kernel.FlowPlaces[*Branch],
              messages::BlocksPart(
                  shortText(Kernel.Context->print(D.Split->Condition)), Of),
              F);
    addOrigin(At, F);
    return F;
  }

  static void addNote(const HazardousLaunch &L, const KernelPlace &Place,
                      std::string Text, Finding &F) {
    F.Notes.push_back(
        {L.recordAt(Place).Where, std::move(Text), NoteKind::Figure});
  }
  static void addSplit(const HazardousLaunch &L,
                       const std::optional<ThreadSplit> &Split,
                       const ThreadSet &Passing, const ThreadSet &Missing,
                       Finding &F) {
    if (!Split || !Split->Condition)
      return;
    const KernelModel &Kernel = *L.K.Kernel;
    if (auto Branch = Kernel.Flow.Blocks[Split->Block].Branch)
      addNote(L, Kernel.FlowPlaces[*Branch],
              messages::ThreadsPart(
                  shortText(Kernel.Context->print(Split->Condition)),
                  threadList(Split->Holds ? Passing : Missing),
                  threadList(Split->Holds ? Missing : Passing)),
              F);
  }
  static void addOrigin(const AccessRecord &At, Finding &F) {
    append_range(F.Notes, At.MacroNotes);
    append_range(F.Notes, At.CallChain);
    addLaunch(At, F);
  }

  static Finding findingOn(const HazardousLaunch &L,
                           const DivergentBarrier &D) {
    if (D.TooFew)
      return tooFew(L, D);
    if (D.IsOfBlocks)
      return blocksMissing(L, D);
    const AccessRecord At = L.recordAt(barrier(L, D.Barrier));
    const std::string Missing = threadList(D.Missing);
    Finding F =
        L.findingAt(At, D.haveEnded() ? messages::EndedBeforeBarrier(Missing)
                                      : messages::MissingAtBarrier(Missing));
    if (D.haveEnded())
      F.Level = Severity::Remark;
    if (D.IsForSomeData)
      // Who calls the kernel may know that no data are such.
      F.Level = Severity::Warning;
    addSplit(L, D.Split, D.Waiting, D.Missing, F);
    if (D.Other)
      addNote(L, barrier(L, *D.Other), messages::WaitElsewhere(Missing), F);
    else if (D.GoesOn)
      addNote(L, L.K.Kernel->FlowPlaces[*D.GoesOn],
              messages::GoOnWithout(Missing), F);
    else
      F.Notes.push_back(
          {At.Where, messages::EndedCountAsArrived(), NoteKind::Figure});
    if (D.IsForSomeData)
      F.Notes.push_back(
          {At.Where, messages::PartedBySomeData(), NoteKind::Figure});
    addOrigin(At, F);
    return F;
  }

  static Finding findingOn(const HazardousLaunch &L, const WrongMask &W) {
    const KernelModel &Kernel = *L.K.Kernel;
    const bool IsBarrier = W.Step->What == FlowStep::Kind::Barrier;
    const AccessRecord At =
        L.recordAt(IsBarrier ? Kernel.Barriers[W.Step->Number]
                             : Kernel.FlowPlaces[W.Step->Number]);
    const std::string Mask = "0x" + utohexstr(W.Mask, /*LowerCase=*/true);
    const std::string Missing = threadList(W.Missing);
    Finding F = L.findingAt(
        At, W.Missing.any() ? messages::MaskNamesMissing(Mask, Missing)
                            : messages::NotInMask(Mask, threadList(W.Passing)));
    addSplit(L, W.Split, W.Passing, W.Missing, F);
    if (W.GoesOn)
      addNote(L, Kernel.FlowPlaces[*W.GoesOn], messages::GoOnWithout(Missing),
              F);
    addOrigin(At, F);
    return F;
  }
};

} // namespace

std::unique_ptr<Check>
makeDivergentBarrierCheck(const CheckSettings &Settings) {
  return std::make_unique<DivergentBarrierCheck>(Settings);
}

} // namespace warplint
