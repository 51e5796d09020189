//===- UseText.cpp - What is written in an index --------------------------===//

#include "UseFinder.h"
#include "warplint/Messages/Rewriting.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace warplint {

/// The characters of a file that \p R stands for, be it inside of one
/// macro argument.
std::optional<UseFinder::Range> UseFinder::rangeOf(SourceRange R) const {
  if (Body.isValid())
    return rangeInBody(R);
  CharSourceRange Chars = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(R), W.SM, W.Context.getLangOpts());
  if (Chars.isInvalid() || Chars.getBegin().isMacroID() ||
      Chars.getEnd().isMacroID())
    return std::nullopt;
  auto [File, Begin] = W.SM.getDecomposedLoc(Chars.getBegin());
  auto [EndFile, End] = W.SM.getDecomposedLoc(Chars.getEnd());
  auto Start = W.placeIn(File, 0);
  if (!Start || EndFile != File || End < Begin)
    return std::nullopt;
  return Range{*Start + Begin, *Start + End};
}

/// Coordinates of threads
/// and what can be computed at compile time may be read as often as one likes.
bool mayHaveSideEffects(const Stmt *S) {
  if (!S)
    return false;
  if (isa<PseudoObjectExpr>(S))
    return !isa<MSPropertyRefExpr>(
        cast<PseudoObjectExpr>(S)->getSyntacticForm()->IgnoreParens());
  if (const auto *U = dyn_cast<UnaryOperator>(S);
      U && U->isIncrementDecrementOp())
    return true;
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
    return true;
  if (const auto *C = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *F = C->getDirectCallee();
    if (!F || !(F->isConstexpr() || F->hasAttr<ConstAttr>() ||
                F->hasAttr<PureAttr>()))
      return true;
  }
  if (isa<CXXNewExpr, CXXDeleteExpr, CXXThrowExpr, LambdaExpr, StmtExpr,
          AtomicExpr>(S))
    return true;
  // Two reads of it may differ.
  if (const auto *E = dyn_cast<Expr>(S);
      E && E->isGLValue() && E->getType().isVolatileQualified())
    return true;
  return llvm::any_of(S->children(), mayHaveSideEffects);
}

WrittenIndex addedUp(const WrittenIndex &A, const WrittenIndex &B,
                     uint64_t Times) {
  WrittenIndex Sum{sumOf(A, B, Times)};
  for (const IndexSplit &S : A.Splits)
    Sum.Splits.push_back(addedUp(S, B, Times, B.Most));
  if (A.Splits.empty() && Times == 1)
    for (const IndexSplit &S : B.Splits)
      Sum.Splits.push_back(addedUp(S, A, 1, A.Most));
  return Sum;
}

void WrittenIndex::addStrides(const WrittenIndex &Other) {
  if (Addend && Other.Addend) {
    Addend->Base.mergeWith(Other.Addend->Base);
    const uint64_t Longest = std::max(Addend->Run, Other.Addend->Run);
    Addend->Run = Addend->Run && Other.Addend->Run ? Longest : 0;
  } else {
    Addend.reset();
  }
  if (!llvm::equal(Splits, Other.Splits,
                   [](const auto &A, const auto &B) { return A.isSame(B); }))
    return Splits.clear();
  for (auto [Mine, New] : llvm::zip(Splits, Other.Splits))
    for (const std::vector<uint64_t> &S : New.Strides)
      if (!llvm::is_contained(Mine.Strides, S))
        Mine.Strides.push_back(S);
  for (auto [Mine, New] : llvm::zip(Splits, Other.Splits)) {
    Mine.Column.mergeWith(New.Column);
    Mine.MostColumn =
        Mine.MostColumn && New.MostColumn
            ? std::optional(std::max(*Mine.MostColumn, *New.MostColumn))
            : std::nullopt;
    for (auto [Row, NewRow] : llvm::zip(Mine.Rows, New.Rows))
      Row.Row.mergeWith(NewRow.Row);
  }
}

