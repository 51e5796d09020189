//===- HostChoices.cpp - What a value of host code may be -----------------===//

#include "HostChoices.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace warplint {

HostChoices::HostChoices(const Instruction &Use) : Layout(Use.getDataLayout()) {
  const BasicBlock *To = Use.getParent();
  for (unsigned Steps = 0; Steps != MaximumDepth; ++Steps) {
    const BasicBlock *From = To->getSinglePredecessor();
    if (!From)
      break;
    holdOn(*From, *To);
    To = From;
  }
  // LLVM asks for the only bit of a number whose cases are powers of two.
  SmallVector<std::pair<const Value *, Constant *>, 2> Powers;
  for (const auto &[Zeros, Number] : Facts)
    if (const Value *Of = onlyBitOf(Zeros)) {
      const unsigned Bits = Of->getType()->getIntegerBitWidth();
      const uint64_t Bit = cast<ConstantInt>(Number)->getLimitedValue();
      if (Bit < Bits)
        Powers.emplace_back(
            Of,
            ConstantInt::get(Of->getType(), APInt::getOneBitSet(Bits, Bit)));
    }
  for (const auto &[Of, Number] : Powers)
    Facts.try_emplace(Of, Number);
}

/// The X that \p V has the trailing zeros of, where it is known to be a power of
/// two; else null.
const Value *HostChoices::onlyBitOf(const Value *V) const {
  const auto *Zeros = dyn_cast<IntrinsicInst>(V);
  if (!Zeros || Zeros->getIntrinsicID() != Intrinsic::cttz)
    return nullptr;
  const Value *Of = Zeros->getArgOperand(0);
  const bool IsPower = any_of(Facts, [&](const auto &Fact) {
    const auto *Count = dyn_cast<IntrinsicInst>(Fact.first);
    return Count && Count->getIntrinsicID() == Intrinsic::ctpop &&
           Count->getArgOperand(0) == Of && Fact.second->isOneValue();
  });
  return IsPower ? Of : nullptr;
}

/// Adds what is so on the way from \p From to \p To.
void HostChoices::holdOn(const BasicBlock &From, const BasicBlock &To) {
  const Instruction *End = From.getTerminator();
  if (const auto *Switch = dyn_cast<SwitchInst>(End)) {
    if (ConstantInt *Case = const_cast<SwitchInst *>(Switch)->findCaseDest(
            const_cast<BasicBlock *>(&To)))
      Facts.try_emplace(Switch->getCondition(), Case);
    return;
  }
  const auto *Branch = dyn_cast<BranchInst>(End);
  if (!Branch || !Branch->isConditional())
    return;
  const auto *Test = dyn_cast<ICmpInst>(Branch->getCondition());
  const auto *Number =
      Test ? dyn_cast<ConstantInt>(Test->getOperand(1)) : nullptr;
  const CmpInst::Predicate Holds =
      Branch->getSuccessor(0) == &To ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE;
  if (Number && Test->getPredicate() == Holds)
    Facts.try_emplace(Test->getOperand(0), const_cast<ConstantInt *>(Number));
}

unsigned HostChoices::pick(const Value *Place, unsigned Count) {
  auto It =
      find_if(Decisions, [&](const Decision &D) { return D.Place == Place; });
  if (It != Decisions.end())
    return std::min(It->Picked, Count - 1);
  Decisions.push_back({Place, Count, 0});
  return 0;
}

bool HostChoices::next() {
  Known.clear();
  while (!Decisions.empty() &&
         Decisions.back().Picked + 1 == Decisions.back().Count)
    Decisions.pop_back();
  if (Decisions.empty() || ++Taken > Maximum)
    return false;
  ++Decisions.back().Picked;
  return true;
}

