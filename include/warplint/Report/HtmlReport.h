//===- HtmlReport.h - A run as one page -------------------------*- C++ -*-===//
//
// A file of HTML that needs nothing else, from disk or from network: totals,
// kernels by what they cost, files, every access, the findings with their bank
// maps and the edits that fix them, and the source with figures in its margin.
// It is whole without its script, which filters and sorts.
//
// Whatever a source, a name or a message holds is text of the page: it is escaped,
// and a policy in the page's head allows no style and no script but its own.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REPORT_HTMLREPORT_H
#define WARPLINT_REPORT_HTMLREPORT_H

#include "warplint/Finding/FileReport.h"
#include "warplint/Finding/SourceLines.h"
#include "llvm/Support/raw_ostream.h"

namespace warplint {

/// Files are named from the folder \p Root.
void printHtml(llvm::raw_ostream &Out, const std::vector<FileReport> &Reports,
               llvm::StringRef Root, SourceLines &Lines);

} // namespace warplint

#endif // WARPLINT_REPORT_HTMLREPORT_H
