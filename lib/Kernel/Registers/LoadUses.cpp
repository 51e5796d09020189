//===- LoadUses.cpp - Where loaded values are needed ----------------------===//

#include "LoadUses.h"
#include "Kernel/Memory/NvptxSpaces.h"
#include "Kernel/Simplify/DeviceIntrinsics.h"
#include "Kernel/Simplify/UnrollRules.h"
#include "Kernel/Source/AccessTags.h"
#include "Lane/Expr/AddressForm.h"
#include "SameWord.h"
#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warplint {

/// Loads are marked volatile here and count as side effects to LLVM; what the
/// user wrote has none.
static bool hasEffect(const Instruction &I) {
  return !isa<LoadInst>(I) && (I.isTerminator() || I.mayHaveSideEffects());
}

LoadUses::LoadUses(Function &F, KernelAnalyses A, ExprBuilder &Exprs,
                   LaneContext &C)
    : A(A), Exprs(Exprs), C(C), Assumptions(F), Bits(F, Assumptions, A.DT) {
  SmallVector<const Instruction *> Work;
  auto Need = [&](const Instruction *I) {
    if (Needed.insert(I).second)
      Work.push_back(I);
  };
  for (const Instruction &I : instructions(F))
    if (hasEffect(I))
      Need(&I);
  while (!Work.empty())
    for (const Value *Op : Work.pop_back_val()->operands())
      if (const auto *I = dyn_cast<Instruction>(Op))
        Need(I);
}

void LoadUses::markRead(const LoadInst &Load, const AllocaInst &Variable,
                        BitVector &Bytes) {
  constexpr uint64_t MaxCopies = 4096;
  SmallVector<std::pair<unsigned, uint64_t>, 4> Loops;
  uint64_t Copies = 1;
  for (const Loop *L = A.LI.getLoopFor(Load.getParent());
       L && tripCountOf(*L, A.SE); L = L->getParentLoop()) {
    Loops.push_back(
        {Exprs.loopsAround(L->getHeader()).back(), *tripCountOf(*L, A.SE)});
    Copies *= Loops.back().second;
    if (Copies > MaxCopies)
      return;
  }
  auto *Pointer = const_cast<Value *>(Load.getPointerOperand());
  const LaneExpr *Base = Exprs.build(const_cast<AllocaInst *>(&Variable));
  const LaneExpr *Address = Exprs.build(Pointer);
  uint64_t Size = Load.getDataLayout().getTypeStoreSize(Load.getType());
  for (uint64_t Copy = 0; Copy != Copies; ++Copy) {
    const LaneExpr *At = Address;
    uint64_t Rest = Copy;
    for (auto [Number, Trips] : Loops) {
      At = Exprs.replaceIteration(At, Number, C.constant(Rest % Trips, 32));
      Rest /= Trips;
    }
    AddressForm Form = formOf(At);
    Form.add(Base, uint32_t(-1));
    if (Form.Terms.empty() && Form.Offset + Size <= Bytes.size())
      Bytes.set(Form.Offset, Form.Offset + Size);
  }
}

bool LoadUses::isReadWhole(const AllocaInst &Variable) {
  auto [It, New] = ReadWhole.try_emplace(&Variable, false);
  if (!New)
    return It->second;
  std::optional<TypeSize> Size =
      Variable.getAllocationSize(Variable.getDataLayout());
  if (!Size || Size->isScalable() || Size->getFixedValue() > 1024)
    return false;
  BitVector Bytes(Size->getFixedValue());
  SmallVector<const Value *> Work = {&Variable};
  while (!Work.empty())
    for (const User *U : Work.pop_back_val()->users()) {
      if (isa<GetElementPtrInst, CastInst>(U))
        Work.push_back(U);
      else if (const auto *Load = dyn_cast<LoadInst>(U);
               Load && isNeeded(*Load))
        markRead(*Load, Variable, Bytes);
    }
  return ReadWhole[&Variable] = Bytes.all();
}

/// `x += v` outside of loops that begin anew with another store to x: what is
/// stored is read again, or is the last.
bool LoadUses::addsUp(const StoreInst &Store) const {
  const Value *Pointer = Store.getPointerOperand();
  const auto *Sum = dyn_cast<Instruction>(Store.getValueOperand());
  auto IsOld = [&](const Value *V) {
    const auto *Load = dyn_cast<LoadInst>(V);
    return Load && Load->getPointerOperand() == Pointer;
  };
  if (!Sum || isa<PHINode, SelectInst>(Sum) || none_of(Sum->operands(), IsOld))
    return false;
  return all_of(Pointer->users(), [&](const User *U) {
    const auto *Other = dyn_cast<StoreInst>(U);
    return !Other || Other == &Store ||
           (!A.LI.getLoopFor(Other->getParent()) &&
            A.DT.dominates(Other, &Store));
  });
}

