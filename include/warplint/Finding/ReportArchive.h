//===- ReportArchive.h - Reports kept as bytes ------------------*- C++ -*-===//
//
// A FileReport as bytes and back, for a process that hands its report to
// another and for the cache of results. Every member of every struct is in it:
// which ones there are is asked of the compiler, so that none is forgotten when
// one is added. The bytes mean something to the same build of the program alone
// and carry no checksum: who keeps them on a disk adds both.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FINDING_REPORTARCHIVE_H
#define WARPLINT_FINDING_REPORTARCHIVE_H

#include "warplint/Finding/AccessVerdict.h"
#include "warplint/Finding/FileReport.h"
#include "warplint/Lane/WarpTotals.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace warplint {

/// Appends \p Report to \p Bytes.
void writeReport(std::string &Bytes, const FileReport &Report);

/// Reads a report off the front of \p Bytes. Nothing where that is not one,
/// as far as can be told.
std::optional<FileReport> readReport(llvm::StringRef &Bytes);

/// The same for what is known of one access.
void writeAnswer(std::string &Bytes, const AccessVerdict &Verdict);
void writeAnswer(std::string &Bytes, const std::optional<WarpTotals> &Totals);
bool readAnswer(llvm::StringRef Bytes, AccessVerdict &Verdict);
bool readAnswer(llvm::StringRef Bytes, std::optional<WarpTotals> &Totals);

/// The same for a text and a number, for what goes with a report.
void writeText(std::string &Bytes, llvm::StringRef Text);
std::optional<llvm::StringRef> readText(llvm::StringRef &Bytes);
void writeNumber(std::string &Bytes, uint64_t Number);
std::optional<uint64_t> readNumber(llvm::StringRef &Bytes);

} // namespace warplint

#endif // WARPLINT_FINDING_REPORTARCHIVE_H
