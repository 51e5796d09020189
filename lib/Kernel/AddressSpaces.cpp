//===- AddressSpaces.cpp - Does a pointer lead to shared memory? ----------===//

#include "AddressSpaces.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace warplint {
namespace {

/// NVPTX address spaces, PTX ISA section "State Spaces".
enum : unsigned { Generic = 0, SharedSpace = 3, Cluster = 7 };

/// A local variable used in more places is not followed.
constexpr unsigned MaxUses = 4096;

class Follower {
public:
  explicit Follower(PointerBases &Bases) : Bases(Bases) {}

  void follow(const Value *V) {
    push(V);
    while (!Work.empty())
      step(Work.pop_back_val());
    if (Bases.SharedArrays.empty() && !Bases.Elsewhere &&
        Bases.NotKnown.empty())
      Bases.NotKnown = "of unknown origin";
  }

private:
  void push(const Value *V) {
    if (Seen.insert(V).second)
      Work.push_back(V);
  }
  void notKnown(StringRef Why) {
    if (Bases.NotKnown.empty())
      Bases.NotKnown = Why.str();
  }
  void step(const Value *V);
  void stepOperator(const Operator &Op);
  void stepNumber(const Operator &Op);
  void stepLoad(const Value *Pointer);
  void stepVariable(const AllocaInst &Variable);
  void stepCall(const CallBase &Call);

  PointerBases &Bases;
  SmallPtrSet<const Value *, 16> Seen;
  /// Memory that a pointer was loaded from, and looked at once.
  SmallPtrSet<const Value *, 16> LoadedFrom;
  SmallVector<const Value *> Work;
};

/// Whether an address is part of the sum \p V at all.
bool holdsPointer(const Value *V, unsigned Depth = 8) {
  const auto *Op = dyn_cast<Operator>(V);
  if (!Op || Depth == 0)
    return false;
  if (Op->getOpcode() == Instruction::PtrToInt)
    return true;
  if (!isa<BinaryOperator, CastInst, SelectInst>(Op))
    return false;
  return any_of(Op->operands(),
                [&](const Use &U) { return holdsPointer(U.get(), Depth - 1); });
}

} // namespace

void Follower::step(const Value *V) {
  if (isa<ConstantPointerNull, UndefValue, ConstantInt>(V))
    return;
  if (const auto *G = dyn_cast<GlobalVariable>(V)) {
    if (G->getAddressSpace() == SharedSpace)
      Bases.SharedArrays.insert(G);
    else
      Bases.Elsewhere = true;
  } else if (const auto *A = dyn_cast<Argument>(V)) {
    if (A->getParent()->getCallingConv() == CallingConv::PTX_Kernel)
      Bases.Elsewhere = true;
    else
      notKnown("a parameter of a call that stays");
  } else if (isa<AllocaInst, Function>(V)) {
    Bases.Elsewhere = true;
  } else if (const auto *Load = dyn_cast<LoadInst>(V)) {
    stepLoad(Load->getPointerOperand());
  } else if (const auto *Phi = dyn_cast<PHINode>(V)) {
    for (const Value *In : Phi->incoming_values())
      push(In);
  } else if (const auto *Call = dyn_cast<CallBase>(V)) {
    stepCall(*Call);
  } else if (const auto *Op = dyn_cast<Operator>(V)) {
    stepOperator(*Op);
  } else {
    notKnown("of unknown origin");
  }
}

void Follower::stepOperator(const Operator &Op) {
  switch (Op.getOpcode()) {
  case Instruction::GetElementPtr:
  case Instruction::BitCast:
  case Instruction::Freeze:
  case Instruction::IntToPtr:
  case Instruction::PtrToInt:
  case Instruction::PtrToAddr:
  case Instruction::ExtractValue:
  case Instruction::ExtractElement:
    return push(Op.getOperand(0));
  case Instruction::AddrSpaceCast:
    switch (Op.getOperand(0)->getType()->getPointerAddressSpace()) {
    case Generic:
    case SharedSpace:
      return push(Op.getOperand(0));
    case Cluster:
      return notKnown("maybe in another block");
    default:
      Bases.Elsewhere = true;
      return;
    }
  case Instruction::InsertElement:
    push(Op.getOperand(0));
    return push(Op.getOperand(1));
  case Instruction::Select:
    push(Op.getOperand(1));
    return push(Op.getOperand(2));
  default:
    return stepNumber(Op);
  }
}

