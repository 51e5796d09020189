//===- AssumeOption.h - The value of --assume -------------------*- C++ -*-===//

#ifndef WARPLINT_SETTINGS_ASSUMEOPTION_H
#define WARPLINT_SETTINGS_ASSUMEOPTION_H

#include "warplint/Checks/Analysis.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace warplint {

/// Reads "[KERNEL:]CONDITIONS", for example "transpose:pitch%32==0", into \p
/// Into. An error, too, when it contradicts what is there.
llvm::Error parseAssumeOption(llvm::StringRef Text,
                              std::vector<KernelAssumption> &Into);

/// What is wrong with \p Assumptions after all files: kernels that no file has,
/// names that no kernel in question has. One message each.
std::vector<std::string>
unknownAssumptions(llvm::ArrayRef<KernelAssumption> Assumptions,
                   llvm::ArrayRef<FileReport> Reports);

/// Whether an option that names \p Wanted is about the kernel \p Kernel, which
/// may have template arguments.
bool namesKernel(llvm::StringRef Wanted, llvm::StringRef Kernel);

} // namespace warplint

#endif // WARPLINT_SETTINGS_ASSUMEOPTION_H
