//===- EmbeddedFiles.h - Files with sources of another kind in them -------===//

#ifndef WARPLINT_LIB_CHECKS_EMBEDDEDFILES_H
#define WARPLINT_LIB_CHECKS_EMBEDDEDFILES_H

#include "warplint/Analysis/AnalysisOptions.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace warplint {

/// Analyzes one text as \p Command's file.
using TextAnalyzer = llvm::function_ref<FileReport(
    const DeviceCommand &Command,
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
    const AnalysisOptions &Options)>;

/// The reports of all that the .py of \p Command has of CUDA C++, as one, with
/// edits of the .py.
FileReport
analyzePython(const DeviceCommand &Command,
              const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> &Files,
              const AnalysisOptions &Options, TextAnalyzer Analyze);

/// Those of all modules of PTX that the binary of \p Command has. Without
/// debug information findings stand in "lib.so.1.ptx".
FileReport
analyzeBinary(const DeviceCommand &Command,
              const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> &Files,
              const AnalysisOptions &Options, TextAnalyzer Analyze);

/// The JSON that Triton puts beside the module \p File.
std::string factsBeside(llvm::StringRef File);

/// What Triton keeps of the module \p File in that: the block, which
/// is \c num_warps warps, and the bytes of shared memory.
void readTritonFacts(llvm::StringRef File, llvm::vfs::FileSystem &Files,
                     AnalysisOptions &Into);

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_EMBEDDEDFILES_H
