//===- LaneEdit.cpp - Whether another order of lanes may be written -------===//

#include "LaneEdit.h"
#include "Analysis/SectorRequests.h"
#include "Lane/Affine/LaneForm.h"
#include "Lane/Expr/LaneWalk.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Kernel/ClangView.h"
#include "warplint/Messages/Checks.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetOperations.h"
#include <map>
#include <set>

using namespace llvm;

namespace warplint {

/// Each active lane reads what another one reads.
static bool isShared(const AccessRecord &R) {
  if (!hasFigure(R.Verdict.Kind) || R.Verdict.DependsOnCase)
    return false;
  const WarpCase &Case = R.Verdict.Worst;
  std::map<int64_t, unsigned> Readers;
  for (unsigned L : LanesOf(Case.Active))
    ++Readers[Case.Address[L]];
  return all_of(Readers, [](const auto &Of) { return Of.second > 1; });
}

/// Whether what lanes wait for is the same in another order. Without a race, an
/// element that two lanes read is written by a lane that all of the warp have
/// waited for. One that a lane has for itself may be its own.
static bool keepsWaits(LaneCandidate &C, const LaneTrial &Trial) {
  return C.movesAll() || all_of(Trial.Shared, [&](const TriedAccess &A) {
           return A.Before.Verdict.Kind == VerdictKind::NeverRuns ||
                  !C.isMoved(A.Before) ||
                  (A.Before.Verb == AccessVerb::Load && isShared(A.Before));
         });
}

/// The pointers that \p Access goes through.
static std::set<unsigned> basesOf(const KernelModel &Kernel,
                                  const KernelAccess &Access) {
  std::set<unsigned> Symbols;
  forEachBelow(Access.Address, [&](const LaneExpr *E, auto &) {
    if (E->op() == LaneOp::Symbol &&
        any_of(Kernel.Bases, [&](const AddressBase &Base) {
          return Kernel.Context->symbolAt(Base.Symbol).Name ==
                 Kernel.Context->symbolAt(E->index()).Name;
        }))
      Symbols.insert(E->index());
  });
  return Symbols;
}

/// A lane may store to global memory what it, or another one, loads from there
/// by what stays.
static bool mayMeetInGlobal(LaneCandidate &C, FileFacts &Facts) {
  const KernelModel &Kernel = *C.Kernel.Kernel;
  const std::vector<KernelAccess> Asked = globalRequests(Kernel);
  std::set<unsigned> Stored, Others;
  bool HasStore = false, IsUnknown = false;
  for (const AskedRecord &R : Facts.recordsOf(C.Kernel, Asked)) {
    const KernelAccess &Access = Asked[R.Access];
    const std::set<unsigned> Bases = basesOf(Kernel, Access);
    IsUnknown |= Bases.empty();
    if (!C.isMoved(R.Record))
      set_union(Others, Bases);
    else if (Access.Effect != AccessEffect::Read) {
      HasStore = true;
      set_union(Stored, Bases);
    }
  }
  return HasStore && (IsUnknown || any_of(Stored, [&](unsigned S) {
                        return Others.contains(S);
                      }));
}

std::string objectionToEdit(LaneCandidate &C, const LaneTrial &Trial,
                            FileFacts &Facts) {
  const SourceFunction &Kernel = *C.Kernel.Kernel->Declaration;
  if (Kernel.Pattern != &Kernel)
    return messages::OtherInstances();
  if (!Facts.clang()->unit().ErrorPlaces.empty())
    return messages::FileHasErrors();
  if (any_of(C.Kernel.Launches,
             [](const auto &Case) { return Case->Record.hasAssumedBlock(); }))
    return messages::LaneBlockUnknown();
  if (!keepsWaits(C, Trial))
    return messages::ReadsOwnWrites();
  if (!C.movesAll() && mayMeetInGlobal(C, Facts))
    return messages::MeetsInGlobal();
  return "";
}

Fix fixOf(const LaneCandidate &C, const Finding &F,
          std::vector<FileEdits> Edits) {
  const Metric &Cost = F.Metrics.front();
  return {messages::LaneOrderTitle(C.Kernel.Names.Name, grouped(Cost.Value),
                                   grouped(Cost.Ideal)),
          "kernel", std::move(Edits), ""};
}

} // namespace warplint
