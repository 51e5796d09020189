//===- UncoalescedAccess.cpp - warplint-uncoalesced-access ----------------===//
//
// Finds accesses to global memory whose warp request touches many more sectors
// than its bytes would fill.
//
//===----------------------------------------------------------------------===//

#include "Analysis/SectorRequests.h"
#include "Checks/AccessFindings.h"
#include "CoalescingAdvice.h"
#include "HeldValue.h"
#include "LoneStride.h"
#include "TileNeighbours.h"
#include "warplint/Checks/Check.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Kernel/ClangView.h"
#include "warplint/Messages/Accesses.h"
#include "warplint/Messages/Checks.h"
#include "warplint/Warp/Sectors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {
namespace {

SectorUse useOf(const AccessRecord &A) {
  const WarpCase &Worst = A.Verdict.Worst;
  return sectorUse(Worst.addresses(), A.BytesPerLane, Worst.Active);
}

/// "up to " also where the figure holds for most values of an unknown stride.
std::string mostSectors(const AccessRecord &A) {
  return A.Verdict.Course.UsesRule2 ? "up to " : mostOf(A);
}

std::string usedText(const SectorUse &Use) {
  return messages::BytesUsed(grouped(Use.Bytes), grouped(Use.bytesMoved()));
}

Metric metricOf(const AccessRecord &A) {
  const WarpCost &Cost = A.Verdict.Worst.Cost;
  return {"sectors", Cost.Predicted, Cost.Ideal, "sectors/request"};
}

/// What a block moves in all executions, where that is one number.
void addBlockMetric(const AccessRecord &A, Finding &F) {
  if (A.PerBlock)
    F.Metrics.push_back({"block-sectors", A.PerBlock->Predicted,
                         A.PerBlock->Ideal, "sectors/block"});
}

/// A finding about what lies between the bytes that are used; else its stretches
/// only begin off a sector.
bool hasGaps(const SectorUse &Use, uint64_t MinExcess) {
  const unsigned Packed = Use.Sectors - Use.LostToStart;
  return Packed > Use.ideal() &&
         uint64_t(Packed - Use.ideal()) * 100 >= MinExcess * Use.ideal();
}

/// A parameter decides, and for some of its values nothing is wasted: which ones
/// it has is for the user to say.
bool isIdealForSome(const AccessVerdict &V) {
  return any_of(V.Rows, [](const CaseRow &Row) {
    return Row.Predicted <= Row.Ideal &&
           Row.Fact.What != CaseFact::Kind::Iteration;
  });
}

void addLanes(const AccessRecord &A, Finding &F) {
  const AccessVerdict &V = A.Verdict;
  std::string Text = inWarp(V.Worst.Warp, V.WarpsInBlock);
  const auto Stride = commonStride(V.Worst.addresses(), V.Worst.Active);
  Text += counted(popcount(V.Worst.Active), "active lane");
  if (Stride && !V.Course.UsesRule2)
    Text += *Stride == 0 ? " at one address"
                         : ", " + grouped(std::abs(*Stride)) +
                               " bytes from one to the next";
  if (V.WarpsInBlock > 1)
    Text += "; " + utostr(V.WarpsWithExcess) + " of " + utostr(V.WarpsInBlock) +
            " warps touch more sectors than needed";
  F.Notes.push_back({A.Where, Text, NoteKind::Figure});
}

/// Stores that L2 joins to whole sectors: each is a request of its own to it.
constexpr uint64_t MostJoinedStores = 4;

/// What a finding says beside the figure of a record.
struct Supplement {
  std::string Advice;
  /// Why it is a remark; or empty.
  std::string Excuse;
  /// The excuse holds whatever is done.
  bool IsInevitable = false;
  /// No lane that executes it has an address that the instruction takes.
  bool Traps = false;
};

bool traps(const AccessVerdict &V, const KernelAccess &Access) {
  return V.Kind == VerdictKind::Unproven &&
         V.ReasonText == messages::IsMisaligned() &&
         Access.TypeAlign >= Access.BytesPerLane;
}

/// What a request leaves unused of its sectors others use that come with it.
std::string usedByOthers(const AccessRecord &A, const KernelAccess &Access,
                         const LaneStretches &Touched) {
  const uint64_t Requests = Touched.Accesses * Touched.Rounds;
  if (A.Verdict.Kind != VerdictKind::Excess || Requests == 1 ||
      isAsyncCopy(Access) || Access.Effect == AccessEffect::Update ||
      (Access.Effect == AccessEffect::Write && Requests > MostJoinedStores))
    return "";
  const SectorUse United = unitedUse(Touched, A.Verdict.Worst);
  if (United.Sectors - United.LostToStart >= 2 * United.ideal())
    return "";
  std::string Others;
  if (Touched.Accesses > 1)
    Others = utostr(Touched.Accesses - 1) +
             (Touched.Accesses > 2 ? " accesses" : " access") + " beside it";
  if (Touched.Rounds == 1)
    return messages::TogetherUsed(Others, usedText(United));
  // The figure depends on the round, what it is less than does not.
  Others += (Others.empty() ? "" : " and ") +
            std::string("the other iterations of the loop");
  return messages::TogetherMostUsed(Others);
}

/// Structures whose layout is not the program's take as many sectors where they
/// lie side by side.
bool isPacked(const AccessRecord &A, const AccessedRecord &Foreign) {
  if (!Foreign.IsForeign)
    return false;
  const LaneMask Active = A.Verdict.Worst.Active;
  LaneAddresses Packed = A.Verdict.Worst.addresses();
  int64_t Next = INT64_MAX;
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    if (Active >> Lane & 1)
      Next = std::min(Next, int64_t(Packed[Lane]));
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    if (Active >> Lane & 1)
      Packed[Lane] = std::exchange(Next, Next + int64_t(Foreign.Bytes));
  return useOf(A).Sectors <= sectorUse(Packed, A.BytesPerLane, Active).Sectors;
}

/// The launch says what a parameter is.
bool usesArguments(const LaunchRecord &Launch) {
  return any_of(Launch.UsedValues,
                [](StringRef Value) { return !Value.starts_with("gridDim"); });
}

/// \p Access with what \p Launch, one of \p Kernel, says of parameters.
KernelAccess launched(const JudgedKernel &Kernel, KernelAccess Access,
                      const LaunchRecord &Launch) {
  for (const std::unique_ptr<LaunchCase> &Case : Kernel.Launches)
    if (Case->Record.Where == Launch.Where &&
        Case->Record.Shape == Launch.Shape &&
        Case->Record.Arguments == Launch.Arguments) {
      Access.Address = Case->Known(Access.Address);
      Access.Guard = Case->Known(Access.Guard);
      Access.Loops = Case->nestOf(Access).Loops;
      break;
    }
  return Access;
}

/// Of the one loop around \p A under its launch: what the block moves is so many
/// times the request of each warp.
std::optional<uint64_t> roundsOf(const AccessRecord &A) {
  const WarpCost &Each = A.Verdict.Worst.Cost;
  const uint64_t Ideal = uint64_t(Each.Ideal) * A.Verdict.WarpsInBlock;
  if (A.Loops.size() != 1 || A.Instances != 1 || !A.PerBlock || !Ideal ||
      A.PerBlock->Ideal % Ideal != 0 ||
      A.PerBlock->Predicted * Each.Ideal != A.PerBlock->Ideal * Each.Predicted)
    return std::nullopt;
  return A.PerBlock->Ideal / Ideal;
}

/// Of each of \p Records why it loads nothing, or "".
std::vector<std::string> heldValues(const KernelModel &Kernel,
                                    ArrayRef<KernelAccess> Asked,
                                    ArrayRef<AskedRecord> Records) {
  std::vector<std::string> Texts;
  for (const AskedRecord &R : Records) {
    const KernelAccess *Since = heldSince(Kernel, Asked[R.Access], Asked);
    const auto *Its = find_if(Records, [&](const AskedRecord &Other) {
      return &Asked[Other.Access] == Since;
    });
    Texts.push_back(Its == Records.end()
                        ? ""
                        : messages::ValueIsHeld(accessPhrase(Its->Record),
                                                Its->Record.Where.Line));
  }
  return Texts;
}

class UncoalescedAccess : public Check {
  unsigned minExcess() const { return Settings.number("MinExcess"); }

