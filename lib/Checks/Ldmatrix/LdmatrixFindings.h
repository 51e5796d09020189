//===- LdmatrixFindings.h - What warplint-ldmatrix looks for ----*- C++ -*-===//

#ifndef WARPLINT_LIB_CHECKS_LDMATRIX_LDMATRIXFINDINGS_H
#define WARPLINT_LIB_CHECKS_LDMATRIX_LDMATRIXFINDINGS_H

#include "Checks/AccessFindings.h"
#include "warplint/Analysis/FileFacts.h"
#include <map>

namespace warplint {

/// The best known of each source access, where several kernels and instances
/// have it.
class LdmatrixFindings {
public:
  /// \p F, on \p At; the one with the larger first metric is kept.
  void add(const AccessRecord &At, Finding F);
  /// In the order of the source.
  std::vector<Finding> take();

private:
  std::map<AccessKey, Finding> Found;
};

/// What costs no wavefronts, only instructions: a remark.
Finding instructionFinding(const AccessRecord &A, uint64_t Now, uint64_t Then,
                           const std::string &Message);

/// Of one kernel: .x1 and .x2 loads that wider ones could do together.
void findNarrowLoads(const JudgedKernel &K, FileFacts &Facts,
                     LdmatrixFindings &To);

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_LDMATRIX_LDMATRIXFINDINGS_H
