//===- PointerWalks.cpp - Pointers that move in a loop --------------------===//
//
//   float *p = s + x;
//   for (int r = 0; r < 32; ++r, p += 32)
//     *p = 0;                              is s[r * 32 + x] = 0
//
// As long as the pointer moves once in each round, and the loop has a counter
// that says which round it is. Then the pointer is not needed any more.
//
//===----------------------------------------------------------------------===//

#include "UseFinder.h"
#include "warplint/Messages/Rewriting.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint {

/// By how much \p S moves what it changes: p++, p += 32.
static std::optional<uint64_t> stepOf(const Stmt *S,
                                      const ASTContext &Context) {
  if (const auto *U = dyn_cast_or_null<UnaryOperator>(S))
    return U->isIncrementOp() ? std::optional<uint64_t>(1) : std::nullopt;
  const auto *C = dyn_cast_or_null<CompoundAssignOperator>(S);
  auto Step = C && C->getOpcode() == BO_AddAssign
                  ? numberOf(*C->getRHS(), Context)
                  : std::nullopt;
  return Step == 0 ? std::nullopt : Step;
}

static bool isLoop(const Stmt *S) {
  return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
}

/// A round may end early, or not in its order.
static bool hasJumps(const Stmt *S) {
  return S && (isa<ContinueStmt, GotoStmt, IndirectGotoStmt, LabelStmt>(S) ||
               llvm::any_of(S->children(), hasJumps));
}

/// Something in \p S is declared that is called \p Name, too.
static bool declares(const Stmt *S, llvm::StringRef Name) {
  if (const auto *D = dyn_cast_or_null<DeclStmt>(S))
    for (const Decl *Declared : D->decls())
      if (const auto *Named = dyn_cast<NamedDecl>(Declared);
          Named && Named->getIdentifier() && Named->getName() == Name)
        return true;
  return S && llvm::any_of(S->children(), [&](const Stmt *Child) {
           return declares(Child, Name);
         });
}

/// Uses of \p V that are no reads, in its instantiation.
static std::vector<const DeclRefExpr *> changesOf(const VarDecl &V,
                                                  const SourceWalk &W) {
  std::vector<const DeclRefExpr *> Changes;
  auto Key = W.keyOf(V);
  for (const DeclRefExpr *E :
       Key ? W.uses(*Key) : std::vector<const DeclRefExpr *>()) {
    const auto *Load = dyn_cast_or_null<ImplicitCastExpr>(W.around(E));
    if (E->getDecl() == &V &&
        !(Load && Load->getCastKind() == CK_LValueToRValue))
      Changes.push_back(E);
  }
  return Changes;
}

bool UseFinder::isMoved(const ValueDecl &D) const {
  const auto *V = dyn_cast<VarDecl>(&D);
  return V && V->getType()->isPointerType() && V->hasLocalStorage() &&
         llvm::any_of(changesOf(*V, W), [&](const DeclRefExpr *E) {
           const Stmt *P = W.around(E);
           return isa_and_nonnull<CompoundAssignOperator>(P) ||
                  (isa_and_nonnull<UnaryOperator>(P) &&
                   cast<UnaryOperator>(P)->isIncrementDecrementOp());
         });
}

/// The counter of \p Loop: its name, what it is at first, and its step.
std::optional<PointerWalk::Counter>
UseFinder::counterOf(const ForStmt &Loop) const {
  PointerWalk::Counter Found;
  if (const auto *D = dyn_cast_or_null<DeclStmt>(Loop.getInit());
      D && D->isSingleDecl()) {
    Found.Variable = dyn_cast<VarDecl>(D->getSingleDecl());
    Found.First = Found.Variable ? Found.Variable->getInit() : nullptr;
  } else if (const auto *B = dyn_cast_or_null<BinaryOperator>(Loop.getInit());
             B && B->getOpcode() == BO_Assign) {
    const auto *Name = dyn_cast<DeclRefExpr>(B->getLHS()->IgnoreParens());
    Found.Variable = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
    Found.First = B->getRHS();
  }
  if (!Found.Variable || !Found.First || !Found.Variable->isLocalVarDecl() ||
      !Found.Variable->getType()->isIntegerType())
    return std::nullopt;
  auto All = rangeOf(Loop.getSourceRange());
  for (const DeclRefExpr *E : changesOf(*Found.Variable, W)) {
    auto At = W.offsetOf(W.SM.getFileLoc(E->getLocation()));
    if (!All || !At)
      return std::nullopt;
    const Stmt *Change = W.around(E);
    if (*At < All->Begin || *At >= All->End || Change == Loop.getInit())
      continue;
    const Stmt *P = Change;
    while (const auto *Comma = dyn_cast_or_null<BinaryOperator>(W.around(P))) {
      if (Comma->getOpcode() != BO_Comma)
        break;
      P = Comma;
    }
    auto Step = stepOf(Change, W.Context);
    if (!Step || P != Loop.getInc() || Found.Step)
      return std::nullopt;
    Found.Step = *Step;
  }
  return Found.Step ? std::optional(Found) : std::nullopt;
}

