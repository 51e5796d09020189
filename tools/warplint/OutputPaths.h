//===- OutputPaths.h - What must not be written over ------------*- C++ -*-===//

#ifndef WARPLINT_TOOLS_OUTPUTPATHS_H
#define WARPLINT_TOOLS_OUTPUTPATHS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace warplint {

/// Fails where one of \p Outputs is one of \p Inputs, by whatever name or link,
/// or is there and has the name of a source: a slip of the hand would take it.
llvm::Error checkOutputs(llvm::ArrayRef<std::string> Outputs,
                         llvm::ArrayRef<std::string> Inputs);

/// \p Files, those that are there by another name (./a.cu, a link) once, by
/// their first.
std::vector<std::string> withoutRepetitions(llvm::ArrayRef<std::string> Files);

} // namespace warplint

#endif // WARPLINT_TOOLS_OUTPUTPATHS_H
