//===- JudgedKernel.cpp - A kernel and its launches -----------------------===//

#include "warplint/Analysis/JudgedKernel.h"

namespace warplint {

AccessProblem problemOf(const KernelAccess &Access) {
  return {Access.Kind, Access.BytesPerLane, Access.Address, Access.Guard,
          Access.Instructions};
}

AccessProblem LaunchCase::known(AccessProblem Problem) {
  Problem.Address = Known(Problem.Address);
  Problem.Guard = Known(Problem.Guard);
  return Problem;
}

LoopNest LaunchCase::nestOf(const KernelAccess &Access) {
  LoopNest Nest;
  for (unsigned Loop : Access.Loops)
    Nest.Loops.push_back(Known.loop(Loop));
  Nest.IsInCondition = Access.IsInCondition;
  return Nest;
}

} // namespace warplint
