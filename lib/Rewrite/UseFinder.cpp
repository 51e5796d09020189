//===- UseFinder.cpp - Every place that names a shared array --------------===//

#include "UseFinder.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Messages/Rewriting.h"
#include "warplint/Rewrite/ArrayUses.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace clang;

namespace warplint {

/// s + a + b, or tile[row] + a + b: what is added is one index.
void UseFinder::addSum(const Expr &E, const BinaryOperator *Sum,
                       llvm::ArrayRef<const Expr *> Rows, const Alias &A) {
  if (!isWrittenTogether(E, Sum->getOperatorLoc()))
    return;
  llvm::SmallVector<const Expr *, 3> Terms = {Sum->getRHS()};
  for (const Stmt *P = W.parentOf(Sum);;) {
    const auto *More = dyn_cast_or_null<BinaryOperator>(P);
    if (!More || More->getOpcode() != BO_Add || More->getLHS() != Sum ||
        !isWrittenTogether(E, More->getOperatorLoc()))
      break;
    Terms.push_back(More->getRHS());
    Sum = More;
    P = W.parentOf(Sum);
  }
  const auto *Load = dyn_cast_or_null<UnaryOperator>(W.around(Sum));
  Uses.MakesPointers |=
      !Load || Load->getOpcode() != UO_Deref || !isElementMerelyUsed(Load);
  auto Site = siteOf(E, *Sum, Rows, A);
  auto Index = sumOf(Terms);
  if (!Site)
    return;
  if (!Index || Index->Begin < Site->Begin || Index->End > Site->End)
    return blockIndex(Sum->getExprLoc(), messages::UnsupportedIndex(quoted(E)));
  addSplits(Terms, *Index);
  Site->Indices.push_back(std::move(*Index));
  Site->IsPointerSum = true;
  llvm::SmallVector<const Expr *, 4> All(Rows.begin(), Rows.end());
  All.append(Terms.begin(), Terms.end());
  if (!Load || Load->getOpcode() != UO_Deref)
    if (!follow(E, *Sum, *Site, All, Site->Run))
      return;
  addSite(std::move(*Site), E);
}

void UseFinder::addSite(IndexSite Site, const Expr &E) {
  auto [It, New] =
      SiteAt.try_emplace({Site.Begin, Site.End}, Uses.Sites.size());
  if (New) {
    Uses.Sites.push_back(std::move(Site));
    return;
  }
  // Another instantiation: types may differ.
  IndexSite &Known = Uses.Sites[It->second];
  auto BehindCast = [](const IndexSite &S) {
    return S.Outer ? std::pair(S.Outer->Index.Begin, S.Outer->Run)
                   : std::pair<uint64_t, uint64_t>(0, 0);
  };
  if (Known.Run != Site.Run || Known.Indices.size() != Site.Indices.size() ||
      Known.Hidden != Site.Hidden || Known.IsFolded != Site.IsFolded ||
      Known.IsPointer != Site.IsPointer || Known.SeenAs != Site.SeenAs ||
      BehindCast(Known) != BehindCast(Site))
    return blockIndex(E, messages::IndexedDifferently);
  Known.Loops = std::max(Known.Loops, Site.Loops);
  for (auto [Mine, Other] : llvm::zip(Known.Indices, Site.Indices)) {
    Mine.mergeWith(Other);
    Mine.addStrides(Other);
  }
  if (Known.Behind && Site.Behind) {
    Known.Behind->mergeWith(*Site.Behind);
    Known.Behind->addStrides(*Site.Behind);
  }
}

/// A bracket or plus that a macro adds belongs to the macro, and an argument
/// that is indexed with may stand elsewhere in its body, too. Behind a macro that
/// gets the array, AS_HALF2(s)[i], they are the user's.
bool UseFinder::isWrittenTogether(const Expr &E, SourceLocation Punctuation) {
  bool IsTogether =
      W.SM.getFileID(nameAt(E)) == W.SM.getFileID(Punctuation) ||
      (Punctuation.isFileID() && W.SM.isMacroArgExpansion(nameAt(E)));
  if (!IsTogether)
    blockIndex(E, messages::IndexedInMacro);
  return IsTogether;
}

/// Loaded, stored, or a part of it: no pointer to the element is made.
bool UseFinder::isElementMerelyUsed(const Stmt *Element) const {
  const Stmt *P = W.around(Element);
  while (const auto *M = dyn_cast_or_null<MemberExpr>(P)) {
    if (M->isArrow())
      return false;
    P = W.around(M);
  }
  if (const auto *Cast = dyn_cast_or_null<ImplicitCastExpr>(P))
    return Cast->getCastKind() == CK_LValueToRValue;
  if (const auto *B = dyn_cast_or_null<BinaryOperator>(P))
    return B->isAssignmentOp();
  if (const auto *U = dyn_cast_or_null<UnaryOperator>(P))
    return U->isIncrementDecrementOp();
  if (const auto *C = dyn_cast_or_null<CXXConstructExpr>(P))
    return C->getConstructor()->isTrivial();
  if (const auto *C = dyn_cast_or_null<CXXOperatorCallExpr>(P)) {
    const auto *F = dyn_cast_or_null<CXXMethodDecl>(C->getDirectCallee());
    return F && C->isAssignmentOp() && F->isTrivial();
  }
  return false;
}

/// The name whose first element \p Pointer points to: s, &s[0], tile[0]; s of
/// s.tile, if that is the array.
const Expr *UseFinder::beginningOf(const Expr *Pointer) const {
  const Expr *E = Pointer->IgnoreParenImpCasts();
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->getOpcode() == UO_AddrOf)
    E = U->getSubExpr()->IgnoreParenImpCasts();
  while (const auto *S = dyn_cast<ArraySubscriptExpr>(E)) {
    if (numberOf(*S->getIdx(), W.Context) != 0)
      return nullptr;
    E = S->getBase()->IgnoreParenImpCasts();
  }
  const Expr *Base = E;
  while (const auto *M = dyn_cast<MemberExpr>(Base))
    Base = M->getBase()->IgnoreParenImpCasts();
  return isa<DeclRefExpr, CXXThisExpr>(Base) && declOf(*Base) &&
                 (Base == E || wholeName(*Base) == E)
             ? Base
             : nullptr;
}

