//===- AtomicAccesses.cpp - Atomics on shared memory ----------------------===//

#include "AccessCollector.h"
#include "warplint/Messages/Accesses.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warplint {

static AtomicOperand operandOf(const LaneExpr *E) {
  if (!E || E->isLaneVarying())
    return AtomicOperand::Varying;
  if (!E->isConst())
    return AtomicOperand::Uniform;
  if (E->constant() == 1)
    return AtomicOperand::One;
  return E->constant() == maskTrailingOnes<uint64_t>(E->width())
             ? AtomicOperand::AllOnes
             : AtomicOperand::Uniform;
}

/// nvcc sees that an address is uniform when nothing in it depends on
/// threadIdx, however it was computed: measured for constants, parameters,
/// block indices, loaded and shuffled values, selects and loop counters.
static AtomicPlace placeOf(const LaneContext &Context,
                           const LaneExpr *Address) {
  if (!Address)
    return AtomicPlace::PerhapsSeen;
  if (Address->isLaneVarying())
    return AtomicPlace::Varying;
  bool IsMeasured = true;
  forEachNode(Context, Address, [&](const LaneExpr *E) {
    if (E->op() == LaneOp::Symbol)
      IsMeasured &= Context.symbolAt(E->index()).Kind != SymbolKind::Other;
  });
  return IsMeasured ? AtomicPlace::OneWord : AtomicPlace::PerhapsSeen;
}

SharedAtomic AccessCollector::useAt(SharedAtomic Use, const LaneExpr *Operand,
                                    const LaneExpr *Address) {
  Use.Operand = operandOf(Operand);
  Use.Place = placeOf(*Kernel.Context, Address);
  return Use;
}

void AccessCollector::setAtomic(KernelAccess &Access,
                                const SharedAtomic &Placed) const {
  Access.Effect = AccessEffect::Update;
  Access.Atomic = {std::string(Placed.Operation), std::string(Placed.Type),
                   Placed.IsResultUsed, mayBeCombined(Placed)};
  if (CollectsOthers)
    return;
  const AtomicRule Rule = ruleOf(Placed);
  Access.Kind = Rule.Kind;
  if (Rule.BytesPerLane)
    Access.BytesPerLane = Rule.BytesPerLane;
  if (Rule.AssumesChange)
    Access.Assumptions.push_back(messages::UpdatesChange());
  if (Access.Obstacle.empty())
    Access.Obstacle = Rule.WhyNot;
}

namespace {

/// How an operation compares or computes: decides the name of its type.
enum class Arithmetic : uint8_t { Bits, Unsigned, Signed, Floating };

struct NamedOperation {
  StringRef Name; ///< LLVM's where PTX has none.
  Arithmetic Kind = Arithmetic::Bits;
};

/// \p Word is LLVM's name of an operation, or that of an intrinsic.
NamedOperation nameOf(StringRef Word, bool IsFloating = false) {
  auto Unless = [&](Arithmetic Kind) {
    return IsFloating ? Arithmetic::Floating : Kind;
  };
  return StringSwitch<NamedOperation>(Word)
      .Cases({"add", "sub"}, {"add", Unless(Arithmetic::Unsigned)})
      .Cases({"fadd", "fsub"}, {"add", Arithmetic::Floating})
      .Cases({"exch", "xchg"}, {"exch"})
      .Case("cas", {"cas"})
      .Case("and", {"and"})
      .Case("or", {"or"})
      .Case("xor", {"xor"})
      .Case("max", {"max", Unless(Arithmetic::Signed)})
      .Case("min", {"min", Unless(Arithmetic::Signed)})
      .Case("umax", {"max", Arithmetic::Unsigned})
      .Case("umin", {"min", Arithmetic::Unsigned})
      .Cases({"inc", "uinc_wrap"}, {"inc", Arithmetic::Unsigned})
      .Cases({"dec", "udec_wrap"}, {"dec", Arithmetic::Unsigned})
      .Default({Word});
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

unsigned bitsOf(const Instruction &I, Type *T) {
  return I.getModule()->getDataLayout().getTypeSizeInBits(T).getFixedValue();
}

} // namespace

void AccessCollector::addAtomic(Instruction &I, Value *Pointer, Type *Of,
                                const SharedAtomic &Use,
                                const LaneExpr *Operand) {
  const unsigned Bytes = bitsOf(I, Of) / 8;
  const LaneExpr *Address = Exprs.build(Pointer);
  const SharedAtomic Placed = useAt(Use, Operand, Address);
  const AtomicRule Rule = ruleOf(Placed);
  PointerBases Bases = Pointers.basesOf(Pointer);
  const bool MayBeRemote = Bases.Found.contains(MemorySpace::Cluster);
  if (KernelAccess *A =
          add(I, Address, targetOf(std::move(Bases), Address), Rule.Kind,
              Rule.BytesPerLane, "atom.shared." + std::string(Use.Operation))) {
    Tags.setVerb(I, AccessVerb::Atomic);
    setAtomic(*A, Placed);
    if (MayBeRemote)
      setRemote(*A);
    if (CollectsOthers || MayBeRemote)
      A->BytesPerLane = A->TypeAlign = Bytes;
  }
}

void AccessCollector::visitAtomic(Instruction &I) {
  const bool IsUsed = !I.use_empty();
  if (auto *Cas = dyn_cast<AtomicCmpXchgInst>(&I)) {
    Type *Of = Cas->getNewValOperand()->getType();
    const std::string Type = "b" + std::to_string(bitsOf(I, Of));
    return addAtomic(I, Cas->getPointerOperand(), Of,
                     {.Operation = "cas", .Type = Type, .IsResultUsed = IsUsed},
                     nullptr);
  }
  auto &RMW = cast<AtomicRMWInst>(I);
  Type *Of = RMW.getValOperand()->getType();
  const NamedOperation Operation =
      nameOf(AtomicRMWInst::getOperationName(RMW.getOperation()));
  const std::string Type = typeName(Of, bitsOf(I, Of), Operation.Kind);
  const LaneExpr *Operand = nullptr;
  if (Operation.Kind != Arithmetic::Floating && Of->isIntegerTy()) {
    Operand = Exprs.build(RMW.getValOperand());
    // nvcc subtracts by adding.
    if (RMW.getOperation() == AtomicRMWInst::Sub)
      Operand = Kernel.Context->sub(
          Kernel.Context->constant(0, Operand->width()), Operand);
  }
  addAtomic(I, RMW.getPointerOperand(), Of,
            {.Operation = Operation.Name, .Type = Type, .IsResultUsed = IsUsed},
            Operand);
}

/// "add.gen.i.cta.i32.p0": the builtins with a scope.
void AccessCollector::visitAtomicIntrinsic(IntrinsicInst &I, StringRef Name) {
  SmallVector<StringRef> Words;
  Name.split(Words, '.');
  const bool IsFloating = Words.size() > 2 && Words[2] == "f";
  NamedOperation Operation = nameOf(Words.front(), IsFloating);
  const std::string Type =
      typeName(I.getType(), bitsOf(I, I.getType()), Operation.Kind);
  addAtomic(I, I.getArgOperand(0), I.getType(),
            {.Operation = Operation.Name,
             .Type = Type,
             .IsResultUsed = !I.use_empty()},
            !IsFloating && I.arg_size() == 2 ? Exprs.build(I.getArgOperand(1))
                                             : nullptr);
}

} // namespace warplint
