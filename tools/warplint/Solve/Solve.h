//===- Solve.h - Options and output of warplint solve -----------*- C++ -*-===//

#ifndef WARPLINT_TOOLS_SOLVE_SOLVE_H
#define WARPLINT_TOOLS_SOLVE_SOLVE_H

#include "warplint/Layout/Search.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace warplint {

struct SolveOptions {
  ArrayProblem Problem;
  std::string Name = "tile"; ///< Of the array, in what is printed.
  unsigned Top = 4;          ///< Layouts that are printed.
  bool ShowsMap = false;     ///< However long the map of banks is.
  bool Json = false;
  bool Help = false;
};

/// Of `warplint solve` with these \p Arguments.
llvm::Expected<SolveOptions>
readSolveOptions(llvm::ArrayRef<const char *> Arguments);

/// The ranking; for the first layout also why, and where its banks are.
void printSolveText(llvm::raw_ostream &OS, const SolveOptions &Options,
                    const RemedyRanking &Ranking);

/// The same as one JSON document: see docs/solve.md.
void printSolveJson(llvm::raw_ostream &OS, const SolveOptions &Options,
                    const RemedyRanking &Ranking);

/// What an access looks like under \p L, for the array \p Name whose subscripts
/// are plane, row, col, or i: "tile[row][col ^ row]".
std::string accessText(const SolveOptions &Options, const Layout &L);

/// "float-like" declaration's extents: "tile[32][33]".
std::string declarationText(const SolveOptions &Options, const Layout &L);

/// The bank of the first byte of element \p Element.
unsigned bankOf(const ArrayProblem &Problem, const Layout &L, uint64_t Element);

} // namespace warplint

#endif // WARPLINT_TOOLS_SOLVE_SOLVE_H
