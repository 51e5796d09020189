//===- CheckTable.h - The checks and their pages ----------------*- C++ -*-===//

#ifndef WARPLINT_CHECKS_CHECKTABLE_H
#define WARPLINT_CHECKS_CHECKTABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace warplint {

/// A row of Checks.def.
struct CheckRecord {
  llvm::StringRef Id;       ///< "warplint-bank-conflict".
  llvm::StringRef Sentence; ///< What it finds.
};

llvm::ArrayRef<CheckRecord> allChecks();

std::vector<llvm::StringRef> checkIds();

/// The page of docs/checks about a check, as Markdown; empty where \p Id is
/// none.
llvm::StringRef checkPage(llvm::StringRef Id);

} // namespace warplint

#endif // WARPLINT_CHECKS_CHECKTABLE_H