/// s of s[i][j], and how many subscripts are behind it.
static std::pair<const Expr *, unsigned> planedBy(const Expr *Argument) {
  unsigned Subscripts = 0;
  const Expr *Whole = Argument->IgnoreParenImpCasts();
  while (const auto *S = dyn_cast<ArraySubscriptExpr>(Whole)) {
    ++Subscripts;
    Whole = S->getBase()->IgnoreParenImpCasts();
  }
  return {Whole, Subscripts};
}

/// The name of the array, or of a plane of it behind \p Hidden subscripts, that
/// \p Argument begins with.
const Expr *UseFinder::arrayOf(const Expr *Argument, unsigned Hidden) const {
  return beginningOf(Hidden ? planedBy(Argument).first : Argument);
}

/// \p Argument is the array behind its first \p Hidden subscripts.
bool UseFinder::isOfArray(const Expr *Argument, unsigned Hidden) const {
  const Expr *E = arrayOf(Argument, Hidden);
  if (!E)
    return false;
  auto Key = W.keyOf(*declOf(*E));
  if (!Key || !Aliases.contains(*Key))
    return false;
  const Alias A = Aliases.lookup(*Key);
  const unsigned Own = Hidden ? planedBy(Argument).second : 0;
  return !A.At && A.Hidden + Own == Hidden;
}

/// `float (*p)[32] = s[i]`, `f(s[i])`: \p Plane, which is \p A behind so many
/// \p Subscripts and has more than one row, gets a name of its own.
bool UseFinder::namePlane(const Expr &E, const Expr &Plane, unsigned Subscripts,
                          const Alias &A) {
  if (A.Run != 1 || A.Rank < Subscripts + 2)
    return false;
  Alias Own = A;
  Own.Rank -= Subscripts;
  Own.Hidden += Subscripts;
  const Stmt *P = W.around(&Plane);
  if (const auto *Call = dyn_cast_or_null<CallExpr>(P)) {
    passArgument(E, *Call, &Plane, Own);
    return true;
  }
  const VarDecl *V = initializedBy(&Plane);
  if (V)
    addAlias(*V, Own, E);
  return V;
}

void UseFinder::addAlias(const ValueDecl &D, const Alias &From, const Expr &E) {
  auto Key = W.keyOf(D);
  Uses.MakesPointers = true;
  if (!Key)
    return blockIndex(E, messages::HasAlias, D.getNameAsString());
  if (isMoved(D)) {
    IndexSite First;
    First.Name = isa<ParmVarDecl>(D) ? D.getNameAsString() : nameOf(E);
    if (From.Rank == 1 && Rank > 1 && !isa<ParmVarDecl>(D) &&
        declOf(E) == &Array) {
      First.Name = "(&" + First.Name;
      for (unsigned I = 0; I < Rank; ++I)
        First.Name += "[0]";
      First.Name += ")";
    }
    First.Indices = {WrittenIndex{{"0", true}}};
    if (From.Rank == 1 && !From.Hidden)
      return addPointer(E, *cast<VarDecl>(&D), First, {}, From.Run);
    return blockMoved(E, *cast<VarDecl>(&D), messages::AdvancesByRows);
  }
  Alias A = From;
  A.Declaration = &D;
  A.Path = {};
  Aliases.insert({*Key, A});
}

