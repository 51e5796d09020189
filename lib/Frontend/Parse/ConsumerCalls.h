//===- ConsumerCalls.h - What the parser hands to its consumer --*- C++ -*-===//
//
// Kept while a file is parsed, to be replayed into Clang's CodeGen once it is
// known which functions are whole.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_PARSE_CONSUMERCALLS_H
#define WARPLINT_LIB_FRONTEND_PARSE_CONSUMERCALLS_H

#include "Frontend/Recovery/IntactFunctions.h"
#include "Frontend/Text/SourceRangeSet.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringSet.h"
#include <vector>

namespace clang {
class CompilerInstance;
}

namespace warplint {

struct ConsumerCall {
  enum Kind : uint8_t {
    TopLevel, ///< Of a group each is handed on alone.
    InlineFunction,
    Tag,
    StaticMember, ///< An instance.
    TentativeVariable
  } What;
  clang::Decl *D;
};

/// The functions with a body that \p Calls holds, in namespaces, too; of a
/// template its pattern.
void forEachFunction(
    llvm::ArrayRef<ConsumerCall> Calls,
    llvm::function_ref<void(const clang::FunctionDecl *)> Visit);

/// Device code that counts in a comparison of two parses: kernels, and
/// functions that declare shared memory, of the user's.
bool isOfInterest(const clang::SourceManager &SM, const clang::FunctionDecl *F);

/// How many of those are whole.
unsigned countWhole(const clang::SourceManager &SM,
                    llvm::ArrayRef<ConsumerCall> Calls, WholeFunctions &Whole);

/// Those of one file, by their places: a template counts once.
struct OwnCount {
  unsigned All = 0;
  unsigned Whole = 0; ///< Or an instance is.
};

/// Counts those of \p Own. \p CountsCode: a template is whole only if an
/// instance is.
OwnCount countOwn(const OwnFile &Own, llvm::ArrayRef<ConsumerCall> Calls,
                  WholeFunctions &Whole, bool CountsCode);

/// Objects of classes in shared memory. A __shared__ variable is never
/// constructed nor destroyed, so nvcc takes any type (it warns of constructors
/// that it does not run). Clang wants an empty constructor and an empty
/// destructor. Until CodeGen, those that it refuses count as trivial:
/// destructors from the first parse on, which nothing that a program can ask for
/// depends on any more; constructors in a second one, and only those of classes
/// that an error named.
class SharedObjects {
public:
  /// Called with everything that is declared.
  void take(clang::Decl *D);
  /// Called with every class that is complete; \p Classes by qualified name.
  void takeClass(clang::CompilerInstance &CI, clang::TagDecl *D,
                 const llvm::StringSet<> &Classes);
  /// Before CodeGen.
  void giveBack();

private:
  std::vector<clang::CXXMethodDecl *> TakenAsTrivial;
};

/// The classes of shared variables that are in error.
llvm::StringSet<> refusedClasses(llvm::ArrayRef<ConsumerCall> Calls);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_PARSE_CONSUMERCALLS_H
