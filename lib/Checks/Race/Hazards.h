//===- Hazards.h - What is wrong between the threads of a block -*- C++ -*-===//

#ifndef WARPLINT_LIB_CHECKS_RACE_HAZARDS_H
#define WARPLINT_LIB_CHECKS_RACE_HAZARDS_H

#include "Checks/AccessFindings.h"
#include "warplint/Checks/Check.h"
#include "warplint/Race/BlockTrace.h"

namespace warplint {

/// A kernel under a launch with a known block, and what was found there.
struct HazardousLaunch {
  const JudgedKernel &K;
  LaunchCase &Case;
  FileFacts &Facts;

  /// Where the user wrote \p At, and through which calls it is reached.
  AccessRecord recordAt(const KernelPlace &At) const;
  /// "thread 33"; "thread (1,1,0)" of a block of several rows.
  std::string threadName(unsigned Thread) const;
  /// An error at \p At.
  Finding findingAt(const AccessRecord &At, std::string Message) const;
};

/// Why \p K may differ from the source; empty if it cannot.
std::string doubtOf(const JudgedKernel &K, const FileFacts &Facts);

/// Emits what is proven of the kernels of a file under each launch that the source
/// has: of a line the first finding.
class HazardCheck : public Check {
public:
  using Check::Check;

  Needs needs() const override;
  void run(FileFacts &Facts, FindingSink &Sink) override;

private:
  virtual void add(const HazardousLaunch &L, const BlockHazards &H,
                   std::vector<Finding> &To) const = 0;
  /// What was found in \p K is reported.
  virtual bool speaksOf(const JudgedKernel &K, FileFacts &Facts) const {
    return !K.IsAssumed;
  }
};

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_RACE_HAZARDS_H
