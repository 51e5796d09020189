//===- Analysis.cpp - From a compile command to findings ------------------===//

#include "warplint/Analysis/Analysis.h"
#include "AnalysedFunctions.h"
#include "Attribution.h"
#include "Checks/Expectations.h"
#include "Checks/IncompleteFile.h"
#include "Checks/LayoutNotes.h"
#include "Explain.h"
#include "Fix/ArraySurvey.h"
#include "Fix/FixProof.h"
#include "IssuedRequests.h"
#include "KernelLaunches.h"
#include "SystemHeaders.h"
#include "TemplateRequests.h"
#include "VerdictCache.h"
#include "VerdictOrder.h"
#include "warplint/Frontend/Parse.h"
#include "warplint/Kernel/KernelModel.h"
#include "warplint/Kernel/SourceIndex.h"
#include "warplint/Kernel/SourceText.h"
#include "warplint/Kernel/ToolkitKernels.h"
#include "warplint/Rewrite/SwizzleHeader.h"
#include "warplint/Support/PlainFiles.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"
#include <set>
#include <tuple>

using namespace llvm;

namespace warplint {
namespace {

/// What a file's assumed instances may cost, all together, beside those that
/// its sources have: the budget of these divided by that.
constexpr uint64_t AssumedShare = 4;

class FileAnalysis {
public:
  FileAnalysis(DeviceUnit &Unit, const AnalysisOptions &Options,
               FileReport &Report, RemedySurvey &Survey,
               const SurveyRequest &Surveyed)
      : Unit(Unit), Options(Options), Report(Report), Index(Unit.ast()),
        Launches(Unit.ast(), Unit.ErrorPlaces, Options), Places(Unit, Index),
        Verdicts(Options.Proofs), Survey(Survey), Surveyed(Surveyed) {}

  void run() {
    DeviceModel Model = buildDeviceModel(
        Unit, Index,
        Options.SystemHeaders ? ToolkitKernels::Read : ToolkitKernels::LeftOut);
    Report.Omitted = Unit.omitted();
    llvm::append_range(Report.Omitted, Model.Omitted);
    // What the sources have comes first, whatever is assumed beside it.
    auto IsAssumed = [&](const KernelModel &Kernel) {
      auto Found = trialOf(Unit.Templates, Kernel.Declaration);
      return Found && isAssumed(Found->From);
    };
    for (const KernelModel &Kernel : Model.Kernels)
      if (!IsAssumed(Kernel))
        judge(Kernel);
    Budget = ProofBudget();
    Budget.StepsLeft /= AssumedShare;
    for (const KernelModel &Kernel : Model.Kernels)
      if (IsAssumed(Kernel))
        judge(Kernel);
    Report.Findings = Launches.takeErrors();
    reportTemplates(Unit, Report, Report.Findings);
    listSystemHeaders(Unit.ast().getSourceManager(), Report);
    reportAnalysed(Unit, Report);
    keepFragment(Unit, Report);
    if (Options.SearchLayouts)
      Survey = surveyArrays(Unit, Judged, Options, Report, Surveyed);
  }

private:
  using Cases = std::vector<std::unique_ptr<LaunchCase>>;

  /// What an access costs under one launch.
  struct Judgement {
    LaunchCase *Case = nullptr;
    AccessProblem Problem;
    AccessVerdict Verdict;
    /// The verdict holds for what is known of the launch, not for all values.
    bool UsesValues = false;
  };

