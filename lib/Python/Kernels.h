//===- Kernels.h - What a Python file compiles and launches -----*- C++ -*-===//
//
// Follows literals to the calls that compile them, and what these return to
// launches: through variables, attributes, and functions of the file that pass a
// source on or return a kernel.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_PYTHON_KERNELS_H
#define WARPLINT_LIB_PYTHON_KERNELS_H

#include "CudaText.h"

namespace warplint::python {

/// A call that compiles.
struct Compiler {
  llvm::StringRef Name; ///< Of the function, without what it is part of.
  llvm::StringRef Keyword;
  unsigned Position = 0;        ///< Of the source among the arguments.
  llvm::StringRef Include = ""; ///< Put before the source.
};

/// What is compiled together, before it is written out.
struct SourceSet {
  std::vector<Piece> Pieces; ///< In the order of the file.
  std::vector<llvm::StringRef> Kernels;
  std::vector<std::string> Flags, Instances;
  llvm::StringRef Include;
  std::map<std::string, std::vector<LaunchRecord>> Launches;
};

class Kernels {
public:
  Kernels(llvm::StringRef File, llvm::StringRef Text, const TokenList &All,
          const Names &Known);

  std::vector<SourceSet> Sets;

private:
  static constexpr unsigned MaximumDepth = 12;

  /// What a value of Python is: a kernel of a set, or all of it.
  struct Handle {
    std::vector<size_t> Sets;
    std::string Kernel; ///< Empty: any.
  };

  void findCompilers();
  void compile(const Compiler &How, Tokens Call);
  void addMarked();
  void add(std::vector<Piece> Pieces, Tokens Call, llvm::StringRef Include);
  void readOptions(Tokens Arguments, SourceSet &Into) const;
  std::vector<std::vector<Piece>> sourcesOf(Tokens E, unsigned Depth = 0) const;
  std::vector<Piece> piecesOf(Tokens E, unsigned Depth = 0) const;
  std::vector<Piece> piecesOfPrimary(Tokens E, unsigned Depth) const;
  std::vector<Tokens> returnsOf(llvm::StringRef Function) const;
  Handle handleOf(Tokens E, unsigned Depth = 0) const;
  std::string kernelNamed(Tokens Arguments,
                          const std::vector<size_t> &In) const;
  void findLaunches();
  void launch(Tokens Callee, Tokens Index, Tokens Arguments);
  LaunchShape shapeOf(Tokens E, int64_t Most) const;
  Tokens tupleOf(Tokens E, unsigned Depth = 0) const;
  Tokens argument(Tokens Arguments, llvm::StringRef Keyword,
                  std::optional<unsigned> Position) const;
  /// From the call's name to its closing parenthesis.
  Tokens callAt(size_t Name) const;

  const llvm::StringRef File, Text;
  const TokenList &List;
  const Tokens All;
  const Names &Known;
  std::vector<Compiler> Compilers;
  std::map<size_t, std::vector<size_t>> SetsOfCall; ///< By offset of its name.
};

} // namespace warplint::python

#endif // WARPLINT_LIB_PYTHON_KERNELS_H
