//===- TableExprs.cpp - Entries of small tables ---------------------------===//
//
// `size_t offset[stages] = {0, n, 2 * n}` holds few values, all known where one
// is read: the entry is a choice by the index. A table is
//
//   a constant whose numbers stand in the source (`for (int n : {4, 2, 1})`
//   reads them by a pointer that the loop moves), or
//   a local array of which, for each entry that may be meant, the last write
//   before the read is known: it lies on every way to the read, in no loop that
//   the read is not in, at a fixed place, and no other may come after it.
//
// What is read beyond the table, or before it was written, has no value that a
// program could rely on.
//
//===----------------------------------------------------------------------===//

#include "ExprBuilder.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warplint {

/// Entries of a table that are written out as a choice by the index: of
/// constants, and of a local array.
static constexpr unsigned MaxConstants = 64, MaxEntries = 16;

namespace {

/// The bytes [Begin, End) of a table.
struct TableBytes {
  uint64_t Begin, End;
  bool overlaps(TableBytes O) const { return Begin < O.End && O.Begin < End; }
  bool contains(TableBytes O) const { return Begin <= O.Begin && O.End <= End; }
};

/// What writes to a local array.
struct TableWrite {
  Instruction *By;
  /// Where; none if that is not known.
  std::optional<TableBytes> Place;
};

} // namespace

/// Everything that writes to \p Table; none if its address gets away, or there
/// is too much of it.
static std::optional<SmallVector<TableWrite>> writesTo(AllocaInst &Table,
                                                       const DataLayout &DL) {
  constexpr unsigned MaxUses = 512;
  SmallVector<TableWrite> Writes;
  SmallVector<std::pair<Value *, std::optional<uint64_t>>> Work = {{&Table, 0}};
  SmallPtrSet<const Value *, 16> Seen;
  unsigned NumUses = 0;
  while (!Work.empty()) {
    auto [Pointer, Offset] = Work.pop_back_val();
    if (!Seen.insert(Pointer).second)
      continue;
    for (Use &U : Pointer->uses()) {
      auto *By = cast<Instruction>(U.getUser());
      if (++NumUses > MaxUses)
        return std::nullopt;
      auto Add = [&](std::optional<uint64_t> Size) {
        TableWrite W = {By, std::nullopt};
        if (Offset && Size)
          W.Place = {*Offset, *Offset + *Size};
        Writes.push_back(W);
      };
      if (isa<LoadInst, ICmpInst>(By) || By->isLifetimeStartOrEnd())
        continue;
      if (auto *Gep = dyn_cast<GetElementPtrInst>(By)) {
        APInt Step(DL.getIndexTypeSizeInBits(Gep->getType()), 0);
        bool IsFixed = Offset && Gep->accumulateConstantOffset(DL, Step);
        Work.push_back({By, IsFixed
                                ? std::optional(*Offset + Step.getSExtValue())
                                : std::nullopt});
      } else if (isa<AddrSpaceCastInst, BitCastInst>(By)) {
        Work.push_back({By, Offset});
      } else if (isa<PHINode, SelectInst>(By) && By->getType()->isPointerTy()) {
        Work.push_back({By, std::nullopt});
      } else if (auto *Store = dyn_cast<StoreInst>(By);
                 Store && Store->getValueOperand() != Pointer) {
        Add(DL.getTypeStoreSize(Store->getValueOperand()->getType())
                .getFixedValue());
      } else if (auto *Fill = dyn_cast<MemIntrinsic>(By)) {
        auto *Size = dyn_cast<ConstantInt>(Fill->getLength());
        if (U.getOperandNo() == 0)
          Add(Size ? std::optional(Size->getZExtValue()) : std::nullopt);
      } else {
        return std::nullopt;
      }
    }
  }
  return Writes;
}

