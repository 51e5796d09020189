//===- ReusedAddresses.cpp - Addresses made of earlier ones ---------------===//

#include "ReusedAddresses.h"
#include "Kernel/Memory/HiddenMultiples.h"
#include "Kernel/Memory/NvptxSpaces.h"
#include "Pipeline.h"
#include "UnrollRules.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warplint {

bool ReusedAddresses::isTakenApart(const Loop &L) {
  auto [It, New] = IsTakenApart.try_emplace(&L, false);
  if (New)
    It->second = unrollingOf(L, SE) == Unrolling::Full;
  return It->second;
}

/// A number in each copy of a loop that is taken apart.
bool ReusedAddresses::isCounter(const Value *V) {
  const auto *Phi = dyn_cast<PHINode>(V);
  const Loop *L = Phi ? LI.getLoopFor(Phi->getParent()) : nullptr;
  return L && L->getHeader() == Phi->getParent() && isTakenApart(*L);
}

/// \p Early stands on all ways to \p Late, when loops have been taken apart.
bool ReusedAddresses::isBefore(const Instruction &Early,
                               const Instruction &Late) {
  if (DT.dominates(&Early, &Late))
    return true;
  const BasicBlock *At = Early.getParent();
  for (const Loop *L = LI.getLoopFor(At);
       L && !L->contains(&Late) && L->getLoopLatch() && L->getLoopPreheader() &&
       DT.dominates(At, L->getLoopLatch()) && isTakenApart(*L);
       L = L->getParentLoop())
    At = L->getLoopPreheader();
  return At != Early.getParent() && DT.dominates(At, Late.getParent());
}

std::optional<ReusedAddresses::Parts>
ReusedAddresses::operandsOf(const Value *V) {
  const auto *Op = dyn_cast_or_null<Operator>(V);
  if (!Op)
    return std::nullopt;
  const Value *First = Op->getNumOperands() ? Op->getOperand(0) : nullptr;
  const auto *By = Op->getNumOperands() == 2
                       ? dyn_cast<ConstantInt>(Op->getOperand(1))
                       : nullptr;
  if (const auto *Constant = dyn_cast_or_null<ConstantInt>(First);
      Constant && Op->getOpcode() == Instruction::Mul) {
    By = Constant;
    First = Op->getOperand(1);
  }
  switch (Op->getOpcode()) {
  case Instruction::Trunc: // Sums are of 32 bits.
    if (Op->getType()->getScalarSizeInBits() < 32)
      return std::nullopt;
    [[fallthrough]];
  case Instruction::SExt:
  case Instruction::ZExt:
  case Instruction::AddrSpaceCast:
  case Instruction::BitCast:
    return Parts{{First, 1}};
  case Instruction::Add:
    return Parts{{First, 1}, {Op->getOperand(1), 1}};
  case Instruction::Sub:
    return Parts{{First, 1}, {Op->getOperand(1), uint32_t(-1)}};
  case Instruction::Mul:
    if (!By)
      return std::nullopt;
    return Parts{{First, uint32_t(By->getZExtValue())}};
  case Instruction::Shl:
    if (!By || !By->getValue().ult(32))
      return std::nullopt;
    return Parts{{First, 1u << By->getZExtValue()}};
  case Instruction::GetElementPtr: {
    SmallMapVector<Value *, APInt, 4> Variable;
    APInt Constant(64, 0);
    if (!cast<GEPOperator>(Op)->collectOffset(F.getDataLayout(), 64, Variable,
                                              Constant))
      return std::nullopt;
    Parts Found = {{First, 1}, {nullptr, uint32_t(Constant.getZExtValue())}};
    for (const auto &[Index, Scale] : Variable)
      Found.push_back({Index, uint32_t(Scale.getZExtValue())});
    return Found;
  }
  default:
    return std::nullopt;
  }
}

void ReusedAddresses::add(const Value *V, uint32_t Factor, Parts &To,
                          unsigned Depth, bool IsIndex) {
  if (const auto *Constant = dyn_cast_or_null<ConstantInt>(V)) {
    Factor *= uint32_t(Constant->getSExtValue());
    V = nullptr;
  }
  if (Factor == 0 || (V && isCounter(V)))
    return;
  // What is added up to an index is one part of the address.
  const bool IsLeaf = !V || Depth == 0 ||
                      (IsIndex && isa<BinaryOperator>(V) &&
                       is_contained({Instruction::Add, Instruction::Sub},
                                    cast<BinaryOperator>(V)->getOpcode()));
  if (std::optional<Parts> Operands = IsLeaf ? std::nullopt : operandsOf(V)) {
    for (const auto &[Operand, By] : *Operands)
      add(Operand, Factor * By, To, Depth - 1,
          IsIndex || (isa<GEPOperator>(V) &&
                      Operand != cast<GEPOperator>(V)->getPointerOperand()));
    return;
  }
  auto It = find_if(To, [V](const auto &Part) { return Part.first == V; });
  if (It == To.end())
    To.push_back({V, Factor});
  else
    It->second += Factor;
}

