//===- MemberUses.cpp - Arrays that are members of a structure ------------===//
//
// s.x.b is the array where s is the shared variable, or a reference to it; p->x.b
// where p points to it.
//
//===----------------------------------------------------------------------===//

#include "Rewrite/UseFinder.h"
#include "warplint/Messages/Rewriting.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace warplint {

/// What \p E is a part of, its value if it is a pointer.
static const Stmt *aroundValue(const Expr &E, const SourceWalk &W) {
  const Stmt *P = W.around(&E);
  if (const auto *Load = dyn_cast_or_null<ImplicitCastExpr>(P);
      Load && E.getType()->isPointerType() &&
      Load->getCastKind() == CK_LValueToRValue)
    return W.around(Load);
  return P;
}

/// What stands for the array where \p E does so by its members: s.a. Null where
/// it is something else.
const Expr *UseFinder::wholeName(const DeclRefExpr &E) const {
  const Expr *Whole = &E;
  const auto Key = W.keyOf(*E.getDecl());
  const auto *const A = Key ? Aliases.find(*Key) : Aliases.end();
  if (A == Aliases.end())
    return Whole;
  for (const FieldDecl *F : A->second.Path) {
    const auto *M = dyn_cast_or_null<MemberExpr>(aroundValue(*Whole, W));
    // Another instantiation has fields of its own.
    if (!M || M->isArrow() != Whole->getType()->isPointerType() ||
        M->getMemberDecl()->getName() != F->getName())
      return nullptr;
    Whole = M;
  }
  return Whole;
}

std::string UseFinder::nameOf(const DeclRefExpr &E) const {
  std::string Name = E.getDecl()->getNameAsString();
  llvm::StringRef By = E.getType()->isPointerType() ? "->" : ".";
  if (auto Key = W.keyOf(*E.getDecl()))
    if (const auto *A = Aliases.find(*Key); A != Aliases.end())
      for (const FieldDecl *F : A->second.Path) {
        Name += (By + F->getName()).str();
        By = ".";
      }
  return Name;
}

void UseFinder::classify(const DeclRefExpr &E, const Alias &A) {
  const Expr *Whole = wholeName(E);
  if (!Whole) {
    if (isa_and_nonnull<MemberExpr>(aroundValue(E, W)))
      return; // Another member.
    Uses.MakesPointers = true;
    if (!bindStructure(E, A))
      blockIndex(E, messages::UsedWithoutIndex);
    return;
  }
  if (!W.offsetOf(E.getLocation())) {
    Uses.MakesPointers = true;
    return blockIndex(E, messages::UsedElsewhere);
  }
  if (A.At)
    return classifyPointer(E, A);
  if (Whole != &E && isInBody(E))
    return blockIndex(E, messages::IndexedInMacro);
  classifyWhole(E, Whole, A);
}

/// A reference or a pointer to the structure that the array is in: a variable, or a
/// parameter of a function that gets the structure.
bool UseFinder::bindStructure(const DeclRefExpr &E, const Alias &A) {
  const Expr *Given = &E;
  if (const auto *U = dyn_cast_or_null<UnaryOperator>(W.around(&E));
      U && U->getOpcode() == UO_AddrOf)
    Given = U;
  auto RecordOf = [](QualType T) {
    T = T.getNonReferenceType();
    return (T->isPointerType() ? T->getPointeeType() : T)->getAsRecordDecl();
  };
  auto Add = [&](const VarDecl *V) {
    if (!V ||
        !(V->getType()->isReferenceType() || V->getType()->isPointerType()) ||
        RecordOf(V->getType()) != RecordOf(E.getType()) || !W.keyOf(*V))
      return false;
    Alias Structure = A;
    Structure.Declaration = V;
    Aliases.insert({*W.keyOf(*V), Structure});
    return true;
  };
  const auto *Call = dyn_cast_or_null<CallExpr>(aroundValue(*Given, W));
  if (!Call)
    return Given != &E || !E.getType()->isPointerType()
               ? Add(initializedBy(Given))
               : false;
  const FunctionDecl *F = Call->getDirectCallee();
  const FunctionDecl *Definition = F ? F->getDefinition() : nullptr;
  if (!Definition || isa<CXXOperatorCallExpr>(Call) || !W.keyOf(*Definition))
    return false;
  for (unsigned I = 0; I < Definition->getNumParams(); ++I)
    if (Call->getArg(I)->IgnoreParenImpCasts() == Given) {
      if (!Add(Definition->getParamDecl(I)))
        return false;
      Receivers.try_emplace({*W.keyOf(*Definition), I}, Definition);
      return true;
    }
  return false;
}

} // namespace warplint
