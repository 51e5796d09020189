//===- FileReport.cpp - All that is known of one file ---------------------===//

#include "warplint/Finding/FileReport.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Messages/Layouts.h"
#include "llvm/Support/Path.h"

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

std::string FileReport::editNote(const ArrayRemedy &R) const {
  size_t Places = 0;
  std::string Where;
  for (const FileEdits &Edited : Fixes[R.Fix->Fix].Files) {
    Places += Edited.Edits.size();
    if (Edited.File != File)
      Where += (Where.empty() ? " of '" : ", '") +
               sys::path::filename(Edited.File).str() + "'";
  }
  const char *Option =
      R.advised()->Condition.empty() ? "--fix" : "--fix --assumed-fixes";
  return Where.empty()
             ? messages::FixEdits(Option, counted(Places, "place"), Where)
             : messages::FixEditsHeader(Option, counted(Places, "place"),
                                        Where);
}

void FileReport::dropFix(size_t Number, const std::string &Why) {
  for (const ArrayRemedy &R : Layouts) {
    if (!R.Fix || R.Fix->Fix != Number)
      continue;
    const std::string Told = editNote(R);
    for (Finding &F : Findings)
      for (FindingNote &Note : F.Notes)
        if (Note.Where == R.Declaration && Note.Message == Told)
          Note.Message = messages::CannotFix(R.Array, Why);
  }
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
