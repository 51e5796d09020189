//===- Arithmetic.cpp - Instructions with one result ----------------------===//
//
// PTX ISA 9.0, sections "Integer Arithmetic Instructions", "Logic and Shift
// Instructions" and "Data Movement and Conversion Instructions".
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "Kernel/Memory/HiddenMultiples.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

/// The operands that a row asks for, all of them known.
using Operands = ArrayRef<Value *>;

//===----------------------------------------------------------------------===//
// Moves and conversions
//===----------------------------------------------------------------------===//

/// mov.b64 d, {low, high}.
static Value *pack(Evaluation &E) {
  auto Elements = elementsOf(E.S.Operands[1]);
  if (E.Bits == 0 || Elements.size() != 2)
    return nullptr;
  Value *Halves[2];
  for (unsigned I : {0u, 1u}) {
    Halves[I] = fit(E.B, E.Registers.read(Elements[I]), E.Bits / 2);
    if (!Halves[I])
      return nullptr;
    Halves[I] = E.B.CreateZExt(Halves[I], E.B.getIntNTy(E.Bits));
  }
  return E.B.CreateOr(Halves[0], E.B.CreateShl(Halves[1], E.Bits / 2));
}

static Value *move(Evaluation &E, Operands) {
  if (E.S.Operands.size() != 2)
    return nullptr;
  if (isVector(E.S.Operands[1]))
    return pack(E);
  StringRef Type = E.S.Opcode.back();
  if (Type == "pred")
    return E.predicate(1);
  // A floating-point or 128-bit move keeps the bits.
  const Operand From = E.Registers.read(E.S.Operands[1]);
  return fit(E.B, From, E.Bits || From.IsLiteral ? typeBits(Type) : 0,
             E.Signed);
}

/// cvt.to.from d, a: a is read as `from`, then brought to the width of `to`.
static Value *convert(Evaluation &E, Operands V) {
  const auto To = integerType(E.S.Opcode[E.S.Opcode.size() - 2]);
  return To ? E.B.CreateIntCast(V[0], E.B.getIntNTy(To->Bits), E.Signed)
            : nullptr;
}

/// cvta.space d, a makes a generic address, cvta.to.space one of the space.
static Value *convertAddress(Evaluation &E, Operands V) {
  const auto Spaces = spacesOf(E.S.Opcode);
  if (Spaces.size() != 1)
    return nullptr;
  static constexpr unsigned ByMemorySpace[] = {
      NVPTXAS::ADDRESS_SPACE_SHARED, NVPTXAS::ADDRESS_SPACE_SHARED_CLUSTER,
      NVPTXAS::ADDRESS_SPACE_GLOBAL, NVPTXAS::ADDRESS_SPACE_LOCAL,
      NVPTXAS::ADDRESS_SPACE_CONST,  NVPTXAS::ADDRESS_SPACE_PARAM};
  Type *Generic = E.B.getPtrTy();
  Type *InSpace = E.B.getPtrTy(ByMemorySpace[size_t(Spaces.front())]);
  const bool ToSpace = E.has("to");
  Value *Pointer = E.B.CreateIntToPtr(V[0], ToSpace ? Generic : InSpace);
  Pointer = E.B.CreateAddrSpaceCast(Pointer, ToSpace ? InSpace : Generic);
  return E.B.CreatePtrToInt(Pointer, V[0]->getType());
}

