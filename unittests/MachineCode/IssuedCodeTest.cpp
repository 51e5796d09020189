//===- IssuedCodeTest.cpp - What speaks against an edit -------------------===//

#include "Fix/IssuedCode.h"
#include "gtest/gtest.h"

namespace warplint {
namespace {

/// An array that is accessed in line \p Line of /a.cu, by blocks of 256.
ArraySurvey surveyAt(unsigned Line) {
  ArraySurvey Survey;
  ArrayInstance &Instance = Survey.Instances.emplace_back();
  Instance.Places.push_back({"/a.cu", Line, 1});
  Instance.Problem.Budget.ThreadsPerBlock = 256;
  return Survey;
}

MachineCode code(unsigned Instructions, unsigned Registers,
                 std::vector<CodeRequest> Requests = {}) {
  MachineCode Code;
  Code.Compiler = "nvcc 13.0";
  KernelCode &Kernel = Code.Kernels.emplace_back();
  Kernel.Name = "_Z1kPf";
  Kernel.Instructions = Instructions;
  Kernel.Registers = Registers;
  Kernel.Requests = std::move(Requests);
  return Code;
}

CodeRequest loadAt(unsigned Line, unsigned Bytes, bool IsInLoop = true) {
  return {"/a.cu", Line, /*IsStore=*/false, Bytes, /*IsGeneric=*/false,
          IsInLoop};
}

/// Of an edit that moves the accesses from line 3 to line 4.
std::string objection(const MachineCode &Old, const MachineCode &New) {
  return codeObjection(surveyAt(3), surveyAt(4), {{}, Old}, {{}, New});
}

TEST(IssuedCode, ANarrowerRequestInALoopIsOne) {
  EXPECT_EQ(
      objection(code(100, 32, {loadAt(3, 16)}), code(100, 32, {loadAt(4, 8)})),
      "nvcc 13.0 issues a load of 8 bytes in a loop instead of 16");
  EXPECT_EQ(objection(code(100, 32, {loadAt(3, 16)}),
                      code(100, 32, {loadAt(4, 16), loadAt(4, 4)})),
            "nvcc 13.0 issues a load of 4 bytes in a loop instead of 16");
}

TEST(IssuedCode, OneThatNothingRepeatsOrOfAnotherLineIsNone) {
  EXPECT_EQ(objection(code(100, 32, {loadAt(3, 16)}),
                      code(100, 32, {loadAt(4, 8, /*IsInLoop=*/false)})),
            "");
  EXPECT_EQ(objection(code(100, 32, {loadAt(3, 16)}),
                      code(100, 32, {loadAt(4, 16), loadAt(9, 4)})),
            "");
}

TEST(IssuedCode, MoreThanOneInTwentyInstructionsIsOne) {
  EXPECT_EQ(objection(code(100, 32), code(105, 32)), "");
  EXPECT_EQ(objection(code(100, 32), code(106, 32)),
            "nvcc 13.0 issues 106 instructions instead of 100, over 5 % more");
}

// 256 threads are 8 warps. 64 registers: 2048 a warp, 8 in each of four parts,
// 32 in all, 4 blocks. 72: 2304, 7, 28, 3 blocks. 66 count as 72.
TEST(IssuedCode, ABlockLessForRegistersIsOne) {
  EXPECT_EQ(registerBlocksPerSM(64, 256), 4u);
  EXPECT_EQ(registerBlocksPerSM(66, 256), 3u);
  EXPECT_EQ(objection(code(100, 64), code(100, 66)),
            "nvcc 13.0 uses 66 registers per thread instead of 64; an SM "
            "holds 3 blocks instead of 4");
  EXPECT_EQ(objection(code(100, 66), code(100, 72)), "");
}

// Of 2048 threads an SM has room for 8 blocks, which 32 registers suffice for.
TEST(IssuedCode, RegistersThatThreadsLeaveUnusedAreNone) {
  EXPECT_EQ(registerBlocksPerSM(16, 256), 16u);
  EXPECT_EQ(objection(code(100, 16), code(100, 32)), "");
}

} // namespace
} // namespace warplint
