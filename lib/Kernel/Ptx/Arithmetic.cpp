//===- Arithmetic.cpp - Instructions between registers --------------------===//
//
// PTX ISA 9.0, sections "Integer Arithmetic Instructions" and "Data Movement
// and Conversion Instructions".
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

Evaluation::Evaluation(const Statement &S, RegisterFile &Registers, Builder &B)
    : S(S), Registers(Registers), B(B) {
  if (auto Type = integerType(S.Opcode.back())) {
    Bits = Type->Bits;
    Signed = Type->Signed;
  }
}

Value *Evaluation::operand(unsigned I, unsigned Width, bool IsSigned) {
  if (I >= S.Operands.size() || Width == 0)
    return nullptr;
  return fit(B, Registers.read(S.Operands[I]), Width, IsSigned);
}

Value *Evaluation::place(unsigned I) {
  Value *V = operand(I, 8);
  return V ? B.CreateZExt(V, B.getIntNTy(Bits)) : nullptr;
}

Value *Evaluation::predicate(unsigned I) {
  return I < S.Operands.size() ? Registers.readPredicate(S.Operands[I])
                               : nullptr;
}

Value *Evaluation::shift(Instruction::BinaryOps Op, Value *V, Value *Amount) {
  const unsigned Width = V->getType()->getIntegerBitWidth();
  const bool KeepsSign = Op == Instruction::AShr;
  Value *InRange = B.CreateICmpULT(Amount, number(Width, Width));
  // No shift by the width or more, not even where it is not chosen.
  Value *Places =
      B.CreateSelect(InRange, Amount, number(KeepsSign ? Width - 1 : 0, Width));
  Value *Moved = B.CreateBinOp(Op, V, Places);
  return KeepsSign ? Moved : B.CreateSelect(InRange, Moved, number(0, Width));
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

namespace {
class Arithmetic : public Evaluation {
public:
  Arithmetic(const Statement &S, Value *Guard, RegisterFile &Registers,
             Builder &B)
      : Evaluation(S, Registers, B), Guard(Guard) {}

  Value *move();
  Value *pack();
  Value *convert();
  Value *convertAddress();
  Value *sum();
  Value *negation();
  Value *product();
  Value *productSum();
  Value *lowProduct();
  Value *quotient();
  Value *choice();
  Value *absolute();
  Value *selection();

  Value *Guard;
};
} // namespace

/// mov.b64 d, {low, high}.
Value *Arithmetic::pack() {
  auto Elements = elementsOf(S.Operands[1]);
  if (Bits == 0 || Elements.size() != 2)
    return nullptr;
  Value *Halves[2];
  for (unsigned I : {0u, 1u}) {
    Halves[I] = fit(B, Registers.read(Elements[I]), Bits / 2);
    if (!Halves[I])
      return nullptr;
    Halves[I] = B.CreateZExt(Halves[I], B.getIntNTy(Bits));
  }
  return B.CreateOr(Halves[0], B.CreateShl(Halves[1], Bits / 2));
}

Value *Arithmetic::move() {
  if (S.Operands.size() != 2)
    return nullptr;
  if (isVector(S.Operands[1]))
    return pack();
  if (S.Opcode.back() == "pred")
    return predicate(1);
  // A floating-point or 128-bit move keeps the bits.
  const Operand From = Registers.read(S.Operands[1]);
  return fit(B, From, Bits || From.IsLiteral ? typeBits(S.Opcode.back()) : 0,
             Signed);
}

/// cvt.to.from d, a: a is read as `from`, then brought to the width of `to`.
Value *Arithmetic::convert() {
  if (S.Opcode.size() < 3 || has("sat") || has("pack"))
    return nullptr;
  const auto To = integerType(S.Opcode[S.Opcode.size() - 2]);
  Value *From = operand(1);
  if (!To || !From)
    return nullptr;
  return B.CreateIntCast(From, B.getIntNTy(To->Bits), Signed);
}

static std::optional<unsigned> addressSpaceOf(PtxSpace Space) {
  switch (Space) {
  case PtxSpace::Shared:
    return NVPTXAS::ADDRESS_SPACE_SHARED;
  case PtxSpace::SharedCluster:
    return NVPTXAS::ADDRESS_SPACE_SHARED_CLUSTER;
  case PtxSpace::Global:
    return NVPTXAS::ADDRESS_SPACE_GLOBAL;
  case PtxSpace::Const:
    return NVPTXAS::ADDRESS_SPACE_CONST;
  case PtxSpace::Local:
    return NVPTXAS::ADDRESS_SPACE_LOCAL;
  case PtxSpace::Param:
    return NVPTXAS::ADDRESS_SPACE_PARAM;
  default:
    return std::nullopt;
  }
}

/// cvta.space d, a makes a generic address, cvta.to.space one of the space.
Value *Arithmetic::convertAddress() {
  const auto Spaces = spacesOf(S.Opcode);
  Value *From = operand(1);
  const auto Space =
      Spaces.size() == 1 ? addressSpaceOf(Spaces.front()) : std::nullopt;
  if (!From || !Space)
    return nullptr;
  Type *Generic = B.getPtrTy(), *InSpace = B.getPtrTy(*Space);
  const bool ToSpace = has("to");
  Value *Pointer = B.CreateIntToPtr(From, ToSpace ? Generic : InSpace);
  Pointer = B.CreateAddrSpaceCast(Pointer, ToSpace ? InSpace : Generic);
  return B.CreatePtrToInt(Pointer, From->getType());
}

Value *Arithmetic::sum() {
  Value *L = operand(1), *R = operand(2);
  if (!L || !R || has("sat"))
    return nullptr;
  return S.Opcode.front() == "sub" ? B.CreateSub(L, R) : B.CreateAdd(L, R);
}

Value *Arithmetic::negation() {
  Value *A = operand(1);
  return A ? B.CreateNeg(A) : nullptr;
}

/// Operands 1 and 2 multiplied: .lo keeps the width, .wide doubles it.
Value *Arithmetic::product() {
  Value *L = operand(1), *R = operand(2);
  if (!L || !R || (!has("lo") && !has("wide")))
    return nullptr;
  Type *Ty = B.getIntNTy(has("wide") ? 2 * Bits : Bits);
  return B.CreateMul(B.CreateIntCast(L, Ty, Signed),
                     B.CreateIntCast(R, Ty, Signed));
}

/// mad: the product plus operand 3.
Value *Arithmetic::productSum() {
  Value *Product = product();
  if (!Product || has("sat"))
    return nullptr;
  Value *Summand = operand(3, Product->getType()->getIntegerBitWidth(), Signed);
  return Summand ? B.CreateAdd(Product, Summand) : nullptr;
}

/// mul24 and mad24: the product of the low 24 bits of operands 1 and 2.
Value *Arithmetic::lowProduct() {
  Value *L = operand(1), *R = operand(2);
  if (!L || !R || Bits != 32 || !has("lo") || has("sat"))
    return nullptr;
  for (Value **V : {&L, &R})
    *V = Signed ? B.CreateAShr(B.CreateShl(*V, 8), 8)
                : B.CreateAnd(*V, number(0xffffff));
  Value *Product = B.CreateMul(L, R);
  if (S.Opcode.front() == "mul24")
    return Product;
  Value *Summand = operand(3);
  return Summand ? B.CreateAdd(Product, Summand) : nullptr;
}

Value *Arithmetic::quotient() {
  Value *L = operand(1), *R = operand(2);
  if (!L || !R)
    return nullptr;
  // What IR leaves undefined: x / 0, the smallest number by -1.
  if (const auto *Divisor = dyn_cast<ConstantInt>(R);
      Divisor && (Divisor->isZero() || (Signed && Divisor->isMinusOne())))
    return nullptr;
  if (Guard)
    R = B.CreateSelect(Guard, R, number(1));
  const bool Remainder = S.Opcode.front() == "rem";
  return B.CreateBinOp(
      Signed ? (Remainder ? Instruction::SRem : Instruction::SDiv)
             : (Remainder ? Instruction::URem : Instruction::UDiv),
      L, R);
}

/// min and max of two operands.
Value *Arithmetic::choice() {
  Value *L = operand(1), *R = operand(2);
  if (!L || !R || S.Operands.size() != 3 || has("relu"))
    return nullptr;
  const bool Maximum = S.Opcode.front() == "max";
  return B.CreateBinaryIntrinsic(
      Signed ? (Maximum ? Intrinsic::smax : Intrinsic::smin)
             : (Maximum ? Intrinsic::umax : Intrinsic::umin),
      L, R);
}

Value *Arithmetic::absolute() {
  Value *A = operand(1);
  return A ? B.CreateBinaryIntrinsic(Intrinsic::abs, A, B.getFalse()) : nullptr;
}

/// selp d, a, b, p takes a where p holds; slct.type.s32 d, a, b, c where c is
/// not negative.
Value *Arithmetic::selection() {
  const bool ByPredicate = S.Opcode.front() == "selp";
  const auto Type = integerType(
      S.Opcode[ByPredicate ? S.Opcode.size() - 1 : S.Opcode.size() - 2]);
  if (!Type || S.Operands.size() != 4)
    return nullptr;
  Value *L = operand(1, Type->Bits), *R = operand(2, Type->Bits);
  Value *Condition = nullptr;
  if (ByPredicate)
    Condition = predicate(3);
  else if (Value *C = operand(3, 32); C && S.Opcode.back() == "s32")
    Condition = B.CreateICmpSGE(C, number(0, 32));
  return L && R && Condition ? B.CreateSelect(Condition, L, R) : nullptr;
}

//===----------------------------------------------------------------------===//
// Any register instruction
//===----------------------------------------------------------------------===//

namespace {
struct ArithmeticRow {
  StringLiteral Name;
  Value *(Arithmetic::*Lift)();
};
} // namespace

static constexpr ArithmeticRow ArithmeticRows[] = {
    {"mov", &Arithmetic::move},
    {"cvt", &Arithmetic::convert},
    {"cvta", &Arithmetic::convertAddress},
    {"add", &Arithmetic::sum},
    {"sub", &Arithmetic::sum},
    {"neg", &Arithmetic::negation},
    {"mul", &Arithmetic::product},
    {"mad", &Arithmetic::productSum},
    {"mul24", &Arithmetic::lowProduct},
    {"mad24", &Arithmetic::lowProduct},
    {"div", &Arithmetic::quotient},
    {"rem", &Arithmetic::quotient},
    {"min", &Arithmetic::choice},
    {"max", &Arithmetic::choice},
    {"abs", &Arithmetic::absolute},
    {"selp", &Arithmetic::selection},
    {"slct", &Arithmetic::selection},
};

/// mov.b64 {low, high}, a.
static Results unpack(Evaluation &E, unsigned Parts) {
  Results R;
  Value *Whole = E.operand(1);
  if (!Whole || E.Bits % Parts != 0)
    return R;
  const unsigned Bits = E.Bits / Parts;
  for (unsigned I = 0; I != Parts; ++I)
    R.push_back(E.B.CreateTrunc(E.B.CreateLShr(Whole, uint64_t(I) * Bits),
                                E.B.getIntNTy(Bits)));
  return R;
}

Results warplint::ptx::liftInstruction(const Statement &S, Value *Guard,
                                       RegisterFile &Registers, Builder &B) {
  Arithmetic E(S, Guard, Registers, B);
  if (Results R = liftPredicate(E); !R.empty())
    return R;
  StringRef Name = S.Opcode.front();
  const unsigned NumDestinations = destinationsOf(S).size();
  if (Name == "shfl")
    return liftShuffle(E);
  if (NumDestinations > 1)
    return Name == "mov" ? unpack(E, NumDestinations) : Results();
  if (NumDestinations == 0 || S.Opcode.size() < 2)
    return {};
  Value *V = liftBits(E);
  for (const ArithmeticRow &Row : ArithmeticRows)
    if (Row.Name == Name)
      V = (E.*Row.Lift)();
  return V ? Results{V} : Results();
}