  void judge(const KernelModel &Kernel) {
    Verdicts.forget();
    Names.Name = Kernel.name();
    Names.Arguments =
        Kernel.Declaration ? templateArguments(*Kernel.Declaration) : "";
    if (auto Hidden = hiddenAccesses(Unit, Kernel, Names.Name)) {
      bool IsListed = llvm::any_of(Report.Omitted, [&](const LeftOut &Out) {
        return Out.Where == Hidden->Where;
      });
      if (!IsListed) // By another instance.
        Report.Omitted.push_back(std::move(*Hidden));
      return;
    }
    Trial = trialOf(Unit.Templates, Kernel.Declaration);
    Report.Kernels.push_back(Names.Name + Names.Arguments);
    if (Trial && isAssumed(Trial->From))
      Report.AssumedKernels.push_back(Report.Kernels.back());
    Report.Assumable.push_back(KernelLaunches::assumableNames(Kernel));
    Cases Launched = Launches.of(Kernel, Names);
    // Instances of one source access in this kernel become one record; accesses
    // of a library are told apart by the user's calls, those of a function that
    // gets several arrays by the array.
    std::map<std::tuple<const SourceAccess *, SourcePlace, unsigned,
                        const clang::VarDecl *>,
             size_t>
        RecordOf;
    IssuedRequests Issued;
    size_t FirstRecord = Report.Accesses.size();
    std::vector<size_t> RecordOfAccess;
    for (const KernelAccess &Access : Kernel.Accesses) {
      AccessRecord Record = describe(Kernel, Access);
      judge(Kernel, Access, Launched, Record);
      Issued.add(Access, Record, [&](const AccessProblem &Problem) {
        return judgeWorst(*Kernel.Context, Problem, Launched);
      });
      auto [It, New] = RecordOf.try_emplace(
          {Access.Source, Record.Where, Record.Ordinal,
           Access.Arrays.size() == 1 ? Access.Arrays.front() : nullptr},
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
      if (auto Why = Unit.doubtOf(*Kernel.Declaration))
        for (AccessRecord &Record :
             MutableArrayRef(Report.Accesses).drop_front(FirstRecord))
          takeBack(Record, *Why);
    listUses(Kernel);
    Judged.push_back(
        {&Kernel, Names, std::move(Launched), Trial && isAssumed(Trial->From)});
  }

  /// Each use once, however many copies of it unrolling made.
  void listUses(const KernelModel &Kernel) {
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
        R.Array = Use.Array->getNameAsString();
        R.ArrayDeclaration = declarationPlace(Unit.ast(), *Use.Array);
      }
      if (Listed.insert({R.Where, R.Kind, R.What + " " + R.Array}).second)
        Report.Uses.push_back(std::move(R));
    }
  }

  std::pair<AccessVerdict, LaunchRecord>
  judgeWorst(LaneContext &Context, const AccessProblem &Problem,
             const Cases &Launched) {
    std::pair<AccessVerdict, LaunchRecord> Worst;
    for (const auto &Case : Launched) {
      Judgement J = judge(Context, Problem, *Case);
      if (Case == Launched.front() || isWorse(J.Verdict, Worst.first))
        Worst = {std::move(J.Verdict), Case->Record};
    }
    return Worst;
  }

  /// The worse instance speaks for both; what they cost adds up.
  static void merge(AccessRecord &Into, AccessRecord Other) {
    if (isWorse(Other.Verdict, Into.Verdict))
      std::swap(Into, Other);
    Into.Instances += Other.Instances;
    Into.HasFixedGuard &= Other.HasFixedGuard;
    Into.ExecutionsPerWarp =
        sum(Into.ExecutionsPerWarp, Other.ExecutionsPerWarp);
    if (Into.PerBlock && Other.PerBlock) {
      Into.PerBlock->Predicted += Other.PerBlock->Predicted;
      Into.PerBlock->Ideal += Other.PerBlock->Ideal;
    } else {
      Into.PerBlock.reset();
    }
  }

  static std::optional<uint64_t> sum(std::optional<uint64_t> A,
                                     std::optional<uint64_t> B) {
    if (!A || !B)
      return std::nullopt;
    return *A + *B;
  }

