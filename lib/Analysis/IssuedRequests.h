//===- IssuedRequests.h - The cost of what the compiler issues --*- C++ -*-===//
//
// Judges the wider requests that an access takes part in, and puts their figure
// in the place of the access's own where the compiler certainly issues them.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_ANALYSIS_ISSUEDREQUESTS_H
#define WARPLINT_LIB_ANALYSIS_ISSUEDREQUESTS_H

#include "warplint/Finding/AccessRecord.h"
#include "warplint/Finding/Finding.h"
#include "warplint/Kernel/KernelModel.h"
#include "warplint/Lane/Evaluators.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <utility>
#include <vector>

namespace warplint {

using BlockTotal = AccessRecord::BlockTotal;

/// What one execution costs a block, where that is the same every time.
std::optional<BlockTotal> costOfOne(const AccessVerdict &V);

/// Sums, which are not known where a part is not.
void addTo(std::optional<uint64_t> &Sum, std::optional<uint64_t> N);
void addTo(std::optional<BlockTotal> &Sum, std::optional<BlockTotal> One,
           std::optional<uint64_t> Times);

/// What is issued for the accesses of one kernel. Usage: add() for each access
/// with its record as written, before records of one source access are merged
/// into one; then settle() with the place of that record for each access.
class IssuedRequests {
public:
  /// The verdict on a request under the launch that is worst for it.
  using Judge = llvm::function_ref<std::pair<AccessVerdict, LaunchRecord>(
      const AccessProblem &)>;

  void add(const KernelAccess &Access, const AccessRecord &AsWritten,
           Judge JudgeWorst);
  /// \p RecordOf: by access, the number of its record in \p Records.
  void settle(llvm::ArrayRef<size_t> RecordOf,
              std::vector<AccessRecord> &Records);

private:
  /// One access of the kernel, not yet merged.
  struct Part {
    IssueRecord Issue;
    std::vector<unsigned> With; ///< By number in the kernel.
    std::optional<uint64_t> Executions;
    std::optional<BlockTotal> PerBlock;
    bool HasFigure = true; ///< As written.
    bool IsKnown = false;  ///< Something other than one request each time.
  };
  static void join(const IssuedRequest &Request, const KernelAccess &Access,
                   Judge JudgeWorst, Part &To);
  static void merge(Part &Into, const Part &Other);

  std::vector<Part> Parts; ///< By access.
};

} // namespace warplint

#endif // WARPLINT_LIB_ANALYSIS_ISSUEDREQUESTS_H