/// The whole lines of \p R, if nothing else stands in them.
static std::pair<uint64_t, uint64_t> withLines(llvm::StringRef Text,
                                               uint64_t Begin, uint64_t End) {
  const size_t Line = Text.take_front(Begin).rfind('\n') + 1;
  const size_t Next = Text.find('\n', End);
  if (Text.slice(Line, Begin).trim(" \t").empty() &&
      Next != llvm::StringRef::npos &&
      Text.slice(End, Next).trim(" \t\r").empty())
    return {Line, Next + 1};
  while (End < Text.size() && Text[End] == ' ')
    ++End;
  return {Begin, End};
}

/// A statement that is not needed any more, with its semicolon.
bool UseFinder::remove(SourceRange Statement,
                       std::vector<SourceEdit> &Removed) const {
  auto R = rangeOf(Statement);
  if (!R)
    return false;
  auto [Text, Start] = W.fileAround(R->Begin);
  uint64_t End = R->End - Start;
  if (End > 0 && Text[End - 1] != ';') {
    const size_t Next = Text.find_first_not_of(" \t\r\n", End);
    if (Next == llvm::StringRef::npos || Text[Next] != ';')
      return false;
    End = Next + 1;
  }
  auto [From, To] = withLines(Text, R->Begin - Start, End);
  Removed.push_back({Start + From, To - From, ""});
  return true;
}

/// One operand of a comma.
bool UseFinder::removeOperand(const BinaryOperator &Comma, const Expr &Operand,
                              PointerWalk &Walk) const {
  auto L = rangeOf(Comma.getLHS()->getSourceRange());
  auto R = rangeOf(Comma.getRHS()->getSourceRange());
  if (!L || !R)
    return false;
  const bool IsLast = Comma.getRHS() == &Operand;
  const uint64_t From = IsLast ? L->End : L->Begin;
  Walk.Removed.push_back({From, (IsLast ? R->End : R->Begin) - From, ""});
  return true;
}

/// `*p++` or `*++p`, where \p Step is the latter part of it.
static const UnaryOperator *elementBy(const Stmt *Step, const SourceWalk &W) {
  const Stmt *P = W.around(Step);
  if (const auto *Load = dyn_cast_or_null<ImplicitCastExpr>(P);
      Load && Load->getCastKind() == CK_LValueToRValue)
    P = W.around(Load);
  const auto *U = dyn_cast_or_null<UnaryOperator>(P);
  return U && U->getOpcode() == UO_Deref && isa<UnaryOperator>(Step) ? U
                                                                     : nullptr;
}

/// Goes from the step of \p Walk up to its loop. Nothing, or why that is not
/// known to run once in each round.
std::string UseFinder::findLoop(PointerWalk &Walk) const {

  const Stmt *At = Walk.Step;
  const Stmt *Up = W.parentOf(At);
  const BinaryOperator *Comma = nullptr;
  for (; isa_and_nonnull<Expr>(Up); Up = W.parentOf(At)) {
    const auto *B = dyn_cast<BinaryOperator>(Up);
    if (B && B->getOpcode() == BO_Comma && At == Walk.Step)
      Comma = B;
    if ((B && B->isLogicalOp()) ||
        isa<AbstractConditionalOperator, LambdaExpr, StmtExpr>(Up))
      return messages::AdvancesIrregularly();
    At = Up;
  }
  if (isa_and_nonnull<DeclStmt>(Up)) {
    At = Up;
    Up = W.parentOf(At);
  }
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(Up)) {
    Walk.Statement = At;
    Up = W.parentOf(Block);
  } else if (isa_and_nonnull<ForStmt>(Up) && cast<ForStmt>(Up)->getBody() == At)
    Walk.Statement = At;
  const auto *Loop = dyn_cast_or_null<ForStmt>(Up);
  if (!Loop)
    return messages::AdvancesIrregularly();
  Walk.Loop = Loop;
  if (!Walk.Statement && (Loop->getInc() != At || !Comma))
    return messages::AdvancesIrregularly();
  if (Walk.Statement && hasJumps(Loop->getBody()))
    return messages::AdvanceSkippedByJump();
  if (Comma && !removeOperand(*Comma, *Walk.Step, Walk))
    return messages::AdvancedByMacro();
  const bool IsStatement = Walk.Statement == Walk.Step;
  if (IsStatement && (Loop->getBody() == Walk.Step ||
                      !remove(Walk.Step->getSourceRange(), Walk.Removed)))
    return messages::AdvancedByMacro();
  if (!Comma && !IsStatement) {
    Walk.IsInElement = elementBy(Walk.Step, W) != nullptr;
    if (!Walk.IsInElement)
      return messages::AdvancedAndRead();
  }
  return "";
}

