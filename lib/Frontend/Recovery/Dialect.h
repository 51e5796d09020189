//===- Dialect.h - What nvcc accepts and clang refuses ----------*- C++ -*-===//
//
// The table is Dialect.def. A row is applied to a file only where clang
// reported an error of the row's kind, and is taken back where that makes fewer
// functions whole.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_RECOVERY_DIALECT_H
#define WARPLINT_LIB_FRONTEND_RECOVERY_DIALECT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace warplint {

struct ParseError;

enum class DialectKind : uint8_t {
  Flag, ///< An option for clang's driver.
  Shim, ///< Declarations behind the toolkit's headers.
};

struct DialectRow {
  llvm::StringRef What;
  /// Parts of clang's messages, '|' between them. None: it is always applied.
  llvm::StringRef Symptoms;
  DialectKind Kind;
  llvm::StringRef Repair;
};

llvm::ArrayRef<DialectRow> dialectRows();

using DialectRows = std::vector<const DialectRow *>;

/// The rows that may help against \p Errors, but for those of \p Applied, in
/// the order of the table.
DialectRows repairsFor(llvm::ArrayRef<ParseError> Errors,
                       const DialectRows &Applied);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_RECOVERY_DIALECT_H
