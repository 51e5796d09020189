//===- FileReport.cpp - All that is known of one file ---------------------===//

#include "warplint/Finding/FileReport.h"

using namespace llvm;

namespace warplint {

void FileReport::dropFix(size_t Number, const std::string &Why) {
  Fixes.erase(Fixes.begin() + Number);
  for (Finding &F : Findings) {
    llvm::erase(F.Fixes, Number);
    for (size_t &Other : F.Fixes)
      Other -= Other > Number;
  }
  for (ArrayRemedy &R : Layouts) {
    if (!R.Fix)
      continue;
    if (R.Fix->Fix == Number) {
      R.Fix.reset();
      R.Blockers.push_back({R.Declaration, Why});
    } else if (R.Fix->Fix > Number) {
      --R.Fix->Fix;
    }
  }
}

} // namespace warplint
