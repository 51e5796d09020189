//===- SharedAlignment.cpp - warplint-shared-alignment --------------------===//
//
// Finds shared-memory accesses at addresses that are no multiples of their width.
// An address is the place of its array, which nvcc chooses within what the
// declaration asks for, and an offset in it, which the prover judges.
//
//===----------------------------------------------------------------------===//

#include "AlignmentFinding.h"
#include "Lane/Expr/KnownMultiple.h"
#include "warplint/Checks/Check.h"
#include "warplint/Kernel/ClangView.h"
#include "warplint/Lane/Evaluators.h"
#include "warplint/Warp/Limits.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace warplint {
namespace {

/// nvcc aligns what is declared `extern __shared__` to that, whatever its
/// element (lib/Kernel/Issue/SharedLayout.h).
constexpr uint64_t DynamicAlign = 16;

/// Fields of \p Type are accessed byte by byte.
bool isPacked(clang::QualType Type) {
  const clang::RecordDecl *Record =
      Type->getBaseElementTypeUnsafe()->getAsRecordDecl();
  return Record && (Record->hasAttr<clang::PackedAttr>() ||
                    Record->hasAttr<clang::MaxFieldAlignmentAttr>() ||
                    any_of(Record->fields(), [](const clang::FieldDecl *Field) {
                      return isPacked(Field->getType());
                    }));
}

/// What the accesses of a kernel are judged by.
class KernelAlignment {
public:
  KernelAlignment(const JudgedKernel &Kernel, LaunchProver &Prover)
      : Kernel(Kernel), Prover(Prover), Context(*Kernel.Kernel->Context),
        FromArray(Context) {
    for (unsigned N = 0; N != Context.numSymbols(); ++N)
      if (Context.symbolAt(N).Kind == SymbolKind::ArrayBase)
        FromArray.restrict(N, SymbolValues::exactly(0));
  }

  /// The worst that holds of \p Access under some launch.
  Misalignment judge(const KernelAccess &Access);

private:
  ArrayStart startOf(const KernelAccess &Access, uint64_t Width) const;
  void judgeOffset(const KernelAccess &Access, LaunchCase &Case,
                   Misalignment &Found);
  bool isSure(const ProofResult &Proven) const;
  bool isForTheCaller(const ProofResult &Proven) const;

