//===- InlinePtxOperationTests.cpp - Operations against execution ---------===//
//
// Random straight-line programs of logic, shifts, bit fields, selections and
// shuffles, whose arguments have a value in each lane. A few lines execute them
// as the PTX ISA says; what lifting makes of an output, put on the same values,
// has to be the same number in every lane.
//
//===----------------------------------------------------------------------===//

#include "LiftedPtx.h"
#include <random>

using namespace warplint;

namespace {

constexpr unsigned NumArguments = 4; // 0 and 1 have 32 bits, 2 and 3 have 64
using Arguments = LiftedPtx::Arguments;

//===----------------------------------------------------------------------===//
// What the ISA says
//===----------------------------------------------------------------------===//

struct Register {
  unsigned Bits;
  LaneValues Values;
  std::string Name;
};

class RandomProgram {
public:
  RandomProgram(std::mt19937_64 &Random, const Arguments &Values)
      : Random(Random) {
    for (unsigned I = 0; I < NumArguments; ++I)
      Registers.push_back(
          {I < 2 ? 32u : 64u, Values[I], "$" + std::to_string(I + 1)});
    Text = "{ .reg .b32 r<32>; .reg .b64 d<32>; .reg .pred p<32>;\n";
    for (unsigned Steps = 1 + below(5); Steps > 0; --Steps)
      addInstruction();
    const Register &Last = Registers.back();
    Text += "mov.b" + std::to_string(Last.Bits) + " $0, " + Last.Name + "; }";
  }

  const Register &result() const { return Registers.back(); }
  std::string Text;

private:
  using Function = std::function<uint64_t(unsigned Lane)>;

  unsigned below(unsigned N) { return unsigned(Random() % N); }
  static std::string text(uint64_t N) { return std::to_string(N); }

  Register anyOf(unsigned Bits) {
    Register R;
    do
      R = Registers[below(unsigned(Registers.size()))];
    while (R.Bits != Bits);
    return R;
  }

  void define(const std::string &Opcode, const std::string &Operands,
              unsigned Bits, const Function &Value) {
    Register R;
    R.Bits = Bits;
    R.Name = (Bits == 32 ? "r" : "d") + std::to_string(Next++);
    for (unsigned Lane = 0; Lane != Lanes; ++Lane)
      R.Values[Lane] = lowBits(Value(Lane), Bits);
    Text += Opcode + " " + R.Name + ", " + Operands + ";\n";
    Registers.push_back(std::move(R));
  }

  void addInstruction();
  void addLogic(unsigned Width);
  void addShift(unsigned Width);
  void addField(unsigned Width);
  void addArithmetic(unsigned Width);
  void addChoice(unsigned Width);
  void addBytes();
  void addShuffle();

