//===- ArrayUses.cpp - Every place that names a shared array --------------===//

#include "warplint/Rewrite/ArrayUses.h"
#include "SourceWalk.h"
#include "warplint/Kernel/AsWritten.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace clang;

namespace warplint {

struct SourceUses::Walked {
  explicit Walked(ASTContext &Context) : Walk(Context) {}
  SourceWalk Walk;
};

SourceUses::SourceUses(ASTContext &Context)
    : W(std::make_unique<Walked>(Context)) {}
SourceUses::~SourceUses() = default;

namespace {

/// A name that stands for the array.
struct Alias {
  const ValueDecl *Declaration = nullptr;
  /// Subscripts that lead to an element.
  unsigned Rank = 1;
  uint64_t Run = 1; ///< Elements of the array in one of its elements.
};

class UseFinder {
public:
  UseFinder(const SourceWalk &W, const VarDecl &Array) : W(W), Array(Array) {}

  ArrayUses find();

private:
  struct Range {
    unsigned Begin = 0, End = 0;
  };

  void classify(const DeclRefExpr &E, const Alias &A);
  void classifyWhole(const DeclRefExpr &E, const Stmt *Around, const Alias &A);
  void classifyCast(const DeclRefExpr &E, const ExplicitCastExpr &Cast,
                    const Alias &A);
  void passArgument(const DeclRefExpr &E, const CallExpr &Call,
                    const Expr *Argument, const Alias &A);
  void addAlias(const ValueDecl &D, const Alias &From, const DeclRefExpr &E);
  bool isElementMerelyUsed(const Stmt *Element) const;
  void addExtents(const ValueDecl &D);
  void checkTokens(DeclKey Key, llvm::StringRef Name);
  void checkFunction(const FunctionDecl &F, unsigned Parameter);
  std::optional<Range> rangeOf(SourceRange R) const;
  std::optional<WrittenIndex> indexOf(SourceRange R) const;
  std::optional<WrittenIndex> indexOf(const Expr &E) const;
  std::optional<WrittenIndex> sumOf(llvm::ArrayRef<const Expr *> Terms) const;
  void addSum(const DeclRefExpr &E, const BinaryOperator *Sum,
              llvm::ArrayRef<const Expr *> Rows, const Alias &A);
  void addSite(IndexSite Site, const DeclRefExpr &E);
  std::optional<IndexSite> siteOf(const DeclRefExpr &E, const Expr &Whole,
                                  llvm::ArrayRef<const Expr *> Indices,
                                  const Alias &A);
  bool isOfArray(const Expr *Argument) const;

  SourcePlace placeOf(SourceLocation Location) const {
    return toPlace(W.SM, W.Context.getLangOpts(), Location);
  }
  void block(SourceLocation Location, const llvm::Twine &Why) {
    add(Uses.Blockers, {placeOf(Location), Why.str()});
  }
  void blockPadding(SourceLocation Location, const llvm::Twine &Why) {
    add(Uses.PaddingBlockers, {placeOf(Location), Why.str()});
  }
  static void add(std::vector<FindingNote> &To, FindingNote Note) {
    if (llvm::none_of(To, [&](const FindingNote &N) {
          return N.Where == Note.Where && N.Message == Note.Message;
        }))
      To.push_back(std::move(Note));
  }
  std::string quoted(const DeclRefExpr &E) const {
    return "'" + E.getDecl()->getNameAsString() + "'";
  }

