//===- MachineCodeTest.cpp - Names of kernels, files that are no cubins ---===//

#include "warplint/MachineCode/MachineCode.h"
#include "warplint/MachineCode/Cubin.h"
#include "gtest/gtest.h"

namespace warplint {
namespace {

TEST(CodeName, MarksOfInternalLinkageAreLeftOut) {
  EXPECT_EQ(codeName("_ZL4copyPf"), "_Z4copyPf");
  EXPECT_EQ(codeName("_Z4copyPf"), "_Z4copyPf");
  EXPECT_EQ(codeName("_ZN2nsL4copyEPf"), "_ZN2ns4copyEPf");
}

TEST(CodeName, UnnamedNamespacesHaveOneName) {
  EXPECT_EQ(codeName("_ZN36_GLOBAL__N__8f8281db_4_a_cu_26c8c7e34copyEPf"),
            "_ZN12_GLOBAL__N_14copyEPf");
  EXPECT_EQ(codeName("_ZN12_GLOBAL__N_14copyEPf"), "_ZN12_GLOBAL__N_14copyEPf");
}

TEST(CodeName, OtherNamesStay) {
  // A length that leads out of the name, an L that is none of linkage.
  for (const char *Name : {"copy", "_Z99copyPf", "_Z4Load", "_Z4copyILi3EEvPf",
                           "_Z", "", "_ZN4copyEL"})
    EXPECT_EQ(codeName(Name), Name);
}

TEST(Cubin, WhatIsNoneIsRefused) {
  for (llvm::StringRef Bytes : {"", "text",
                                "\x7f"
                                "ELF"}) {
    auto Code = readCubin(Bytes);
    EXPECT_FALSE(bool(Code));
    llvm::consumeError(Code.takeError());
  }
}

} // namespace
} // namespace warplint
