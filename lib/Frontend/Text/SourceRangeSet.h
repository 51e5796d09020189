//===- SourceRangeSet.h - What is wrong at which places ---------*- C++ -*-===//
//
// Places and stretches of source text, each with a number that says what is
// meant. A place in an included file also counts at the #include, so that a
// function whose body is pulled in line by line is asked about as a whole.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_TEXT_SOURCERANGESET_H
#define WARPLINT_LIB_FRONTEND_TEXT_SOURCERANGESET_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>
#include <optional>
#include <vector>

namespace clang {
class SourceManager;
}

namespace warplint {

class SourceMarks {
public:
  using Filter = std::function<bool(unsigned Id)>;

  void add(const clang::SourceManager &SM, clang::SourceRange Range,
           unsigned Id);
  void add(const clang::SourceManager &SM, clang::SourceLocation Loc,
           unsigned Id) {
    add(SM, clang::SourceRange(Loc), Id);
  }
  bool empty() const { return ByFile.empty(); }

  /// The smallest number of those that \p Range touches and \p Counts takes.
  std::optional<unsigned> firstIn(const clang::SourceManager &SM,
                                  clang::SourceRange Range,
                                  const Filter &Counts = nullptr) const;

private:
  struct Stretch {
    unsigned Begin, End, Id; ///< Offsets in the file, both included.
  };
  void addIn(clang::FileID File, Stretch S);
  llvm::DenseMap<clang::FileID, std::vector<Stretch>> ByFile;
};

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_TEXT_SOURCERANGESET_H
