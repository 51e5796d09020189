//===- Annotation.h - What the user promises of a kernel --------*- C++ -*-===//
//
// The language of `// warplint: ...` comments and of --assume. An annotation is
// a list of clauses, with or without commas between them:
//
//   annotation:  { clause [','] }
//   clause:      'block' '(' constant [',' constant [',' constant]] ')'
//                'assume' '(' conditions ')'
//                'instantiate' '(' template arguments ')'
//                'dynamic_shared' '(' constant ')'        in bytes
//   conditions:  condition { ('&&' | ',') condition }
//   condition:   name relation constant            n == 128, 0 < n, n <= 4096
//                constant relation name
//                name '%' constant '==' constant   pitch % 32 == 0
//   relation:    '==' | '=' | '<' | '<=' | '>' | '>='
//   name:        { '*' } identifier { '.' identifier | '->' identifier
//                | '[' text ']' }                  n, p.ld, *count, gridDim.x
//   constant:    integers as C writes them, with + - * / << and parentheses
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANNOTATION_ANNOTATION_H
#define WARPLINT_ANNOTATION_ANNOTATION_H

#include "warplint/Basic/LaunchShape.h"
#include "warplint/Basic/SourcePlace.h"
#include "warplint/Lane/SymbolBinding.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// One condition on a value that all threads of a launch share.
struct Assumption {
  std::string Name; ///< "pitch", "p.ld", "*count", "gridDim.x".
  SymbolValues Values;
  std::string Text;  ///< "pitch % 32 == 0".
  SourcePlace Where; ///< Invalid for an option.
  /// Of an option: "--assume", ".warplint", "warplint-bank-conflict.Assume".
  std::string Option;
};

/// A block that the user gives.
struct AnnotatedBlock {
  LaunchShape Shape;
  SourcePlace Where;
};

/// Arguments with which the template below is to be instantiated.
struct AnnotatedInstance {
  std::vector<std::string> Arguments; ///< As written: "float", "128".
  SourcePlace Where;
};

struct Annotation {
  std::vector<AnnotatedBlock> Blocks; ///< Several: each can occur.
  std::vector<Assumption> Assumptions;
  std::vector<AnnotatedInstance> Instances;
  /// Bytes of dynamic shared memory.
  std::optional<uint64_t> DynamicShared;
};

/// What is wrong with an annotation. Begin and End are offsets in its text.
struct AnnotationError {
  size_t Begin = 0, End = 0;
  std::string Message;
};

/// The place in a file of the part of a text that runs from Begin to End.
using PlaceOfPart = llvm::function_ref<SourcePlace(size_t Begin, size_t End)>;

/// Adds what \p Text, without the leading "warplint:", says to \p Into. Nothing
/// is added when there is an error.
std::optional<AnnotationError>
parseAnnotation(llvm::StringRef Text, PlaceOfPart PlaceOf, Annotation &Into);

/// "unknown clause 'asume'; did you mean 'assume'?"; empty for one that is known.
std::string clauseProblem(llvm::StringRef Clause);

/// Reads conditions alone, as in --assume.
std::optional<AnnotationError> parseConditions(llvm::StringRef Text,
                                               std::vector<Assumption> &Into);

/// Why no launch gives a kernel so many bytes of dynamic shared memory; empty
/// when one can.
std::string dynamicSharedProblem(int64_t Bytes);

/// Why no block has this shape: "a block has at most 1024 threads"; empty when
/// one can. Unknown components count as 1.
std::string blockProblem(const LaunchShape &Shape);

} // namespace warplint

#endif // WARPLINT_ANNOTATION_ANNOTATION_H
