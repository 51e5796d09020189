//===- NolintComments.h - NOLINT, as in clang-tidy --------------*- C++ -*-===//
//
//   x = s[2 * t];   // NOLINT                        this line
//   x = s[2 * t];   // NOLINT(warplint-*, other)     this line, these checks
//   // NOLINTNEXTLINE(warplint-bank-conflict)        the line below
//   // NOLINTBEGIN(warplint-*)                       from here
//   // NOLINTEND(warplint-*)                         to here
//
// As in clang-tidy the words are found anywhere in a line, in comments or not,
// the list of checks is one of globs in which those with a '-' do not count,
// "NOLINT()" is about no check, and an END closes the last BEGIN with the same
// list. What has no partner is an error.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SELECT_NOLINTCOMMENTS_H
#define WARPLINT_SELECT_NOLINTCOMMENTS_H

#include "warplint/Config/GlobList.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace warplint {

/// The comments of one file.
class NolintComments {
public:
  explicit NolintComments(llvm::StringRef Text);

  /// Whether findings of \p Check are held back at byte \p Offset.
  bool covers(llvm::StringRef Check, size_t Offset) const;

  /// A BEGIN or END without its partner.
  struct Unmatched {
    size_t Offset = 0;
    std::string Message;
  };
  const std::vector<Unmatched> &unmatched() const { return Errors; }

private:
  struct Range {
    size_t Begin = 0, End = 0; ///< [Begin, End)
    GlobList Checks;
  };
  std::vector<Range> Ranges;
  std::vector<Unmatched> Errors;
};

} // namespace warplint

#endif // WARPLINT_SELECT_NOLINTCOMMENTS_H
