//===- InlinePtxArithmeticTests.cpp - Arithmetic against execution --------===//
//
// Random straight-line programs over two 32-bit and two 64-bit arguments. Each
// is executed on random argument values by a few lines that do what the PTX ISA
// says of each instruction, and what lifting makes of an output, put on the
// same values, has to be the same number.
//
//===----------------------------------------------------------------------===//

#include "LiftedPtx.h"
#include <random>

using namespace warplint;

namespace {

constexpr unsigned NumArguments = 4; // 0 and 1 have 32 bits, 2 and 3 have 64
using Arguments = std::array<uint64_t, NumArguments>;

uint64_t extend(uint64_t Value, unsigned Bits, bool Signed) {
  Value = lowBits(Value, Bits);
  const bool Negative = Bits < 64 && ((Value >> (Bits - 1)) & 1) != 0;
  return Signed && Negative ? Value - (uint64_t(1) << Bits) : Value;
}

/// One random program, its text, and the values of its registers for Values.
class RandomProgram {
public:
  RandomProgram(std::mt19937_64 &Random, const Arguments &Values)
      : Random(Random) {
    for (unsigned I = 0; I < NumArguments; ++I)
      Registers.push_back(
          {I < 2 ? 32u : 64u, Values[I], "$" + std::to_string(I + 1)});
    Text = "{ .reg .b32 r<32>; .reg .b64 d<32>;\n";
    for (unsigned Steps = 1 + below(8); Steps > 0; --Steps)
      addInstruction();
    const Register &Last = Registers.back();
    Result = Last.Value;
    Bits = Last.Bits;
    Text += "mov.b" + std::to_string(Bits) + " $0, " + Last.Name + "; }";
  }

  std::string Text;
  uint64_t Result = 0;
  unsigned Bits = 0;

private:
  struct Register {
    unsigned Bits;
    uint64_t Value;
    std::string Name;
  };

  unsigned below(unsigned N) { return unsigned(Random() % N); }

  Register anyOf(unsigned Bits) {
    Register R;
    do
      R = Registers[below(unsigned(Registers.size()))];
    while (R.Bits != Bits);
    return R;
  }

  /// Writes `opcode new, operands;`.
  void define(const std::string &Opcode, const std::string &Operands,
              unsigned Bits, uint64_t Value) {
    std::string Name = (Bits == 32 ? "r" : "d") + std::to_string(Next++);
    Text += Opcode + " " + Name + ", " + Operands + ";\n";
    Registers.push_back({Bits, lowBits(Value, Bits), std::move(Name)});
  }

  void addInstruction();

  std::mt19937_64 &Random;
  std::vector<Register> Registers;
  unsigned Next = 0;
};

void RandomProgram::addInstruction() {
  const unsigned Width = below(2) ? 32 : 64;
  const std::string W = std::to_string(Width);
  const bool Signed = below(2) != 0;
  const std::string T = Signed ? "s" : "u";
  const Register A = anyOf(Width), B = anyOf(Width);
  const int64_t Literal = int64_t(below(4096)) - 2048;
  const std::string L = std::to_string(Literal);
  const uint64_t Wide = extend(A.Value, 32, Signed);
  switch (below(10)) {
  case 0:
    return define("add." + T + W, A.Name + ", " + B.Name, Width,
                  A.Value + B.Value);
  case 1:
    return define("sub." + T + W, A.Name + ", " + L, Width,
                  A.Value - uint64_t(Literal));
  case 2:
    return define("mul.lo." + T + W, A.Name + ", " + L, Width,
                  A.Value * uint64_t(Literal));
  case 3:
    return define("mad.lo." + T + W, A.Name + ", " + L + ", " + B.Name, Width,
                  A.Value * uint64_t(Literal) + B.Value);
  case 4: {
    const unsigned Amount = below(12);
    return define("shl.b" + W, A.Name + ", " + std::to_string(Amount), Width,
                  A.Value << Amount);
  }
  case 5:
    return define("neg.s" + W, A.Name, Width, 0 - A.Value);
  case 6: // To the other width: extended by the sign of the source.
    return Width == 32
               ? define("cvt." + T + "64." + T + "32", A.Name, 64, Wide)
               : define("cvt." + T + "32." + T + "64", A.Name, 32, A.Value);
  case 7: // Through sixteen bits.
    return define("cvt." + T + W + "." + T + "16", A.Name, Width,
                  extend(A.Value, 16, Signed));
  case 8:
    return Width == 64
               ? define("cvta.to.shared.u64", A.Name, 64, A.Value)
               : define("mul.wide." + T + "32", A.Name + ", " + L, 64,
                        Wide * (Signed ? uint64_t(Literal)
                                       : lowBits(uint64_t(Literal), 32)));
  default: {
    const uint64_t Constant = below(2) ? 0xfffffff0u : below(1u << 16);
    return define("mov.b" + W, std::to_string(Constant) + "U", Width, Constant);
  }
  }
}

TEST(PtxArithmetic, LiftedCodeEqualsExecution) {
  std::mt19937_64 Random(7);
  for (unsigned Round = 0; Round < 5000; ++Round) {
    Arguments Values;
    LiftedPtx::Arguments OfLanes(NumArguments);
    for (unsigned I = 0; I < NumArguments; ++I) {
      Values[I] = lowBits(Random(), I < 2 ? 32 : 64);
      OfLanes[I].fill(Values[I]);
    }
    const RandomProgram Program(Random, Values);
    const char *Constraints = Program.Bits == 32 ? "=r,r,r,l,l" : "=l,r,r,l,l";
    LiftedPtx Block(Program.Text, Constraints);
    ASSERT_TRUE(Block.unread().empty()) << Program.Text;
    ASSERT_EQ(Block.execute(Block.output(), OfLanes), Program.Result)
        << Program.Text;
    // The same where the arguments are numbers and most is folded.
    LiftedPtx Folded(Program.Text, Constraints,
                     {int64_t(Values[0]), int64_t(Values[1]),
                      int64_t(Values[2]), int64_t(Values[3])});
    ASSERT_EQ(Folded.execute(Folded.output(), {}), Program.Result)
        << Program.Text;
  }
}

} // namespace
