//===- PipeUnits.cpp - What an instruction takes of the pipes -------------===//
//
// Where nvcc uses one instruction or another for the same, in order to keep both
// pipes busy, what it uses most often is taken: of 78 files of HeCBench, nvcc
// 13.0 for sm_90,
//
//   sums            10,800 IADD3 and VIADD, 4,300 IMAD.IADD
//   with carry       1,370 IMAD.X, 570 IADD3.X
//   shifts           3,300 SHF.L, 1,500 IMAD.SHL
//   64-bit address   3,200 IMAD.WIDE, 2,050 LEA with LEA.HI
//
// Moves between registers (IMAD.MOV, MOV: 9 % of all) are not counted.
//
//===----------------------------------------------------------------------===//

#include "PipeUnits.h"
#include "warplint/Kernel/InlinePtx.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace warplint {

using Units = PerPipe<double>;

static Units one(Pipe P, double Count = 1) {
  Units U = {};
  U[static_cast<unsigned>(P)] = Count;
  return U;
}

static Units sum(const Units &A, const Units &B, double Times = 1) {
  Units U = A;
  for (auto [Into, From] : zip(U, B))
    Into += Times * From;
  return U;
}

static Units fourPipes(double Fma, double Alu, double Fp64, double Xu) {
  Units U = sum(one(Pipe::Fma, Fma), one(Pipe::Alu, Alu));
  return sum(sum(U, one(Pipe::Fp64, Fp64)), one(Pipe::Xu, Xu));
}

static const StringMap<Units> &mathFunctions() {
  static const StringMap<Units> Known = [] {
    StringMap<Units> Table;
    auto Add = [&](StringRef Names, double Fma, double Alu, double Fp64,
                   double Xu) {
      SmallVector<StringRef> Each;
      Names.split(Each, ' ', -1, /*KeepEmpty=*/false);
      for (StringRef Name : Each)
        Table.try_emplace(Name, fourPipes(Fma, Alu, Fp64, Xu));
    };
#define WARPLINT_MATH(Names, Fma, Alu, Fp64, Xu) Add(Names, Fma, Alu, Fp64, Xu);
#include "MathFunctions.def"
    return Table;
  }();
  return Known;
}

/// The same work on numbers of type \p T, where \p U is that on 32 bits.
static Units onType(Units U, const Type *T) {
  const double Elements =
      isa<FixedVectorType>(T) ? cast<FixedVectorType>(T)->getNumElements() : 1;
  const Type *Of = T->getScalarType();
  double &Fma = U[static_cast<unsigned>(Pipe::Fma)];
  if (Of->isDoubleTy()) {
    U[static_cast<unsigned>(Pipe::Fp64)] += Fma;
    Fma = 0;
  } else if (Of->is16bitFPTy()) {
    // An instruction works on two.
    U[static_cast<unsigned>(Pipe::Fp16)] += Fma;
    Fma = 0;
    return sum(Units{}, U, Elements > 1 ? Elements / 2 : 1);
  }
  return sum(Units{}, U, Elements);
}

/// Every use of the product \p I adds to it: one instruction does both.
static bool isFused(const Instruction &I) {
  const bool MayBe = I.getOpcode() == Instruction::FMul && I.hasAllowContract();
  return MayBe && !I.use_empty() && all_of(I.users(), [](const User *U) {
           const auto *Sum = dyn_cast<Instruction>(U);
           return Sum && Sum->hasAllowContract() &&
                  (Sum->getOpcode() == Instruction::FAdd ||
                   Sum->getOpcode() == Instruction::FSub);
         });
}

static Units floatDivision(const Instruction &I) {
  const bool IsDouble = I.getType()->getScalarType()->isDoubleTy();
  if (!IsDouble && I.hasApproxFunc())
    return mathFunctions().at("div.approx.f");
  return mathFunctions().at(IsDouble ? "div.rn.d" : "div.rn.f");
}

/// Instructions of 32 bits for one on integers of type \p T.
static double words(const Type *T) {
  return T->getScalarSizeInBits() > 32 ? 2 : 1;
}