/// How \p V moves; else \p Why is what speaks against an index in its place.
std::optional<PointerWalk> UseFinder::walkOf(const VarDecl &V,
                                             const Range &Lifetime,
                                             std::string &Why) const {
  const auto Changes = changesOf(V, W);
  if (Changes.size() != 1) {
    Why = messages::ModifiedTwice();
    return std::nullopt;
  }
  PointerWalk Walk;
  Walk.Step = dyn_cast_or_null<Expr>(W.around(Changes.front()));
  auto Step = stepOf(Walk.Step, W.Context);
  if (!Step) {
    Why = messages::AdvancesByUnknown();
    return std::nullopt;
  }
  Walk.Elements = *Step;
  Why = findLoop(Walk);
  if (!Why.empty())
    return std::nullopt;
  auto Counter = counterOf(*Walk.Loop);
  if (!Counter || Walk.Elements % Counter->Step ||
      !isSteady(Counter->First, Lifetime)) {
    Why = messages::NoCounter();
    return std::nullopt;
  }
  if (declares(Walk.Loop->getBody(), Counter->Variable->getName()) ||
      declares(Walk.Loop->getBody(), Array.getName())) {
    Why = messages::NameRedeclared();
    return std::nullopt;
  }
  Walk.Elements /= Counter->Step;
  Walk.Round = *Counter;
  // Once for each time that it is set.
  const Stmt *Scope = isa<ParmVarDecl>(V)
                          ? cast<FunctionDecl>(V.getDeclContext())->getBody()
                          : W.parentOf(W.parentOf(V.getInit()));
  const auto *Declared =
      isa<ParmVarDecl>(V) ? nullptr
                          : dyn_cast_or_null<DeclStmt>(W.parentOf(V.getInit()));
  const Stmt *Up = W.parentOf(Walk.Loop);
  while (Up && Up != Scope && !isLoop(Up))
    Up = W.parentOf(Up);
  if (Up != Scope) {
    Why = messages::NotReset();
    return std::nullopt;
  }
  if (!isa<ParmVarDecl>(V) &&
      (!Declared || !Declared->isSingleDecl() ||
       !remove(Declared->getSourceRange(), Walk.Removed))) {
    Why = messages::DeclaredTogether();
    return std::nullopt;
  }
  return Walk;
}

/// \p A + \p Times * \p Count, where whole rows are counted in front.
static WrittenIndex withRows(const WrittenIndex &A, const Operand &Count,
                             uint64_t Times) {
  if (Times == 1 || Count.Text == "0")
    return addedUp(A, WrittenIndex{Count}, Times);
  const Operand Row = sumOf({"0", true}, Count, 1);
  const bool IsPlain = llvm::all_of(
      Row.Text, [](char C) { return llvm::isAlnum(C) || C == '_'; });
  std::string Front = IsPlain ? Row.Text : "(" + Row.Text + ")";
  const TextSpan Factor = {Front.size() + 3, std::to_string(Times).size()};
  Front += " * " + std::to_string(Times);
  WrittenIndex Sum{sumOf(A, Count, Times)};
  if (A.Text == "0") {
    Sum.Text = Front;
    IndexSplit Split;
    Split.Text = Front;
    Split.Rows = {{Row, Factor}};
    Split.Column = {"0", true};
    Split.ColumnAt = {Front.size(), 0};
    Split.Strides = {{Times}};
    Sum.Splits = {std::move(Split)};
    return Sum;
  }
  Front += " + ";
  Sum.Text = Front + A.Text;
  if (A.Splits.empty()) {
    IndexSplit Split;
    Split.Text = Sum.Text;
    Split.Rows = {{Row, Factor}};
    Split.Column = {A.Text, A.IsUnsigned, A.HasSideEffects};
    Split.ColumnAt = {Front.size(), A.Text.size()};
    Split.Strides = {{Times}};
    Sum.Splits = {std::move(Split)};
  }
  for (IndexSplit S : A.Splits) {
    S.IsVerbatim = false;
    S.Text = Front + S.Text;
    S.ColumnAt.Begin += Front.size();
    for (RowTerm &R : S.Rows)
      if (R.Factor)
        R.Factor->Begin += Front.size();
    S.Rows.insert(S.Rows.begin(), {Row, Factor});
    for (std::vector<uint64_t> &Strides : S.Strides)
      Strides.insert(Strides.begin(), Times);
    Sum.Splits.push_back(std::move(S));
  }
  return Sum;
}

