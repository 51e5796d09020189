//===- SolveCommand.h - warplint solve --------------------------*- C++ -*-===//
//
// The search for a layout without any source: for those who are still
// designing. docs/solve.md is the manual.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TOOLS_SOLVE_SOLVECOMMAND_H
#define WARPLINT_TOOLS_SOLVE_SOLVECOMMAND_H

#include "llvm/ADT/ArrayRef.h"

namespace warplint {

/// Runs `warplint solve` with the arguments after the word "solve" and returns
/// the exit code: 0 when a layout that is as good as can be is known (the
/// declared one, or the first of the ranking), 1 when the best is not proven to
/// be optimal, 2 for an error in the options.
int runSolveCommand(llvm::ArrayRef<const char *> Arguments);

} // namespace warplint

#endif // WARPLINT_TOOLS_SOLVE_SOLVECOMMAND_H