  std::mt19937_64 &Random;
  std::vector<Register> Registers;
  unsigned Next = 0;
};

void RandomProgram::addLogic(unsigned Width) {
  const std::string B = ".b" + text(Width);
  const Register A = anyOf(Width), C = anyOf(Width), D = anyOf(Width);
  const std::string Two = A.Name + ", " + C.Name;
  switch (below(6)) {
  case 0:
    return define("and" + B, Two, Width,
                  [=](unsigned L) { return A.Values[L] & C.Values[L]; });
  case 1:
    return define("or" + B, Two, Width,
                  [=](unsigned L) { return A.Values[L] | C.Values[L]; });
  case 2:
    return define("xor" + B, Two, Width,
                  [=](unsigned L) { return A.Values[L] ^ C.Values[L]; });
  case 3:
    return define("not" + B, A.Name, Width,
                  [=](unsigned L) { return ~A.Values[L]; });
  case 4:
    return define("cnot" + B, A.Name, Width,
                  [=](unsigned L) { return A.Values[L] == 0; });
  default: {
    const Register X = anyOf(32), Y = anyOf(32), Z = anyOf(32);
    const unsigned Table = below(256);
    return define("lop3.b32",
                  X.Name + ", " + Y.Name + ", " + Z.Name + ", " + text(Table),
                  32, [=](unsigned L) {
                    uint64_t Result = 0;
                    for (unsigned I = 0; I != 32; ++I) {
                      const unsigned Row = unsigned(X.Values[L] >> I & 1) * 4 +
                                           unsigned(Y.Values[L] >> I & 1) * 2 +
                                           unsigned(Z.Values[L] >> I & 1);
                      Result |= uint64_t(Table >> Row & 1) << I;
                    }
                    return Result;
                  });
  }
  }
}

void RandomProgram::addShift(unsigned Width) {
  const Register A = anyOf(Width), By = anyOf(32), High = anyOf(32),
                 Low = anyOf(32);
  const bool IsConstant = below(2) != 0;
  const unsigned Places = below(Width + 8);
  auto Amount = [=](unsigned L) { return IsConstant ? Places : By.Values[L]; };
  const std::string Operands =
      A.Name + ", " + (IsConstant ? text(Places) : By.Name);
  switch (below(4)) {
  case 0:
    return define("shl.b" + text(Width), Operands, Width, [=](unsigned L) {
      return Amount(L) >= Width ? 0 : A.Values[L] << Amount(L);
    });
  case 1:
    return define("shr.u" + text(Width), Operands, Width, [=](unsigned L) {
      return Amount(L) >= Width ? 0 : A.Values[L] >> Amount(L);
    });
  case 2:
    return define("shr.s" + text(Width), Operands, Width, [=](unsigned L) {
      return uint64_t(asSigned(A.Values[L], Width) >>
                      std::min<uint64_t>(Amount(L), Width - 1));
    });
  default: {
    const bool Left = below(2) != 0, Wraps = below(2) != 0;
    const unsigned N = Wraps ? Places & 31 : std::min(Places, 32u);
    return define(std::string("shf.") + (Left ? "l" : "r") +
                      (Wraps ? ".wrap" : ".clamp") + ".b32",
                  Low.Name + ", " + High.Name + ", " + text(Places), 32,
                  [=](unsigned L) {
                    const uint64_t Both = High.Values[L] << 32 | Low.Values[L];
                    return Left ? (Both << N) >> 32 : Both >> N;
                  });
  }
  }
}

void RandomProgram::addField(unsigned Width) {
  const Register A = anyOf(Width), C = anyOf(Width);
  const unsigned Position = below(Width + 4), Length = below(Width + 4);
  const std::string Field = ", " + text(Position) + ", " + text(Length);
  const unsigned Highest = Width - 1;
  switch (below(3)) {
  case 0: // In the words of the ISA: bit by bit, with the sign above.
  case 1: {
    const bool Signed = below(2) != 0;
    return define(std::string("bfe.") + (Signed ? "s" : "u") + text(Width),
                  A.Name + Field, Width, [=](unsigned L) {
                    uint64_t Result = 0;
                    const unsigned SignAt =
                        std::min(Position + Length - 1, Highest);
                    const bool Sign =
                        Signed && Length != 0 && (A.Values[L] >> SignAt & 1);
                    for (unsigned I = 0; I <= Highest; ++I) {
                      const bool Bit = I < Length && Position + I <= Highest
                                           ? A.Values[L] >> (Position + I) & 1
                                           : Sign;
                      Result |= uint64_t(Bit) << I;
                    }
                    return Result;
                  });
  }
  default:
    return define("bfi.b" + text(Width), A.Name + ", " + C.Name + Field, Width,
                  [=](unsigned L) {
                    uint64_t Result = C.Values[L];
                    for (unsigned I = 0; I < Length && Position + I <= Highest;
                         ++I) {
                      Result &= ~(uint64_t(1) << (Position + I));
                      Result |= (A.Values[L] >> I & 1) << (Position + I);
                    }
                    return Result;
                  });
  }
}

void RandomProgram::addArithmetic(unsigned Width) {
  const Register A = anyOf(Width), C = anyOf(Width), X = anyOf(32),
                 Y = anyOf(32);
  const bool Signed = below(2) != 0;
  const std::string T = (Signed ? "s" : "u") + text(Width);
  const std::string Two = A.Name + ", " + C.Name;
  switch (below(6)) {
  case 0:
    return define("mul.lo." + T, Two, Width,
                  [=](unsigned L) { return A.Values[L] * C.Values[L]; });
  case 1: {
    const unsigned Divisor = 1 + below(100);
    const bool Remainder = below(2) != 0;
    return define((Remainder ? "rem." : "div.") + T,
                  A.Name + ", " + text(Divisor), Width, [=](unsigned L) {
                    const int64_t S = asSigned(A.Values[L], Width);
                    if (Signed)
                      return uint64_t(Remainder ? S % Divisor : S / Divisor);
                    return Remainder ? A.Values[L] % Divisor
                                     : A.Values[L] / Divisor;
                  });
  }
  case 2:
    return define("abs.s" + text(Width), A.Name, Width, [=](unsigned L) {
      const uint64_t V = A.Values[L];
      return asSigned(V, Width) < 0 ? 0 - V : V;
    });
  case 3: {
    auto Low24 = [=](uint64_t V) {
      return Signed ? uint64_t(asSigned(V, 24)) : lowBits(V, 24);
    };
    return define(std::string("mad24.lo.") + (Signed ? "s32" : "u32"),
                  X.Name + ", " + Y.Name + ", 5", 32, [=](unsigned L) {
                    return Low24(X.Values[L]) * Low24(Y.Values[L]) + 5;
                  });
  }
  case 4:
    return define("popc.b" + text(Width), A.Name, 32, [=](unsigned L) {
      return uint64_t(__builtin_popcountll(A.Values[L]));
    });
  default:
    return define("clz.b" + text(Width), A.Name, 32, [=](unsigned L) {
      uint64_t N = 0;
      while (N < Width && !(A.Values[L] >> (Width - 1 - N) & 1))
        ++N;
      return N;
    });
  }
}

void RandomProgram::addChoice(unsigned Width) {
  const Register A = anyOf(Width), C = anyOf(Width), X = anyOf(Width);
  const bool Signed = below(2) != 0;
  const std::string T = (Signed ? "s" : "u") + text(Width);
  auto Less = [=](unsigned L) {
    return Signed ? asSigned(A.Values[L], Width) < asSigned(C.Values[L], Width)
                  : A.Values[L] < C.Values[L];
  };
  const std::string Two = A.Name + ", " + C.Name;
  const std::string P = "p" + text(Next), Q = "p" + text(Next + 1);
  switch (below(4)) {
  case 0:
    return define("min." + T, Two, Width, [=](unsigned L) {
      return Less(L) ? A.Values[L] : C.Values[L];
    });
  case 1:
    Text += "setp.lt." + T + " " + P + ", " + Two + ";\n";
    return define("selp.b" + text(Width), X.Name + ", 1, " + P, Width,
                  [=](unsigned L) { return Less(L) ? X.Values[L] : 1; });
  case 2: { // A write in some lanes only.
    Text += "setp.lt." + T + " " + P + ", " + Two + ";\n";
    define("mov.b" + text(Width), A.Name, Width,
           [=](unsigned L) { return A.Values[L]; });
    Register &R = Registers.back();
    Text += "@!" + P + " mov.b" + text(Width) + " " + R.Name + ", " + X.Name +
            ";\n";
    for (unsigned L = 0; L != Lanes; ++L)
      if (!Less(L))
        R.Values[L] = X.Values[L];
    return;
  }
  default:
    Text += "setp.lt." + T + " " + P + ", " + Two + ";\n";
    Text += "setp.eq.xor.u" + text(Width) + " " + Q + ", " + X.Name + ", " +
            A.Name + ", " + P + ";\n";
    return define("selp.b" + text(Width), "7, 3, " + Q, Width,
                  [=](unsigned L) -> uint64_t {
                    return (X.Values[L] == A.Values[L]) != Less(L) ? 7 : 3;
                  });
  }
}

void RandomProgram::addBytes() {
  const Register A = anyOf(32), C = anyOf(32), W = anyOf(64);
  if (below(2)) {
    unsigned Selector = 0;
    for (unsigned I = 0; I != 4; ++I)
      Selector |= below(8) << (4 * I);
    return define("prmt.b32", A.Name + ", " + C.Name + ", " + text(Selector),
                  32, [=](unsigned L) {
                    const uint64_t Both = C.Values[L] << 32 | A.Values[L];
                    uint64_t Result = 0;
                    for (unsigned I = 0; I != 4; ++I)
                      Result |= (Both >> 8 * (Selector >> (4 * I) & 7) & 255)
                                << 8 * I;
                    return Result;
                  });
  }
  // The high half of a pair.
  Register R{32, {}, "r" + text(Next++)};
  for (unsigned L = 0; L != Lanes; ++L)
    R.Values[L] = W.Values[L] >> 32;
  Text += "mov.b64 {_, " + R.Name + "}, " + W.Name + ";\n";
  Registers.push_back(std::move(R));
}

void RandomProgram::addShuffle() {
  static const char *const Modes[] = {"up", "down", "bfly", "idx"};
  const unsigned Mode = below(4);
  const Register A = anyOf(32), B = anyOf(32);
  const bool IsConstant = below(2) != 0;
  const unsigned Width = 1u << below(6); // of __shfl_sync
  const unsigned C = (32 - Width) << 8 | (Mode == 0 ? 0 : 31);
  const unsigned Fixed = below(32);
  define(std::string("shfl.sync.") + Modes[Mode] + ".b32",
         A.Name + ", " + (IsConstant ? text(Fixed) : B.Name) + ", " + text(C) +
             ", -1",
         32, [=](unsigned Lane) {
           const int64_t BVal =
               int64_t((IsConstant ? Fixed : B.Values[Lane]) & 31);
           const int64_t CVal = C & 31, Segment = C >> 8 & 31;
           const int64_t MinLane = Lane & Segment;
           const int64_t MaxLane = MinLane | (CVal & ~Segment & 31);
           int64_t J = 0;
           bool P = false;
           switch (Mode) {
           case 0:
             J = Lane - BVal;
             P = J >= MaxLane;
             break;
           case 1:
             J = Lane + BVal;
             P = J <= MaxLane;
             break;
           case 2:
             J = Lane ^ BVal;
             P = J <= MaxLane;
             break;
           default:
             J = MinLane | (BVal & ~Segment & 31);
             P = J <= MaxLane;
             break;
           }
           return A.Values[P ? unsigned(J) : Lane];
         });
}

void RandomProgram::addInstruction() {
  const unsigned Width = below(2) ? 32 : 64;
  switch (below(7)) {
  case 0:
    return addLogic(Width);
  case 1:
    return addShift(Width);
  case 2:
    return addField(Width);
  case 3:
    return addArithmetic(Width);
  case 4:
    return addChoice(Width);
  case 5:
    return addBytes();
  default:
    return addShuffle();
  }
}

/// Small and large numbers, and those with long runs of one bit.
uint64_t interesting(std::mt19937_64 &Random, unsigned Bits) {
  switch (Random() % 4) {
  case 0:
    return lowBits(Random() % 64, Bits);
  case 1:
    return lowBits(0 - Random() % 64, Bits);
  case 2:
    return lowBits(~uint64_t(0) << Random() % Bits, Bits);
  default:
    return lowBits(Random(), Bits);
  }
}

TEST(PtxOperations, LiftedCodeEqualsExecution) {
  std::mt19937_64 Random(5);
  for (unsigned Round = 0; Round < 5000; ++Round) {
    Arguments Values(NumArguments);
    for (unsigned I = 0; I < NumArguments; ++I)
      for (uint64_t &Value : Values[I])
        Value = interesting(Random, I < 2 ? 32 : 64);
    const RandomProgram Program(Random, Values);
    LiftedPtx Block(Program.Text,
                    Program.result().Bits == 32 ? "=r,r,r,l,l" : "=l,r,r,l,l");
    ASSERT_TRUE(Block.unread().empty()) << Program.Text;
    for (unsigned Lane = 0; Lane != Lanes; ++Lane)
      ASSERT_EQ(Block.execute(Block.output(), Values, Lane),
                Program.result().Values[Lane])
          << Program.Text << "\nlane " << Lane;
  }
}

TEST(PtxOperations, ShuffleTellsWhoIsInTheSegment) {
  // shfl.up by 3 in groups of 8: lanes 0, 1, 2 of each group are outside.
  LiftedPtx Block("{ .reg .pred p; shfl.sync.up.b32 $0|p, $1, 3, 0x1800, -1;\n"
                  "  @p st.shared.u32 [$2], $0; }",
                  "=r,r,r");
  auto Op = Block.memoryOps().back();
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    EXPECT_EQ(Block.execute(Op[Op.Read.Guard], Arguments(3), Lane),
              Lane % 8 >= 3)
        << Lane;
}

TEST(PtxOperations, KnownArgumentsFoldTheRest) {
  // Only a shift and a mask are left of it.
  LiftedPtx Block("bfe.u32 $0, $1, $2, $3;", "=r,r,r,r", {std::nullopt, 4, 8});
  const auto *Mask = llvm::dyn_cast<llvm::BinaryOperator>(Block.output());
  ASSERT_TRUE(Mask);
  EXPECT_EQ(Mask->getOpcode(), llvm::Instruction::And);
  EXPECT_EQ(llvm::cast<llvm::Instruction>(Mask->getOperand(0))->getOpcode(),
            llvm::Instruction::LShr);
}

} // namespace
