//===- AddressSpaces.cpp - Which memory does a pointer lead to? -----------===//

#include "AddressSpaces.h"
#include "NvptxSpaces.h"
#include "VariableBytes.h"
#include "warplint/Kernel/InlinePtx.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include <set>

using namespace llvm;

namespace warplint {
namespace {

/// A variable used in more places is not followed.
constexpr unsigned MaxUses = 4096;

/// Pointers loaded through pointers loaded through pointers.
constexpr unsigned MaxDepth = 16;

/// No pointer to shared or local memory is kept there.
constexpr MemorySpaces OutsideOfBlock = {
    MemorySpace::Global, MemorySpace::Constant, MemorySpace::Parameter};

} // namespace

/// Follows one pointer.
class PointerFollower {
public:
  PointerFollower(PointerBases &Bases, PointerAnalysis &All, unsigned Depth = 0)
      : Bases(Bases), All(All), Depth(Depth) {}

  void follow(const Value *V) {
    push(V);
    finish();
  }
  /// The same where the type may name the memory.
  void followTyped(const Value *V) {
    V->getType()->isPointerTy() ? stepTyped(V) : push(V);
    finish();
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
  void found(MemorySpace Space) { Bases.Found |= Space; }
  void foundLocal(const Value *V) {
    found(MemorySpace::Local);
    if (const auto *Variable = dyn_cast<AllocaInst>(getUnderlyingObject(V)))
      Bases.Locals.insert(Variable);
  }
  void finish();
  void step(const Value *V);
  void stepOperator(const Operator &Op);
  void stepTyped(const Value *V);
  void stepNumber(const Operator &Op);
  void stepLoad(const Value *Pointer, Bytes Read);
  PointerBases memoryBehind(const Value *Object);
  void stepMemoryBehind(const Value *Object);
  void stepMapa(const CallBase &Call);
  void stepCall(const CallBase &Call);
  void stepAsm(const CallBase &Call);
  void stepContents(const GlobalVariable &Array);
  void stepContents(const Value &Variable, Bytes Read = {});
  void stepUse(const Use &U, const std::optional<int64_t> &At, Bytes Read,
               PlacesInVariable &Pointers);
  bool looksAt(const Value *Object, Bytes Read = {}) {
    return LoadedFrom.insert({Object, Read}).second;
  }
  Bytes sizeOf(const Value *V) const {
    return Bytes::of(*V, All.F.getDataLayout());
  }
  void pushContent(const Value *V);

  PointerBases &Bases;
  PointerAnalysis &All;
  const unsigned Depth;
  SmallPtrSet<const Value *, 16> Seen;
  /// Memory that a pointer was loaded from, and looked at once.
  std::set<std::pair<const Value *, Bytes>> LoadedFrom;
  /// Of them those whose own bases are being looked for.
  SmallPtrSet<const Value *, 16> Pending;
  bool IsCyclic = false;
  SmallVector<const Value *> Work;
};

/// Whether an address is part of the sum \p V at all.
static bool holdsPointer(const Value *V, unsigned Depth = 8) {
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

void PointerFollower::finish() {
  while (!Work.empty())
    step(Work.pop_back_val());
  // What a list holds may lead anywhere that its elements do.
  if (IsCyclic &&
      Bases.Found.intersects({MemorySpace::Shared, MemorySpace::Local}))
    notKnown("loaded through such a pointer");
  if (Bases.Found.empty())
    notKnown("of unknown origin");
}

void PointerFollower::step(const Value *V) {
  if (isa<ConstantPointerNull, UndefValue, ConstantInt>(V))
    return;
  if (const auto *G = dyn_cast<GlobalVariable>(V)) {
    found(memoryOf(G->getAddressSpace()).value_or(MemorySpace::Global));
    if (sharedVariable(G))
      Bases.SharedArrays.insert(G);
  } else if (const auto *A = dyn_cast<Argument>(V)) {
    if (A->getParent()->getCallingConv() == CallingConv::PTX_Kernel)
      found(A->hasByValAttr() ? MemorySpace::Parameter : MemorySpace::Global);
    else
      notKnown("a parameter of a call that is not inlined");
  } else if (isa<AllocaInst>(V)) {
    foundLocal(V);
  } else if (isa<Function>(V)) {
    found(MemorySpace::Global);
  } else if (const auto *Load = dyn_cast<LoadInst>(V)) {
    stepLoad(Load->getPointerOperand(), sizeOf(Load));
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

void PointerFollower::stepOperator(const Operator &Op) {
  switch (Op.getOpcode()) {
  case Instruction::ExtractValue:
  case Instruction::GetElementPtr:
  case Instruction::BitCast:
  case Instruction::Freeze:
  case Instruction::IntToPtr:
  case Instruction::PtrToInt:
  case Instruction::PtrToAddr:
  case Instruction::ExtractElement:
    return push(Op.getOperand(0));
  case Instruction::AddrSpaceCast:
    return stepTyped(Op.getOperand(0));
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

/// A pointer whose type may name its space.
void PointerFollower::stepTyped(const Value *V) {
  const std::optional<MemorySpace> Space =
      memoryOf(V->getType()->getPointerAddressSpace());
  if (!Space)
    return push(V);
  switch (*Space) {
  case MemorySpace::Shared: {
    PointerBases Of;
    if (Depth != MaxDepth)
      PointerFollower(Of, All, Depth + 1).follow(V);
    Bases.SharedArrays.insert_range(Of.SharedArrays);
    Bases.SharedOutsideArrays |=
        Of.SharedArrays.empty() || Of.SharedOutsideArrays;
    return found(MemorySpace::Shared);
  }
  case MemorySpace::Cluster:
    return found(MemorySpace::Cluster);
  case MemorySpace::Local:
    return foundLocal(V);
  default:
    return found(*Space);
  }
}

/// What \p V was extended from, or null.
static const Value *beforeExtension(const Value *V) {
  return isa<SExtInst, ZExtInst>(V) ? cast<CastInst>(V)->getOperand(0)
                                    : nullptr;
}

/// An index: too narrow for an address, or a constant.
static bool isIndex(const Value *V) {
  const Value *From = beforeExtension(V);
  return isa<ConstantInt>(V) ||
         (From && From->getType()->getIntegerBitWidth() <= 32);
}

/// The number whose bits become the upper half of a 64-bit one, or null.
static const Value *upperHalf(const Operator &Op) {
  const auto *Amount = Op.getOpcode() == Instruction::Shl
                           ? dyn_cast<ConstantInt>(Op.getOperand(1))
                           : nullptr;
  return Amount && Amount->getValue().uge(32)
             ? beforeExtension(Op.getOperand(0))
             : nullptr;
}

/// Arithmetic on an address: the operand that holds it, or, where none says
/// so, all that can.
void PointerFollower::stepNumber(const Operator &Op) {
  if (!isa<BinaryOperator, CastInst>(&Op))
    return notKnown("of unknown origin");
  // The upper half of an address says where it leads.
  if (const Value *Half = upperHalf(Op))
    return push(Half);
  bool AnyPointer = holdsPointer(&Op);
  for (const Use &U : Op.operands())
    if (AnyPointer ? holdsPointer(U.get()) : !isIndex(U.get()))
      push(U.get());
}

/// What \p Read holds of the memory at \p Pointer.
void PointerFollower::stepLoad(const Value *Pointer, Bytes Read) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  if (LoadedFrom.size() > MaxUses)
    return notKnown("copied in too many places");
  for (const Value *Object : Objects) {
    if (const auto *Variable = dyn_cast<AllocaInst>(Object)) {
      const Bytes Here = Read.movedBy(
          Pointer->getPointerOffsetFrom(Variable, All.F.getDataLayout()));
      if (looksAt(Variable, Here))
        stepContents(*Variable, Here);
      continue;
    }
    if (looksAt(Object))
      stepMemoryBehind(Object);
  }
}

PointerBases PointerFollower::memoryBehind(const Value *Object) {
  if (auto It = All.Known.find(Object); It != All.Known.end())
    return It->second;
  PointerBases From;
  if (Depth == MaxDepth) {
    From.NotKnown = "of unknown origin";
    return From;
  }
  PointerFollower Inner(From, All, Depth + 1);
  Inner.Pending = Pending;
  Inner.Pending.insert(Object);
  Inner.followTyped(Object);
  IsCyclic |= Inner.IsCyclic;
  if (!Inner.IsCyclic)
    All.Known[Object] = From;
  return From;
}

/// The bases of \p Object tell what kind of memory a pointer was loaded from.
void PointerFollower::stepMemoryBehind(const Value *Object) {
  if (Pending.contains(Object)) {
    IsCyclic = true;
    return;
  }
  const PointerBases From = memoryBehind(Object);
  const bool IsShared = From.spaces().isOnly(MemorySpace::Shared);
  if (IsShared && From.SharedOutsideArrays)
    return notKnown("loaded from shared memory");
  if ((!IsShared && From.spaces().contains(MemorySpace::Shared)) ||
      (From.Found.contains(MemorySpace::Local) && From.Locals.empty()))
    return notKnown("loaded through such a pointer");
  for (const GlobalVariable *Array : From.SharedArrays)
    if (looksAt(Array) || Array == Object)
      stepContents(*Array);
  for (const AllocaInst *Variable : From.Locals)
    if (looksAt(Variable))
      stepContents(*Variable);
  if (From.Found.intersects(OutsideOfBlock))
    found(MemorySpace::Global);
}

/// Everything that the kernel ever puts into a shared array. Arrays of unknown
/// size all begin at one place.
void PointerFollower::stepContents(const GlobalVariable &Array) {
  if (!Array.isDeclaration())
    return stepContents(static_cast<const Value &>(Array));
  for (const GlobalVariable &G : Array.getParent()->globals())
    if (sharedVariable(&G) && G.isDeclaration())
      stepContents(static_cast<const Value &>(G));
}

/// Everything that is ever put into these bytes of a variable of the kernel.
void PointerFollower::stepContents(const Value &Variable, Bytes Read) {
  PlacesInVariable Pointers;
  Pointers.add(&Variable, 0);
  while (!Pointers.Open.empty()) {
    const Value *Pointer = Pointers.Open.pop_back_val();
    if (Pointers.Known.size() > MaxUses)
      return notKnown("kept in an array that is used in too many places");
    const std::optional<int64_t> At = Pointers.Known.lookup(Pointer);
    for (const Use &U : Pointer->uses())
      stepUse(U, At, Read, Pointers);
  }
}

/// One use of the address of a variable, \p At bytes from its begin.
void PointerFollower::stepUse(const Use &U, const std::optional<int64_t> &At,
                              Bytes Read, PlacesInVariable &Pointers) {
  const User *By = U.getUser();
  const auto *I = dyn_cast<Instruction>(By);
  if (I && I->getFunction() != &All.F) {
    // Another kernel has a block, and shared memory, of its own.
    if (I->getFunction()->getCallingConv() != CallingConv::PTX_Kernel)
      notKnown("kept where a call changes it");
    return;
  }
  if (isa<LoadInst, ICmpInst>(By))
    return;
  auto Content = [&](const Value *V) {
    if (sizeOf(V).movedBy(At).overlaps(Read))
      pushContent(V);
  };
  if (const auto *Store = dyn_cast<StoreInst>(By)) {
    if (U.getOperandNo() == StoreInst::getPointerOperandIndex())
      return Content(Store->getValueOperand());
    return notKnown("kept in a record whose address is kept");
  }
  if (const auto *Swap = dyn_cast<AtomicRMWInst>(By))
    return Content(Swap->getValOperand());
  if (const auto *Swap = dyn_cast<AtomicCmpXchgInst>(By))
    return Content(Swap->getNewValOperand());
  if (const auto *Copy = dyn_cast<MemTransferInst>(By)) {
    if (U.getOperandNo() == 0 && Bytes::of(*Copy).movedBy(At).overlaps(Read))
      stepLoad(Copy->getSource(),
               Read.movedBy(At ? std::optional(-*At) : std::nullopt));
    return;
  }
  if (const auto *Gep = dyn_cast<GEPOperator>(By))
    return Pointers.addStep(*Gep, At, All.F.getDataLayout());
  if (isa<BinaryOperator>(By))
    return Pointers.add(By, std::nullopt);
  if (isa<PHINode, SelectInst, FreezeInst>(By) ||
      (isa<Operator>(By) &&
       Instruction::isCast(cast<Operator>(By)->getOpcode())))
    return Pointers.add(By, At);
  if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(By);
      Intrinsic && (Intrinsic->isLifetimeStartOrEnd() ||
                    isa<AssumeInst, MemSetInst>(Intrinsic) ||
                    Intrinsic->getCalledFunction()->getName().starts_with(
                        "llvm.nvvm.isspacep.")))
    return;
  notKnown("kept where a call changes it");
}

/// A value that a variable holds. What is narrower than an address, or a
/// floating-point number, counts as part of one only where it is copied from
/// memory.
void PointerFollower::pushContent(const Value *V) {
  const Type *T = V->getType();
  if (!T->getScalarType()->isFloatingPointTy() && !T->isIntegerTy(1) &&
      !(T->isIntOrIntVectorTy() && T->getScalarSizeInBits() <= 32))
    return push(V);
  SmallVector<const Value *> Parts = {V};
  SmallPtrSet<const Value *, 8> Visited;
  while (!Parts.empty()) {
    const Value *Part = Parts.pop_back_val();
    if (!Visited.insert(Part).second)
      continue;
    if (const auto *Load = dyn_cast<LoadInst>(Part))
      stepLoad(Load->getPointerOperand(), sizeOf(Load));
    else if (holdsPointer(Part))
      push(Part);
    else if (isa<CastInst, PHINode, SelectInst, FreezeInst, InsertElementInst,
                 ExtractElementInst, ExtractValueInst, BinaryOperator>(Part))
      append_range(Parts, cast<Instruction>(Part)->operand_values());
  }
}

/// Whether \p Rank is that of the block itself.
static bool isOwnRank(const Value *Rank) {
  if (const auto *Cast = dyn_cast<CastInst>(Rank))
    return isOwnRank(Cast->getOperand(0));
  const auto *Call = dyn_cast<CallBase>(Rank);
  if (!Call)
    return false;
  if (Call->isInlineAsm())
    return readPtxStatement(*Call).SpecialRegister == "cluster_ctarank";
  return isa<IntrinsicInst>(Call) &&
         cast<IntrinsicInst>(Call)->getIntrinsicID() ==
             Intrinsic::nvvm_read_ptx_sreg_cluster_ctarank;
}

/// The address in a block's memory that one of its own becomes.
void PointerFollower::stepMapa(const CallBase &Call) {
  if (Call.arg_size() != 2 || !isOwnRank(Call.getArgOperand(1)))
    return found(MemorySpace::Cluster);
  Bases.IsMapped = true;
  push(Call.getArgOperand(0));
}

void PointerFollower::stepCall(const CallBase &Call) {
  if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(&Call)) {
    switch (Intrinsic->getIntrinsicID()) {
    case Intrinsic::ptrmask:
    case Intrinsic::launder_invariant_group:
    case Intrinsic::strip_invariant_group:
    case Intrinsic::ssa_copy:
      return push(Call.getArgOperand(0));
    case Intrinsic::nvvm_mapa:
    case Intrinsic::nvvm_mapa_shared_cluster:
      return stepMapa(Call);
    default:
      break;
    }
    StringRef Name = Intrinsic->getCalledFunction()->getName();
    if (!Name.consume_front("llvm.nvvm.read.ptx.sreg."))
      return notKnown("returned by an intrinsic");
    if (Name.starts_with("envreg"))
      found(MemorySpace::Global);
    return;
  }
  if (Call.isInlineAsm())
    return stepAsm(Call);
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return notKnown("returned by an unknown call");
  StringRef Name = Callee->getName();
  // malloc, operator new and operator new[] of size_t, aligned or not.
  if (Name == "malloc" || Name.starts_with("_Znwm") ||
      Name.starts_with("_Znam"))
    return found(MemorySpace::Global);
  notKnown("returned by a call");
}

/// What inline PTX leaves: a pointer that it loaded, or an unknown one.
void PointerFollower::stepAsm(const CallBase &Call) {
  if (StringRef(cast<InlineAsm>(Call.getCalledOperand())->getAsmString())
          .contains("mapa."))
    return stepMapa(Call);
  const PtxStatement Statement = readPtxStatement(Call);
  if (StringRef(Statement.SpecialRegister)
          .starts_with("reserved_smem_offset")) {
    found(MemorySpace::Shared);
    Bases.SharedOutsideArrays = true;
    return;
  }
  if (Statement.Memory && Statement.Memory->returnsData() &&
      !Statement.Memory->Location.Spaces.intersects(
          {MemorySpace::Shared, MemorySpace::Cluster, MemorySpace::Local}))
    return found(MemorySpace::Global);
  notKnown("computed by inline PTX");
}

PointerBases PointerAnalysis::basesOf(const Value *Pointer) {
  if (auto It = Known.find(Pointer); It != Known.end())
    return It->second;
  PointerBases Bases;
  PointerFollower(Bases, *this).followTyped(Pointer);
  return Known[Pointer] = Bases;
}

} // namespace warplint
