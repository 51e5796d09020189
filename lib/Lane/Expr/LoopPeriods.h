//===- LoopPeriods.h - Iterations after which all repeats -------*- C++ -*-===//
//
// Pipelined kernels use a few stages in turn, 'k % 2' or 'stage ^= 1', in a
// loop of unknown length. What such an access does in iteration n
// it does again in n + 2: two iterations show all of it.
//
// A period is proven, not observed: low bits of a sum are made of low bits of
// its operands, a remainder of an even step has a period, and values that only
// rest on themselves repeat once all of them have been there before.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_LANE_EXPR_LOOPPERIODS_H
#define WARPLINT_LIB_LANE_EXPR_LOOPPERIODS_H

#include "warplint/Lane/LaneEvaluation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace warplint {

/// How expressions depend on the iteration of one loop, for the lanes of one
/// warp and one iteration of each loop around it.
class LoopPeriods {
public:
  /// The values of an expression in an iteration of the loop.
  using Evaluation = llvm::function_ref<LaneValues(const LaneExpr *, uint64_t)>;

  /// \p Around: the loops around \p Loop, whose iterations stand still. It and
  /// \p ValuesAt outlive this.
  LoopPeriods(const LaneContext &C, unsigned Loop,
              llvm::ArrayRef<unsigned> Around, Evaluation ValuesAt)
      : C(C), Loop(Loop), Around(Around), ValuesAt(ValuesAt) {}

  /// \p E has in iteration n + result the value that it has in iteration n, for
  /// every n: 1 where it does not depend on the loop. Nothing where no period
  /// of up to MostIterations is known.
  std::optional<uint64_t> of(const LaneExpr *E);

  /// Of the least period of two.
  static std::optional<uint64_t> both(std::optional<uint64_t> A,
                                      std::optional<uint64_t> B);

  /// More stages than a pipeline has.
  static constexpr uint64_t MostIterations = 64;

private:
  using Period = std::optional<uint64_t>;

  Period ofOperands(const LaneExpr *E);
  Period ofLowBits(const LaneExpr *E, unsigned Bits);
  Period ofRemainder(const LaneExpr *E);
  Period ofRecurrence(const LaneExpr *E);
  std::optional<uint64_t> stepOf(const LaneExpr *E);
  std::optional<uint64_t> mostOf(const LaneExpr *E) const;
  bool isNatural(const LaneExpr *E, LaneOp Op) const;

  const LaneContext &C;
  const unsigned Loop;
  unsigned LooksLeft = 1u << 12; ///< At low bits, which nobody remembers.
  llvm::ArrayRef<unsigned> Around;
  Evaluation ValuesAt;
  llvm::DenseMap<const LaneExpr *, Period> Known;
};

} // namespace warplint

#endif // WARPLINT_LIB_LANE_EXPR_LOOPPERIODS_H
