//===- MacroUses.cpp - Arrays that are indexed in a macro -----------------===//
//
// #define AT(t, r, c) t[(r) * 32 + (c)]: what is written stands in the body, for
// all arguments alike, and so where the body names the array itself. It is read
// there, with the parameters as operands; the body changes, or that of a copy
// for the array. A macro that is a pointer into the array, #define ROWS (s + i), is
// written out where it is used.
//
//===----------------------------------------------------------------------===//

#include "UseFinder.h"
#include "warplint/Messages/Rewriting.h"
#include "clang/AST/Expr.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace warplint {

/// Where \p At is written, in a file or a macro's body, whatever macros that is an
/// argument of.
SourceLocation UseFinder::outOfArguments(SourceLocation At) const {
  while (W.SM.isMacroArgExpansion(At))
    At = W.SM.getImmediateSpellingLoc(At);
  return At;
}

/// Where the expansion of a macro stands that \p At begins, or ends; nowhere if it
/// is in the middle of it.
SourceLocation UseFinder::outOfMacro(SourceLocation At, bool IsEnd) const {
  const bool IsWhole = IsEnd ? W.SM.isAtEndOfImmediateMacroExpansion(
                                   At.getLocWithOffset(lengthAt(At)))
                             : W.SM.isAtStartOfImmediateMacroExpansion(At);
  if (!IsWhole)
    return {};
  const CharSourceRange From = W.SM.getImmediateExpansionRange(At);
  return IsEnd ? From.getEnd() : From.getBegin();
}

unsigned UseFinder::lengthAt(SourceLocation At) const {
  return Lexer::MeasureTokenLength(W.SM.getSpellingLoc(At), W.SM,
                                   W.Context.getLangOpts());
}

/// The characters of the body that \p R comes from: an argument is the
/// parameter that it takes the place of, where all of it lies in \p R.
std::optional<UseFinder::Range> UseFinder::rangeInBody(SourceRange R) const {
  auto InBody = [&](SourceLocation At, bool IsEnd) {
    // Where there are none, those around it are another macro's.
    if (Parameters.empty())
      At = outOfArguments(At);
    while (At.isMacroID() && W.SM.getFileID(At) != Body)
      At = outOfMacro(At, IsEnd);
    return At;
  };
  const SourceLocation Begin = InBody(R.getBegin(), false);
  const SourceLocation End = InBody(R.getEnd(), true);
  if (!Begin.isMacroID() || !End.isMacroID())
    return std::nullopt;
  auto First = W.offsetOf(Begin), Last = W.offsetOf(End);
  if (!First || !Last || *Last < *First)
    return std::nullopt;
  return Range{*First, *Last + lengthAt(End)};
}

/// No parameter of the macro at hand is in it.
bool UseFinder::isFixedText(const Expr &E) const {
  if (Body.isInvalid())
    return true;
  auto R = rangeInBody(E.getSourceRange());
  if (!R)
    return false;
  llvm::StringRef Text = W.text(R->Begin, R->End);
  auto IsWord = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  while (!Text.empty()) {
    llvm::StringRef Word = Text.take_while(IsWord);
    if (Parameters.contains(Word))
      return false;
    Text = Text.drop_front(std::max<size_t>(Word.size(), 1));
  }
  return true;
}

/// The array is an argument, or named by the macro whose brackets are behind it.
bool UseFinder::isIndexedByMacro(const Expr &E,
                                 const ArraySubscriptExpr &Of) const {
  const SourceLocation Bracket = Of.getRBracketLoc();
  const bool IsOneText = W.SM.getFileID(nameAt(E)) == W.SM.getFileID(Bracket);
  return W.SM.isMacroBodyExpansion(Bracket) &&
         (isInBody(E) ? IsOneText
                      : W.SM.isMacroArgExpansion(nameAt(E)) && !IsOneText);
}

