//===- OwnContext.h - Expressions apart from their kernel -------*- C++ -*-===//
//
// A question to the prover rests on a few of a kernel's expressions. Copied to
// a context of their own, with leaves numbered as they are met, they are the
// same bytes wherever the question is asked: by another instance of a template,
// another kernel of the file, the kernel after an edit elsewhere in it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LANE_OWNCONTEXT_H
#define WARPLINT_LANE_OWNCONTEXT_H

#include "warplint/Lane/LaneEvaluation.h"

namespace warplint {

struct OwnContext {
  LaneContext Context;
  std::vector<const LaneExpr *> Roots; ///< In the order given.
  /// What symbols and loops of Context are in the context that they come from,
  /// by number.
  std::vector<unsigned> Symbols, Loops;

  /// Copies \p Roots (null stays null) with all that they rest on, and \p Loops
  /// with the conditions that they go on under: those get the first numbers.
  /// Which loop lies in which is left out.
  OwnContext(const LaneContext &From, llvm::ArrayRef<const LaneExpr *> Roots,
             llvm::ArrayRef<unsigned> Loops = {});

  /// Appends all of it. The name of an array is left out where there is but
  /// one: nothing that is asked depends on it.
  void appendTo(std::string &Bytes);

  /// The same values in the context \p From; other leaves have any.
  LeafValues leavesIn(const LaneContext &From, const LeafValues &Own) const;
};

} // namespace warplint

#endif // WARPLINT_LANE_OWNCONTEXT_H