/// An index: too narrow for an address, or a constant.
static bool isIndex(const Value *V) {
  const auto *Cast = dyn_cast<CastInst>(V);
  return isa<ConstantInt>(V) || (Cast && isa<SExtInst, ZExtInst>(Cast) &&
                                 Cast->getSrcTy()->getIntegerBitWidth() <= 32);
}

/// Arithmetic on an address: the operand that holds it, or, where none says
/// so, all that can.
void Follower::stepNumber(const Operator &Op) {
  if (!isa<BinaryOperator, CastInst>(&Op))
    return notKnown("of unknown origin");
  bool AnyPointer = holdsPointer(&Op);
  for (const Use &U : Op.operands())
    if (AnyPointer ? holdsPointer(U.get()) : !isIndex(U.get()))
      push(U.get());
}

void Follower::stepLoad(const Value *Pointer) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  for (const Value *Object : Objects) {
    if (const auto *Variable = dyn_cast<AllocaInst>(Object)) {
      if (Seen.insert(Variable).second)
        stepVariable(*Variable);
      continue;
    }
    // Its own bases tell what kind of memory the pointer was loaded from.
    if (!LoadedFrom.insert(Object).second)
      continue;
    PointerBases From;
    Follower Inner(From);
    Inner.LoadedFrom = LoadedFrom;
    Inner.follow(Object);
    if (From.isElsewhere())
      Bases.Elsewhere = true;
    else if (From.isShared())
      notKnown("loaded from shared memory");
    else
      notKnown("loaded through such a one");
  }
}

/// Everything that is ever put into a local variable.
void Follower::stepVariable(const AllocaInst &Variable) {
  SmallVector<const Value *> Pointers = {&Variable};
  SmallPtrSet<const Value *, 16> Visited;
  while (!Pointers.empty()) {
    const Value *Pointer = Pointers.pop_back_val();
    if (!Visited.insert(Pointer).second)
      continue;
    if (Visited.size() > MaxUses)
      return notKnown("kept in a local array");
    for (const Use &U : Pointer->uses()) {
      const User *By = U.getUser();
      if (const auto *Store = dyn_cast<StoreInst>(By)) {
        if (U.getOperandNo() == StoreInst::getPointerOperandIndex())
          push(Store->getValueOperand());
        else
          notKnown("kept in a local record");
      } else if (const auto *Copy = dyn_cast<MemTransferInst>(By)) {
        if (U.getOperandNo() == 0)
          stepLoad(Copy->getSource());
      } else if (isa<GEPOperator, PHINode, SelectInst, CastInst>(By)) {
        Pointers.push_back(By);
      } else if (isa<CallBase>(By) && !isa<IntrinsicInst>(By)) {
        notKnown("kept where a call changes it");
      }
    }
  }
}

void Follower::stepCall(const CallBase &Call) {
  if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(&Call)) {
    switch (Intrinsic->getIntrinsicID()) {
    case Intrinsic::ptrmask:
    case Intrinsic::launder_invariant_group:
    case Intrinsic::strip_invariant_group:
    case Intrinsic::ssa_copy:
      return push(Call.getArgOperand(0));
    default:
      return notKnown("returned by an intrinsic");
    }
  }
  if (Call.isInlineAsm())
    return notKnown("computed by inline PTX");
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return notKnown("returned by an unknown call");
  StringRef Name = Callee->getName();
  // malloc, operator new and operator new[] of size_t, aligned or not.
  if (Name == "malloc" || Name.starts_with("_Znwm") ||
      Name.starts_with("_Znam")) {
    Bases.Elsewhere = true;
    return;
  }
  notKnown("returned by a call");
}

PointerBases basesOf(const Value *Pointer) {
  PointerBases Bases;
  Follower(Bases).follow(Pointer);
  return Bases;
}

} // namespace warplint
