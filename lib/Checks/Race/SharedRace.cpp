//===- SharedRace.cpp - warplint-shared-race ------------------------------===//
//
// Finds two accesses of two threads to one byte of shared memory that no barrier
// orders, at least one of them a write.
//
//===----------------------------------------------------------------------===//

#include "Hazards.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Messages/Checks.h"
#include "warplint/Messages/Races.h"
#include "warplint/Warp/LaneMask.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {
namespace {

class SharedRaceCheck : public HazardCheck {
public:
  using HazardCheck::HazardCheck;

  Needs needs() const override {
    Needs Wanted = HazardCheck::needs();
    Wanted.Races = true;
    return Wanted;
  }

  void run(FileFacts &Facts, FindingSink &Sink) override {
    HazardCheck::run(Facts, Sink);
    for (const JudgedKernel &K : Facts.kernels())
      // What a function does that no kernel calls depends on its callers.
      if (K.Kernel->NumShared && K.Kernel->isKernel())
        Sink.addRace(verdictOn(K, Facts));
  }

private:
  static bool hasRace(const JudgedKernel &K, FileFacts &Facts) {
    return doubtOf(K, Facts).empty() &&
           any_of(K.Launches, [&](const std::unique_ptr<LaunchCase> &Case) {
             const BlockHazards &H = Facts.hazards(K, *Case);
             return !H.Races.empty() || !H.CopyRaces.empty();
           });
  }

  /// Assumed template arguments may make or end a race: one counts if all that
  /// were tried have one.
  bool speaksOf(const JudgedKernel &K, FileFacts &Facts) const override {
    return !K.IsAssumed || all_of(Facts.kernels(), [&](const JudgedKernel &L) {
      return !L.IsAssumed || L.Names.Name != K.Names.Name || hasRace(L, Facts);
    });
  }

  /// The worst under all launches.
  RaceRecord verdictOn(const JudgedKernel &K, FileFacts &Facts) const {
    RaceRecord Worst;
    Worst.Kernel = K.Names.Name + K.Names.Arguments;
    auto Take = [&](RaceOutcome Outcome, std::string Reason,
                    SourcePlace Where) {
      if (Outcome > Worst.Outcome)
        Worst = {Worst.Kernel, Outcome, std::move(Reason), std::move(Where)};
    };
    const std::string Doubt = doubtOf(K, Facts);
    if (!Doubt.empty())
      Take(RaceOutcome::Unproven, Doubt, {});
    else
      for (const std::unique_ptr<LaunchCase> &Case : K.Launches) {
        const HazardousLaunch L{K, *Case, Facts};
        const BlockHazards &H = Facts.hazards(K, *Case);
        const std::vector<KernelAccess> &All = K.Kernel->Accesses;
        if (!H.Races.empty() || !H.CopyRaces.empty())
          Take(
              RaceOutcome::Race, triedBlocks(H),
              L.recordAt(All[H.Races.empty() ? H.CopyRaces.front().Access.Access
                                             : H.Races.front().Second.Access])
                  .Where);
        else if (!H.Freedom.IsProven)
          Take(RaceOutcome::Unproven, H.Freedom.Reason,
               H.Freedom.Where ? L.recordAt(*H.Freedom.Where).Where
                               : SourcePlace());
        else if (Worst.Outcome == RaceOutcome::Proven && Worst.Reason.empty())
          Worst.Reason = joined(H.Freedom.Assumption, triedBlocks(H));
      }
    if (!K.IsAssumed || Worst.Outcome == RaceOutcome::Unproven)
      return Worst;
    if (Worst.Outcome == RaceOutcome::Race && !speaksOf(K, Facts))
      return {Worst.Kernel,
              RaceOutcome::Unproven,
              messages::RaceInstanceAssumed(),
              {}};
    Worst.Reason = joined(messages::RaceOfTheseArguments(), Worst.Reason);
    return Worst;
  }

  static std::string joined(const std::string &One, const std::string &Other) {
    return One + (One.empty() || Other.empty() ? "" : "; ") + Other;
  }

  /// Of which blocks the verdict is known where theirs is not; or nothing.
  static std::string triedBlocks(const BlockHazards &H) {
    std::vector<std::string> All;
    for (const LaunchShape &Shape : H.Tried)
      All.push_back(blockText(Shape));
    return All.empty() ? "" : messages::RaceInBlocks(join(All, ", "));
  }

  void add(const HazardousLaunch &L, const BlockHazards &H,
           std::vector<Finding> &To) const override {
    for (const SharedRace &R : H.Races)
      To.push_back(findingOn(L, R, triedBlocks(H)));
    for (const CopyRace &R : H.CopyRaces)
      To.push_back(findingOn(L, R));
    for (const SharedRace &R : H.SameStores)
      To.push_back(sameStore(L, R));
  }

