//===- Explanation.h - How a verdict came about -----------------*- C++ -*-===//
//
// What --explain prints beyond the verdict itself: the address and the guard as
// expressions of the lane, every name in them, and what is known of it. Plain
// data, like all of a report.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FINDING_EXPLANATION_H
#define WARPLINT_FINDING_EXPLANATION_H

#include "warplint/Lane/LaneExpr.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// A value that all lanes of a warp share and that is not known.
struct ExplainedSymbol {
  std::string Name;
  SymbolKind Kind = SymbolKind::Other;
  unsigned Width = 32; ///< In bits.
  /// The value, read as a signed number, lies in [Lo, Hi].
  int64_t Lo = INT32_MIN;
  int64_t Hi = INT32_MAX;
  /// The value is a multiple of this power of two.
  uint64_t MultipleOf = 1;
  bool InAddress = false;
  bool InGuard = false;
  /// Its value in an execution that shows the worst figure, where one was
  /// looked for and found.
  std::optional<int64_t> Shown;
};

/// A value that may differ from lane to lane and that only running the kernel
/// reveals.
struct ExplainedOpaque {
  std::string Name;
  std::string Why; ///< "loaded from memory".
  bool InAddress = false;
  bool InGuard = false;
};

struct Explanation {
  std::string Address; ///< Byte address; empty when it could not be read.
  std::string Guard;   ///< Empty: every lane executes the access.
  std::vector<ExplainedSymbol> Symbols;
  std::vector<ExplainedOpaque> Opaques;
};

} // namespace warplint

#endif // WARPLINT_FINDING_EXPLANATION_H
