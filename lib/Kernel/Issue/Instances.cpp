//===- Instances.cpp - One access in one copy of its loops ----------------===//

#include "Instances.h"
#include "Kernel/Simplify/UnrollRules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"

using namespace llvm;

namespace warplint {

bool isPassed(const Instance &A, const Instance &B) {
  return A.IsLaidOut && isApart(A, B);
}

bool isApart(const Instance &A, const Instance &B) {
  if (!A.Array || !B.Array)
    return false;
  if (A.Array != B.Array)
    return true;
  if (A.Form.Terms == B.Form.Terms && A.Epoch == B.Epoch)
    return A.offset() + int32_t(A.Bytes) <= B.offset() ||
           B.offset() + int32_t(B.Bytes) <= A.offset();
  // Different members of what elements there ever are: `s[i].x` and `s[j].y`.
  const uint32_t Step = std::min(A.Step, B.Step),
                 Distance = B.Form.Offset - A.Form.Offset;
  return Distance % Step >= A.Bytes && -Distance % Step >= B.Bytes;
}

uint64_t alignmentOf(const Instance &I, const WindowRules &Rules) {
  const uint64_t Seen = warplint::alignmentOf(
      I.Form,
      [&](const LaneExpr *Atom) { return Rules.MultipleOf(Atom, I.SeenBy); },
      I.SeenBy);
  // LLVM aligns no array further than it is declared.
  return I.SeenBy == Sight::Llvm ? std::min(Seen, I.Declared) : Seen;
}

GroupKey keyOf(const Instance &I) {
  return {I.Guard, I.Epoch, I.Form.Terms, I.RunsWith};
}

Word wordOf(const Instance &I) {
  return {I.Form.Terms, I.AddressEpoch, I.offset(), I.Bytes};
}

std::vector<const Instance *> within(int32_t Begin, unsigned Bytes,
                                     ArrayRef<const Instance *> Members) {
  std::vector<const Instance *> In;
  copy_if(Members, std::back_inserter(In), [&](const Instance *I) {
    return I->offset() >= Begin && I->offset() < Begin + int32_t(Bytes);
  });
  return In;
}

unsigned wordsOf(const Instance &I, int32_t Begin) {
  constexpr unsigned WordBytes = 4;
  const unsigned First = unsigned(I.offset() - Begin) / WordBytes;
  return ((1u << I.Bytes / WordBytes) - 1) << First & 15;
}

void loadAhead(Instance &Load, ArrayRef<Instance> Earlier,
               function_ref<bool(const Instance &)> AlwaysRuns) {
  const auto *First = find_if(Earlier, [&](const Instance &I) {
    return I.Form.Terms == Load.Form.Terms &&
           I.AddressEpoch == Load.AddressEpoch &&
           floorTo(I.offset(), WidestRequest) ==
               floorTo(Load.offset(), WidestRequest) &&
           AlwaysRuns(I);
  });
  if (First == Earlier.end())
    return;
  Load.Guard = First->Guard;
  Load.Epoch = First->Epoch;
}

bool HeldLoads::add(const Instance &Load) {
  if (any_of(Held, [&](const Instance &I) {
        return I.offset() == Load.offset() && I.Stretch == Load.Stretch &&
               keyOf(I) == keyOf(Load) && wordOf(I) == wordOf(Load);
      }))
    return false;
  Held.push_back(Load);
  return true;
}

void HeldLoads::changeBy(const Instance &Store) {
  erase_if(Held, [&](const Instance &I) { return !isApart(I, Store); });
}

Instance InstanceMaker::make(const IssueItem &Item) {
  Instance I;
  I.Access = Item.Access;
  I.Item = &Item;
  I.Position = ++Position;
  I.Bytes = Traits[Item.Access].Bytes;
  if (!Rules.AcrossJoins && !Traits[Item.Access].IsStore)
    I.RunsWith = Item.RunsWith;
  if (Rules.AcrossJoins)
    I.SeenBy = Sight::Any;
  const KernelAccess &A = Kernel.Accesses[Item.Access];
  Work += sizeOf(A.Address) + (A.Guard ? sizeOf(A.Guard) : 0);
  I.Form = formAt(A.Address, Item);
  constexpr uint32_t MostSeen = 256;
  I.Step = MostSeen;
  for (const auto &[Atom, Coefficient] : I.Form.Terms)
    if (!Rules.ArrayOf(Atom).first)
      I.Step = std::min(I.Step, Coefficient & -Coefficient);
  for (const auto &[Atom, Coefficient] : Forms[A.Address].Terms)
    if (auto [Array, Alignment] = Rules.ArrayOf(Atom); Array) {
      I.Array = Array;
      I.Declared = Alignment;
      // Pairs where the address is no multiple of more, `s[t].x` of float2. Bytes
      // LLVM alone joins, up to what the array is declared with.
      const bool AreWide = Alignment >= (I.Bytes == 1 ? 2 : widestOf(4)),
                 ArePairs = Alignment == 2 * I.Bytes && I.Bytes == 4 &&
                            (I.Form.Terms.empty() ||
                             alignmentOf(I, Rules) <= Alignment);
      I.IsLaidOut =
          (AreWide || ArePairs) && !Traits[Item.Access].GoesToAssembly;
    }
  if (!Rules.AcrossJoins && I.IsLaidOut && Traits[Item.Access].IsInQuietBlock)
    I.SeenBy = Sight::Llvm;
  // Unrolling a loop of unknown length makes one test of four.
  SmallVector<UnrolledIteration, 3> Known;
  copy_if(Item.Iterations, std::back_inserter(Known),
          [](const auto &N) { return N.second->isConst(); });
  if (A.Guard)
    I.Guard = Values.at(A.Guard, Known);
  const LaneExpr *Address = Values.stepped(A.Address, Known);
  const LaneExpr *Guard = A.Guard && !isLoadedAhead(Item)
                              ? Values.stepped(A.Guard, Known)
                              : nullptr;
  for (const auto &[Number, By] : Item.Iterations) {
    const Instruction &Origin = *Origins[Item.Access];
    const bool Moves = changesOtherwise(Address, Origin, Number);
    if (Moves)
      I.AddressEpoch.push_back(By->id());
    if (Moves || (Guard && changesOtherwise(Guard, Origin, Number)))
      I.Epoch.push_back(By->id());
  }
  return I;
}

/// The load of a copy may be made before the tests of the copies before it.
bool InstanceMaker::isLoadedAhead(const IssueItem &Item) const {
  const Instruction &Origin = *Origins[Item.Access];
  const Loop *L = LI.getLoopFor(Origin.getParent());
  return Rules.AcrossJoins && isa<LoadInst>(Origin) && L &&
         isCopiedWithTests(*L);
}

uint64_t InstanceMaker::sizeOf(const LaneExpr *E) {
  uint64_t &Size = Sizes[E];
  if (Size == 0)
    forEachNode(*Kernel.Context, E, [&](const LaneExpr *) { ++Size; });
  return Size;
}

/// The form of \p Address with the iterations of \p Item in place: of the terms,
/// where the counters are terms themselves, else of the expression.
AddressForm InstanceMaker::formAt(const LaneExpr *Address,
                                  const IssueItem &Item) {
  auto [It, New] = Forms.try_emplace(Address);
  if (New)
    It->second = formOf(Address);
  const AddressForm Form = It->second;
  AddressForm Result;
  Result.Offset = Form.Offset;
  for (const auto &[Atom, Coefficient] : Form.Terms)
    if (std::optional<uint64_t> Place = Rules.PlaceOf(Atom))
      Result.Offset += uint32_t(*Place) * Coefficient;
    else
      addTerm(at(Atom, Item), Coefficient, Result);
  return Result;
}

/// A short number is the same in 32 and in 64 bits. A sum of such numbers is cut
/// off where it is one; what is only possible forgets about that.
void InstanceMaker::addTerm(const LaneExpr *Atom, uint32_t Coefficient,
                            AddressForm &To) {
  LaneContext &C = *Kernel.Context;
  const LaneExpr *Short = withoutExtensions(Atom);
  if (Short == Atom || Short->width() >= 32)
    return To.add(Atom, Coefficient);
  const LaneExpr *Sum =
      Short->op() == LaneOp::Trunc ? Short->operand(0) : Short;
  if (Rules.AcrossJoins && Sum->op() == LaneOp::Add &&
      Sum->operand(1)->isConst()) {
    To.Offset += uint32_t(Sum->operand(1)->constant()) * Coefficient;
    Short = Sum->width() == Short->width()
                ? Sum->operand(0)
                : C.cast(LaneOp::Trunc, Sum->operand(0), Short->width());
  }
  To.add(C.cast(Atom->op(), Short, 32), Coefficient);
}

/// \p E, of an access \p In loop \p Number, changes in it, and not (only) by the
/// counters of loops.
bool InstanceMaker::changesOtherwise(const LaneExpr *E, const Instruction &In,
                                     unsigned Number) {
  auto [It, New] = Otherwise.try_emplace({E, In.getParent(), Number}, false);
  if (!New)
    return It->second;
  const LaneExpr *Zero = Kernel.Context->constant(0, 32);
  for (unsigned L = 0; L != Kernel.Context->numLoops(); ++L)
    E = Exprs.replaceIteration(E, L, Zero);
  for (const Loop *L = LI.getLoopFor(In.getParent()); L; L = L->getParentLoop())
    if (Exprs.loopsAround(L->getHeader()).back() == Number)
      It->second = Exprs.variesIn(E, *L);
  return It->second;
}

} // namespace warplint
