//===- BuildOfRun.h - Which commands a run goes by --------------*- C++ -*-===//

#ifndef WARPLINT_TOOLS_BUILDOFRUN_H
#define WARPLINT_TOOLS_BUILDOFRUN_H

#include "CommandLine.h"
#include "warplint/Frontend/Database.h"

namespace warplint {

struct BuildOfRun {
  /// All CUDA sources of the build, named as a user would.
  std::vector<std::string> sources() const;

  CommandSource Commands;
  /// It was named, so that without files all of it is meant.
  bool IsNamed = false;
  /// "make" or "ninja", where one of them was asked; else empty.
  std::string Tool;
  /// What the commands are in: no output may be one of these.
  std::vector<std::string> Files;
};

/// As \p Line says. Make or Ninja may be asked; what they have to tell besides
/// is said.
llvm::Expected<BuildOfRun> buildOf(const CommandLine &Line);

} // namespace warplint

#endif // WARPLINT_TOOLS_BUILDOFRUN_H
