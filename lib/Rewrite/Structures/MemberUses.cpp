//===- MemberUses.cpp - Arrays that are members of a structure ------------===//
//
// s.x.b is the array where s is the shared variable, or a reference to it.
//
//===----------------------------------------------------------------------===//

#include "Rewrite/UseFinder.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace warplint {

/// What stands for the array where \p E does so by its members: s.a. Null where
/// it is something else.
const Expr *UseFinder::wholeName(const DeclRefExpr &E) const {
  const Expr *Whole = &E;
  const auto Key = W.keyOf(*E.getDecl());
  const auto *const A = Key ? Aliases.find(*Key) : Aliases.end();
  if (A == Aliases.end())
    return Whole;
  for (const FieldDecl *F : A->second.Path) {
    const auto *M = dyn_cast_or_null<MemberExpr>(W.around(Whole));
    // Another instantiation has fields of its own.
    if (!M || M->isArrow() || M->getMemberDecl()->getName() != F->getName())
      return nullptr;
    Whole = M;
  }
  return Whole;
}

std::string UseFinder::nameOf(const DeclRefExpr &E) const {
  std::string Name = E.getDecl()->getNameAsString();
  if (auto Key = W.keyOf(*E.getDecl()))
    if (const auto *A = Aliases.find(*Key); A != Aliases.end())
      for (const FieldDecl *F : A->second.Path)
        Name += "." + F->getNameAsString();
  return Name;
}

/// A reference to the structure that the array is in: a variable, or a parameter of
/// a function that gets the structure.
bool UseFinder::bindStructure(const DeclRefExpr &E, const Alias &A) {
  auto Add = [&](const VarDecl *V) {
    if (!V || !V->getType()->isReferenceType() || !W.keyOf(*V))
      return false;
    Alias Structure = A;
    Structure.Declaration = V;
    Aliases.insert({*W.keyOf(*V), Structure});
    return true;
  };
  const auto *Call = dyn_cast_or_null<CallExpr>(W.around(&E));
  if (!Call)
    return Add(initializedBy(&E));
  const FunctionDecl *F = Call->getDirectCallee();
  const FunctionDecl *Definition = F ? F->getDefinition() : nullptr;
  if (!Definition || isa<CXXOperatorCallExpr>(Call) || !W.keyOf(*Definition))
    return false;
  for (unsigned I = 0; I < Definition->getNumParams(); ++I)
    if (Call->getArg(I)->IgnoreParenImpCasts() == &E) {
      if (!Add(Definition->getParamDecl(I)))
        return false;
      Receivers.try_emplace({*W.keyOf(*Definition), I}, Definition);
      return true;
    }
  return false;
}

} // namespace warplint
