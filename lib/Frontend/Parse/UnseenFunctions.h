//===- UnseenFunctions.h - Functions of which nothing was made --*- C++ -*-===//
//
// A kernel, or a function with shared memory, may be one that nothing asks for:
// a member template of a class template, a member of a partial specialisation.
// Or clang took its declaration for something else because of an error:
//
//   template <class E>
//   __global__ void copy(lib::Tensor<E> in) {   // to clang a variable
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_PARSE_UNSEENFUNCTIONS_H
#define WARPLINT_LIB_FRONTEND_PARSE_UNSEENFUNCTIONS_H

#include "ParsedFile.h"
#include <set>

namespace warplint {

/// Those of the file \p Own that have no place in \p Known, and why.
std::vector<LeftOut> unseenFunctions(ParsedFile &File, const OwnFile &Own,
                                     WholeFunctions &Whole,
                                     std::set<SourcePlace> Known);

/// Whether the main file mentions shared memory and has a kernel, or a function
/// with such memory, that clang took for something else.
bool lacksFunctions(ParsedFile &File);

/// A definition of device code in a text.
struct WrittenFunction {
  llvm::StringRef Name;
  /// Of __global__ or __device__, of the name, and behind the body.
  size_t Begin = 0, At = 0, End = 0;
  bool IsKernel = false;
  bool HasShared = false; ///< In its body.
};

/// Those of \p Text, a whole file with a 0 behind it, but for what is
/// \p Skipped.
std::vector<WrittenFunction>
writtenFunctions(llvm::StringRef Text, llvm::ArrayRef<OffsetRange> Skipped);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_PARSE_UNSEENFUNCTIONS_H
