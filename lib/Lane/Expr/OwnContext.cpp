//===- OwnContext.cpp - Expressions apart from their kernel ---------------===//

#include "warplint/Lane/OwnContext.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {
namespace {

class ContextCopy {
public:
  ContextCopy(const LaneContext &From, OwnContext &Own)
      : From(From), Own(Own), To(Own.Context) {}

  const LaneExpr *copied(const LaneExpr *E);
  unsigned loop(unsigned Number);
  /// What leaves refer to, which may be those leaves again.
  void complete();

private:
  const LaneExpr *recurrence(const LaneExpr *E);
  unsigned indexOf(const LaneExpr &Leaf);
  unsigned symbol(unsigned Number);

  const LaneContext &From;
  OwnContext &Own;
  LaneContext &To;
  DenseMap<const LaneExpr *, const LaneExpr *> Known;
  DenseMap<unsigned, unsigned> SymbolOf, OpaqueOf, LoopOf;
  SmallVector<const LaneExpr *> Recurrences;
  size_t LoopsDone = 0, RecurrencesDone = 0;
};

unsigned ContextCopy::symbol(unsigned Number) {
  auto [It, IsNew] = SymbolOf.try_emplace(Number, Own.Symbols.size());
  if (IsNew) {
    Own.Symbols.push_back(Number);
    UniformSymbol Symbol = From.symbolAt(Number);
    Symbol.LeftBy.reset();
    To.addSymbol(std::move(Symbol));
  }
  return It->second;
}

unsigned ContextCopy::loop(unsigned Number) {
  auto [It, IsNew] = LoopOf.try_emplace(Number, Own.Loops.size());
  if (IsNew) {
    Own.Loops.push_back(Number);
    LaneLoop Loop = From.loopAt(Number);
    Loop.CounterValue = Loop.Continue = nullptr;
    Loop.Parent = -1;
    Loop.Depth = 1;
    To.addLoop(std::move(Loop));
  }
  return It->second;
}

/// The number of what a leaf stands for.
unsigned ContextCopy::indexOf(const LaneExpr &Leaf) {
  switch (Leaf.op()) {
  case LaneOp::Symbol:
    return symbol(Leaf.index());
  case LaneOp::Iteration:
    return loop(Leaf.index());
  case LaneOp::Opaque: {
    auto [It, IsNew] = OpaqueOf.try_emplace(Leaf.index(), OpaqueOf.size());
    if (IsNew) {
      OpaqueValue Value = From.opaqueAt(Leaf.index());
      Value.From = nullptr;
      To.addOpaque(std::move(Value));
    }
    return It->second;
  }
  default:
    return Leaf.index();
  }
}

const LaneExpr *ContextCopy::recurrence(const LaneExpr *E) {
  const LaneRecurrence &R = From.recurrenceAt(E->index());
  Recurrences.push_back(E);
  const LaneExpr *New = To.recurrence(loop(R.Loop), E->width(), R.Name);
  // What stands above it wants to know.
  To.setRecurrence(New, nullptr, nullptr, E->isLaneVarying());
  return New;
}

const LaneExpr *ContextCopy::copied(const LaneExpr *E) {
  if (!E)
    return nullptr;
  if (const LaneExpr *Copy = Known.lookup(E))
    return Copy;
  SmallVector<const LaneExpr *, 3> Operands;
  for (const LaneExpr *Operand : E->operands())
    Operands.push_back(copied(Operand));
  const LaneExpr *Copy = E->op() == LaneOp::Recurrence
                             ? recurrence(E)
                             : To.like(*E, indexOf(*E), Operands);
  return Known[E] = Copy;
}

void ContextCopy::complete() {
  while (LoopsDone != Own.Loops.size() ||
         RecurrencesDone != Recurrences.size()) {
    for (; LoopsDone != Own.Loops.size(); ++LoopsDone) {
      const LaneLoop &Loop = From.loopAt(Own.Loops[LoopsDone]);
      const LaneExpr *Value = copied(Loop.CounterValue);
      const LaneExpr *Continue = copied(Loop.Continue);
      LaneLoop &Copy = To.loopAt(LoopsDone);
      Copy.CounterValue = Value;
      Copy.Continue = Continue;
    }
    for (; RecurrencesDone != Recurrences.size(); ++RecurrencesDone) {
      const LaneExpr *E = Recurrences[RecurrencesDone];
      const LaneRecurrence &R = From.recurrenceAt(E->index());
      const LaneExpr *Init = copied(R.Init), *Next = copied(R.Next);
      To.setRecurrence(Known.lookup(E), Init, Next, E->isLaneVarying());
    }
  }
}

} // namespace

OwnContext::OwnContext(const LaneContext &From,
                       ArrayRef<const LaneExpr *> Given,
                       ArrayRef<unsigned> First) {
  ContextCopy Copy(From, *this);
  for (unsigned Loop : First)
    Copy.loop(Loop);
  for (const LaneExpr *Root : Given)
    Roots.push_back(Copy.copied(Root));
  Copy.complete();
}

void OwnContext::appendTo(std::string &Bytes) {
  SmallVector<unsigned, 2> Arrays;
  for (unsigned S = 0; S != Context.numSymbols(); ++S)
    if (Context.symbolAt(S).Kind == SymbolKind::ArrayBase)
      Arrays.push_back(S);
  std::string Name;
  if (Arrays.size() == 1)
    Name.swap(Context.symbolAt(Arrays[0]).Name);
  Context.appendTo(Bytes);
  if (Arrays.size() == 1)
    Name.swap(Context.symbolAt(Arrays[0]).Name);
  for (const LaneExpr *Root : Roots)
    Bytes += Root ? std::to_string(Root->id()) + "," : "-,";
}

LeafValues OwnContext::leavesIn(const LaneContext &From,
                                const LeafValues &Values) const {
  LeafValues Leaves = Values;
  Leaves.Symbols.clear();
  for (unsigned S = 0; S != From.numSymbols(); ++S)
    Leaves.Symbols.push_back(static_cast<uint64_t>(From.symbolAt(S).Lo));
  Leaves.Iterations.assign(From.numLoops(), 0);
  for (auto [Own, Theirs] : enumerate(Symbols))
    Leaves.Symbols[Theirs] = Values.Symbols[Own];
  for (auto [Own, Theirs] : enumerate(Loops))
    Leaves.Iterations[Theirs] = Values.Iterations[Own];
  return Leaves;
}

} // namespace warplint