/// The size of the elements of an array, or of what a pointer points to.
static std::optional<uint64_t> bytesPointedTo(QualType Type,
                                              const ASTContext &Context) {
  Type = Type.getNonReferenceType();
  if (Type->isPointerType())
    Type = Type->getPointeeType();
  else if (!Type->isArrayType())
    return std::nullopt;
  Type = Context.getBaseElementType(Type);
  if (Type->isIncompleteType())
    return std::nullopt;
  return Context.getTypeSizeInChars(Type).getQuantity();
}

/// A function that gets the whole array, or a pointer to its first element.
void UseFinder::passArgument(const Expr &E, const CallExpr &Call,
                             const Expr *Argument, const Alias &A) {
  Uses.MakesPointers = true;
  const FunctionDecl *F = Call.getDirectCallee();
  std::string Name =
      F ? "'" + F->getNameAsString() + "'" : std::string("a function");
  const FunctionDecl *Definition = F ? F->getDefinition() : nullptr;
  if (!Definition || isa<CXXOperatorCallExpr>(Call) || !W.keyOf(*Definition) ||
      F->isVariadic())
    return blockIndex(E, messages::PassedTo, Name);
  for (unsigned I = 0; I < Call.getNumArgs(); ++I) {
    if (Call.getArg(I)->IgnoreParenImpCasts() !=
        Argument->IgnoreParenImpCasts())
      continue;
    const ParmVarDecl *P = Definition->getParamDecl(I);
    // Both are of one instantiation: its elements may have another size than
    // those of the first.
    const auto Given =
        A.Run == 1 ? bytesPointedTo(Argument->IgnoreParenImpCasts()->getType(),
                                    W.Context)
                   : ElementBytes * A.Run;
    if (!Given || bytesPointedTo(P->getType(), W.Context) != Given)
      break;
    Receivers.try_emplace({*W.keyOf(*Definition), I}, Definition);
    return addAlias(*P, A, E);
  }
  blockIndex(E, messages::PassedTo, Name);
}

/// A pointer variable, to whole elements, is made of it: not a vector at one
/// place, which has an index of its own.
bool UseFinder::isOfElements(const ExplicitCastExpr &Cast) const {
  const VarDecl *V = initializedBy(&Cast);
  if (!V || !V->getType()->isPointerType() ||
      V->getType()->getPointeeType()->isIncompleteType())
    return false;
  const uint64_t Bytes =
      W.Context.getTypeSizeInChars(V->getType()->getPointeeType())
          .getQuantity();
  return Bytes && Bytes % ElementBytes == 0 && !isMoved(*V);
}

/// The variable that \p Pointer, or what casts make of it, initialises.
const VarDecl *UseFinder::initializedBy(const Stmt *Pointer) const {
  const Stmt *P = W.around(Pointer);
  // The initialiser itself lies below the casts that around() skips.
  const Stmt *Init = Pointer;
  while (Init && !W.variableWithInit(Init) && W.parentOf(Init) != P)
    Init = W.parentOf(Init);
  const VarDecl *V = Init ? W.variableWithInit(Init) : nullptr;
  bool IsVariable =
      V && isa_and_nonnull<DeclStmt>(W.parentOf(Init)) &&
      (V->getType()->isPointerType() || V->getType()->isReferenceType());
  return IsVariable ? V : nullptr;
}

