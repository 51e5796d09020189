//===- RowMacros.cpp - Lengths of rows that have a name -------------------===//
//
// #define PITCH (W + 2)
// __shared__ float s[H * PITCH];    s[(y + 1) * PITCH + x + 1]
//
// Rows are made longer where their length is written, if that is all that its
// name is for: each index is PITCH times what numbers a row, and a column in
// which PITCH is not.
//
//===----------------------------------------------------------------------===//

#include "SiteForms.h"
#include "UseFinder.h"
#include "clang/AST/Expr.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace warplint {
namespace {

/// Where \p Location is among the tokens that a macro's body has, whatever
/// macros these are an argument of.
SourceLocation inBody(SourceLocation Location, const SourceManager &SM) {
  while (SM.isMacroArgExpansion(Location))
    Location = SM.getImmediateSpellingLoc(Location);
  return Location;
}

/// The macro that \p E is the whole of, or nothing.
llvm::StringRef macroOf(const Expr &E, const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  const SourceLocation Begin = inBody(E.getBeginLoc(), SM);
  const SourceLocation End = inBody(E.getEndLoc(), SM);
  if (!SM.isMacroBodyExpansion(Begin) ||
      SM.getFileID(Begin) != SM.getFileID(End) ||
      !SM.isAtStartOfImmediateMacroExpansion(Begin))
    return "";
  const unsigned Length = Lexer::MeasureTokenLength(SM.getSpellingLoc(End), SM,
                                                    Context.getLangOpts());
  return SM.isAtEndOfImmediateMacroExpansion(End.getLocWithOffset(Length))
             ? Lexer::getImmediateMacroName(Begin, SM, Context.getLangOpts())
             : "";
}

/// It has numbers and operators alone: the same value wherever it stands.
bool isOfNumbers(const Stmt &S) {
  return isa<IntegerLiteral, ParenExpr, BinaryOperator, ImplicitCastExpr>(S) &&
         llvm::all_of(S.children(),
                      [](const Stmt *Child) { return isOfNumbers(*Child); });
}

/// Whole macros of numbers in \p S.
void findMacros(const Stmt &S, const ASTContext &Context,
                llvm::MapVector<llvm::StringRef, const Expr *> &To) {
  if (const auto *E = dyn_cast<Expr>(&S);
      E && !isa<ImplicitCastExpr>(E) && isOfNumbers(*E))
    if (llvm::StringRef Name = macroOf(*E, Context); !Name.empty())
      To.insert({Name, E});
  for (const Stmt *Child : S.children())
    if (Child)
      findMacros(*Child, Context, To);
}

/// The power of \p Macro in \p S: 0 where it is not, 1 where \p S is it times
/// something, or the sum of such and others; nothing for all else.
std::optional<unsigned> powerIn(const Stmt &S, llvm::StringRef Macro,
                                const ASTContext &Context) {
  if (const auto *E = dyn_cast<Expr>(&S);
      E && !isa<ImplicitCastExpr>(E) && macroOf(*E, Context) == Macro)
    return 1;
  unsigned Sum = 0, Most = 0;
  for (const Stmt *Child : S.children()) {
    auto Power = Child ? powerIn(*Child, Macro, Context) : 0;
    if (!Power)
      return std::nullopt;
    Sum += *Power;
    Most = std::max(Most, *Power);
  }
  if (Sum == 0 || isa<ParenExpr, ImplicitCastExpr>(S))
    return Sum;
  const auto *B = dyn_cast<BinaryOperator>(&S);
  if (B && B->isAdditiveOp())
    return Most;
  return B && B->getOpcode() == BO_Mul && Sum == 1 ? std::optional(1u)
                                                   : std::nullopt;
}

/// \p E is \p Macro times something.
bool isMultiple(const Expr &E, llvm::StringRef Macro,
                const ASTContext &Context) {
  const Expr *Bare = E.IgnoreImpCasts();
  if (macroOf(*Bare, Context) == Macro)
    return true;
  if (const auto *C = dyn_cast<ConstantExpr>(Bare))
    return isMultiple(*C->getSubExpr(), Macro, Context);
  if (const auto *P = dyn_cast<ParenExpr>(Bare))
    return isMultiple(*P->getSubExpr(), Macro, Context);
  const auto *B = dyn_cast<BinaryOperator>(Bare);
  return B && B->getOpcode() == BO_Mul &&
         (isMultiple(*B->getLHS(), Macro, Context) ||
          isMultiple(*B->getRHS(), Macro, Context));
}

} // namespace

