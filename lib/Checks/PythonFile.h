//===- PythonFile.h - The CUDA C++ of a Python file -------------*- C++ -*-===//

#ifndef WARPLINT_LIB_CHECKS_PYTHONFILE_H
#define WARPLINT_LIB_CHECKS_PYTHONFILE_H

#include "warplint/Analysis/AnalysisOptions.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace warplint {

/// Analyzes one text of CUDA C++ as \p Command's file.
using TextAnalyzer = llvm::function_ref<FileReport(
    const DeviceCommand &Command,
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
    const AnalysisOptions &Options)>;

/// The reports of all that the .py of \p Command has of CUDA C++, as one, with
/// edits of the .py.
FileReport analyzePython(const DeviceCommand &Command,
                         llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
                         const AnalysisOptions &Options, TextAnalyzer Analyze);

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_PYTHONFILE_H