/// A name, a member of one, a number: as an operand it needs no parentheses.
static bool isPlain(const Expr &E) {
  const Expr *Bare = E.IgnoreImpCasts();
  if (const auto *S = dyn_cast<SubstNonTypeTemplateParmExpr>(Bare))
    return S->getBeginLoc() == S->getEndLoc();
  return isa<DeclRefExpr, MemberExpr, MSPropertyRefExpr, PseudoObjectExpr,
             IntegerLiteral>(Bare);
}

std::optional<WrittenIndex> UseFinder::indexOf(SourceRange Written) const {
  auto R = rangeOf(Written);
  if (!R)
    return std::nullopt;
  WrittenIndex Index;
  Index.Begin = R->Begin;
  Index.End = R->End;
  Index.Text = W.text(R->Begin, R->End).str();
  // A comment to the line's end would swallow what comes behind.
  if (llvm::StringRef(Index.Text).contains("//") ||
      llvm::StringRef(Index.Text).contains('#'))
    return std::nullopt;
  return Index;
}

/// A variable that a loop's head declares, or a number.
bool UseFinder::isCount(const Expr &E) const {
  const Expr *Bare = E.IgnoreImpCasts();
  const auto *Name = dyn_cast<DeclRefExpr>(Bare);
  const auto *V = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  const Stmt *Declared = V && V->getInit() ? W.parentOf(V->getInit()) : nullptr;
  return isa<IntegerLiteral>(Bare) ||
         (isa_and_nonnull<DeclStmt>(Declared) &&
          isa_and_nonnull<ForStmt>(W.parentOf(Declared)));
}

/// The most that \p E is, for which isCount() holds, where it is not below 0.
std::optional<uint64_t> UseFinder::mostCounted(const Expr &E) const {
  if (auto Number = numberOf(E, W.Context))
    return Number;
  const auto *Name = cast<DeclRefExpr>(E.IgnoreImpCasts());
  const auto *V = cast<VarDecl>(Name->getDecl());
  const auto *Loop = cast<ForStmt>(W.parentOf(W.parentOf(V->getInit())));
  const auto Counter = counterOf(*Loop);
  const auto *Less = dyn_cast_or_null<BinaryOperator>(Loop->getCond());
  if (!Counter || !numberOf(*Counter->First, W.Context) || !Less ||
      Less->getOpcode() != BO_LT)
    return std::nullopt;
  const auto *Left = dyn_cast<DeclRefExpr>(Less->getLHS()->IgnoreImpCasts());
  const auto End = numberOf(*Less->getRHS(), W.Context);
  return Left && Left->getDecl() == V && End && *End ? std::optional(*End - 1)
                                                     : std::nullopt;
}

/// What the local variable \p Name, which never changes, was made of; or null.
const Expr *UseFinder::fixedValueOf(const DeclRefExpr &Name) const {
  const auto *V = dyn_cast<VarDecl>(Name.getDecl());
  return V && V->hasLocalStorage() && V->getInit() &&
                 isSteadyName(Name, {0, ~0u})
             ? V->getInit()
             : nullptr;
}

/// The most that \p Name is, which counts a loop or never changes, as far as
/// \p Levels of variables say.
std::optional<uint64_t> UseFinder::mostOfName(const DeclRefExpr &Name,
                                              unsigned Levels) const {
  if (isCount(Name))
    return mostCounted(Name);
  const Expr *Value = Levels ? fixedValueOf(Name) : nullptr;
  return Value ? mostOf(*Value, W.Context,
                        [=, this](const DeclRefExpr &Of) {
                          return mostOfName(Of, Levels - 1);
                        })
               : std::nullopt;
}

