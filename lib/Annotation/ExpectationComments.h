//===- ExpectationComments.h - Expectations of one file ---------*- C++ -*-===//

#ifndef WARPLINT_LIB_ANNOTATION_EXPECTATIONCOMMENTS_H
#define WARPLINT_LIB_ANNOTATION_EXPECTATIONCOMMENTS_H

#include "ExpectationText.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace warplint {

/// An expectation and the bytes of the file that it is about.
struct ExpectationComment {
  Expectation What;
  size_t Offset = 0, Length = 0; ///< Of the words.
  size_t Begin = 0, End = 0;     ///< What it is about; empty at a file's end.
  std::optional<AnnotationError> Error; ///< Offsets are in the file.
};

/// All expectations of a file's \p Text, in its order.
std::vector<ExpectationComment> expectationsIn(llvm::StringRef Text);

/// \p Line, which may begin with "warplint:", is an expectation.
bool isExpectation(llvm::StringRef Line);

} // namespace warplint

#endif // WARPLINT_LIB_ANNOTATION_EXPECTATIONCOMMENTS_H
