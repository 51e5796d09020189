//===- ExprBuilder.cpp - IR values as functions of the lane ---------------===//

#include "ExprBuilder.h"
#include "RecordCopies.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace warplint {

/// NVPTX address spaces, PTX ISA section "State Spaces".
enum : unsigned { Shared = 3, Constant = 4, Param = 101 };

/// The most shared memory a block can have on any supported GPU, in bytes:
/// CUDA C++ Programming Guide, "Technical Specifications", 228 KB an SM.
static constexpr int64_t MaxSharedBytes = 228 * 1024;

std::string userName(StringRef IrName) {
  IrName = IrName.take_until([](char Ch) { return Ch == '.'; });
  return IrName.str();
}

ExprBuilder::ExprBuilder(Function &F, KernelAnalyses Analyses,
                         LaneContext &Context, SourceNames Names)
    : F(F), A(Analyses), C(Context), Names(std::move(Names)) {}

unsigned ExprBuilder::widthOf(const Type *T) const {
  if (T->isPointerTy())
    return 64;
  if (T->isIntegerTy() && T->getIntegerBitWidth() <= 64)
    return T->getIntegerBitWidth();
  return 0;
}

const LaneExpr *ExprBuilder::resize(const LaneExpr *E, unsigned Width) {
  if (E->width() == Width)
    return E;
  return C.cast(E->width() < Width ? LaneOp::ZExt : LaneOp::Trunc, E, Width);
}

/// The instruction that brought \p I's value into the kernel, seen through
/// conversions: the load behind `int(x[i])`.
static const Instruction *sourceOf(const Instruction *I) {
  for (unsigned Steps = 0; Steps != 8; ++Steps) {
    if (!isa<CastInst, ExtractElementInst, ExtractValueInst, FreezeInst>(I) &&
        I->getOpcode() != Instruction::LShr)
      break;
    const auto *Operand = dyn_cast<Instruction>(I->getOperand(0));
    if (!Operand)
      break;
    I = Operand;
  }
  return I;
}

const LaneExpr *ExprBuilder::opaque(OpaqueReason Reason, const Value *V,
                                    unsigned Width, std::string What) {
  const auto *I = dyn_cast_or_null<Instruction>(V);
  if (What.empty() && I)
    What = Names.Load(*sourceOf(I));
  unsigned Number = C.addOpaque({Reason, std::move(What), Width});
  if (I)
    OpaqueOrigin[Number] = I->getParent();
  return C.opaque(Number);
}

/// Symbols with the range of their type: a signed 64-bit number holds it.
static UniformSymbol symbolOfWidth(std::string Name, SymbolKind Kind,
                                   unsigned Width) {
  UniformSymbol S;
  S.Name = std::move(Name);
  S.Kind = Kind;
  S.Width = Width;
  S.Lo = Width >= 64 ? INT64_MIN / 4 : -(int64_t(1) << (Width - 1));
  S.Hi = Width >= 64 ? INT64_MAX / 4 : (int64_t(1) << (Width - 1)) - 1;
  if (Width == 1) {
    S.Lo = 0;
    S.Hi = 1;
  }
  return S;
}

const LaneExpr *ExprBuilder::freshSymbol(std::string Name, unsigned Width,
                                         const Value *Origin, SymbolKind Kind,
                                         uint64_t MultipleOf) {
  UniformSymbol S = symbolOfWidth(std::move(Name), Kind, Width);
  S.MultipleOf = MultipleOf;
  unsigned Number = C.addSymbol(std::move(S));
  if (const auto *I = dyn_cast_or_null<Instruction>(Origin))
    SymbolOrigin[Number] = I->getParent();
  return C.symbol(Number);
}

const LaneExpr *ExprBuilder::namedSymbol(const std::string &Key,
                                         UniformSymbol Symbol) {
  const LaneExpr *&E = Named[Key];
  if (!E)
    E = C.symbol(C.addSymbol(std::move(Symbol)));
  return E;
}

const LaneExpr *ExprBuilder::build(Value *V) {
  if (const LaneExpr *Known = Memo.lookup(V))
    return Known;
  const LaneExpr *E = buildUncached(V);
  Memo[V] = E;
  return E;
}