/// Of a pointer that a loop carries, what it is before the loop; else null.
static Value *beforeLoop(const PHINode *Phi, const LoopInfo &LI) {
  const Loop *L = Phi ? LI.getLoopFor(Phi->getParent()) : nullptr;
  BasicBlock *Preheader =
      L && L->getHeader() == Phi->getParent() ? L->getLoopPreheader() : nullptr;
  return Preheader ? Phi->getIncomingValueForBlock(Preheader) : nullptr;
}

/// The object that \p Pointer leads into, if loops move it inside of that.
static Value *objectOf(Value *Pointer, const LoopInfo &LI) {
  Value *Object = getUnderlyingObject(Pointer);
  while (Value *Start = beforeLoop(dyn_cast<PHINode>(Object), LI))
    Object = getUnderlyingObject(Start);
  return Object;
}

/// The bytes that \p Phi has moved by in the iterations of its loop; null where
/// they are not as many in each.
const LaneExpr *ExprBuilder::movedBy(PHINode &Phi) {
  const auto *Moved = dyn_cast<SCEVAddRecExpr>(A.SE.getSCEV(&Phi));
  Loop *L = A.LI.getLoopFor(Phi.getParent());
  if (!Moved || !Moved->isAffine() || Moved->getLoop() != L)
    return nullptr;
  const auto *Step = dyn_cast<SCEVConstant>(Moved->getStepRecurrence(A.SE));
  if (!Step)
    return nullptr;
  return C.binary(LaneOp::Mul, resize(C.iteration(loopNumber(*L)), 64),
                  C.constant(Step->getAPInt().getSExtValue(), 64), true);
}

/// \p Offset of \p Pointer's base is added to that of a table; null if it is
/// not reached by steps alone.
const LaneExpr *ExprBuilder::offsetIn(const Value &Table, Value *Pointer) {
  const LaneExpr *Offset = C.constant(0, 64);
  while (Pointer != &Table) {
    auto *Phi = dyn_cast<PHINode>(Pointer);
    if (Value *Start = beforeLoop(Phi, A.LI)) {
      const LaneExpr *Moved = movedBy(*Phi);
      if (!Moved)
        return nullptr;
      Offset = C.binary(LaneOp::Add, Offset, Moved, true);
      Pointer = Start;
      continue;
    }
    auto *Step = dyn_cast<Operator>(Pointer);
    if (const auto *Gep = dyn_cast_or_null<GEPOperator>(Step))
      Offset = C.binary(LaneOp::Add, Offset, gepOffset(*Gep), true);
    else if (!isa_and_nonnull<AddrSpaceCastOperator>(Step))
      return nullptr;
    Pointer = Step->getOperand(0);
  }
  return Offset;
}

/// The constant of type \p Ty that lies \p At bytes behind \p Pointer, or null.
static llvm::Constant *constantAt(Value *Pointer, Type *Ty, uint64_t At,
                                  const DataLayout &DL) {
  APInt Offset(DL.getIndexTypeSizeInBits(Pointer->getType()), 0);
  const auto *G = dyn_cast<GlobalVariable>(
      Pointer->stripAndAccumulateConstantOffsets(DL, Offset, true));
  if (!G || !G->isConstant() || !G->hasDefinitiveInitializer())
    return nullptr;
  llvm::Constant *Entry = ConstantFoldLoadFromConst(
      const_cast<llvm::Constant *>(G->getInitializer()), Ty, Offset + At, DL);
  return isa_and_nonnull<ConstantInt, ConstantFP>(Entry) ? Entry : nullptr;
}

/// What \p Write put into the bytes \p Entry, read as a \p Ty; null if that is
/// no value as a whole.
static Value *writtenValue(const TableWrite &Write, TableBytes Entry, Type *Ty,
                           const DataLayout &DL) {
  if (!Write.Place || !Write.Place->contains(Entry))
    return nullptr;
  if (auto *Store = dyn_cast<StoreInst>(Write.By)) {
    Value *Whole = Store->getValueOperand();
    bool IsWhole =
        Write.Place->Begin == Entry.Begin &&
        DL.getTypeSizeInBits(Whole->getType()) == DL.getTypeSizeInBits(Ty);
    return IsWhole ? Whole : nullptr;
  }
  if (auto *Set = dyn_cast<MemSetInst>(Write.By)) {
    auto *Byte = dyn_cast<ConstantInt>(Set->getValue());
    return Byte && Byte->isZero() ? llvm::Constant::getNullValue(Ty) : nullptr;
  }
  auto *Copy = cast<MemTransferInst>(Write.By);
  return constantAt(Copy->getSource(), Ty, Entry.Begin - Write.Place->Begin,
                    DL);
}

