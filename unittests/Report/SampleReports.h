//===- SampleReports.h - Reports that the tests print ----------*- C++ -*-===//
#ifndef WARPLINT_UNITTESTS_REPORT_SAMPLEREPORTS_H
#define WARPLINT_UNITTESTS_REPORT_SAMPLEREPORTS_H

#include "warplint/Finding/FileReport.h"
#include "llvm/Support/JSON.h"
#include <string>
#include <vector>

namespace warplint::test {

/// The example of docs/json.md: tile[threadIdx.x * 8] of floats, 64 threads.
FileReport gatherReport();

/// One access of \p Kernel with a verdict of \p Kind.
AccessRecord accessWith(std::string Kernel, VerdictKind Kind,
                        UnprovenReason Reason = UnprovenReason::None);

/// Reports in which every kind of object and every optional member is there in
/// one access and absent in another.
std::vector<FileReport> variedReports();

std::string printedJson(const std::vector<FileReport> &Reports);

/// The document, parsed; null (and a failed test) when it is no JSON.
llvm::json::Value parsedJson(const std::vector<FileReport> &Reports);

/// The first access of the first file of \p Document.
const llvm::json::Object &firstAccess(const llvm::json::Value &Document);

/// A file of the documentation folder.
std::string readDocument(const std::string &Name);

} // namespace warplint::test

#endif // WARPLINT_UNITTESTS_REPORT_SAMPLEREPORTS_H
