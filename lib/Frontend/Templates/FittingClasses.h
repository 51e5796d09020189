//===- FittingClasses.h - Classes that can be an argument -------*- C++ -*-===//
//
// A parameter of a template can be a policy, a functor, an accessor: a class
// that has the members which the template's code names.
//
//   template <class Policy, class Op> __global__ void reduce(Op op) {
//     __shared__ typename Policy::Value tile[Policy::Rows];   // Value, Rows
//     op(tile[0], tile[1]);                                   // operator()
//
// What is asked of a parameter is also what is asked of those that it is handed
// on to: Agent<Policy>, help<Policy>(), help(op). Of the classes that the file
// sees, those that have all of it may fit; Clang has the last word.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_TEMPLATES_FITTINGCLASSES_H
#define WARPLINT_LIB_FRONTEND_TEMPLATES_FITTINGCLASSES_H

#include "Frontend/StandIns/MissingNames.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/MapVector.h"
#include <vector>

namespace warplint {

/// Members by their names, and what each is by how it is named; an operator is
/// one of an object.
using AskedMembers = llvm::MapVector<clang::DeclarationName, NameKind>;

/// What the code of \p Pattern asks of \p Parameter, a parameter of it or of
/// the class around.
AskedMembers membersAskedOf(const clang::FunctionDecl &Pattern,
                            const clang::TemplateTypeParmDecl &Parameter);

class FittingClasses {
public:
  /// Collects the classes of the translation unit but those of the system's
  /// headers and of libraries.
  explicit FittingClasses(clang::ASTContext &Context);

  /// Up to \p Limit classes that have \p Members: those of \p Near, a namespace
  /// or class, first. Of class templates those that the file uses.
  std::vector<clang::QualType> of(const AskedMembers &Members,
                                  const clang::DeclContext *Near,
                                  size_t Limit) const;

private:
  void collect(const clang::DeclContext &In);

  clang::ASTContext &Context;
  std::vector<const clang::CXXRecordDecl *> Classes;
  std::vector<clang::ClassTemplateDecl *> Templates;
};

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_TEMPLATES_FITTINGCLASSES_H
