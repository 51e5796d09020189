//===- MemberArrays.h - Arrays, and members that are arrays -----*- C++ -*-===//
//
// What a layout applies to: a shared variable, or a member of one that is a
// structure.
//
//   __shared__ float t[32][32];              t
//   __shared__ struct { float a[32][32]; struct { int b[64]; } x; } s;
//                                            s.a, s.x.b
//
// Members of unions share their memory with others, and those of bases have no
// name of their own here: neither is listed.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_KERNEL_MEMBERARRAYS_H
#define WARPLINT_KERNEL_MEMBERARRAYS_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class Expr;
class Stmt;
} // namespace clang

namespace warplint {

struct SharedArray {
  const clang::VarDecl *Variable = nullptr;
  /// The members that lead to it; none for the variable itself.
  llvm::SmallVector<const clang::FieldDecl *, 2> Path = {};
  uint64_t Offset = 0; ///< In bytes, from the beginning of the variable.

  bool isMember() const { return !Path.empty(); }
  /// The variable's, or the last member's.
  const clang::ValueDecl &declaration() const {
    if (Path.empty())
      return *Variable;
    return *Path.back();
  }
  /// "x.b" of s.x.b, the same in all instantiations; empty for a variable.
  std::string member() const;
  std::string name() const; ///< "s.x.b"
  friend bool operator==(const SharedArray &, const SharedArray &) = default;
};

/// The members of \p V that are arrays of a known length, in their order.
std::vector<SharedArray> memberArrays(const clang::ASTContext &Context,
                                      const clang::VarDecl &V);

/// The one that \p Access, an element of it or the whole, is written as.
std::optional<SharedArray> memberNamedBy(const clang::ASTContext &Context,
                                         const clang::VarDecl &V,
                                         const clang::Stmt *Access);

} // namespace warplint

#endif // WARPLINT_KERNEL_MEMBERARRAYS_H
