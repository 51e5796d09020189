//===- PythonSource.h - CUDA C++ inside a Python file -----------*- C++ -*-===//
//
// The string literals of a .py that go to a compiler of CUDA C++ (load_inline,
// RawKernel, SourceModule, ...), read without running Python. What is compiled
// together is a text of its own, as the compiler gets it, and each byte of it
// knows the bytes of the .py that it was made from:
//
//   N = 32
//   code = "__global__ void f(float *x) { x[{}] = {}; }".format(N, M)
//   cp.RawKernel(code, "f")((1,), (64,), (x,))      a launch of f, block (64,1,1)
//
// is "__global__ void f(float *x) { x[32] = M; }", on line 2: blank lines before
// a literal keep what stands in it on the lines of the .py. M, which is not bound
// once to a constant, is a macro without a definition.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PYTHON_PYTHONSOURCE_H
#define WARPLINT_PYTHON_PYTHONSOURCE_H

#include "warplint/Basic/CompilerError.h"
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
  bool IsReplacedIn = false; ///< `.replace(...)`: no edit goes into it.
};

/// What is formatted in or put between literals where the text has a name.
struct FormattedValue {
  std::string Name;     ///< Empty: no macro can stand for it.
  std::string Spelling; ///< "{TILE}".
  SourcePlace Where;
  /// It may be directives, or decide one: nothing is known without it.
  bool IsWhole = false;
};

/// What is compiled as one.
struct EmbeddedCuda {
  std::string Text;
  std::vector<std::pair<size_t, size_t>> Origins; ///< Of its bytes, in the .py.
  std::vector<std::string> Flags; ///< -D, -I and -std of the call.
  std::map<std::string, std::vector<LaunchRecord>> Launches; ///< By kernel.
  std::vector<std::string> Instances;                        ///< "f<float, 4>"
  std::vector<std::string> Kernels; ///< Empty names: not known.
  std::vector<FormattedValue> Values;
  std::vector<PythonLiteral> Literals;
};

struct PythonSource {
  std::vector<EmbeddedCuda> Modules;
  /// Literals with kernels that go to no call which is known.
  std::vector<SourcePlace> Unused;
  std::vector<CompilerError> Errors; ///< At most one.
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
