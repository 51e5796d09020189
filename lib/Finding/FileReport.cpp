//===- FileReport.cpp - All that is known of one file ---------------------===//

#include "warplint/Finding/FileReport.h"

using namespace llvm;

namespace warplint {

void FileReport::noteUndefined(const AccessRecord &Access) {
  std::string Kernel = Access.Kernel + Access.TemplateArguments;
  for (const UndefinedMacro &M : Access.Undefined) {
    auto Known = find_if(Undefined, [&](const AssumedMacro &A) {
      return A.Macro.Name == M.Name;
    });
    if (Known == Undefined.end())
      Known = Undefined.insert(Known, {M, {}});
    if (!is_contained(reverse(Known->Kernels), Kernel))
      Known->Kernels.push_back(Kernel);
  }
}

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
