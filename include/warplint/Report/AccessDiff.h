//===- AccessDiff.h - Two states of a program, access by access -*- C++ -*-===//
//
// What --diff says: "this load went from 1 to 8 wavefronts". The two sides are
// reports of a run or documents of --format=json, in any combination.
//
// How accesses find their partners. Files are those of the same name, or of the
// longest common end of their names where that is one file only: two trees and
// two machines name them differently. In a file accesses of one kernel (with
// its template arguments), kind and array are partners where the text of their
// lines is the same, whatever has moved; several that are alike in the order of
// the source. What is left is an access whose line was edited: partners in the
// order of the source where as many are left on both sides. Else they are new,
// or gone.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REPORT_ACCESSDIFF_H
#define WARPLINT_REPORT_ACCESSDIFF_H

#include "warplint/Finding/FileReport.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// What a comparison needs of an AccessRecord.
struct ComparedAccess {
  SourcePlace Where;
  std::string Kernel, TemplateArguments, Array;
  std::string Kind; ///< As in JSON: "load", "cp.async".
  std::string Source;
  VerdictKind Verdict = VerdictKind::Unproven;
  /// Of the costliest request; 0 where nothing is issued or nothing is proven.
  unsigned Predicted = 0, Ideal = 0;
  std::string Unit = {}; ///< Of these: "wavefronts", "sectors"; or empty.

  bool isProven() const { return Verdict != VerdictKind::Unproven; }
  unsigned excess() const { return Predicted > Ideal ? Predicted - Ideal : 0; }
};

/// The spills and idle warps of a kernel as two accesses that are best at 0.
void addCompared(const OccupancyRecord &R, std::vector<ComparedAccess> &Into);

std::vector<ComparedAccess>
comparedAccesses(const std::vector<FileReport> &Reports);

/// Those of a document of --format=json; \p Name is that of its file, for
/// errors.
llvm::Expected<std::vector<ComparedAccess>> readAccesses(llvm::StringRef Json,
                                                         llvm::StringRef Name);

enum class ChangeKind : uint8_t {
  Worse,     ///< Costs more beyond the ideal than before.
  Added,     ///< New, and costs more than the ideal.
  Better,    ///< Costs less beyond the ideal.
  Removed,   ///< Cost more than the ideal, and is gone.
  Undecided, ///< Is not proven any more.
  Decided,   ///< Is proven now.
};

/// "worse", "added", ...
llvm::StringRef changeName(ChangeKind Kind);

/// Worse and Added: what a check of a change is to fail for.
bool isWorse(ChangeKind Kind);

struct AccessChange {
  ChangeKind Kind = ChangeKind::Worse;
  std::optional<ComparedAccess> Before, After;
};

/// In the order of the source, those that have only a before last. What costs
/// what it did is not in it.
std::vector<AccessChange>
compareAccesses(const std::vector<ComparedAccess> &Before,
                const std::vector<ComparedAccess> &After);

/// The changes as findings, those of several kernels at one place as one: a
/// warning for what got worse, a remark for the rest.
std::vector<Finding> findingsOf(const std::vector<AccessChange> &Changes);

/// One JSON document, see docs/json.md.
void printDiff(llvm::raw_ostream &Out,
               const std::vector<AccessChange> &Changes);

} // namespace warplint

#endif // WARPLINT_REPORT_ACCESSDIFF_H
