//===- DataWitness.h - Data that make a condition true ----------*- C++ -*-===//
//
// A condition of data is claimed to hold only where some data make it:
//
//   if ((in[t] * 2) & 1)         none do
//   if (in[t] * in[t] == 49)     7 does
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_RACE_VALUES_DATAWITNESS_H
#define WARPLINT_LIB_RACE_VALUES_DATAWITNESS_H

#include "ThreadValues.h"
#include "llvm/ADT/DenseMap.h"

namespace warplint {

class DataWitness {
public:
  DataWitness(const LaneExpr *When, const LaneContext &C,
              BlockEvaluation &Values);

  /// Some data, and values of what the block shares, give the condition the value
  /// \p Truth in \p Thread.
  bool mayBe(bool Truth, unsigned Thread);
  /// Some data give it one value and some the other, whichever \p Thread, with
  /// the same values of what the block shares.
  bool mayBeEither(unsigned Thread);
  /// In each thread of which inputsOf() is known, data may give it the value
  /// \p Truth whatever others have, with the same values of what the block
  /// shares. Not where it compares for equality, as with a key: one thread may have it.
  bool isForEach(bool Truth, unsigned Thread);
  /// The places of the data, which nobody writes; nothing: more is involved.
  std::optional<std::vector<ThreadForm>> inputsOf(unsigned Thread);

private:
  void collect(const LaneExpr *E);
  bool readLeaves(unsigned Thread);
  bool addVariable(const LaneExpr *E, unsigned Thread);
  bool search(bool Truth);
  bool searchWith(int64_t Known, bool Truth);
  bool isFound(bool Truth);
  std::optional<uint64_t> valueOf(const LaneExpr *E);
  std::vector<int64_t> candidates() const;

  const LaneContext &C;
  BlockEvaluation &Values;
  std::vector<const LaneExpr *> Order;               ///< Operands first.
  llvm::DenseMap<const LaneExpr *, unsigned> Places; ///< In Order.
  /// By place: a number, a sum with unknowns, or an unknown form of what is
  /// computed or a variable.
  std::vector<ThreadForm> Leaves;
  std::vector<std::optional<unsigned>> VariableAt;
  std::vector<std::pair<const LaneExpr *, ThreadForm>> Variables;
  std::vector<int64_t> Data; ///< By variable.
  int64_t Shared = 0;        ///< What unknowns of the block are.
  std::vector<std::optional<uint64_t>> Computed;
  std::map<std::pair<bool, std::vector<ThreadForm>>, bool> Outcomes;
};

} // namespace warplint

#endif // WARPLINT_LIB_RACE_VALUES_DATAWITNESS_H