const LaneExpr *ExprBuilder::buildUncached(Value *V) {
  unsigned Width = widthOf(V->getType());
  if (Width == 0) {
    // A scalar of another type (a half, a float) is only data; its width is
    // kept so that bit casts of it stay opaque in the right width.
    unsigned Bits = V->getType()->getPrimitiveSizeInBits().getFixedValue();
    return opaque(OpaqueReason::NotModelled, V, Bits && Bits <= 64 ? Bits : 32);
  }
  if (auto *Const = dyn_cast<llvm::Constant>(V))
    return buildConstant(Const);
  if (auto *Arg = dyn_cast<Argument>(V)) {
    UniformSymbol S =
        symbolOfWidth(userName(Arg->getName()), SymbolKind::Parameter, Width);
    if (Arg->getType()->isPointerTy())
      S.Lo = 0;
    return C.symbol(C.addSymbol(std::move(S)));
  }
  if (auto *I = dyn_cast<Instruction>(V))
    return buildInstruction(*I);
  return opaque(OpaqueReason::NotModelled, V, Width);
}

const LaneExpr *ExprBuilder::buildConstant(const llvm::Constant *Const) {
  unsigned Width = widthOf(Const->getType());
  if (const auto *Int = dyn_cast<ConstantInt>(Const))
    return C.constant(Int->getZExtValue(), Width);
  if (isa<ConstantPointerNull, UndefValue>(Const))
    return C.constant(0, Width);
  if (const auto *G = dyn_cast<GlobalVariable>(Const)) {
    UniformSymbol S =
        symbolOfWidth(Names.Array(*G), SymbolKind::ArrayBase, Width);
    const DataLayout &DL = F.getParent()->getDataLayout();
    S.Lo = 0;
    uint64_t Alignment =
        G->getAlign().value_or(DL.getABITypeAlign(G->getValueType())).value();
    if (G->getAddressSpace() == Shared) {
      S.Hi = MaxSharedBytes;
      // The compiler lays arrays out from a 1024-byte boundary; one that spans
      // whole lines is taken to begin on one.
      uint64_t Size = DL.getTypeAllocSize(G->getValueType()).getFixedValue();
      if (G->isDeclaration() || Size == 0 || Size >= 128)
        Alignment = std::max<uint64_t>(Alignment, 128);
    }
    S.MultipleOf = Alignment;
    unsigned Number = C.addSymbol(std::move(S));
    Arrays[Number] = G;
    return C.symbol(Number);
  }
  if (const auto *E = dyn_cast<ConstantExpr>(Const)) {
    if (const auto *Gep = dyn_cast<GEPOperator>(E))
      return buildGep(*Gep);
    if (E->isCast())
      return resize(build(E->getOperand(0)), Width);
    if (E->getOpcode() == Instruction::Add ||
        E->getOpcode() == Instruction::Sub) {
      const LaneExpr *L = build(E->getOperand(0)), *R = build(E->getOperand(1));
      return E->getOpcode() == Instruction::Add ? C.binary(LaneOp::Add, L, R)
                                                : C.sub(L, R);
    }
  }
  return opaque(OpaqueReason::NotModelled, Const, Width);
}

const LaneExpr *ExprBuilder::gepOffset(const GEPOperator &Gep) {
  const DataLayout &DL = F.getParent()->getDataLayout();
  const LaneExpr *Offset = C.constant(0, 64);
  for (gep_type_iterator It = gep_type_begin(Gep), End = gep_type_end(Gep);
       It != End; ++It) {
    Value *Index = It.getOperand();
    const LaneExpr *Term;
    if (StructType *Struct = It.getStructTypeOrNull()) {
      unsigned Field = cast<ConstantInt>(Index)->getZExtValue();
      Term = C.constant(
          DL.getStructLayout(Struct)->getElementOffset(Field).getFixedValue(),
          64);
    } else {
      uint64_t Stride = It.getSequentialElementStride(DL).getFixedValue();
      const LaneExpr *I = build(Index);
      if (I->width() != 64)
        I = C.cast(I->width() < 64 ? LaneOp::SExt : LaneOp::Trunc, I, 64);
      Term = C.binary(LaneOp::Mul, I, C.constant(Stride, 64), true);
    }
    Offset = C.binary(LaneOp::Add, Offset, Term, true);
  }
  return Offset;
}

const LaneExpr *ExprBuilder::buildGep(const GEPOperator &Gep) {
  return C.binary(LaneOp::Add,
                  build(const_cast<Value *>(Gep.getPointerOperand())),
                  gepOffset(Gep), true);
}