/// Only puts whole registers together, or takes them apart: two floats that are
/// handed on as 64 bits.
static bool movesRegisters(const Instruction &I) {
  constexpr unsigned RegisterBits = 32;
  if (I.getType()->getScalarSizeInBits() <= RegisterBits)
    return false;
  const auto *By = dyn_cast<ConstantInt>(I.getOperand(1));
  switch (I.getOpcode()) {
  case Instruction::Shl:
  case Instruction::LShr:
    return By && By->getValue().urem(RegisterBits) == 0;
  case Instruction::And:
    return By && (By->getValue() == UINT32_MAX ||
                  By->getValue() == ~uint64_t(UINT32_MAX));
  case Instruction::Or:
    return any_of(I.operands(), [](const Value *V) {
      const auto *Upper = dyn_cast<Instruction>(V);
      return Upper && Upper->getOpcode() == Instruction::Shl &&
             movesRegisters(*Upper);
    });
  default:
    return false;
  }
}

/// By a value that is not known.
static DivisionUnits divisionBy(const Type *T) {
  // Of 64 bits: machine code divides 32 bits where the upper halves are zero.
  const double Tests = words(T) == 2 ? 3 : 0;
  return {fourPipes(4, 1, 0, 3), fourPipes(3, 8 + Tests, 0, 0)};
}

std::optional<DivisionUnits> divisionUnitsOf(const Instruction &I) {
  const bool IsDivision =
      is_contained({Instruction::UDiv, Instruction::SDiv, Instruction::URem,
                    Instruction::SRem},
                   static_cast<Instruction::BinaryOps>(I.getOpcode()));
  if (!IsDivision || isa<Constant>(I.getOperand(1)))
    return std::nullopt;
  return divisionBy(I.getType());
}

/// By a constant: the upper half of a product, and shifts.
static Units divisionByConstant(const Instruction &I) {
  using namespace PatternMatch;
  const bool IsRemainder =
      I.getOpcode() == Instruction::URem || I.getOpcode() == Instruction::SRem;
  const double Words = words(I.getType());
  if (match(I.getOperand(1), m_Power2()))
    return fourPipes(0, Words * (IsRemainder ? 4 : 3), 0, 0);
  return fourPipes((Words == 2 ? 8 : 1) + (IsRemainder ? 1 : 0), 2 * Words, 0,
                   0);
}

/// Of 64-bit numbers as many products of 32 bits as are not by zero.
static double productsOf(const Instruction &I) {
  if (words(I.getType()) == 1)
    return 1;
  return all_of(I.operand_values(), isExtended) ? 1 : 3;
}

static Units integerArithmetic(const Instruction &I, const Folds &Folded) {
  const Type *T = I.getType();
  if (movesRegisters(I))
    return {};
  switch (I.getOpcode()) {
  case Instruction::Mul:
    return one(Pipe::Fma, productsOf(I));
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    if (auto Division = divisionUnitsOf(I))
      return Division->Rest;
    return divisionByConstant(I);
  case Instruction::Add:
  case Instruction::Sub:
    if (Folded.multiplies(I))
      return one(Pipe::Fma, words(T));
    // IADD3 and, for the carry, IMAD.X.
    if (words(T) == 2)
      return fourPipes(1, 1, 0, 0);
    [[fallthrough]];
  default:
    return onType(one(Pipe::Alu, words(T)), T);
  }
}

/// An address from a base and indices: a LEA or an IMAD each, of 64 bits two or,
/// with an index of 32, one.
static Units addressArithmetic(const GetElementPtrInst &I) {
  Units Sum = {};
  const bool IsNarrow = isInShared(I);
  const DataLayout &DL = I.getDataLayout();
  for (auto It = gep_type_begin(I), End = gep_type_end(I); It != End; ++It) {
    if (isa<Constant>(It.getOperand()))
      continue;
    const bool IsShifted = isPowerOf2_64(It.getSequentialElementStride(DL));
    const bool IsProduct = IsNarrow ? !IsShifted : isExtended(It.getOperand());
    Sum =
        sum(Sum, IsProduct ? one(Pipe::Fma) : one(Pipe::Alu, IsNarrow ? 1 : 2));
  }
  return Sum;
}

