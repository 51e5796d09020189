//===- LoopDependence.cpp - What the nodes of an access rest on -----------===//

#include "LoopDependence.h"

namespace warplint {

namespace {

/// What a node is made of, with what its loop-carried value grows from.
std::vector<const LaneExpr *> sourcesOf(const LaneContext &Context,
                                        const LaneExpr *E) {
  std::vector<const LaneExpr *> Sources;
  for (unsigned I = 0; I < E->numOperands(); ++I)
    Sources.push_back(E->operand(I));
  if (E->op() != LaneOp::Recurrence)
    return Sources;
  const LaneRecurrence &R = Context.recurrenceAt(E->index());
  for (const LaneExpr *Source :
       {R.Init, R.Next, Context.loopAt(R.Loop).Continue})
    if (Source)
      Sources.push_back(Source);
  return Sources;
}

bool reachesIteration(const LaneContext &Context, const LaneExpr *Root,
                      unsigned Loop) {
  std::set<const LaneExpr *> Seen;
  std::vector<const LaneExpr *> Work = {Root};
  while (!Work.empty()) {
    const LaneExpr *E = Work.back();
    Work.pop_back();
    if (!Seen.insert(E).second)
      continue;
    if (E->op() == LaneOp::Iteration && E->index() == Loop)
      return true;
    for (unsigned I = 0; I < E->numOperands(); ++I)
      Work.push_back(E->operand(I));
    // Another loop's values can start from this loop's iteration.
    if (E->op() == LaneOp::Recurrence &&
        Context.recurrenceAt(E->index()).Loop != Loop)
      for (const LaneExpr *Source : sourcesOf(Context, E))
        Work.push_back(Source);
  }
  return false;
}

} // namespace

LoopDependence::LoopDependence(const LaneContext &Context,
                               const std::vector<const LaneExpr *> &Roots)
    : Context(Context) {
  for (const LaneExpr *Root : Roots)
    collect(Root);
  // Recurrences make cycles: repeat until no node learns of another loop.
  for (bool IsChanged = true; IsChanged;) {
    IsChanged = false;
    for (auto &[E, Loops] : LoopsOf) {
      size_t Before = Loops.size();
      for (const LaneExpr *Source : sourcesOf(Context, E)) {
        const std::set<unsigned> &More = LoopsOf.at(Source);
        Loops.insert(More.begin(), More.end());
      }
      IsChanged |= Loops.size() != Before;
    }
  }
  for (auto &[Loop, Members] : Recurrences)
    for (auto &[Index, E] : Members)
      for (const LaneExpr *Leaf : leavesOf(E))
        CarriesOpaques |= Leaf->op() == LaneOp::Opaque;
  for (auto &[Loop, Members] : Recurrences)
    for (auto &[Index, E] : Members)
      if (const LaneExpr *Next = Context.recurrenceAt(Index).Next)
        if (reachesIteration(Context, Next, Loop))
          IterationSteppers.insert(Loop);
}

void LoopDependence::collect(const LaneExpr *Root) {
  std::vector<const LaneExpr *> Work = {Root};
  while (!Work.empty()) {
    const LaneExpr *E = Work.back();
    Work.pop_back();
    if (!Number.try_emplace(E, Number.size()).second)
      continue;
    std::set<unsigned> &Loops = LoopsOf[E];
    if (E->op() == LaneOp::Symbol)
      Symbols.insert(E->index());
    if (E->op() == LaneOp::Iteration)
      Loops.insert(E->index());
    if (E->op() == LaneOp::Recurrence) {
      unsigned Loop = Context.recurrenceAt(E->index()).Loop;
      Loops.insert(Loop);
      Recurrences[Loop].emplace(E->index(), E);
    }
    AllLoops.insert(Loops.begin(), Loops.end());
    for (const LaneExpr *Source : sourcesOf(Context, E))
      Work.push_back(Source);
  }
}

bool LoopDependence::dependsOn(const LaneExpr *E, unsigned Loop) const {
  return LoopsOf.at(E).contains(Loop);
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
  std::set<const LaneExpr *> Seen;
  std::vector<const LaneExpr *> Work = {E};
  while (!Work.empty()) {
    const LaneExpr *Node = Work.back();
    Work.pop_back();
    if (!Seen.insert(Node).second)
      continue;
    std::vector<const LaneExpr *> Sources = sourcesOf(Context, Node);
    if (Sources.empty() && Node->op() != LaneOp::Const)
      It->second.insert(Node);
    Work.insert(Work.end(), Sources.begin(), Sources.end());
  }
  return It->second;
}

static bool isLeafOf(const LaneExpr *E, const Atom &Base) {
  switch (Base.Kind) {
  case AtomKind::Symbol:
    return E->op() == LaneOp::Symbol && E->index() == Base.Number;
  case AtomKind::Iteration:
    return E->op() == LaneOp::Iteration && E->index() == Base.Number;
  case AtomKind::BlockDim:
    return E->op() == LaneOp::BlockDim && E->index() == Base.Number;
  case AtomKind::ThreadIdx:
    return E->op() == LaneOp::ThreadIdx && E->index() == Base.Number;
  case AtomKind::WarpInRow:
    return E->op() == LaneOp::ThreadIdx && E->index() == 0;
  default:
    return false;
  }
}

const LaneExpr *LoopDependence::leafOf(const Atom &Base) const {
  for (const auto &[E, Unused] : Number)
    if (isLeafOf(E, Base))
      return E;
  return nullptr;
}

bool LoopDependence::stepsByIteration(unsigned Loop) const {
  return IterationSteppers.contains(Loop);
}

} // namespace warplint