  const JudgedKernel &Kernel;
  LaunchProver &Prover;
  LaneContext &Context;
  SymbolBinding FromArray; ///< All arrays begin at 0.
};

/// Those that a lane addresses by itself, with a width that has to divide the
/// address: PTX ISA, "Addresses as Operands".
bool isJudged(const KernelAccess &A) {
  return A.Address && A.Obstacle.empty() && A.MayLeadElsewhere.empty() &&
         A.Source->Verb != AccessVerb::Wmma && A.BytesPerLane > 1 &&
         A.BytesPerLane <= DynamicAlign && has_single_bit(A.BytesPerLane) &&
         !A.Arrays.empty() &&
         none_of(A.Arrays, [](const SourceVariable *Array) {
           return isPacked(ClangView::declOf(*Array).getType());
         });
}

/// The worst of the arrays that \p Access may be of.
ArrayStart KernelAlignment::startOf(const KernelAccess &Access,
                                    uint64_t Width) const {
  ArrayRef<StaticArray> Laid = Kernel.Kernel->StaticArrays;
  ArrayStart Worst;
  for (const SourceVariable *Declaration : Access.Arrays) {
    const auto *Found = find_if(Laid, [&](const StaticArray &Array) {
      return Array.Declaration == Declaration;
    });
    if (Found == Laid.end() || Found->Align >= Width)
      continue;
    ArrayStart Start{ArrayStart::Kind::ByLuck, Declaration, Found->Align, 0,
                     nullptr};
    auto MovesOthers = [&](const StaticArray &Array) {
      return Array.Bytes % Width != 0 && &Array != Found;
    };
    if (Found->Place) {
      Start.Remainder = *Found->Place % Width;
      if (Start.Remainder)
        Start.What = ArrayStart::Kind::Misplaced;
    } else if (any_of(Laid, MovesOthers)) {
      Start.What = ArrayStart::Kind::Unknown;
    }
    if (Start.What > ArrayStart::Kind::ByLuck) {
      // The one before it says most.
      auto Before = make_range(Laid.begin(), Found);
      const auto *Mover = find_if(Before, MovesOthers);
      Start.Mover = Mover != Before.end()
                        ? Mover->Declaration
                        : find_if(Laid, MovesOthers)->Declaration;
    }
    if (Start.What > Worst.What)
      Worst = Start;
  }
  return Worst;
}

/// It happens whenever the kernel comes by: in all cases, or in iterations of a
/// loop that has them.
bool KernelAlignment::isSure(const ProofResult &Proven) const {
  if (Proven.AssumesGuards)
    return false;
  return !Proven.DependsOnCase ||
         all_of(Proven.Worst.Facts, [&](const CaseFact &Fact) {
           return Fact.What == CaseFact::Kind::Iteration && Fact.Loop >= 0 &&
                  Context.loopAt(Fact.Loop).TripCount &&
                  !Context.loopAt(Fact.Loop).IsUpperBound;
         });
}

/// Some lane is off wherever the array begins.
bool lanesDiffer(const ProvenCase &Case, unsigned Width) {
  std::optional<uint64_t> Past;
  for (unsigned L = 0; L != WarpSize; ++L) {
    if (!(Case.Active >> L & 1))
      continue;
    const uint64_t Own = uint64_t(Case.Address[L]) % Width;
    if (Past.value_or(Own) != Own)
      return true;
    Past = Own;
  }
  return false;
}

/// What decides are loops and what the kernel is called with. Data may always be
/// such that all is aligned, and the block's shape is unknown here.
bool KernelAlignment::isForTheCaller(const ProofResult &Proven) const {
  auto IsSaid = [&](const CaseFact &Fact) {
    if (Fact.What == CaseFact::Kind::Truth ||
        Fact.What == CaseFact::Kind::Iteration)
      return true;
    for (unsigned N = 0; N != Context.numSymbols(); ++N) {
      const UniformSymbol &S = Context.symbolAt(N);
      if (S.Name == Fact.Name)
        return S.Kind == SymbolKind::Parameter ||
               S.Kind == SymbolKind::BlockIdx;
    }
    for (unsigned N = 0; N != Context.numLoops(); ++N)
      if (Context.loopAt(N).Counter == Fact.Name)
        return true;
    return false;
  };
  return all_of(Proven.Worst.Facts, IsSaid);
}

void KernelAlignment::judgeOffset(const KernelAccess &Access, LaunchCase &Case,
                                  Misalignment &Found) {
  const AlignmentEvaluator Evaluator(Found.Width);
  const LaneExpr *Offset = Case.Known(FromArray(Access.Address));
  const LaneExpr *Guard = Case.Known(FromArray(Access.Guard));
  ProofResult Proven = Prover.prove(Context,
                                    {.Evaluator = &Evaluator,
                                     .Address = Offset,
                                     .Guard = Guard,
                                     .Lanes = lanesWithAddress(Access.Kind),
                                     .BytesPerLane = Found.Width},
                                    Case.Record.Shape);
  using Kind = Misalignment::Kind;
  Kind What = Kind::None;
  switch (Proven.Kind) {
  case VerdictKind::Clean:
    What = Found.Start.What == ArrayStart::Kind::Promised ? Kind::None
           : Found.Start.What == ArrayStart::Kind::ByLuck ? Kind::ByLuck
                                                          : Kind::Array;
    break;
  case VerdictKind::Excess:
    // Where the array itself may begin anywhere, that may make up for what all
    // lanes have in common.
    if (isSure(Proven))
      What = Found.Start.What <= ArrayStart::Kind::ByLuck ||
                     lanesDiffer(Proven.Worst, Found.Width)
                 ? Kind::Certain
                 : Kind::SomeValues;
    else if (isForTheCaller(Proven))
      What = Kind::SomeValues;
    break;
  case VerdictKind::Unproven:
  case VerdictKind::NeverRuns:
    break;
  }
  if (What <= Found.What)
    return;
  Found.What = What;
  Found.Launch = Case.Record;
  Found.setOffsets(Context, *Offset, Proven);
}

Misalignment KernelAlignment::judge(const KernelAccess &Access) {
  Misalignment Found;
  if (!isJudged(Access))
    return Found;
  Found.Width = Access.BytesPerLane;
  Found.Start = startOf(Access, Found.Width);
  Found.ArrayBytes = MaxStaticShared; // Without asking for more.
  for (const StaticArray &Array : Kernel.Kernel->StaticArrays)
    if (is_contained(Access.Arrays, Array.Declaration))
      Found.ArrayBytes = Array.Bytes;
  if (Found.Start.What == ArrayStart::Kind::Promised &&
      knownMultiple(Context, FromArray(Access.Address)) % Found.Width == 0)
    return Found;
  for (const auto &Case : Kernel.Launches)
    judgeOffset(Access, *Case, Found);
  return Found;
}

/// Tells of each source access once, for all kernels and instantiations that
/// have it, and of what many accesses of an array have in common once, too.
class SharedAlignment : public Check {
public:
  using Check::Check;