/// What is kept in a local array may never be read, and what is stored to one
/// place in every iteration is overwritten.
bool LoadUses::mayBeDead(const Instruction &I) {
  const auto *Store = dyn_cast<StoreInst>(&I);
  if (!Store)
    return false;
  const Value *Pointer = Store->getPointerOperand();
  if (const auto *Variable = dyn_cast<AllocaInst>(getUnderlyingObject(Pointer)))
    return !isReadWhole(*Variable);
  if (addsUp(*Store))
    return false;
  const Loop *L = A.LI.getLoopFor(I.getParent());
  if (L && L->isLoopInvariant(Pointer))
    return true;
  return any_of(Pointer->users(), [&](const User *U) {
    const auto *Other = dyn_cast<StoreInst>(U);
    return Other && Other != Store && Other->getPointerOperand() == Pointer;
  });
}

/// The innermost loop around \p Block that is not certainly unrolled, or null.
const Loop *LoadUses::keptLoopOf(const BasicBlock *Block) {
  const Loop *L = A.LI.getLoopFor(Block);
  while (L && unrollingOf(*L, A.SE) == Unrolling::Full)
    L = L->getParentLoop();
  return L;
}

bool LoadUses::runsWith(const BasicBlock *Block, const BasicBlock *Other) {
  return Block == Other ||
         (keptLoopOf(Block) == keptLoopOf(Other) &&
          A.DT.dominates(Block, Other) && A.PDT.dominates(Other, Block));
}

/// Behind \p I its block waits for other threads: no load is moved across.
static bool waitsBehind(const Instruction &I) {
  return any_of(make_range(std::next(I.getIterator()), I.getParent()->end()),
                [](const Instruction &Next) {
                  const auto *Call = dyn_cast<CallBase>(&Next);
                  return Call && !Call->isInlineAsm() && Call->isConvergent() &&
                         Call->getCalledFunction() &&
                         Call->getCalledFunction()->getName().contains(
                             ".barrier");
                });
}

const BasicBlock *LoadUses::lastPlaceOf(const Instruction &I) {
  auto [It, New] = LastPlace.try_emplace(&I, nullptr);
  if (!New)
    return It->second;
  const BasicBlock *Last = nullptr;
  for (const Use &U : I.uses()) {
    const auto *User = cast<Instruction>(U.getUser());
    if (!isNeeded(*User))
      continue;
    if (mayBeDead(*User))
      return nullptr;
    const auto *Phi = dyn_cast<PHINode>(User);
    const BasicBlock *At = Phi ? Phi->getIncomingBlock(U) : User->getParent();
    if (!Phi && !hasEffect(*User))
      At = lastPlaceOf(*User);
    // Nothing is moved into a loop.
    for (const Loop *L;
         At && (L = A.LI.getLoopFor(At)) && !L->contains(I.getParent());)
      At = L->getLoopPreheader();
    if (!At)
      return nullptr;
    Last = Last ? A.DT.findNearestCommonDominator(Last, At) : At;
  }
  return LastPlace[&I] = Last;
}

bool LoadUses::staysInItsBlock(const Instruction &I) {
  auto [It, New] = Stays.try_emplace(&I, false);
  if (!New)
    return It->second;
  if (isa<LoadInst>(I) && isNeeded(I) && waitsBehind(I))
    return Stays[&I] = true;
  const BasicBlock *Block = I.getParent();
  bool Found = any_of(I.uses(), [&](const Use &U) {
    const auto *User = dyn_cast<Instruction>(U.getUser());
    if (!User || !isNeeded(*User))
      return false;
    // A phi takes the value at the end of the block that hands it on, in loops
    // that are unrolled no code at all.
    if (const auto *Phi = dyn_cast<PHINode>(User)) {
      const BasicBlock *From = Phi->getIncomingBlock(U);
      return From->getSingleSuccessor()
                 ? runsWith(Block, From)
                 : runsWith(Block, Phi->getParent()) && staysInItsBlock(*Phi);
    }
    return runsWith(Block, User->getParent()) && !mayBeDead(*User) &&
           (hasEffect(*User) || staysInItsBlock(*User));
  });
  if (Found)
    return Stays[&I] = true;
  const BasicBlock *Last = isNeeded(I) ? lastPlaceOf(I) : nullptr;
  return Stays[&I] = Last && runsWith(Block, Last);
}

