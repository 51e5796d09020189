//===- ThreadValues.cpp - Expressions for all threads of a block ----------===//

#include "ThreadValues.h"
#include "Lane/Expr/LaneWalk.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

BlockEvaluation::BlockEvaluation(const LaneContext &Context,
                                 const KernelFlow &Flow, SymbolBinding &Known,
                                 const LaunchShape &Shape, uint64_t MostWork)
    : C(Context), Flow(Flow), Known(Known), Shape(Shape),
      Threads(unsigned(Shape.threads())), MostWork(MostWork) {}

bool BlockEvaluation::spend(uint64_t Amount) {
  Work += Amount;
  return !isSpent();
}

void BlockEvaluation::setIteration(unsigned Number, std::optional<uint32_t> N) {
  // What the launch changes of a loop has a number of its own.
  for (unsigned Each : {Number, Known.loop(Number)})
    if (N)
      At[Each] = *N;
    else
      At.erase(Each);
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
    else if (Leaf->op() == LaneOp::Symbol)
      if (auto In = Flow.ChangesIn.find(Leaf->index());
          In != Flow.ChangesIn.end())
        addLoop(In->second, To);
  };
  if (E->op() == LaneOp::Recurrence)
    forEachNode(C, E, AddLeaf);
  else
    AddLeaf(E);
  for (const LaneExpr *Operand : E->operands())
    for_each(nodeOf(Operand).DependsOn, Add);
  return *(Nodes[E] = std::move(New));
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
    auto Found = At.find(Loop);
    if (Found == At.end())
      return std::nullopt;
    All.push_back(Found->second);
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
  auto Now = At.find(R.Loop);
  const LaneExpr *From = Now->second ? R.Next : R.Init;
  if (!From || Now->second > 4096)
    return Nothing;
  if (!Now->second)
    return valueOf(From);
  --Now->second;
  FormsOfBlock Value = valueOf(From);
  ++At[R.Loop];
  return Value;
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
    const std::optional<unsigned> Extent[] = {Shape.X, Shape.Y, Shape.Z};
    return FormsOfBlock(ThreadForm{*Extent[E->index()], 0});
  }
  case LaneOp::Iteration:
    return FormsOfBlock(ThreadForm{int64_t(At.at(E->index())), 0});
  case LaneOp::Symbol: {
    const UniformSymbol &S = C.symbolAt(E->index());
    const bool IsOfBlock =
        is_contained({SymbolKind::Parameter, SymbolKind::BlockIdx,
                      SymbolKind::GridDim, SymbolKind::ArrayBase},
                     S.Kind) ||
        Flow.OfBlock.contains(E->index());
    if (!IsOfBlock)
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
  auto Of = [&](unsigned T) -> ThreadForm {
    if (E->op() == LaneOp::Select) {
      const ThreadForm If = (*Op[0])[T];
      if (If.isNumber())
        return If.Number ? (*Op[1])[T] : (*Op[2])[T];
      return (*Op[1])[T] == (*Op[2])[T] ? (*Op[1])[T] : ThreadForm::unknown();
    }
    if (Op.size() == 1)
      return Table.unary(E->op(), (*Op[0])[T], From, E->width());
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
