//===- LocalMemory.cpp - warplint-local-memory ----------------------------===//
//
// Finds arrays of a thread that stay in local memory. Registers cannot be indexed:
// an array whose index is computed at run time, or whose address is passed on, lies
// in memory, where each word of 32 lanes takes four sectors or more.
//
//===----------------------------------------------------------------------===//

#include "AccessFindings.h"
#include "Analysis/SectorRequests.h"
#include "Lane/Expr/LaneWalk.h"
#include "warplint/Checks/Check.h"
#include "warplint/Finding/AccessOrder.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Messages/Checks.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;

namespace warplint {
namespace {

/// Why an index is not constant, strongest last: fixing one cause does not help
/// while a stronger one remains.
struct IndexCause {
  enum class Kind : uint8_t {
    None,
    Loop,
    OpenLoop,
    Value,
    Lane,
    Data
  } What = Kind::None;
  unsigned Number = 0; ///< Of the loop or symbol.

  void raise(Kind To, unsigned Of = 0) {
    if (To > What)
      *this = {To, Of};
  }
};

IndexCause causeOf(const LaneContext &C, const KernelAccess &Access,
                   unsigned Base) {
  using Kind = IndexCause::Kind;
  IndexCause Cause;
  if (!Access.IsPlaceComputed)
    return Cause;
  forEachNode(C, Access.Address, [&](const LaneExpr *E) {
    switch (E->op()) {
    case LaneOp::Symbol:
      if (E->index() != Base)
        Cause.raise(Kind::Value, E->index());
      return;
    case LaneOp::Iteration:
      return Cause.raise(C.loopAt(E->index()).TripCount ? Kind::Loop
                                                        : Kind::OpenLoop,
                         E->index());
    case LaneOp::ThreadIdx:
      return Cause.raise(Kind::Lane);
    case LaneOp::Opaque:
    case LaneOp::Recurrence:
      return Cause.raise(Kind::Data);
    default:
      return;
    }
  });
  return Cause;
}

/// The access that a finding is about: with the strongest cause, and of these the
/// costliest.
struct Blamed {
  AccessRecord Record;
  const KernelAccess *Access = nullptr;
  IndexCause Cause;

  auto rank() const {
    return std::pair(Cause.What, Record.Verdict.Worst.Cost.Predicted);
  }
};

/// What the lanes touch, and the most that they can.
std::string sectorsText(const AccessRecord &A, uint64_t Sectors) {
  const bool IsAtMost = !hasFigure(A.Verdict.Kind) || isAtMost(A);
  return (IsAtMost ? "up to " : "") + counted(Sectors, "sector");
}

class LocalMemory : public Check {
public:
  using Check::Check;

  Needs needs() const override {
    return {.Spaces = {MemorySpace::Shared, MemorySpace::Local}};
  }

  void run(FileFacts &Facts, FindingSink &Sink) override {
    Facts.prover().renewBudget();
    std::map<std::pair<SourcePlace, std::string>, Finding> Found;
    std::vector<AccessRecord> Records;
    for (const JudgedKernel &K : Facts.kernels()) {
      if (Facts.isInDoubt(K))
        continue;
      for (const LocalVariable &Variable : K.Kernel->Locals)
        if (auto F = findingOn(Facts, K, Variable, Records))
          Found.try_emplace({F->Where, Variable.Name}, std::move(*F));
    }
    for (auto &[Key, F] : Found)
      Sink.add(std::move(F));
    Sink.addAccesses(std::move(Records), Settings);
  }

private:
  /// \p Records gets the accesses to \p Variable where it stays in memory.
  std::optional<Finding> findingOn(FileFacts &Facts, const JudgedKernel &K,
                                   const LocalVariable &Variable,
                                   std::vector<AccessRecord> &Records) const {
    const LaneContext &C = *K.Kernel->Context;
    const std::vector<KernelAccess> Asked = localRequests(*K.Kernel, Variable);
    if (Variable.Name.empty() || Asked.empty())
      return std::nullopt;
    Blamed Worst;
    std::vector<AccessRecord> Own;
    for (AskedRecord &R : Facts.recordsOf(K, Asked)) {
      const KernelAccess &A = Asked[R.Access];
      // The source index has no verbs and names of such accesses.
      R.Record.Verb = A.Effect == AccessEffect::Write ? AccessVerb::Store
                                                      : AccessVerb::Load;
      R.Record.Array = Variable.Name;
      R.Record.ArrayBytes = Variable.Bytes;
      Own.push_back(R.Record);
      Blamed One{std::move(R.Record), &A, causeOf(C, A, Variable.Symbol)};
      if (One.Record.Verdict.Kind != VerdictKind::NeverRuns &&
          !One.Record.IsInLibrary &&
          (!Worst.Access || One.rank() > Worst.rank()))
        Worst = std::move(One);
    }
    const bool HasCause = Worst.Cause.What != IndexCause::Kind::None;
    if (!Worst.Access || !(HasCause || Variable.HandedOn))
      return std::nullopt;
    llvm::move(Own, std::back_inserter(Records));
    return findingOn(C, Variable, Worst);
  }