/// \p Element has all its subscripts.
void UseFinder::classifyElement(const Expr &E, const Expr &Element,
                                llvm::ArrayRef<const ArraySubscriptExpr *> By,
                                const Alias &A) {
  Uses.MakesPointers |= !isElementMerelyUsed(&Element);
  llvm::SmallVector<const Expr *, 3> Indices;
  for (const ArraySubscriptExpr *S : By)
    Indices.push_back(S->getRHS());
  const auto *Address = dyn_cast_or_null<UnaryOperator>(W.around(&Element));
  bool IsAddress = Address && Address->getOpcode() == UO_AddrOf;
  // &tile[0][0]: the array as one row.
  if (IsAddress && !A.Hidden && llvm::all_of(Indices, [&](const Expr *I) {
        return numberOf(*I, W.Context) == 0;
      })) {
    Alias Row = A;
    Row.Rank = 1;
    if (const auto *Call = dyn_cast_or_null<CallExpr>(W.around(Address));
        Call && !isInBody(E))
      if (const FunctionDecl *F = Call->getDirectCallee();
          F && F->getDefinition() && W.keyOf(*F->getDefinition()))
        return passArgument(E, *Call, Address, Row);
    if (const auto *Cast =
            dyn_cast_or_null<ExplicitCastExpr>(W.around(Address));
        Cast && !isInBody(E) && isOfElements(*Cast))
      return classifyCast(E, *Cast, Row);
    if (const VarDecl *V = initializedBy(Address);
        V && seenAs(V->getType()->getPointeeType(), E) == "")
      return addAlias(*V, Row, E);
    if (isa_and_nonnull<ArraySubscriptExpr>(W.around(Address)) && !isInBody(E))
      return classifyWhole(E, Address, Row);
  }
  auto Site = siteOf(E, Element, Indices, A);
  if (!Site || (IsAddress && !follow(E, *Address, *Site, Indices, Site->Run)))
    return;
  Site->SeenAt = usesByReference(Element);
  addSite(std::move(*Site), E);
}

/// \p Whole, the name or a cast of it, stands for the array as \p A says.
void UseFinder::classifyWhole(const Expr &E, const Stmt *Whole,
                              const Alias &A) {
  if (Whole == &E && classifyMacroPointer(E, A))
    return;
  const Expr *Element = cast<Expr>(Whole);
  llvm::SmallVector<const ArraySubscriptExpr *, 3> By;
  llvm::SmallVector<const Expr *, 3> Indices;
  const Stmt *P = W.around(Whole);
  // A parameter or variable that is a pointer is loaded first.
  if (const auto *Load = dyn_cast_or_null<ImplicitCastExpr>(P);
      Load && Load->getCastKind() == CK_LValueToRValue &&
      Load->getType()->isPointerType())
    P = W.around(Load);
  while (Indices.size() < A.Rank) {
    const auto *Subscript = dyn_cast_or_null<ArraySubscriptExpr>(P);
    if (!Subscript || Subscript->getLHS()->IgnoreParenImpCasts() !=
                          Element->IgnoreParenImpCasts())
      break;
    if (By.empty() && isIndexedByMacro(E, *Subscript))
      return A.HasTypedRows ? blockIndex(E, messages::IndexedInMacro)
                            : classifyInMacro(E, *Subscript, A);
    if (!isWrittenTogether(E, Subscript->getRBracketLoc())) {
      Uses.MakesPointers = true;
      return;
    }
    By.push_back(Subscript);
    Indices.push_back(Subscript->getRHS());
    Element = Subscript;
    P = W.around(Element);
  }
  if (Indices.size() == A.Rank)
    return A.HasTypedRows ? classifyTypedRows(E, *Element, By, A)
                          : classifyElement(E, *Element, By, A);
  if (isInBody(E)) {
    Uses.MakesPointers = true;
    return blockIndex(
        E, messages::NamedInMacroBody,
        Lexer::getImmediateMacroName(nameAt(E), W.SM, W.Context.getLangOpts()));
  }
  if (A.HasTypedRows && (A.At || !Indices.empty())) {
    Uses.MakesPointers = true;
    return blockIndex(E, messages::RowAsArray);
  }
  if (const auto *Sum = dyn_cast_or_null<BinaryOperator>(P);
      Sum && Sum->getOpcode() == BO_Add && Indices.size() + 1 == A.Rank &&
      Sum->getLHS()->IgnoreParenImpCasts() == Element->IgnoreParenImpCasts())
    return addSum(E, Sum, Indices, A);
  if (Indices.empty())
    return classifyArray(E, *Element, P, A);
  if (!namePlane(E, *Element, Indices.size(), A) &&
      !classifyRow(E, *Element, Indices, A))
    blockIndex(E, messages::RowAsArray);
}

/// Where wmma's \p Call loads a tile from or stores it; null for other calls.
static const Expr *tileOf(const CallExpr &Call) {
  const FunctionDecl *F = Call.getDirectCallee();
  if (!F || !F->getIdentifier() || Call.getNumArgs() < 3)
    return nullptr;
  return F->getName() == "load_matrix_sync"    ? Call.getArg(1)
         : F->getName() == "store_matrix_sync" ? Call.getArg(0)
                                               : nullptr;
}

