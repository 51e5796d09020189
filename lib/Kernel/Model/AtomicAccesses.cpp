//===- AtomicAccesses.cpp - Atomics on shared memory ----------------------===//

#include "AccessCollector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warplint {

namespace {

/// How an operation compares or computes: decides the name of its type.
enum class Arithmetic : uint8_t { Bits, Unsigned, Signed, Floating };

struct NamedOperation {
  StringRef Name; ///< Empty where PTX has none.
  Arithmetic Kind = Arithmetic::Bits;
};

NamedOperation nameOf(AtomicRMWInst::BinOp Operation) {
  switch (Operation) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
    return {"add", Arithmetic::Unsigned};
  case AtomicRMWInst::Xchg:
    return {"exch"};
  case AtomicRMWInst::And:
    return {"and"};
  case AtomicRMWInst::Or:
    return {"or"};
  case AtomicRMWInst::Xor:
    return {"xor"};
  case AtomicRMWInst::Max:
    return {"max", Arithmetic::Signed};
  case AtomicRMWInst::Min:
    return {"min", Arithmetic::Signed};
  case AtomicRMWInst::UMax:
    return {"max", Arithmetic::Unsigned};
  case AtomicRMWInst::UMin:
    return {"min", Arithmetic::Unsigned};
  case AtomicRMWInst::UIncWrap:
    return {"inc", Arithmetic::Unsigned};
  case AtomicRMWInst::UDecWrap:
    return {"dec", Arithmetic::Unsigned};
  case AtomicRMWInst::FAdd:
  case AtomicRMWInst::FSub:
    return {"add", Arithmetic::Floating};
  default:
    return {};
  }
}

/// "u32", "b64", "f16x2"; empty for other types.
std::string typeName(const Type *T, unsigned Bits, Arithmetic Kind) {
  const Type *Scalar = T->getScalarType();
  const char *Suffix = T->isVectorTy() ? "x2" : "";
  if (Kind == Arithmetic::Floating)
    return Scalar->isBFloatTy()
               ? std::string("bf16") + Suffix
               : "f" + std::to_string(Scalar->getScalarSizeInBits()) + Suffix;
  const char *Letter = Kind == Arithmetic::Unsigned ? "u"
                       : Kind == Arithmetic::Signed ? "s"
                                                    : "b";
  return Letter + std::to_string(Bits);
}

/// atomic.NAME.gen... of clang's builtins with a scope.
NamedOperation nameOfIntrinsic(StringRef Word, bool IsFloating) {
  Arithmetic Kind = IsFloating ? Arithmetic::Floating : Arithmetic::Signed;
  return StringSwitch<NamedOperation>(Word)
      .Case("add", {"add", IsFloating ? Kind : Arithmetic::Unsigned})
      .Case("exch", {"exch"})
      .Case("cas", {"cas"})
      .Case("and", {"and"})
      .Case("or", {"or"})
      .Case("xor", {"xor"})
      .Case("max", {"max", Kind})
      .Case("min", {"min", Kind})
      .Case("inc", {"inc", Arithmetic::Unsigned})
      .Case("dec", {"dec", Arithmetic::Unsigned})
      .Default({});
}

unsigned bitsOf(const Instruction &I, Type *T) {
  return I.getModule()->getDataLayout().getTypeSizeInBits(T).getFixedValue();
}

} // namespace

void AccessCollector::addAtomic(Instruction &I, Value *Pointer, Type *Of,
                                const AtomicUse &Use) {
  const unsigned Bytes = bitsOf(I, Of) / 8;
  const LaneExpr *Address = Exprs.build(Pointer);
  const AtomicRule Rule = ruleOf(*Kernel.Context, Use, Address);
  if (KernelAccess *A = add(
          I, Address, targetOf(Pointers.basesOf(Pointer), Address), Rule.Kind,
          Rule.BytesPerLane, "atom.shared." + Use.Operation.str())) {
    Tags.setVerb(I, AccessVerb::Atomic);
    A->Effect = AccessEffect::Update;
    if (CollectsOthers)
      A->BytesPerLane = A->TypeAlign = Bytes;
    else
      applyRule(*A, Rule);
  }
}

void AccessCollector::visitAtomic(Instruction &I) {
  AtomicUse Use;
  std::string Type;
  Value *Pointer = nullptr, *Operand = nullptr;
  if (auto *Cas = dyn_cast<AtomicCmpXchgInst>(&I)) {
    Pointer = Cas->getPointerOperand();
    Operand = Cas->getNewValOperand();
    Use.Operation = "cas";
    Type = "b" + std::to_string(bitsOf(I, Operand->getType()));
  } else {
    auto &RMW = cast<AtomicRMWInst>(I);
    Pointer = RMW.getPointerOperand();
    Operand = RMW.getValOperand();
    NamedOperation Operation = nameOf(RMW.getOperation());
    Use.Operation = Operation.Name.empty()
                        ? AtomicRMWInst::getOperationName(RMW.getOperation())
                        : Operation.Name;
    Type = typeName(Operand->getType(), bitsOf(I, Operand->getType()),
                    Operation.Kind);
    if (Operation.Kind != Arithmetic::Floating &&
        Operand->getType()->isIntegerTy()) {
      Use.Operand = Exprs.build(Operand);
      // nvcc subtracts by adding.
      if (RMW.getOperation() == AtomicRMWInst::Sub)
        Use.Operand = Kernel.Context->sub(
            Kernel.Context->constant(0, Use.Operand->width()), Use.Operand);
    }
  }
  Use.Type = Type;
  Use.IsResultUsed = !I.use_empty();
  addAtomic(I, Pointer, Operand->getType(), Use);
}

/// "add.gen.i.cta.i32.p0": the builtins with a scope.
void AccessCollector::visitAtomicIntrinsic(IntrinsicInst &I, StringRef Name) {
  SmallVector<StringRef> Words;
  Name.split(Words, '.');
  const bool IsFloating = Words.size() > 2 && Words[2] == "f";
  NamedOperation Operation = nameOfIntrinsic(Words.front(), IsFloating);
  AtomicUse Use;
  Use.Operation = Operation.Name.empty() ? Words.front() : Operation.Name;
  const std::string Type =
      typeName(I.getType(), bitsOf(I, I.getType()), Operation.Kind);
  Use.Type = Type;
  Use.IsResultUsed = !I.use_empty();
  if (!IsFloating && I.arg_size() == 2)
    Use.Operand = Exprs.build(I.getArgOperand(1));
  addAtomic(I, I.getArgOperand(0), I.getType(), Use);
}

} // namespace warplint
