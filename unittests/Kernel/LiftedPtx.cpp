//===- LiftedPtx.cpp - Inline PTX blocks as IR in unit tests --------------===//

#include "LiftedPtx.h"
#include "Kernel/Memory/HiddenMultiples.h"
#include "Kernel/Ptx/Constraints.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Verifier.h"
#include "llvm/TargetParser/Triple.h"
#include <bit>
#include <random>

using namespace llvm;

namespace warplint {

uint64_t lowBits(uint64_t Value, unsigned Bits) {
  return Bits >= 64 ? Value : Value & ((uint64_t(1) << Bits) - 1);
}

int64_t asSigned(uint64_t Value, unsigned Bits) {
  Value = lowBits(Value, Bits);
  const bool Negative = (Value >> (Bits - 1)) & 1;
  return int64_t(Negative && Bits < 64 ? Value - (uint64_t(1) << Bits) : Value);
}

//===----------------------------------------------------------------------===//
// The block
//===----------------------------------------------------------------------===//

static Type *typeOf(LLVMContext &C, const ptx::AsmOperand &O) {
  return O.IsMemory ? cast<Type>(PointerType::get(C, 0))
                    : IntegerType::get(C, O.Bits ? O.Bits : 32);
}

LiftedPtx::LiftedPtx(StringRef Asm, StringRef Constraints,
                     std::vector<std::optional<int64_t>> Known)
    : M(std::make_unique<Module>("block", Context)) {
  M->setTargetTriple(Triple("nvptx64-nvidia-cuda"));
  for (const char *Name : {"tile", "smem$0"})
    new GlobalVariable(*M, ArrayType::get(Type::getInt8Ty(Context), 256), false,
                       GlobalValue::ExternalLinkage, nullptr, Name, nullptr,
                       GlobalValue::NotThreadLocal, /*AddressSpace=*/3);
  const ptx::Constraints Read = ptx::readConstraints(Constraints);
  std::vector<Type *> Results;
  std::vector<Type *> Types(Read.NumArguments, Type::getInt32Ty(Context));
  std::vector<bool> IsConstant(Read.NumArguments);
  for (const ptx::AsmOperand &O : Read.Operands) {
    if (O.Output)
      Results.push_back(typeOf(Context, O));
    if (O.Argument) {
      Types[*O.Argument] = typeOf(Context, O);
      IsConstant[*O.Argument] =
          O.IsImmediate || (*O.Argument < Known.size() && Known[*O.Argument]);
    }
  }
  Type *Result = Results.empty()       ? Type::getVoidTy(Context)
                 : Results.size() == 1 ? Results.front()
                                       : StructType::get(Context, Results);
  auto *Ty = FunctionType::get(Result, Types, false);
  F = Function::Create(Ty, GlobalValue::ExternalLinkage, "block", *M);
  IRBuilder<> B(BasicBlock::Create(Context, "", F));
  std::vector<Value *> Arguments;
  for (unsigned I = 0; I != Types.size(); ++I)
    Arguments.push_back(
        IsConstant[I]
            ? cast<Value>(ConstantInt::getSigned(
                  Types[I], I < Known.size() ? Known[I].value_or(16) : 16))
            : F->getArg(I));
  CallInst *Call = B.CreateCall(
      Ty, InlineAsm::get(Ty, Asm, Constraints, /*hasSideEffects=*/true),
      Arguments);
  if (Results.empty())
    B.CreateRetVoid();
  else
    B.CreateRet(Call);
  liftInlinePtx(*M);
  EXPECT_FALSE(verifyModule(*M, &errs())) << Asm.str();
}

std::vector<CallInst *> LiftedPtx::calls() const {
  std::vector<CallInst *> Found;
  for (Instruction &I : instructions(*F))
    if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->isInlineAsm())
      Found.push_back(Call);
  return Found;
}

std::vector<LiftedPtx::Statement> LiftedPtx::memoryOps() const {
  std::vector<Statement> Found;
  for (CallInst *Call : calls())
    if (PtxStatement Read = readPtxStatement(*Call); Read.Memory)
      Found.push_back({Call, std::move(Read)});
  return Found;
}

