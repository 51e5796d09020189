//===- LaneTrial.h - What a kernel costs with other lanes -------*- C++ -*-===//
//
// Accesses of a kernel before and after an edit that deals out its work to the
// lanes anew. The figures of both are those of the analysis.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_CHECKS_LANEORDER_LANETRIAL_H
#define WARPLINT_LIB_CHECKS_LANEORDER_LANETRIAL_H

#include "warplint/Analysis/FileFacts.h"
#include <string>
#include <vector>

namespace warplint {

/// A load, or another access, that is served by half-warps or quarter-warps:
/// which lanes are together matters.
bool isWide(const AccessRecord &R);
bool isWideLoad(const AccessRecord &R);

/// Bytes a lane, of what the compiler issues.
unsigned issuedBytes(const AccessRecord &R);

/// How often a warp issues the request, a loop of unknown length taken for one
/// round.
struct Rounds {
  uint64_t Times = 1;
  bool IsExact = true;                 ///< But for loops of unknown length,
  std::vector<std::string> Loops = {}; ///< these.
};
Rounds roundsOf(const AccessRecord &R);

struct WideAccess {
  const AccessRecord *Record = nullptr;
  WarpRequest Request; ///< The worst.
  uint64_t Weight = 1;
};
WideAccess wideAccess(const AccessRecord &R);

/// Those that need requests, in the order of the kernel.
std::vector<AccessRecord> sharedRecords(const JudgedKernel &K,
                                        const FileFacts &Facts);

struct TriedAccess {
  AccessRecord Before, After;

  unsigned was() const { return Before.Verdict.Worst.Cost.Predicted; }
  unsigned is() const { return After.Verdict.Worst.Cost.Predicted; }
  bool isDecided() const { return hasFigure(Before.Verdict.Kind); }
};

class LaneTrial {
public:
  LaneTrial(const JudgedKernel &Kernel, FileFacts &Facts)
      : Kernel(Kernel), Facts(Facts) {}

  /// Whether the pair rule holds for more wide loads in \p Edited, the file with
  /// edits, and no request costs more.
  bool isBetterIn(FileFacts &Edited);

  std::vector<TriedAccess> Shared, Global;

private:
  const JudgedKernel &Kernel;
  FileFacts &Facts;
};

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_LANEORDER_LANETRIAL_H
