//===- ThreadValues.cpp - Expressions for all threads of a block ----------===//

#include "ThreadValues.h"
#include "Lane/Expr/LaneWalk.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>
#include <utility>

using namespace llvm;

namespace warplint {

/// In Node::DependsOn: the iteration in which the loop was left.
static constexpr unsigned HasLeft = 1u << 31;

BlockEvaluation::BlockEvaluation(const LaneContext &Context,
                                 const KernelFlow &Flow, SymbolBinding &Known,
                                 const LaunchShape &Shape,
                                 const LaunchShape &Extents, uint64_t MostWork)
    : C(Context), Flow(Flow), Known(Known), Shape(Shape), Extents(Extents),
      Threads(unsigned(Shape.threads())), MostWork(MostWork) {}

bool BlockEvaluation::spend(uint64_t Amount) {
  Work += Amount;
  return !isSpent();
}

void BlockEvaluation::setIteration(unsigned Number,
                                   std::optional<LoopIteration> N) {
  // What the launch changes of a loop has a number of its own.
  for (unsigned Each : {Number, Known.loop(Number)})
    if (N)
      At[Each] = *N;
    else
      At.erase(Each);
}

void BlockEvaluation::setLeft(unsigned Number, std::optional<uint32_t> In) {
  if (In)
    LeftAt[Number] = *In;
  else
    LeftAt.erase(Number);
}

/// Loop \p Number is \p Of, perhaps as the launch changes that.
bool BlockEvaluation::isLoop(unsigned Number, unsigned Of) const {
  return Number == Of || Number == Known.loop(Of);
}

void BlockEvaluation::addLoop(unsigned Number, Loops &To) const {
  for (int L = int(Number); L >= 0; L = C.loopAt(unsigned(L)).Parent)
    if (!is_contained(To, unsigned(L)))
      To.push_back(unsigned(L));
}

BlockEvaluation::Node &BlockEvaluation::nodeOf(const LaneExpr *E) {
  std::unique_ptr<Node> &N = Nodes[E];
  if (N)
    return *N;
  auto New = std::make_unique<Node>();
  Loops &To = New->DependsOn;
  auto Add = [&](unsigned Loop) {
    if (!is_contained(To, Loop))
      To.push_back(Loop);
  };
  auto AddLeaf = [&](const LaneExpr *Leaf) {
    if (Leaf->op() == LaneOp::Iteration)
      Add(Leaf->index());
    else if (Leaf->op() == LaneOp::Recurrence)
      Add(C.recurrenceAt(Leaf->index()).Loop);
    else if (Leaf->op() != LaneOp::Symbol)
      return;
    else if (const LaneExpr *Cycle = exactly(Leaf))
      for_each(nodeOf(Cycle).DependsOn, Add);
    else if (auto In = Flow.ChangesIn.find(Leaf->index());
             In != Flow.ChangesIn.end())
      addLoop(In->second, To);
    if (Leaf->op() != LaneOp::Symbol || !Flow.Left.contains(Leaf->index()))
      return;
    const UniformSymbol::LeftValue Left = *C.symbolAt(Leaf->index()).LeftBy;
    Add(HasLeft | Left.Loop);
    for (unsigned Loop : nodeOf(Known(Left.Value)).DependsOn)
      if (!isLoop(Loop, Left.Loop))
        Add(Loop);
  };
  if (E->op() == LaneOp::Recurrence)
    forEachNode(C, E, AddLeaf);
  else
    AddLeaf(E);
  for (const LaneExpr *Operand : E->operands())
    for_each(nodeOf(Operand).DependsOn, Add);
  return *(Nodes[E] = std::move(New));
}

/// What \p Symbol is in each iteration of the loop that carries it, or null.
const LaneExpr *BlockEvaluation::exactly(const LaneExpr *Symbol) {
  auto Found = Flow.Cycles.find(Symbol->index());
  return Found == Flow.Cycles.end() ? nullptr : Known(Found->second);
}

bool BlockEvaluation::dependsOn(const LaneExpr *E, unsigned Number) {
  const LaneExpr *Under = Known(E);
  return !Under || is_contained(nodeOf(Under).DependsOn, Number) ||
         is_contained(nodeOf(Under).DependsOn, Known.loop(Number));
}

std::optional<std::vector<uint32_t>>
BlockEvaluation::iterations(const Loops &Of) const {
  std::vector<uint32_t> All;
  for (unsigned Loop : Of) {
    if (Loop & HasLeft) {
      const auto Left = LeftAt.find(Loop & ~HasLeft);
      All.push_back(Left == LeftAt.end() ? ~0u : Left->second);
      continue;
    }
    auto Found = At.find(Loop);
    if (Found == At.end())
      return std::nullopt;
    All.push_back(Found->second.key());
  }
  return All;
}

const FormsOfBlock &BlockEvaluation::operator()(const LaneExpr *E) {
  const LaneExpr *Under = Known(E);
  return Under ? valueOf(Under) : Nothing;
}

const FormsOfBlock &BlockEvaluation::valueOf(const LaneExpr *E) {
  Node &N = nodeOf(E);
  std::optional<std::vector<uint32_t>> Key = iterations(N.DependsOn);
  if (!Key || isSpent())
    return Nothing;
  if (auto Found = N.Values.find(*Key); Found != N.Values.end())
    return Found->second;
  FormsOfBlock Value = compute(E);
  spend(Value.isOne() ? 1 : Threads);
  return N.Values.try_emplace(std::move(*Key), std::move(Value)).first->second;
}

FormsOfBlock BlockEvaluation::recurrence(const LaneExpr *E) {
  const LaneRecurrence &R = C.recurrenceAt(E->index());
  LoopIteration &Now = At.find(R.Loop)->second;
  if (const unsigned Period = Now.Period) {
    const unsigned Cycle = cycleOf(E);
    if (!Cycle || Period % Cycle)
      return Table.isForProof() && isOfBlock(E) ? carried(E) : Nothing;
    const LoopIteration Any = std::exchange(Now, {Now.Number % Cycle});
    FormsOfBlock Value = valueOf(E);
    At[R.Loop] = Any;
    return Value;
  }
  const LaneExpr *From = Now.Number ? R.Next : R.Init;
  if (!From || Now.Number > 4096)
    return Nothing;
  if (!Now.Number)
    return valueOf(From);
  --Now.Number;
  FormsOfBlock Value = beforeIteration(From, R.Loop);
  ++At[R.Loop].Number;
  return Value;
}

/// \p E of an earlier iteration of \p Loop: when the loops in it were left then
/// is not known.
FormsOfBlock BlockEvaluation::beforeIteration(const LaneExpr *E,
                                              unsigned Loop) {
  auto Now = LeftAt;
  erase_if(LeftAt, [&](const auto &Left) {
    for (int L = C.loopAt(Left.first).Parent; L >= 0;
         L = C.loopAt(unsigned(L)).Parent)
      if (isLoop(Loop, unsigned(L)))
        return true;
    return false;
  });
  FormsOfBlock Value = valueOf(E);
  LeftAt = std::move(Now);
  return Value;
}

/// What \p Symbol was when its loop was left, or null.
const FormsOfBlock *BlockEvaluation::whenLeft(unsigned Symbol) {
  if (!Flow.Left.contains(Symbol))
    return nullptr;
  const auto [Loop, Value, IsBeforeBody] = *C.symbolAt(Symbol).LeftBy;
  const auto In = LeftAt.find(Loop);
  if (In == LeftAt.end())
    return nullptr;
  const auto Now = At;
  setIteration(Loop, LoopIteration{In->second});
  const FormsOfBlock &Then = valueOf(Known(Value));
  At = Now;
  return Then.isOne() && Then[0].isKnown() ? &Then : nullptr;
}

bool BlockEvaluation::isUniformSymbol(unsigned Number) const {
  return is_contained({SymbolKind::Parameter, SymbolKind::BlockIdx,
                       SymbolKind::GridDim, SymbolKind::ArrayBase},
                      C.symbolAt(Number).Kind) ||
         Flow.OfBlock.contains(Number);
}

/// All threads have one value of \p E in one iteration of the loops around.
bool BlockEvaluation::isOfBlock(const LaneExpr *E) {
  bool IsOne = true;
  forEachNode(C, E, [&](const LaneExpr *N) {
    if (N->op() == LaneOp::Recurrence)
      IsOne &=
          C.recurrenceAt(N->index()).Init && C.recurrenceAt(N->index()).Next;
    else if (N->op() == LaneOp::Symbol)
      IsOne &= !exactly(N) && isUniformSymbol(N->index());
    else
      IsOne &= N->op() != LaneOp::Shuffle &&
               (N->numOperands() || N->isConst() ||
                N->op() == LaneOp::BlockDim || N->op() == LaneOp::Iteration);
  });
  return IsOne;
}

/// What \p E, a value of the block, is in an iteration of which no more is known.
FormsOfBlock BlockEvaluation::carried(const LaneExpr *E) {
  const LaneRecurrence &R = C.recurrenceAt(E->index());
  const bool Shrinks =
      is_contained({LaneOp::UDiv, LaneOp::SDiv, LaneOp::LShr, LaneOp::AShr},
                   R.Next->op()) &&
      R.Next->operand(0) == E;
  std::optional<ThreadForm> First;
  if (Shrinks) {
    const LoopIteration Any =
        std::exchange(At.find(R.Loop)->second, LoopIteration());
    First = valueOf(R.Init)[0];
    At[R.Loop] = Any;
  }
  return FormsOfBlock(
      Table.carried(E->index(), *iterations(nodeOf(E).DependsOn), First));
}

/// Adds the recurrences of loop \p Number that \p E is computed from to \p To.
/// False where more than these, threads and what stays as it is goes into it.
bool BlockEvaluation::addCarriedBy(const LaneExpr *E, unsigned Number,
                                   SmallVectorImpl<const LaneExpr *> &To) {
  bool IsClosed = true;
  forEachNode(C, E, [&](const LaneExpr *Leaf) {
    if (Leaf->op() == LaneOp::Recurrence) {
      if (!is_contained(To, Leaf))
        To.push_back(Leaf);
      IsClosed &= C.recurrenceAt(Leaf->index()).Loop == Number;
    } else if (Leaf->op() == LaneOp::Symbol) {
      const LaneExpr *Cycle = exactly(Leaf);
      IsClosed &=
          Cycle ? addCarriedBy(Cycle, Number, To)
                : is_contained({SymbolKind::Parameter, SymbolKind::ArrayBase,
                                SymbolKind::BlockIdx, SymbolKind::GridDim},
                               C.symbolAt(Leaf->index()).Kind);
    } else if (!Leaf->numOperands()) {
      IsClosed &= Leaf->isConst() || Leaf->op() == LaneOp::ThreadIdx ||
                  Leaf->op() == LaneOp::BlockDim;
    }
  });
  return IsClosed;
}

/// After how many iterations \p E, a recurrence, has its first value again, and
/// so have those that it is computed from; 0 where that is not known.
unsigned BlockEvaluation::cycleOf(const LaneExpr *E) {
  if (auto Found = Cycles.find(E); Found != Cycles.end())
    return Found->second;
  constexpr unsigned MostCycle = 16;
  const unsigned Loop = C.recurrenceAt(E->index()).Loop;
  SmallVector<const LaneExpr *> Carried;
  if (!addCarriedBy(E, Loop, Carried) || Carried.size() > 4)
    return Cycles[E] = 0;
  const auto Before =
      At.find(Loop) == At.end() ? std::nullopt : std::optional(At[Loop]);
  auto ValueAt = [&](const LaneExpr *Of, unsigned N) -> const FormsOfBlock & {
    At[Loop] = {N};
    return valueOf(Of);
  };
  unsigned Found = 0;
  for (unsigned N = 1; N <= MostCycle && !Found; ++N)
    if (all_of(Carried, [&](const LaneExpr *Of) {
          const FormsOfBlock &First = ValueAt(Of, 0), &Later = ValueAt(Of, N);
          for (unsigned T = 0; T != Threads; ++T)
            if (!First[T].isKnown() || First[T] != Later[T])
              return false;
          return true;
        }))
      Found = N;
  if (Before)
    At[Loop] = *Before;
  else
    At.erase(Loop);
  return Cycles[E] = Found;
}

/// By what \p E divides, or of what it is the rest; else 1.
static uint64_t divisorOf(const LaneExpr *E) {
  if (E->numOperands() != 2 || !E->operand(1)->isConst())
    return 1;
  const uint64_t By = E->operand(1)->constant();
  switch (E->op()) {
  case LaneOp::URem:
  case LaneOp::SRem:
  case LaneOp::UDiv:
  case LaneOp::SDiv:
    return std::max<uint64_t>(By, 1);
  case LaneOp::And:
    return isPowerOf2_64(By + 1) ? By + 1 : 1;
  case LaneOp::LShr:
  case LaneOp::AShr:
    return By < 5 ? uint64_t(1) << By : 1;
  default:
    return 1;
  }
}

/// \p E divides a counter of fewer than 32 bits, which wraps around at another
/// place: 255, 0 modulo 3 is 0, 0.
static bool dividesNarrow(const LaneExpr *E) {
  if (!is_contained({LaneOp::URem, LaneOp::SRem, LaneOp::UDiv, LaneOp::SDiv},
                    E->op()) ||
      (E->operand(1)->isConst() && isPowerOf2_64(E->operand(1)->constant())))
    return false;
  bool IsNarrow = E->width() < 32;
  forEachBelow({E->operand(0)}, [&](const LaneExpr *N, auto &) {
    if (N->op() == LaneOp::Trunc)
      IsNarrow |= N->width() < 32;
    else if (N->op() == LaneOp::ZExt || N->op() == LaneOp::SExt)
      IsNarrow |= N->operand(0)->width() < 32;
  });
  return IsNarrow;
}

unsigned BlockEvaluation::periodOf(const LaneExpr *E, unsigned Number,
                                   unsigned Most) {
  unsigned Period = 1;
  const LaneExpr *Under = Known(E);
  if (!Under)
    return Period;
  const unsigned Loops[] = {Number, Known.loop(Number)};
  auto Join = [&](uint64_t With) {
    if (With > 1 && With <= Most && std::lcm(Period, With) <= Most)
      Period = std::lcm(Period, unsigned(With));
  };
  auto Visit = [&](auto &Self, const LaneExpr *Node) -> void {
    if (Node->op() == LaneOp::Recurrence &&
        is_contained(Loops, C.recurrenceAt(Node->index()).Loop))
      Join(cycleOf(Node));
    if (Node->op() == LaneOp::Symbol)
      if (const LaneExpr *Cycle = exactly(Node))
        forEachNode(C, Cycle, [&](const LaneExpr *N) { Self(Self, N); });
    if (divisorOf(Node) == 1 || dividesNarrow(Node) ||
        none_of(Loops, [&](unsigned Loop) {
          return is_contained(nodeOf(Node->operand(0)).DependsOn, Loop);
        }))
      return;
    // Of k / 2 % 3: after 6 of k.
    uint64_t Step = divisorOf(Node);
    forEachBelow({Node->operand(0)}, [&](const LaneExpr *N, auto &) {
      if (N->op() != LaneOp::URem && N->op() != LaneOp::SRem &&
          N->op() != LaneOp::And && Step <= Most)
        Step *= divisorOf(N);
    });
    Join(Step);
  };
  forEachNode(C, Under, [&](const LaneExpr *Node) { Visit(Visit, Node); });
  return Period;
}

FormsOfBlock BlockEvaluation::leaf(const LaneExpr *E) {
  switch (E->op()) {
  case LaneOp::Const:
    return FormsOfBlock(Table.number(E->constant(), E->width()));
  case LaneOp::ThreadIdx: {
    std::vector<ThreadForm> Each(Threads);
    for (unsigned T = 0; T != Threads; ++T)
      Each[T].Number = Shape.threadIdx(T)[E->index()];
    return FormsOfBlock(std::move(Each));
  }
  case LaneOp::BlockDim: {
    const std::optional<unsigned> Most[] = {Shape.X, Shape.Y, Shape.Z},
                                  Extent[] = {Extents.X, Extents.Y, Extents.Z};
    const unsigned Axis = E->index();
    return FormsOfBlock(Extent[Axis] ? ThreadForm{*Extent[Axis], 0}
                                     : Table.extent(Axis, *Most[Axis]));
  }
  case LaneOp::Iteration: {
    const LoopIteration &Now = At.at(E->index());
    if (!Now.Period)
      return FormsOfBlock(ThreadForm{int64_t(Now.Number), 0});
    return FormsOfBlock(Table.iteration(Now.Number, Now.Period, Now.Entry));
  }
  case LaneOp::Symbol: {
    if (const LaneExpr *Cycle = exactly(E))
      return valueOf(Cycle);
    if (const FormsOfBlock *Then = whenLeft(E->index()))
      return *Then;
    const UniformSymbol &S = C.symbolAt(E->index());
    if (!isUniformSymbol(E->index()))
      return Nothing;
    return FormsOfBlock(
        Table.symbol(E->index(), S, *iterations(nodeOf(E).DependsOn)));
  }
  default:
    return Nothing;
  }
}

FormsOfBlock BlockEvaluation::compute(const LaneExpr *E) {
  if (E->op() == LaneOp::Recurrence)
    return recurrence(E);
  if (!E->numOperands())
    return leaf(E);
  if (E->op() == LaneOp::Shuffle)
    return Nothing;
  SmallVector<const FormsOfBlock *, 3> Op;
  for (const LaneExpr *Operand : E->operands())
    Op.push_back(&valueOf(Operand));
  const unsigned From = E->operand(0)->width();
  const bool IsNarrow = dividesNarrow(E);
  auto Of = [&](unsigned T) -> ThreadForm {
    if (E->op() == LaneOp::Select) {
      const ThreadForm If = (*Op[0])[T], Yes = (*Op[1])[T], No = (*Op[2])[T];
      if (If.isNumber() || Yes == No)
        return If.isNumber() && !If.Number ? No : Yes;
      return E->width() == 1 ? ThreadForm::unknown()
                             : Table.select(If, Yes, No);
    }
    if (Op.size() == 1)
      return Table.unary(E->op(), (*Op[0])[T], From, E->width());
    if (IsNarrow && !(*Op[0])[T].isNumber())
      return ThreadForm::unknown();
    return Table.binary(E->op(), From, (*Op[0])[T], (*Op[1])[T]);
  };
  if (all_of(Op, [](const FormsOfBlock *F) { return F->isOne(); }))
    return FormsOfBlock(Of(0));
  std::vector<ThreadForm> Each(Threads);
  for (unsigned T = 0; T != Threads; ++T)
    Each[T] = Of(T);
  return FormsOfBlock(std::move(Each));
}

} // namespace warplint