/// The write of \p Writes that is certainly the last before \p Load, of those
/// that meet \p Entry. A null pointer: there is no such write. Nothing: unknown.
static std::optional<const TableWrite *> lastWrite(ArrayRef<TableWrite> Writes,
                                                   TableBytes Entry,
                                                   const LoadInst &Load,
                                                   const KernelAnalyses &A) {
  const TableWrite *Last = nullptr;
  for (const TableWrite &W : Writes) {
    if (W.Place && !W.Place->overlaps(Entry))
      continue;
    if (!A.DT.dominates(W.By, &Load)) {
      if (isPotentiallyReachable(W.By, &Load, nullptr, &A.DT, &A.LI))
        return std::nullopt;
      continue;
    }
    const Loop *Around = A.LI.getLoopFor(W.By->getParent());
    if (!W.Place || (Around && !Around->contains(&Load)))
      return std::nullopt;
    // Those on every way to the load come one after the other.
    if (!Last || A.DT.dominates(Last->By, W.By))
      Last = &W;
  }
  return Last;
}

/// An entry of a small table as a choice by the offset. Null if \p Load reads
/// none.
const LaneExpr *ExprBuilder::fromTable(LoadInst &Load) {
  const DataLayout &DL = F.getParent()->getDataLayout();
  Value *Base = objectOf(Load.getPointerOperand(), A.LI);
  auto *G = dyn_cast<GlobalVariable>(Base);
  auto *Local = dyn_cast<AllocaInst>(Base);
  Type *Ty = Load.getType();
  uint64_t Width = DL.getTypeStoreSize(Ty).getFixedValue();
  uint64_t Size = 0;
  if (G && G->isConstant() && G->hasDefinitiveInitializer())
    Size = DL.getTypeAllocSize(G->getValueType()).getFixedValue();
  else if (Local && !Local->isArrayAllocation())
    Size = DL.getTypeAllocSize(Local->getAllocatedType()).getFixedValue();
  if (Width == 0 || widthOf(Ty) == 0 || Size == 0)
    return nullptr;
  uint64_t Step = std::min(
      {Width, Load.getAlign().value(), Base->getPointerAlignment(DL).value()});
  if (Size / Step > (G ? MaxConstants : MaxEntries))
    return nullptr;
  const LaneExpr *Offset = offsetIn(*Base, Load.getPointerOperand());
  if (!Offset)
    return nullptr;
  std::optional<SmallVector<TableWrite>> Writes;
  if (Local && !(Writes = writesTo(*Local, DL)))
    return nullptr;
  const LaneExpr *Chosen = nullptr;
  for (uint64_t At = 0; At + Width <= Size; At += Step) {
    if (Offset->isConst() && Offset->constant() != At)
      continue;
    Value *Entry = nullptr;
    if (G) {
      Entry = constantAt(G, Ty, At, DL);
    } else {
      TableBytes Bytes = {At, At + Width};
      std::optional<const TableWrite *> Last =
          lastWrite(*Writes, Bytes, Load, A);
      if (Last && !*Last)
        continue;
      Entry = Last ? writtenValue(**Last, Bytes, Ty, DL) : nullptr;
    }
    if (!Entry)
      return nullptr;
    const LaneExpr *E = build(Entry);
    Chosen = Chosen ? C.select(C.binary(LaneOp::CmpEq, Offset,
                                        C.constant(At, Offset->width())),
                               E, Chosen)
                    : E;
  }
  return Chosen;
}

} // namespace warplint
