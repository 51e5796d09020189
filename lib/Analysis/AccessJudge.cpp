//===- AccessJudge.cpp - From the accesses of a kernel to records ---------===//

#include "AccessJudge.h"
#include "DataIndex.h"
#include "Explain.h"
#include "IssuedRequests.h"
#include "KernelSymbols.h"
#include "Lane/Request/RequestEnumeration.h"
#include "OpenGuard.h"
#include "TemplateRequests.h"
#include "warplint/Messages/Accesses.h"
#include "llvm/ADT/STLExtras.h"
#include <set>
#include <tuple>

using namespace llvm;

namespace warplint {

/// What the hardware model has no rule for, or was not read.
static AccessVerdict unproven(const std::string &Why) {
  AccessVerdict V;
  V.Reason = UnprovenReason::NotMeasured;
  V.ReasonText = Why;
  return V;
}

/// Makes \p Record unproven, whatever was proven of the text that was read.
static void takeBack(AccessRecord &Record, const std::string &Why) {
  Record.Verdict = unproven(Why);
  Record.OtherLaunches.clear();
  Record.Promises.clear();
  Record.PerBlock.reset();
  Record.Issue.reset();
}

/// The worse instance speaks for both; what they cost adds up.
static void merge(AccessRecord &Into, AccessRecord Other) {
  auto Runs = [](const AccessRecord &R) {
    return R.Verdict.Kind != VerdictKind::NeverRuns;
  };
  Into.InstancesDiffer |=
      Runs(Into) && Runs(Other) &&
      Into.Verdict.Worst.Cost.Predicted != Other.Verdict.Worst.Cost.Predicted;
  if (isWorse(Other.Verdict, Into.Verdict))
    std::swap(Into, Other);
  Into.InstancesDiffer |= Other.InstancesDiffer;
  Into.Instances += Other.Instances;
  Into.HasFixedGuard &= Other.HasFixedGuard;
  addTo(Into.ExecutionsPerWarp, Other.ExecutionsPerWarp);
  Into.HasExactExecutions &= Other.HasExactExecutions;
  addTo(Into.PerBlock, Other.PerBlock, 1);
}

/// The text of \p Kernel has shared memory that what was read of it does not
/// touch.
static bool hasUntouchedArrays(SourceView &View, const KernelModel &Kernel) {
  return Kernel.Declaration && Kernel.sharedAccesses().empty() &&
         View.textOf(*Kernel.Declaration).contains("__shared__");
}

/// A header that was not found may be why nothing of \p Kernel's arrays is
/// touched: nothing is known of what it does. Says so once.
bool AccessJudge::isHidden(const KernelModel &Kernel) {
  if (!hasUntouchedArrays(View, Kernel))
    return false;
  std::optional<std::string> Why = View.doubtOf(*Kernel.Declaration);
  if (!Why) {
    AccessRecord Like;
    Like.Kernel = Names.Name;
    Like.TemplateArguments = Names.Arguments;
    Like.Undefined = Undefined;
    Report.noteUndefined(Like);
    return false;
  }
  const SourcePlace &Where = Kernel.Declaration->Pattern->Where;
  bool IsListed = any_of(
      Report.Omitted, [&](const LeftOut &Out) { return Out.Where == Where; });
  if (!IsListed) // By another instance.
    Report.Omitted.push_back({Where, Names.Name, *Why});
  return true;
}

void AccessJudge::startKernel(const KernelModel &Kernel, KernelNames NamedAs) {
  Prover.startKernel();
  Names = std::move(NamedAs);
  Trial = trialOf(View, Kernel.Declaration);
  Undefined.clear();
  if (Kernel.Declaration)
    Undefined = View.assumedFor(*Kernel.Declaration);
}

std::optional<JudgedKernel> AccessJudge::judge(const KernelModel &Kernel) {
  startKernel(Kernel,
              {Kernel.Name, Kernel.Declaration
                                ? View.templateArguments(*Kernel.Declaration)
                                : ""});
  if (isHidden(Kernel))
    return std::nullopt;
  bool IsAssumed = Trial && isAssumed(Trial->From);
  Report.Kernels.push_back(Names.Name + Names.Arguments);
  if (IsAssumed)
    Report.AssumedKernels.push_back(Report.Kernels.back());
  Report.Assumable.push_back(assumableNames(View, Kernel));
  LaunchCases Launched = Launches.of(Kernel, Names);
  auto Records = judgeAccesses(Kernel, Launched);
  listUses(Kernel);
  return JudgedKernel{&Kernel, Names, std::move(Launched), IsAssumed,
                      std::move(Records)};
}

/// Instances of one source access in a kernel become one record; accesses of a
/// library are told apart by the user's calls, those of a function that gets
/// several arrays by the array.
using InstanceKey = std::tuple<const SourceAccess *, SourcePlace, unsigned,
                               const SourceVariable *>;

static InstanceKey instanceKey(const KernelAccess &Access,
                               const AccessRecord &Record) {
  return {Access.Source, Record.Where, Record.Ordinal,
          Access.Arrays.size() == 1 ? Access.Arrays.front() : nullptr};
}

std::vector<AskedRecord> AccessJudge::recordsOf(const JudgedKernel &K,
                                                ArrayRef<KernelAccess> Asked) {
  const KernelModel &Kernel = *K.Kernel;
  startKernel(Kernel, K.Names);
  std::optional<std::string> Doubt;
  if (Kernel.Declaration)
    Doubt = View.doubtOf(*Kernel.Declaration);
  std::map<InstanceKey, size_t> RecordOf;
  std::vector<AskedRecord> Records;
  for (const auto &[Number, Access] : enumerate(Asked)) {
    AskedRecord New = describe(Kernel, Access, K.Launches);
    New.Access = Number;
    judge(Kernel, Access, K.Launches, New.Record);
    if (Doubt)
      takeBack(New.Record, *Doubt);
    auto [It, IsNew] =
        RecordOf.try_emplace(instanceKey(Access, New.Record), Records.size());
    if (IsNew) {
      Records.push_back(std::move(New));
      continue;
    }
    AskedRecord &Known = Records[It->second];
    if (isWorse(New.Record.Verdict, Known.Record.Verdict))
      Known.Access = New.Access;
    merge(Known.Record, std::move(New.Record));
  }
  for (const AskedRecord &R : Records)
    Report.noteUndefined(R.Record);
  return Records;
}

/// Adds the records of \p Kernel's accesses; which one each of these has.
std::vector<std::optional<size_t>>
AccessJudge::judgeAccesses(const KernelModel &Kernel,
                           const LaunchCases &Launched) {
  std::map<InstanceKey, size_t> RecordOf;
  IssuedRequests Issued;
  size_t FirstRecord = Report.Accesses.size();
  std::vector<size_t> RecordOfAccess;
  for (const KernelAccess &Access : Kernel.sharedAccesses()) {
    AccessRecord Record = describe(Kernel, Access, Launched).Record;
    judge(Kernel, Access, Launched, Record);
    Issued.add(Access, Record, [&](const AccessProblem &Problem) {
      auto Judged = Prover.judgeWorst(*Kernel.Context, Problem, Launched);
      noteIfIdealInFull(*Kernel.Context, Problem, Launched, Judged.first);
      return Judged;
    });
    auto [It, New] = RecordOf.try_emplace(instanceKey(Access, Record),
                                          Report.Accesses.size());
    RecordOfAccess.push_back(It->second);
    if (New)
      Report.Accesses.push_back(std::move(Record));
    else
      merge(Report.Accesses[It->second], std::move(Record));
  }
  if (!Options.AsWritten)
    Issued.settle(RecordOfAccess, Report.Accesses);
  if (Kernel.Declaration)
    if (auto Why = View.doubtOf(*Kernel.Declaration))
      for (AccessRecord &Record :
           MutableArrayRef(Report.Accesses).drop_front(FirstRecord))
        takeBack(Record, *Why);
  return {RecordOfAccess.begin(), RecordOfAccess.end()};
}

/// Each use once, however many copies of it unrolling made.
void AccessJudge::listUses(const KernelModel &Kernel) {
  std::set<std::tuple<SourcePlace, SharedUseKind, std::string>> Listed;
  for (const SharedUse &Use : Kernel.Uses) {
    KernelAccess Like;
    Like.Source = Use.Source;
    Like.CallChain = Use.CallChain;
    AccessRecord At;
    Places.attribute(At, Like);
    UseRecord R;
    R.Where = At.Where;
    R.CallChain = std::move(At.CallChain);
    R.Kernel = Names.Name;
    R.TemplateArguments = Names.Arguments;
    R.Kind = Use.Kind;
    R.What = Use.What;
    if (Use.Array) {
      R.Array = Use.Array->Name;
      R.ArrayDeclaration = Use.Array->Declared;
    }
    if (Listed.insert({R.Where, R.Kind, R.What + " " + R.Array}).second)
      Report.Uses.push_back(std::move(R));
  }
}

/// The member of its variable that \p Access is written as, or that all its lanes
/// touch.
std::optional<SourceMember> AccessJudge::memberOf(const KernelModel &Kernel,
                                                  const KernelAccess &Access,
                                                  const LaunchCases &Launched,
                                                  const SourceNode *Written) {
  const SourceVariable &Variable = *Access.Arrays.front();
  if (auto Named = View.memberNamedBy(Variable, Written))
    return Named;
  const std::vector<SourceMember> Members = View.membersOf(Variable);
  uint64_t VariableBytes = Variable.Bytes;
  for (const SourceMember &M : Members)
    VariableBytes = std::max(VariableBytes, M.Offset + M.Bytes);
  std::optional<SourceMember> Touched;
  for (const auto &Launch : Launched) {
    if (Members.empty() || !Access.Address)
      break;
    CaseBudget Budget;
    const auto Bytes = touchedBytes(
        *Kernel.Context, Launch->known(problemOf(Access)),
        Launch->nestOf(Access), Launch->Record.Shape, VariableBytes, Budget);
    const auto In = find_if(Members, [&](const SourceMember &M) {
      return Bytes && M.Offset <= Bytes->first &&
             Bytes->second <= M.Offset + M.Bytes;
    });
    if (In == Members.end() || (Touched && *Touched != *In))
      return std::nullopt;
    Touched = *In;
  }
  return Touched;
}

AskedRecord AccessJudge::describe(const KernelModel &Kernel,
                                  const KernelAccess &Access,
                                  const LaunchCases &Launched) {
  AskedRecord Described;
  AccessRecord &R = Described.Record;
  const SourceAccess &Source = *Access.Source;
  R.Kernel = Names.Name;
  R.TemplateArguments = Names.Arguments;
  R.Trial = Trial;
  R.Verb = Source.Verb;
  R.Ordinal = Source.Ordinal;
  R.Instruction = Access.Instruction;
  R.BytesPerLane = Access.BytesPerLane;
  R.Request = Access.Kind;
  R.HasFixedGuard = Access.HasFixedGuard;
  R.Code = Access.Code;
  R.Loops = enclosingLoops(*Kernel.Context, Access);
  R.LoopDepth = R.Loops.size();
  Described.Written = Places.attribute(R, Access);
  if (Access.Arrays.size() == 1) {
    const SourceVariable &Variable = *Access.Arrays.front();
    const auto Member = memberOf(Kernel, Access, Launched, Described.Written);
    R.Array = Member ? Member->Name : Variable.Name;
    R.ArrayType = Member ? Member->Type : Variable.Type;
    R.ArrayBytes = Member ? Member->Bytes : Variable.Bytes;
    R.ArrayDeclaration = Variable.Declared;
  }
  R.ExecutionsPerWarp = Access.ExecutionsPerWarp;
  R.HasExactExecutions = Access.HasFixedGuard;
  R.Assumptions = Access.Assumptions;
  R.Undefined = Undefined;
  if (!Kernel.isKernel())
    R.Assumptions.push_back(messages::WarpCalls(Names.Name));
  if (Access.Address) {
    R.AddressText = Kernel.Context->print(Access.Address);
    R.Drawn = dataIndexIn(*Kernel.Context, Access.Address, R.BytesPerLane,
                          R.ArrayBytes);
  }
  return Described;
}

/// Whether a verdict on all active lanes holds where only some of them address
/// shared memory: fewer lanes never cost more, but their ideal may be lower,
/// unless it is one wavefront. An index that comes from memory stays one.
/// \p MayBeNone: what the pointer is may depend on what no header declares.
static bool holdsForSome(const AccessVerdict &V, bool MayBeNone) {
  return (V.Kind == VerdictKind::Clean && !MayBeNone &&
          V.Worst.Cost.Predicted <= 1) ||
         V.Kind == VerdictKind::NeverRuns ||
         (V.Kind == VerdictKind::Unproven &&
          V.Reason == UnprovenReason::DataDependentIndex);
}

static Explanation explain(const LaneContext &Context,
                           const KernelAccess &Access, const Judgement &J,
                           const AccessVerdict &Verdict) {
  KernelAccess Judged = Access;
  if (J.UsesValues) {
    Judged.Address = J.Problem.Address;
    Judged.Guard = J.Problem.Guard;
    for (unsigned &Loop : Judged.Loops)
      Loop = J.Case->Known.loop(Loop);
  }
  return explainAccess(Context, Judged, Verdict);
}

/// The exact sum over the block where there is one, else what follows from
/// the figure where it is the same for all executions.
void AccessJudge::addTotals(LaneContext &Context, const KernelAccess &Access,
                            const Judgement &J, AccessRecord &Record) {
  if (Record.Verdict.Kind == VerdictKind::NeverRuns)
    Record.PerBlock = BlockTotal();
  if (!hasFigure(Record.Verdict.Kind))
    return;
  if (std::optional<WarpTotals> Totals = Prover.totals(Context, J, Access)) {
    Record.PerBlock = BlockTotal{Totals->Value, Totals->Ideal};
    if (Totals->RequestsPerWarp && Record.ExecutionsPerWarp) {
      Record.ExecutionsPerWarp = Totals->RequestsPerWarp;
      Record.HasExactExecutions = true;
    }
  } else if (Access.HasFixedGuard)
    addTo(Record.PerBlock = BlockTotal(), costOfOne(Record.Verdict),
          Record.ExecutionsPerWarp);
}

/// An excess of some lanes may be one of them alone: what is an ideal layout for
/// 32 lanes leaves gaps between 8.
void AccessJudge::noteIfIdealInFull(LaneContext &Context, AccessProblem Problem,
                                    const LaunchCases &Launched,
                                    AccessVerdict &V) {
  if (V.Kind != VerdictKind::Excess || V.Worst.Active == AllLanes)
    return;
  const LaneExpr *Open = withoutBounds(Context, Problem.Guard);
  if (Open == Problem.Guard)
    return;
  Problem.Guard = Open;
  V.IsIdealInFull = Prover.judgeWorst(Context, Problem, Launched).first.Kind ==
                    VerdictKind::Clean;
}

void AccessJudge::judge(const KernelModel &Kernel, const KernelAccess &Access,
                        const LaunchCases &Launched, AccessRecord &Record) {
  if (!Access.Obstacle.empty() || !Access.Address) {
    Record.Verdict = unproven(Access.Obstacle);
    Record.Launch = Launched.front()->Record;
    return;
  }
  const AccessProblem Problem = problemOf(Access);
  std::vector<Judgement> Judged =
      Prover.judgeEach(*Kernel.Context, Problem, Launched);
  const size_t Worst = worstOf(Judged);
  for (const Judgement &J : Judged) {
    if (&J == &Judged[Worst])
      continue;
    const WarpCost &Cost = J.Verdict.Worst.Cost;
    LaunchOutcome Other{J.Case->Record, J.Verdict.Kind, Cost.Predicted,
                        Cost.Ideal};
    std::vector<FindingNote> Promises;
    addReasons(J, Problem, Other.Launch, Promises);
    // Blocks that are known come first.
    auto Behind =
        find_if(Record.OtherLaunches, [&](const LaunchOutcome &Known) {
          return Known.Launch.unknownExtents() > Other.Launch.unknownExtents();
        });
    Record.OtherLaunches.insert(Behind, std::move(Other));
  }
  Judgement &J = Judged[Worst];
  Record.Launch = J.Case->Record;
  Record.Verdict = std::move(J.Verdict);
  noteIfIdealInFull(*Kernel.Context, Problem, Launched, Record.Verdict);
  const bool OthersMayCome = Access.HangsOnUnknown;
  if ((OthersMayCome || !Access.MayLeadElsewhere.empty()) &&
      !holdsForSome(Record.Verdict,
                    Kernel.CallsUnknown && !Access.MayLeadElsewhere.empty())) {
    Record.Verdict = unproven(OthersMayCome ? messages::LanesOfMissingHeader()
                                            : Access.MayLeadElsewhere);
    Record.OtherLaunches.clear();
    return;
  }
  addReasons(J, Problem, Record.Launch, Record.Promises);
  if (Record.Verdict.Kind == VerdictKind::NeverRuns ||
      (Access.MayLeadElsewhere.empty() && !OthersMayCome))
    addTotals(*Kernel.Context, Access, J, Record);
  else if (!Access.MayLeadElsewhere.empty())
    Record.Assumptions.push_back(messages::PointerToShared());
  else
    Record.Assumptions.push_back(messages::AllLanesExecute());
  if (Options.Explain)
    Record.Explained = explain(*Kernel.Context, Access, J, Record.Verdict);
}

} // namespace warplint
