//===- PointerUses.cpp - Addresses of elements, and what is made of them --===//
//
// float *row = tile[y]; row[x] is tile[y][x] as long as neither row nor y
// changes; reinterpret_cast<float4 *>(&tile[y][0])[x] is the vector at
// tile[y][4 * x]. Where the source says so much, the index is put together and
// rewritten as a whole.
//
//===----------------------------------------------------------------------===//

#include "UseFinder.h"
#include "warplint/Messages/Rewriting.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint {

/// The name of \p Pointee, where it is not the type of the array's elements.
std::optional<std::string> UseFinder::seenAs(QualType Pointee,
                                             const Expr &E) const {
  // Of several arrays each has its own; a name for them is as good as the first.
  const auto *Own = llvm::find_if(Arrays, [&](const SharedArray &A) {
    return &A.declaration() == declOf(E);
  });
  QualType Element =
      (Own == Arrays.end() ? Arrays.front() : *Own).declaration().getType();
  while (const ArrayType *T = W.Context.getAsArrayType(Element))
    Element = T->getElementType();
  auto WithoutConst = [](QualType T) {
    T = T.getCanonicalType();
    T.removeLocalConst();
    return T;
  };
  if (WithoutConst(Pointee) == WithoutConst(Element))
    return "";
  if (!Pointee->isBuiltinType() && !Pointee->isRecordType())
    return std::nullopt;
  return Pointee.getAsString(W.Context.getPrintingPolicy());
}

/// Reads of \p E give one value anywhere in \p In.
bool UseFinder::isSteadyName(const DeclRefExpr &E, const Range &In) const {
  const ValueDecl *D = E.getDecl();
  if (isa<EnumConstantDecl, NonTypeTemplateParmDecl>(D))
    return true;
  const auto *V = dyn_cast<VarDecl>(D);
  if (!V)
    return false;
  if (V->isConstexpr() || V->getType().isConstQualified())
    return true;
  auto Key = W.keyOf(*V);
  if (!Key || !V->isLocalVarDeclOrParm() ||
      !V->getType()->isIntegralOrEnumerationType())
    return false;
  return llvm::none_of(W.uses(*Key), [&](const DeclRefExpr *Use) {
    const auto *Load = dyn_cast_or_null<ImplicitCastExpr>(W.around(Use));
    auto At = W.offsetOf(W.SM.getFileLoc(Use->getLocation()));
    bool IsRead = Load && Load->getCastKind() == CK_LValueToRValue;
    return !IsRead && (!At || (In.Begin <= *At && *At < In.End));
  });
}

/// \p S may be evaluated again anywhere in \p In.
bool UseFinder::isSteady(const Stmt *S, const Range &In) const {
  if (!S)
    return true;
  if (isa<PseudoObjectExpr, MSPropertyRefExpr>(S))
    return !mayHaveSideEffects(S);
  if (const auto *E = dyn_cast<DeclRefExpr>(S))
    return isSteadyName(*E, In);
  if (const auto *M = dyn_cast<MemberExpr>(S); M && M->isArrow())
    return false;
  if (const auto *C = dyn_cast<CallExpr>(S))
    return !isa<CXXMemberCallExpr>(C) && !mayHaveSideEffects(C) &&
           llvm::all_of(C->arguments(),
                        [&](const Expr *A) { return isSteady(A, In); });
  if (const auto *U = dyn_cast<UnaryOperator>(S);
      U && (U->getOpcode() == UO_Deref || U->getOpcode() == UO_AddrOf))
    return false;
  bool IsPure =
      isa<UnaryOperator, BinaryOperator, CastExpr, ParenExpr, IntegerLiteral,
          CXXBoolLiteralExpr, ConditionalOperator, ConstantExpr, MemberExpr,
          SubstNonTypeTemplateParmExpr, UnaryExprOrTypeTraitExpr>(S) &&
      !mayHaveSideEffects(S);
  return IsPure && llvm::all_of(S->children(), [&](const Stmt *Child) {
           return isSteady(Child, In);
         });
}

/// The index behind a cast: moves into the brackets of the array.
bool UseFinder::foldOuter(const Expr &E, const Expr &Index,
                          SourceLocation Punctuation, IndexSite &Site,
                          uint64_t Run) {
  if (numberOf(Index, W.Context) == 0)
    return true;
  // A bracket that a macro adds may be followed by what the macro makes of the
  // index besides.
  if (Punctuation.isMacroID() && !isWrittenTogether(E, Punctuation))
    return false;
  auto Written = indexOf(Index);
  if (!Run || !Written || Written->HasSideEffects || Site.Run != 1) {
    blockIndex(Index.getExprLoc(), messages::UnsupportedOuterIndex(quoted(E)));
    return false;
  }
  Site.Outer = OuterIndex{std::move(*Written), Run};
  return true;
}