/// The macro whose expansion is Body, if its definition is written in the main
/// file.
std::optional<size_t> UseFinder::macroOfBody() {
  const SourceLocation Start = W.SM.getComposedLoc(Body, 0);
  const SourceLocation Call = W.SM.getImmediateExpansionRange(Start).getBegin();
  const auto CallAt = W.offsetOf(Call);
  const auto Inside = W.offsetOf(W.SM.getSpellingLoc(Start));
  if (!CallAt || !Inside || !W.isInMainFile(*Inside))
    return std::nullopt;
  auto [Text, From] = W.fileAround(*Inside);
  size_t Begin = Text.take_front(*Inside - From).rfind('\n') + 1;
  while (Begin > 1 && Text.take_front(Begin - 1).rtrim("\r").ends_with("\\"))
    Begin = Text.take_front(Begin - 1).rfind('\n') + 1;
  size_t End = Text.find('\n', *Inside - From);
  while (End != llvm::StringRef::npos &&
         Text.take_front(End).rtrim("\r").ends_with("\\"))
    End = Text.find('\n', End + 1);
  llvm::StringRef Lines = Text.slice(Begin, End).rtrim("\r");
  llvm::StringRef Rest = Lines;
  for (const char *Word : {"#", "define", ""})
    if (!(Rest = Rest.ltrim(" \t\\\r\n")).consume_front(Word))
      return std::nullopt;
  const std::string Name =
      Lexer::getImmediateMacroName(Start, W.SM, W.Context.getLangOpts()).str();
  const size_t NameAt = Rest.data() - Text.data();
  if (!Rest.consume_front(Name))
    return std::nullopt;
  Parameters.clear();
  if (Rest.consume_front("("))
    for (llvm::StringRef Parameter : llvm::split(Rest.split(')').first, ','))
      Parameters.insert(Parameter.trim(" \t\\\r\n"));
  auto Known = llvm::find_if(
      Uses.Macros, [&](const UsedMacro &M) { return M.Begin == From + Begin; });
  if (Known == Uses.Macros.end()) {
    UsedMacro M;
    M.Name = Name;
    M.Begin = From + Begin;
    M.End = M.Begin + Lines.size();
    M.NameAt = From + NameAt;
    M.Text = Lines.str();
    Known = Uses.Macros.insert(Known, std::move(M));
  }
  Known->IsNested |= !Call.isFileID();
  if (!llvm::is_contained(Known->Calls, *CallAt))
    Known->Calls.push_back(*CallAt);
  return Known - Uses.Macros.begin();
}

/// \p First is the subscript behind the array's name.
void UseFinder::classifyInMacro(const Expr &E, const ArraySubscriptExpr &First,
                                const Alias &A) {
  Body = W.SM.getFileID(First.getRBracketLoc());
  llvm::scope_exit Leave([&] {
    Body = FileID();
    Macro.reset();
  });
  auto Block = [&] {
    Uses.MakesPointers = true;
    const auto At = W.offsetOf(W.SM.getComposedLoc(Body, 0));
    blockIndex(nameAt(E), At && !W.isInMainFile(*At)
                              ? messages::IndexedByHeaderMacro(quoted(E))
                              : messages::IndexedInMacro(quoted(E)));
  };
  Macro = macroOfBody();
  auto Name = rangeOf(E.getSourceRange());
  if (!Macro || !Name || A.At)
    return Block();
  const ArraySubscriptExpr *Element = &First;
  llvm::SmallVector<const Expr *, 3> Indices = {First.getRHS()};
  while (Indices.size() < A.Rank) {
    const auto *Next = dyn_cast_or_null<ArraySubscriptExpr>(W.around(Element));
    if (!Next || Next->getLHS()->IgnoreParenImpCasts() != Element ||
        W.SM.getFileID(Next->getRBracketLoc()) != Body)
      return Block();
    Indices.push_back(Next->getRHS());
    Element = Next;
  }
  Uses.MakesPointers |= !isElementMerelyUsed(Element);
  // What is made of its address may stand at the call.
  if (const auto *Address = dyn_cast_or_null<UnaryOperator>(W.around(Element));
      Address && Address->getOpcode() == UO_AddrOf)
    return Block();
  auto Site = siteOf(E, *Element, Indices, A);
  if (!Site)
    return;
  Site->Name = W.text(Name->Begin, Name->End).str();
  Site->IsInMacroArgument = false;
  Site->Macro = Macro;
  if (isInBody(E)) {
    Uses.Macros[*Macro].NamesArray = true;
    for (const ValueDecl *D : W.meaningsAt(*W.offsetOf(nameAt(E))))
      addPartner(dyn_cast<VarDecl>(D));
  }
  addSite(std::move(*Site), E);
}

