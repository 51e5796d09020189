//===- IssuedRequests.cpp - The cost of what the compiler issues ----------===//

#include "IssuedRequests.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;

namespace warplint {

static bool isDecided(const AccessVerdict &V) {
  return V.Kind != VerdictKind::Unproven;
}

/// \p N * \p Part / \p Whole, where that is a whole number.
static std::optional<uint64_t> share(std::optional<uint64_t> N, uint64_t Part,
                                     uint64_t Whole) {
  if (!N || Whole == 0 || *N * Part % Whole != 0)
    return std::nullopt;
  return *N * Part / Whole;
}

void addTo(std::optional<uint64_t> &Sum, std::optional<uint64_t> N) {
  if (Sum && N)
    *Sum += *N;
  else
    Sum.reset();
}

std::optional<BlockTotal> costOfOne(const AccessVerdict &V) {
  if (V.Kind == VerdictKind::NeverRuns)
    return BlockTotal();
  if (!isDecided(V) || V.DependsOnCase || !V.Condition.empty())
    return std::nullopt;
  return BlockTotal{V.TotalPredicted, V.TotalIdeal};
}

void addTo(std::optional<BlockTotal> &Sum, std::optional<BlockTotal> One,
           std::optional<uint64_t> Times) {
  if (!Sum || !One || !Times)
    return Sum.reset();
  Sum->Predicted += One->Predicted * *Times;
  Sum->Ideal += One->Ideal * *Times;
}

/// Where \p Request goes, by \p BytesPerLane.
static AccessProblem problemOf(const IssuedRequest &Request,
                               const KernelAccess &Access,
                               unsigned BytesPerLane) {
  AccessProblem Problem;
  Problem.Kind = Access.Kind;
  Problem.BytesPerLane = BytesPerLane;
  Problem.Address = Request.Address;
  Problem.Guard = Request.Guard;
  return Problem;
}

/// What the copies cost that take part in no request: all of them, less those
/// that do. As written, each of these costs what the first part of its request
/// does: the others are as many banks further for all lanes.
static std::optional<BlockTotal> costOfRest(const KernelAccess &Access,
                                            const AccessRecord &AsWritten,
                                            IssuedRequests::Judge JudgeWorst) {
  const AccessIssue &Issue = *Access.Issue;
  if (!AsWritten.PerBlock || !Access.HasFixedGuard || Issue.Repeated)
    return std::nullopt;
  std::optional<BlockTotal> Joined = BlockTotal();
  for (const IssuedRequest &R : Issue.Requests) {
    auto [Own, Launch] = JudgeWorst(problemOf(R, Access, Access.BytesPerLane));
    if (!(Launch.Shape == AsWritten.Launch.Shape))
      return std::nullopt;
    addTo(Joined, costOfOne(Own),
          share(Access.ExecutionsPerWarp, R.Copies, Issue.Copies));
  }
  const BlockTotal &All = *AsWritten.PerBlock;
  if (!Joined || Joined->Predicted > All.Predicted || Joined->Ideal > All.Ideal)
    return std::nullopt;
  return BlockTotal{All.Predicted - Joined->Predicted,
                    All.Ideal - Joined->Ideal};
}

void IssuedRequests::join(const IssuedRequest &Request,
                          const KernelAccess &Access, Judge JudgeWorst,
                          Part &To) {
  auto [Worst, Launch] =
      JudgeWorst(problemOf(Request, Access, Request.BytesPerLane));
  IssueRecord &R = To.Issue;
  // Without a figure of its own the request cannot replace the access's.
  R.IsCertain &= isDecided(Worst) || !To.HasFigure;
  R.Joined += Request.Copies;
  R.Requests += Request.Requests;
  std::optional<uint64_t> Times =
      share(Access.ExecutionsPerWarp, Request.Requests, R.Copies);
  addTo(To.Executions, Times);
  if (Access.HasFixedGuard)
    addTo(To.PerBlock, costOfOne(Worst), Times);
  else
    To.PerBlock.reset();
  if (R.BytesPerLane && !isWorse(Worst, R.Verdict))
    return;
  R.BytesPerLane = Request.BytesPerLane;
  R.Parts = Request.Parts;
  R.Verdict = std::move(Worst);
  R.Launch = std::move(Launch);
}

void IssuedRequests::add(const KernelAccess &Access,
                         const AccessRecord &AsWritten, Judge JudgeWorst) {
  Part &P = Parts.emplace_back();
  P.Issue.Copies = 1;
  P.Executions = AsWritten.ExecutionsPerWarp;
  P.PerBlock = AsWritten.PerBlock;
  P.HasFigure = isDecided(AsWritten.Verdict);
  if (!Access.Issue)
    return;
  const AccessIssue &I = *Access.Issue;
  P.IsKnown = true;
  P.Issue.IsCertain = I.IsCertain;
  P.Issue.Copies = I.Copies;
  P.Issue.Repeated = I.Repeated;
  P.Issue.HoistedOutOf = I.HoistedOutOf;
  P.Issue.IsDropped = I.IsDropped;
  P.Issue.HasRest = I.HasRest;
  if (I.IsDropped)
    P.Issue.Repeated = I.Copies;
  uint64_t Joined = 0;
  for (const IssuedRequest &R : I.Requests)
    Joined += R.Copies;
  // Copies that are neither joined nor repeated cost what they cost before.
  uint64_t Alone = I.Copies - Joined - P.Issue.Repeated;
  if (Alone != I.Copies) {
    P.Executions = share(AsWritten.ExecutionsPerWarp, Alone, I.Copies);
    P.PerBlock = BlockTotal();
    // Which iterations remain decides how many lanes are active.
    if (Alone && !Access.HasFixedGuard)
      P.PerBlock.reset();
    else if (Alone)
      addTo(P.PerBlock, costOfOne(AsWritten.Verdict), P.Executions);
    if (!P.PerBlock)
      P.PerBlock = costOfRest(Access, AsWritten, JudgeWorst);
  }
  for (const IssuedRequest &R : I.Requests) {
    join(R, Access, JudgeWorst, P);
    for (unsigned Other : R.With)
      if (!is_contained(P.With, Other))
        P.With.push_back(Other);
  }
  if (!I.HoistedOutOf)
    return;
  P.Executions = share(P.Executions, 1, *I.HoistedOutOf);
  if (P.PerBlock && *I.HoistedOutOf)
    P.PerBlock = BlockTotal{P.PerBlock->Predicted / *I.HoistedOutOf,
                            P.PerBlock->Ideal / *I.HoistedOutOf};
  else
    P.PerBlock.reset();
}

void IssuedRequests::merge(Part &Into, const Part &Other) {
  IssueRecord &A = Into.Issue;
  const IssueRecord &B = Other.Issue;
  Into.IsKnown |= Other.IsKnown;
  A.IsCertain &= B.IsCertain;
  A.Copies += B.Copies;
  A.Repeated += B.Repeated;
  A.Joined += B.Joined;
  A.Requests += B.Requests;
  A.IsDropped &= B.IsDropped;
  A.HasRest |= B.HasRest;
  if (A.HoistedOutOf != B.HoistedOutOf)
    A.HoistedOutOf.reset();
  if (B.BytesPerLane && (!A.BytesPerLane || isWorse(B.Verdict, A.Verdict))) {
    A.BytesPerLane = B.BytesPerLane;
    A.Parts = B.Parts;
    A.Verdict = B.Verdict;
    A.Launch = B.Launch;
  }
  addTo(Into.Executions, Other.Executions);
  addTo(Into.PerBlock, Other.PerBlock, 1);
  for (unsigned Access : Other.With)
    if (!is_contained(Into.With, Access))
      Into.With.push_back(Access);
}

void IssuedRequests::settle(ArrayRef<size_t> RecordOf,
                            std::vector<AccessRecord> &Records) {
  std::map<size_t, Part> Merged;
  for (const auto &[Number, P] : enumerate(Parts)) {
    auto [It, New] = Merged.try_emplace(RecordOf[Number], P);
    if (!New)
      merge(It->second, P);
  }
  for (auto &[Number, P] : Merged) {
    if (!P.IsKnown)
      continue;
    AccessRecord &R = Records[Number];
    IssueRecord &I = P.Issue;
    for (unsigned Other : P.With)
      if (const SourcePlace &Where = Records[RecordOf[Other]].Where;
          RecordOf[Other] != Number && !is_contained(I.With, Where))
        I.With.push_back(Where);
    if (I.IsCertain) {
      bool AllJoined = I.Joined + I.Repeated == I.Copies;
      if (I.Joined && (AllJoined || isWorse(I.Verdict, R.Verdict))) {
        R.Verdict = I.Verdict;
        R.Launch = I.Launch;
      }
      if (!I.isSilent())
        R.ExecutionsPerWarp = P.Executions;
      R.PerBlock = P.PerBlock;
    }
    R.Issue = std::move(I);
  }
}

} // namespace warplint
