//===- Hazards.cpp - What is wrong between the threads of a block ---------===//

#include "Hazards.h"
#include "warplint/Messages/Checks.h"
#include "warplint/Messages/Races.h"
#include <set>

using namespace llvm;

namespace warplint {

AccessRecord HazardousLaunch::recordAt(const KernelPlace &At) const {
  KernelAccess Like;
  static_cast<KernelPlace &>(Like) = At;
  Like.Obstacle = messages::NoLaneAccesses();
  std::vector<AskedRecord> Asked = Facts.recordsOf(K, Like);
  AccessRecord R =
      Asked.empty() ? AccessRecord() : std::move(Asked.front().Record);
  R.Launch = Case.Record;
  return R;
}

std::string HazardousLaunch::threadName(unsigned Thread) const {
  const LaunchShape &Shape = Case.Record.Shape;
  if (*Shape.Y == 1 && *Shape.Z == 1)
    return std::to_string(Thread);
  const auto [X, Y, Z] = Shape.threadIdx(Thread);
  return "(" + std::to_string(X) + "," + std::to_string(Y) + "," +
         std::to_string(Z) + ")";
}

Finding HazardousLaunch::findingAt(const AccessRecord &At,
                                   std::string Message) const {
  Finding F;
  F.Where = At.Where;
  F.Level = Severity::Error;
  F.IsAboutCost = true;
  F.Message = std::move(Message);
  F.Subject = FindingSubject{At.CallChain.empty() ? At.Kernel : "",
                             At.Array,
                             At.Kernel + At.TemplateArguments,
                             {}};
  for (const FindingNote &Note : At.MacroNotes)
    F.Subject->InMacros.push_back(Note.Where);
  return F;
}

std::string doubtOf(const JudgedKernel &K, const FileFacts &Facts) {
  if (K.IsAssumed)
    return messages::RaceInstanceAssumed();
  if (K.Kernel->CallsUnknown)
    return messages::RaceCallsUnknown();
  return Facts.isInDoubt(K) ? messages::RaceInDoubt() : "";
}

Needs HazardCheck::needs() const {
  Needs Wanted;
  Wanted.Barriers = Wanted.Flow = true;
  return Wanted;
}

void HazardCheck::run(FileFacts &Facts, FindingSink &Sink) {
  std::vector<Finding> Found;
  for (const JudgedKernel &K : Facts.kernels()) {
    if (!doubtOf(K, Facts).empty())
      continue;
    for (const std::unique_ptr<LaunchCase> &Case : K.Launches)
      if (!Case->Record.hasAssumedBlock())
        add({K, *Case, Facts}, Facts.hazards(K, *Case), Found);
  }
  std::set<std::pair<std::string, unsigned>> Said;
  for (Finding &F : Found)
    if (F.Where.isValid() && Said.insert({F.Where.File, F.Where.Line}).second)
      Sink.add(std::move(F));
}

} // namespace warplint
