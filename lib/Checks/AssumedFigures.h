//===- AssumedFigures.h - Figures under assumptions -------------*- C++ -*-===//
//
// A source access of a template without an instance has one record for
// each argument list that was tried. They become one diagnostic, which says of
// the worst what was assumed, and of the others whether they agree:
//
//   remark: 2-way bank conflict: ..., with BM = 64, BN = 64 (assumed)
//   note: the same for all 6 argument lists that were tried
//   note: 2 wavefronts, ideal 1, when BN = 64; conflict-free when BN = 65
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_CHECKS_ASSUMEDFIGURES_H
#define WARPLINT_LIB_CHECKS_ASSUMEDFIGURES_H

#include "warplint/Finding/AccessRecord.h"
#include "warplint/Finding/Finding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/MapVector.h"
#include <map>

namespace warplint {

/// In the order of the first of each outcome.
template <typename T>
using ByOutcome = llvm::MapVector<std::string, std::vector<T>,
                                  std::map<std::string, unsigned>>;

/// The records of one source access, that which speaks for all first.
using AccessRecords = llvm::ArrayRef<const AccessRecord *>;

/// ", with BM = 64, T = float (assumed)" where the first record of \p Group is
/// assumed, else empty.
std::string assumedSuffix(AccessRecords Group);

/// What a note calls the instance that \p A is of, beside that of \p First:
/// "'k<32>'", or, of one template with many arguments, "the instance with D =
/// 64".
std::string otherInstance(const AccessRecord &A, const AccessRecord &First);

/// The note on the instantiation that \p A is of, if it is of one.
void addInstantiation(const AccessRecord &A, Finding &F);

/// What the other argument lists that were tried come to.
void addAssumed(AccessRecords Group, Finding &F);

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_ASSUMEDFIGURES_H
