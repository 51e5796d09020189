//===- Executions.h - How often a block issues an instruction ---*- C++ -*-===//
//
// Counted are warps that execute it with some lane, in every round of the loops
// around it: exactly, where the prover can (WarpTotals.h), else as an estimate:
//
//   - a loop whose end is not known is a symbol of the sum;
//   - a condition that depends on what is not known is taken to hold.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_COST_EXECUTIONS_H
#define WARPLINT_LIB_COST_EXECUTIONS_H

#include "warplint/Analysis/JudgedKernel.h"
#include "warplint/Finding/KernelCost.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <tuple>

namespace warplint {

class Executions {
public:
  /// Loops of unknown length are added to \p Cost.
  Executions(const JudgedKernel &Kernel, LaunchCase &Launch, KernelCost &Cost);

  TripSum of(const KernelPlace &Place);
  /// With those of the loops around it alone that \p Counts, by their numbers in
  /// \p Place.
  TripSum of(const KernelPlace &Place,
             llvm::function_ref<bool(unsigned)> Counts);

  /// Nothing is taken to hold for it.
  bool knows(const KernelPlace &Place);

  /// Of a warp that goes through the loops around \p Place.
  TripSum ofWarp(const KernelPlace &Place);

  /// Warps of the block, or the one that stands for them.
  double warps() const;
  const LaunchShape &shape() const { return Shape; }
  /// Some condition was taken to hold.
  bool hasAssumed() const { return HasAssumed; }

private:
  std::optional<double> totals(const LaneExpr *Guard, const LoopNest &Nest);
  std::optional<double> tripsOf(unsigned Loop);
  const LaneExpr *knownPart(const LaneExpr *Guard, bool MayIterate);
  unsigned unknownLoop(unsigned Loop);

  LaneContext &Context;
  LaunchCase &Launch;
  LaunchShape Shape;
  KernelCost &Cost;
  ProofBudget Budget;
  std::map<std::tuple<const LaneExpr *, std::vector<unsigned>, bool>,
           std::optional<double>>
      Totals;
  llvm::DenseMap<unsigned, unsigned> UnknownLoops;
  bool HasAssumed = false;
};

} // namespace warplint

#endif // WARPLINT_LIB_COST_EXECUTIONS_H
