//===- BuildTool.h - Make or Ninja, run to be asked -------------*- C++ -*-===//

#ifndef WARPLINT_LIB_BUILD_BUILDTOOL_H
#define WARPLINT_LIB_BUILD_BUILDTOOL_H

#include "warplint/Support/RunProgram.h"
#include "llvm/ADT/ArrayRef.h"

namespace warplint {

class BuildTool {
public:
  /// The program \p Name of an absolute folder on PATH. All its runs together
  /// may take \p Time.
  static llvm::Expected<BuildTool> find(llvm::StringRef Name,
                                        std::chrono::seconds Time);

  /// Without a shell and without input, in the user's environment but for what
  /// a Make around this process says, and \p More of it.
  llvm::Expected<ProgramEnd> run(llvm::StringRef Folder,
                                 llvm::ArrayRef<std::string> Arguments,
                                 llvm::ArrayRef<std::string> More);

private:
  using Clock = std::chrono::steady_clock;
  std::string Name, Path;
  Clock::time_point End;
};

} // namespace warplint

#endif // WARPLINT_LIB_BUILD_BUILDTOOL_H
