//===- MemberArrays.h - Arrays, and members that are arrays -----*- C++ -*-===//
//
// What a layout applies to: a shared variable, or a member of one that is a
// structure.
//
//   __shared__ float t[32][32];              t
//   __shared__ struct { float a[32][32]; struct { int b[64]; } x; } s;
//                                            s.a, s.x.b
//
//   extern __shared__ char raw[];                dynamic memory that is cast to one
//   S &s = *reinterpret_cast<S *>(raw);          structure, and nothing else: s.a
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
class DeclRefExpr;
class ExplicitCastExpr;
class Expr;
class Stmt;
} // namespace clang

namespace warplint {

struct SharedArray {
  const clang::VarDecl *Variable = nullptr;
  /// The members that lead to it; none for the variable itself.
  llvm::SmallVector<const clang::FieldDecl *, 2> Path = {};
  uint64_t Offset = 0; ///< In bytes, from the beginning of the variable.
  /// The first name of the structure that dynamic memory is cast to.
  const clang::VarDecl *CastTo = nullptr;

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

/// A structure that all of the dynamic memory \p V of a kernel is cast to, and the
/// first reference or pointer to it; null if something else is done with \p V, or
/// such a pointer may change.
struct CastMemory {
  const clang::RecordDecl *Structure = nullptr;
  const clang::VarDecl *Name = nullptr;
};
CastMemory castMemory(const clang::VarDecl &V);

/// The structure that \p T is, refers to or points to; or null.
const clang::RecordDecl *structureOf(clang::QualType T);

/// The expression that \p Cast sees as a structure, or a pointer to one: `raw` and
/// `&raw[0]` give the name of the array. Null if it is something else.
const clang::DeclRefExpr *memoryUnder(const clang::ExplicitCastExpr &Cast);

/// Bytes of the structure that \p Member is in.
uint64_t bytesAround(const clang::ASTContext &Context,
                     const SharedArray &Member);

/// The members of \p V that are arrays of a known length, in their order.
std::vector<SharedArray> memberArrays(const clang::ASTContext &Context,
                                      const clang::VarDecl &V);

/// The one that \p Access, an element of it or the whole, is written as.
std::optional<SharedArray> memberNamedBy(const clang::ASTContext &Context,
                                         const clang::VarDecl &V,
                                         const clang::Stmt *Access);

} // namespace warplint

#endif // WARPLINT_KERNEL_MEMBERARRAYS_H
