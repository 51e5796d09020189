//===- SharedObjects.h - Objects of classes in shared memory ----*- C++ -*-===//
//
// A __shared__ variable is never constructed nor destroyed, so nvcc takes any
// type (it warns of constructors that it does not run). Clang wants an empty
// constructor and an empty destructor. Until CodeGen, those that it refuses
// count as trivial: destructors from the first parse on, which nothing that a
// program can ask for depends on any more; constructors in a second one, and
// only those of classes that an error named. Private to lib/Frontend.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_PARSE_SHAREDOBJECTS_H
#define WARPLINT_LIB_FRONTEND_PARSE_SHAREDOBJECTS_H

#include "Announcements.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/StringSet.h"

namespace warplint {

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
llvm::StringSet<> refusedClasses(llvm::ArrayRef<Announcement> Announced);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_PARSE_SHAREDOBJECTS_H