  static std::optional<AccessRecord::BlockTotal>
  blockTotal(const AccessRecord &R) {
    const AccessVerdict &V = R.Verdict;
    bool Decided =
        V.Kind == VerdictKind::Clean || V.Kind == VerdictKind::Excess;
    if (V.Kind == VerdictKind::NeverRuns)
      return AccessRecord::BlockTotal();
    if (!Decided || V.DependsOnCase || !V.Rows.empty() || !R.ExecutionsPerWarp)
      return std::nullopt;
    return AccessRecord::BlockTotal{V.TotalPredicted * *R.ExecutionsPerWarp,
                                    V.TotalIdeal * *R.ExecutionsPerWarp};
  }

  AccessRecord describe(const KernelModel &Kernel, const KernelAccess &Access) {
    AccessRecord R;
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
    R.Loops = enclosingLoops(*Kernel.Context, Access);
    R.LoopDepth = R.Loops.size();
    Places.attribute(R, Access);
    if (Access.Arrays.size() == 1) {
      const clang::VarDecl &Array = *Access.Arrays.front();
      R.Array = Array.getNameAsString();
      R.ArrayType = declaredType(Unit.ast(), Array);
      R.ArrayDeclaration = declarationPlace(Unit.ast(), Array);
    }
    R.ExecutionsPerWarp = Access.ExecutionsPerWarp;
    R.Assumptions = Access.Assumptions;
    if (Kernel.Declaration &&
        !Kernel.Declaration->hasAttr<clang::CUDAGlobalAttr>())
      R.Assumptions.push_back("all threads of the warp call '" + Names.Name +
                              "', which no kernel of this file does");
    if (Access.Address)
      R.AddressText = Kernel.Context->print(Access.Address);
    return R;
  }

  /// The same figure in every case: more knowledge would not change it. An
  /// excess is that of the most active lanes, of which more may be known.
  static bool isSettled(const AccessVerdict &V, bool KnowsMoreOfLanes) {
    if (V.Kind == VerdictKind::Clean || V.Kind == VerdictKind::NeverRuns)
      return true;
    return V.Kind == VerdictKind::Excess && !KnowsMoreOfLanes &&
           !V.DependsOnCase && V.Rows.empty() &&
           V.BestPredicted == V.Worst.Cost.Predicted;
  }

  /// Judges for all values of the symbols; where that does not settle it, for
  /// those that the launch gives.
  Judgement judge(LaneContext &Context, const AccessProblem &Problem,
                  LaunchCase &Case) {
    const LaunchShape &Shape = Case.Record.Shape;
    Judgement J{&Case, Problem, {}};
    J.Problem.Address = Case.Known(Problem.Address);
    J.Problem.Guard = Case.Known(Problem.Guard);
    bool IsSpecial = J.Problem.Address != Problem.Address ||
                     J.Problem.Guard != Problem.Guard;
    J.Verdict = Verdicts.prove(Context, Problem, Shape, proofOptions());
    if (!IsSpecial || isSettled(J.Verdict, J.Problem.Guard != Problem.Guard))
      return J;
    J.Verdict = Verdicts.prove(Context, J.Problem, Shape, proofOptions());
    J.UsesValues = true;
    return J;
  }

  static bool isLike(const Judgement &A, const LaunchCase &Case,
                     const AccessProblem &Problem, LaunchCase &Other) {
    return Case.Record.Shape == Other.Record.Shape &&
           A.Problem.Address == Other.Known(Problem.Address) &&
           A.Problem.Guard == Other.Known(Problem.Guard);
  }

  /// Notes which constants and promises the judgement rests on.
  static void addReasons(const Judgement &J, const AccessProblem &Problem,
                         LaunchRecord &Launch,
                         std::vector<FindingNote> &Promises) {
    if (!J.UsesValues)
      return;
    SmallVector<unsigned, 4> Symbols = J.Case->Known.symbolsIn(Problem.Address);
    append_range(Symbols, J.Case->Known.symbolsIn(Problem.Guard));
    for (unsigned Symbol : Symbols) {
      const LaunchCase::Source &Source = J.Case->Sources[Symbol];
      if (!Source.Value.empty() &&
          !is_contained(Launch.UsedValues, Source.Value))
        Launch.UsedValues.push_back(Source.Value);
      for (const FindingNote &Promise : Source.Promises)
        if (none_of(Promises, [&](const FindingNote &Known) {
              return Known.Where == Promise.Where &&
                     Known.Message == Promise.Message;
            }))
          Promises.push_back(Promise);
    }
  }