  /// \p Asked: the requests of \p K, one of which \p R is about. \p Held: why its
  /// value is in a register; or empty.
  Supplement supplementOf(const JudgedKernel &K, ArrayRef<KernelAccess> Asked,
                          const AskedRecord &R, const std::string &Held,
                          ClangView *Clang) const {
    const AccessRecord &A = R.Record;
    const KernelAccess &Access = Asked[R.Access];
    const LaunchShape &Shape = A.Launch.Shape;
    Supplement T;
    T.Traps = traps(A.Verdict, Access);
    if (A.Verdict.Kind != VerdictKind::Excess)
      return T;
    const LaneStretches Touched =
        stretchesAt(*K.Kernel, Access, Asked, roundsOf(A),
                    laneDistance(*K.Kernel, Access, Shape));
    const AccessedRecord Record =
        Clang ? accessedRecord(Clang->ast(), ClangView::stmtOf(R.Written))
              : AccessedRecord();
    T.Excuse = Record.IsVolatile ? "" : Held;
    if (T.Excuse.empty())
      T.Excuse = usedByOthers(A, Access, Touched);
    if (T.Excuse.empty() && hasGaps(useOf(A), minExcess()) &&
        !isIdealForSome(A.Verdict)) {
      const TileRequest Tile = {*K.Kernel, Access, Asked, Shape, A.Verdict};
      const KernelAccess Launched = launched(K, Access, A.Launch);
      const auto IsMinor = [&](const WarpCost &Cost) {
        return Settings.leavesOut(Cost);
      };
      T.Excuse = isMinorTypically(
                     {*K.Kernel, Launched, Asked, Shape, A.Verdict}, IsMinor)
                     ? messages::ParametersDecide()
                     : tileExcuse(Tile);
      T.IsInevitable = !T.Excuse.empty();
      if (T.Excuse.empty() && isOncePerBlock(Tile))
        T.Excuse = messages::OncePerBlock();
      if (T.Excuse.empty() && !usesArguments(A.Launch))
        if (const std::string Stride = loneStride(Tile); !Stride.empty())
          T.Excuse = messages::StrideMayBeOne(Stride);
      if (T.Excuse.empty() && isPacked(A, Record))
        T.Excuse = messages::HeaderDefinesLayout(Record.Name);
      if (T.Excuse.empty() &&
          isPartOfRecord(*K.Kernel, Access, Asked, Record, Shape))
        T.Excuse = messages::PartOfRecord();
    }
    if (!hasGaps(useOf(A), minExcess()))
      T.Advice = rowAdvice(*K.Kernel, Access, Shape);
    else if (!T.IsInevitable)
      T.Advice = coalescingAdvice(*K.Kernel, Access, Record, Touched, Shape);
    return T;
  }

public:
  using Check::Check;

