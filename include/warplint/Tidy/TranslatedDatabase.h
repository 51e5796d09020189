//===- TranslatedDatabase.h - A build, as clang-tidy reads it ---*- C++ -*-===//
//
// clang-tidy hands a database's commands to clang's driver, which refuses or
// misreads those of nvcc. warplint-tidy gives clang-tidy a database of its own:
// for each source of the command line the command that warplint itself would
// parse it with. Sources that are not CUDA keep the commands that they have.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TIDY_TRANSLATEDDATABASE_H
#define WARPLINT_TIDY_TRANSLATEDDATABASE_H

#include "warplint/Tidy/TidyCommandLine.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace warplint {

struct TidyCommand {
  std::string Directory;
  std::string File;                   ///< Absolute.
  std::vector<std::string> Arguments; ///< argv with argv[0].
};

/// The commands of the sources that \p Line names. What is wrong with one goes
/// to \p Warnings, and it keeps the command that it has. Fails when -p names no
/// readable database.
llvm::Expected<std::vector<TidyCommand>>
translatedCommands(const TidyCommandLine &Line,
                   std::vector<std::string> &Warnings);

/// As compile_commands.json.
void printDatabase(llvm::raw_ostream &Out,
                   llvm::ArrayRef<TidyCommand> Commands);

} // namespace warplint

#endif // WARPLINT_TIDY_TRANSLATEDDATABASE_H
