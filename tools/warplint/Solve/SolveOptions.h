//===- SolveOptions.h - Options of warplint solve ---------------*- C++ -*-===//

#ifndef WARPLINT_TOOLS_SOLVE_SOLVEOPTIONS_H
#define WARPLINT_TOOLS_SOLVE_SOLVEOPTIONS_H

#include "warplint/Layout/Search.h"
#include "llvm/ADT/ArrayRef.h"

namespace warplint {

struct SolveOptions {
  ArrayProblem Problem;
  std::string Name = "tile"; ///< Of the array, in what is printed.
  unsigned Top = 4;          ///< Layouts that are printed.
  bool Json = false;
  bool Help = false;
};

/// The text of --help.
extern const char *const SolveUsage;

llvm::Expected<SolveOptions>
parseSolveOptions(llvm::ArrayRef<const char *> Arguments);

} // namespace warplint

#endif // WARPLINT_TOOLS_SOLVE_SOLVEOPTIONS_H