ReusedAddresses::Parts ReusedAddresses::partsOf(const Value *V, bool IsIndex) {
  constexpr unsigned MaxDepth = 10;
  Parts Found;
  add(V, 1, Found, MaxDepth, IsIndex);
  llvm::erase_if(Found, [](const auto &Part) { return Part.second == 0; });
  llvm::sort(Found);
  return Found;
}

template <typename Parts> static auto valuesOf(const Parts &Of) {
  std::vector<const Value *> Values;
  for (const auto &[V, Factor] : Of)
    Values.push_back(V);
  return Values;
}

/// A number that is added up, or an address in shared memory.
static bool isSum(const Instruction &I) {
  return is_contained({Instruction::Add, Instruction::Sub}, I.getOpcode()) ||
         (isa<GetElementPtrInst>(I) && sharedVariable(getUnderlyingObject(&I)));
}

/// One number and a constant.
template <typename Parts> static bool isOfOne(const Parts &Of) {
  return Of.size() == 2 && !Of.front().first;
}

template <typename Parts> static bool isOfSeveral(const Parts &Of) {
  return Of.size() - (!Of.empty() && !Of.front().first) >= 2;
}

void ReusedAddresses::collect() {
  IsCollected = true;
  for (const Instruction &I : instructions(F))
    if (isSum(I))
      if (Parts Found = partsOf(&I); isOfSeveral(Found) || isOfOne(Found))
        Sums[valuesOf(Found)].push_back({&I, std::move(Found)});
}

bool ReusedAddresses::isMade(const Sum &Of) {
  auto [It, New] = IsMade.try_emplace(Of.Of, false);
  if (New)
    It->second = leastCommonOf(*Of.Of, Of.Terms, *Of.Of).has_value();
  return It->second;
}

/// An index of the same multiple as \p Late, the sum \p Terms of one number and a
/// constant, that is not made of another sum stands before it, and before all that
/// are made so: \p Late is made of that.
bool ReusedAddresses::followsPlain(const Instruction &Late,
                                   const Parts &Terms) {
  SmallVector<const Sum *> Alike;
  for (const Sum &Early : Sums[valuesOf(Terms)])
    if (Early.Of != &Late && Early.Terms.back() == Terms.back())
      Alike.push_back(&Early);
  const auto IsFirst = [&](const Instruction &Plain) {
    return isBefore(Plain, Late) && none_of(Alike, [&](const Sum *Early) {
             return isBefore(*Early->Of, Plain) && isMade(*Early);
           });
  };
  const auto IsFirstPlace = [&](const User *U) {
    const auto *Place = dyn_cast<GetElementPtrInst>(U);
    return Place && IsFirst(*Place);
  };
  const auto IsFirstIndex = [&](const User *U) {
    return isa<CastInst>(U) ? any_of(U->users(), IsFirstPlace)
                            : IsFirstPlace(U);
  };
  return any_of(Late.getOperand(0)->users(), IsFirstIndex) ||
         any_of(Alike, [&](const Sum *Early) {
           return IsFirst(*Early->Of) && !isMade(*Early);
         });
}

/// LLVM extends what is not negative in another way.
static bool isSigned(const Value &Index) {
  const auto *Extended = dyn_cast<ZExtInst>(&Index);
  return isa<SExtInst>(Index) || (Extended && Extended->hasNonNeg());
}

/// The addresses on the way to \p Pointer, the last one first.
static SmallVector<const GEPOperator *, 4> placesOf(const Value *Pointer) {
  SmallVector<const GEPOperator *, 4> Places;
  while (const auto *Place = dyn_cast<GEPOperator>(Pointer)) {
    Places.push_back(Place);
    Pointer = Place->getPointerOperand();
  }
  return Places;
}

/// The address \p Of, of parts \p Terms, is no address of another, nor another of
/// it, that differs in the factor of \p Differing alone: that is the index of a
/// number in an array, or no signed one.
bool ReusedAddresses::isAnew(const Instruction &Of, const Parts &Terms,
                             const Value &Differing) {
  const auto *Array = dyn_cast<GlobalVariable>(getUnderlyingObject(&Of));
  const auto *Elements =
      Array ? dyn_cast<ArrayType>(Array->getValueType()) : nullptr;
  const bool IsFlat = Elements && Terms.size() == 2 &&
                      Elements->getElementType()->isSingleValueType();
  return none_of(placesOf(&Of), [&](const GEPOperator *Place) {
    const bool IsOfNumbers =
        Place->getResultElementType()->isSingleValueType() &&
        (IsFlat || isa<ArrayType>(Place->getSourceElementType()));
    return any_of(Place->indices(), [&](const Use &Index) {
      const bool IsLast = Index.getOperandNo() + 1 == Place->getNumOperands();
      return isSigned(*Index) && !(IsLast && IsOfNumbers) &&
             is_contained(valuesOf(partsOf(Index, true)), &Differing);
    });
  });
}

