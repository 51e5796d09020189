//===- PythonSource.h - CUDA C++ inside a Python file -----------*- C++ -*-===//
//
// The string literals of a .py that go to a compiler of CUDA C++ (load_inline,
// RawKernel, SourceModule, ...), read without running Python. Each set of
// literals that is compiled together is a text of its own in which all else of
// the .py is blank: a byte of the text has the line and the column that it has in
// the .py, so that places and edits need no translation.
//
//   code = r"""                                     blank
//   __global__ void f(float *x) { *x = {N}; }       as it is; N is a macro
//   """                                             blank
//   cp.RawKernel(code, "f")((1,), (64,), (x,))      a launch of f, block (64,1,1)
//
// What is formatted in has the value of a Python name that is bound once, to a
// constant; else it is a macro without a definition.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PYTHON_PYTHONSOURCE_H
#define WARPLINT_PYTHON_PYTHONSOURCE_H

#include "warplint/Basic/LaunchRecord.h"
#include "warplint/Basic/SourceEdit.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <string>
#include <vector>

namespace warplint {

/// How a literal becomes text, beside its escapes.
enum class PythonFormat : uint8_t { None, FString, Braces, Percent, Dollar };

/// Part of a literal's source, without prefix and quotes.
struct PythonLiteral {
  size_t Begin = 0, End = 0;
  bool IsRaw = false;
  bool IsTriple = false; ///< It may have several lines.
  PythonFormat Format = PythonFormat::None;
};

/// What is formatted in where the text has a name.
struct FormattedValue {
  std::string Name;
  std::string Spelling; ///< "{TILE}".
  SourcePlace Where;
  bool IsKnown = false;
};

/// What is compiled as one.
struct EmbeddedCuda {
  std::string Text; ///< As long as that of the .py.
  /// -D, -I and -std of the call, and values that are formatted in.
  std::vector<std::string> Flags;
  std::map<std::string, std::vector<LaunchRecord>> Launches; ///< By kernel.
  std::vector<std::string> Instances;                        ///< "f<float, 4>"
  std::vector<FormattedValue> Values;
  std::vector<PythonLiteral> Literals; ///< In the order of the file.
};

struct PythonSource {
  std::vector<EmbeddedCuda> Modules;
  /// Literals with kernels that go to no call which is known.
  std::vector<SourcePlace> Unused;
  std::string Errors; ///< "model.py:3:1: error: ...", with the line.
};

/// Reads \p Text, that of \p File.
PythonSource readPython(llvm::StringRef File, llvm::StringRef Text);

/// \p Edit of Module.Text as one of \p Text, that of the .py; nothing where no
/// Python can say it.
std::optional<SourceEdit> editOfPython(const SourceEdit &Edit,
                                       const EmbeddedCuda &Module,
                                       llvm::StringRef Text);

/// By its name.
inline bool isPythonFile(llvm::StringRef File) {
  return File.ends_with_insensitive(".py");
}

} // namespace warplint

#endif // WARPLINT_PYTHON_PYTHONSOURCE_H
