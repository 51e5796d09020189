//===- Slots.cpp - Elements that atomics number ----------------------------===//
//
//   slot = atomicAdd(&n, 1);       threads get different numbers, as long as
//   s[slot] = v;                   nothing but such atomics changes n
//
// A plain store to n races with the atomics, or barriers lie between it and them.
// If no thread meets others between its atomic and its store, the store is on the
// atomic's side of these.
//
//===----------------------------------------------------------------------===//

#include "FreedomProof.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>

using namespace llvm;

namespace warplint {

/// Nobody learns at \p Step what its thread did before.
static bool isQuiet(const FlowStep &Step) {
  return Step.What == FlowStep::Kind::Access ||
         Step.What == FlowStep::Kind::Warp ||
         (Step.What == FlowStep::Kind::Unknown && Step.NeedsFence);
}

/// On no way from \p Atomic to \p Access does a thread meet others.
bool FreedomProof::isFreshAt(unsigned Access, unsigned Atomic) const {
  auto Is = [](const FlowStep &Step, unsigned Number) {
    return Step.What == FlowStep::Kind::Access && Step.Number == Number;
  };
  // A block, the first step in it, and whether the thread has met others.
  SmallVector<std::tuple<unsigned, size_t, bool>> Work;
  std::set<std::pair<unsigned, bool>> Seen;
  for (auto [Number, Block] : enumerate(Blocks))
    for (auto [At, Step] : enumerate(Block.Steps))
      if (Is(Step, Atomic))
        Work.push_back({unsigned(Number), At + 1, false});
  while (!Work.empty()) {
    auto [Number, First, HasMet] = Work.pop_back_val();
    bool IsAgain = false;
    for (const FlowStep &Step :
         ArrayRef(Blocks[Number].Steps).drop_front(First)) {
      if (HasMet && Is(Step, Access))
        return false;
      if ((IsAgain = Is(Step, Atomic)))
        break;
      HasMet |= !isQuiet(Step);
    }
    for (const FlowWay &Way : Blocks[Number].Ways)
      if (!IsAgain && Seen.insert({Way.To, HasMet}).second)
        Work.push_back({Way.To, 0, HasMet});
  }
  return true;
}

/// Adds \p Factor times \p E to \p To. False unless the whole is one number of an
/// atomic times something, and what the block shares.
bool FreedomProof::addToSlot(const LaneExpr *E, int64_t Factor,
                             Footprint::Slot &To) {
  if (!E || std::abs(Factor) > (1 << 24))
    return false;
  if (E->op() == LaneOp::Opaque) {
    auto Ticket = Kernel.Flow.Tickets.find(E->index());
    if (Ticket == Kernel.Flow.Tickets.end() || To.Stride)
      return false;
    To.Atomic = Ticket->second;
    To.Stride = Factor;
    return true;
  }
  if (const FormsOfBlock &Form = Values(E); Form.isOne() && Form[0].isKnown()) {
    To.Base = Values.Table.binary(
        LaneOp::Add, 64, To.Base,
        Values.Table.binary(LaneOp::Mul, 64, Form[0], {Factor, 0}));
    return To.Base.isKnown();
  }
  switch (E->op()) {
  case LaneOp::Add:
    return addToSlot(E->operand(0), Factor, To) &&
           addToSlot(E->operand(1), Factor, To);
  case LaneOp::ZExt:
  case LaneOp::SExt:
    return addToSlot(E->operand(0), Factor, To);
  case LaneOp::Mul:
  case LaneOp::Shl: {
    const LaneExpr *By = E->operand(1);
    if (!By->isConst() || By->constant() > (1 << 16))
      return false;
    return addToSlot(E->operand(0),
                     E->op() == LaneOp::Shl ? Factor << (By->constant() % 16)
                                            : Factor * int64_t(By->constant()),
                     To);
  }
  default:
    return false;
  }
}

/// By how much two numbers differ that \p Atomic and others give at its counter, at
/// least; 0: something else changes that.
int64_t FreedomProof::leastStepOf(unsigned Atomic) const {
  const KernelAccess &A = Kernel.Accesses[Atomic];
  if (isOther(A) || A.Arrays.size() != 1 || !A.Arrays.front() ||
      !A.MayLeadElsewhere.empty())
    return 0;
  int64_t Least = Kernel.Flow.Added.lookup(Atomic);
  for (unsigned N = 0; N != Kernel.NumShared; ++N) {
    const KernelAccess &B = Kernel.Accesses[N];
    if (B.Effect != AccessEffect::Update ||
        (!B.Arrays.empty() && !is_contained(B.Arrays, A.Arrays.front())))
      continue;
    auto Added = Kernel.Flow.Added.find(N);
    if (Added == Kernel.Flow.Added.end() || B.BytesPerLane != A.BytesPerLane)
      return 0;
    Least = std::min(Least, Added->second);
  }
  return Least;
}

void FreedomProof::setSlot(unsigned Access, Footprint &F) {
  Footprint::Slot New;
  if (!addToSlot(Values.known(Kernel.Accesses[Access].Address), 1, New) ||
      !New.Stride)
    return;
  const FormsOfBlock &Counter = Values(Kernel.Accesses[New.Atomic].Address);
  New.Least = leastStepOf(New.Atomic);
  if (!Counter.isOne() || !Counter[0].isKnown() || !New.Least ||
      !isFreshAt(Access, New.Atomic))
    return;
  New.Counter = Counter[0];
  F.Numbered = New;
}

bool haveOwnSlots(const Footprint &X, const Footprint &Y) {
  if (!X.Numbered || !Y.Numbered || X.IsOfWarp || Y.IsOfWarp)
    return false;
  const Footprint::Slot &S = *X.Numbered, &T = *Y.Numbered;
  return S.Counter == T.Counter && S.Stride == T.Stride &&
         S.Base.Sum == T.Base.Sum &&
         std::abs(S.Stride) * std::min(S.Least, T.Least) >=
             std::abs(S.Base.Number - T.Base.Number) +
                 int64_t(std::max(X.Bytes, Y.Bytes));
}

} // namespace warplint