static Units conversion(const Instruction &I) {
  const Type *From = I.getOperand(0)->getType()->getScalarType();
  const Type *To = I.getType()->getScalarType();
  switch (I.getOpcode()) {
  case Instruction::SIToFP:
  case Instruction::UIToFP:
    // I2FP, from compute capability 8.6 on (nvcc 13.0); of bytes I2F takes one
    // out of a register.
    if (To->isFloatTy() && From->getScalarSizeInBits() == 32)
      return onType(one(Pipe::Alu), I.getType());
    return onType(one(Pipe::Xu), I.getType());
  case Instruction::FPToSI:
  case Instruction::FPToUI:
    return onType(one(Pipe::Xu), I.getType());
  case Instruction::FPExt:
  case Instruction::FPTrunc:
    if (From->isDoubleTy() || To->isDoubleTy())
      return one(Pipe::Xu);
    return one(From->is16bitFPTy() ? Pipe::Fp16 : Pipe::Alu);
  case Instruction::SExt:
    return From->isIntegerTy(1) ? one(Pipe::Alu, words(To))
                                : onType(one(Pipe::Alu), To);
  case Instruction::ZExt:
    // What is loaded fills its register.
    return From->isIntegerTy(1) || isa<LoadInst>(I.getOperand(0)) ||
                   From->getScalarSizeInBits() == 32
               ? Units{}
               : onType(one(Pipe::Alu), To);
  default: // Registers are used as they are.
    return {};
  }
}

/// "m16n8k16" as 16 * 8 * 16.
static std::optional<double> productOfShape(StringRef Word) {
  unsigned M = 0, N = 0, K = 0;
  if (!Word.consume_front("m") || Word.consumeInteger(10, M) ||
      !Word.consume_front("n") || Word.consumeInteger(10, N) ||
      !Word.consume_front("k") || Word.consumeInteger(10, K) || !Word.empty())
    return std::nullopt;
  return double(M) * N * K;
}

/// Of mma and wgmma.mma_async, as PTX or LLVM names them: \p Words has the
/// shape and, behind it, the types of D, A, B and C.
static std::optional<Units> matrixProduct(ArrayRef<StringRef> Words) {
  std::optional<double> Product;
  SmallVector<StringRef, 4> Types;
  for (StringRef Word : Words) {
    if (auto Shape = productOfShape(Word))
      Product = Shape;
    else if (matrixWeight(Word))
      Types.push_back(Word);
  }
  if (!Product)
    return std::nullopt;
  // Of the operands: LLVM names one type where all are alike.
  StringRef Type = Types.size() > 1 ? Types[1] : StringRef("f16");
  if (Types.size() == 1 && Types.front() != "f32")
    Type = Types.front();
  // Four warps together.
  const double Warps = Words.front() == "wgmma" ? 4 : 1;
  return one(Pipe::Tensor, *Product * *matrixWeight(Type) / Warps);
}

/// Nothing where it is not arithmetic, or not known.
static std::optional<Units> namedInstruction(StringRef Name) {
  SmallVector<StringRef, 12> Words;
  Name.split(Words, '.');
  if (is_contained(Words, "mma") || is_contained(Words, "mma_async") ||
      Words.front() == "mma")
    if (!is_contained(Words, "load") && !is_contained(Words, "store"))
      return matrixProduct(Words);
  // Of special registers threadIdx is read there alone (counters of an H100).
  if (Words.front() == "shfl" || Name.starts_with("read.ptx.sreg.tid."))
    return one(Pipe::Lsu);
  // The pipe of FFMA has the dot products of bytes (Nsight Compute, "Pipelines").
  if (is_contained({StringRef("idp4a"), StringRef("idp2a"), StringRef("dp4a"),
                    StringRef("dp2a")},
                   Words.front()))
    return one(Pipe::Fma);
  // The pipe of REDUX and MATCH, ADU, is not counted (counters of an H200).
  if (Words.front() == "vote")
    return one(Pipe::Alu);
  if (auto It = mathFunctions().find(Name); It != mathFunctions().end())
    return It->second;
  return std::nullopt;
}

