//===- CheckTable.h - The checks and their pages ----------------*- C++ -*-===//

#ifndef WARPLINT_CHECKS_CHECKTABLE_H
#define WARPLINT_CHECKS_CHECKTABLE_H

#include "warplint/Config/CheckRecord.h"
#include "warplint/Config/GlobList.h"

namespace warplint {

/// The rows of Checks.def, and what was added.
llvm::ArrayRef<CheckRecord> allChecks();

/// Adds a check that Checks.def does not have: one of another library that is
/// linked in. Called before anything asks for the table.
void addCheck(CheckRecord Record);

/// Null where none is named so.
const CheckRecord *findCheck(llvm::StringRef Id);

std::vector<llvm::StringRef> checkIds();

/// The checks that are on where \p Said is what the user says of them: all but
/// those to opt in to, and what the globs add and take away.
GlobList enabledChecks(llvm::StringRef Said);

/// What is wrong with a list of globs of checks: one that matches none. Empty
/// where nothing is.
std::string globsProblem(llvm::StringRef Globs);

/// The page of docs/checks about a check, as Markdown; empty where \p Id is
/// none.
llvm::StringRef checkPage(llvm::StringRef Id);

} // namespace warplint

#endif // WARPLINT_CHECKS_CHECKTABLE_H