  Finding findingOn(const LaneContext &C, const LocalVariable &Variable,
                    const Blamed &B) const {
    const AccessRecord &A = B.Record;
    const AccessRecord *Group[] = {&A};
    const uint64_t Sectors = hasFigure(A.Verdict.Kind)
                                 ? A.Verdict.Worst.Cost.Predicted
                                 : mostLocalSectors(Variable, A.BytesPerLane);
    Finding F =
        excessFinding(Group, Settings.AssumedLevel,
                      {"sectors", Sectors, 0, "sectors/request"},
                      messages::InLocalMemory(
                          messages::LocalArray(Variable.Name,
                                               counted(Variable.Bytes, "byte")),
                          accessPhrase(A), sectorsText(A, Sectors)));
    F.EstimatedExcess = Sectors * A.ExecutionsPerWarp.value_or(1);
    addCause(C, Variable, B, F);
    addOrigin(A, F);
    return F;
  }

  static void addCause(const LaneContext &C, const LocalVariable &Variable,
                       const Blamed &B, Finding &F) {
    const auto Say = [&](const SourcePlace &Where, std::string Text) {
      F.Notes.push_back({Where, std::move(Text), NoteKind::Figure});
    };
    if (const std::string Why = indexText(C, B); !Why.empty())
      Say(F.Where, Why);
    else if (const SourceAccess *At = Variable.HandedOn)
      Say({At->File, At->Line, At->Column}, messages::AddressHandedOn());
    if (Variable.IsParameter)
      Say(F.Where, messages::ParameterCopied());
  }

  static std::string indexText(const LaneContext &C, const Blamed &B) {
    switch (B.Cause.What) {
    case IndexCause::Kind::None:
      return "";
    case IndexCause::Kind::Loop:
    case IndexCause::Kind::OpenLoop:
      return loopText(B);
    case IndexCause::Kind::Value:
      return valueText(C.symbolAt(B.Cause.Number));
    case IndexCause::Kind::Lane:
      return messages::LocalIndexOfLane();
    case IndexCause::Kind::Data:
      return messages::LocalIndexOfData();
    }
    llvm_unreachable("unknown cause");
  }

  static std::string valueText(const UniformSymbol &S) {
    return S.Kind == SymbolKind::Parameter
               ? messages::LocalIndexOfParameter(S.Name)
               : messages::LocalIndexOfValue(S.Name);
  }

  static std::string loopText(const Blamed &B) {
    const auto At = find(B.Access->Loops, B.Cause.Number);
    const size_t Depth = At - B.Access->Loops.begin();
    if (Depth >= B.Record.Loops.size())
      return messages::LocalIndexOfOpenLoop();
    const EnclosingLoop &Loop = B.Record.Loops[Depth];
    return Loop.hasKnownTripCount() && !Loop.Counter.empty()
               ? messages::LocalIndexOfLoop(Loop.Counter)
               : messages::LocalIndexOfOpenLoop();
  }
};

} // namespace

std::unique_ptr<Check> makeLocalMemory(const CheckSettings &Settings) {
  return std::make_unique<LocalMemory>(Settings);
}

} // namespace warplint
