//===- SpillsTest.cpp - What ptxas -v says --------------------------------===//

#include "MachineCode/Spills.h"
#include "gtest/gtest.h"

namespace warplint {
namespace {

TEST(Spills, AreThoseOfTheFunctionBefore) {
  MachineCode Code;
  Code.Kernels.resize(3);
  Code.Kernels[0].Name = codeName("_Z5plainPf");
  Code.Kernels[1].Name = codeName("_ZL5spillPf");
  Code.Kernels[2].Name = codeName("_Z5otherPf");
  readSpills(
      "ptxas info    : 0 bytes gmem\n"
      "ptxas info    : Compiling entry function '_Z5plainPf' for 'sm_90'\n"
      "ptxas info    : Function properties for _Z5plainPf\n"
      "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
      "ptxas info    : Function properties for _ZL5spillPf\r\n"
      "    408 bytes stack frame, 756 bytes spill stores, 12 bytes spill "
      "loads\r\n"
      "ptxas info    : Function properties for _Z7unknownPf\n"
      "    8 bytes stack frame, 8 bytes spill stores, 8 bytes spill loads\n",
      Code);
  ASSERT_TRUE(Code.Kernels[0].Spilled.has_value());
  EXPECT_EQ(Code.Kernels[0].Spilled->Stored, 0u);
  ASSERT_TRUE(Code.Kernels[1].Spilled.has_value());
  EXPECT_EQ(Code.Kernels[1].Spilled->Stored, 756u);
  EXPECT_EQ(Code.Kernels[1].Spilled->Loaded, 12u);
  EXPECT_EQ(Code.Kernels[1].Spilled->Frame, 408u);
  // Nothing was said of it.
  EXPECT_FALSE(Code.Kernels[2].Spilled.has_value());
}

TEST(Spills, OtherTextIsNone) {
  MachineCode Code;
  Code.Kernels.resize(1);
  Code.Kernels[0].Name = "k";
  readSpills(
      "Function properties for k\n bytes spill stores, x bytes spill loads",
      Code);
  EXPECT_FALSE(Code.Kernels[0].Spilled.has_value());
}

} // namespace
} // namespace warplint
