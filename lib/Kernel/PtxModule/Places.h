//===- Places.h - Where a statement of a module was written -----*- C++ -*-===//
//
// A `.loc` names the line that the following statements were made from. Where
// that line was inlined, nvcc says so in it; LLVM (Triton, clang) says so in the
// comment behind it, or in .debug_info alone:
//
//   .loc 2 84 3, function_name $L__info_string1, inlined_at 1 16 3
//   .loc 2 309 36  // standard.py:309:36 @[ sort.py:57:20 ]
//
// A statement without one is where it stands in the module.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_PTXMODULE_PLACES_H
#define WARPLINT_LIB_KERNEL_PTXMODULE_PLACES_H

#include "InlinedCalls.h"
#include "llvm/IR/DIBuilder.h"

namespace warplint::ptx {

/// Text offsets as lines and columns.
class LineTable {
public:
  explicit LineTable(llvm::StringRef Text);
  std::pair<unsigned, unsigned> at(size_t Offset) const;

private:
  std::vector<size_t> Begins;
};

/// A function that only places name: it was inlined everywhere.
struct InlinedFunction {
  std::string Name;
  std::string File;
};

class Places {
public:
  Places(const ModuleText &Text, llvm::StringRef File, llvm::Module &M);
  /// Before the statements of \p F, made from \p Text.
  void startFunction(llvm::Function &F, const FunctionText &Text);
  /// Reads the `.loc` of \p S.
  void take(const Statement &S);
  /// Where \p S was written.
  llvm::DILocation *of(const Statement &S);
  /// The file of the first `.loc` of a function; empty without one.
  llvm::StringRef fileOf(const FunctionText &Text) const;
  void finish() { Debug.finalize(); }

  const LineTable Lines;
  /// By the linkage name of their debug information.
  std::map<std::string, InlinedFunction> Inlined;

private:
  struct Spot {
    std::string File;
    unsigned Line = 0, Column = 0;
    auto operator<=>(const Spot &) const = default;
  };
  llvm::DIFile *file(llvm::StringRef Path);
  llvm::DISubprogram *inlinedFunction(std::string Symbol, std::string Name,
                                      llvm::StringRef File);
  llvm::DILocation *locationIn(llvm::DISubprogram *Scope, const Spot &At,
                               llvm::DILocation *InlinedAt);
  llvm::DILocation *readInlinedAt(Tokens Run, const Spot &At);
  llvm::DILocation *readComment(llvm::StringRef Comment, const Spot &At);
  llvm::DILocation *readDebugInfo(const Statement &S, unsigned File,
                                  const Spot &At);
  llvm::DILocation *locationOf(const InlinedCall &Call);
  std::optional<Spot> readSpot(llvm::StringRef Text) const;
  std::string fileNamed(unsigned Number) const;

  const ModuleText &Text;
  const std::string Own;
  /// Nothing where the lines name callers themselves.
  std::optional<InlinedCalls> Calls;
  llvm::DIBuilder Debug;
  llvm::DISubprogram *Function = nullptr;
  llvm::DILocation *Current = nullptr;
  /// The last location with this place, in the function.
  std::map<Spot, llvm::DILocation *> Known;
  /// The calls around a location.
  llvm::DenseMap<llvm::DILocation *, unsigned> Depths;
  std::map<const InlinedCall *, llvm::DILocation *> CallPlaces;
  std::map<std::string, llvm::DIFile *> Files;
  std::map<std::pair<std::string, std::string>, llvm::DISubprogram *> Scopes;
};

} // namespace warplint::ptx

#endif // WARPLINT_LIB_KERNEL_PTXMODULE_PLACES_H
