//===- Hazards.cpp - What is wrong between the threads of a block ---------===//

#include "Hazards.h"
#include "warplint/Messages/Races.h"
#include <set>

using namespace llvm;

namespace warplint {

AccessRecord HazardousLaunch::recordAt(const KernelPlace &At) const {
  AccessRecord R = Facts.recordAt(K, At);
  R.Launch = Case.Record;
  return R;
}

std::string HazardousLaunch::threadName(unsigned Thread) const {
  const std::vector<LaunchShape> &Tried = Facts.hazards(K, Case).Tried;
  const LaunchShape &Shape = Tried.empty() ? Case.Record.Shape : Tried.front();
  if (*Shape.Y == 1 && *Shape.Z == 1)
    return std::to_string(Thread);
  const auto [X, Y, Z] = Shape.threadIdx(Thread);
  return "(" + std::to_string(X) + "," + std::to_string(Y) + "," +
         std::to_string(Z) + ")";
}

Finding HazardousLaunch::findingAt(const AccessRecord &At,
                                   std::string Message) const {
  const AccessRecord *Group[] = {&At};
  return findingOn(At, Severity::Error, Severity::Error,
                   Message + assumedSuffix(Group));
}

std::string doubtOf(const JudgedKernel &K, const FileFacts &Facts) {
  if (K.Kernel->CallsUnknown)
    return messages::RaceCallsUnknown();
  return Facts.isInDoubt(K) ? messages::RaceInDoubt() : "";
}

Needs HazardCheck::needs() const { return {.Barriers = true, .Flow = true}; }

void HazardCheck::run(FileFacts &Facts, FindingSink &Sink) {
  std::vector<Finding> Found;
  for (const JudgedKernel &K : Facts.kernels()) {
    if (!doubtOf(K, Facts).empty() || !speaksOf(K, Facts))
      continue;
    for (const std::unique_ptr<LaunchCase> &Case : K.Launches)
      add({K, *Case, Facts}, Facts.hazards(K, *Case), Found);
  }
  std::set<std::pair<std::string, unsigned>> Said;
  for (Finding &F : Found) {
    if (F.IsAssumed)
      F.Level = std::min(F.Level, Settings.AssumedLevel);
    if (F.Where.isValid() && Said.insert({F.Where.File, F.Where.Line}).second)
      Sink.add(std::move(F));
  }
}

} // namespace warplint
