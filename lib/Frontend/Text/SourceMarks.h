//===- SourceMarks.h - What is wrong at which places ------------*- C++ -*-===//
//
// Places and stretches of source text, each with a number that says what is
// meant. A place in an included file also counts at the #include, so that a
// function whose body is pulled in line by line is asked about as a whole.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_TEXT_SOURCEMARKS_H
#define WARPLINT_LIB_FRONTEND_TEXT_SOURCEMARKS_H

#include "clang/Basic/FileEntry.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <functional>
#include <optional>
#include <vector>

namespace clang {
class ASTContext;
class FunctionDecl;
class SourceManager;
} // namespace clang

namespace warplint {

/// Where the first and the last token of a range begin in their files; of a
/// macro's, where it is used.
struct FileStretch {
  FileStretch(const clang::SourceManager &SM, clang::SourceRange Range);
  /// What lies between them, where both are in one file.
  llvm::StringRef text(const clang::SourceManager &SM) const;

  clang::FileID File, EndFile;
  unsigned Begin = 0, End = 0;
};

/// The file that a parse is about: the main file, or one that it includes.
class OwnFile {
public:
  /// \p Fragment: its name; empty for the main file.
  OwnFile(const clang::SourceManager &SM, llvm::StringRef Fragment);

  /// Whether \p Loc, or the use of the macro that it comes from, is in it.
  bool holds(clang::SourceLocation Loc) const;

private:
  const clang::SourceManager &SM;
  clang::OptionalFileEntryRef File;
};

/// Goes over the functions of \p AST as they are written, those of class
/// templates and their specialisations, too.
void forEachFunctionIn(
    clang::ASTContext &AST,
    llvm::function_ref<void(const clang::FunctionDecl &)> Of);

/// The body that \p F has itself; invalid if there is none.
clang::SourceRange bodyOf(const clang::FunctionDecl &F);

class SourceMarks {
public:
  using Filter = std::function<bool(unsigned Id)>;

  void add(const clang::SourceManager &SM, clang::SourceRange Range,
           unsigned Id);
  bool empty() const { return ByFile.empty(); }

  /// The smallest number of those that \p Range touches and \p Counts takes.
  std::optional<unsigned> firstIn(const clang::SourceManager &SM,
                                  clang::SourceRange Range,
                                  const Filter &Counts = nullptr) const;

private:
  struct Stretch {
    unsigned Begin, End, Id; ///< Offsets in the file, both included.
  };
  llvm::DenseMap<clang::FileID, std::vector<Stretch>> ByFile;
};

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_TEXT_SOURCEMARKS_H
