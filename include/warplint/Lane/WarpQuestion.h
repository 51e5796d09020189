//===- WarpQuestion.h - What the prover is asked ----------------*- C++ -*-===//
//
// A question is about the addresses of one access: what can be said of the 32
// numbers that a warp's lanes have, for every value of the unknowns? What is
// *asked* of them, an evaluator says for one concrete case:
//
//   case      which lanes are active, and a number for each of them
//   outcome   a value, and the least that it could be: a cost and its ideal, or
//             for a truth 0 where it holds and 1 where it does not
//
// Example: "is every address a multiple of 16?" is 1 as soon as one active lane
// has an address that is none (AlignmentEvaluator). "How many wavefronts?" is
// what the hardware model says of the addresses (CostEvaluator).
//
// The prover never looks into an evaluator. It can leave out what does not
// matter to an outcome because the evaluator declares it (EvaluatorTraits), and
// what an evaluator declares must hold for every case: unit tests compare
// verdicts with plain evaluation.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LANE_WARPQUESTION_H
#define WARPLINT_LANE_WARPQUESTION_H

#include "warplint/Lane/LaneExpr.h"
#include "warplint/Warp/LaneMask.h"
#include <optional>
#include <span>

namespace warplint {

/// A case where Value is above Ideal has an excess: it costs more than it need,
/// or what is asked is not so. The larger the excess, the worse the case; where
/// it is the same, the larger the value.
struct Outcome {
  unsigned Value = 0;
  unsigned Ideal = 0;

  unsigned excess() const { return Value > Ideal ? Value - Ideal : 0; }
  bool isWorseThan(const Outcome &Other) const {
    return excess() != Other.excess() ? excess() > Other.excess()
                                      : Value > Other.Value;
  }
  friend auto operator<=>(const Outcome &, const Outcome &) = default;
};

/// What the outcome of a case does not depend on. Two lanes *meet* when their
/// numbers lie in one block: [n * Block, (n + 1) * Block).
struct EvaluatorTraits {
  /// The same multiple of this, added to the numbers of all active lanes,
  /// changes nothing.
  int64_t CommonPeriod = 1;
  /// A multiple of this, added to the number of one lane, changes nothing but
  /// which lanes meet. A multiple of CommonPeriod and of Block.
  int64_t Period = 1;
  int64_t Block = 1;

  /// Two cases that differ by multiples of Period in some lanes' numbers, the
  /// first with more lanes that meet.
  enum class Meeting : uint8_t {
    ChangesNothing, ///< They have one outcome.
    IsNoWorse,      ///< The first has not more excess, and no larger value.
    MayBeWorse,
  } WhereLanesMeet = Meeting::ChangesNothing;
  /// Exceptions of IsNoWorse: with one of these distances d, a power of two,
  /// the first may be worse where the number of every active lane l whose bit d
  /// is set is that of lane l - d, if that is active.
  std::span<const unsigned> PairDistances = {};

  /// Fewer active lanes have not more excess, and no larger value.
  bool IsWorstWithAllLanes = false;
  /// One active lane has no excess, whatever its number is.
  bool IsIdealForOneLane = false;
};

class CaseEvaluator {
public:
  virtual ~CaseEvaluator() = default;

  /// The outcome for the numbers \p Address of the lanes \p Active, taken
  /// modulo 2^64; those of other lanes mean nothing. Excess is only possible
  /// where some lane is active.
  virtual Outcome outcomeOf(const LaneAddresses &Address,
                            LaneMask Active) const = 0;
  /// An outcome that no addresses of these lanes, or of some of them, have a
  /// worse one than; nothing where none is known.
  virtual std::optional<Outcome> most(LaneMask) const { return std::nullopt; }
  const EvaluatorTraits &traits() const { return Traits; }

protected:
  explicit CaseEvaluator(const EvaluatorTraits &Traits) : Traits(Traits) {}

private:
  EvaluatorTraits Traits;
};

struct WarpQuestion {
  const CaseEvaluator *Evaluator = nullptr;
  /// Byte address, 32 or 64 bits wide. ArrayBase symbols carry their alignment.
  const LaneExpr *Address = nullptr;
  /// Truth value that says which lanes execute the access; null: all of them.
  const LaneExpr *Guard = nullptr;
  /// Lanes whose address means something to the instruction.
  LaneMask Lanes = AllLanes;
  /// Active lanes' addresses are multiples of this power of two: of values with
  /// which they are not, nothing is said.
  unsigned Alignment = 1;
  /// From its address on, which stay within the array, where that is known.
  unsigned BytesPerLane = 1;
};

} // namespace warplint

#endif // WARPLINT_LANE_WARPQUESTION_H