  /// Two stores of one value: whichever is the last, the value is that.
  static Finding sameStore(const HazardousLaunch &L, const SharedRace &R) {
    const AccessRecord First = recordOf(L, R.First),
                       Second = recordOf(L, R.Second);
    const auto [Least, Most] = std::minmax(R.First.Thread, R.Second.Thread);
    Finding F = L.findingAt(
        Second,
        messages::SameStore(accessPhrase(Second) + ofArray(Second.Array),
                            L.threadName(Least), L.threadName(Most)));
    F.Level = Severity::Remark;
    if (R.First.Access != R.Second.Access)
      F.Notes.push_back({First.Where,
                         messages::OtherStore(L.threadName(R.First.Thread)),
                         NoteKind::Figure});
    F.Notes.push_back(
        {Second.Where, messages::SameStoreIsHarmless(), NoteKind::Figure});
    addOrigin(Second, F);
    addLaunch(Second, F);
    return F;
  }

  static AccessRecord recordOf(const HazardousLaunch &L,
                               const RacingAccess &Side) {
    const KernelAccess &A = L.K.Kernel->Accesses[Side.Access];
    AccessRecord Record = L.Facts.recordsOf(L.K, A).front().Record;
    Record.Launch = L.Case.Record;
    return Record;
  }

  static Finding findingOn(const HazardousLaunch &L, const CopyRace &R) {
    const KernelBarrier &Copy = L.K.Kernel->Barriers[R.Copy];
    const AccessRecord At = recordOf(L, R.Access);
    const std::string What = accessPhrase(At) + ofArray(At.Array),
                      Thread = L.threadName(R.Access.Thread);
    Finding F = L.findingAt(At, Copy.FillsShared
                                    ? messages::AccessBeforeFill(What, Thread)
                                    : messages::WriteNotSeen(What, Thread));
    F.Notes.push_back(
        {L.recordAt(Copy).Where,
         Copy.FillsShared ? messages::FilledHere() : messages::ReadHere(),
         NoteKind::Figure});
    F.Notes.push_back({At.Where,
                       Copy.FillsShared ? messages::NeedsObjectWait()
                                        : messages::NeedsProxyFence(),
                       NoteKind::Figure});
    addOrigin(At, F);
    addLaunch(At, F);
    return F;
  }

  /// "n = 100, blockIdx.x = 0".
  static std::string valuesOf(const SharedRace &R) {
    return join(map_range(R.With,
                          [](const WitnessValue &V) {
                            return V.Name + " = " + std::to_string(V.Value);
                          }),
                ", ");
  }

  static Finding findingOn(const HazardousLaunch &L, const SharedRace &R,
                           const std::string &InBlocks) {
    const AccessRecord First = recordOf(L, R.First),
                       Second = recordOf(L, R.Second);
    Finding F = L.findingAt(
        Second, messages::RacingAccess(
                    accessPhrase(Second) + ofArray(Second.Array),
                    L.threadName(R.Second.Thread), accessPhrase(First),
                    L.threadName(R.First.Thread)));
    F.Notes.push_back(
        {First.Where,
         messages::OtherSide(L.threadName(R.First.Thread), accessPhrase(First)),
         NoteKind::Figure});
    if (auto [One, Other] = differingIterations(L, R); One != Other)
      F.Notes.push_back(
          {Second.Where, messages::InIterations(One, Other), NoteKind::Figure});
    if (!R.With.empty())
      F.Notes.push_back(
          {Second.Where, messages::WithValues(valuesOf(R)), NoteKind::Figure});
    // Who calls the kernel may know that no data, or no grids, are such.
    if (R.IsForSomeData || R.IsInSmallGrid) {
      F.Level = Severity::Warning;
      F.Notes.push_back(
          {Second.Where,
           R.IsInSmallGrid ? messages::InSmallGrid() : messages::ForSomeData(),
           NoteKind::Figure});
    }
    const bool IsOneWarp =
        R.First.Thread / WarpSize == R.Second.Thread / WarpSize;
    F.Notes.push_back(
        {Second.Where,
         R.NeedsWait ? messages::NeedsCopyWait(L.threadName(R.First.Thread))
         : IsOneWarp ? messages::NeedsWarpBarrier()
                     : messages::NeedsBarrier(),
         NoteKind::Figure});
    addOrigin(Second, F);
    if (InBlocks.empty()) {
      addLaunch(Second, F);
      return F;
    }
    // The block that it is launched with may be another one.
    F.Level = Severity::Warning;
    F.Notes.push_back({Second.Where, InBlocks, NoteKind::Figure});
    return F;
  }

  /// The numbers of the iterations of a loop around both, 0 and 1.
  static std::pair<uint32_t, uint32_t>
  differingIterations(const HazardousLaunch &L, const SharedRace &R) {
    const std::vector<KernelAccess> &All = L.K.Kernel->Accesses;
    const std::vector<unsigned> &Around = All[R.First.Access].Loops;
    const std::vector<unsigned> &Other = All[R.Second.Access].Loops;
    for (size_t N = 0; N != std::min(Around.size(), Other.size()); ++N) {
      if (Around[N] != Other[N])
        break;
      if (R.First.Iterations[N] != R.Second.Iterations[N])
        return {R.First.Iterations[N], R.Second.Iterations[N]};
    }
    return {};
  }
};

} // namespace

std::unique_ptr<Check> makeSharedRaceCheck(const CheckSettings &Settings) {
  return std::make_unique<SharedRaceCheck>(Settings);
}

} // namespace warplint
