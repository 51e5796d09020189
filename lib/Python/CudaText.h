//===- CudaText.h - The CUDA C++ that literals spell ------------*- C++ -*-===//
//
// Writes what the literals of a module mean into a blank copy of the .py, each
// byte on its line and in its column. An escape is longer than what it stands
// for: the text behind it goes left, up to the next place where C++ may have a
// blank, which takes up the difference. A line break that is an escape is a
// blank, too; a // comment that it ends becomes one of /* */, and a directive an
// option of the compiler.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_PYTHON_CUDATEXT_H
#define WARPLINT_LIB_PYTHON_CUDATEXT_H

#include "Names.h"

namespace warplint::python {

/// A literal and what is formatted into it.
struct Piece {
  PythonLiteral Literal;
  Tokens Arguments = {}; ///< Of .format(...), or behind %.
  friend bool operator<(const Piece &A, const Piece &B) {
    return A.Literal.Begin < B.Literal.Begin;
  }
  friend bool operator==(const Piece &A, const Piece &B) {
    return A.Literal.Begin == B.Literal.Begin;
  }
};

/// Fills Text, Flags, Values and Literals of \p Into. \p Pieces are in the order
/// of the file \p Python. Values have no file yet.
std::optional<Problem> writeCuda(llvm::StringRef Python, const Names &Known,
                                 llvm::ArrayRef<Piece> Pieces,
                                 EmbeddedCuda &Into);

/// The line and column of \p Offset.
std::pair<unsigned, unsigned> lineAndColumn(llvm::StringRef Text,
                                            size_t Offset);

/// What \p Expression is as text where that is known: a number, a string.
std::optional<std::string> textOf(const Names &Known, Tokens Expression,
                                  unsigned Depth = 0);

} // namespace warplint::python

#endif // WARPLINT_LIB_PYTHON_CUDATEXT_H