/// All that names \p Macro, which is defined at \p Definition, is the array's
/// extent, what that is made of, or, if \p IsInIndices, an index.
bool UseFinder::isOfRowsAlone(llvm::StringRef Macro, uint64_t Definition,
                              bool IsInIndices) const {
  auto Contains = [](const WrittenIndex &I, uint64_t At) {
    return I.Begin <= At && At < I.End;
  };
  return llvm::all_of(W.Tokens, [&](const NamedToken &T) {
    if (T.Name != Macro || T.Offset == Definition ||
        Contains(Uses.Declarators.front().Extents.front(), T.Offset))
      return true;
    if (IsInIndices && llvm::any_of(Uses.Sites, [&](const IndexSite &Site) {
          return Contains(Site.Indices.front(), T.Offset);
        }))
      return true;
    if (!IsInIndices)
      return false;
    // #define VOLUME (PITCH * H)
    auto [Text, Start] = W.fileAround(T.Offset);
    const size_t Line = Text.take_front(T.Offset - Start).rfind('\n') + 1;
    llvm::StringRef Rest = Text.drop_front(Line).ltrim(" \t");
    for (const char *Word : {"#", "define"})
      if (!Rest.consume_front(Word))
        return false;
      else
        Rest = Rest.ltrim(" \t");
    const llvm::StringRef Name =
        Rest.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
    return Name != Macro && !Rest.drop_front(Name.size()).starts_with("(") &&
           isOfRowsAlone(Name, Start + (Name.data() - Text.data()), false);
  });
}

void UseFinder::findRowMacros() {
  if (Arrays.size() != 1 || Rank != 1 || Uses.Declarators.size() != 1 ||
      Uses.Declarators.front().Extents.size() != 1 || !Uses.Macros.empty() ||
      !Uses.RowPointers.empty() || !Array.getTypeSourceInfo())
    return;
  const auto Brackets =
      Array.getTypeSourceInfo()->getTypeLoc().getAs<ArrayTypeLoc>();
  if (!Brackets || !Brackets.getSizeExpr())
    return;
  llvm::MapVector<llvm::StringRef, const Expr *> Macros;
  for (const IndexSite &Site : Uses.Sites) {
    if (Site.Run != 1 || Site.Outer || Site.IsFolded ||
        Site.Indices.size() != 1 || !Site.Indices.front().Written)
      return;
    findMacros(*Site.Indices.front().Written, W.Context, Macros);
  }
  for (const auto &[Name, E] : Macros) {
    const auto Begin = W.offsetOf(E->getBeginLoc());
    const auto Last = W.offsetOf(E->getEndLoc());
    const auto Length = numberOf(*E, W.Context);
    if (!Begin || !Last || !Length || *Length < 2)
      continue;
    // Where the array is declared: who includes one has the other.
    auto [Text, Start] = W.fileAround(*Begin);
    if (Text.data() != W.fileAround(*W.keyOf(Array)).first.data())
      continue;
    const llvm::StringRef Before = Text.take_front(*Begin - Start).rtrim(" \t");
    const uint64_t Definition = Start + Before.size() - Name.size();
    // What says nothing of rows would have to be rewritten.
    const bool IsLinear =
        llvm::all_of(Uses.Sites, [&, Macro = Name](const IndexSite &Site) {
          const Expr &Index = *Site.Indices.front().Written;
          if (auto Number = numberOf(Index, W.Context))
            return *Number < *Length;
          return powerIn(Index, Macro, W.Context) == 1u;
        });
    if (!IsLinear || !Before.ends_with(Name) ||
        !isMultiple(*Brackets.getSizeExpr(), Name, W.Context) ||
        !isOfRowsAlone(Name, Definition, true))
      continue;
    const uint64_t End =
        *Last + Lexer::MeasureTokenLength(W.SM.getSpellingLoc(E->getEndLoc()),
                                          W.SM, W.Context.getLangOpts());
    Uses.RowMacros.push_back({*Begin, End, W.text(*Begin, End).str(), *Length});
  }
}

std::optional<LayoutEdits> grownRowMacro(const ArrayUses &Uses,
                                         const Layout &L) {
  const auto *P = L.as<Padding>();
  // A column with an unknown value may be in another row.
  if (!P || L.leavesOut() || !Uses.PaddingBlockers.empty() ||
      llvm::any_of(Uses.Sites,
                   [](const IndexSite &S) { return S.MayLeaveRow; }))
    return std::nullopt;
  auto IsMeant = [&](const RowMacro &M) { return M.Length == P->Every; };
  // Planes of equally many rows cannot be distinguished.
  if (llvm::count_if(Uses.RowMacros, IsMeant) != 1)
    return std::nullopt;
  const auto Macro = llvm::find_if(Uses.RowMacros, IsMeant);
  LayoutEdits Made;
  Made.Edits = {{Macro->Begin, Macro->End - Macro->Begin,
                 grownFactor(Macro->Text, int64_t(P->By))}};
  Made.Places = 1;
  Made.IsFree = true;
  return Made;
}

} // namespace warplint
