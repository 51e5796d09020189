//===- TextReport.h - Findings as clang-style diagnostics -------*- C++ -*-===//
//
// Rendered by clang's own TextDiagnostic, so that whatever reads clang's output
// (editors, problem matchers, eyes) reads this:
//
//   gemm.cu:42:14: warning: 8-way bank conflict: ... [warplint-bank-conflict]
//      42 |       acc += tile[threadIdx.x * 8];
//         |              ^~~~~~~~~~~~~~~~~~~~~
//   gemm.cu:42:14: note: lanes 0, 4, 8, ... read 8 different words of bank 0
//   gemm.cu:12:14: note: 'tile' is declared here as float[256]
//      12 |   __shared__ float tile[256];
//         |                    ^~~~
//
// Grouped, the findings of one check about one array in one kernel are one
// diagnostic: the costliest with the notes that are about its figure, a line for
// each other one, what can be done for the array, and the lines that its fix
// changes. Long lists are cut, so that an array takes about twelve lines.
//
// What clang's output has no rule for:
//
//   A note without a place of its own gets that of its finding, so that every
//   line can be jumped to, and no snippet, which would only repeat the
//   finding's. The same holds for a note whose place is the finding's.
//
//   A place that its file does not have (the file is gone, unreadable, no
//   regular file, or shorter than it was) is printed as FILE:LINE:COLUMN
//   without snippet.
//
//   A finding without a line is printed after its file name, or bare where it
//   has none: "gemm.cu: warning: ...", "warning: ...".
//
// Messages are printed as they are; nothing in them is expanded.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REPORT_TEXTREPORT_H
#define WARPLINT_REPORT_TEXTREPORT_H

#include "warplint/Finding/FileReport.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <vector>

namespace warplint {

/// Prints findings of many files to one stream, in the order that they have.
/// Parse errors, omitted functions and the accesses themselves are not printed.
class TextReport {
public:
  /// \p FS resolves relative names of files against its working directory.
  /// Files are read anew for each report and not kept. \p HasColor: ANSI escapes,
  /// in clang's colours, whether or not the stream is a terminal.
  TextReport(llvm::raw_ostream &Out,
             llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS, bool HasColor,
             bool IsGrouped = false)
      : Out(Out), FS(std::move(FS)), HasColor(HasColor), IsGrouped(IsGrouped) {}

  void print(const FileReport &Report);

  /// "2 warnings and 1 error generated.", as clang says it, of all that was
  /// printed so far; nothing when there are none. Remarks do not count. If a
  /// warning stands for several findings, their number is printed as well. Clang
  /// writes this to standard error, so that piped findings stay findings; the
  /// findings' own stream is flushed first.
  void printSummary(llvm::raw_ostream &Stream);

private:
  llvm::raw_ostream &Out;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS;
  bool HasColor, IsGrouped;
  unsigned Warnings = 0, Errors = 0;
  unsigned Reported = 0; ///< Findings that these are about.
};

/// "a.cu:5:22: warning: 32-way bank conflict: ... [warplint-bank-conflict]",
/// without notes and source.
std::string findingLine(const Finding &F);

/// The layout that a note of \p F advises, "suggested layout: padding of 1 after ..."; or
/// empty.
llvm::StringRef remedyOf(const Finding &F);

/// "conflicting", "clean", "data-dependent", ...: what became of \p Access.
llvm::StringRef outcomeName(const AccessRecord &Access);

/// "conflicting" in shared memory, "uncoalesced" in global and local memory,
/// "divergent" in constant memory.
llvm::StringRef excessName(llvm::StringRef Memory);

/// Accesses by memory, in this order: shared (of all blocks of the cluster),
/// global, local, constant; only those memories that are accessed.
std::vector<std::vector<const AccessRecord *>>
accessesByMemory(llvm::ArrayRef<const AccessRecord *> Accesses);

/// "12 shared-memory accesses: 11 clean, 1 data-dependent": each access of the
/// source counted once, with the worst of its verdicts; of other memory
/// "3 global-memory accesses: 1 uncoalesced, 2 clean". Empty for none.
std::string outcomesOf(llvm::ArrayRef<const AccessRecord *> OfOneMemory);

/// "12 shared-memory accesses: 11 clean, 1 data-dependent.": what became of all
/// accesses of the source, each counted once with the worst of its verdicts; or
/// that there are none. Silence would not tell clean from not analysed.
void printClosingLine(llvm::raw_ostream &Out,
                      const std::vector<FileReport> &Reports);

/// The table of --stats: a heading, one row per kernel that touches shared
/// memory in the order of the reports (every kernel with \p AllKernels), and a
/// total. For scripts: blanks separate the columns, and only the last one,
/// "FILE: KERNEL", may hold some itself. docs/verdicts.md has an example.
///
///   accesses        in the source, the sum of the next six
///   clean           proven free of excess for every value of the unknowns
///   conflicting     proven to cost more than ideal in every case
///   depends         proven to cost more than ideal in some cases only
///   never-runs      no lane of any warp executes it
///   data-dependent  not decided, because the index depends on data
///   unproven        not decided for another reason
///   decided         share of the first four among all that are not
///                   data-dependent, "97.3%", rounded down; "-" for none
///   reasons         the unproven ones by reasonName, "NAME=COUNT", most
///                   frequent first, joined by commas; "-" for none
///   kernel
///
/// Where functions were left out, or files had errors, lines for them follow:
///
///   left out: 3 functions
///          2  recursive
///          1  uses unknown type 'Params'
///   files with errors: 1
void printStats(llvm::raw_ostream &Out, const std::vector<FileReport> &Reports,
                bool AllKernels = false);

} // namespace warplint

#endif // WARPLINT_REPORT_TEXTREPORT_H