const LaneExpr *ExprBuilder::buildCompare(CmpInst::Predicate P, Value *L,
                                          Value *R) {
  if (!widthOf(L->getType()))
    return nullptr;
  const LaneExpr *A = build(L), *B = build(R);
  switch (P) {
  case CmpInst::ICMP_EQ:
    return C.binary(LaneOp::CmpEq, A, B);
  case CmpInst::ICMP_NE:
    return C.logicalNot(C.binary(LaneOp::CmpEq, A, B));
  case CmpInst::ICMP_ULT:
    return C.binary(LaneOp::CmpULt, A, B);
  case CmpInst::ICMP_UGE:
    return C.logicalNot(C.binary(LaneOp::CmpULt, A, B));
  case CmpInst::ICMP_UGT:
    return C.binary(LaneOp::CmpULt, B, A);
  case CmpInst::ICMP_ULE:
    return C.logicalNot(C.binary(LaneOp::CmpULt, B, A));
  case CmpInst::ICMP_SLT:
    return C.binary(LaneOp::CmpSLt, A, B);
  case CmpInst::ICMP_SGE:
    return C.logicalNot(C.binary(LaneOp::CmpSLt, A, B));
  case CmpInst::ICMP_SGT:
    return C.binary(LaneOp::CmpSLt, B, A);
  case CmpInst::ICMP_SLE:
    return C.logicalNot(C.binary(LaneOp::CmpSLt, B, A));
  default:
    return nullptr;
  }
}

static std::optional<LaneOp> laneOpFor(unsigned Opcode) {
  switch (Opcode) {
  case Instruction::Add:
    return LaneOp::Add;
  case Instruction::Mul:
    return LaneOp::Mul;
  case Instruction::UDiv:
    return LaneOp::UDiv;
  case Instruction::SDiv:
    return LaneOp::SDiv;
  case Instruction::URem:
    return LaneOp::URem;
  case Instruction::SRem:
    return LaneOp::SRem;
  case Instruction::And:
    return LaneOp::And;
  case Instruction::Or:
    return LaneOp::Or;
  case Instruction::Xor:
    return LaneOp::Xor;
  case Instruction::Shl:
    return LaneOp::Shl;
  case Instruction::LShr:
    return LaneOp::LShr;
  case Instruction::AShr:
    return LaneOp::AShr;
  default:
    return std::nullopt;
  }
}

const LaneExpr *ExprBuilder::buildBinary(BinaryOperator &I) {
  bool NoWrap = false;
  if (auto *O = dyn_cast<OverflowingBinaryOperator>(&I))
    NoWrap = O->hasNoSignedWrap() || O->hasNoUnsignedWrap();
  const LaneExpr *L = build(I.getOperand(0)), *R = build(I.getOperand(1));
  if (I.getOpcode() == Instruction::Sub)
    return C.sub(L, R, NoWrap);
  if (std::optional<LaneOp> Op = laneOpFor(I.getOpcode()))
    return C.binary(*Op, L, R, NoWrap);
  return opaque(OpaqueReason::NotModelled, &I, widthOf(I.getType()));
}

/// The value behind element \p Index of a vector that was built element by
/// element.
const LaneExpr *ExprBuilder::buildFromVector(Value *Vector, Value *Index,
                                             unsigned Width) {
  auto *Wanted = dyn_cast<ConstantInt>(Index);
  while (Wanted) {
    auto *Insert = dyn_cast<InsertElementInst>(Vector);
    if (!Insert)
      break;
    auto *At = dyn_cast<ConstantInt>(Insert->getOperand(2));
    if (!At)
      break;
    if (At->getZExtValue() == Wanted->getZExtValue())
      return build(Insert->getOperand(1));
    Vector = Insert->getOperand(0);
  }
  return opaque(OpaqueReason::LoadedFromMemory, Vector, Width);
}