std::optional<uint64_t> ReusedAddresses::commonOf(const Instruction &Late,
                                                  const Instruction &Access) {
  const Parts Of = partsOf(&Late);
  const auto Least = leastCommonOf(Late, Of, Access);
  if (Least && isOfOne(Of) && followsPlain(Late, Of))
    return std::nullopt;
  return Least;
}

std::optional<uint64_t>
ReusedAddresses::leastCommonOf(const Instruction &Late, const Parts &Of,
                               const Instruction &Access) {
  auto It = Sums.find(valuesOf(Of));
  if (It == Sums.end())
    return std::nullopt;
  std::optional<uint64_t> Least;
  for (const Sum &Early : It->second) {
    if (!isBefore(*Early.Of, Access) ||
        (isOfOne(Of) && Early.Terms.back().second != 1))
      continue;
    const Value *Differing = nullptr;
    uint64_t Factor = 0;
    unsigned Count = 0;
    for (const auto &[Before, Now] : zip_equal(Early.Terms, Of))
      if (Before.second != Now.second) {
        ++Count;
        Differing = Before.first;
        Factor = Before.second;
      }
    if (Count != 1 || !Differing)
      continue;
    if (isa<GetElementPtrInst>(Late) &&
        (isAnew(Late, Of, *Differing) ||
         isAnew(*Early.Of, Early.Terms, *Differing)))
      continue;
    const unsigned Zeros =
        computeKnownBits(Differing, F.getDataLayout()).countMinTrailingZeros();
    const uint64_t Common = (Factor & -Factor) << std::min(Zeros, 16u);
    Least = std::min(Least.value_or(Common), Common);
  }
  return Least;
}

/// Also where it has been found to be no other than that of unsigned ones.
static bool isSignedRemainder(const Instruction &I) {
  const bool IsSigned =
      I.getOpcode() == Instruction::SRem ||
      (I.getOpcode() == Instruction::URem && I.getMetadata(SignedInSource));
  const auto *By = IsSigned ? dyn_cast<ConstantInt>(I.getOperand(1)) : nullptr;
  return By && By->getValue().isPowerOf2();
}

/// \p V without factors that are powers of two, and extensions.
static const Value *withoutFactors(const Value *V) {
  Value *Inner = nullptr;
  const APInt *By = nullptr;
  while (
      match(V, m_ZExtOrSExt(m_Value(Inner))) ||
      match(V, m_Shl(m_Value(Inner), m_ConstantInt())) ||
      (match(V, m_Mul(m_Value(Inner), m_APInt(By))) && By->abs().isPowerOf2()))
    V = Inner;
  return V;
}

/// A number of which a constant sets or clears bits; its multiples by powers of
/// two are masks of multiples to LLVM.
static bool isMasked(const Value *V) {
  const auto *Op = dyn_cast<BinaryOperator>(V);
  const auto *By = Op ? dyn_cast<ConstantInt>(Op->getOperand(1)) : nullptr;
  return By && !By->isMinusOne() &&
         (Op->isBitwiseLogicOp() || Op->isShift() ||
          (is_contained({Instruction::SDiv, Instruction::UDiv},
                        Op->getOpcode()) &&
           By->getValue().isPowerOf2()));
}

/// A multiple by a power of two, which LLVM shifts.
static bool isShifted(const Value *V) {
  const APInt *Factor = nullptr;
  return match(V, m_Shl(m_Value(), m_ConstantInt())) ||
         (match(V, m_Mul(m_Value(), m_APInt(Factor))) &&
          Factor->abs().isPowerOf2());
}

/// Whether \p V takes a masked number, or a multiple of one, away; or a shifted
/// one from what is no constant.
static bool subtractsMasked(const Value *V) {
  const Value *Taken = nullptr, *From = nullptr;
  const APInt *Factor = nullptr;
  if (match(V, m_Sub(m_Value(From), m_Value(Taken))) && !isa<Constant>(From) &&
      isShifted(Taken))
    return true;
  const bool IsNegated = match(V, m_Sub(m_Value(), m_Value(Taken))) ||
                         (match(V, m_Mul(m_Value(Taken), m_APInt(Factor))) &&
                          Factor->isNegative());
  return IsNegated && isMasked(withoutFactors(Taken));
}

/// Whether \p Sum, which is multiplied, is a difference from a constant, or used
/// for something else as well: only powers of two are multiplied into it.
static bool isSumOfItsOwn(const Value *Sum) {
  return match(Sum, m_Sub(m_ConstantInt(), m_Value())) ||
         (match(Sum, m_c_Add(m_Value(), m_ConstantInt())) && !Sum->hasOneUse());
}

