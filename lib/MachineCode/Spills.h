//===- Spills.h - What ptxas says of the registers it spilled ---*- C++ -*-===//

#ifndef WARPLINT_LIB_MACHINECODE_SPILLS_H
#define WARPLINT_LIB_MACHINECODE_SPILLS_H

#include "warplint/MachineCode/MachineCode.h"

namespace warplint {

/// Reads the output of ptxas -v:
///
///   ptxas info    : Function properties for _Z4copyPf
///       8 bytes stack frame, 12 bytes spill stores, 8 bytes spill loads
void readSpills(llvm::StringRef Output, MachineCode &Code);

} // namespace warplint

#endif // WARPLINT_LIB_MACHINECODE_SPILLS_H
