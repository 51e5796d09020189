//===- Names.h - What users call what a module names ------------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_PTXMODULE_NAMES_H
#define WARPLINT_LIB_KERNEL_PTXMODULE_NAMES_H

#include "ModuleText.h"

namespace warplint::ptx {

struct DemangledName {
  std::string Qualified; ///< "ns::gemm"
  std::string Base;      ///< "gemm"
  std::string Arguments; ///< "<128>", or empty.
};

/// A name that is not mangled is itself.
DemangledName demangled(llvm::StringRef Symbol);

/// "tile" of `_ZZ6columnPfiE4tile`.
std::string demangledVariable(llvm::StringRef Symbol);

/// "param_1" of `_Z6columnPfi_param_1`.
std::string parameterName(const FunctionText &F, unsigned Number);

/// A file of the system, the toolkit, a compiler or an installed package.
bool isInstalled(llvm::StringRef Path);

} // namespace warplint::ptx

#endif // WARPLINT_LIB_KERNEL_PTXMODULE_NAMES_H