  /// Whether a verdict on all active lanes holds where only some of them
  /// address shared memory: fewer lanes never cost more, and an index that
  /// comes from memory stays one.
  static bool holdsForSome(const AccessVerdict &V) {
    return V.Kind == VerdictKind::Clean || V.Kind == VerdictKind::NeverRuns ||
           (V.Kind == VerdictKind::Unproven &&
            V.Reason == UnprovenReason::DataDependentIndex);
  }

  void judge(const KernelModel &Kernel, const KernelAccess &Access,
             const Cases &Launched, AccessRecord &Record) {
    if (!Access.Obstacle.empty() || !Access.Address) {
      Record.Verdict.Reason = UnprovenReason::NotMeasured;
      Record.Verdict.ReasonText = Access.Obstacle;
      Record.Launch = Launched.front()->Record;
      return;
    }
    AccessProblem Problem;
    Problem.Kind = Access.Kind;
    Problem.BytesPerLane = Access.BytesPerLane;
    Problem.Address = Access.Address;
    Problem.Guard = Access.Guard;
    Problem.Instructions = Access.Instructions;
    std::vector<Judgement> Judged;
    size_t Worst = 0;
    for (const auto &Case : Launched) {
      // Launches that differ in what the access does not depend on are one.
      if (any_of(Judged, [&](const Judgement &J) {
            return isLike(J, *J.Case, Problem, *Case);
          }))
        continue;
      Judged.push_back(judge(*Kernel.Context, Problem, *Case));
      if (isWorse(Judged.back().Verdict, Judged[Worst].Verdict))
        Worst = Judged.size() - 1;
    }
    for (const Judgement &J : Judged) {
      if (&J == &Judged[Worst])
        continue;
      LaunchOutcome Other;
      Other.Launch = J.Case->Record;
      Other.Kind = J.Verdict.Kind;
      Other.Predicted = J.Verdict.Worst.Cost.Predicted;
      Other.Ideal = J.Verdict.Worst.Cost.Ideal;
      std::vector<FindingNote> Promises;
      addReasons(J, Problem, Other.Launch, Promises);
      Record.OtherLaunches.push_back(std::move(Other));
    }
    Judgement &J = Judged[Worst];
    Record.Launch = J.Case->Record;
    Record.Verdict = std::move(J.Verdict);
    if (!Access.MayLeadElsewhere.empty() && !holdsForSome(Record.Verdict)) {
      Record.Verdict = AccessVerdict();
      Record.Verdict.Reason = UnprovenReason::NotMeasured;
      Record.Verdict.ReasonText = Access.MayLeadElsewhere;
      Record.OtherLaunches.clear();
      return;
    }
    addReasons(J, Problem, Record.Launch, Record.Promises);
    if (Access.MayLeadElsewhere.empty() ||
        Record.Verdict.Kind == VerdictKind::NeverRuns)
      addTotals(*Kernel.Context, Access, J, Record);
    else
      Record.Assumptions.push_back("the pointer leads to shared memory");
    if (Options.Explain)
      Record.Explained = explain(*Kernel.Context, Access, J, Record.Verdict);
  }

