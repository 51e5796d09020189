//===- AnalyzeFile.h - From a compile command to findings -------*- C++ -*-===//
//
// The facade of warplint: one file in, one FileReport out. Everything that a
// shell shows comes from here.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CHECKS_ANALYZEFILE_H
#define WARPLINT_CHECKS_ANALYZEFILE_H

#include "warplint/Analysis/AnalysisOptions.h"
#include "warplint/Finding/FileReport.h"

namespace warplint {

/// Parses and judges one file, and runs the checks. Never fails: errors of the
/// source are in the report.
FileReport analyzeFile(const DeviceCommand &Command,
                       llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
                       const AnalysisOptions &Options);

} // namespace warplint

#endif // WARPLINT_CHECKS_ANALYZEFILE_H
