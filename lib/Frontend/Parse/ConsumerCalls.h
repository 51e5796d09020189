//===- ConsumerCalls.h - What the parser hands to its consumer --*- C++ -*-===//
//
// Kept while a file is parsed, to be replayed into Clang's CodeGen once it is
// known which functions are whole.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_PARSE_CONSUMERCALLS_H
#define WARPLINT_LIB_FRONTEND_PARSE_CONSUMERCALLS_H

#include "Frontend/Recovery/IntactFunctions.h"
#include "Frontend/Text/SourceMarks.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

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

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_PARSE_CONSUMERCALLS_H