/// What is made of \p Pointer, the address of \p Site's element. False where
/// the site does not change: another name begins here, or something blocks.
bool UseFinder::follow(const Expr &E, const Expr &Pointer, IndexSite &Site,
                       llvm::ArrayRef<const Expr *> Terms, uint64_t Run) {
  const Expr *At = &Pointer;
  const Stmt *P = W.around(At);
  while (const auto *Cast = dyn_cast_or_null<CastExpr>(P)) {
    if (!Cast->getType()->isPointerType())
      break;
    QualType To =
        W.Context.getBaseElementType(Cast->getType()->getPointeeType());
    uint64_t Bytes = To->isIncompleteType() || To->isFunctionType()
                         ? 0
                         : W.Context.getTypeSizeInChars(To).getQuantity();
    Run = Bytes % ElementBytes ? 0 : Bytes / ElementBytes;
    At = Cast;
    P = W.around(At);
  }
  llvm::SmallVector<const Expr *, 4> All(Terms.begin(), Terms.end());
  const auto *Subscript = dyn_cast_or_null<ArraySubscriptExpr>(P);
  if (At->getType()->isPointerType() &&
      rankOf(At->getType()->getPointeeType()) && !initializedBy(At)) {
    blockIndex(E, messages::RowAsArray);
    return false;
  }
  if (Subscript &&
      Subscript->getBase()->IgnoreParenImpCasts() == At->IgnoreParenImpCasts())
    return foldOuter(E, *Subscript->getIdx(), Subscript->getRBracketLoc(), Site,
                     Run);
  if (const auto *Sum = dyn_cast_or_null<BinaryOperator>(P);
      Sum && Sum->isAdditiveOp() && Sum->getType()->isPointerType()) {
    bool IsSum =
        Sum->getOpcode() == BO_Add &&
        Sum->getLHS()->IgnoreParenImpCasts() == At->IgnoreParenImpCasts();
    const auto *More = dyn_cast_or_null<BinaryOperator>(W.around(Sum));
    if (!IsSum || (More && More->isAdditiveOp())) {
      blockIndex(Sum->getExprLoc(), messages::AddressComputed(quoted(E)));
      return false;
    }
    if (!foldOuter(E, *Sum->getRHS(), Sum->getOperatorLoc(), Site, Run))
      return false;
    All.push_back(Sum->getRHS());
    At = Sum;
  }
  if (const VarDecl *V = initializedBy(At);
      V && V->getType()->isPointerType() && V->hasLocalStorage()) {
    addPointer(E, *V, Site, All, Run);
    return false;
  }
  if (const auto *Call = dyn_cast_or_null<CallExpr>(W.around(At)))
    if (const FunctionDecl *F = Call->getDirectCallee(); F && F->hasBody())
      addOnce(Uses.Passed,
              {placeOf(nameAt(E)),
               messages::PointerPassedTo(quoted(E), F->getNameAsString())});
  return true;
}

/// A name by which vectors of \p Site are indexed, and as what \p V, a pointer to
/// one of them, sees them. False where they have no such name.
bool UseFinder::nameVectors(const Expr &E, const VarDecl &V,
                            const IndexSite &Site, uint64_t Run,
                            std::string &Name, std::string &SeenAs) const {
  const QualType Vector = V.getType()->getPointeeType();
  if (Run != Site.Run)
    return false;
  QualType Named = E.getType();
  Named = Named->isPointerType() ? Named->getPointeeType()
                                 : W.Context.getBaseElementType(Named);
  if (ASTContext::hasSameUnqualifiedType(Named, Vector)) {
    SeenAs = Site.SeenAs;
    return true;
  }
  // It is cast where it is named.
  if (Site.IsFolded || SeenAs.empty())
    return false;
  Name = "reinterpret_cast<" + std::exchange(SeenAs, "") + " *>(" + Name + ")";
  return true;
}