  Needs needs() const override {
    return {.Spaces = {MemorySpace::Shared, MemorySpace::Global},
            .Barriers = true};
  }

  void run(FileFacts &Facts, FindingSink &Sink) override {
    Facts.prover().renewBudget();
    ClangView *Clang = Facts.clang();
    std::vector<AccessRecord> Records;
    std::vector<Supplement> Beside;
    for (const JudgedKernel &K : Facts.kernels()) {
      const std::vector<KernelAccess> Asked = globalRequests(*K.Kernel);
      std::vector<AskedRecord> OfKernel = Facts.recordsOf(K, Asked);
      const std::vector<std::string> Held =
          heldValues(*K.Kernel, Asked, OfKernel);
      for (auto [R, HeldSince] : zip_equal(OfKernel, Held)) {
        Beside.push_back(supplementOf(K, Asked, R, HeldSince, Clang));
        Records.push_back(std::move(R.Record));
      }
    }
    auto SupplementOf = [&](const AccessRecord *A) -> const Supplement & {
      return Beside[A - Records.data()];
    };
    for (auto &[Key, Group] :
         groupedBySource(to_vector(make_pointer_range(Records)))) {
      // Of kernels that share the line, one in which it is worth a change.
      const auto Worth = find_if(Group, [&](const AccessRecord *A) {
        return A->Verdict.Kind == VerdictKind::Excess &&
               A->isAssumed() == Group.front()->isAssumed() &&
               SupplementOf(A).Excuse.empty();
      });
      if (Worth != Group.end())
        std::rotate(Group.begin(), Worth, std::next(Worth));
      if (auto F = findingOn(Group, SupplementOf(Group.front())))
        Sink.add(std::move(*F));
    }
    Sink.addAccesses(std::move(Records), Settings);
  }

private:
  Finding excess(const AccessGroup &Group, const Supplement &Beside) const;
  Finding misaligned(const AccessGroup &Group) const;
  std::optional<Finding> findingOn(const AccessGroup &Group,
                                   const Supplement &Beside) const;
};

Finding UncoalescedAccess::excess(const AccessGroup &Group,
                                  const Supplement &Beside) const {
  const AccessRecord &A = *Group.front();
  const SectorUse Use = useOf(A);
  const bool Gaps = hasGaps(Use, minExcess());
  Finding F = excessFinding(
      Group, Settings.AssumedLevel, metricOf(A),
      (Gaps ? "uncoalesced: this " : "off a sector: this ") + accessPhrase(A) +
          " touches " + mostSectors(A) + figuresText(A.Verdict.Worst.Cost) +
          onlyIfText(A) + "; " + usedText(Use));
  if (!Gaps || isIdealForSome(A.Verdict))
    F.Level = Severity::Remark;
  addBlockMetric(A, F);
  addLanes(A, F);
  if (!A.Verdict.Condition.empty())
    F.Notes.push_back({A.Where, A.Verdict.Condition, NoteKind::Figure});
  if (Gaps && !Beside.Excuse.empty())
    F.demote(Beside.Excuse);
  if (!Beside.Advice.empty())
    F.Notes.push_back({A.Where, Beside.Advice, NoteKind::Figure});
  addCircumstances(A, F);
  addOtherKernels(Group, F);
  return F;
}

/// An error, unless the start of the array is a guess.
Finding UncoalescedAccess::misaligned(const AccessGroup &Group) const {
  const AccessRecord &A = *Group.front();
  Finding F = warplint::findingOn(
      A, A.Assumptions.empty() ? Severity::Error : Severity::Warning,
      Settings.AssumedLevel,
      messages::MisalignedAddress("this " + accessPhrase(A), A.BytesPerLane) +
          assumedSuffix(Group));
  F.IsAboutCost = false;
  addCircumstances(A, F);
  return F;
}

std::optional<Finding>
UncoalescedAccess::findingOn(const AccessGroup &Group,
                             const Supplement &Beside) const {
  const AccessRecord &A = *Group.front();
  switch (A.Verdict.Kind) {
  case VerdictKind::Excess:
    return excess(Group, Beside);
  case VerdictKind::Unproven:
    if (Beside.Traps)
      return misaligned(Group);
    if (Settings.ReportUnproven)
      return unprovenRemark(Group);
    return std::nullopt;
  case VerdictKind::Clean:
  case VerdictKind::NeverRuns:
    break;
  }
  if (!Settings.ReportClean)
    return std::nullopt;
  if (A.Verdict.Kind == VerdictKind::NeverRuns)
    return remark(A, "no lane executes this " + accessPhrase(A));
  Finding F = remark(A, "coalesced: this " + accessPhrase(A) + " touches " +
                            counted(A.Verdict.Worst.Cost.Predicted, "sector") +
                            assumedSuffix(Group));
  addBlockMetric(A, F);
  return F;
}

} // namespace

std::unique_ptr<Check> makeUncoalescedAccess(const CheckSettings &Settings) {
  return std::make_unique<UncoalescedAccess>(Settings);
}

} // namespace warplint
