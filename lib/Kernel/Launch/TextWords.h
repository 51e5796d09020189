//===- TextWords.h - The words of one text ----------------------*- C++ -*-===//
//
// What a text names, includes and may paste, read without a preprocessor. Text of
// other languages than C++ is read as well, as far as it has words.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_LAUNCH_TEXTWORDS_H
#define WARPLINT_LIB_KERNEL_LAUNCH_TEXTWORDS_H

#include "Frontend/Text/PastedWords.h"
#include "warplint/Frontend/IncludeLines.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <set>
#include <string>
#include <vector>

namespace warplint {

/// The words of one text, comments left out.
struct TextWords {
  std::string Path;
  llvm::StringSet<> Declared; ///< Kernels, where they are declared.
  llvm::StringSet<> Named;    ///< All others, those in literals, too.
  llvm::StringSet<> Outer; ///< In declarations, but for members and parameters.
  std::vector<IncludeLine> Includes;
  std::vector<std::string> NextIncludes;   ///< #include_next
  std::vector<std::string> IncludedMacros; ///< #include NAME
  /// The headers that a macro, which an #include may name, expands to.
  llvm::StringMap<std::vector<IncludeLine>> Macros;
  std::set<std::string> Needed;  ///< "name" that is included in any case.
  std::vector<WordGroup> Groups; ///< Of words in Declared and Named.
  bool CallsLauncher = false;    ///< A function of the runtime that launches.
  bool SpellsLauncher = false;   ///< The name of one is in a string.
  bool LooksUp = false;          ///< Has functions by their names.
  bool HasTrigraphs = false;     ///< That may join lines or words.
  bool Enumerates = false; ///< One that gives kernels without their names.
};

/// Fortran's names are in any case, and have no underscore behind.
bool isFortran(llvm::StringRef File);

/// Reads \p Text, which ends in a null character, into \p Into, which has the path.
void readWords(llvm::StringRef Text, TextWords &Into);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_LAUNCH_TEXTWORDS_H
