//===- LoopPointers.cpp - Where the pointer of a loop points --------------===//

#include "LoopPointers.h"
#include "Kernel/Simplify/UnrollRules.h"
#include "Lane/Expr/AddressForm.h"
#include "Lane/Expr/LaneWalk.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warplint {

static bool hasIteration(const LaneExpr *E, unsigned Loop) {
  bool Has = false;
  forEachBelow(E, [&](const LaneExpr *N, SmallVectorImpl<const LaneExpr *> &) {
    Has |= N->op() == LaneOp::Iteration && N->index() == Loop;
  });
  return Has;
}

/// By how much \p E advances in a turn: the counter of \p Loop, or where a turn
/// of several copies of it began. 0 for all else.
static int64_t advanceOf(const LaneExpr *E, unsigned Loop) {
  int64_t Copies = 1;
  if (E->op() == LaneOp::And && E->operand(1)->isConst()) {
    Copies = -int64_t(int32_t(E->operand(1)->constant()));
    E = E->operand(0);
  }
  return E->op() == LaneOp::Iteration && E->index() == Loop ? Copies : 0;
}

LoopPointers::LoopPointers(const IssueOrder &Least, KernelAnalyses A,
                           ExprBuilder &Exprs, const KernelModel &Kernel,
                           ArrayRef<const Instruction *> Origins, PlaceOf Place)
    : A(A), Exprs(Exprs), Origins(Origins) {
  for (const IssueItem &Item : Least.Items) {
    if (Item.What != IssueItem::Kind::Access ||
        !Kernel.Accesses[Item.Access].Address)
      continue;
    const LaneExpr *Address = Kernel.Accesses[Item.Access].Address;
    for (const auto &[Number, By] : Item.Iterations)
      Address = Exprs.replaceIteration(Address, Number, By);
    AddressForm Form = formOf(Address);
    int64_t Base = 0;
    for (const auto &[Atom, Coefficient] : Form.Terms)
      Base += Place(Atom).value_or(0);
    const Terms Moving(Form.Terms.begin(), Form.Terms.end());
    for (const Loop *L = A.LI.getLoopFor(Origins[Item.Access]->getParent()); L;
         L = L->getParentLoop()) {
      Key K = {L, Moving, Base};
      Reached[K].insert(int32_t(Form.Offset));
      KeysOf[{Item.Access, L}].insert(std::move(K));
    }
  }
}

std::optional<int64_t> LoopPointers::stepOf(const Key &K) const {
  const Loop *L = std::get<const Loop *>(K);
  const unsigned Number = Exprs.loopsAround(L->getHeader()).back();
  std::optional<int64_t> Step;
  for (const auto &[Atom, Coefficient] : std::get<Terms>(K)) {
    if (int64_t Advance = advanceOf(Atom, Number))
      Step = Advance * int32_t(Coefficient) + Step.value_or(0);
    else if (hasIteration(Atom, Number))
      return std::nullopt;
  }
  return Step;
}

/// What is seen to divide a pointer that reaches \p Offsets from \p Base; 0
/// where that is not known.
static unsigned seenOf(const std::set<int64_t> &Offsets, int64_t Base,
                       int64_t Widest) {
  if (*Offsets.begin() != 0)
    return 0;
  const int64_t Middle = Base + *Offsets.lower_bound(*Offsets.rbegin() >> 1);
  return Middle == 0 ? Widest : std::min(Middle & -Middle, Widest);
}

/// The source steps a pointer, which is there to be used.
static bool isOwnPointer(const Instruction &Access) {
  const Value *Pointer = getLoadStorePointerOperand(&Access);
  while (isa_and_nonnull<GetElementPtrInst, CastInst>(Pointer))
    Pointer = cast<Instruction>(Pointer)->getOperand(0);
  return isa_and_nonnull<PHINode>(Pointer);
}

unsigned LoopPointers::alignmentOf(unsigned N, const Loop &L,
                                   unsigned Widest) const {
  auto It = KeysOf.find({N, &L});
  if (It == KeysOf.end())
    return 0;
  // Copies are what is certain: there may be more of them.
  const bool IsOpen = unrollingOf(L, A.SE) == Unrolling::Perhaps;
  unsigned Least = Widest, Most = 0;
  for (const Key &K : It->second) {
    std::optional<int64_t> Step = stepOf(K);
    if (!Step)
      return 0;
    std::set<int64_t> Offsets = Reached.find(K)->second;
    const std::set<int64_t> One = Offsets;
    // LLVM keeps what the next iteration loads again, and loads fewer elements.
    if (any_of(One, [&](int64_t At) { return One.count(At + *Step); }))
      return 0;
    for (unsigned Copies : {1, 2, 3, 4, 8}) {
      for (unsigned Copy = 1; Copy < Copies; ++Copy)
        for (int64_t Offset : One)
          Offsets.insert(Offset + Copy * *Step);
      const unsigned Seen = seenOf(Offsets, std::get<int64_t>(K), Widest);
      Least = std::min(Least, Seen);
      Most = std::max(Most, Seen);
      if (!IsOpen)
        break;
    }
  }
  const unsigned Certain = isOwnPointer(*Origins[N]) ? Widest : 8;
  return Least == Most && Least >= Certain ? Least : 0;
}

} // namespace warplint
