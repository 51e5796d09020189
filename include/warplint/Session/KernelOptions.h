//===- KernelOptions.h - The values of --assume and --block -----*- C++ -*-===//

#ifndef WARPLINT_SESSION_KERNELOPTIONS_H
#define WARPLINT_SESSION_KERNELOPTIONS_H

#include "warplint/Analysis/AnalysisOptions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace warplint {

/// Reads "[KERNEL:]CONDITIONS", for example "transpose:pitch%32==0".
class AssumptionReader {
public:
  /// \p Into gets what is assumed; what it has stays.
  explicit AssumptionReader(std::vector<KernelAssumption> &Into);

  /// \p Option is where \p Text is said, for notes. An error, too, when it
  /// contradicts what is there. What is said again is there once.
  llvm::Error add(llvm::StringRef Text, llvm::StringRef Option);

private:
  /// Takes in \p New; false when no value fulfils it and what is there.
  bool meet(const KernelAssumption &New);

  std::vector<KernelAssumption> &Into;
  /// By kernel and name: the values that all conditions leave.
  std::map<std::pair<std::string, std::string>, SymbolValues> Left;
  std::set<std::pair<std::string, std::string>> Said; ///< Kernel and text.
};

/// What is wrong with \p Assumptions after all files: kernels that no file has,
/// names that no kernel in question has. One message each.
std::vector<std::string>
unknownAssumptions(llvm::ArrayRef<KernelAssumption> Assumptions,
                   llvm::ArrayRef<FileReport> Reports);

/// Whether an option that names \p Wanted is about the kernel \p Kernel, which
/// may have template arguments.
bool namesKernel(llvm::StringRef Wanted, llvm::StringRef Kernel);

/// Reads "[KERNEL:]X[xY[xZ]]", for example "transpose:32x8": the kernel's name
/// (empty for all kernels) and the block. The hardware's limits hold: at most
/// 1024 threads, X and Y at most 1024, Z at most 64 (CUDA C++ Programming
/// Guide, "Technical Specifications").
llvm::Expected<std::pair<std::string, LaunchShape>>
parseBlockOption(llvm::StringRef Text);

/// Reads "[KERNEL:]BYTES" of --dynamic-shared.
llvm::Expected<std::pair<std::string, uint64_t>>
parseDynamicSharedOption(llvm::StringRef Text);

} // namespace warplint

#endif // WARPLINT_SESSION_KERNELOPTIONS_H
