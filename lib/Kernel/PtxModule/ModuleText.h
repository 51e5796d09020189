//===- ModuleText.h - A module of PTX, taken apart --------------*- C++ -*-===//
//
// The directives of a module, without meaning: its variables, its functions
// with their parameters and attributes, and the tokens of their bodies. What a
// name means is looked up when all are known: producers declare arrays behind
// their uses. PTX ISA 9.0, sections 4, 5 and 11.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_PTXMODULE_MODULETEXT_H
#define WARPLINT_LIB_KERNEL_PTXMODULE_MODULETEXT_H

#include "Kernel/Ptx/Statement.h"
#include "warplint/Basic/LaunchShape.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <string>

namespace warplint::ptx {

/// A variable or a parameter.
struct Declared {
  Token Name;
  llvm::StringRef Space; ///< "shared", "param", "reg".
  llvm::StringRef Type;  ///< "f32".
  uint64_t Align = 1;
  uint64_t Bytes = 0; ///< 0 where the text does not say: `name[]`.
  bool IsArray = false;
  bool IsExtern = false;
  bool IsPointer = false; ///< `.ptr` of a parameter.
  /// Of `name<4>`, which declares name0 to name3.
  std::optional<uint64_t> Range;
  /// Of the array, and of the vectors in it; 0 for `[]`.
  llvm::SmallVector<uint64_t, 2> Extents;
  Tokens Initializer;

  /// What instructions call it: one name, or those of the range.
  std::vector<std::string> names() const;
};

struct FunctionText {
  Token Name;
  bool IsEntry = false;
  std::vector<Declared> Returns, Parameters;
  std::optional<LaunchShape> Required; ///< .reqntid
  std::optional<unsigned> MostThreads; ///< .maxntid
  std::optional<Tokens> Body;          ///< Without its braces.
  Token End;                           ///< The brace behind it.
};

/// Where a module is no PTX. Offset is one in its text.
struct ModuleProblem {
  size_t Offset = 0;
  std::string Why;
};

class ModuleText {
public:
  explicit ModuleText(llvm::StringRef Source);
  ModuleText(const ModuleText &) = delete;
  ModuleText &operator=(const ModuleText &) = delete;

  size_t offsetOf(const Token &T) const {
    return size_t(T.Text.data() - Text.data());
  }
  /// As it is on the disk, with comments.
  llvm::StringRef source() const { return Source; }
  /// Notes what is wrong at \p T, unless something is already.
  void fail(const Token &T, std::string Why);

  std::string Target; ///< "sm_90a".
  std::vector<Declared> Variables;
  std::vector<FunctionText> Functions;
  /// By alias, the function it is another name of.
  std::map<llvm::StringRef, llvm::StringRef> Aliases;
  std::map<unsigned, std::string> Files; ///< Of .file, by number.
  /// What stands in each .section, by its name: "debug_info".
  std::vector<std::pair<llvm::StringRef, Tokens>> Sections;
  /// Of .debug_str, by label.
  llvm::StringMap<std::string> Strings;
  std::optional<ModuleProblem> Problem;

private:
  llvm::StringRef Source;
  std::string Text;
  std::vector<Token> Storage;
};

/// Reads `.shared .align 4 .b8 a[4][8], b;` and its like, of a module, a body or
/// a list of parameters. Nothing if \p Run is no declaration.
std::optional<std::vector<Declared>> readDeclaration(Tokens Run);

/// Notes initial values that \p D cannot have.
void checkInitializer(const Declared &D, ModuleText &In);

/// Notes the name that a `.file` gives a number in \p Into. An error.
void readFile(Tokens Run, ModuleText &Into);

// The table of what a directive takes is in Directives.cpp.

/// Drops the numbers of an attribute of a function, `128, 1, 1`, from the front of
/// \p Rest. Of one that is not known, or has others, a problem of \p Into.
std::vector<unsigned> takeAttributeNumbers(const Token &Name, Tokens &Rest,
                                           ModuleText &Into);

/// Notes what \p Run, `.loc 1 2 3`, has that no directive of a body has.
void checkBodyDirective(Tokens Run, ModuleText &Into);

/// Notes what is no string in \p Run, `.pragma "nounroll", "frequency 3"`: at \p At if
/// none comes first.
void checkPragma(Tokens Run, const Token &At, ModuleText &Into);

/// Notes values of a list, `1, a+4, generic(b)`, that no comma separates, and
/// commas without a value.
void checkCommas(Tokens List, ModuleText &Into);

/// Notes what is no data in \p Inside, the lines of a section.
void checkSection(Tokens Inside, ModuleText &Into);

/// The number that \p T is.
std::optional<uint64_t> numberOf(const Token &T);

} // namespace warplint::ptx

#endif // WARPLINT_LIB_KERNEL_PTXMODULE_MODULETEXT_H
