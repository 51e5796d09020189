//===- CompilerError.h - What a compiler refuses ----------------*- C++ -*-===//
//
// An error of clang, of the reader of PTX or of that of Python, by its parts: no
// one has to read the text that is printed.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_BASIC_COMPILERERROR_H
#define WARPLINT_BASIC_COMPILERERROR_H

#include "warplint/Basic/SourcePlace.h"
#include <string>
#include <vector>

namespace warplint {

/// What a compiler says against a part of the source.
struct CompilerError {
  SourcePlace Where; ///< No file: about none.
  std::string Message;
  std::string Text; ///< As printed: with the place, the line and the notes.
  bool IsFatal = false;
  bool LacksHeader = false; ///< An #include finds no file.
};

/// What is printed of \p Errors.
inline std::string textOf(const std::vector<CompilerError> &Errors) {
  std::string Text;
  for (const CompilerError &E : Errors)
    Text += E.Text;
  return Text;
}

} // namespace warplint

#endif // WARPLINT_BASIC_COMPILERERROR_H
