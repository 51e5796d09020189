//===- PipeUnits.h - What an instruction takes of the pipes -----*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_WORK_PIPEUNITS_H
#define WARPLINT_LIB_KERNEL_WORK_PIPEUNITS_H

#include "Folds.h"
#include "warplint/Warp/Pipes.h"
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// What \p I takes of the pipes of arithmetic, as far as it is known. Memory is
/// not counted here. Functions that nothing is known of are added to \p
/// Uncounted.
PerPipe<double> pipeUnitsOf(const llvm::Instruction &I, const Folds &Folded,
                            std::vector<std::string> &Uncounted);

/// An integer division by a value that is not known: what depends on the divisor
/// alone, which is computed where that is, and the rest.
struct DivisionUnits {
  PerPipe<double> Divisor = {}, Rest = {};
};
std::optional<DivisionUnits> divisionUnitsOf(const llvm::Instruction &I);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_WORK_PIPEUNITS_H