  /// The exact sum over the block where there is one, else what follows from
  /// the figure where it is the same for all executions.
  void addTotals(LaneContext &Context, const KernelAccess &Access, Judgement &J,
                 AccessRecord &Record) {
    if (Record.Verdict.Kind == VerdictKind::NeverRuns)
      Record.PerBlock = AccessRecord::BlockTotal();
    if (Record.Verdict.Kind != VerdictKind::Clean &&
        Record.Verdict.Kind != VerdictKind::Excess)
      return;
    LoopNest Nest;
    for (unsigned Loop : Access.Loops)
      Nest.Loops.push_back(J.Case->Known.loop(Loop));
    Nest.IsInCondition = Access.IsInCondition;
    if (std::optional<WarpTotals> Totals =
            Verdicts.totals(Context, J.Problem, Nest, J.Case->Record.Shape,
                            {.Budget = &Budget}))
      Record.PerBlock =
          AccessRecord::BlockTotal{Totals->Predicted, Totals->Ideal};
    else if (Access.HasFixedGuard)
      Record.PerBlock = blockTotal(Record);
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

  DeviceUnit &Unit;
  ProofOptions proofOptions() {
    ProofOptions Proof = Options.Proof;
    Proof.Budget = &Budget;
    return Proof;
  }

  const AnalysisOptions &Options;
  /// Shared by all proofs of the file.
  ProofBudget Budget;
  FileReport &Report;
  SourceIndex Index;
  KernelLaunches Launches;
  Attribution Places;
  // Of the kernel that is being judged.
  KnownVerdicts Verdicts;
  KernelNames Names;
  std::optional<TrialRecord> Trial;
  /// All kernels, once they are.
  std::vector<JudgedKernel> Judged;
  RemedySurvey &Survey;
  const SurveyRequest &Surveyed;
};

/// One parse: verdicts, and what remedies are made of.
FileReport analyzeOnce(DeviceCommand Command,
                       IntrusiveRefCntPtr<vfs::FileSystem> FS,
                       const AnalysisOptions &Options, RemedySurvey &Survey,
                       const SurveyRequest &Surveyed) {
  addSwizzleHeader(Command, FS);
  FileReport Report;
  Report.File = Command.File;
  Report.Architecture = Command.Arch;
  ParseOptions Parse = Options.Parse;
  Parse.Templates.Requests = [&](const clang::FunctionDecl &Pattern,
                                 bool IsInstantiated) {
    return requestsFor(Pattern, IsInstantiated, Options);
  };
  auto [Outcome, Unit] = parseDevice(Command, std::move(FS), Parse);
  if (Unit)
    FileAnalysis(*Unit, Options, Report, Survey, Surveyed).run();
  Report.ParsedThrough = std::move(Outcome.Through);
  Report.HadErrors = Outcome.HadErrors || !Outcome.Parsed;
  Report.ParseErrors = std::move(Outcome.Errors);
  Report.MissingHeaders = std::move(Outcome.MissingHeaders);
  Report.MissingAt = std::move(Outcome.MissingAt);
  Report.FoundHeaders = std::move(Outcome.Found);
  Report.Remedies = std::move(Outcome.Remedies);
  Report.IsReworded = Outcome.IsReworded;
  return Report;
}

} // namespace

FileReport analyzeFile(const DeviceCommand &Command,
                       IntrusiveRefCntPtr<vfs::FileSystem> Files,
                       const AnalysisOptions &Options) {
  // An editor may save meanwhile.
  auto FS = steadyFiles(std::move(Files));
  RemedySurvey Survey;
  FileReport Report = analyzeOnce(Command, FS, Options, Survey, {});
  if (Options.Fix && !Report.HadErrors && !Report.IsReworded &&
      Report.ParsedThrough.empty())
    proveFixes(Survey, Report, *Options.Fix, FS,
               [&](IntrusiveRefCntPtr<vfs::FileSystem> Edited,
                   RemedySurvey &Again, const SurveyRequest &Surveyed) {
                 return analyzeOnce(Command, std::move(Edited), Options, Again,
                                    Surveyed);
               });
  takeLayouts(Survey, Report);
  checkBankConflicts(Report, Options);
  addRemedyNotes(Report);
  reportIncompleteFile(Report);
  checkExpectations(Report, FS);
  return Report;
}

} // namespace warplint
