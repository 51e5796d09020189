//===- OutputPaths.cpp - What must not be written over --------------------===//

#include "OutputPaths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace llvm;
namespace fs = llvm::sys::fs;

namespace warplint {

static bool hasSourceName(StringRef File) {
  return StringSwitch<bool>(sys::path::extension(File))
      .Cases({".cu", ".cuh", ".c", ".cc", ".cpp", ".cxx"}, true)
      .Cases({".h", ".hh", ".hpp", ".hxx", ".inl", ".inc", ".ptx"}, true)
      .Default(false);
}

Error checkOutputs(ArrayRef<std::string> Outputs,
                   ArrayRef<std::string> Inputs) {
  for (const std::string &Output : Outputs) {
    // Pipes and terminals take what comes.
    if (!fs::is_regular_file(Output))
      continue;
    for (const std::string &Input : Inputs)
      if (fs::equivalent(Output, Input))
        return createStringError("'" + Output +
                                 "' is not written: it is an input");
    if (hasSourceName(Output))
      return createStringError(
          "'" + Output + "' is not written: it is there, and is a source file");
  }
  return Error::success();
}

std::vector<std::string> withoutRepetitions(ArrayRef<std::string> Files) {
  std::vector<std::string> Result;
  std::set<std::string> Seen;
  for (const std::string &File : Files) {
    SmallString<256> Real;
    if (fs::real_path(File, Real) || Seen.insert(Real.str().str()).second)
      Result.push_back(File);
  }
  return Result;
}

} // namespace warplint
