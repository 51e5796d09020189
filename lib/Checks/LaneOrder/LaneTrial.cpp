//===- LaneTrial.cpp - What a kernel costs with other lanes ---------------===//

#include "LaneTrial.h"
#include "Analysis/SectorRequests.h"
#include "warplint/Finding/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace llvm;

namespace warplint {

unsigned issuedBytes(const AccessRecord &R) {
  return isJudgedTogether(R) ? R.Issue->BytesPerLane : R.BytesPerLane;
}

bool isWide(const AccessRecord &R) {
  switch (R.Request) {
  case RequestKind::SharedLoad:
  case RequestKind::SharedStore:
    return issuedBytes(R) >= 8;
  default:
    return false;
  }
}

bool isWideLoad(const AccessRecord &R) {
  return R.Request == RequestKind::SharedLoad && isWide(R);
}

Rounds roundsOf(const AccessRecord &R) {
  Rounds Result;
  if (R.ExecutionsPerWarp && R.HasFixedGuard) {
    Result.Times = *R.ExecutionsPerWarp;
    return Result;
  }
  Result.Times = R.Instances;
  for (const EnclosingLoop &Loop : R.Loops)
    if (Loop.hasKnownTripCount())
      Result.Times *= *Loop.TripCount;
    else
      Result.Loops.push_back(Loop.Counter);
  if (R.Issue && R.Issue->IsCertain && R.Issue->Copies) {
    const IssueRecord &I = *R.Issue;
    const uint64_t Issued =
        I.Copies - std::min(I.Copies, I.Joined + I.Repeated) + I.Requests;
    Result.IsExact = Result.Times * Issued % I.Copies == 0;
    Result.Times = std::max<uint64_t>(1, Result.Times * Issued / I.Copies);
    if (I.HoistedOutOf && *I.HoistedOutOf)
      Result.Times = std::max<uint64_t>(1, Result.Times / *I.HoistedOutOf);
  }
  return Result;
}

WideAccess wideAccess(const AccessRecord &R) {
  WideAccess A{&R, {}, roundsOf(R).Times};
  A.Request.Kind = R.Request;
  A.Request.BytesPerLane = issuedBytes(R);
  A.Request.Active = R.Verdict.Worst.Active;
  A.Request.ByteAddress = R.Verdict.Worst.addresses();
  return A;
}

std::vector<AccessRecord> sharedRecords(const JudgedKernel &K,
                                        const FileFacts &Facts) {
  std::vector<AccessRecord> Records;
  std::set<size_t> Seen;
  for (const std::optional<size_t> &Number : K.Records)
    if (Number && Seen.insert(*Number).second) {
      const AccessRecord &R = Facts.accesses()[*Number];
      if (!(R.Issue && R.Issue->isSilent()))
        Records.push_back(R);
    }
  return Records;
}

/// False where these are not the same accesses, or one costs more than before.
static bool pair(std::vector<AccessRecord> Before,
                 std::vector<AccessRecord> After,
                 std::vector<TriedAccess> &Into) {
  if (Before.size() != After.size())
    return false;
  for (auto [B, A] : zip(Before, After)) {
    if (B.Verb != A.Verb || B.Array != A.Array || B.Request != A.Request ||
        issuedBytes(B) != issuedBytes(A) ||
        hasFigure(B.Verdict.Kind) != hasFigure(A.Verdict.Kind))
      return false;
    TriedAccess &C = Into.emplace_back(std::move(B), std::move(A));
    if (C.isDecided() && C.is() > C.was())
      return false;
  }
  return true;
}

static std::vector<AccessRecord> globalRecords(const JudgedKernel &K,
                                               FileFacts &Facts) {
  std::vector<AccessRecord> Records;
  for (AskedRecord &R : Facts.recordsOf(K, globalRequests(*K.Kernel)))
    Records.push_back(std::move(R.Record));
  return Records;
}

bool LaneTrial::isBetterIn(FileFacts &Edited) {
  const JudgedKernel *Same = Edited.sameKernel(Kernel);
  if (!Same ||
      !pair(sharedRecords(Kernel, Facts), sharedRecords(*Same, Edited),
            Shared) ||
      !pair(globalRecords(Kernel, Facts), globalRecords(*Same, Edited), Global))
    return false;
  return any_of(Shared, [](const TriedAccess &C) {
    return C.isDecided() && isWideLoad(C.Before) && C.is() < C.was() &&
           C.Before.Verdict.Worst.Cost.Rule != CostRule::PairMerged &&
           C.After.Verdict.Worst.Cost.Rule == CostRule::PairMerged;
  });
}

} // namespace warplint
