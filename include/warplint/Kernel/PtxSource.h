//===- PtxSource.h - A module of PTX as a source ----------------*- C++ -*-===//
//
// What a compiler of any language wrote for ptxas is read in place of a CUDA
// source: as LLVM IR, and a view that has names from the module and lines from
// its debug information.
//
//   .loc 1 12 7                         the user's line, matmul.py:12:7
//   ld.shared.v4.b32 {...}, [%r4+64];   a load of 16 bytes
//   .reqntid 128                        its block
//
// There is no AST: no edits, no host code, no launches but what the module says
// of its blocks.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_KERNEL_PTXSOURCE_H
#define WARPLINT_KERNEL_PTXSOURCE_H

#include "warplint/Basic/CompilerError.h"
#include "warplint/Kernel/SourceView.h"
#include <memory>

namespace warplint {

struct PtxSource {
  std::unique_ptr<SourceView> View;  ///< Null where the module has an error.
  std::vector<CompilerError> Errors; ///< At most one.
};

/// Reads \p Text, that of \p File.
PtxSource readPtx(llvm::StringRef File, llvm::StringRef Text);

/// By its name.
inline bool isPtxFile(llvm::StringRef File) {
  return File.ends_with_insensitive(".ptx");
}

/// The architecture that \p Text is for, "sm_90"; empty where it says none.
std::string architectureOfPtx(llvm::StringRef Text);

} // namespace warplint

#endif // WARPLINT_KERNEL_PTXSOURCE_H