/// \p I does not touch what \p Load reads: global or local memory, another variable,
/// or another constant distance.
bool LoadUses::isApart(const Instruction &I, const LoadInst &Load) {
  const Value *To = isa<StoreInst>(I)
                        ? getLoadStorePointerOperand(&I)
                        : cast<AtomicRMWInst>(I).getPointerOperand();
  const std::optional<MemorySpace> Space =
      memoryOf(To->getType()->getPointerAddressSpace());
  return isa<AllocaInst, Argument>(getUnderlyingObject(To)) ||
         Space == MemorySpace::Global ||
         (isa<StoreInst>(I) &&
          relationOf(Exprs, I, Load) == WordRelation::Apart);
}

bool isShuffleOrVote(const Instruction &I) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  const StringRef Name = Call ? Call->getCalledFunction()->getName() : "";
  return Name.contains(".shfl.") || Name.contains(".vote.");
}

std::optional<bool> LoadUses::handsOn(const Instruction &I,
                                      const LoadInst &Load) {
  if (isa<LoadInst, StoreInst>(I) &&
      haveOneNumber(getLoadStorePointerOperand(&I), Load.getPointerOperand()))
    return bytesAccessed(I) == bytesAccessed(Load) &&
           !I.getMetadata(VolatileInSource) &&
           (isa<StoreInst>(I) || isNeeded(I));
  const auto *Call = dyn_cast<CallBase>(&I);
  if (isa<StoreInst, AtomicRMWInst>(I)
          ? !isApart(I, Load)
          : !isa<LoadInst>(I) && I.mayWriteToMemory() &&
                !(Call && isMathCall(*Call)))
    return false;
  return std::nullopt;
}

LoadUses::HandedOn LoadUses::handedOn(const LoadInst &Load) {
  const LaneExpr *Address =
      Exprs.build(const_cast<Value *>(Load.getPointerOperand()));
  // Where to go back from, and whether from behind the loop of that header.
  using Place = PointerIntPair<const Instruction *, 1, bool>;
  SmallVector<Place> Work = {{&Load, false}};
  DenseSet<Place> Seen;
  HandedOn Result = HandedOn::Stored;
  bool HasShuffles = false;
  while (!Work.empty()) {
    const Place From = Work.pop_back_val();
    const Instruction *I = From.getPointer();
    const BasicBlock *Block = I->getParent();
    std::optional<bool> Found;
    while (!Found && (I = I->getPrevNode()))
      if (isShuffleOrVote(*I))
        HasShuffles = true;
      else
        Found = handsOn(*I, Load);
    if (Found && !*Found)
      return HandedOn::No;
    if (Found) {
      if (isa<LoadInst>(I))
        Result = HandedOn::Loaded;
      continue;
    }
    const Loop *L = A.LI.getLoopFor(Block);
    const bool IsHeader = L && L->getHeader() == Block;
    // Of what an iteration before touched the place may be another.
    if (pred_empty(Block) || (IsHeader && Exprs.variesIn(Address, *L)))
      return HandedOn::No;
    const bool HasTurns =
        IsHeader && From.getInt() && tripCountOf(*L, A.SE).value_or(0);
    for (const BasicBlock *Before : predecessors(Block)) {
      if (HasTurns && !L->contains(Before))
        continue;
      const Loop *Of = A.LI.getLoopFor(Before);
      Place Next(Before->getTerminator(), Of && !Of->contains(Block));
      if (Seen.insert(Next).second)
        Work.push_back(Next);
    }
  }
  return HasShuffles ? HandedOn::Perhaps : Result;
}

/// The bits of the double \p Value that \p User needs, which may take it apart.
static APInt bitsOfDouble(const Instruction &User, DemandedBits &Bits) {
  auto *Part = const_cast<Instruction *>(&User);
  const auto *Call = dyn_cast<CallBase>(&User);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  const StringRef Name = Callee ? Callee->getName() : "";
  if (User.getType()->isIntegerTy(64) &&
      (isa<BitCastInst>(User) || Name.contains("double_as_longlong")))
    return Bits.getDemandedBits(Part);
  if (Name.contains("double2hiint") || Name.contains("d2i.hi"))
    return APInt::getHighBitsSet(64, 32);
  if (Name.contains("double2loint") || Name.contains("d2i.lo"))
    return APInt::getLowBitsSet(64, 32);
  return APInt::getAllOnes(64);
}

