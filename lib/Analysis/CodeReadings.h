//===- CodeReadings.h - The model held against machine code -----*- C++ -*-===//
//
// The model has up to two readings of an access: as written, and joined with
// others. Machine code has the widths of the requests of each line. Accesses
// that share a line or a request are one group, which is decided as a whole:
//
//   all widths are those of the joined reading      it is what is issued
//   all widths are those that the source has        nothing is joined
//   both, in the numbers that the joined reading    it is what is issued
//   leads to, or where the rules are certain of it
//   else                                            the model's verdict stays,
//                                                   but nothing is certain
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_ANALYSIS_CODEREADINGS_H
#define WARPLINT_LIB_ANALYSIS_CODEREADINGS_H

#include "warplint/Kernel/KernelModel.h"
#include "warplint/MachineCode/MachineCode.h"

namespace warplint {

/// Fills in KernelAccess::Code of the loads and stores of \p Kernel, and has
/// KernelAccess::Issue say what is issued where \p Code tells.
void readIssueOff(const MachineCode &Code, KernelModel &Kernel);

} // namespace warplint

#endif // WARPLINT_LIB_ANALYSIS_CODEREADINGS_H
