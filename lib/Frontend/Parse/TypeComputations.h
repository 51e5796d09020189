//===- TypeComputations.h - Functions that compute types alone --*- C++ -*-===//
//
// Layout algebra in the manner of CuTe computes with types: half of the
// functions that such a kernel reaches take and give back nothing but empty
// objects, Int<8> or Layout<Shape<Int<8>, Int<4>>, ...>. A call of one does
// nothing at run time, so no code is needed for it.
//
// A function computes types alone if
//
//   - its result is void or an empty object, its parameters are numbers, empty
//     objects or references to such, and so is the object that it is called on;
//   - neither it nor anything that it calls, transitively, names a variable
//     outside of functions that is no constant, makes a pointer out of
//     something else, holds assembly, or calls what is not known.
//
// Nothing that it is given leads to memory, and it finds no way to any.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_PARSE_TYPECOMPUTATIONS_H
#define WARPLINT_LIB_FRONTEND_PARSE_TYPECOMPUTATIONS_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace llvm {
class Module;
}

namespace warplint {

/// The definitions of functions that compute types alone, among those that
/// \p Roots reach.
std::vector<clang::FunctionDecl *>
findTypeComputations(clang::ASTContext &AST,
                     llvm::ArrayRef<clang::FunctionDecl *> Roots);

/// Takes the bodies of functions away while it lives, so that they are mere
/// declarations to CodeGen.
class HiddenBodies {
public:
  explicit HiddenBodies(llvm::ArrayRef<clang::FunctionDecl *> Functions);
  ~HiddenBodies();
  HiddenBodies(const HiddenBodies &) = delete;
  HiddenBodies &operator=(const HiddenBodies &) = delete;

private:
  std::vector<std::pair<clang::FunctionDecl *, clang::Stmt *>> Bodies;
};

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_PARSE_TYPECOMPUTATIONS_H
