//===- Analysis.cpp - From a compile command to findings ------------------===//

#include "warplint/Checks/Analysis.h"
#include "Attribution.h"
#include "Explain.h"
#include "warplint/Kernel/AsWritten.h"
#include "warplint/Kernel/KernelModel.h"
#include "warplint/Kernel/Launch.h"
#include "warplint/Kernel/SourceIndex.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace llvm;

namespace warplint {
namespace {

/// Excess before unproven before clean: the order in which instances of one
/// source access speak for all of them.
unsigned rank(const AccessVerdict &V) {
  switch (V.Kind) {
  case VerdictKind::Excess:
    return 3;
  case VerdictKind::Unproven:
    return 2;
  case VerdictKind::Clean:
    return 1;
  case VerdictKind::NeverRuns:
    return 0;
  }
  return 0;
}

bool isWorse(const AccessVerdict &A, const AccessVerdict &B) {
  auto Key = [](const AccessVerdict &V) {
    return std::tuple(rank(V), V.Worst.Cost.excess(), V.Worst.Cost.Predicted,
                      V.TotalPredicted);
  };
  return Key(A) > Key(B);
}

class FileAnalysis {
public:
  FileAnalysis(DeviceUnit &Unit, const AnalysisOptions &Options,
               FileReport &Report)
      : Unit(Unit), Options(Options), Report(Report), Index(Unit.ast()),
        Launches(collectLaunches(Unit.ast())), Places(Unit, Index) {}

  void run() {
    DeviceModel Model = buildDeviceModel(Unit, Index);
    Report.Omitted = Unit.omitted();
    llvm::append_range(Report.Omitted, Model.Omitted);
    for (const KernelModel &Kernel : Model.Kernels)
      judge(Kernel);
  }

private:
  void judge(const KernelModel &Kernel) {
    KernelName = Kernel.Declaration ? qualifiedName(*Kernel.Declaration)
                                    : Kernel.MangledName;
    Arguments =
        Kernel.Declaration ? templateArguments(*Kernel.Declaration) : "";
    Report.Kernels.push_back(KernelName + Arguments);
    std::vector<LaunchRecord> Shapes = launchesOf(Kernel);
    // Instances of one source access in this kernel become one record; accesses
    // of a library are told apart by the user's calls.
    std::map<std::pair<const SourceAccess *, SourcePlace>, size_t> RecordOf;
    for (const KernelAccess &Access : Kernel.Accesses) {
      AccessRecord Record = describe(Kernel, Access);
      judge(Kernel, Access, Shapes, Record);
      if (Options.Explain)
        Record.Explained =
            explainAccess(*Kernel.Context, Access, Record.Verdict);
      auto [It, New] = RecordOf.try_emplace({Access.Source, Record.Where},
                                            Report.Accesses.size());
      if (New)
        Report.Accesses.push_back(std::move(Record));
      else
        merge(Report.Accesses[It->second], std::move(Record));
    }
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

  std::vector<LaunchRecord> launchesOf(const KernelModel &Kernel) {
    for (const std::string &Name :
         {KernelName + Arguments, KernelName, std::string()})
      if (auto It = Options.Blocks.find(Name); It != Options.Blocks.end()) {
        LaunchRecord Record;
        Record.Shape = It->second;
        Record.Source = "option";
        return {Record};
      }
    std::vector<LaunchRecord> Shapes;
    if (Kernel.Declaration)
      if (std::optional<LaunchRecord> Required =
              requiredBlock(*Kernel.Declaration))
        return {*Required};
    if (Kernel.Declaration) {
      append_range(Shapes, Launches.of(Kernel.Declaration));
      if (Shapes.empty())
        append_range(Shapes, Launches.byTemplate(Kernel.Declaration));
    }
    if (Shapes.empty()) {
      LaunchRecord Assumed;
      Assumed.Source = "assumed";
      if (Kernel.Declaration)
        Assumed.Where = declarationPlace(Unit.ast(), *Kernel.Declaration);
      Shapes.push_back(std::move(Assumed));
    }
    return Shapes;
  }

  AccessRecord describe(const KernelModel &Kernel, const KernelAccess &Access) {
    AccessRecord R;
    const SourceAccess &Source = *Access.Source;
    R.Kernel = KernelName;
    R.TemplateArguments = Arguments;
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
    if (Access.Address)
      R.AddressText = Kernel.Context->print(Access.Address);
    return R;
  }

  void judge(const KernelModel &Kernel, const KernelAccess &Access,
             const std::vector<LaunchRecord> &Shapes, AccessRecord &Record) {
    if (!Access.Obstacle.empty() || !Access.Address) {
      Record.Verdict.Reason = UnprovenReason::NotMeasured;
      Record.Verdict.ReasonText = Access.Obstacle;
      Record.Launch = Shapes.front();
      return;
    }
    AccessProblem Problem;
    Problem.Kind = Access.Kind;
    Problem.BytesPerLane = Access.BytesPerLane;
    Problem.Address = Access.Address;
    Problem.Guard = Access.Guard;
    for (const LaunchRecord &Launch : Shapes) {
      AccessVerdict V =
          proveAccess(*Kernel.Context, Problem, Launch.Shape, Options.Proof);
      if (&Launch == &Shapes.front() || isWorse(V, Record.Verdict)) {
        Record.Verdict = std::move(V);
        Record.Launch = Launch;
      }
    }
    if (Access.HasFixedGuard)
      Record.PerBlock = blockTotal(Record);
  }

  DeviceUnit &Unit;
  const AnalysisOptions &Options;
  FileReport &Report;
  SourceIndex Index;
  LaunchMap Launches;
  Attribution Places;
  std::string KernelName, Arguments;
};

} // namespace

FileReport analyzeFile(const DeviceCommand &Command,
                       IntrusiveRefCntPtr<vfs::FileSystem> FS,
                       const AnalysisOptions &Options) {
  FileReport Report;
  Report.File = Command.File;
  Report.Architecture = Command.Arch;
  ParseOutcome Outcome =
      parseDevice(Command, std::move(FS), Options.Parse, [&](DeviceUnit &Unit) {
        FileAnalysis(Unit, Options, Report).run();
      });
  Report.HadErrors = Outcome.HadErrors || !Outcome.Parsed;
  Report.ParseErrors = std::move(Outcome.Errors);
  Report.MissingHeaders = std::move(Outcome.MissingHeaders);
  checkBankConflicts(Report, Options);
  return Report;
}

} // namespace warplint