/// The largest power of two that the text of \p E, down to \p Levels of operators
/// and variables, shows to divide it.
uint64_t UseFinder::multipleOf(const Expr &E, unsigned Levels) const {
  constexpr uint64_t Any = uint64_t(1) << 32;
  if (Levels == 0)
    return 1;
  if (auto Number = numberOf(E, W.Context))
    return *Number ? *Number & -*Number : Any;
  const Expr *Bare = E.IgnoreParenImpCasts();
  if (const auto *Name = dyn_cast<DeclRefExpr>(Bare)) {
    const Expr *Value = fixedValueOf(*Name);
    return Value ? multipleOf(*Value, Levels - 1) : 1;
  }
  const auto *B = dyn_cast<BinaryOperator>(Bare);
  if (!B)
    return 1;
  const uint64_t L = multipleOf(*B->getLHS(), Levels - 1),
                 R = multipleOf(*B->getRHS(), Levels - 1);
  if (B->getOpcode() == BO_Mul)
    return std::min(Any, L) * std::min(Any / 2, R);
  return B->isAdditiveOp() ? std::min(L, R) : 1;
}

/// WrittenIndex::Addend of \p E.
std::optional<WrittenIndex::Addition> UseFinder::addendOf(const Expr &E) const {
  const Expr *Of = E.IgnoreImpCasts();
  // int column = 8 * t + i;
  const auto *Name = dyn_cast<DeclRefExpr>(Of);
  if (const Expr *Value = Name ? fixedValueOf(*Name) : nullptr) {
    const auto From = W.offsetOf(W.SM.getFileLoc(Value->getBeginLoc()));
    if (!From || !isSteady(Value, {*From, ~0u}))
      return std::nullopt;
    Of = Value->IgnoreImpCasts();
  }
  const auto *Sum = dyn_cast<BinaryOperator>(Of);
  if (!Sum || Sum->getOpcode() != BO_Add || Sum->getOperatorLoc().isMacroID())
    return std::nullopt;
  const Expr *Rest = Sum->getLHS(), *Last = Sum->getRHS();
  if (!isCount(*Last))
    std::swap(Rest, Last);
  if (!isCount(*Last) || isCount(*Rest))
    return std::nullopt;
  auto Base = plainIndexOf(*Rest), Added = plainIndexOf(*Last);
  if (!Base || !Added)
    return std::nullopt;
  WrittenIndex::Addition Found = {*Base, Added->Text};
  const auto Most = mostCounted(*Last);
  // Another variable may have a name of the sum where the index stands.
  if (!Name && Most && *Most < multipleOf(*Rest))
    Found.Run = llvm::bit_ceil(*Most + 1);
  return Found;
}

std::optional<WrittenIndex> UseFinder::indexOf(const Expr &E) const {
  auto Found = plainIndexOf(E);
  if (Found)
    Found->Addend = addendOf(E);
  return Found;
}

std::optional<WrittenIndex> UseFinder::plainIndexOf(const Expr &E) const {
  auto Found = indexOf(E.getSourceRange());
  if (!Found)
    return std::nullopt;
  WrittenIndex &Index = *Found;
  Index.Written = &E;
  // A macro's name looks like a plain operand, and its text need not be one.
  bool LooksPlain = llvm::all_of(Index.Text, [](char C) {
    return llvm::isAlnum(C) || C == '_' || C == '.' || C == ':';
  });
  // So does a parameter of one, whatever this argument is.
  if (LooksPlain && (!isPlain(E) || !isFixedText(E)))
    Index.Text = "(" + Index.Text + ")";
  Index.IsUnsigned =
      E.IgnoreParenImpCasts()->getType()->isUnsignedIntegerType();
  Index.HasSideEffects = mayHaveSideEffects(&E);
  Index.Most = mostOf(E, W.Context, [this](const DeclRefExpr &Name) {
    return mostOfName(Name);
  });
  return Found;
}