/// slct.type.s32 d, a, b, c takes a where c is not negative.
static Value *selectBySign(Evaluation &E, Operands V) {
  const auto Type = integerType(E.S.Opcode[E.S.Opcode.size() - 2]);
  Value *L = Type ? E.operand(1, Type->Bits) : nullptr;
  Value *R = Type ? E.operand(2, Type->Bits) : nullptr;
  if (!L || !R || E.S.Opcode.back() != "s32" || E.S.Operands.size() != 4)
    return nullptr;
  Value *C = E.operand(3, 32);
  return C ? E.B.CreateSelect(E.B.CreateICmpSGE(C, E.number(0, 32)), L, R)
           : nullptr;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// .lo keeps the width, .wide doubles it, .hi is the upper half of that.
static Value *product(Evaluation &E, Operands V) {
  if (E.has("hi") && E.Bits == 32)
    return E.B.CreateIntrinsic(E.Signed ? Intrinsic::nvvm_mulhi_i
                                        : Intrinsic::nvvm_mulhi_ui,
                               {V[0], V[1]});
  if (!E.has("lo") && !E.has("wide"))
    return nullptr;
  Type *Ty = E.B.getIntNTy(E.has("wide") ? 2 * E.Bits : E.Bits);
  return E.B.CreateMul(E.B.CreateIntCast(V[0], Ty, E.Signed),
                       E.B.CreateIntCast(V[1], Ty, E.Signed));
}

static Value *productSum(Evaluation &E, Operands V) {
  Value *Product = product(E, V);
  return Product ? E.B.CreateAdd(Product, V[2]) : nullptr;
}

/// The product of the low 24 bits.
static Value *lowProduct(Evaluation &E, Operands V) {
  if (E.Bits != 32 || !E.has("lo"))
    return nullptr;
  auto Low = [&](Value *N) {
    return E.Signed ? E.B.CreateAShr(E.B.CreateShl(N, 8), 8)
                    : E.B.CreateAnd(N, E.number(0xffffff));
  };
  Value *Product = E.B.CreateMul(Low(V[0]), Low(V[1]));
  if (E.Signed)
    Product = hideMultiples(E.B, Product, HiddenFrom::Assembler);
  return V.size() == 2 ? Product : E.B.CreateAdd(Product, V[2]);
}

static Value *quotient(Evaluation &E, Operands V) {
  Value *By = V[1];
  // What IR leaves undefined: x / 0, the smallest number by -1.
  if (const auto *Divisor = dyn_cast<ConstantInt>(By);
      Divisor && (Divisor->isZero() || (E.Signed && Divisor->isMinusOne())))
    return nullptr;
  if (E.Guard)
    By = E.B.CreateSelect(E.Guard, By, E.number(1));
  const bool Remainder = E.is("rem");
  return E.B.CreateBinOp(
      E.Signed ? (Remainder ? Instruction::SRem : Instruction::SDiv)
               : (Remainder ? Instruction::URem : Instruction::UDiv),
      V[0], By);
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

/// \p V moved by \p Amount of the same width, which may be the width and more:
/// nothing is left of it then, or copies of the sign.
static Value *shifted(Evaluation &E, Instruction::BinaryOps Op, Value *V,
                      Value *Amount) {
  const unsigned Width = V->getType()->getIntegerBitWidth();
  const bool KeepsSign = Op == Instruction::AShr;
  Value *InRange = E.B.CreateICmpULT(Amount, E.number(Width, Width));
  // No shift by the width or more, not even where it is not chosen.
  Value *Places = E.B.CreateSelect(InRange, Amount,
                                   E.number(KeepsSign ? Width - 1 : 0, Width));
  Value *Moved = E.B.CreateBinOp(Op, V, Places);
  return KeepsSign ? Moved
                   : E.B.CreateSelect(InRange, Moved, E.number(0, Width));
}

/// As many ones as \p Length says, at most all.
static Value *ones(Evaluation &E, Value *Length) {
  return E.B.CreateNot(shifted(E, Instruction::Shl, E.number(~0ull), Length));
}

/// The amount is a 32-bit operand whatever the type.
static Value *shift(Evaluation &E, Operands V) {
  Value *Amount = V[1];
  // Only zeros are lost from a narrower amount, once it is in range.
  if (E.Bits < 32)
    Amount = E.B.CreateBinaryIntrinsic(Intrinsic::umin, Amount,
                                       E.number(E.Bits, 32));
  return shifted(E,
                 E.is("shl") ? Instruction::Shl
                 : E.Signed  ? Instruction::AShr
                             : Instruction::LShr,
                 V[0], E.B.CreateZExtOrTrunc(Amount, V[0]->getType()));
}

/// shf.{l,r}.{wrap,clamp}.b32 d, a, b, c: 32 bits out of b:a.
static Value *funnelShift(Evaluation &E, Operands V) {
  if (E.Bits != 32)
    return nullptr;
  const bool Left = E.has("l");
  Value *Shifted = E.B.CreateIntrinsic(E.B.getInt32Ty(),
                                       Left ? Intrinsic::fshl : Intrinsic::fshr,
                                       {V[1], V[0], V[2]});
  Shifted = hideMultiples(E.B, Shifted, HiddenFrom::Everybody);
  if (E.has("wrap"))
    return Shifted;
  return E.B.CreateSelect(E.B.CreateICmpULT(V[2], E.number(32)), Shifted,
                          Left ? V[0] : V[1]);
}

/// bfe d, a, position, length.
static Value *extractField(Evaluation &E, Operands V) {
  Value *A = V[0], *Position = V[1], *Length = V[2];
  if (!E.Signed)
    return E.B.CreateAnd(shifted(E, Instruction::LShr, A, Position),
                         ones(E, Length));
  // The field's highest bit, at most that of a, is its sign.
  Value *End = E.B.CreateBinaryIntrinsic(
      Intrinsic::umin, E.B.CreateAdd(Position, Length), E.number(E.Bits));
  Value *Above = E.B.CreateSub(E.number(E.Bits), End);
  Value *Field =
      shifted(E, Instruction::AShr, shifted(E, Instruction::Shl, A, Above),
              E.B.CreateAdd(Above, Position));
  return E.B.CreateSelect(E.B.CreateIsNull(Length), E.number(0), Field);
}

/// bfi f, a, b, position, length: a's low bits inside of b.
static Value *insertField(Evaluation &E, Operands V) {
  Value *Field = shifted(E, Instruction::Shl, ones(E, V[3]), V[2]);
  Value *Moved = shifted(E, Instruction::Shl, V[0], V[2]);
  return E.B.CreateOr(E.B.CreateAnd(V[1], E.B.CreateNot(Field)),
                      E.B.CreateAnd(Moved, Field));
}

/// lop3 d, a, b, c, table: bit 4a + 2b + c of the table, for each bit. Written
/// as (x op y) op z where it is that, else as the sum of its products.
static Value *anyLogic(Evaluation &E, Operands V) {
  const auto *Table = dyn_cast<ConstantInt>(V[3]);
  if (!Table || E.Bits != 32)
    return nullptr;
  const uint8_t Wanted = uint8_t(Table->getZExtValue());
  // The tables of a, b and c alone.
  static constexpr uint8_t Of[3] = {0xf0, 0xcc, 0xaa};
  auto Apply = [](unsigned Op, uint8_t L, uint8_t R) -> uint8_t {
    return Op == 0 ? L & R : Op == 1 ? L | R : L ^ R;
  };
  auto Binary = [&](unsigned Op, Value *L, Value *R) {
    return Op == 0   ? E.B.CreateAnd(L, R)
           : Op == 1 ? E.B.CreateOr(L, R)
                     : E.B.CreateXor(L, R);
  };
  for (unsigned Last = 0; Last != 3; ++Last)
    for (unsigned First = 0; First != 3; ++First)
      for (unsigned Second = 0; Second != 3; ++Second)
        for (unsigned Not = 0; Not != 8; ++Not) {
          auto Flip = [&](unsigned I) -> uint8_t {
            return Not >> I & 1 ? uint8_t(~Of[I]) : Of[I];
          };
          const unsigned X = (Last + 1) % 3, Y = (Last + 2) % 3;
          if (Apply(Second, Apply(First, Flip(X), Flip(Y)), Flip(Last)) !=
              Wanted)
            continue;
          auto Input = [&](unsigned I) {
            return Not >> I & 1 ? E.B.CreateNot(V[I]) : V[I];
          };
          return Binary(Second, Binary(First, Input(X), Input(Y)), Input(Last));
        }
  Value *Sum = E.number(0);
  for (unsigned Row = 0; Row != 8; ++Row) {
    if (!(Wanted >> Row & 1))
      continue;
    Value *Product = E.number(~0ull);
    for (unsigned I = 0; I != 3; ++I)
      Product = E.B.CreateAnd(Product,
                              Row >> (2 - I) & 1 ? V[I] : E.B.CreateNot(V[I]));
    Sum = E.B.CreateOr(Sum, Product);
  }
  return Sum;
}

/// 32 bits of result for any operand.
static Value *leadingZeros(Evaluation &E, Operands V) {
  return E.B.CreateZExtOrTrunc(
      E.B.CreateBinaryIntrinsic(Intrinsic::ctlz, V[0], E.B.getFalse()),
      E.B.getInt32Ty());
}

/// bfind d, a: the place of the highest one, all ones where there is none.
static Value *findHighest(Evaluation &E, Operands V) {
  if (E.Signed)
    return nullptr;
  Value *Zeros = leadingZeros(E, V);
  if (!E.has("shiftamt"))
    return E.B.CreateSub(E.number(E.Bits - 1, 32), Zeros);
  return E.B.CreateSelect(E.B.CreateIsNull(V[0]), E.number(~0ull, 32), Zeros);
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

template <Intrinsic::ID IfSigned, Intrinsic::ID IfUnsigned>
static Value *choice(Evaluation &E, Operands V) {
  return E.B.CreateBinaryIntrinsic(E.Signed ? IfSigned : IfUnsigned, V[0],
                                   V[1]);
}

template <Instruction::BinaryOps Op>
static Value *binary(Evaluation &E, Operands V) {
  return E.B.CreateBinOp(Op, V[0], V[1]);
}

static bool wholeWord(StringRef Type) { return Type == "u32" || Type == "s32"; }

namespace {
struct Row {
  StringLiteral Name;
  /// How each operand is read: t as the type of the opcode says, w as the
  /// product of two of them, i in 32 bits, b in 8, p as a predicate; c is the
  /// low eight bits of a position or length, in the width of the type.
  StringLiteral Reads;
  Value *(*Lift)(Evaluation &E, Operands V);
};
} // namespace

static constexpr Row Rows[] = {
    {"mov", "", move},
    {"cvt", "t", convert},
    {"cvta", "t", convertAddress},
    {"slct", "", selectBySign},
    {"selp", "ttp",
     [](Evaluation &E, Operands V) {
       return E.B.CreateSelect(V[2], V[0], V[1]);
     }},
    {"add", "tt", binary<Instruction::Add>},
    {"sub", "tt", binary<Instruction::Sub>},
    // The sum of three.
    {"vadd", "iii",
     [](Evaluation &E, Operands V) -> Value * {
       return E.S.Opcode.size() == 5 && E.S.Opcode[4] == "add" &&
                      all_of(ArrayRef(E.S.Opcode).slice(1, 3), wholeWord)
                  ? E.B.CreateAdd(E.B.CreateAdd(V[0], V[1]), V[2])
                  : nullptr;
     }},
    {"neg", "t", [](Evaluation &E, Operands V) { return E.B.CreateNeg(V[0]); }},
    {"mul", "tt", product},
    {"mad", "ttw", productSum},
    {"mul24", "tt", lowProduct},
    {"mad24", "ttt", lowProduct},
    {"div", "tt", quotient},
    {"rem", "tt", quotient},
    {"min", "tt", choice<Intrinsic::smin, Intrinsic::umin>},
    {"max", "tt", choice<Intrinsic::smax, Intrinsic::umax>},
    {"abs", "t",
     [](Evaluation &E, Operands V) -> Value * {
       return E.B.CreateBinaryIntrinsic(Intrinsic::abs, V[0], E.B.getFalse());
     }},
    {"and", "tt", binary<Instruction::And>},
    {"or", "tt", binary<Instruction::Or>},
    {"xor", "tt", binary<Instruction::Xor>},
    {"not", "t", [](Evaluation &E, Operands V) { return E.B.CreateNot(V[0]); }},
    // 1 where a is zero, else 0.
    {"cnot", "t",
     [](Evaluation &E, Operands V) {
       return E.B.CreateZExt(E.B.CreateIsNull(V[0]), V[0]->getType());
     }},
    {"lop3", "iiib", anyLogic},
    {"shl", "ti", shift},
    {"shr", "ti", shift},
    {"shf", "iii", funnelShift},
    {"bfe", "tcc", extractField},
    {"bfi", "ttcc", insertField},
    // bmsk.clamp d, position, length.
    {"bmsk", "ii",
     [](Evaluation &E, Operands V) {
       return E.Bits == 32 && E.has("clamp")
                  ? shifted(E, Instruction::Shl, ones(E, V[1]), V[0])
                  : nullptr;
     }},
    // prmt.b32 d, a, b, selector: each byte of d is one of b:a. Modes (.f4e,
    // .rc8, ...) take fewer operand forms apart.
    {"prmt", "iii",
     [](Evaluation &E, Operands V) -> Value * {
       return E.Bits != 0 && E.S.Opcode.size() == 2
                  ? E.B.CreateIntrinsic(Intrinsic::nvvm_prmt, V)
                  : nullptr;
     }},
    {"popc", "t",
     [](Evaluation &E, Operands V) {
       return E.B.CreateZExtOrTrunc(
           E.B.CreateUnaryIntrinsic(Intrinsic::ctpop, V[0]), E.B.getInt32Ty());
     }},
    {"clz", "t", leadingZeros},
    {"bfind", "t", findHighest},
    {"brev", "t",
     [](Evaluation &E, Operands V) -> Value * {
       return E.B.CreateUnaryIntrinsic(Intrinsic::bitreverse, V[0]);
     }},
};

static Value *operandAs(Evaluation &E, unsigned I, char How) {
  switch (How) {
  case 'p':
    return E.predicate(I);
  case 'w':
    return E.operand(I, E.has("wide") ? 2 * E.Bits : E.Bits, E.Signed);
  case 'i':
    return E.operand(I, 32);
  case 'b':
    return E.operand(I, 8);
  case 'c': {
    Value *V = E.operand(I, 8);
    return V ? E.B.CreateZExt(V, E.B.getIntNTy(E.Bits)) : nullptr;
  }
  default:
    return E.operand(I);
  }
}

Value *warplint::ptx::liftOneResult(Evaluation &E) {
  const auto *R = find_if(Rows, [&](const Row &R) { return E.is(R.Name); });
  if (R == std::end(Rows) || E.has("sat") || E.has("relu") ||
      (!R->Reads.empty() && E.S.Operands.size() != R->Reads.size() + 1))
    return nullptr;
  SmallVector<Value *, 4> Known;
  for (auto [I, How] : enumerate(R->Reads)) {
    Known.push_back(operandAs(E, unsigned(I) + 1, How));
    if (!Known.back())
      return nullptr;
  }
  return R->Lift(E, Known);
}
