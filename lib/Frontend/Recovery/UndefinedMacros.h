//===- UndefinedMacros.h - Macros that may be taken as undefined -*- C++ -*-===//
//
// Behind a missing header nobody knows what is defined. But where no text at
// hand defines a macro, neither of the project nor of the toolkit, and its name
// is not that of a library whose header is missing, only the build could: what
// is read then holds without it, and says so. The file that tests the macro may
// define it: under which conditions has been read.
//
// Some switch all device code of a file off, which only the build defines:
//
//   #ifdef USE_CUDA
//   __global__ void k(float *out) { ... }
//   #endif
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_RECOVERY_UNDEFINEDMACROS_H
#define WARPLINT_LIB_FRONTEND_RECOVERY_UNDEFINEDMACROS_H

#include "warplint/Frontend/Parse.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
class Preprocessor;
} // namespace clang

namespace warplint {

/// Whether \p Macro has the name of the library that \p Header is of:
/// GLOG_STRIP that of glog/logging.h, AT_PER_OPERATOR_HEADERS that of ATen/ATen.h.
bool namesLibraryOf(llvm::StringRef Header, llvm::StringRef Macro);

class UndefinedMacros {
public:
  UndefinedMacros(clang::CompilerInstance &CI, const ParseOptions &Options,
                  llvm::StringRef MainFile,
                  llvm::ArrayRef<std::string> MissingHeaders);

  /// Whether \p Macro, which is tested there, may be taken as undefined.
  bool mayAssume(const UndefinedMacro &Macro);

  /// Whether no text but the one that was read defines \p Macro.
  bool hasOneDefinition(llvm::StringRef Macro);

private:
  unsigned definitionsRead(llvm::StringRef Macro);

  clang::CompilerInstance &CI;
  decltype(ParseOptions::Definitions) Definitions;
  const Repository *Files;
  std::string Root;
  std::vector<std::string> Toolkits; ///< Their folders of headers.
  std::vector<std::string> MissingHeaders;
  std::optional<llvm::StringMap<unsigned>> Read;
  llvm::StringMap<bool> Assumed; ///< By name and file.
};

struct OffsetRange {
  size_t Begin = 0, End = 0;
  bool contains(size_t At) const { return Begin <= At && At < End; }
};

/// Where the text of the main file has kernels or shared memory, and all of it
/// lies in \p Skipped: the undefined macros that the conditions around it ask
/// for, each once. To be asked at the end of the file.
std::vector<UndefinedMacro> switchesOf(clang::Preprocessor &PP,
                                       llvm::ArrayRef<OffsetRange> Skipped);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_RECOVERY_UNDEFINEDMACROS_H