/// Where \p A points to after so many rounds; nothing where that is no element
/// of a row that its indices tell.
std::optional<ElementPosition>
UseFinder::positionIn(const Alias &A, bool IsInLoop, bool IsMoved) const {
  ElementPosition At = *A.At;
  const PointerWalk &Walk = *A.Walk;
  if (!IsInLoop)
    return At;
  const auto First = indexOf(*Walk.Round.First);
  if (!First)
    return std::nullopt;
  const uint64_t Times = Walk.Elements * A.Run / At.Run;
  Operand Count = {Walk.Round.Variable->getNameAsString(),
                   Walk.Round.Variable->getType()->isUnsignedIntegerType()};
  // s + x, and x is what the counter begins with.
  if (Times == 1 && At.Indices.back().Text == First->Text)
    At.Indices.back() =
        addedUp(WrittenIndex{{"0", true}}, WrittenIndex{Count}, 1);
  else {
    if (numberOf(*Walk.Round.First, W.Context) != 0)
      Count.Text += " - " + First->Text;
    if (IsMoved)
      Count.Text += " + " + std::to_string(Walk.Round.Step);
    const auto *Rows = W.Context.getAsConstantArrayType(
        Arrays.front().declaration().getType());
    uint64_t Length = 1;
    for (; Rows;
         Rows = W.Context.getAsConstantArrayType(Rows->getElementType()))
      Length = Rows->getZExtSize();
    const size_t Last = At.Indices.size() - 1;
    if (Last == 0)
      At.Indices[0] = withRows(At.Indices[0], Count, Times);
    else if (Times % Length == 0)
      At.Indices[Last - 1] = WrittenIndex{
          warplint::sumOf(At.Indices[Last - 1], Count, Times / Length)};
    else if (Times < Length)
      At.Indices[Last] =
          WrittenIndex{warplint::sumOf(At.Indices[Last], Count, Times)};
    else
      return std::nullopt;
    return At;
  }
  if (IsMoved)
    At.Indices.back() = addedUp(
        At.Indices.back(), WrittenIndex{{std::to_string(Walk.Round.Step)}}, 1);
  return At;
}

/// A use of a pointer that moves.
void UseFinder::classifyWalking(const Expr &E, const Alias &A) {
  const PointerWalk &Walk = *A.Walk;
  Uses.MakesPointers = true;
  auto Block = [&](StringRef Why) {
    blockIndex(nameAt(E),
               messages::WalkingPointer(quoted(E), Arrays.front().name(), Why));
  };
  // That of Walk, in this instantiation.
  const auto *Step = dyn_cast_or_null<Expr>(W.around(&E));
  const bool IsStep = stepOf(Step, W.Context).has_value();
  if (IsStep && !Walk.IsInElement)
    return;
  const auto Loop = rangeOf(Walk.Loop->getSourceRange());
  const auto Statement =
      Walk.Statement ? rangeOf(Walk.Statement->getSourceRange()) : std::nullopt;
  const auto Here = W.offsetOf(W.SM.getFileLoc(nameAt(E)));
  if (!Loop || !Here || (Walk.Statement && !Statement) || isInBody(E))
    return Block(messages::WalkInMacro);
  if (*Here >= Loop->End)
    return Block(messages::WalkAfterLoop);
  const bool IsInStatement =
      Statement && Statement->Begin <= *Here && *Here < Statement->End;
  if (IsInStatement && !IsStep)
    return Block(messages::WalkInStep);
  const bool IsInLoop = *Here >= Loop->Begin;
  const bool IsMoved = IsStep ? cast<UnaryOperator>(Step)->isPrefix()
                              : Statement && *Here >= Statement->End;
  auto At = positionIn(A, IsInLoop, IsMoved);
  const Expr *Whole = nullptr, *Index = nullptr;
  if (IsStep)
    Whole = elementBy(Step, W);
  else if (const auto *Load = dyn_cast_or_null<ImplicitCastExpr>(Step);
           Load && Load->getCastKind() == CK_LValueToRValue)
    std::tie(Whole, Index) = elementAt(*Load);
  if (!Whole || !At)
    return Block(messages::WalkToSeveral);
  auto Site = foldedSite(E, *Whole, *At);
  if (!Site)
    return;
  llvm::SmallVector<const Expr *, 4> Terms(A.At->Terms);
  Terms.push_back(Walk.Step);
  if (Index) {
    auto Written = indexOf(*Index);
    if (!Written)
      return Block(messages::WalkWithIndex);
    addSplits(Index, *Written);
    Site->Indices.back() =
        addedUp(Site->Indices.back(), *Written, A.Run / At->Run);
  }
  Site->SeenAs = A.SeenAs;
  const auto *Address = dyn_cast_or_null<UnaryOperator>(W.around(Whole));
  if (!Address || Address->getOpcode() != UO_AddrOf ||
      follow(E, *Address, *Site, Terms, A.Run))
    addSite(std::move(*Site), E);
}

} // namespace warplint
