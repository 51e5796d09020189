//===- SameModules.h - Modules of PTX that are in several folders -*- C++ -*-=//
//
// A cache of compiled kernels has the same code in many folders. It is analyzed
// once: what is said of another copy names the files beside that.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_SESSION_SAMEMODULES_H
#define WARPLINT_LIB_SESSION_SAMEMODULES_H

#include "warplint/Cache/FileTrace.h"
#include "warplint/Finding/FileReport.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <string>

namespace warplint {

class SameModules {
public:
  /// What \p Analyze says of \p File, whose text and settings \p Key names with
  /// all else but its folder. \p Trace gets what \p Analyze asked for, through a
  /// file system that notes it there.
  FileReport report(const std::string &Key, const std::string &File,
                    FileTrace &Trace, llvm::function_ref<FileReport()> Analyze);

private:
  struct Module {
    std::string File;
    FileReport Report;
    FileTrace Trace;
  };
  std::map<std::string, Module> Known;
};

} // namespace warplint

#endif // WARPLINT_LIB_SESSION_SAMEMODULES_H
