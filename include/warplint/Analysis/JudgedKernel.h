//===- JudgedKernel.h - A kernel and its launches ---------------*- C++ -*-===//
//
// Valid while the unit that they were made from is.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_JUDGEDKERNEL_H
#define WARPLINT_ANALYSIS_JUDGEDKERNEL_H

#include "warplint/Basic/LaunchRecord.h"
#include "warplint/Basic/SourcePlace.h"
#include "warplint/Kernel/KernelModel.h"
#include "warplint/Lane/Evaluators.h"
#include "warplint/Lane/SharedLoads.h"
#include "warplint/Lane/SymbolBinding.h"
#include "warplint/Lane/WarpTotals.h"
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// One launch and what is known under it.
struct LaunchCase {
  LaunchCase(LaunchRecord Record, LaneContext &Context)
      : Record(std::move(Record)), Known(Context), Loads(Context) {}

  LaunchRecord Record;
  SymbolBinding Known;
  SharedLoads Loads;
  /// What restricts each symbol: "n = 1024" of the launch, or the notes of the
  /// user's promises.
  struct Source {
    std::string Value;
    std::vector<FindingNote> Promises;
  };
  std::map<unsigned, Source> Sources;

  /// \p Problem with the values that the launch gives.
  AccessProblem known(AccessProblem Problem) {
    Problem.Address = Loads.replaced(Known(Problem.Address), Record.Shape);
    Problem.Guard = Known(Problem.Guard);
    return Problem;
  }
  /// The loops around \p Access, with these values.
  LoopNest nestOf(const KernelAccess &Access) {
    LoopNest Nest;
    for (unsigned Loop : Access.Loops)
      Nest.Loops.push_back(Known.loop(Loop));
    Nest.IsInCondition = Access.IsInCondition;
    return Nest;
  }
};

/// What \p Access as written asks of the hardware, for all launches.
inline AccessProblem problemOf(const KernelAccess &Access) {
  return {Access.Kind, Access.BytesPerLane, Access.Address, Access.Guard,
          Access.Instructions};
}

using LaunchCases = std::vector<std::unique_ptr<LaunchCase>>;

/// A kernel as options and messages call it.
struct KernelNames {
  std::string Name;      ///< "ns::gemm".
  std::string Arguments; ///< "<128>", or empty.
};

/// A kernel that was judged, with the launches that it was judged under: at
/// least one.
struct JudgedKernel {
  const KernelModel *Kernel = nullptr;
  KernelNames Names;
  LaunchCases Launches;
  bool IsAssumed = false; ///< Its template arguments are nobody's.
  /// Of Kernel->sharedAccesses(), each by its number in FileFacts::accesses();
  /// nothing for those that concern another file.
  std::vector<std::optional<size_t>> Records = {};
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_JUDGEDKERNEL_H
