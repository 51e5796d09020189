//===- MemberUses.cpp - Arrays that are members of a structure ------------===//
//
// s.x.b is the array where s is the shared variable, or a reference to it; p->x.b
// where p points to it, as `this` does in a method that is called for s.
//
//===----------------------------------------------------------------------===//

#include "Rewrite/UseFinder.h"
#include "warplint/Kernel/MemberArrays.h"
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
const Expr *UseFinder::wholeName(const Expr &E) const {
  const Expr *Whole = &E;
  const auto *Named = declOf(E);
  const auto Key = Named ? W.keyOf(*Named) : std::nullopt;
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

std::string UseFinder::nameOf(const Expr &E) const {
  const auto *This = dyn_cast<CXXThisExpr>(&E);
  std::string Name = !This                ? declOf(E)->getNameAsString()
                     : This->isImplicit() ? ""
                                          : "this";
  llvm::StringRef By = Name.empty()                   ? ""
                       : E.getType()->isPointerType() ? "->"
                                                      : ".";
  if (auto Key = W.keyOf(*declOf(E)))
    if (const auto *A = Aliases.find(*Key); A != Aliases.end())
      for (const FieldDecl *F : A->second.Path) {
        Name += (By + F->getName()).str();
        By = ".";
      }
  return Name;
}

void UseFinder::classify(const Expr &E, const Alias &A) {
  const Expr *Whole = wholeName(E);
  if (!Whole) {
    const auto *M = dyn_cast_or_null<MemberExpr>(aroundValue(E, W));
    const auto *Method =
        M ? dyn_cast<CXXMethodDecl>(M->getMemberDecl()) : nullptr;
    if (M && !Method)
      return; // Another member.
    Uses.MakesPointers = true;
    const auto *Operator =
        dyn_cast_or_null<CXXOperatorCallExpr>(aroundValue(E, W));
    if (Operator && Operator->getArg(0)->IgnoreParenImpCasts() == &E)
      Method = dyn_cast_or_null<CXXMethodDecl>(Operator->getDirectCallee());
    if (!(Method ? bindObject(E, Method, A) : bindStructure(E, A)))
      blockIndex(E, messages::UsedWithoutIndex);
    return;
  }
  if (!W.offsetOf(nameAt(E))) {
    Uses.MakesPointers = true;
    return blockIndex(E, messages::UsedElsewhere);
  }
  if (A.At)
    return classifyPointer(E, A);
  if (Whole != &E && isInBody(E))
    return blockIndex(E, messages::IndexedInMacro);
  classifyWhole(E, Whole, A);
}

/// What \p E names: a variable, or the method that `this` stands in.
const ValueDecl *UseFinder::declOf(const Expr &E) const {
  if (const auto *Name = dyn_cast<DeclRefExpr>(&E))
    return Name->getDecl();
  return W.methodOf(*cast<CXXThisExpr>(&E));
}

/// The structure \p E is the object that \p Method is called for. A method that
/// is not edited is left to the proof.
bool UseFinder::bindObject(const Expr &E, const CXXMethodDecl *Method,
                           const Alias &A) {
  const auto *Definition =
      dyn_cast_or_null<CXXMethodDecl>(Method->getDefinition());
  if (Method->isStatic() || !Definition || !W.keyOf(*Definition))
    return true;
  const RecordDecl *Of = structureOf(E.getType());
  if (Method->isVirtual() || !Of ||
      Of->getCanonicalDecl() != Definition->getParent()->getCanonicalDecl())
    return false;
  Alias Object = A;
  Object.Declaration = Definition;
  Aliases.insert({*W.keyOf(*Definition), Object});
  Receivers.try_emplace({*W.keyOf(*Definition), ObjectParameter}, Definition);
  return true;
}

/// The name of the structure, of which \p Given is the whole; null where it is
/// something else.
const Expr *UseFinder::objectOf(const Expr &Given) const {
  const Expr *E = Given.IgnoreParenImpCasts();
  if (!isa<DeclRefExpr, CXXThisExpr>(E) || !declOf(*E))
    return nullptr;
  const auto Key = W.keyOf(*declOf(*E));
  return Key && !Aliases.lookup(*Key).Path.empty() ? E : nullptr;
}

/// All calls of \p F have to be for an object that the array is in.
void UseFinder::checkMethod(const CXXMethodDecl &F) {
  for (const CallExpr *Call : W.calls(*W.keyOf(F))) {
    const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
    const Expr *Given =
        Member ? Member->getImplicitObjectArgument() : Call->getArg(0);
    if (objectOf(*Given))
      continue;
    blockIndex(
        Call->getExprLoc(),
        messages::GetsAnotherArray(F.getNameAsString(), Arrays.front().name()));
    if (const auto *Name = dyn_cast<DeclRefExpr>(Given->IgnoreParenImpCasts()))
      addPartner(dyn_cast<VarDecl>(Name->getDecl()));
  }
}

/// The cast to a structure of the dynamic memory that \p E names; null for other
/// uses.
static const Expr *castAround(const Expr &E, const SourceWalk &W) {
  const Stmt *P = &E;
  for (unsigned Levels = 0; P && Levels < 3; ++Levels) {
    P = W.around(P);
    if (const auto *Cast = dyn_cast_or_null<ExplicitCastExpr>(P))
      return memoryUnder(*Cast) == &E ? Cast : nullptr;
  }
  return nullptr;
}

/// A reference or a pointer to the structure that the array is in: a variable, or a
/// parameter of a function that gets the structure.
bool UseFinder::bindStructure(const Expr &E, const Alias &A) {
  const Expr *Given = &E;
  auto Take = [&](UnaryOperatorKind Kind) {
    const auto *U = dyn_cast_or_null<UnaryOperator>(W.around(Given));
    if (U && U->getOpcode() == Kind)
      Given = U;
  };
  const bool IsMemory = E.getType()->isIncompleteArrayType();
  if (IsMemory)
    Given = castAround(E, W);
  if (!Given)
    return false;
  const RecordDecl *Own = structureOf(Given->getType());
  Take(IsMemory ? UO_Deref : UO_AddrOf);
  auto Add = [&](const VarDecl *V) {
    if (!V ||
        !(V->getType()->isReferenceType() || V->getType()->isPointerType()) ||
        structureOf(V->getType()) != Own || !W.keyOf(*V))
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
