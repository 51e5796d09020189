//===- KernelSymbols.h - Values of a kernel by the names users know -*- C++ -*-===//
//
// "n" and "p.ld" for a parameter and an integer in one, "gridDim.x", and what a
// kernel loads, as it is printed.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_ANALYSIS_KERNELSYMBOLS_H
#define WARPLINT_LIB_ANALYSIS_KERNELSYMBOLS_H

#include "warplint/Analysis/JudgedKernel.h"
#include "warplint/Annotation/Annotation.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>
#include <vector>

namespace warplint {

constexpr const char *AxisNames[] = {".x", ".y", ".z"};

/// What conditions call the bytes of dynamic shared memory.
constexpr llvm::StringRef DynamicSharedName = "dynamic_shared";

/// The symbol is the value of \p Part.
bool isSymbolOf(const UniformSymbol &S, const ParameterPart &Part);

llvm::SmallVector<unsigned, 2>
symbolsWhere(const KernelModel &Kernel,
             llvm::function_ref<bool(const UniformSymbol &)> Is);

/// What \p Name, "n" or "p.ld", is for a parameter n or p.
std::optional<ParameterPart>
partNamed(SourceView &View, const KernelModel &Kernel, llvm::StringRef Name);

/// The symbols that the user means by \p Name: those of the parameter, else
/// those that are printed like that.
llvm::SmallVector<unsigned, 2>
symbolsNamed(SourceView &View, const KernelModel &Kernel, llvm::StringRef Name);

/// What can be assumed of \p Kernel: its parameters, their fields, and values
/// that its warps load.
std::vector<std::string> assumableNames(SourceView &View,
                                        const KernelModel &Kernel);

/// Why \p Promise says nothing about the kernel; nothing when it does.
std::optional<std::string> promiseProblem(SourceView &View,
                                          const KernelModel &Kernel,
                                          const KernelNames &Names,
                                          const Assumption &Promise);

} // namespace warplint

#endif // WARPLINT_LIB_ANALYSIS_KERNELSYMBOLS_H