/// A statement of inline assembly that is no memory access.
static Units ofAssembly(StringRef Opcode) {
  if (auto Known = namedInstruction(Opcode))
    return *Known;
  SmallVector<StringRef, 8> Words;
  Opcode.split(Words, '.');
  static constexpr StringLiteral Special[] = {"ex2", "lg2",  "sin",   "cos",
                                              "rcp", "tanh", "rsqrt", "sqrt"};
  static constexpr StringLiteral Sums[] = {"fma", "add", "mul", "sub", "mad"};
  if (is_contained(Special, Words.front()))
    return one(Pipe::Xu);
  if (!is_contained(Sums, Words.front()))
    return {};
  if (is_contained(Words, "f64"))
    return one(Pipe::Fp64);
  for (StringRef Half : {"f16", "f16x2", "bf16", "bf16x2"})
    if (is_contained(Words, Half))
      return one(Pipe::Fp16);
  return one(is_contained(Words, "f32") || Words.front() == "mad" ? Pipe::Fma
                                                                  : Pipe::Alu);
}

/// Without what says a type or a vector: "fma.v2f32" is "fma".
static StringRef withoutTypes(StringRef Name) {
  while (true) {
    auto [Rest, Last] = Name.rsplit('.');
    StringRef Digits = Last.ltrim("vpif");
    if (Last.empty() || Digits == Last || Digits.empty() ||
        Last.find_first_not_of("0123456789vpif") != StringRef::npos)
      return Name;
    Name = Rest;
  }
}

/// "double2int_rn", "ull2float_rz": the conversions of libdevice.
static bool isConversion(StringRef Name) {
  const auto [Types, Rounding] = Name.rsplit('_');
  const auto [From, To] = Types.split('2');
  return !From.empty() && !To.empty() && Rounding.size() == 2 &&
         Rounding.front() == 'r' && StringRef("nzud").contains(Rounding.back());
}

static Units ofCall(const CallBase &Call, std::vector<std::string> &Uncounted) {
  if (Call.isInlineAsm()) {
    const PtxStatement Statement = readPtxStatement(Call);
    return Statement.Opcode.empty() ? Units{} : ofAssembly(Statement.Opcode);
  }
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return {};
  // A function of constants is one.
  if (!Call.arg_empty() &&
      all_of(Call.args(), [](const Use &U) { return isa<Constant>(U); }) &&
      (Callee->getName().starts_with("__nv_") || Callee->doesNotAccessMemory()))
    return {};
  StringRef Name = Callee->getName();
  if (isa<IntrinsicInst>(Call)) {
    Name.consume_front("llvm.");
    Name.consume_front("nvvm.");
    if (auto Known = namedInstruction(Name))
      return *Known;
    auto Known = namedInstruction(withoutTypes(Name));
    return Known ? onType(*Known, Call.getType()) : Units{};
  }
  StringRef Function = Name;
  if (Function.consume_front("__nv_")) {
    if (auto Known = namedInstruction(Function))
      return *Known;
    if (isConversion(Function))
      return one(Pipe::Xu);
  }
  if (!Call.getType()->isVoidTy() && Name.starts_with("__nv_") &&
      !is_contained(Uncounted, Name))
    Uncounted.push_back(Name.str());
  return {};
}

Units pipeUnitsOf(const Instruction &I, const Folds &Folded,
                  std::vector<std::string> &Uncounted) {
  if (Folded.isPart(I))
    return {};
  if (const auto *Call = dyn_cast<CallBase>(&I))
    return ofCall(*Call, Uncounted);
  if (isa<CastInst>(I))
    return conversion(I);
  if (const auto *Address = dyn_cast<GetElementPtrInst>(&I))
    return addressArithmetic(*Address);
  const Type *T = I.getType();
  // Comparisons take what they are joined with.
  if (T->isIntOrIntVectorTy(1) && !isa<CmpInst>(I))
    return {};
  switch (I.getOpcode()) {
  case Instruction::FMul:
    if (isFused(I))
      return {};
    [[fallthrough]];
  case Instruction::FAdd:
  case Instruction::FSub:
    return onType(one(Pipe::Fma), T);
  case Instruction::FDiv:
    return floatDivision(I);
  case Instruction::FRem:
    return sum(floatDivision(I), onType(one(Pipe::Fma, 2), T));
  case Instruction::FCmp:
    return one(I.getOperand(0)->getType()->isDoubleTy() ? Pipe::Fp64
                                                        : Pipe::Alu);
  case Instruction::Select:
    return onType(one(Pipe::Alu, words(T)), T);
  case Instruction::ICmp:
    return one(Pipe::Alu, words(I.getOperand(0)->getType()));
  default:
    return isa<BinaryOperator>(I) ? integerArithmetic(I, Folded) : Units{};
  }
}

} // namespace warplint
