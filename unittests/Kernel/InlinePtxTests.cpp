//===- InlinePtxTests.cpp - Operands and values -----------------------------===//
//
// Expectations follow from the PTX ISA's definition of each instruction: what
// an output is of the arguments is written by hand.
//
//===----------------------------------------------------------------------===//

#include "Kernel/Ptx/Constraints.h"
#include "LiftedPtx.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace warplint;
using namespace llvm;

namespace {

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

TEST(PtxConstraints, OutputsCountFirstThenInputsThenTiedInputs) {
  // asm("..." : "+r"(x), "=l"(y) : "r"(n), "n"(4) : "memory") in IR.
  ptx::Constraints C = ptx::readConstraints("=r,=l,r,n,0,~{memory}");
  ASSERT_EQ(C.Operands.size(), 5u);
  EXPECT_EQ(C.NumOutputs, 2u);
  EXPECT_EQ(C.NumArguments, 3u); // n, 4, then the old value of x
  EXPECT_EQ(C.Operands[0].Output, 0u);
  EXPECT_EQ(C.Operands[0].Argument, 2u); // "+r" reads the tied input
  EXPECT_EQ(C.Operands[1].Output, 1u);
  EXPECT_FALSE(C.Operands[1].Argument);
  EXPECT_EQ(C.Operands[2].Argument, 0u);
  EXPECT_EQ(C.Operands[3].Argument, 1u);
  EXPECT_TRUE(C.Operands[3].IsImmediate);
  EXPECT_EQ(C.Operands[4].TiedTo, 0u);
}

TEST(PtxConstraints, LettersGiveTheWidthOfTheRegister) {
  ptx::Constraints C = ptx::readConstraints("=&h,r,f,l,d,q,n,ir,ni");
  const unsigned Bits[] = {16, 32, 32, 64, 64, 128, 0, 32, 0};
  ASSERT_EQ(C.Operands.size(), std::size(Bits));
  for (size_t I = 0; I < std::size(Bits); ++I)
    EXPECT_EQ(C.Operands[I].Bits, Bits[I]) << "operand " << I;
  EXPECT_FALSE(C.Operands[7].IsImmediate); // "ir" may be a register
  EXPECT_TRUE(C.Operands[8].IsImmediate);
}

TEST(PtxConstraints, OutputsInMemoryAreArgumentsAndNotResults) {
  // "+q"(a), "+m"(*p), "r"(3): clang writes =q,=*m,r,0,*m.
  ptx::Constraints C = ptx::readConstraints("=q,=*m,r,0,*m");
  EXPECT_EQ(C.NumOutputs, 1u);
  EXPECT_EQ(C.NumArguments, 4u);
  EXPECT_TRUE(C.Operands[1].IsMemory);
  EXPECT_EQ(C.Operands[1].Argument, 0u);
  EXPECT_EQ(C.Operands[2].Argument, 1u);
  EXPECT_EQ(C.Operands[0].Argument, 2u);
  EXPECT_EQ(C.Operands[4].Argument, 3u);
}

TEST(PtxConstraints, NonsenseIsAnOperandWithNothingKnown) {
  ptx::Constraints C = ptx::readConstraints("=,?,99,,!i,~{,*");
  EXPECT_EQ(C.NumOutputs, 1u);
  EXPECT_EQ(C.Operands.size(), 5u);
}

//===----------------------------------------------------------------------===//
// What outputs hold
//===----------------------------------------------------------------------===//

/// The special register that output 0 is, "" where it is none.
std::string specialOf(StringRef Asm, StringRef Constraints) {
  LiftedPtx Block(Asm, Constraints);
  const auto *Call = dyn_cast<CallBase>(Block.output());
  if (!Call)
    return "";
  if (Call->isInlineAsm())
    return readPtxStatement(*Call).SpecialRegister;
  StringRef Name = Call->getCalledFunction()->getName();
  return Name.consume_front("llvm.nvvm.read.ptx.sreg.") ? Name.str() : "";
}

TEST(PtxValues, SpecialRegistersAreRecognised) {
  EXPECT_EQ(specialOf("mov.u32 $0, %tid.y;", "=r"), "tid.y");
  EXPECT_EQ(specialOf("mov.u32 $0, %laneid;", "=r"), "laneid");
  EXPECT_EQ(specialOf("mov.u32 $0, %warpid;", "=r"), "warpid");
  EXPECT_EQ(specialOf("mov.u32 $0, %ctaid.z;", "=r"), "ctaid.z");
  EXPECT_EQ(specialOf("mov.u32 $0, %nctaid.x;", "=r"), "nctaid.x");
  EXPECT_EQ(specialOf("mov.u32 $0, %smid;", "=r"), "smid");
  EXPECT_EQ(specialOf("mov.u32 $0, %lanemask_lt;", "=r"), "lanemask.lt");
  EXPECT_EQ(specialOf("mov.u32 $0, %envreg2;", "=r"), "envreg2");
  // LLVM spells them in another way: the message is PTX's.
  EXPECT_EQ(specialOf("mov.u32 $0, %cluster_ctarank;", "=r"),
            "cluster_ctarank");
  EXPECT_EQ(specialOf("mov.u32 $0, %cluster_ctaid.y;", "=r"),
            "cluster_ctaid.y");
  EXPECT_EQ(specialOf("mov.u32 $0, %dynamic_smem_size;", "=r"),
            "dynamic_smem_size");
  expectOutput("mov.u32 $0, WARP_SZ;", "=r",
               [](const Numbers &) { return 32; });
}

TEST(PtxValues, CountersAreNoConstantsOfTheThread) {
  // end - start would otherwise be zero.
  EXPECT_EQ(causeOf("mov.u32 $0, %clock;", "=r"), "%clock");
  EXPECT_EQ(causeOf("mov.u64 $0, %globaltimer;", "=l"), "%globaltimer");
  EXPECT_EQ(causeOf("{.reg .u64 a, b; mov.u64 a, %clock64; mov.u64 b, %clock64;"
                    " sub.u64 $0, b, a;}",
                    "=l"),
            "%clock64");
}

TEST(PtxValues, AxislessReadOfTidIsUnknown) {
  EXPECT_EQ(causeOf("mov.u32 $0, %tid;", "=r"), "%tid");
  EXPECT_EQ(causeOf("mov.u32 $0, %laneidx;", "=r"), "%laneidx");
}

TEST(PtxValues, SumsAndProducts) {
  using N = const Numbers &;
  expectOutput("add.s32 $0, $1, $2;", "=r,r,r",
               [](N A) { return A[0] + A[1]; });
  expectOutput("sub.s32 $0, $1, $1;", "=r,r", [](N) { return 0; });
  expectOutput("mad.lo.s32 $0, $1, 12, $2;", "=r,r,r",
               [](N A) { return 12 * A[0] + A[1]; });
  expectOutput("mul.lo.u32 $0, $1, -4;", "=r,r", [](N A) { return -4 * A[0]; });
  expectOutput("shl.b32 $0, $1, 4;", "=r,r", [](N A) { return 16 * A[0]; });
  expectOutput("neg.s32 $0, $1;", "=r,r", [](N A) { return 0 - A[0]; });
  expectOutput("add.u32 $0, $1, 0xfffffff0;", "=r,r",
               [](N A) { return A[0] - 16; });
  expectOutput("add.u32 $0, $1, 3*(4+1)-1 << 1;", "=r,r",
               [](N A) { return A[0] + 28; });
}

TEST(PtxValues, OperationsThatAreNoSums) {
  using N = const Numbers &;
  expectOutput("and.b32 $0, $1, 31;", "=r,r", [](N A) { return A[0] & 31; });
  expectOutput("{.reg .b32 t; and.b32 t, $1, 31; mad.lo.s32 $0, t, 4, 8;}",
               "=r,r", [](N A) { return 4 * (A[0] & 31) + 8; });
  expectOutput("shr.u32 $0, $1, 2;", "=r,r",
               [](N A) { return lowBits(A[0], 32) >> 2; });
  expectOutput("mul.lo.s32 $0, $1, $2;", "=r,r,r",
               [](N A) { return A[0] * A[1]; });
  expectOutput("min.u32 $0, $1, 7;", "=r,r",
               [](N A) { return std::min<uint64_t>(lowBits(A[0], 32), 7); });
  // A shift by the width leaves nothing.
  expectOutput("shl.b32 $0, $1, 32;", "=r,r", [](N) { return 0; });
  // A byte's sign, spread.
  expectOutput("prmt.b32 $0, $1, $2, 0x5418;", "=r,r,r", [](N A) {
    return (A[0] & 128 ? 255 : 0) | (A[0] >> 8 & 255) << 8 |
           (A[1] & 255) << 16 | (A[1] >> 8 & 255) << 24;
  });
}

TEST(PtxValues, FieldsMayBeWhereTheArgumentsSay) {
  using N = const Numbers &;
  expectOutput("bfe.u32 $0, $1, $2, 4;", "=r,r,r", [](N A) {
    const uint64_t Position = A[1] & 255;
    return Position >= 32 ? 0 : lowBits(A[0], 32) >> Position & 15;
  });
  expectOutput("bfe.s32 $0, $1, 3, $2;", "=r,r,r", [](N A) {
    const uint64_t Length = A[1] & 255;
    return Length == 0 ? 0
                       : uint64_t(asSigned(lowBits(A[0], 32) >> 3,
                                           std::min<uint64_t>(Length, 29)));
  });
  expectOutput("prmt.b32 $0, $1, 0, $2;", "=r,r,r", [](N A) {
    uint64_t Result = 0;
    for (unsigned I = 0; I != 4; ++I) {
      const unsigned Pick = A[1] >> (4 * I) & 15;
      uint64_t Byte = lowBits(A[0], 32) >> (8 * (Pick & 7)) & 255;
      if (Pick & 8)
        Byte = Byte & 128 ? 255 : 0;
      Result |= Byte << (8 * I);
    }
    return Result;
  });
}

TEST(PtxValues, OperationsOfNumbersAreNumbers) {
  auto NumberOf = [](StringRef Asm, StringRef Constraints) {
    LiftedPtx Block(Asm, Constraints);
    const auto *Number = dyn_cast<ConstantInt>(Block.output());
    return Number ? Number->getSExtValue() : -1;
  };
  EXPECT_EQ(NumberOf("bfe.u32 $0, 0xabcd, 4, 8;", "=r"), 0xbc);
  EXPECT_EQ(NumberOf("mad.lo.u32 $0, 3, 4, 5;", "=r"), 17);
  EXPECT_EQ(NumberOf("and.b32 $0, $1, 0;", "=r,r"), 0);
  LiftedPtx Block("xor.b32 $0, $1, 0;", "=r,r");
  EXPECT_TRUE(isa<Argument>(Block.output()));
}

TEST(PtxValues, WhatNoInstructionDescribesIsUnknown) {
  for (const char *Asm :
       {"mul24.hi.u32 $0, $1, 4;", "add.sat.s32 $0, $1, 1;",
        "add.f32 $0, $1, $2;", "prmt.b32.f4e $0, $1, $2, 1;",
        "add.u16x2 $0, $1, $2;", "cvt.rn.f32.s32 $0, $1;", "vadd $0, $1, $2;",
        "activemask.b32 $0;", "redux.sync.add.s32 $0, $1, -1;",
        "div.u32 $0, $1, 0;"})
    EXPECT_EQ(causeOf(Asm, "=r,r,r") + ";", Asm);
  EXPECT_EQ(causeOf("mov.b32 $0, 1.5;", "=r"), "1.5");
}

TEST(PtxValues, UnknownValuesNameTheStatementThatMadeThem) {
  EXPECT_EQ(causeOf("{ .reg .b32 t;\n mul24.hi.u32 t, $1, 31; // high half\n"
                    " add.u32 $0, t, 4; }",
                    "=r,r"),
            "mul24.hi.u32 t, $1, 31");
  EXPECT_EQ(causeOf("mov.b32 t, $1;", "=r,r"), "never written");
}

TEST(PtxValues, WhatIsComputedFromLoadedDataIsData) {
  LiftedPtx Block("{ .reg .b32 t; ld.shared.u32 t, [$1];\n"
                  "  and.b32 t, t, 7; add.u32 $0, t, 1; }",
                  "=r,r");
  auto Cause = Block.unknownBehind(Block.output());
  ASSERT_TRUE(Cause && Cause->Memory);
  EXPECT_TRUE(Cause->Memory->returnsData());
}

TEST(PtxValues, WideningASumIsExact) {
  using N = const Numbers &;
  expectOutput("cvt.u64.u32 $0, $1;", "=l,r",
               [](N A) { return lowBits(A[0], 32); });
  expectOutput("{.reg .b32 t; add.s32 t, $1, 4; cvt.s64.s32 $0, t;}", "=l,r",
               [](N A) { return uint64_t(asSigned(A[0] + 4, 32)); });
  expectOutput("mul.wide.s32 $0, $1, -8;", "=l,r",
               [](N A) { return uint64_t(-8 * asSigned(A[0], 32)); });
  expectOutput("mad.wide.u32 $0, $1, 4, $2;", "=l,r,l",
               [](N A) { return 4 * lowBits(A[0], 32) + A[1]; });
}

TEST(PtxValues, LiteralsAreWidenedExactly) {
  using N = const Numbers &;
  expectOutput("{.reg .b32 t; mov.b32 t, 0xffffffff; cvt.u64.u32 $0, t;}", "=l",
               [](N) { return 4294967295; });
  expectOutput("{.reg .b32 t; mov.b32 t, -1; cvt.s64.s32 $0, t;}", "=l",
               [](N) { return ~uint64_t(0); });
}

TEST(PtxValues, ConversionsOfAddressesKeepThemAndNameTheSpace) {
  const char *Asm = "{ .reg .u64 w; cvta.to.shared.u64 w, $1;\n"
                    "  cvt.u32.u64 $0, w; }";
  expectOutput(Asm, "=r,l", [](const Numbers &A) { return A[0]; });
  LiftedPtx Block(Asm, "=r,l");
  const Value *Address = cast<Instruction>(Block.output())->getOperand(0);
  const Value *Pointer = cast<PtrToIntInst>(Address)->getOperand(0);
  EXPECT_EQ(Pointer->getType()->getPointerAddressSpace(), 3u);
}

TEST(PtxValues, PairsArePackedAndTheirHalvesComeBack) {
  expectOutput("mov.b64 $0, {$1, $2};", "=l,r,r", [](const Numbers &A) {
    return lowBits(A[0], 32) + (A[1] << 32);
  });
  const char *Asm = "mov.b64 {$0, $1}, $2;";
  LiftedPtx Block(Asm, "=r,=r,l");
  expectEqual(
      Block, Block.output(0), [](const Numbers &A) { return A[0]; }, Asm);
  expectEqual(
      Block, Block.output(1), [](const Numbers &A) { return A[0] >> 32; }, Asm);
}

TEST(PtxValues, ReadWriteOperandsStartWithTheTiedArgument) {
  using N = const Numbers &;
  // "+r": operand 0 is output 0 and, before it is written, argument 1.
  expectOutput("add.u32 $0, $0, $1;", "=r,r,0",
               [](N A) { return A[1] + A[0]; });
  expectOutput("add.u32 $0, $0, 1; add.u32 $0, $0, 1;", "=r,0",
               [](N A) { return A[0] + 2; });
  expectOutput("", "=r,0", [](N A) { return A[0]; });
  // Once operand 0 is written, the tied operand 1 has its new value too.
  expectOutput("mov.u32 $0, 5; add.u32 $0, $1, 1;", "=r,0",
               [](N) { return 6; });
}

TEST(PtxValues, ModifiersAndEscapesOfTheAsmTextAreResolved) {
  auto First = [](const Numbers &A) { return A[0]; };
  expectOutput("mov.u32 ${0:x}, ${1:r};", "=r,r", First);
  expectOutput("{.reg .b32 $$x_${:uid}; mov.b32 $$x_${:uid}, $1;\n"
               " mov.b32 $0, $$x_${:uid};}",
               "=r,r", First);
  // An operand inside a name makes a name, not the operand.
  expectOutput("{.reg .b32 t$2; mov.b32 t$2, $1; mov.b32 $0, t$2;}", "=r,r,n",
               First);
  // A variable of the module.
  expectOutput("mov.u32 $0, smem$$0;", "=r",
               [](const Numbers &) { return 4096; });
  EXPECT_EQ(causeOf("mov.u32 $0, elsewhere;", "=r"), "elsewhere");
}

TEST(PtxValues, InnerScopesHideOuterRegisters) {
  auto First = [](const Numbers &A) { return A[0]; };
  expectOutput("{ .reg .b32 t; mov.b32 t, $1;\n"
               "  { .reg .b32 t; mov.b32 t, 7; }\n"
               "  mov.b32 $0, t; }",
               "=r,r", First);
  expectOutput("{ .reg .b32 r<4>; mov.b32 r3, $1; mov.b32 $0, r3; }", "=r,r",
               First);
  expectOutput("{ .reg .b32 r<4>; mov.b32 r3, $1;\n"
               "  { .reg .b32 r<4>; mov.b32 r3, 7; }\n"
               "  mov.b32 $0, r3; }",
               "=r,r", First);
  EXPECT_EQ(causeOf("{ .reg .b32 r<4>; mov.b32 $0, r2; }", "=r"),
            "r2 is never written");
}

TEST(PtxValues, PredicatedWritesMixOldAndNew) {
  using N = const Numbers &;
  const std::string Declared = "{ .reg .pred p; setp.lt.u32 p, $1, 9;\n";
  auto Holds = [](N A) { return lowBits(A[0], 32) < 9; };
  expectOutput(Declared + "mov.b32 $0, 1; @p mov.b32 $0, 2; }", "=r,r",
               [=](N A) { return Holds(A) ? 2 : 1; });
  expectOutput(Declared + "@p mov.b32 $0, 2; }", "=r,r,0",
               [=](N A) { return Holds(A) ? 2 : A[1]; });
  // Where nothing was written before, the other lanes hold nothing that counts.
  expectOutput(Declared + "@p mov.b32 $0, 2; }", "=r,r", [](N) { return 2; });
  // Nor does a divisor, where the lane does not divide.
  expectOutput(Declared + "mov.b32 $0, 1; @!p div.u32 $0, 100, $1; }", "=r,r",
               [=](N A) { return Holds(A) ? 1 : 100 / lowBits(A[0], 32); });
}

TEST(PtxValues, LoadedOutputsNameTheirInstruction) {
  LiftedPtx Block("st.shared.u32 [$2], 0; ld.shared.v2.u32 {$0, $1}, [$2];",
                  "=r,=r,r");
  for (unsigned Field : {0u, 1u}) {
    auto Cause = Block.unknownBehind(Block.output(Field));
    ASSERT_TRUE(Cause && Cause->Memory);
    EXPECT_EQ(Cause->Memory->Name, "ld.shared.v2");
  }
}

//===----------------------------------------------------------------------===//
// The head
//===----------------------------------------------------------------------===//

/// Statements that stand for their block, by what messages call them.
std::vector<std::string> headsOf(StringRef Asm, StringRef Constraints) {
  LiftedPtx Block(Asm, Constraints);
  std::vector<std::string> Heads;
  for (CallInst *Call : Block.calls())
    if (!isPartOfPtxBlock(*Call))
      Heads.push_back(readPtxStatement(*Call).Text);
  return Heads;
}

TEST(PtxHeads, EachBlockHasOne) {
  using Texts = std::vector<std::string>;
  // An access to what may be shared memory, before anything else.
  EXPECT_EQ(
      headsOf("bar.sync 0; ld.global.u32 $0, [$1]; st.shared.u32 [$2], $0;"
              "st.shared.u32 [$2+4], $0;",
              "=&r,l,r"),
      Texts{"st.shared.u32 [$2], $0"});
  EXPECT_EQ(headsOf("bar.sync 0; ld.global.u32 $0, [$1];", "=r,l"),
            Texts{"bar.sync 0"});
  EXPECT_EQ(headsOf("add.u32 $0, $1, 4;\nshl.b32 $0, $0, 2;", "=&r,r").size(),
            1u);
  EXPECT_EQ(headsOf("", "").size(), 1u);
}

} // namespace