/// LLVM computes the lower half of \p V in 32 bits: it is for nothing else.
static bool isNarrowed(const Value *V, unsigned Depth = 8) {
  const auto *Op = dyn_cast<BinaryOperator>(V);
  return !Op || (Depth && Op->hasOneUse() && !Op->isIntDivRem() &&
                 !Op->isShift() && all_of(Op->operands(), [&](const Value *Of) {
                   return isNarrowed(Of, Depth - 1);
                 }));
}

/// The lower half of a number of 64 bits that is used as a whole, too: LLVM shifts it
/// to and fro in 64 bits for one place, and adds to it in 32 bits for the next.
static bool isLowerHalf(const Instruction &I) {
  return isa<TruncInst>(I) && I.getType()->getScalarSizeInBits() == 32 &&
         !isNarrowed(I.getOperand(0));
}

/// What \p I clears bits of by a mask, or by shifting or dividing to and fro, that are
/// clear: LLVM drops the mask. Null: it clears none, or others.
static const Value *maskedInVain(const Instruction &I) {
  const Value *Of = nullptr;
  const APInt *By = nullptr, *Down = nullptr;
  unsigned Bits = 0;
  if (match(&I, m_And(m_Value(Of), m_APInt(By))) && By->isNegatedPowerOf2())
    Bits = By->countr_zero();
  else if (match(&I, m_Shl(m_Shr(m_Value(Of), m_APInt(Down)), m_APInt(By))) &&
           *Down == *By)
    Bits = By->getLimitedValue(32);
  else if (match(&I, m_Mul(m_IDiv(m_Value(Of), m_APInt(Down)), m_APInt(By))) &&
           *Down == *By && By->isPowerOf2())
    Bits = By->logBase2();
  if (Bits == 0)
    return nullptr;
  // LLVM sees what is hidden from the assembler.
  const Value *Seen = Of;
  if (hidesMultiples(*Of, HiddenFrom::Assembler) &&
      !hidesMultiples(*Of, HiddenFrom::Everybody))
    if (const auto *Call = dyn_cast<CallBase>(Of))
      if (const Value *Behind = hiddenBehind(*Call))
        Seen = Behind;
  return computeKnownBits(Seen, I.getDataLayout()).countMinTrailingZeros() >=
                 Bits
             ? Of
             : nullptr;
}

uint64_t ReusedAddresses::seen(const Instruction &Access, uint64_t Widest,
                               Reader By) {
  const bool AreReused = By == Reader::Assembler;
  if (AreReused && !IsCollected)
    collect();
  uint64_t Seen = Widest;
  auto See = [&Seen](uint64_t Factor) {
    Seen = std::min(Seen, Factor & -Factor);
  };
  constexpr unsigned MaxSteps = 64;
  // The factor of a part, and what of it is not multiplied into the part.
  struct Part {
    const Value *V;
    uint32_t Factor, Outer;
  };
  std::vector<Part> Work = {{getLoadStorePointerOperand(&Access), 1, 1}};
  for (unsigned Step = 0; Step != MaxSteps && !Work.empty(); ++Step) {
    const auto [V, Factor, Outer] = Work.back();
    Work.pop_back();
    const auto *I = dyn_cast_or_null<Instruction>(V);
    if (Factor == 0 || !I)
      continue;
    if (const Value *Masked = maskedInVain(*I)) {
      Work.push_back({Masked, Factor, Outer});
      continue;
    }
    if (hidesMultiples(*I, AreReused ? HiddenFrom::Assembler
                                     : HiddenFrom::Everybody) ||
        (By != Reader::Calls && isSignedRemainder(*I)))
      See(Factor);
    if (isLowerHalf(*I))
      See(Factor);
    if (AreReused && subtractsMasked(I))
      See(Outer);
    if (AreReused && isSum(*I))
      if (std::optional<uint64_t> Common = commonOf(*I, Access))
        See(*Common * (Factor & -Factor));
    for (const auto &[Operand, Times] : operandsOf(V).value_or(Parts())) {
      const bool IsInto = isa<BinaryOperator>(I) && isPowerOf2_32(Times) &&
                          match(Operand, m_Sub(m_ConstantInt(), m_Value()));
      if (AreReused && isa<BinaryOperator>(I) && !isPowerOf2_32(Times) &&
          Times != uint32_t(-1) && Operand && isSumOfItsOwn(Operand))
        See(uint64_t(Factor) * Times
            << computeKnownBits(Operand, F.getDataLayout())
                   .countMinTrailingZeros());
      Work.push_back({Operand, Factor * Times, IsInto ? Outer : Outer * Times});
    }
  }
  return Seen;
}

} // namespace warplint