/// \p Whole stands for all of the array, in \p P.
void UseFinder::classifyArray(const Expr &E, const Expr &Whole, const Stmt *P,
                              const Alias &A) {
  if (const auto *First = dyn_cast_or_null<UnaryOperator>(P);
      First && First->getOpcode() == UO_Deref && A.Rank == 1) {
    // *s is the first element, which every layout leaves where it is.
    Uses.MakesPointers |= !isElementMerelyUsed(First);
    return;
  }
  if (const auto *Size = dyn_cast_or_null<UnaryExprOrTypeTraitExpr>(P);
      Size && Size->getKind() == UETT_SizeOf)
    return blockPadding(nameAt(E), messages::SizeUsed(quoted(E)));
  if (const auto *Call = dyn_cast_or_null<CallExpr>(P)) {
    const Expr *Tile = tileOf(*Call);
    if (!Tile || Tile->IgnoreParenImpCasts() != Whole.IgnoreParenImpCasts())
      return passArgument(E, *Call, &Whole, A);
    Uses.MakesPointers = true; // To the first element.
    return;
  }
  if (const auto *Cast = dyn_cast_or_null<ExplicitCastExpr>(P))
    return classifyCast(E, *Cast, A);
  if (const VarDecl *V = initializedBy(&Whole))
    return addAlias(*V, A, E);
  Uses.MakesPointers = true;
  blockIndex(E, messages::AddressTaken);
}

bool UseFinder::isInBody(const Expr &E) const {
  return nameAt(E).isMacroID() && !W.SM.isMacroArgExpansion(nameAt(E));
}

/// Where a wmma tile gets its address from \p E, its pitch says how long rows are.
void UseFinder::addPitch(const Expr &E) {
  const Expr *Outer = &E;
  while (const auto *Around = dyn_cast_or_null<Expr>(W.parentOf(Outer))) {
    Outer = Around;
    if (isa<CallExpr>(Outer))
      break;
  }
  const auto *Call = dyn_cast<CallExpr>(Outer);
  const Expr *Tile = Call ? tileOf(*Call) : nullptr;
  if (!Tile)
    return;
  const auto Pitch = indexOf(*Call->getArg(2)->IgnoreImpCasts());
  if (!Pitch || bytesPointedTo(Tile->getType(), W.Context) != ElementBytes)
    return blockPadding(
        Call->getExprLoc(),
        messages::PitchNotWritten(Call->getDirectCallee()->getName()));
  if (llvm::none_of(Uses.Pitches, [&](const WrittenPitch &Known) {
        return Known.Begin == Pitch->Begin;
      }))
    Uses.Pitches.push_back({Pitch->Begin, Pitch->End, Pitch->Text});
}

ArrayUses UseFinder::find() {
  const QualType Type = Arrays.front().declaration().getType();
  const QualType Element = W.Context.getBaseElementType(Type);
  Rank = rankOf(Type);
  // Whoever asks for a layout has said so.
  if (Rank == 0 || Element->isIncompleteType())
    return std::move(Uses);
  ElementBytes = W.Context.getTypeSizeInChars(Element).getQuantity();
  Uses.Files = W.Files;
  std::set<std::optional<DeclKey>> Members;
  for (const SharedArray &Of : Arrays) {
    const VarDecl *V = Of.Variable;
    auto Key = W.keyOf(*V);
    if (!Key) {
      block(V->getLocation(), V->getLocation().isMacroID()
                                  ? messages::DeclaredByMacro()
                                  : messages::DeclaredElsewhere());
      return std::move(Uses);
    }
    Alias A = {V, Rank};
    A.Path = Of.Path;
    Aliases.insert({*Key, A});
    if (Of.isMember() && Members.insert(W.keyOf(*Of.Path.back())).second)
      addMember(*Of.Path.back(), *V);
  }
  followAliases();
  for (const auto &[At, F] : Receivers)
    checkFunction(*F, At.second);
  settleMacros();
  settleRowPointers();
  findRowMacros();
  findLaunchSizes();
  auto ByPlace = [](const FindingNote &A, const FindingNote &B) {
    return std::tie(A.Where, A.Message) < std::tie(B.Where, B.Message);
  };
  for (auto *Of : {&Uses.Blockers, &Uses.IndexBlockers, &Uses.PaddingBlockers})
    llvm::sort(*Of, ByPlace);
  std::vector<std::string> Names;
  for (const SharedArray &A : Arrays)
    if (!llvm::is_contained(Names, A.name()))
      Names.push_back(A.name());
  Uses.Name = listed(Names);
  lookAround();
  return std::move(Uses);
}

} // namespace warplint
