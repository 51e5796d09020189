//===- LoopDependence.cpp - What the nodes of an access rest on -----------===//

#include "LoopDependence.h"
#include "Lane/Expr/LaneWalk.h"
#include <algorithm>

namespace warplint {

std::vector<const LaneExpr *> sourcesOf(const LaneContext &Context,
                                        const LaneExpr *E) {
  std::vector<const LaneExpr *> Sources = E->operands().vec();
  if (E->op() != LaneOp::Recurrence)
    return Sources;
  const LaneRecurrence &R = Context.recurrenceAt(E->index());
  for (const LaneExpr *Source :
       {R.Init, R.Next, Context.loopAt(R.Loop).Continue})
    if (Source)
      Sources.push_back(Source);
  return Sources;
}

namespace {

bool reachesIteration(const LaneContext &Context,
                      llvm::ArrayRef<const LaneExpr *> Roots, unsigned Loop) {
  bool IsReached = false;
  forEachBelow(Roots, [&](const LaneExpr *E, auto &Rest) {
    IsReached |= E->op() == LaneOp::Iteration && E->index() == Loop;
    // Another loop's values can start from this loop's iteration.
    if (E->op() == LaneOp::Recurrence &&
        Context.recurrenceAt(E->index()).Loop != Loop)
      llvm::append_range(Rest, sourcesOf(Context, E));
  });
  return IsReached;
}

} // namespace

LoopDependence::LoopDependence(const LaneContext &Context,
                               const std::vector<const LaneExpr *> &Roots)
    : Context(Context) {
  std::vector<const LaneExpr *> Nodes;
  for (const LaneExpr *Root : Roots)
    collect(Root, Nodes);
  // Recurrences make cycles: repeat until no node learns of another loop. What a
  // node is made of comes behind it for the most part.
  for (bool IsChanged = true; IsChanged;) {
    IsChanged = false;
    for (const LaneExpr *E : llvm::reverse(Nodes)) {
      llvm::SparseBitVector<> &Loops = LoopsOf[E];
      for (const LaneExpr *Source : sourcesOf(Context, E))
        IsChanged |= Loops |= LoopsOf.find(Source)->second;
    }
  }
  std::vector<const LaneExpr *> Carried;
  for (auto &[Loop, Members] : Recurrences) {
    std::vector<const LaneExpr *> Nexts;
    for (auto &[Index, E] : Members) {
      Carried.push_back(E);
      Nexts.push_back(Context.recurrenceAt(Index).Next);
    }
    if (reachesIteration(Context, Nexts, Loop))
      IterationSteppers.insert(Loop);
  }
  forEachBelow(Carried, [&](const LaneExpr *E, auto &Rest) {
    CarriesOpaques |= E->op() == LaneOp::Opaque;
    llvm::append_range(Rest, sourcesOf(Context, E));
  });
}

void LoopDependence::collect(const LaneExpr *Root,
                             std::vector<const LaneExpr *> &Nodes) {
  std::vector<const LaneExpr *> Work = {Root};
  while (!Work.empty()) {
    const LaneExpr *E = Work.back();
    Work.pop_back();
    if (!E || !Number.try_emplace(E, Number.size()).second)
      continue;
    Nodes.push_back(E);
    llvm::SparseBitVector<> &Loops = LoopsOf[E];
    if (E->op() == LaneOp::Symbol)
      Symbols.insert(E->index());
    if (E->op() == LaneOp::Iteration)
      Loops.set(E->index());
    if (E->op() == LaneOp::Recurrence) {
      unsigned Loop = Context.recurrenceAt(E->index()).Loop;
      Loops.set(Loop);
      Recurrences[Loop].emplace(E->index(), E);
    }
    for (unsigned Loop : Loops)
      AllLoops.insert(Loop);
    for (const LaneExpr *Source : sourcesOf(Context, E))
      Work.push_back(Source);
  }
}

const std::map<unsigned, const LaneExpr *> &
LoopDependence::recurrencesOf(unsigned Loop) const {
  static const std::map<unsigned, const LaneExpr *> None;
  auto It = Recurrences.find(Loop);
  return It == Recurrences.end() ? None : It->second;
}

const std::set<const LaneExpr *> &
LoopDependence::leavesOf(const LaneExpr *E) const {
  auto [It, IsNew] = Leaves.try_emplace(E);
  if (!IsNew)
    return It->second;
  forEachBelow(E, [&](const LaneExpr *Node, auto &Rest) {
    std::vector<const LaneExpr *> Sources = sourcesOf(Context, Node);
    if (Sources.empty() && !Node->isConst())
      It->second.insert(Node);
    llvm::append_range(Rest, Sources);
  });
  return It->second;
}

const LaneExpr *LoopDependence::opaqueBelow(const LaneExpr *E) const {
  // By number: where nodes lie in memory is another matter in each run.
  const LaneExpr *First = nullptr;
  for (const LaneExpr *Leaf : leavesOf(E))
    if (Leaf->op() == LaneOp::Opaque && (!First || Leaf->id() < First->id()))
      First = Leaf;
  return First;
}

const LaneExpr *LoopDependence::leafOf(const Atom &Base) const {
  // By AtomKind; WarpInRow is of the axis x.
  static constexpr LaneOp Leaves[] = {LaneOp::Symbol, LaneOp::Iteration,
                                      LaneOp::BlockDim, LaneOp::ThreadIdx,
                                      LaneOp::ThreadIdx};
  const unsigned Index = Base.Kind == AtomKind::WarpInRow ? 0 : Base.Number;
  for (const auto &[E, Unused] : Number)
    if (E->op() == Leaves[size_t(Base.Kind)] && E->index() == Index)
      return E;
  return nullptr;
}

AtomId LoopDependence::symbolAtom(AtomTable &Atoms, unsigned Number) const {
  const UniformSymbol &S = Context.symbolAt(Number);
  int64_t MultipleOf =
      static_cast<int64_t>(std::clamp<uint64_t>(S.MultipleOf, 1, 1u << 30));
  Wide Limit = Wide(1) << (S.Width - 1);
  Wide Lo = std::max<Wide>(S.Lo, -Limit), Hi = std::min<Wide>(S.Hi, Limit - 1);
  if (S.Width == 1) {
    Lo = S.Hi < 0 ? 1 : 0;
    Hi = S.Lo < 0 ? 1 : 0;
    MultipleOf = 1;
  }
  return Atoms.base(AtomKind::Symbol, Number,
                    multiplesWithin(Lo, Hi, MultipleOf));
}

AtomId LoopDependence::iterationAtom(AtomTable &Atoms, unsigned Loop) const {
  Wide Last = INT32_MAX;
  if (auto TripCount = Context.loopAt(Loop).TripCount)
    Last = std::min<Wide>(Last, Wide(*TripCount) - 1);
  return Atoms.base(AtomKind::Iteration, Loop, multiplesWithin(0, Last));
}

void LoopDependence::makeLeafAtoms(AtomTable &Atoms) const {
  for (unsigned Symbol : Symbols)
    symbolAtom(Atoms, Symbol);
  for (unsigned Loop : AllLoops)
    iterationAtom(Atoms, Loop);
}

} // namespace warplint
