//===- CostTable.h - Adding up one kernel -----------------------*- C++ -*-===//

#ifndef WARPLINT_LIB_COST_COSTTABLE_H
#define WARPLINT_LIB_COST_COSTTABLE_H

#include "CriticalChain.h"
#include "Executions.h"
#include "Traffic.h"
#include "warplint/Analysis/FileFacts.h"

namespace warplint {

/// The table of one kernel under one launch.
class CostTable {
public:
  CostTable(FileFacts &Facts, const JudgedKernel &Kernel, const Target &On);

  KernelCost make();

private:
  void addArithmetic();
  void addShared();
  void addSharedRecord(const AccessRecord &A, const TripSum &Executed);
  void countBehindGuards();
  TripSum predicatedOff(const KernelAccess &A);
  void addGlobal();
  void addLocal();
  void findLoadsLeft();
  TripSum leftOf(const KernelAccess &A);
  void addStores(const GlobalRequest &R, const SourcePlace &Where,
                 const TripSum &InL2, bool IsAlone);
  TripSum moreInL2(const TripSum &InL2, double Weight) const;
  void addQueues(const KernelAccess &A, const SourcePlace &Where,
                 const TripSum &InL2);
  void addChain();
  void addLastStore();
  void addRemarks();
  double warpsOnSM() const;
  void addWait(const KernelAccess &A, const SourcePlace &Where,
               const WaitCycles &Cycles);
  SourcePlace placeOf(const KernelPlace &Place) const;
  void add(const SourcePlace &Where, const PipeUse &Use,
           const SourcePlace &Array = {});
  void add(const SourcePlace &Where, Pipe In, const TripSum &Times,
           double Units);

  FileFacts &Facts;
  const JudgedKernel &Kernel;
  KernelCost Cost;
  LaunchCase &Launch;
  Executions Times;
  double BlocksOnSM;
  /// By condition, the instructions behind it; many where one is of global memory.
  llvm::DenseMap<const LaneExpr *, double> BehindGuard;
  /// Of loads that optimized code has, the loops in which it has them.
  llvm::DenseMap<const SourceAccess *, llvm::SmallSet<unsigned, 4>> LoadsLeft;
  AccessWaits Waits; ///< The slowest of those of each place in the source.
  /// Of each pipe, place and array the line.
  std::map<std::tuple<Pipe, SourcePlace, SourcePlace>, size_t> LineOf;
  bool HasData = false, HasOtherLaunches = false, HasOtherMemory = false;
};

} // namespace warplint

#endif // WARPLINT_LIB_COST_COSTTABLE_H
