//===- AccessFindings.h - What findings on accesses have in common -*- C++ -*-===//
//
// The checks that tell of single accesses say of each source access once what
// the worst of its records costs, and under which circumstances: how it is
// reached, by which launch, what it rests on, what other kernels pay.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_CHECKS_ACCESSFINDINGS_H
#define WARPLINT_LIB_CHECKS_ACCESSFINDINGS_H

#include "AssumedFigures.h"
#include <map>
#include <tuple>

namespace warplint {

/// One diagnostic stands for all records of one source access.
using AccessKey = std::tuple<SourcePlace, AccessVerb, unsigned>;
using AccessGroup = std::vector<const AccessRecord *>;

/// \p Records by source access; in each group the record that speaks for all
/// comes first.
std::map<AccessKey, AccessGroup>
groupedBySource(llvm::ArrayRef<const AccessRecord *> Records);

/// "up to " where not every case and copy has the worst figure.
std::string mostOf(const AccessRecord &A);
/// ", if blockDim.x is a multiple of 32" behind a figure of which no more is known;
/// else empty.
std::string onlyIfText(const AccessRecord &A);

/// How the access was reached: calls, and the instantiation.
void addOrigin(const AccessRecord &A, Finding &F);

/// The launch that the figure of \p A holds under, or that none is known.
void addLaunch(const AccessRecord &A, Finding &F);

/// How often it is executed, what is known of it and of its launches, and what
/// its figure assumes.
void addCircumstances(const AccessRecord &A, Finding &F);

/// On \p A, without notes; where it is assumed at most of \p AssumedLevel.
Finding findingOn(const AccessRecord &A, Severity Level, Severity AssumedLevel,
                  std::string Message);

/// On the first of \p Group, without notes.
Finding excessFinding(AccessRecords Group, Severity AssumedLevel, Metric Cost,
                      const std::string &Message);

/// What the other kernels and instantiations pay, those with one outcome
/// together: "in 'f<1>', 'f<2>' and 3 others: conflict-free".
void addOtherKernels(AccessRecords Group, Finding &F);

/// Where it has an excess only since the bounds of the data leave lanes out.
void demoteIfIdealInFull(const AccessRecord &A, Finding &F);

Finding remark(const AccessRecord &A, std::string Message);

Finding unprovenRemark(AccessRecords Group);

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_ACCESSFINDINGS_H