/// \p V points to \p Site's element from here on.
void UseFinder::addPointer(const Expr &E, const VarDecl &V,
                           const IndexSite &Site,
                           llvm::ArrayRef<const Expr *> Terms, uint64_t Run) {
  auto Key = W.keyOf(V);
  const QualType Pointee = V.getType()->getPointeeType();
  const unsigned Extents = rankOf(Pointee);
  auto Type = seenAs(W.Context.getBaseElementType(Pointee), E);
  const Stmt *Scope = nullptr;
  if (const auto *P = dyn_cast<ParmVarDecl>(&V))
    Scope = cast<FunctionDecl>(P->getDeclContext())->getBody();
  for (const Stmt *S = V.getInit(); S && !isa_and_nonnull<CompoundStmt>(Scope);)
    Scope = S = W.parentOf(S);
  std::optional<unsigned> End;
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(Scope))
    End = W.offsetOf(W.SM.getFileLoc(Block->getRBracLoc()));
  if (!Key || !Type || !End || !Run || Site.Hidden || Site.HasTypedRows ||
      (Extents && (Rank > 1 || Site.Run != 1)) || isInBody(E) ||
      nameAt(E).isMacroID())
    return blockIndex(E, messages::PointsInto, V.getNameAsString());
  Range Lifetime{*Key, *End};
  std::optional<PointerWalk> Walk;
  if (isMoved(V)) {
    std::string Why;
    Walk = walkOf(V, Lifetime, Why);
    if (!Walk)
      return blockMoved(E, V, Why);
    for (const SourceEdit &Edit : Walk->Removed)
      if (!llvm::is_contained(Uses.Removed, Edit))
        Uses.Removed.push_back(Edit);
  }
  if (!llvm::all_of(Terms,
                    [&](const Expr *T) { return isSteady(T, Lifetime); }))
    return blockIndex(E, messages::PointsAtChanging, V.getNameAsString());
  ElementPosition At{Site.Name, Site.Indices, Site.Run, {}};
  if (Site.Run != 1 && !nameVectors(E, V, Site, Run, At.Name, *Type))
    return blockIndex(E, messages::PointsInto, V.getNameAsString());
  Alias Pointer;
  Pointer.Declaration = &V;
  Pointer.Rank = 1 + Extents;
  Pointer.HasTypedRows = Extents;
  Pointer.Run = Run;
  Pointer.SeenAs = *Type;
  At.Terms.append(Terms.begin(), Terms.end());
  if (Site.Outer)
    At.Indices.back() =
        addedUp(At.Indices.back(), Site.Outer->Index, Site.Outer->Run);
  Pointer.At = std::move(At);
  Pointer.Walk = std::move(Walk);
  if (!Pointer.Walk && !isa<ParmVarDecl>(V))
    addRowPointer(V, Site, Pointer);
  auto [Known, New] = Aliases.insert({*Key, Pointer});
  // Another instantiation may see another type.
  if (!New && (!Known->second.At || Known->second.Run != Run ||
               Known->second.SeenAs != *Type ||
               Known->second.At->Indices.size() != Pointer.At->Indices.size()))
    blockIndex(nameAt(E), messages::PointerOfAnotherType(V.getNameAsString()));
}

/// \p V, a pointer into the array, moves and stays: WHY.
void UseFinder::blockMoved(const Expr &E, const VarDecl &V,
                           llvm::StringRef Why) {
  const std::string Name = "'" + Arrays.front().name() + "'";
  SourceLocation Where = nameAt(E);
  for (const DeclRefExpr *Use : W.uses(*W.keyOf(V)))
    if (const Stmt *P = W.around(Use);
        isa_and_nonnull<CompoundAssignOperator>(P) ||
        (isa_and_nonnull<UnaryOperator>(P) &&
         cast<UnaryOperator>(P)->isIncrementDecrementOp())) {
      Where = cast<Expr>(P)->getBeginLoc();
      break;
    }
  blockIndex(Where, messages::PointerAdvances(V.getNameAsString(), Name, Why));
}

std::optional<IndexSite> UseFinder::foldedSite(const Expr &E, const Expr &Whole,
                                               const ElementPosition &At) {
  auto Site = siteAt(E, Whole);
  if (!Site) {
    blockIndex(E, messages::UsedInMacro);
    return std::nullopt;
  }
  Site->Name = At.Name;
  Site->Indices = At.Indices;
  Site->Run = At.Run;
  Site->IsFolded = true;
  Site->Macro = Macro;
  Site->IsInMacroArgument &= !Macro;
  auto [Text, Start] = W.fileAround(Site->Begin);
  Site->IsInParentheses = Text.substr(0, Site->Begin - Start).ends_with("(") &&
                          Text.substr(Site->End - Start).starts_with(")");
  return Site;
}