unsigned LoadUses::neededWords(const LoadInst &Load) {
  const unsigned Size = Load.getType()->getPrimitiveSizeInBits();
  const unsigned All = (1u << Size / 32) - 1;
  APInt Needed = APInt::getZero(Size);
  if (Load.getType()->isIntegerTy())
    Needed = Bits.getDemandedBits(const_cast<LoadInst *>(&Load));
  else if (Load.getType()->isDoubleTy())
    for (const User *U : Load.users())
      Needed |= bitsOfDouble(*cast<Instruction>(U), Bits);
  unsigned Words = 0;
  for (unsigned N = 0; N != Size / 32; ++N)
    if (!Needed.extractBits(32, 32 * N).isZero())
      Words |= 1u << N;
  return Words ? Words : All;
}

/// The bits of an integer that its use \p Of needs.
static APInt neededBits(const Use &Of, DemandedBits &Bits) {
  const APInt *By = nullptr;
  const unsigned Size = Of->getType()->getIntegerBitWidth();
  if (match(Of.getUser(), m_URem(m_Specific(Of.get()), m_APInt(By))) &&
      By->isPowerOf2())
    return *By - 1;
  if (match(Of.getUser(), m_UDiv(m_Specific(Of.get()), m_APInt(By))) &&
      By->isPowerOf2())
    return APInt::getHighBitsSet(Size, Size - By->logBase2());
  if (!Of.getUser()->getType()->isIntegerTy())
    return APInt::getAllOnes(Size);
  return Bits.getDemandedBits(const_cast<Use *>(&Of));
}

/// Of an integer whose lowest or highest bits are masked, shifted or cut away LLVM
/// loads a byte or two (sm_90, 40 kernels: `s[i] & 0xff` is an LDS.U8, `s[i] & 0xf` is
/// none). What it leaves to the assembler may be narrowed alone, not beside others.
std::optional<LoadUses::Piece> LoadUses::neededBytes(const LoadInst &Load) {
  const unsigned Size = Load.getType()->getPrimitiveSizeInBits();
  if (!Load.getType()->isIntegerTy() || !isPowerOf2_32(Size) || Size > 64)
    return std::nullopt;
  // What is loaded again is in the same register.
  APInt Needed = APInt::getZero(Size);
  for (const User *U : Load.getPointerOperand()->users())
    if (const auto *Same = dyn_cast<LoadInst>(U);
        Same && Same->getParent() == Load.getParent() &&
        Same->getType() == Load.getType())
      for (const Use &Of : Same->uses())
        Needed |= neededBits(Of, Bits);
  for (unsigned Part = 8; Part < Size && Part != 32; Part *= 2)
    for (unsigned At = 0; At != Size; At += Part)
      if (Needed.extractBits(Part, At).popcount() == Needed.popcount() &&
          Needed[At + Part - 1] && Needed.popcount() >= Part / 2)
        return Piece{At / 8, Part / 8};
  return std::nullopt;
}

/// As nvcc 13.0 does (machine code of all subsets of a float4): three words are
/// loaded with the fourth, two as one where they are a half, others alone.
SmallVector<LoadUses::Piece, 2> LoadUses::neededPieces(const LoadInst &Load) {
  constexpr unsigned WordBytes = 4;
  const unsigned Size = Load.getType()->getPrimitiveSizeInBits();
  if (const auto Bytes = neededBytes(Load))
    return {*Bytes};
  if (Size != 64 && Size != 128)
    return {};
  const unsigned Words = neededWords(Load);
  const unsigned Count = popcount(Words);
  if (Count > 2 || WordBytes * 8 * Count == Size)
    return {};
  if (Words == 0b0011 || Words == 0b1100)
    return {{Words == 0b0011 ? 0 : 2 * WordBytes, 2 * WordBytes}};
  SmallVector<Piece, 2> Pieces;
  for (unsigned N = 0; N != Size / 32; ++N)
    if (Words >> N & 1)
      Pieces.push_back({N * WordBytes, WordBytes});
  return Pieces;
}

SmallPtrSet<const BasicBlock *, 4>
LoadUses::blocksThatNeed(const Instruction &I) const {
  SmallPtrSet<const BasicBlock *, 4> Blocks;
  for (const User *U : I.users())
    if (const auto *User = dyn_cast<Instruction>(U); User && isNeeded(*User))
      Blocks.insert(User->getParent());
  return Blocks;
}

} // namespace warplint
