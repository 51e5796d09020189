//===- Attribution.h - The line that the user wrote -------------*- C++ -*-===//
//
// An access is shown where the user wrote it. One made inside a library belongs
// to the call in the user's own code through which it came; the place in the
// library becomes a note. A library is what comes with the toolkit or the
// system (-isystem), what lives in the namespaces of CuTe, CUTLASS, CUB, Thrust
// and libcu++, and what lies in another checkout than the main file; the main
// file itself never is.
//
// Many accesses of a library can stand behind one expression of the user
// (`gemm(tCsA, tCsB, tCrC)`): they are told apart by their ordinals.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_ANALYSIS_ATTRIBUTION_H
#define WARPLINT_LIB_ANALYSIS_ATTRIBUTION_H

#include "warplint/Finding/AccessRecord.h"
#include "warplint/Finding/Finding.h"
#include "warplint/Kernel/KernelModel.h"
#include <map>
#include <string>

namespace warplint {

class Attribution {
public:
  explicit Attribution(SourceView &View) : View(View) {}

  /// Fills in \p R's place, its notes and its call chain. The expression at that
  /// place, where it is known.
  const SourceNode *attribute(AccessRecord &R, const KernelAccess &Access);

private:
  bool isLibrary(const SourceFunction *F) { return F && View.isLibrary(*F); }
  bool isOfLibrary(const KernelAccess &Access, bool HasUser);
  AccessPlace placeOf(const SourceFunction *Function, const std::string &File,
                      const AccessQuery &Query);
  const std::string &userNameOf(const std::string &Path);
  std::string nameOf(const CallFrame &Frame);
  unsigned ordinalOf(const AccessRecord &R, const KernelAccess &Access,
                     size_t Frames);

  SourceView &View;
  std::map<std::string, std::string> Files;
  std::map<std::pair<SourcePlace, AccessVerb>, std::map<std::string, unsigned>>
      LibraryAccesses;
};

} // namespace warplint

#endif // WARPLINT_LIB_ANALYSIS_ATTRIBUTION_H
