//===- LoopCycles.cpp - Loop-carried values that are one of a few ---------===//
//
// Pipelines carry the number of a buffer from one iteration to the next:
//
//   stage ^= 1;   stage = (stage + 1) % 3;   if (++stage == 3) stage = 0;
//   swap(read, write);   if (k < n) stage ^= 1;
//
// Such a value is one of a few, whatever the iteration is, and all lanes choose
// alike. They are found by stepping from the first values with the loop's own
// expressions; both ways are taken where the lanes decide together on something
// unknown.
//
//===----------------------------------------------------------------------===//

#include "ExprBuilder.h"
#include "Lane/Expr/Substitution.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warplint {

namespace {

/// States of the loop's values that are followed; of those that are no numbers.
constexpr size_t MaxStates = 64, MaxChoices = 8;

using LoopState = SmallVector<const LaneExpr *, 4>;

/// Loop-carried values that step together.
class CycleSearch {
public:
  CycleSearch(LaneContext &C, unsigned Loop) : C(C), Loop(Loop) {}

  /// Takes \p E and all of its loop that it steps with. False if some of them
  /// are not known yet.
  bool collect(const LaneExpr *E,
               const SmallPtrSetImpl<const LaneExpr *> &Unfinished);
  /// Finds all states; \p IsFixed says of a value that it stays what it is
  /// while the loop runs. False if there are too many.
  bool run(function_ref<bool(const LaneExpr *)> IsFixed);
  bool contains(const LaneExpr *E) const { return is_contained(Members, E); }
  /// The values of the first member, each once.
  SmallVector<const LaneExpr *> values() const;
  size_t numStates() const { return States.size(); }

private:
  bool addSuccessors(LoopState Next, unsigned Depth,
                     function_ref<bool(const LaneExpr *)> IsFixed);
  const LaneExpr *openCondition(const LoopState &State) const;

  LaneContext &C;
  unsigned Loop;
  SmallVector<const LaneExpr *> Members;
  SmallVector<LoopState> States;
};

bool CycleSearch::collect(const LaneExpr *E,
                          const SmallPtrSetImpl<const LaneExpr *> &Unfinished) {
  constexpr size_t MaxMembers = 4;
  Members.push_back(E);
  for (size_t I = 0; I != Members.size(); ++I) {
    SmallPtrSet<const LaneExpr *, 32> Seen;
    SmallVector<const LaneExpr *> Work = {
        C.recurrenceAt(Members[I]->index()).Next};
    while (!Work.empty()) {
      const LaneExpr *N = Work.pop_back_val();
      if (!Seen.insert(N).second)
        continue;
      for (unsigned O = 0; O != N->numOperands(); ++O)
        Work.push_back(N->operand(O));
      if (N->op() == LaneOp::Recurrence && !is_contained(Members, N) &&
          C.recurrenceAt(N->index()).Loop == Loop)
        Members.push_back(N);
    }
    if (Members.size() > MaxMembers)
      return false;
  }
  return none_of(drop_begin(Members),
                 [&](const LaneExpr *N) { return Unfinished.contains(N); });
}

/// A uniform condition of a choice that the state leaves open, or null.
const LaneExpr *CycleSearch::openCondition(const LoopState &State) const {
  SmallPtrSet<const LaneExpr *, 32> Seen;
  SmallVector<const LaneExpr *> Work(State.begin(), State.end());
  while (!Work.empty()) {
    const LaneExpr *N = Work.pop_back_val();
    if (!Seen.insert(N).second)
      continue;
    if (N->op() == LaneOp::Select && !N->operand(0)->isLaneVarying())
      return N->operand(0);
    for (unsigned O = 0; O != N->numOperands(); ++O)
      Work.push_back(N->operand(O));
  }
  return nullptr;
}

bool CycleSearch::addSuccessors(LoopState Next, unsigned Depth,
                                function_ref<bool(const LaneExpr *)> IsFixed) {
  if (all_of(Next, IsFixed)) {
    if (!is_contained(States, Next))
      States.push_back(std::move(Next));
    return States.size() <= MaxStates;
  }
  const LaneExpr *Condition = Depth ? openCondition(Next) : nullptr;
  if (!Condition)
    return false;
  for (bool Truth : {true, false}) {
    Replacements By;
    By[Condition] = C.boolean(Truth);
    LoopState Chosen;
    for (const LaneExpr *E : Next)
      Chosen.push_back(substitute(C, E, By));
    if (!addSuccessors(std::move(Chosen), Depth - 1, IsFixed))
      return false;
  }
  return true;
}

bool CycleSearch::run(function_ref<bool(const LaneExpr *)> IsFixed) {
  constexpr unsigned MaxDecisions = 4;
  LoopState First;
  for (const LaneExpr *M : Members)
    First.push_back(C.recurrenceAt(M->index()).Init);
  if (!all_of(First, IsFixed))
    return false;
  States.push_back(First);
  for (size_t I = 0; I != States.size(); ++I) {
    Replacements By;
    for (auto [Member, Value] : zip(Members, States[I]))
      By[Member] = Value;
    LoopState Next;
    for (const LaneExpr *M : Members)
      Next.push_back(substitute(C, C.recurrenceAt(M->index()).Next, By));
    if (!addSuccessors(std::move(Next), MaxDecisions, IsFixed))
      return false;
  }
  return true;
}

SmallVector<const LaneExpr *> CycleSearch::values() const {
  SmallVector<const LaneExpr *> Values;
  for (const LoopState &State : States)
    if (!is_contained(Values, State.front()))
      Values.push_back(State.front());
  return Values;
}

} // namespace

