//===- SystemHeaders.h - Which headers are not the user's -------*- C++ -*-===//

#ifndef WARPLINT_LIB_ANALYSIS_SYSTEMHEADERS_H
#define WARPLINT_LIB_ANALYSIS_SYSTEMHEADERS_H

#include "warplint/Finding/FileReport.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

namespace warplint {

/// Fills FileReport::SystemHeaders.
inline void listSystemHeaders(clang::SourceManager &SM, FileReport &Report) {
  std::vector<std::string> Seen;
  for (const AccessRecord &A : Report.Accesses) {
    if (llvm::is_contained(Seen, A.Where.File))
      continue;
    Seen.push_back(A.Where.File);
    auto Entry = SM.getFileManager().getOptionalFileRef(A.Where.File);
    clang::FileID ID = Entry ? SM.translateFile(*Entry) : clang::FileID();
    if (ID.isValid() && SM.isInSystemHeader(SM.getLocForStartOfFile(ID)))
      Report.SystemHeaders.push_back(A.Where.File);
  }
}

} // namespace warplint

#endif // WARPLINT_LIB_ANALYSIS_SYSTEMHEADERS_H
