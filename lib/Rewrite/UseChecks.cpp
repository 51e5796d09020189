//===- UseChecks.cpp - Declarations, and that nothing was missed ----------===//

#include "UseFinder.h"
#include "clang/AST/Attr.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace warplint {

/// Whether a number in \p S is a macro that the command line defines.
static bool isOfCommandLine(const Stmt *S, const SourceManager &SM) {
  if (!S)
    return false;
  if (SM.isWrittenInCommandLineFile(SM.getSpellingLoc(S->getBeginLoc())))
    return true;
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return isOfCommandLine(Child, SM);
  });
}

/// The two factors of \p Extent, where it is a product.
void UseFinder::addFactors(const Expr &Extent, WrittenExtents &To) const {
  To.Factors.clear();
  const auto *Product = dyn_cast<BinaryOperator>(Extent.IgnoreImpCasts());
  if (!Product || Product->getOpcode() != BO_Mul || To.Extents.size() != 1)
    return;
  for (const Expr *E : {Product->getLHS(), Product->getRHS()}) {
    auto Written = indexOf(*E);
    Expr::EvalResult Value;
    if (!Written || E->isValueDependent() ||
        !E->EvaluateAsInt(Value, W.Context) ||
        !Value.Val.getInt().isStrictlyPositive())
      return To.Factors.clear();
    To.Factors.push_back(
        {std::move(*Written), Value.Val.getInt().getZExtValue()});
  }
}

/// The brackets of a declaration.
void UseFinder::addExtents(const ValueDecl &D) {
  const auto *V = dyn_cast<DeclaratorDecl>(&D);
  const TypeSourceInfo *Info = V ? V->getTypeSourceInfo() : nullptr;
  if (!Info)
    return blockPadding(D.getLocation(), "the type of '" + D.getNameAsString() +
                                             "' is not written here");
  WrittenExtents Written;
  Written.Where = placeOf(D.getLocation());
  unsigned Brackets = 0;
  for (TypeLoc T = Info->getTypeLoc(); T;) {
    T = T.getUnqualifiedLoc();
    if (auto Array = T.getAs<ArrayTypeLoc>()) {
      ++Brackets;
      if (Array.getSizeExpr()) {
        if (isOfCommandLine(Array.getSizeExpr(), W.SM))
          blockIndex(D.getLocation(),
                     "an extent of '" + D.getNameAsString() +
                         "' is given on the command line: other builds of the "
                         "file may have another");
        auto R = rangeOf(Array.getBracketsRange());
        if (!R || R->End < R->Begin + 2)
          return blockPadding(D.getLocation(), "the extents of '" +
                                                   D.getNameAsString() +
                                                   "' are written by a macro");
        WrittenIndex Extent;
        Extent.Begin = R->Begin + 1;
        Extent.End = R->End - 1;
        Extent.Text = W.text(Extent.Begin, Extent.End).trim().str();
        Written.Extents.push_back(std::move(Extent));
        addFactors(*Array.getSizeExpr(), Written);
      }
      T = Array.getElementLoc();
      continue;
    }
    if (auto Other = T.getAs<ReferenceTypeLoc>())
      T = Other.getPointeeLoc();
    else if (auto Other = T.getAs<PointerTypeLoc>())
      T = Other.getPointeeLoc();
    else if (auto Other = T.getAs<ParenTypeLoc>())
      T = Other.getInnerLoc();
    else if (auto Other = T.getAs<AttributedTypeLoc>())
      T = Other.getModifiedLoc();
    else if (auto Other = T.getAs<DecayedTypeLoc>())
      T = Other.getOriginalLoc();
    else
      break;
  }
  bool IsAuto = Info->getTypeLoc().getContainedAutoTypeLoc() ||
                D.getType()->getContainedAutoType();
  if (Brackets == 0 && &D != &Array && (IsAuto || Rank == 1)) {
    // auto follows, and a plain pointer to elements has no extents.
    return;
  }
  if (Brackets == 0)
    return blockPadding(D.getLocation(), "the extents of '" +
                                             D.getNameAsString() +
                                             "' are written elsewhere");
  if (const auto *P = dyn_cast<ParmVarDecl>(&D)) {
    const auto *F = dyn_cast<FunctionDecl>(P->getDeclContext());
    if (F && F->isTemplateInstantiation())
      blockPadding(D.getLocation(), "'" + D.getNameAsString() +
                                        "' is a parameter of a template");
    if (F && (F->getPreviousDecl() || F->getMostRecentDecl() != F))
      blockPadding(F->getLocation(),
                   "'" + F->getNameAsString() + "' is declared more than once");
  }
  Uses.Declarators.push_back(std::move(Written));
}

/// Every token that spells \p Name has to be one that was looked at.
void UseFinder::blockUnseen(llvm::StringRef Name, unsigned Begin,
                            unsigned End) {
  for (const NamedToken &T : W.Tokens)
    if (T.Name == Name && T.Offset >= Begin && T.Offset <= End &&
        !W.SeenNames.contains(T.Offset))
      block(W.locationOf(T.Offset),
            "'" + Name +
                "' is also named here, in code that is not compiled or not "
                "instantiated");
}

/// The shared array whose beginning \p Argument is, also by another name.
const VarDecl *UseFinder::sharedArrayOf(const Expr &Argument) const {
  constexpr unsigned MostNames = 8;
  const Expr *E = &Argument;
  for (unsigned Names = 0; E && Names < MostNames; ++Names) {
    const DeclRefExpr *Name = beginningOf(E);
    const auto *V = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
    if (!V || V->hasAttr<CUDASharedAttr>())
      return V;
    E = V->getInit();
  }
  return nullptr;
}

/// \p V, if it is one, has to be laid out as this array is.
void UseFinder::addPartner(const VarDecl *V) {
  if (V && V->hasAttr<CUDASharedAttr>() &&
      !llvm::is_contained(Uses.Partners, V) &&
      llvm::none_of(Arrays,
                    [&](const SharedArray &A) { return A.Variable == V; }))
    Uses.Partners.push_back(V);
}

/// All calls have to pass the array, and nothing but a call may name \p F.
void UseFinder::checkFunction(const FunctionDecl &F, unsigned Parameter) {
  DeclKey Key = *W.keyOf(F);
  for (const CallExpr *Call : W.calls(Key))
    if (Parameter >= Call->getNumArgs() ||
        !isOfArray(Call->getArg(Parameter))) {
      blockIndex(Call->getExprLoc(), "'" + F.getNameAsString() +
                                         "' gets another array here than '" +
                                         Arrays.front().name() + "'");
      if (Parameter < Call->getNumArgs())
        addPartner(sharedArrayOf(*Call->getArg(Parameter)));
    }
  llvm::SmallPtrSet<const Expr *, 8> Callees;
  for (const CallExpr *Call : W.calls(Key))
    Callees.insert(Call->getCallee()->IgnoreParenImpCasts());
  for (const DeclRefExpr *E : W.uses(Key))
    if (!Callees.contains(E))
      blockIndex(E->getLocation(), "'" + F.getNameAsString() +
                                       "' is used otherwise than by a call");
  if (!W.offsetOf(F.getFirstDecl()->getLocation()))
    blockIndex(F.getLocation(),
               "'" + F.getNameAsString() +
                   "' is declared in a header, others may call it");
  blockUnseen(F.getName());
}

} // namespace warplint