const LaneExpr *ExprBuilder::buildInstruction(Instruction &I) {
  unsigned Width = widthOf(I.getType());
  if (auto *Binary = dyn_cast<BinaryOperator>(&I))
    return buildBinary(*Binary);
  if (auto *Gep = dyn_cast<GEPOperator>(&I))
    return buildGep(*Gep);
  if (auto *Phi = dyn_cast<PHINode>(&I))
    return buildPhi(*Phi);
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return buildLoad(*Load);
  if (auto *Call = dyn_cast<CallBase>(&I))
    return buildCall(*Call);
  if (auto *Compare = dyn_cast<ICmpInst>(&I)) {
    if (const LaneExpr *E =
            buildCompare(Compare->getPredicate(), Compare->getOperand(0),
                         Compare->getOperand(1)))
      return E;
    return opaque(OpaqueReason::NotModelled, &I, 1);
  }
  if (auto *Select = dyn_cast<SelectInst>(&I))
    return C.select(build(Select->getCondition()),
                    build(Select->getTrueValue()),
                    build(Select->getFalseValue()));
  if (isa<FreezeInst>(I))
    return build(I.getOperand(0));
  if (auto *Extract = dyn_cast<ExtractElementInst>(&I))
    return buildFromVector(Extract->getVectorOperand(),
                           Extract->getIndexOperand(), Width);
  switch (I.getOpcode()) {
  case Instruction::ZExt:
    return C.cast(LaneOp::ZExt, build(I.getOperand(0)), Width);
  case Instruction::SExt:
    return C.cast(LaneOp::SExt, build(I.getOperand(0)), Width);
  case Instruction::Trunc:
    if (widthOf(I.getOperand(0)->getType()))
      return C.cast(LaneOp::Trunc, build(I.getOperand(0)), Width);
    return buildConversion(I);
  case Instruction::PtrToInt:
  case Instruction::PtrToAddr:
  case Instruction::IntToPtr:
  case Instruction::AddrSpaceCast:
    return resize(build(I.getOperand(0)), Width);
  case Instruction::BitCast:
    if (widthOf(I.getOperand(0)->getType()) == Width)
      return build(I.getOperand(0));
    return buildConversion(I);
  case Instruction::FPToSI:
  case Instruction::FPToUI:
    return buildConversion(I);
  case Instruction::Alloca: {
    const LaneExpr *E = freshSymbol(userName(I.getName()), Width, nullptr);
    LocalVariables.insert(E->index());
    return E;
  }
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg:
    return opaque(OpaqueReason::AtomicResult, &I, Width);
  case Instruction::ExtractValue:
    if (isa<AtomicCmpXchgInst>(I.getOperand(0)))
      return opaque(OpaqueReason::AtomicResult, &I, Width);
    if (auto *Call = dyn_cast<CallBase>(I.getOperand(0));
        Call && Call->isInlineAsm())
      return buildAsmResult(*Call, cast<ExtractValueInst>(I).getIndices()[0],
                            Width);
    break;
  default:
    break;
  }
  return opaque(OpaqueReason::NotModelled, &I, Width);
}

/// A number made from something that is none: a float, a wide integer.
const LaneExpr *ExprBuilder::buildConversion(Instruction &I) {
  unsigned Width = widthOf(I.getType());
  const Instruction *Source = sourceOf(&I);
  auto *Load = const_cast<LoadInst *>(dyn_cast<LoadInst>(Source));
  if (Load && originOf(Load->getPointerOperand()) == PointerOrigin::External) {
    if (!build(Load->getPointerOperand())->isLaneVarying())
      return freshSymbol(Names.Load(*Load), Width, &I, SymbolKind::UniformLoad);
    return opaque(OpaqueReason::LoadedFromMemory, &I, Width);
  }
  if (const auto *Arg = dyn_cast<Argument>(Source->getOperand(0));
      Arg && isa<CastInst>(Source))
    return freshSymbol(userName(Arg->getName()), Width, nullptr);
  return opaque(isa<FPToSIInst, FPToUIInst>(I) ? OpaqueReason::FloatingPoint
                                               : OpaqueReason::NotModelled,
                &I, Width);
}

/// Whether memory at \p Pointer never changes while the kernel runs.
static bool isConstantMemory(const Value *Base) {
  if (const auto *Arg = dyn_cast<Argument>(Base))
    return Arg->hasByValAttr();
  if (const auto *G = dyn_cast<GlobalVariable>(Base))
    return G->getAddressSpace() == Constant || G->isConstant();
  return false;
}

