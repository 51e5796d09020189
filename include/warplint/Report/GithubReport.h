//===- GithubReport.h - Findings as GitHub workflow commands ----*- C++ -*-===//
//
// Lines that a GitHub job shows at the code of a pull request:
//
//   ::warning file=src/tile.cu,line=12,col=9,endColumn=20,
//       title=warplint-bank-conflict::32-way bank conflict: ...
//
// (in one line). Remarks are notices. Of a range over several lines GitHub
// takes no columns.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REPORT_GITHUBREPORT_H
#define WARPLINT_REPORT_GITHUBREPORT_H

#include "warplint/Finding/FileReport.h"
#include "llvm/Support/raw_ostream.h"

namespace warplint {

/// Files are named from the folder \p Root.
void printGithub(llvm::raw_ostream &Out, const FileReport &Report,
                 llvm::StringRef Root);

} // namespace warplint

#endif // WARPLINT_REPORT_GITHUBREPORT_H
