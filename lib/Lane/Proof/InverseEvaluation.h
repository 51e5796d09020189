//===- InverseEvaluation.h - Moving leaves towards a value ------*- C++ -*-===//
//
// Which value must a leaf have so that an expression has the value that is
// asked for? Operations are undone from the root downwards, the other operands
// taken as they are: x + 3*n = 20 with x = 5 asks for n = 5. Where several
// operands could give way, chance picks one. What is found need not be right
// (one leaf can be in both operands): whoever asks evaluates again.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_LANE_PROOF_INVERSEEVALUATION_H
#define WARPLINT_LIB_LANE_PROOF_INVERSEEVALUATION_H

#include "warplint/Lane/LaneEvaluation.h"
#include <functional>
#include <utility>

namespace warplint {

/// Numbers of a lane or a warp, of a loop that is stepped for them, that count
/// as one step of a proof, whose forms have terms.
inline constexpr uint64_t ValuesOfStep = 16;

/// What \p Evaluate gives, which takes the values that it computes while it steps
/// a loop off those that it is given. They are charged to \p StepsLeft.
template <typename Function>
auto chargeLoops(uint64_t &StepsLeft, Function Evaluate) {
  uint64_t ValuesLeft = StepsLeft * ValuesOfStep;
  auto Result = Evaluate(&ValuesLeft);
  StepsLeft = ValuesLeft / ValuesOfStep;
  return Result;
}

class InverseEvaluation {
public:
  /// Gives a Symbol or Iteration leaf a value, or one close to it that it can
  /// have. False when that is the value it has.
  using Setter = std::function<bool(const LaneExpr *Leaf, uint64_t Value)>;

  /// What it evaluates is taken off \p StepsLeft; without any it moves nothing.
  InverseEvaluation(const LaneContext &Context, Setter SetLeaf,
                    std::function<uint64_t()> Random, uint64_t &StepsLeft)
      : Context(Context), SetLeaf(std::move(SetLeaf)),
        Random(std::move(Random)), StepsLeft(StepsLeft) {}

  /// Moves one leaf, or a few, so that \p E may get the value \p Target in the
  /// lane with \p Leaves. False when nothing was moved.
  bool reach(const LaneExpr *E, uint64_t Target, const LeafValues &Leaves);

private:
  bool undo(const LaneExpr *E, uint64_t Target, uint64_t Value);
  bool undoBinary(const LaneExpr *E, uint64_t Target, uint64_t Value);
  bool undoSide(const LaneExpr *E, unsigned Side, uint64_t Target,
                uint64_t Value, uint64_t Other);
  bool undoProduct(const LaneExpr *Factor, uint64_t Target, uint64_t Other);
  bool undoDivision(const LaneExpr *E, uint64_t Target, uint64_t Value,
                    uint64_t Divisor);
  bool undoComparison(const LaneExpr *E, unsigned Side, bool Target,
                      uint64_t Other);
  bool undoTruth(const LaneExpr *E, bool Target);
  bool undoSelect(const LaneExpr *E, uint64_t Target);
  bool undoRecurrence(const LaneExpr *E, uint64_t Target);
  bool moveTo(const LaneExpr *E, uint64_t Target);
  std::optional<uint64_t> valueOf(const LaneExpr *E);

  const LaneContext &Context;
  Setter SetLeaf;
  std::function<uint64_t()> Random;
  LeafValues Now;
  /// Loops whose iteration is an earlier one than the leaf's.
  std::vector<unsigned> Stepped;
  unsigned Depth = 0, Visits = 0;
  uint64_t &StepsLeft;
};

} // namespace warplint

#endif // WARPLINT_LIB_LANE_PROOF_INVERSEEVALUATION_H