/// The text of a + b + c, whose first term stands behind the array's name.
std::optional<WrittenIndex>
UseFinder::sumOf(llvm::ArrayRef<const Expr *> Terms) const {
  if (Terms.size() == 1)
    return indexOf(*Terms.front());
  auto Sum = indexOf(
      SourceRange(Terms.front()->getBeginLoc(), Terms.back()->getEndLoc()));
  if (!Sum)
    return std::nullopt;
  Sum->IsUnsigned = true;
  for (const Expr *T : Terms) {
    Sum->IsUnsigned &=
        T->IgnoreParenImpCasts()->getType()->isUnsignedIntegerType();
    Sum->HasSideEffects |= mayHaveSideEffects(T);
  }
  return Sum;
}

/// \p Whole as a site whose name is \p E's, without its indices.
std::optional<IndexSite> UseFinder::siteAt(const Expr &E,
                                           const Expr &Whole) const {
  auto All = rangeOf(Whole.getSourceRange());
  if (!All)
    return std::nullopt;
  IndexSite Site;
  Site.Begin = All->Begin;
  Site.End = All->End;
  Site.Name = nameOf(E);
  Site.IsInMacroArgument = nameAt(E).isMacroID();
  Site.Loops = loopsAround(&Whole);
  // What a function computes is computed in the loops around its calls.
  const auto Function = W.functionAround(All->Begin);
  unsigned OfCalls = 0;
  for (const auto &[Of, F] : Receivers)
    if (W.functionAround(Of.first) == Function)
      for (const CallExpr *Call : W.calls(Of.first))
        OfCalls = std::max(OfCalls, loopsAround(Call));
  Site.Loops += OfCalls;
  Site.Where = toPlace(W.SM, W.Context.getLangOpts(), Whole.getSourceRange());
  return Site;
}

/// Where a function uses \p Element that gets a reference to it, if it makes no
/// pointer of that.
std::vector<SourcePlace> UseFinder::usesByReference(const Expr &Element) const {
  const auto *Call = dyn_cast_or_null<CallExpr>(W.around(&Element));
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  F = F ? F->getDefinition() : nullptr;
  if (!F || isa<CXXOperatorCallExpr>(Call))
    return {};
  std::vector<SourcePlace> Places;
  for (auto [Given, P] : llvm::zip(Call->arguments(), F->parameters())) {
    if (Given->IgnoreParenImpCasts() != Element.IgnoreParenImpCasts())
      continue;
    const auto Key = W.keyOf(*P);
    if (!Key || !P->getType()->isReferenceType())
      return {};
    for (const DeclRefExpr *Use : W.uses(*Key)) {
      if (!isElementMerelyUsed(Use))
        return {};
      Places.push_back(
          toPlace(W.SM, W.Context.getLangOpts(), Use->getSourceRange()));
    }
  }
  return Places;
}

std::optional<IndexSite> UseFinder::siteOf(const Expr &E, const Expr &Whole,
                                           llvm::ArrayRef<const Expr *> Indices,
                                           const Alias &A) {
  auto Site = siteAt(E, Whole);
  auto Name = rangeOf(wholeName(E)->getSourceRange());
  if (!Site || !Name || Name->Begin < Site->Begin || Name->End > Site->End) {
    blockIndex(E, messages::IndexedInMacro);
    return std::nullopt;
  }
  Site->Run = A.Run;
  Site->Hidden = A.Hidden;
  Site->Indices.resize(A.Hidden);
  for (auto [Number, Index] : llvm::enumerate(Site->Indices))
    Index.Text = HiddenIndex.str() + std::to_string(Number);
  for (const Expr *Index : Indices) {
    auto Written = indexOf(*Index);
    if (!Written || Written->Begin < Name->End || Written->End > Site->End) {
      blockIndex(Index->getExprLoc(), messages::UnsupportedIndex(quoted(E)));
      return std::nullopt;
    }
    if (Indices.size() == 1 && !A.Hidden)
      addSplits(Index, *Written);
    Site->Indices.push_back(std::move(*Written));
  }
  return Site;
}

} // namespace warplint