/// Whether what \p Decides accepts has a part in when \p L ends.
bool ExprBuilder::decidesExit(function_ref<bool(const LaneExpr *)> Decides,
                              const Loop &L) {
  SmallVector<BasicBlock *> Exiting;
  L.getExitingBlocks(Exiting);
  SmallPtrSet<const Value *, 16> Seen;
  SmallVector<const Value *> Work;
  for (const BasicBlock *B : Exiting)
    Work.push_back(B->getTerminator()->getOperand(0));
  while (!Work.empty()) {
    const auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    if (!I || !L.contains(I) || !Seen.insert(I).second)
      continue;
    if (const LaneExpr *E = Memo.lookup(I);
        E && I->getParent() == L.getHeader() && isa<PHINode>(I) && Decides(E))
      return true;
    for (const Value *Op : I->operands())
      Work.push_back(Op);
  }
  return false;
}

/// The numbers \p Values as one unknown, if they lie evenly.
static std::optional<UniformSymbol>
asProgression(ArrayRef<const LaneExpr *> Values, std::string Name) {
  SmallVector<int64_t> Numbers;
  unsigned Width = Values.front()->width();
  for (const LaneExpr *E : Values) {
    if (!E->isConst())
      return std::nullopt;
    Numbers.push_back(SignExtend64(E->constant(), Width));
  }
  llvm::sort(Numbers);
  int64_t Step = Numbers[1] - Numbers[0];
  if (!isPowerOf2_64(Step) || Numbers[0] % Step != 0)
    return std::nullopt;
  for (size_t I = 1; I != Numbers.size(); ++I)
    if (Numbers[I] - Numbers[I - 1] != Step)
      return std::nullopt;
  UniformSymbol S;
  S.Name = std::move(Name);
  S.Width = Width;
  S.Lo = Numbers.front();
  S.Hi = Numbers.back();
  S.MultipleOf = Step;
  return S;
}

/// The loop-carried value \p Self as one of a few; null if it is none.
const LaneExpr *ExprBuilder::cycleOf(const LaneExpr *Self, PHINode &Phi,
                                     Loop &L) {
  unsigned Number = loopNumber(L);
  CycleSearch Search(C, Number);
  if (!Search.collect(Self, Unfinished))
    return nullptr;
  if (decidesExit([&](const LaneExpr *E) { return Search.contains(E); }, L))
    return nullptr;
  if (!Search.run([&](const LaneExpr *E) { return !variesIn(E, L); }))
    return nullptr;
  const LaneLoop &Loop = C.loopAt(Number);
  if (Loop.TripCount && *Loop.TripCount < Search.numStates())
    return nullptr;
  SmallVector<const LaneExpr *> Values = Search.values();
  if (Values.size() == 1)
    return Values.front();
  auto Chosen = [&](UniformSymbol S, const LaneExpr *Exactly) {
    unsigned Symbol = C.addSymbol(std::move(S));
    SymbolOrigin[Symbol] = Phi.getParent();
    Cycles[Symbol] = Exactly;
    return C.symbol(Symbol);
  };
  if (auto Symbol = asProgression(Values, nameOf(&Phi)))
    return Chosen(std::move(*Symbol), Self);
  if (Values.size() > MaxChoices)
    return nullptr;
  UniformSymbol Which;
  Which.Name = "the turn of " + nameOf(&Phi);
  Which.Lo = 0;
  Which.Hi = int64_t(Values.size()) - 1;
  const LaneExpr *Index = C.constant(0, 32);
  for (size_t I = 1; I != Values.size(); ++I)
    Index = C.select(C.binary(LaneOp::CmpEq, Self, Values[I]),
                     C.constant(I, 32), Index);
  const LaneExpr *Turn = Chosen(std::move(Which), Index);
  const LaneExpr *Result = Values.front();
  for (size_t I = 1; I != Values.size(); ++I)
    Result = C.select(C.binary(LaneOp::CmpEq, Turn, C.constant(I, 32)),
                      Values[I], Result);
  return Result;
}

} // namespace warplint
