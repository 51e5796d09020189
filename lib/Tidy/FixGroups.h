//===- FixGroups.h - Which finding carries which edits ----------*- C++ -*-===//
//
// clang-tidy applies the edits of a diagnostic together or not at all, and
// drops a diagnostic's edits that touch those of another. So all edits of a
// fix go with one finding, and those of fixes that have an edit in common go
// together.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TIDY_FIXGROUPS_H
#define WARPLINT_TIDY_FIXGROUPS_H

#include "warplint/Finding/FileReport.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <vector>

namespace warplint {

class FixGroups {
public:
  explicit FixGroups(const FileReport &Report);

  /// The edits that go with the finding \p Index, in the order of the file;
  /// nothing for most.
  llvm::ArrayRef<FileEdits> editsWith(size_t Index) const;

private:
  std::map<size_t, std::vector<FileEdits>> ByFinding;
};

} // namespace warplint

#endif // WARPLINT_TIDY_FIXGROUPS_H