/// tile[r], of which a pointer to its elements is made.
bool UseFinder::classifyRow(const Expr &E, const Expr &Row,
                            llvm::ArrayRef<const Expr *> Indices,
                            const Alias &A) {
  Uses.MakesPointers = true;
  if (Indices.size() + 1 != A.Rank || A.Run != 1 || A.Hidden)
    return false;
  // Something that takes the row as an array, by reference, is no pointer.
  const auto *Decay = dyn_cast_or_null<ImplicitCastExpr>(W.parentOf(&Row));
  if (!Decay || Decay->getCastKind() != CK_ArrayToPointerDecay)
    return false;
  ElementPosition At{nameOf(E), {}, 1, {}};
  for (const Expr *I : Indices) {
    auto Written = indexOf(*I);
    if (!Written || Written->HasSideEffects)
      return false;
    At.Indices.push_back(std::move(*Written));
    At.Terms.push_back(I);
  }
  WrittenIndex First;
  First.Text = "0";
  First.IsUnsigned = true;
  At.Indices.push_back(First);
  auto Site = foldedSite(E, Row, At);
  if (!Site)
    return true;
  Site->IsPointer = true;
  if (follow(E, Row, *Site, At.Terms, 1))
    addSite(std::move(*Site), E);
  return true;
}

/// The element p[i] or *p, and its i, of the value \p Pointer; nulls where that is
/// in neither.
std::pair<const Expr *, const Expr *>
UseFinder::elementAt(const Expr &Pointer) const {
  const Stmt *P = W.around(&Pointer);
  if (const auto *S = dyn_cast_or_null<ArraySubscriptExpr>(P);
      S && S->getBase()->IgnoreParenImpCasts() == Pointer.IgnoreParenImpCasts())
    return {S, S->getIdx()};
  const auto *U = dyn_cast_or_null<UnaryOperator>(P);
  return {U && U->getOpcode() == UO_Deref ? U : nullptr, nullptr};
}

/// The sum p + a + b that \p Pointer begins, and what is added; itself where it
/// begins none.
const Expr *
UseFinder::sumBehind(const Expr &Pointer,
                     llvm::SmallVectorImpl<const Expr *> &Terms) const {
  const Expr *Whole = &Pointer;
  for (;;) {
    const auto *B = dyn_cast_or_null<BinaryOperator>(W.around(Whole));
    if (!B || B->getOpcode() != BO_Add || !B->getType()->isPointerType() ||
        B->getLHS()->IgnoreParenImpCasts() != Whole->IgnoreParenImpCasts())
      return Whole;
    Terms.push_back(B->getRHS());
    Whole = B;
  }
}

/// A use of a pointer into the array.
void UseFinder::classifyPointer(const Expr &E, const Alias &A) {
  Uses.MakesPointers = true;
  if (A.Walk)
    return classifyWalking(E, A);
  const auto *Load = dyn_cast_or_null<ImplicitCastExpr>(W.around(&E));
  if (isa_and_nonnull<LambdaExpr>(W.around(&E)))
    return;
  if (!Load || Load->getCastKind() != CK_LValueToRValue)
    return blockIndex(E, messages::PointerMayChange, Arrays.front().name());
  if (A.HasTypedRows)
    return classifyWhole(E, &E, A);
  if (isInBody(E))
    return classifyPointerInMacro(E, *Load, A);
  classifyValue(E, *Load, A);
}

/// \p Pointer, made of the name \p E, points into the array as \p A says.
void UseFinder::classifyValue(const Expr &E, const Expr &Pointer,
                              const Alias &A) {
  llvm::SmallVector<const Expr *, 4> Added, Terms(A.At->Terms);
  auto [Whole, Subscript] = elementAt(Pointer);
  const bool IsElement = Whole != nullptr;
  if (Subscript)
    Added = {Subscript};
  else if (!IsElement)
    Whole = sumBehind(Pointer, Added);
  auto Site = foldedSite(E, *Whole, *A.At);
  if (!Site)
    return;
  Site->RowPointer = A.RowPointer;
  if (!Added.empty()) {
    auto Written = sumOf(Added);
    if (!Written)
      return blockIndex(Added.front()->getExprLoc(),
                        messages::UnsupportedIndex(quoted(E)));
    addSplits(Added, *Written);
    Site->Behind = *Written;
    Site->BehindRun = A.Run;
    Site->IsBehindPlus = isa<BinaryOperator>(Whole);
    Site->Indices.back() =
        addedUp(Site->Indices.back(), *Written, A.Run / A.At->Run);
    Terms.append(Added);
  }
  Site->SeenAs = A.SeenAs;
  Site->IsPointer = !IsElement;
  const Expr *Address = Whole;
  if (IsElement) {
    const auto *Of = dyn_cast_or_null<UnaryOperator>(W.around(Whole));
    Address = Of && Of->getOpcode() == UO_AddrOf ? Of : nullptr;
  }
  if (!Address || follow(E, *Address, *Site, Terms, A.Run))
    addSite(std::move(*Site), E);
}

} // namespace warplint
