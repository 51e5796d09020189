//===- DatabaseEntry.h - How a build compiles one file ----------*- C++ -*-===//

#ifndef WARPLINT_FRONTEND_DATABASEENTRY_H
#define WARPLINT_FRONTEND_DATABASEENTRY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace warplint {

/// One entry of a compilation database.
struct BuildCommand {
  std::string File;      ///< From Directory, or absolute.
  std::string Directory; ///< From the database's folder, or absolute.
  std::vector<std::string> Arguments; ///< argv, argv[0] the compiler.
};

/// The entries of \p Text, that of a compile_commands.json, which an error
/// calls \p Name.
llvm::Expected<std::vector<BuildCommand>> readDatabase(llvm::StringRef Text,
                                                       llvm::StringRef Name);

} // namespace warplint

#endif // WARPLINT_FRONTEND_DATABASEENTRY_H