Constant *HostChoices::constant(const Value *V) {
  if (auto *C = const_cast<Constant *>(dyn_cast<Constant>(V)))
    return isa<UndefValue>(C) ? nullptr : C;
  if (Constant *Fact = Facts.lookup(V))
    return Fact;
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth == MaximumDepth)
    return nullptr;
  if (auto It = Known.find(V); It != Known.end())
    return It->second;
  SaveAndRestore<unsigned> Deeper(Depth, Depth + 1);
  Constant *C = nullptr;
  if (const auto *Select = dyn_cast<SelectInst>(I))
    C = ofSelect(*Select);
  else if (const auto *Join = dyn_cast<PHINode>(I))
    C = ofJoin(*Join);
  else if (const auto *Load = dyn_cast<LoadInst>(I))
    C = ofElement(*Load);
  else
    C = ofOperation(*I);
  return Known[V] = C && isa<UndefValue>(C) ? nullptr : C;
}

Constant *HostChoices::ofSelect(const SelectInst &Select) {
  if (Select.getType()->isVectorTy())
    return nullptr;
  if (const auto *Condition =
          dyn_cast_or_null<ConstantInt>(constant(Select.getCondition())))
    return constant(Condition->isOne() ? Select.getTrueValue()
                                       : Select.getFalseValue());
  return constant(pick(Select.getCondition(), 2) == 0 ? Select.getTrueValue()
                                                      : Select.getFalseValue());
}

Constant *HostChoices::ofJoin(const PHINode &Join) {
  unsigned Edge = pick(Join.getParent(), Join.getNumIncomingValues());
  const BasicBlock *From = Join.getIncomingBlock(Edge);
  // Several edges may come from one block, with one value.
  const Value *Incoming = Join.getIncomingValueForBlock(
      cast<PHINode>(Join.getParent()->begin())->getIncomingBlock(Edge));
  if (!isa<Constant>(Incoming) &&
      isPotentiallyReachable(Join.getParent(), From))
    return nullptr;
  return constant(Incoming);
}

/// An element of a constant array, by an index that is not known.
Constant *HostChoices::ofElement(const LoadInst &Load) {
  const auto *Address = dyn_cast<GEPOperator>(Load.getPointerOperand());
  const auto *Array =
      Address ? dyn_cast<GlobalVariable>(Address->getPointerOperand())
              : nullptr;
  if (!Load.isSimple() || !Array || !Array->isConstant() ||
      !Array->hasDefinitiveInitializer() || !Address->isInBounds())
    return nullptr;
  const uint64_t Size = Layout.getTypeAllocSize(Load.getType());
  const uint64_t Bytes = Layout.getTypeAllocSize(Array->getValueType());
  SmallMapVector<Value *, APInt, 4> Variable;
  APInt Offset(64, 0);
  if (!Address->collectOffset(Layout, 64, Variable, Offset) ||
      Variable.size() != 1 || Variable.front().second.isNegative() ||
      Variable.front().second.isZero() || Offset.isNegative())
    return nullptr;
  const uint64_t Step = Variable.front().second.getZExtValue();
  const uint64_t First = Offset.getZExtValue();
  if (First + Size > Bytes)
    return nullptr;
  uint64_t Index = 0;
  if (const auto *Known =
          dyn_cast_or_null<ConstantInt>(constant(Variable.front().first)))
    Index = Known->getZExtValue();
  else
    Index = pick(Variable.front().first, (Bytes - First - Size) / Step + 1);
  return ConstantFoldLoadFromConst(
      const_cast<Constant *>(Array->getInitializer()), Load.getType(),
      APInt(64, First + Index * Step), Layout);
}

Constant *HostChoices::ofOperation(const Instruction &I) {
  const bool IsPure = isa<BinaryOperator, CastInst, CmpInst, FreezeInst>(I) ||
                      isa<MinMaxIntrinsic>(I);
  if (!IsPure)
    return nullptr;
  SmallVector<Constant *, 3> Operands;
  for (const Use &U : I.operands()) {
    if (isa<Function>(U.get()) && isa<MinMaxIntrinsic>(I)) {
      Operands.push_back(cast<Constant>(U.get()));
      continue;
    }
    Constant *C = constant(U.get());
    if (!C)
      return nullptr;
    Operands.push_back(C);
  }
  if (isa<FreezeInst>(I))
    return Operands.front();
  return ConstantFoldInstOperands(const_cast<Instruction *>(&I), Operands,
                                  Layout);
}

} // namespace warplint