  void run(FileFacts &Facts, FindingSink &Sink) override {
    if (!Facts.clang())
      return;
    std::map<AccessKey, Misalignment> Worst;
    for (const JudgedKernel &K : Facts.kernels())
      if (!Facts.isInDoubt(K))
        addKernel(Facts, K, Worst);
    AlignasFixes Fixes(Facts, Sink);
    std::map<CauseKey, Reported> ByCause;
    for (const auto &[Key, Found] : Worst) {
      if (!isReported(Found))
        continue;
      Fixes.want(Found);
      Reported &T = ByCause[causeOf(Key, Found)];
      T.Others += T.Widest != nullptr;
      if (!T.Widest || Found.Width > T.Widest->Width)
        T.Widest = &Found;
    }
    for (const auto &[Cause, T] : ByCause)
      Sink.add(findingOn(*T.Widest, T.Others, Settings.AssumedLevel, Fixes));
  }

private:
  using AccessKey = std::tuple<SourcePlace, AccessVerb, unsigned>;
  /// A place, what holds there, and under which condition: the declaration, or
  /// the access.
  using CauseKey = std::tuple<SourcePlace, Misalignment::Kind, std::string,
                              AccessVerb, unsigned>;
  struct Reported {
    const Misalignment *Widest = nullptr; ///< The first of the widest.
    unsigned Others = 0;
  };

  static CauseKey causeOf(const AccessKey &Key, const Misalignment &M) {
    auto [Place, Verb, Ordinal] = Key;
    if (M.What == Misalignment::Kind::Certain ||
        !M.Record->ArrayDeclaration.isValid())
      return {Place, M.What, "", Verb, Ordinal};
    // Kernels have arrays of dynamic size in common.
    std::string Condition;
    if (M.What == Misalignment::Kind::SomeValues)
      Condition = M.Record->Kernel + ": " + M.Condition;
    return {M.Record->ArrayDeclaration, M.What, Condition, {}, 0};
  }

  bool isReported(const Misalignment &M) const {
    return M.What > Misalignment::Kind::ByLuck ||
           (M.What == Misalignment::Kind::ByLuck &&
            Settings.text("ReportUnpromised") == "true");
  }

  static void addKernel(FileFacts &Facts, const JudgedKernel &K,
                        std::map<AccessKey, Misalignment> &Worst) {
    Facts.prover().startKernel();
    KernelAlignment Alignment(K, Facts.prover());
    for (auto [Access, Number] : zip(K.Kernel->sharedAccesses(), K.Records)) {
      if (!Number)
        continue;
      Misalignment Found = Alignment.judge(Access);
      if (Found.What == Misalignment::Kind::None)
        continue;
      const AccessRecord &A = Facts.accesses()[*Number];
      Found.Record = &A;
      auto [It, IsNew] = Worst.try_emplace({A.Where, A.Verb, A.Ordinal}, Found);
      if (!IsNew && std::pair(It->second.Record->isAssumed(), Found.What) >
                        std::pair(A.isAssumed(), It->second.What))
        It->second = std::move(Found);
    }
  }
};

} // namespace

std::unique_ptr<Check> makeSharedAlignment(const CheckSettings &Settings) {
  return std::make_unique<SharedAlignment>(Settings);
}

} // namespace warplint