const LaneExpr *ExprBuilder::buildLoad(LoadInst &Load) {
  unsigned Width = widthOf(Load.getType());
  const Value *Base = getUnderlyingObject(Load.getPointerOperand());
  if (isa<AllocaInst>(Base))
    return opaque(OpaqueReason::LoadedFromLocal, &Load, Width,
                  Base->hasName() ? userName(Base->getName()) : "");
  const LaneExpr *Address = build(Load.getPointerOperand());
  if (Address->isLaneVarying())
    return opaque(OpaqueReason::LoadedFromMemory, &Load, Width);
  std::string Text = Names.Load(Load);
  if (!isConstantMemory(Base))
    return freshSymbol(Text.empty() ? "a value loaded from memory" : Text,
                       Width, &Load, SymbolKind::UniformLoad);
  UniformSymbol S = symbolOfWidth(
      Text.empty() ? userName(Base->getName()) : Text,
      isa<Argument>(Base) ? SymbolKind::Parameter : SymbolKind::UniformLoad,
      Width);
  if (Load.getType()->isPointerTy())
    S.Lo = 0;
  // One symbol for one address of memory that never changes.
  return namedSymbol("load:" + utostr(Address->id()) + ":" + utostr(Width),
                     std::move(S));
}

const LaneExpr *ExprBuilder::linearThread() {
  const LaneExpr *ZRow = C.binary(
      LaneOp::Add, C.threadIdx(1),
      C.binary(LaneOp::Mul, C.blockDim(1), C.threadIdx(2), true), true);
  return C.binary(LaneOp::Add, C.threadIdx(0),
                  C.binary(LaneOp::Mul, C.blockDim(0), ZRow, true), true);
}

const LaneExpr *ExprBuilder::buildSpecialRegister(StringRef Name,
                                                  unsigned Width) {
  auto Axis = [&] {
    return Name.ends_with(".x") ? 0u : Name.ends_with(".y") ? 1u : 2u;
  };
  auto Fit = [&](const LaneExpr *E) { return resize(E, Width); };
  auto Uniform = [&](std::string UserName, SymbolKind Kind, int64_t Lo,
                     int64_t Hi) {
    UniformSymbol S;
    S.Name = UserName;
    S.Kind = Kind;
    S.Width = Width;
    S.Lo = Lo;
    S.Hi = Hi;
    return namedSymbol("sreg:" + UserName + ":" + utostr(Width), std::move(S));
  };
  static const char *const Axes[] = {".x", ".y", ".z"};
  // Limits: CUDA C++ Programming Guide, "Technical Specifications".
  int64_t GridLimit = Axis() == 0 ? INT32_MAX : 65535;
  if (Name.starts_with("tid."))
    return Fit(C.threadIdx(Axis()));
  if (Name.starts_with("ntid."))
    return Fit(C.blockDim(Axis()));
  if (Name.starts_with("ctaid."))
    return Uniform(std::string("blockIdx") + Axes[Axis()], SymbolKind::BlockIdx,
                   0, GridLimit - 1);
  if (Name.starts_with("nctaid."))
    return Uniform(std::string("gridDim") + Axes[Axis()], SymbolKind::GridDim,
                   1, GridLimit);
  if (Name == "laneid")
    return Fit(C.binary(LaneOp::And, linearThread(), C.constant(31, 32)));
  if (Name == "warpid")
    return Fit(C.binary(LaneOp::LShr, linearThread(), C.constant(5, 32)));
  if (Name == "warpsize" || Name == "WARP_SZ")
    return C.constant(32, Width);
  if (Name.starts_with("lanemask"))
    return nullptr;
  return Uniform(Name.str(), SymbolKind::Other, 0, INT32_MAX);
}

const LaneExpr *ExprBuilder::minMax(LaneOp Less, bool Max, const LaneExpr *L,
                                    const LaneExpr *R) {
  const LaneExpr *LIsLess = C.binary(Less, L, R);
  return Max ? C.select(LIsLess, R, L) : C.select(LIsLess, L, R);
}

