//===- UseGraph.h - What a declaration uses ---------------------*- C++ -*-===//
//
// Functions with a body, variables outside of functions, records, enumerations
// and type aliases, and an edge to each such declaration that one of them
// names, has the type of, or calls.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_RECOVERY_USEGRAPH_H
#define WARPLINT_LIB_FRONTEND_RECOVERY_USEGRAPH_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include <memory>
#include <string>

namespace warplint {

class UseGraph {
public:
  struct Node {
    llvm::SmallSetVector<const clang::Decl *, 8> Uses;
    /// What the AST holds that could not be made sense of; or empty.
    std::string Broken;
    /// What of it is not known for want of a declaration; or empty.
    std::string Doubt;
  };
  /// \p HasStandIns: some declarations are those of missing-names.h.
  explicit UseGraph(bool HasStandIns) : HasStandIns(HasStandIns) {}
  const bool HasStandIns;
  const Node &operator[](const clang::Decl *D);

  /// Whether \p Is holds for \p Root or something that it uses, itself or
  /// through what it uses.
  bool reaches(const clang::Decl *Root,
               llvm::function_ref<bool(const clang::Decl *)> Is);

  /// The declaration that stands for \p D in the graph: the definition, if
  /// there is one. Null for what has no node, such as a local variable.
  static const clang::Decl *nodeOf(const clang::Decl *D);

private:
  llvm::DenseMap<const clang::Decl *, std::unique_ptr<Node>> Nodes;
};

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_RECOVERY_USEGRAPH_H
