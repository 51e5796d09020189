//===- ThreadValues.h - What each thread of a block computes ----*- C++ -*-===//
//
// Integers of the source that depend on nothing but threadIdx, blockDim and
// constants, by themselves or through variables that have the one value which
// they begin with:
//
//   int t = threadIdx.x;           0, 1, 2, 3, ...
//   int row = t / 8, col = t % 8;  0, 0, 0, ...    0, 1, 2, ...
//
// Which thread has which number can be dealt out anew where every bit of the
// thread's number adds a weight of its own: row has the weights 0, 0, 0, 1, 2,
// 4, ...; col has 1, 2, 4, 0, 0, ...
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_CHECKS_LANEORDER_THREADVALUES_H
#define WARPLINT_LIB_CHECKS_LANEORDER_THREADVALUES_H

#include "Kernel/Source/IntegerReader.h"
#include "warplint/Basic/LaunchShape.h"
#include "llvm/ADT/DenseSet.h"
#include <map>
#include <optional>
#include <vector>

namespace warplint {

/// By thread, x counting fastest.
using ThreadTable = std::vector<int64_t>;

/// The weights of the bits of threadIdx.x and .y, lowest first.
struct BitWeights {
  std::vector<int64_t> X, Y;
};

/// The axis of threadIdx that \p E is: 0 for threadIdx.x. Nothing where it is
/// none.
std::optional<unsigned> threadAxis(const clang::Expr *E);

class ThreadValues : IntegerReader {
public:
  /// Of blocks of \p Shape. Not known, it is one of whole warps along x.
  /// Variables of \p Changed do not keep what they begin with.
  ThreadValues(const clang::ASTContext &Context, const LaunchShape &Shape,
               const llvm::DenseSet<const clang::VarDecl *> &Changed);

  /// A warp has 32 lanes, which are bits of threadIdx.x and, above these, of
  /// threadIdx.y.
  bool hasWholeWarps() const;

  /// Null where something else has a say in the value of \p E.
  const ThreadTable *of(const clang::Expr *E);
  const ThreadTable *of(const clang::VarDecl &V);

  /// Lanes of a warp have different values.
  bool differsInWarp(const ThreadTable &Table) const;
  std::optional<BitWeights> weightsOf(const ThreadTable &Table) const;
  /// The number of the thread, or of the lane.
  bool isThread(const ThreadTable &Table) const;
  bool isLane(const ThreadTable &Table) const;

  bool isOneRow() const { return Rows == 1; }
  size_t threads() const { return size_t(Columns) * Rows; }

private:
  Value known(const clang::Expr &E) override;

  const LaunchShape Shape;
  const llvm::DenseSet<const clang::VarDecl *> &Changed;
  unsigned Columns, Rows, XBits, YBits;
  size_t Thread = 0;                                 ///< Whose values are read.
  std::map<const clang::Expr *, ThreadTable> Tables; ///< Empty: none.
  llvm::DenseSet<const clang::VarDecl *> InWork;
};

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_LANEORDER_THREADVALUES_H
