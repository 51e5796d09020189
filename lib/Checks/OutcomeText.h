//===- OutcomeText.h - What an access comes to, in a few words --*- C++ -*-===//

#ifndef WARPLINT_LIB_CHECKS_OUTCOMETEXT_H
#define WARPLINT_LIB_CHECKS_OUTCOMETEXT_H

#include "warplint/Finding/AccessRecord.h"
#include "warplint/Finding/Finding.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <string>
#include <vector>

namespace warplint {

/// In the order of the first of each outcome.
template <typename T>
using ByOutcome = llvm::MapVector<std::string, std::vector<T>,
                                  std::map<std::string, unsigned>>;

/// "4 wavefronts, ideal 1".
std::string figuresText(const WarpCost &Cost);

/// \p Figures for an excess, else "conflict-free", "unproven", "no lane
/// executes it".
std::string outcomeText(VerdictKind Kind, llvm::StringRef Figures);

/// Why \p V is unproven.
std::string reasonOf(const AccessVerdict &V);

/// The same of a verdict, with its reason where it is unproven.
std::string outcomeText(const AccessVerdict &V);

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_OUTCOMETEXT_H
