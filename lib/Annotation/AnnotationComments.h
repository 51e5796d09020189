//===- AnnotationComments.h - `// warplint:` above a kernel -----*- C++ -*-===//
//
// An annotation is a line of a comment that begins with "warplint:". It is
// about the kernel whose definition follows: between the two stands nothing but
// what belongs to the definition (template header, attributes, other comments).
//
//   // warplint: block(32, 8) assume(pitch % 32 == 0)
//   template <typename T>
//   __global__ void transpose(T *out, const T *in, int pitch) {
//
// A clause may run on over the comment's following lines while a parenthesis is
// open.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_ANNOTATION_ANNOTATIONCOMMENTS_H
#define WARPLINT_LIB_ANNOTATION_ANNOTATIONCOMMENTS_H

#include "warplint/Annotation/Annotation.h"
#include "warplint/Finding/AccessRecord.h"
#include "warplint/Finding/Finding.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"
#include <map>

namespace clang {
class ASTContext;
class FunctionDecl;
class SourceManager;
} // namespace clang

namespace warplint {

class ClangView;
struct SourceFunction;

/// The check under which problems of annotations are reported.
inline constexpr const char *AnnotationCheck = "warplint-annotation";

class AnnotationComments {
public:
  explicit AnnotationComments(clang::ASTContext &Context) : Context(&Context) {}
  /// Reads those of the main file. No comments where \p View is null.
  explicit AnnotationComments(ClangView *View);

  /// Reads the annotations of a file. Those of a kernel's file are read when it
  /// is asked for.
  void read(clang::FileID File);

  /// What the comments above the definition of \p Kernel say; null when there
  /// are none.
  const Annotation *of(const clang::FunctionDecl &Kernel);
  const Annotation *of(const SourceFunction &Kernel);

  /// Errors of the files that were read: what is not understood, and what
  /// stands above no kernel. To be called when all kernels have been asked for.
  std::vector<Finding> takeErrors();

private:
  class Reader;

  clang::ASTContext *Context = nullptr;
  /// By the offset of the brace that opens the function's body.
  std::map<clang::FileID, std::map<unsigned, Annotation>> Files;
  std::vector<Finding> Errors;
  /// Of functions that do not look like kernels, until one asks.
  std::map<std::pair<clang::FileID, unsigned>, std::vector<Finding>> Unclaimed;
};

} // namespace warplint

#endif // WARPLINT_LIB_ANNOTATION_ANNOTATIONCOMMENTS_H