std::vector<std::string> LiftedPtx::unread() const {
  std::vector<std::string> Found;
  for (CallInst *Call : calls())
    if (PtxStatement Read = readPtxStatement(*Call); Read.IsUnread)
      Found.push_back(Read.Text);
  return Found;
}

/// Field \p Field of what a chain of insertvalue makes; the whole where one
/// statement returns it.
static Value *fieldOf(Value *Whole, unsigned Field) {
  while (auto *Insert = dyn_cast<InsertValueInst>(Whole)) {
    if (Insert->getIndices()[0] == Field)
      return Insert->getInsertedValueOperand();
    Whole = Insert->getAggregateOperand();
  }
  if (auto *Constant = dyn_cast<llvm::Constant>(Whole))
    return Constant->getAggregateElement(Field);
  return Whole;
}

Value *LiftedPtx::output(unsigned Field) const {
  Value *Whole = cast<ReturnInst>(F->back().getTerminator())->getReturnValue();
  if (!Whole || !Whole->getType()->isStructTy())
    return Whole;
  return fieldOf(Whole, Field);
}

std::optional<PtxStatement> LiftedPtx::unknownBehind(const Value *V) const {
  const auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return std::nullopt;
  if (const auto *Call = dyn_cast<CallBase>(I); Call && Call->isInlineAsm())
    return readPtxStatement(*Call);
  for (const Value *Op : I->operands())
    if (std::optional<PtxStatement> Found = unknownBehind(Op))
      return Found;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

static uint64_t binary(unsigned Op, unsigned Bits, uint64_t L, uint64_t R) {
  const int64_t SL = asSigned(L, Bits), SR = asSigned(R, Bits);
  switch (Op) {
  case Instruction::Add:
    return L + R;
  case Instruction::Sub:
    return L - R;
  case Instruction::Mul:
    return L * R;
  case Instruction::UDiv:
    return L / R;
  case Instruction::URem:
    return L % R;
  case Instruction::SDiv:
    return uint64_t(SL / SR);
  case Instruction::SRem:
    return uint64_t(SL % SR);
  case Instruction::And:
    return L & R;
  case Instruction::Or:
    return L | R;
  case Instruction::Xor:
    return L ^ R;
  case Instruction::Shl:
    EXPECT_LT(R, Bits);
    return L << (R & 63);
  case Instruction::LShr:
    EXPECT_LT(R, Bits);
    return L >> (R & 63);
  case Instruction::AShr:
    EXPECT_LT(R, Bits);
    return uint64_t(SL >> (R & 63));
  default:
    ADD_FAILURE() << "operation " << Op;
    return 0;
  }
}

static bool holds(CmpInst::Predicate P, unsigned Bits, uint64_t L, uint64_t R) {
  const int64_t SL = asSigned(L, Bits), SR = asSigned(R, Bits);
  switch (P) {
  case CmpInst::ICMP_EQ:
    return L == R;
  case CmpInst::ICMP_NE:
    return L != R;
  case CmpInst::ICMP_ULT:
    return L < R;
  case CmpInst::ICMP_ULE:
    return L <= R;
  case CmpInst::ICMP_UGT:
    return L > R;
  case CmpInst::ICMP_UGE:
    return L >= R;
  case CmpInst::ICMP_SLT:
    return SL < SR;
  case CmpInst::ICMP_SLE:
    return SL <= SR;
  case CmpInst::ICMP_SGT:
    return SL > SR;
  case CmpInst::ICMP_SGE:
    return SL >= SR;
  default:
    ADD_FAILURE() << "comparison " << P;
    return false;
  }
}

static uint64_t reversed(uint64_t Value, unsigned Bits) {
  uint64_t Result = 0;
  for (unsigned I = 0; I != Bits; ++I)
    Result |= (Value >> I & 1) << (Bits - 1 - I);
  return Result;
}

/// PTX ISA, prmt.b32 in its default mode.
static uint64_t permuted(uint64_t A, uint64_t B, uint64_t Selector) {
  uint64_t Result = 0;
  for (unsigned I = 0; I != 4; ++I) {
    const unsigned Pick = Selector >> (4 * I) & 15;
    uint64_t Byte = (B << 32 | A) >> (8 * (Pick & 7)) & 255;
    if (Pick & 8)
      Byte = Byte & 128 ? 255 : 0;
    Result |= Byte << (8 * I);
  }
  return Result;
}

std::optional<uint64_t> LiftedPtx::executeCall(const CallBase &Call,
                                               unsigned Field,
                                               const Arguments &Values,
                                               unsigned Lane) const {
  if (Call.isInlineAsm())
    return std::nullopt;
  auto Argument = [&](unsigned I, unsigned InLane) {
    return execute(Call.getArgOperand(I), Values, InLane);
  };
  std::vector<uint64_t> Of;
  for (unsigned I = 0; I != Call.arg_size(); ++I) {
    std::optional<uint64_t> N = Argument(I, Lane);
    if (!N)
      return std::nullopt;
    Of.push_back(*N);
  }
  if (hiddenBehind(Call))
    return Of[0];
  const Type *Ty = Call.getType();
  const unsigned Bits = Ty->isIntegerTy() ? Ty->getIntegerBitWidth() : 32;
  const Intrinsic::ID ID = Call.getIntrinsicID();
  switch (ID) {
  case Intrinsic::nvvm_read_ptx_sreg_laneid:
    return Lane;
  case Intrinsic::ctpop:
    return std::popcount(Of[0]);
  case Intrinsic::ctlz:
    return std::countl_zero(Of[0]) - (64 - Bits);
  case Intrinsic::bitreverse:
    return reversed(Of[0], Bits);
  case Intrinsic::abs:
    return asSigned(Of[0], Bits) < 0 ? 0 - Of[0] : Of[0];
  case Intrinsic::umin:
    return std::min(Of[0], Of[1]);
  case Intrinsic::umax:
    return std::max(Of[0], Of[1]);
  case Intrinsic::smin:
    return uint64_t(std::min(asSigned(Of[0], Bits), asSigned(Of[1], Bits)));
  case Intrinsic::smax:
    return uint64_t(std::max(asSigned(Of[0], Bits), asSigned(Of[1], Bits)));
  case Intrinsic::fshl:
    return (Of[0] << 32 | Of[1]) << (Of[2] & 31) >> 32;
  case Intrinsic::fshr:
    return (Of[0] << 32 | Of[1]) >> (Of[2] & 31);
  case Intrinsic::nvvm_prmt:
    return permuted(Of[0], Of[1], Of[2]);
  case Intrinsic::nvvm_shfl_sync_up_i32p:
  case Intrinsic::nvvm_shfl_sync_down_i32p:
  case Intrinsic::nvvm_shfl_sync_bfly_i32p:
  case Intrinsic::nvvm_shfl_sync_idx_i32p: {
    // PTX ISA, shfl.sync, in its own names.
    const int64_t BVal = int64_t(Of[2] & 31), CVal = int64_t(Of[3] & 31);
    const int64_t Segment = int64_t(Of[3] >> 8 & 31), Own = Lane;
    const int64_t MinLane = Own & Segment;
    const int64_t MaxLane = MinLane | (CVal & ~Segment & 31);
    const bool Up = ID == Intrinsic::nvvm_shfl_sync_up_i32p;
    const int64_t J = Up                                          ? Own - BVal
                      : ID == Intrinsic::nvvm_shfl_sync_down_i32p ? Own + BVal
                      : ID == Intrinsic::nvvm_shfl_sync_bfly_i32p
                          ? Own ^ BVal
                          : MinLane | (BVal & ~Segment & 31);
    const bool P = Up ? J >= MaxLane : J <= MaxLane;
    return Field == 1 ? uint64_t(P) : Argument(1, P ? unsigned(J) : Lane);
  }
  default:
    return std::nullopt;
  }
}

std::optional<uint64_t> LiftedPtx::execute(const Value *V,
                                           const Arguments &Values,
                                           unsigned Lane) const {
  const Type *Ty = V->getType();
  const unsigned Bits = Ty->isIntegerTy() ? Ty->getIntegerBitWidth() : 64;
  if (const auto *Number = dyn_cast<ConstantInt>(V))
    return Number->getZExtValue();
  if (isa<GlobalVariable>(V))
    return 4096;
  if (const auto *A = dyn_cast<llvm::Argument>(V))
    return lowBits(Values[A->getArgNo()][Lane], Bits);
  auto Of = [&](unsigned I) {
    return execute(cast<User>(V)->getOperand(I), Values, Lane);
  };
  if (const auto *E = dyn_cast<ConstantExpr>(V))
    return lowBits(E->isCast() ? *Of(0)
                               : binary(E->getOpcode(), Bits, *Of(0), *Of(1)),
                   Bits);
  if (const auto *Call = dyn_cast<CallBase>(V)) {
    std::optional<uint64_t> Result = executeCall(*Call, 0, Values, Lane);
    return Result ? std::optional(lowBits(*Result, Bits)) : std::nullopt;
  }
  if (const auto *Extract = dyn_cast<ExtractValueInst>(V))
    return executeCall(*cast<CallBase>(Extract->getAggregateOperand()),
                       Extract->getIndices()[0], Values, Lane);
  const auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return std::nullopt;
  if (isa<SelectInst>(I)) {
    std::optional<uint64_t> Condition = Of(0);
    return Condition ? Of(*Condition ? 1 : 2) : std::nullopt;
  }
  std::optional<uint64_t> L = Of(0);
  if (!L)
    return std::nullopt;
  const Type *FromTy = I->getOperand(0)->getType();
  const unsigned From =
      FromTy->isIntegerTy() ? FromTy->getIntegerBitWidth() : 64;
  if (isa<SExtInst>(I))
    return lowBits(uint64_t(asSigned(*L, From)), Bits);
  if (isa<CastInst>(I))
    return lowBits(*L, Bits);
  std::optional<uint64_t> R = Of(1);
  if (!R)
    return std::nullopt;
  if (const auto *Compare = dyn_cast<ICmpInst>(I))
    return holds(Compare->getPredicate(), From, *L, *R);
  return lowBits(binary(I->getOpcode(), Bits, *L, *R), Bits);
}

//===----------------------------------------------------------------------===//
// Expectations
//===----------------------------------------------------------------------===//

void expectEqual(const LiftedPtx &Block, const Value *V,
                 const Formula &Expected, StringRef Asm) {
  ASSERT_TRUE(V) << Asm.str();
  const unsigned Bits =
      V->getType()->isIntegerTy() ? V->getType()->getIntegerBitWidth() : 64;
  std::mt19937_64 Random(3);
  for (unsigned Round = 0; Round != 64; ++Round) {
    Numbers N(8);
    LiftedPtx::Arguments Values(8);
    for (unsigned I = 0; I != N.size(); ++I) {
      N[I] = Round % 2 ? Random() : Random() % 64;
      Values[I].fill(N[I]);
    }
    const std::optional<uint64_t> Found = Block.execute(V, Values);
    ASSERT_TRUE(Found) << Asm.str();
    ASSERT_EQ(*Found, lowBits(Expected(N), Bits)) << Asm.str();
  }
}

void expectOutput(StringRef Asm, StringRef Constraints,
                  const Formula &Expected) {
  LiftedPtx Block(Asm, Constraints);
  EXPECT_TRUE(Block.memoryOps().empty()) << Asm.str();
  EXPECT_TRUE(Block.unread().empty()) << Asm.str();
  expectEqual(Block, Block.output(), Expected, Asm);
}

std::string causeOf(StringRef Asm, StringRef Constraints) {
  LiftedPtx Block(Asm, Constraints);
  auto Cause = Block.unknownBehind(Block.output());
  return Cause ? Cause->Text : "";
}

} // namespace warplint
