//===- JsonReport.h - Every access as one JSON document ---------*- C++ -*-===//
//
// The document is described in docs/json.md and, for validators, in
// docs/warplint.schema.json. Every member is always present; what is not known
// is null. The "version" member is raised when a member is removed or changes
// its meaning, not when one is added.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_REPORT_JSONREPORT_H
#define WARPLINT_REPORT_JSONREPORT_H

#include "warplint/Finding/FileReport.h"
#include "llvm/Support/raw_ostream.h"

namespace warplint {

/// Writes one document that ends in a newline. Files, accesses and findings
/// keep their order. Bytes that are no UTF-8 (in file names, say) become
/// U+FFFD.
void printJson(llvm::raw_ostream &Out, const std::vector<FileReport> &Reports);

} // namespace warplint

#endif // WARPLINT_REPORT_JSONREPORT_H
