//===- WrittenOnce.cpp - Members that never change ------------------------===//

#include "WrittenOnce.h"
#include "Kernel/Memory/VariableBytes.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace warplint {
namespace {

/// A variable with more pointers into it is left as it is.
constexpr unsigned MaxPlaces = 4096;

struct Write {
  Bytes Where;
  Instruction *By = nullptr;
};

/// All that is done to a variable.
class VariableUses {
public:
  /// False where something may be done to it that is not seen.
  bool collect(const Value &Variable, const DataLayout &Layout);

  SmallVector<Write> Writes;
  SmallVector<std::pair<Bytes, LoadInst *>> Reads;

private:
  bool follow(const User &By, const std::optional<int64_t> &At,
              const DataLayout &Layout);
  void add(const Use &U, const std::optional<int64_t> &At,
           const DataLayout &Layout);
  PlacesInVariable Pointers;
};

/// False for a use that says nothing of what is read or written.
bool VariableUses::follow(const User &By, const std::optional<int64_t> &At,
                          const DataLayout &Layout) {
  if (const auto *Gep = dyn_cast<GEPOperator>(&By)) {
    Pointers.addStep(*Gep, At, Layout);
    return true;
  }
  if (isa<AddrSpaceCastInst>(By)) {
    Pointers.add(&By, At);
    return true;
  }
  // It may lead to something else as well.
  if (isa<PHINode, SelectInst>(By)) {
    Pointers.add(&By, std::nullopt);
    return true;
  }
  const auto *Intrinsic = dyn_cast<IntrinsicInst>(&By);
  return isa<LoadInst, ICmpInst>(By) ||
         (Intrinsic && (Intrinsic->isLifetimeStartOrEnd() ||
                        isa<AssumeInst, MemIntrinsic>(Intrinsic)));
}

void VariableUses::add(const Use &U, const std::optional<int64_t> &At,
                       const DataLayout &Layout) {
  if (auto *Load = dyn_cast<LoadInst>(U.getUser()))
    Reads.push_back({Bytes::of(*Load, Layout).movedBy(At), Load});
  if (auto *Store = dyn_cast<StoreInst>(U.getUser()))
    Writes.push_back(
        {Bytes::of(*Store->getValueOperand(), Layout).movedBy(At), Store});
  if (auto *Fill = dyn_cast<MemIntrinsic>(U.getUser());
      Fill && U.getOperandNo() == 0)
    Writes.push_back({Bytes::of(*Fill).movedBy(At), Fill});
}

bool VariableUses::collect(const Value &Variable, const DataLayout &Layout) {
  Pointers.add(&Variable, 0);
  while (!Pointers.Open.empty()) {
    const Value *Pointer = Pointers.Open.pop_back_val();
    const std::optional<int64_t> At = Pointers.Known.lookup(Pointer);
    if (Pointers.Known.size() > MaxPlaces)
      return false;
    for (const Use &U : Pointer->uses()) {
      const bool IsStore =
          isa<StoreInst>(U.getUser()) &&
          U.getOperandNo() == StoreInst::getPointerOperandIndex();
      if (!IsStore && !follow(*U.getUser(), At, Layout))
        return false;
    }
  }
  for (const auto &[Pointer, At] : Pointers.Known)
    for (const Use &U : Pointer->uses())
      add(U, At, Layout);
  return true;
}

/// The kernel's parameter that \p Copy is made of, if nothing writes to it.
const Value *parameterOf(const MemTransferInst &Copy,
                         const DataLayout &Layout) {
  const auto *A = dyn_cast<Argument>(getUnderlyingObject(Copy.getSource()));
  if (!A || !A->hasByValAttr() ||
      A->getParent()->getCallingConv() != CallingConv::PTX_Kernel)
    return nullptr;
  VariableUses Uses;
  return Uses.collect(*A, Layout) && Uses.Writes.empty() ? A : nullptr;
}

/// What \p Load reads of bytes that \p Only alone writes; null where that is
/// not one value.
Value *valueRead(LoadInst &Load, const Bytes &Read, const Write &Only,
                 const DataLayout &Layout) {
  if (auto *Store = dyn_cast<StoreInst>(Only.By)) {
    Value *Stored = Store->getValueOperand();
    return Only.Where == Read && Stored->getType() == Load.getType() ? Stored
                                                                     : nullptr;
  }
  const auto *Copy = dyn_cast<MemTransferInst>(Only.By);
  if (!Copy || *Only.Where.First > *Read.First || Only.Where.End < Read.End ||
      !parameterOf(*Copy, Layout))
    return nullptr;
  IRBuilder<> Builder(&Load);
  const uint64_t Distance = *Read.First - *Only.Where.First;
  Value *From = Builder.CreateConstGEP1_64(Builder.getInt8Ty(),
                                           Copy->getSource(), Distance);
  LoadInst *Same = Builder.CreateAlignedLoad(
      Load.getType(), From,
      commonAlignment(Copy->getSourceAlign().valueOrOne(), Distance));
  Same->copyMetadata(Load);
  return Same;
}

} // namespace

bool readWrittenOnce(Function &F, const DominatorTree &Tree) {
  const DataLayout &Layout = F.getDataLayout();
  bool Changed = false;
  for (Instruction &I : instructions(F)) {
    auto *Variable = dyn_cast<AllocaInst>(&I);
    VariableUses Uses;
    if (!Variable || !Uses.collect(*Variable, Layout))
      continue;
    for (auto [Read, Load] : Uses.Reads) {
      const Write *Only = nullptr;
      unsigned Overlapping = 0;
      for (const Write &W : Uses.Writes)
        if (W.Where.overlaps(Read)) {
          Only = &W;
          ++Overlapping;
        }
      if (Overlapping != 1 || !Read.First || !Only->Where.First ||
          !Tree.dominates(Only->By, Load))
        continue;
      if (Value *Known = valueRead(*Load, Read, *Only, Layout)) {
        Load->replaceAllUsesWith(Known);
        Load->eraseFromParent();
        Changed = true;
      }
    }
  }
  return Changed;
}

} // namespace warplint
