//===- CastUses.cpp - Arrays that casts see as something else -------------===//
//
//   reinterpret_cast<float4 *>(s)[i]                      vectors
//   float (*t)[32] = reinterpret_cast<float (*)[32]>(s);  rows, of an array of
//   t[r][c]                                               one extent
//
// The length of such rows stands in types. What changes is the column, or that
// length in all of them.
//
//===----------------------------------------------------------------------===//

#include "Rewrite/UseFinder.h"
#include "warplint/Messages/Rewriting.h"
#include "clang/AST/TypeLoc.h"

using namespace clang;

namespace warplint {

/// reinterpret_cast<float4 *>(s)[i].
void UseFinder::classifyCast(const Expr &E, const ExplicitCastExpr &Cast,
                             const Alias &A) {
  Uses.MakesPointers = true;
  QualType To = Cast.getType();
  if ((To->isArrayType() ||
       (To->isPointerType() && To->getPointeeType()->isArrayType())) &&
      A.Rank == 1 && Rank == 1 && !A.HasTypedRows)
    return classifyRowCast(E, Cast, A);
  if (!To->isPointerType() || To->getPointeeType()->isIncompleteType() ||
      To->getPointeeType()->isArrayType() || A.Hidden || A.HasTypedRows)
    return blockIndex(E, messages::CastToAnotherType);
  uint64_t Bytes =
      W.Context.getTypeSizeInChars(To->getPointeeType()).getQuantity();
  if (Bytes == 0 || Bytes % ElementBytes)
    return blockIndex(E, messages::SmallerElements);
  Alias Seen = A;
  Seen.Run = Bytes / ElementBytes;
  Seen.Rank = 1;
  classifyWhole(E, &Cast, Seen);
}

/// reinterpret_cast<float (*)[32]>(s), *reinterpret_cast<float (*)[32][32]>(s),
/// reinterpret_cast<float (&)[32][32]>(s).
void UseFinder::classifyRowCast(const Expr &E, const ExplicitCastExpr &Cast,
                                const Alias &A) {
  Alias Seen = A;
  Seen.HasTypedRows = true;
  const Stmt *Whole = &Cast;
  QualType To = Cast.getType();
  if (To->isPointerType()) {
    To = To->getPointeeType();
    Seen.Rank = 1 + rankOf(To);
    const auto *First = dyn_cast_or_null<UnaryOperator>(W.around(&Cast));
    if (First && First->getOpcode() == UO_Deref) {
      Whole = First;
      --Seen.Rank;
    }
  } else {
    Seen.Rank = rankOf(To);
  }
  To = W.Context.getBaseElementType(To);
  if (Seen.Rank < 2 || To->isIncompleteType() || A.Hidden)
    return blockIndex(E, messages::CastToAnotherType);
  const uint64_t Bytes = W.Context.getTypeSizeInChars(To).getQuantity();
  if (Bytes == 0 || Bytes % ElementBytes)
    return blockIndex(E, messages::SmallerElements);
  Seen.Run = Bytes / ElementBytes;
  addTypedRow(Cast.getTypeInfoAsWritten(), Seen, Cast.getBeginLoc(), nameOf(E));
  classifyWhole(E, Whole, Seen);
}

/// What \p Type, of rows as \p A says, spells as their length: to be changed where
/// rows grow.
void UseFinder::addTypedRow(const TypeSourceInfo *Type, const Alias &A,
                            SourceLocation Where, const std::string &Name) {
  if (Type && Type->getType()->getContainedAutoType())
    return; // It follows.
  const Expr *Length = nullptr;
  for (TypeLoc T = Type ? Type->getTypeLoc() : TypeLoc(); T;
       T = T.getNextTypeLoc())
    if (const auto Array = T.getAs<ArrayTypeLoc>(); !Array.isNull())
      Length = Array.getSizeExpr();
  auto Written = Length ? factorOf(*Length) : std::nullopt;
  if (!Written)
    return blockPadding(Where, messages::ExtentsElsewhere(Name));
  TypedRow Row = {std::move(Written->first), Written->second * A.Run, A.Run};
  const auto Known = llvm::find_if(Uses.TypedRows, [&](const TypedRow &R) {
    return R.Length.Begin == Row.Length.Begin;
  });
  if (Known == Uses.TypedRows.end())
    Uses.TypedRows.push_back(std::move(Row));
  else if (Known->Elements != Row.Elements)
    blockPadding(Where, messages::PointerOfAnotherType(Name));
}

/// The subscripts \p By of such rows as one index: `r][c`, whose column is c.
std::optional<WrittenIndex>
UseFinder::typedRows(const Expr &E,
                     llvm::ArrayRef<const ArraySubscriptExpr *> By) const {
  auto Whole = indexOf(SourceRange(By.front()->getRHS()->getBeginLoc(),
                                   By.back()->getRHS()->getEndLoc()));
  if (!Whole)
    return std::nullopt;
  IndexSplit Split;
  Split.Text = Whole->Text;
  Split.IsVerbatim = Split.IsColumnApart = true;
  Split.Strides.emplace_back();
  for (const ArraySubscriptExpr *S : By) {
    const auto Index = indexOf(*S->getRHS());
    if (!Index || Index->Begin < Whole->Begin || Index->End > Whole->End)
      return std::nullopt;
    Whole->HasSideEffects |= Index->HasSideEffects;
    if (S == By.back()) {
      Split.Column = *Index;
      Split.ColumnAt = {size_t(Index->Begin - Whole->Begin),
                        size_t(Index->End - Index->Begin)};
      break;
    }
    // What is left of the type has the elements that one step covers.
    uint64_t Stride = 1;
    QualType Row = S->getType();
    if (!Row->isConstantArrayType())
      return std::nullopt;
    for (; const auto *Of = W.Context.getAsConstantArrayType(Row);
         Row = Of->getElementType()) {
      Stride *= Of->getSize().getZExtValue();
      Split.MostColumn = Of->getSize().getZExtValue() - 1;
    }
    Split.Rows.push_back({static_cast<const Operand &>(*Index), std::nullopt});
    Split.Strides.front().push_back(Stride);
  }
  Whole->Splits.push_back(std::move(Split));
  return Whole;
}

/// \p Element has all its subscripts.
void UseFinder::classifyTypedRows(const Expr &E, const Expr &Element,
                                  llvm::ArrayRef<const ArraySubscriptExpr *> By,
                                  const Alias &A) {
  Uses.MakesPointers |= !isElementMerelyUsed(&Element);
  auto Site = siteAt(E, Element);
  auto Index = typedRows(E, By);
  if (!Site || !Index || Index->Begin < Site->Begin || Index->End > Site->End)
    return blockIndex(By.front()->getRHS()->getExprLoc(),
                      messages::UnsupportedIndex(quoted(E)));
  Site->HasTypedRows = true;
  Site->Run = A.Run;
  if (A.At) {
    Site->Indices = A.At->Indices;
    Site->IsFolded = true;
    Site->RowPointer = A.RowPointer;
    Site->Behind = std::move(*Index);
    Site->BehindRun = A.Run;
  } else {
    Site->Indices.push_back(std::move(*Index));
  }
  const auto *Address = dyn_cast_or_null<UnaryOperator>(W.around(&Element));
  if (Address && Address->getOpcode() == UO_AddrOf &&
      !follow(E, *Address, *Site, {}, A.Run))
    return;
  addSite(std::move(*Site), E);
}

} // namespace warplint