  const SourceWalk &W;
  const VarDecl &Array;
  uint64_t ElementBytes = 1;
  unsigned Rank = 1;
  ArrayUses Uses;
  llvm::MapVector<DeclKey, Alias> Aliases;
  /// Functions that get the array, and as which of their parameters.
  std::map<std::pair<DeclKey, unsigned>, const FunctionDecl *> Receivers;
  std::map<std::pair<uint64_t, uint64_t>, size_t> SiteAt;
};

/// The characters of the main file that \p R stands for, be it inside of one
/// macro argument.
std::optional<UseFinder::Range> UseFinder::rangeOf(SourceRange R) const {
  CharSourceRange Chars = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(R), W.SM, W.Context.getLangOpts());
  if (Chars.isInvalid() || Chars.getBegin().isMacroID() ||
      Chars.getEnd().isMacroID())
    return std::nullopt;
  auto [File, Begin] = W.SM.getDecomposedLoc(Chars.getBegin());
  auto [EndFile, End] = W.SM.getDecomposedLoc(Chars.getEnd());
  if (File != W.SM.getMainFileID() || EndFile != File || End < Begin)
    return std::nullopt;
  return Range{Begin, End};
}

/// A name, a member of one, a number: as an operand it needs no parentheses.
bool isPlain(const Expr &E) {
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
  Index.Text = W.SM.getBufferData(W.SM.getMainFileID())
                   .slice(R->Begin, R->End)
                   .str();
  // A comment to the line's end would swallow what comes behind.
  if (llvm::StringRef(Index.Text).contains("//") ||
      llvm::StringRef(Index.Text).contains('#'))
    return std::nullopt;
  return Index;
}

std::optional<WrittenIndex> UseFinder::indexOf(const Expr &E) const {
  auto Found = indexOf(E.getSourceRange());
  if (!Found)
    return std::nullopt;
  WrittenIndex &Index = *Found;
  // A macro's name looks like a plain operand, and its text need not be one.
  bool LooksPlain = llvm::all_of(Index.Text, [](char C) {
    return llvm::isAlnum(C) || C == '_' || C == '.' || C == ':';
  });
  if (LooksPlain && !isPlain(E))
    Index.Text = "(" + Index.Text + ")";
  Index.IsUnsigned =
      E.IgnoreParenImpCasts()->getType()->isUnsignedIntegerType();
  Index.HasSideEffects = E.HasSideEffects(W.Context);
  return Found;
}

/// The text of a + b + c, whose first term stands behind the array's name.
std::optional<WrittenIndex>
UseFinder::sumOf(llvm::ArrayRef<const Expr *> Terms) const {
  if (Terms.size() == 1)
    return indexOf(*Terms.front());
  auto Sum = indexOf(SourceRange(Terms.front()->getBeginLoc(),
                                 Terms.back()->getEndLoc()));
  if (!Sum)
    return std::nullopt;
  Sum->IsUnsigned = true;
  for (const Expr *T : Terms) {
    Sum->IsUnsigned &=
        T->IgnoreParenImpCasts()->getType()->isUnsignedIntegerType();
    Sum->HasSideEffects |= T->HasSideEffects(W.Context);
  }
  return Sum;
}

std::optional<IndexSite>
UseFinder::siteOf(const DeclRefExpr &E, const Expr &Whole,
                  llvm::ArrayRef<const Expr *> Indices, const Alias &A) {
  auto All = rangeOf(Whole.getSourceRange());
  auto Name = rangeOf(E.getSourceRange());
  if (!All || !Name || Name->Begin < All->Begin || Name->End > All->End) {
    block(E.getLocation(), quoted(E) + " is indexed in a macro");
    return std::nullopt;
  }
  IndexSite Site;
  Site.Begin = All->Begin;
  Site.End = All->End;
  Site.Name = E.getDecl()->getNameAsString();
  Site.Run = A.Run;
  Site.IsInMacroArgument = E.getLocation().isMacroID();
  Site.Where =
      toPlace(W.SM, W.Context.getLangOpts(), Whole.getSourceRange());
  for (const Expr *Index : Indices) {
    auto Written = indexOf(*Index);
    if (!Written || Written->Begin < Name->End || Written->End > All->End) {
      block(Index->getExprLoc(),
            "this index of " + quoted(E) + " can not be rewritten");
      return std::nullopt;
    }
    Site.Indices.push_back(std::move(*Written));
  }
  return Site;
}

/// s + a + b, or tile[row] + a + b: what is added is one index.
void UseFinder::addSum(const DeclRefExpr &E, const BinaryOperator *Sum,
                       llvm::ArrayRef<const Expr *> Rows, const Alias &A) {
  llvm::SmallVector<const Expr *, 3> Terms = {Sum->getRHS()};
  for (const Stmt *P = W.parentOf(Sum);;) {
    const auto *More = dyn_cast_or_null<BinaryOperator>(P);
    if (!More || More->getOpcode() != BO_Add || More->getLHS() != Sum)
      break;
    Terms.push_back(More->getRHS());
    Sum = More;
    P = W.parentOf(Sum);
  }
  const auto *Load = dyn_cast_or_null<UnaryOperator>(W.around(Sum));
  Uses.MakesPointers |= !Load || Load->getOpcode() != UO_Deref ||
                        !isElementMerelyUsed(Load);
  auto Site = siteOf(E, *Sum, Rows, A);
  auto Index = sumOf(Terms);
  if (!Site)
    return;
  if (!Index || Index->Begin < Site->Begin || Index->End > Site->End)
    return block(Sum->getExprLoc(),
                 "this index of " + quoted(E) + " can not be rewritten");
  Site->Indices.push_back(std::move(*Index));
  Site->IsPointerSum = true;
  addSite(std::move(*Site), E);
}

void UseFinder::addSite(IndexSite Site, const DeclRefExpr &E) {
  auto [It, New] = SiteAt.try_emplace({Site.Begin, Site.End},
                                      Uses.Sites.size());
  if (New) {
    Uses.Sites.push_back(std::move(Site));
    return;
  }
  // Another instantiation: types may differ.
  IndexSite &Known = Uses.Sites[It->second];
  if (Known.Run != Site.Run || Known.Indices.size() != Site.Indices.size())
    return block(E.getLocation(), quoted(E) +
                                      " is indexed in one way here by one "
                                      "instantiation and in another by others");
  for (auto [Mine, Other] : llvm::zip(Known.Indices, Site.Indices)) {
    Mine.IsUnsigned &= Other.IsUnsigned;
    Mine.HasSideEffects |= Other.HasSideEffects;
  }
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

bool UseFinder::isOfArray(const Expr *Argument) const {
  const auto *E = dyn_cast<DeclRefExpr>(Argument->IgnoreParenImpCasts());
  if (!E)
    return false;
  auto Key = W.keyOf(*E->getDecl());
  return Key && Aliases.count(*Key);
}

void UseFinder::addAlias(const ValueDecl &D, const Alias &From,
                         const DeclRefExpr &E) {
  auto Key = W.keyOf(D);
  if (!Key)
    return block(E.getLocation(), quoted(E) + " gets another name in '" +
                                      D.getNameAsString() + "'");
  Uses.MakesPointers = true;
  Alias A = From;
  A.Declaration = &D;
  Aliases.insert({*Key, A});
}

/// A function that gets the whole array, or a pointer to its first element.
void UseFinder::passArgument(const DeclRefExpr &E, const CallExpr &Call,
                             const Expr *Argument, const Alias &A) {
  const FunctionDecl *F = Call.getDirectCallee();
  std::string Name =
      F ? "'" + F->getNameAsString() + "'" : std::string("a function");
  const FunctionDecl *Definition = F ? F->getDefinition() : nullptr;
  if (!Definition || isa<CXXOperatorCallExpr>(Call) || !W.keyOf(*Definition) ||
      F->isVariadic())
    return block(E.getLocation(), quoted(E) + " is passed to " + Name);
  for (unsigned I = 0; I < Call.getNumArgs(); ++I) {
    if (Call.getArg(I)->IgnoreParenImpCasts() !=
        Argument->IgnoreParenImpCasts())
      continue;
    const ParmVarDecl *P = Definition->getParamDecl(I);
    QualType Type = P->getType().getNonReferenceType();
    if (!Type->isPointerType() && !Type->isArrayType())
      break;
    QualType Pointee = Type->isPointerType()
                           ? Type->getPointeeType()
                           : W.Context.getAsArrayType(Type)->getElementType();
    while (const ArrayType *Inner = W.Context.getAsArrayType(Pointee))
      Pointee = Inner->getElementType();
    if (Pointee->isIncompleteType() ||
        W.Context.getTypeSizeInChars(Pointee).getQuantity() !=
            int64_t(ElementBytes * A.Run))
      break;
    Receivers.try_emplace({*W.keyOf(*Definition), I}, Definition);
    return addAlias(*P, A, E);
  }
  block(E.getLocation(), quoted(E) + " is passed to " + Name);
}

/// reinterpret_cast<float4 *>(s)[i].
void UseFinder::classifyCast(const DeclRefExpr &E, const ExplicitCastExpr &Cast,
                             const Alias &A) {
  QualType To = Cast.getType();
  if (!To->isPointerType() || To->getPointeeType()->isIncompleteType() ||
      To->getPointeeType()->isArrayType() || A.Rank != 1 || Rank != 1)
    return block(E.getLocation(), quoted(E) + " is converted to another type");
  uint64_t Bytes =
      W.Context.getTypeSizeInChars(To->getPointeeType()).getQuantity();
  if (Bytes == 0 || Bytes % ElementBytes)
    return block(E.getLocation(), quoted(E) + " is seen as smaller elements");
  Alias Seen = A;
  Seen.Run = Bytes / ElementBytes;
  classifyWhole(E, &Cast, Seen);
}

/// \p Whole, the name or a cast of it, stands for the array as \p A says.
void UseFinder::classifyWhole(const DeclRefExpr &E, const Stmt *Whole,
                              const Alias &A) {
  const Expr *Element = cast<Expr>(Whole);
  llvm::SmallVector<const Expr *, 3> Indices;
  const Stmt *P = W.around(Whole);
  // A parameter or variable that is a pointer is loaded first.
  auto SkipLoad = [&] {
    const auto *Load = dyn_cast_or_null<ImplicitCastExpr>(P);
    if (Load && Load->getCastKind() == CK_LValueToRValue &&
        Load->getType()->isPointerType())
      P = W.around(Load);
  };
  SkipLoad();
  while (Indices.size() < A.Rank) {
    const auto *Subscript = dyn_cast_or_null<ArraySubscriptExpr>(P);
    if (!Subscript ||
        Subscript->getLHS()->IgnoreParenImpCasts() !=
            Element->IgnoreParenImpCasts())
      break;
    Indices.push_back(Subscript->getRHS());
    Element = Subscript;
    P = W.around(Element);
  }
  if (Indices.size() == A.Rank) {
    Uses.MakesPointers |= !isElementMerelyUsed(Element);
    if (auto Site = siteOf(E, *Element, Indices, A))
      addSite(std::move(*Site), E);
    return;
  }
  if (const auto *Sum = dyn_cast_or_null<BinaryOperator>(P);
      Sum && Sum->getOpcode() == BO_Add && Indices.size() + 1 == A.Rank &&
      Sum->getLHS()->IgnoreParenImpCasts() == Element->IgnoreParenImpCasts())
    return addSum(E, Sum, Indices, A);
  if (const auto *First = dyn_cast_or_null<UnaryOperator>(P);
      First && First->getOpcode() == UO_Deref && Indices.empty() &&
      A.Rank == 1) {
    // *s is the first element, which every layout leaves where it is.
    Uses.MakesPointers |= !isElementMerelyUsed(First);
    return;
  }
  if (!Indices.empty())
    return block(E.getLocation(), "a row of " + quoted(E) +
                                      " is used as an array of its own");
  if (const auto *Size = dyn_cast_or_null<UnaryExprOrTypeTraitExpr>(P);
      Size && Size->getKind() == UETT_SizeOf)
    return blockPadding(E.getLocation(),
                        "the size of " + quoted(E) + " is asked for");
  if (const auto *Call = dyn_cast_or_null<CallExpr>(P))
    return passArgument(E, *Call, Element, A);
  if (const auto *Cast = dyn_cast_or_null<ExplicitCastExpr>(P))
    return classifyCast(E, *Cast, A);
  // The initialiser itself lies below the casts that around() skips.
  const Stmt *Init = Whole;
  while (Init && !W.variableWithInit(Init) && W.parentOf(Init) != P)
    Init = W.parentOf(Init);
  const VarDecl *V = Init ? W.variableWithInit(Init) : nullptr;
  if (V && isa_and_nonnull<DeclStmt>(W.parentOf(Init)) &&
      (V->getType()->isPointerType() || V->getType()->isReferenceType()))
    return addAlias(*V, A, E);
  block(E.getLocation(), "the address of " + quoted(E) + " is used");
}

void UseFinder::classify(const DeclRefExpr &E, const Alias &A) {
  if (!W.offsetOf(E.getLocation()))
    return block(E.getLocation(), quoted(E) + " is used in another file");
  if (E.getLocation().isMacroID() &&
      !W.SM.isMacroArgExpansion(E.getLocation()))
    return block(E.getLocation(),
                 quoted(E) + " is named in the body of macro '" +
                     Lexer::getImmediateMacroName(E.getLocation(), W.SM,
                                                  W.Context.getLangOpts()) +
                     "'");
  classifyWhole(E, &E, A);
}

/// The brackets of a declaration.
void UseFinder::addExtents(const ValueDecl &D) {
  const auto *V = dyn_cast<DeclaratorDecl>(&D);
  const TypeSourceInfo *Info = V ? V->getTypeSourceInfo() : nullptr;
  if (!Info)
    return blockPadding(D.getLocation(), "the type of '" +
                                             D.getNameAsString() +
                                             "' is not written here");
  WrittenExtents Written;
  Written.Where = placeOf(D.getLocation());
  unsigned Brackets = 0;
  for (TypeLoc T = Info->getTypeLoc(); T;) {
    T = T.getUnqualifiedLoc();
    if (auto Array = T.getAs<ArrayTypeLoc>()) {
      ++Brackets;
      if (Array.getSizeExpr()) {
        auto R = rangeOf(Array.getBracketsRange());
        if (!R || R->End < R->Begin + 2)
          return blockPadding(D.getLocation(),
                              "the extents of '" + D.getNameAsString() +
                                  "' are written by a macro");
        llvm::StringRef Text = W.SM.getBufferData(W.SM.getMainFileID());
        WrittenIndex Extent;
        Extent.Begin = R->Begin + 1;
        Extent.End = R->End - 1;
        Extent.Text = Text.slice(Extent.Begin, Extent.End).trim().str();
        Written.Extents.push_back(std::move(Extent));
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
      blockPadding(F->getLocation(), "'" + F->getNameAsString() +
                                         "' is declared more than once");
  }
  Uses.Declarators.push_back(std::move(Written));
}

/// Every token that spells the name has to be one that was looked at.
void UseFinder::checkTokens(DeclKey Key, llvm::StringRef Name) {
  SourceRange Scope = W.functionAround(Key);
  unsigned Begin = 0, End = ~0u;
  if (Scope.isValid()) {
    Begin = W.offsetOf(W.SM.getFileLoc(Scope.getBegin())).value_or(0);
    End = W.offsetOf(W.SM.getFileLoc(Scope.getEnd())).value_or(~0u);
  }
  SourceLocation Start = W.SM.getLocForStartOfFile(W.SM.getMainFileID());
  for (const NamedToken &T : W.Tokens)
    if (T.Name == Name && T.Offset >= Begin && T.Offset <= End &&
        !W.SeenNames.contains(T.Offset))
      block(Start.getLocWithOffset(T.Offset),
            "'" + Name.str() +
                "' is also named here, in code that is not compiled or not "
                "instantiated");
}

/// All calls have to pass the array, and nothing but a call may name \p F.
void UseFinder::checkFunction(const FunctionDecl &F, unsigned Parameter) {
  DeclKey Key = *W.keyOf(F);
  for (const CallExpr *Call : W.calls(Key))
    if (Parameter >= Call->getNumArgs() || !isOfArray(Call->getArg(Parameter)))
      block(Call->getExprLoc(), "'" + F.getNameAsString() +
                                    "' gets another array here than '" +
                                    Array.getNameAsString() + "'");
  llvm::SmallPtrSet<const Expr *, 8> Callees;
  for (const CallExpr *Call : W.calls(Key))
    Callees.insert(Call->getCallee()->IgnoreParenImpCasts());
  for (const DeclRefExpr *E : W.uses(Key))
    if (!Callees.contains(E))
      block(E->getLocation(),
            "'" + F.getNameAsString() + "' is used otherwise than by a call");
  if (!W.offsetOf(F.getFirstDecl()->getLocation()))
    block(F.getLocation(), "'" + F.getNameAsString() +
                               "' is declared in a header, others may call it");
  SourceLocation Start = W.SM.getLocForStartOfFile(W.SM.getMainFileID());
  for (const NamedToken &T : W.Tokens)
    if (T.Name == F.getName() && !W.SeenNames.contains(T.Offset))
      block(Start.getLocWithOffset(T.Offset),
            "'" + F.getNameAsString() +
                "' is also named here, in code that is not compiled or not "
                "instantiated");
}

ArrayUses UseFinder::find() {
  QualType Element = Array.getType();
  Rank = 0;
  while (const ArrayType *T = W.Context.getAsArrayType(Element)) {
    Element = T->getElementType();
    ++Rank;
  }
  if (Rank == 0 || Element->isIncompleteType()) {
    block(Array.getLocation(), "it is no array");
    return std::move(Uses);
  }
  ElementBytes = W.Context.getTypeSizeInChars(Element).getQuantity();
  auto Key = W.keyOf(Array);
  if (!Key) {
    block(Array.getLocation(), Array.getLocation().isMacroID()
                                   ? "it is declared by a macro"
                                   : "it is declared in another file");
    return std::move(Uses);
  }
  Aliases.insert({*Key, {&Array, Rank, 1}});
  // Grows while it is walked.
  for (size_t I = 0; I < Aliases.size(); ++I) {
    auto [AliasKey, A] = *(Aliases.begin() + I);
    addExtents(*A.Declaration);
    for (const DeclRefExpr *E : W.uses(AliasKey))
      classify(*E, A);
    checkTokens(AliasKey, A.Declaration->getName());
  }
  for (const auto &[At, F] : Receivers)
    checkFunction(*F, At.second);
  auto ByPlace = [](const FindingNote &A, const FindingNote &B) {
    return std::tie(A.Where, A.Message) < std::tie(B.Where, B.Message);
  };
  llvm::sort(Uses.Blockers, ByPlace);
  llvm::sort(Uses.PaddingBlockers, ByPlace);
  return std::move(Uses);
}

} // namespace

ArrayUses SourceUses::of(const VarDecl &Array) {
  return UseFinder(W->Walk, Array).find();
}

} // namespace warplint