const LaneExpr *ExprBuilder::buildCall(CallBase &Call) {
  unsigned Width = widthOf(Call.getType());
  if (Call.isInlineAsm())
    return buildAsmResult(Call, 0, Width);
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return opaque(OpaqueReason::CallResult, &Call, Width);
  StringRef Name = Callee->getName();
  if (Name.consume_front("llvm.nvvm.read.ptx.sreg."))
    if (const LaneExpr *E = buildSpecialRegister(Name, Width))
      return E;
  auto Arg = [&](unsigned I) { return build(Call.getArgOperand(I)); };
  switch (Callee->getIntrinsicID()) {
  case Intrinsic::smin:
    return minMax(LaneOp::CmpSLt, false, Arg(0), Arg(1));
  case Intrinsic::smax:
    return minMax(LaneOp::CmpSLt, true, Arg(0), Arg(1));
  case Intrinsic::umin:
    return minMax(LaneOp::CmpULt, false, Arg(0), Arg(1));
  case Intrinsic::umax:
    return minMax(LaneOp::CmpULt, true, Arg(0), Arg(1));
  case Intrinsic::abs: {
    const LaneExpr *E = Arg(0), *Zero = C.constant(0, Width);
    return C.select(C.binary(LaneOp::CmpSLt, E, Zero), C.sub(Zero, E), E);
  }
  case Intrinsic::fshl: // A rotation or a double shift by a constant.
    if (auto *Amount = dyn_cast<ConstantInt>(Call.getArgOperand(2))) {
      unsigned S = Amount->getZExtValue() % Width;
      if (S == 0)
        return Arg(0);
      return C.binary(
          LaneOp::Or, C.binary(LaneOp::Shl, Arg(0), C.constant(S, Width)),
          C.binary(LaneOp::LShr, Arg(1), C.constant(Width - S, Width)));
    }
    break;
  case Intrinsic::expect:
  case Intrinsic::ssa_copy:
    return Arg(0);
  default:
    break;
  }
  if (Name.starts_with("llvm.nvvm.shfl")) {
    // All lanes hold the same value, so every lane receives it.
    Value *Sent = Call.getArgOperand(Call.arg_size() == 5 ? 1 : 0);
    for (Value *Op : Call.args())
      if (Op->getType() == Call.getType() && !isa<llvm::Constant>(Op)) {
        Sent = Op;
        break;
      }
    const LaneExpr *E = build(Sent);
    if (!E->isLaneVarying() && E->width() == Width)
      return E;
    return opaque(OpaqueReason::Shuffle, &Call, Width);
  }
  bool AllUniform = Call.doesNotAccessMemory() && Width != 0;
  for (Value *Op : Call.args())
    AllUniform =
        AllUniform && widthOf(Op->getType()) && !build(Op)->isLaneVarying();
  if (AllUniform && Callee->isIntrinsic())
    return freshSymbol(Callee->getName().str(), Width, &Call);
  return opaque(OpaqueReason::CallResult, &Call, Width, Name.str());
}

/// Bounded in depth: a shared sub-expression would be visited once for each
/// path.
static uint64_t knownMultiple(const LaneContext &C, const LaneExpr *E,
                              unsigned Depth,
                              SmallPtrSetImpl<const LaneExpr *> &Assumed) {
  constexpr uint64_t Limit = 1u << 16;
  if (Depth == 0)
    return 1;
  auto Of = [&](unsigned I) {
    return knownMultiple(C, E->operand(I), Depth - 1, Assumed);
  };
  switch (E->op()) {
  case LaneOp::Const:
    return E->constant() == 0
               ? Limit
               : std::min<uint64_t>(Limit, E->constant() & -E->constant());
  case LaneOp::Symbol: {
    uint64_t M = C.symbolAt(E->index()).MultipleOf;
    return std::min<uint64_t>(Limit, M & -M);
  }
  case LaneOp::Recurrence: {
    // By induction: what divides all first values and all that is added divides
    // every value.
    const LaneRecurrence &R = C.recurrenceAt(E->index());
    if (!Assumed.insert(E).second)
      return Limit;
    return std::min(knownMultiple(C, R.Init, Depth - 1, Assumed),
                    knownMultiple(C, R.Next, Depth - 1, Assumed));
  }
  case LaneOp::Add:
  case LaneOp::Or:
  case LaneOp::Xor:
    return std::min(Of(0), Of(1));
  case LaneOp::Mul:
    return std::min(Limit, Of(0) * Of(1));
  case LaneOp::And:
    return std::max(Of(0), Of(1));
  case LaneOp::Select:
    return std::min(Of(1), Of(2));
  case LaneOp::Shl:
    if (E->operand(1)->op() == LaneOp::Const && E->operand(1)->constant() < 16)
      return std::min<uint64_t>(Limit, Of(0) << E->operand(1)->constant());
    return Of(0);
  case LaneOp::ZExt:
  case LaneOp::SExt:
  case LaneOp::Trunc:
    return std::min<uint64_t>(Of(0),
                              E->width() < 16 ? 1ull << E->width() : Limit);
  default:
    return 1;
  }
}

uint64_t knownMultiple(const LaneContext &C, const LaneExpr *E) {
  SmallPtrSet<const LaneExpr *, 4> Assumed;
  return knownMultiple(C, E, 10, Assumed);
}

} // namespace warplint
