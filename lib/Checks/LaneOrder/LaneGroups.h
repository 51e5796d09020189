//===- LaneGroups.h - What may be dealt out to lanes anew -------*- C++ -*-===//
//
// A *source* is an expression that tells the lanes of a warp apart: what a
// variable begins with (row = t / 8), or a part of another expression. Which
// sources have a say in what is stored, where, and whether? Those that *meet* in
// one store belong together: they are dealt out to lanes alike or not at all.
//
//   tile[t / 16][t % 16] = in[t];           t / 16, t % 16, t     one group
//   sum += a[k][row] * b[k][col];
//   out[8 * row + col] = sum;               row, col              another one
//
// The lanes of the second group may be permuted within their warp, those of the
// first stay: what a store of either does then is done by another lane of the
// warp, and is the same. What shared memory holds is nobody's: that one lane
// writes it and another one reads it makes them no group.
//
// Variables are not told apart by when they have a value. That puts more into
// one group than need be, never less.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_CHECKS_LANEORDER_LANEGROUPS_H
#define WARPLINT_LIB_CHECKS_LANEORDER_LANEGROUPS_H

#include "KernelBody.h"
#include "ThreadValues.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/IntEqClasses.h"
#include <map>
#include <set>

namespace warplint {

struct LaneSource {
  /// Null where the expression is a part of another one.
  const clang::VarDecl *Variable = nullptr;
  /// Null for what no expression of threadIdx tells: a vote's result.
  const clang::Expr *Written = nullptr;
};

/// By number.
using LaneSources = std::set<unsigned>;

class LaneGroups {
public:
  LaneGroups(const clang::ASTContext &Context, const KernelBody &Body,
             ThreadValues &Values);

  llvm::ArrayRef<LaneSource> sources() const {
    return llvm::ArrayRef(All).take_front(NumFlowing);
  }
  /// Those that the address of the access at \p Where comes from.
  LaneSources sourcesAt(const SourcePlace &Where);
  /// All that belong to one of \p Some.
  LaneSources groupsOf(const LaneSources &Some) const;

private:
  unsigned sourceOf(const clang::VarDecl *V, const clang::Expr *Written);
  bool isThreadNumber(const clang::VarDecl &V);
  bool isPlain(const clang::Stmt *S);
  const clang::Expr *wholeOf(const clang::Expr *Leaf);
  LaneSources of(const clang::Stmt *S);
  LaneSources ofCall(const clang::CallExpr &Call);
  void flow(const clang::Stmt *S);
  bool flowBranches(const clang::Stmt *S);
  void flowOut(const clang::Stmt *S);
  void flowUnder(const clang::Stmt *Condition,
                 std::initializer_list<const clang::Stmt *> Inside);
  void flowCall(const clang::CallExpr &Call);
  void flowAssembly(const clang::GCCAsmStmt &Asm);
  void set(const clang::Expr *Target, LaneSources To);
  void addTo(const clang::VarDecl *V, const LaneSources &More);
  void meet(LaneSources Together);
  /// What an expression may lead to.
  struct Pointees {
    std::set<const clang::VarDecl *> Locals, Seen;
    bool HasMemory = false;
  };
  void addPointees(const clang::Expr *E, Pointees &Found) const;
  Pointees pointeesOf(const clang::Expr *E) const;
  bool escapes(const clang::Expr *Address) const;

  const clang::ASTContext &Context;
  const KernelBody &Body;
  ThreadValues &Values;
  std::vector<LaneSource> All;
  unsigned NumFlowing = 0;
  std::map<std::pair<const clang::VarDecl *, const clang::Expr *>, unsigned>
      Numbers;
  llvm::DenseMap<const clang::VarDecl *, LaneSources> OfVariable;
  llvm::DenseMap<const clang::FunctionDecl *, LaneSources> OfResult, OfObject;
  const clang::FunctionDecl *In = nullptr;
  /// Of the conditions around, and of those under which lanes left.
  LaneSources Control, Left;
  std::set<std::pair<unsigned, unsigned>> Met;
  llvm::IntEqClasses Classes;
  bool HasChanged = false;
};

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_LANEORDER_LANEGROUPS_H
