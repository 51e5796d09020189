//===- SassTest.cpp - Instructions that ptxas made of known PTX -----------===//
//
// The words are those that ptxas 13.0 made, for sm_90 where nothing else is
// said, of PTX with one volatile access each.
//
//===----------------------------------------------------------------------===//

#include "MachineCode/Sass.h"
#include "gtest/gtest.h"
#include <string>

namespace warplint {
namespace {

struct Words {
  uint64_t Low, High;
};

std::string textOf(std::initializer_list<Words> Code) {
  std::string Text;
  for (const Words &W : Code)
    for (uint64_t Word : {W.Low, W.High})
      Text.append(reinterpret_cast<const char *>(&Word), sizeof Word);
  return Text;
}

constexpr Words Nop = {0x0000000000007918, 0x000fc00000000000};
constexpr Words Exit = {0x000000000000794d, 0x000fea0003800000};
constexpr Words Load = {0x000400001b027984, 0x000fe80000000a00};

/// "load 4", "generic store 8".
std::string only(Words Instruction) {
  SassCode Code = decodeSass(textOf({Instruction, Exit}), 90);
  if (Code.Requests.size() != 1)
    return "no request";
  const SassRequest &R = Code.Requests.front();
  return std::string(R.IsGeneric ? "generic " : "") +
         (R.IsStore ? "store " : "load ") + std::to_string(R.BytesPerLane);
}

TEST(Sass, LoadsOfSharedMemoryHaveTheirWidths) {
  EXPECT_EQ(only({0x000000001b047984, 0x000e680000000c00}), "load 16"); // v4
  EXPECT_EQ(only({0x000400001b027984, 0x000fe80000000a00}), "load 8");  // v2
  EXPECT_EQ(only({0x000800001b197984, 0x000fe80000000800}), "load 4");  // u32
  EXPECT_EQ(only({0x000804001b0c7984, 0x000ea80000000400}), "load 2");  // u16
  EXPECT_EQ(only({0x000808001b037984, 0x000f680000000600}), "load 2");  // s16
  EXPECT_EQ(only({0x000806001b007984, 0x000fe80000000000}), "load 1");  // u8
  EXPECT_EQ(only({0x000807001b177984, 0x000f280000000200}), "load 1");  // s8
}

TEST(Sass, StoresToSharedMemoryHaveTheirWidths) {
  EXPECT_EQ(only({0x000000041b007388, 0x002fe80000000000}), "store 1");
  EXPECT_EQ(only({0x0000020c1b007388, 0x004fe80000000400}), "store 2");
  EXPECT_EQ(only({0x000004041b007388, 0x000fe80000000800}), "store 4");
  EXPECT_EQ(only({0x000008041b007388, 0x000fe80000000a00}), "store 8");
  EXPECT_EQ(only({0x000010041b007388, 0x0003e80000000c00}), "store 16");
  // With a uniform register in the address, the opcode's form is another.
  EXPECT_EQ(only({0x0000000403007988, 0x0013e20008000a05}), "store 8");
}

TEST(Sass, GenericAccessesMayBeOfSharedMemory) {
  EXPECT_EQ(only({0x0000000414087980, 0x008f62000c115d00}), "generic load 16");
  EXPECT_EQ(only({0x0000400414167980, 0x000ea8000c115900}), "generic load 4");
  EXPECT_EQ(only({0x0000800414007985, 0x000fe8000c115b04}), "generic store 8");
}

TEST(Sass, OtherInstructionsAreNone) {
  // LDSM.x4, ATOMS.ADD, ATOMS.CAS, LDGSTS.128, LDG.128, STG.
  for (Words Other : {Words{0x000000001b0c783b, 0x000ee80000000200},
                      {0x0000001c1b1d738c, 0x000ea80000000000},
                      {0x0000000e1b18738d, 0x000fe8000000000f},
                      {0x00000000141b7fae, 0x000fe8000b901c44},
                      {0x0000000414107981, 0x000ee2000c1f5d00},
                      {0x0000001d06007986, 0x002fe2000c101904}})
    EXPECT_EQ(only(Other), "no request");
}

// STL [R1+0x10], R5; LDL.128 R4, [R1]; LDL R4, [R3], of an array.
TEST(Sass, RequestsThroughTheStackPointerAreOfTheStack) {
  SassCode Code = decodeSass(textOf({{0x0000100501007387, 0x000fe80000100800},
                                     {0x0000000001047983, 0x000ea80000100c00},
                                     {0x0000000003047983, 0x000ea80000100800},
                                     Exit}),
                             90);
  ASSERT_EQ(Code.Stack.size(), 2u);
  EXPECT_TRUE(Code.Stack[0].IsStore);
  EXPECT_EQ(Code.Stack[0].BytesPerLane, 4u);
  EXPECT_FALSE(Code.Stack[1].IsStore);
  EXPECT_EQ(Code.Stack[1].Address, 16u);
  EXPECT_EQ(Code.Stack[1].BytesPerLane, 16u);
  EXPECT_TRUE(Code.Requests.empty());
}

TEST(Sass, WhatIsNeverExecutedIsNoInstruction) {
  // @!PT LDS RZ, [RZ], which ptxas puts before LDGSTS.
  SassCode Code = decodeSass(
      textOf({{0x00000000fffff984, 0x000fe20000000800}, Exit, Nop, Nop}), 90);
  EXPECT_TRUE(Code.Requests.empty());
  EXPECT_EQ(Code.Instructions, 1u);
}

/// Whether the load of \p Code, its second instruction, is in a loop.
bool isInLoop(std::initializer_list<Words> Code, unsigned Capability) {
  return decodeSass(textOf(Code), Capability).Requests.front().IsInLoop;
}

// A branch from instruction 3 to instruction 1 goes 48 bytes back: from behind
// itself, at 64, to 16. -48 bytes are -12 words.
constexpr Words BackOld = {0xffffffd000008947, 0x000fea000383ffff};
constexpr Words BackNew = {0xfffffffc00f48947, 0x000fea000383ffff};

TEST(Sass, BranchesBackMakeLoops) {
  EXPECT_TRUE(isInLoop({Nop, Load, Nop, BackOld, Exit}, 80));
  EXPECT_TRUE(isInLoop({Nop, Load, Nop, BackNew, Exit}, 90));
  // The load stands before where the branch leads.
  EXPECT_FALSE(isInLoop({Load, Nop, Nop, BackOld, Exit}, 80));
  EXPECT_FALSE(isInLoop({Load, Nop, Nop, BackNew, Exit}, 90));
}

TEST(Sass, TheTrapBehindTheEndIsNoLoop) {
  EXPECT_FALSE(
      isInLoop({Load, Exit, {0xfffffffc00fc7947, 0x000fc0000383ffff}}, 90));
}

TEST(Sass, AWayBackFromCodeAtTheEndIsNoLoop) {
  // 0: to 3 when P0; 1: load; 2: end; 3: back to 1. Nothing leads from 1 to 3.
  constexpr Words Away = {0x0000002000000947, 0x000fea0003800000};
  constexpr Words Return = {0xffffffd000007947, 0x000fea000383ffff};
  EXPECT_FALSE(isInLoop({Away, Load, Exit, Return}, 80));
}

TEST(Sass, TextThatIsCutOffEndsEarly) {
  std::string Text = textOf({Load, Exit});
  EXPECT_EQ(decodeSass(llvm::StringRef(Text).drop_back(3), 90).Instructions,
            1u);
  EXPECT_EQ(decodeSass("", 90).Instructions, 0u);
}

} // namespace
} // namespace warplint