/// `#define AT(r, c) p[(r) * 32 + (c)]`: \p Pointer, the value of the name \p E, is
/// indexed in the body, which is about no other pointer.
void UseFinder::classifyPointerInMacro(const Expr &E, const Expr &Pointer,
                                       const Alias &A) {
  const auto *Element =
      dyn_cast_or_null<ArraySubscriptExpr>(elementAt(Pointer).first);
  if (!Element ||
      W.SM.getFileID(Element->getRBracketLoc()) != W.SM.getFileID(nameAt(E)))
    return blockIndex(E, messages::UsedInMacro);
  Body = W.SM.getFileID(nameAt(E));
  llvm::scope_exit Leave([&] {
    Body = FileID();
    Macro.reset();
  });
  Macro = macroOfBody();
  const auto *Address = dyn_cast_or_null<UnaryOperator>(W.around(Element));
  if (!Macro || (Address && Address->getOpcode() == UO_AddrOf) ||
      llvm::any_of(W.meaningsAt(*W.offsetOf(nameAt(E))),
                   [&](const ValueDecl *D) {
                     return W.keyOf(*D) != W.keyOf(*declOf(E));
                   }))
    return blockIndex(E, messages::UsedInMacro);
  Uses.Macros[*Macro].NamesArray = true;
  classifyValue(E, Pointer, A);
}

/// `#define ROWS (s + first * 32)`: all that the macro is for is a pointer into the
/// array, which has one name for all elements. What is made of it is written without
/// the macro.
bool UseFinder::classifyMacroPointer(const Expr &E, const Alias &A) {
  const SourceLocation Name = outOfArguments(nameAt(E));
  if (A.Rank != 1 || A.Hidden || A.Run != 1 || !A.Path.empty() ||
      !Name.isMacroID())
    return false;
  const FileID In = W.SM.getFileID(Name);
  const SourceLocation Call = W.SM.getImmediateExpansionRange(Name).getBegin();
  // Another macro's body may be in code that is not seen.
  if (W.SM.getSLocEntry(In).getExpansion().isFunctionMacroExpansion() ||
      outOfArguments(Call).isMacroID())
    return false;
  auto IsOfMacro = [&](const Expr &Of) {
    return W.SM.getFileID(outOfArguments(Of.getExprLoc())) == In;
  };
  llvm::SmallVector<const Expr *, 4> Terms;
  const Expr *Whole = &E;
  for (const auto *P = dyn_cast_or_null<Expr>(W.parentOf(Whole)); P;
       P = dyn_cast_or_null<Expr>(W.parentOf(Whole))) {
    const auto *Sum = dyn_cast<BinaryOperator>(P);
    const bool IsSum = Sum && Sum->getOpcode() == BO_Add &&
                       Sum->getLHS() == Whole && IsOfMacro(*Sum);
    if (!IsSum && !isa<ImplicitCastExpr>(P) &&
        !(isa<ParenExpr>(P) && IsOfMacro(*P)))
      break;
    if (IsSum)
      Terms.push_back(Sum->getRHS());
    Whole = P;
  }
  if (!Whole->getType()->isPointerType() || !rangeOf(Whole->getSourceRange()))
    return false;
  Body = In;
  llvm::scope_exit Leave([&] { Body = FileID(); });
  Alias Pointer = A;
  Pointer.At = ElementPosition{nameOf(E), {WrittenIndex{{"0", true}}}, 1, {}};
  const auto Number = macroOfBody();
  if (!Number)
    return false;
  Uses.Macros[*Number].NamesArray = true;
  if (!Terms.empty()) {
    auto Index = sumOf(Terms);
    if (!Index || llvm::StringRef(Index->Text).contains('\\'))
      return false;
    addSplits(Terms, *Index);
    Pointer.At->Indices = {std::move(*Index)};
  }
  Body = FileID();
  Uses.MakesPointers = true;
  classifyValue(E, *Whole, Pointer);
  return true;
}

/// Which macros are about other arrays, too, and what copies can be called.
void UseFinder::settleMacros() {
  for (UsedMacro &M : Uses.Macros) {
    llvm::StringRef Before;
    for (const NamedToken &T : W.Tokens) {
      const bool IsCall =
          T.Name == M.Name && T.Offset != M.NameAt &&
          !W.SeenNames.contains(T.Offset) && // An array of that name.
          !llvm::is_contained({"define", "undef", "ifdef", "ifndef", "defined"},
                              Before);
      Before = T.Name;
      if (!IsCall || llvm::is_contained(M.Calls, T.Offset))
        continue;
      M.IsShared = true;
      // Its expansion there was not seen.
      if (M.NamesArray && !W.isSeenExpansion(T.Offset))
        blockIndex(SourceWalk::locationOf(T.Offset),
                   messages::MacroUsedUnseen(M.Name));
    }
    const bool IsLower = llvm::any_of(M.Name, llvm::isLower);
    M.Swizzled = freeName(W, M.Name + (IsLower ? "Swizzled" : "_SWIZZLED"));
    M.Padded = freeName(W, M.Name + (IsLower ? "Padded" : "_PADDED"));
  }
}

} // namespace warplint
