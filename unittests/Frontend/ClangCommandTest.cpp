//===- ClangCommandTest.cpp - clang's dialect -----------------------------===//

#include "Commands.h"
#include "gtest/gtest.h"

using namespace warplint;
using namespace warplint::test;

namespace {

TEST(ClangCommand, KeepsItsLanguageFlags) {
  EXPECT_EQ(added("clang++ -x cuda -std=c++20 -Ii -I j -isystem s -DX=1 -UY "
                  "-include p.h -fno-exceptions -O2 -Wall -march=native a.cu"),
            "-std=c++20 -Ii -Ij -isystem s -DX=1 -UY -include p.h "
            "-fno-exceptions -O2 -Wall -march=native");
}

TEST(ClangCommand, GetsNoMacrosOfNvcc) {
  CommandOptions Options;
  Options.Cuda.emplace();
  Options.Cuda->Major = 12;
  DeviceCommand C = translate("clang++ -x cuda a.cu", Files(), Options);
  for (const std::string &Word : C.Arguments)
    EXPECT_FALSE(llvm::StringRef(Word).starts_with("-D")) << Word;
  EXPECT_FALSE(has(C, "-std=gnu++17"));
}

TEST(ClangCommand, OutputDependenciesAndLinkingAreLeftOut) {
  EXPECT_EQ(
      added("clang++ -c -o a.o -MD -MF a.d -MT a.o -MQ a.o -S -emit-llvm -E "
            "-g -gline-tables-only -lm -L/x -Wl,-z,now -Wa,-x -shared "
            "-save-temps -Ii a.cu"),
      "-Ii");
}

TEST(ClangCommand, TheHostSideIsNeverParsed) {
  for (const char *Option :
       {"--cuda-host-only", "--cuda-device-only", "--cuda-compile-host-device",
        "--offload-host-only", "-Xarch_host -mavx"}) {
    DeviceCommand C = translate(std::string("clang++ -Ii a.cu ") + Option);
    EXPECT_EQ(llvm::count(C.Arguments, "--cuda-device-only"), 1) << Option;
    EXPECT_FALSE(has(C, "--cuda-host-only"));
    EXPECT_FALSE(has(C, "-Xarch_host"));
  }
}

TEST(ClangCommand, WarningsNeverBecomeErrors) {
  EXPECT_EQ(added("clang++ -Wall -Werror -Werror=vla -Wfatal-errors "
                  "-pedantic-errors -ferror-limit=1 a.cu"),
            "-Wall");
}

TEST(ClangCommand, NothingOfTheBuildIsLoadedOrRun) {
  EXPECT_EQ(
      added("clang++ -fplugin=/x.so -fpass-plugin=/y.so -include-pch z.pch "
            "-Xclang -include-pch -Xclang z.pch -Xclang -load -Xclang /x.so "
            "-Xclang -fallow-half-arguments -mllvm -x -fsanitize=address "
            "-fprofile-use=p -flto=thin -ftime-trace -Ii a.cu"),
      "-fallow-half-arguments -Ii");
}

TEST(ClangCommand, TheToolkitThatWasFoundWins) {
  CommandOptions Options;
  Options.Cuda.emplace();
  Options.Cuda->Path = "/found";
  DeviceCommand C =
      translate("clang++ --cuda-path=/own a.cu", Files(), Options);
  EXPECT_TRUE(has(C, "--cuda-path=/found"));
  EXPECT_FALSE(has(C, "--cuda-path=/own"));
  EXPECT_TRUE(
      has(translate("clang++ --cuda-path=/own a.cu"), "--cuda-path=/own"));
}

TEST(ClangCommand, LibdeviceIsNeverAskedForAndHeadersOnlyIfWanted) {
  DeviceCommand C = translate("clang++ -nocudalib -nocudainc a.cu");
  EXPECT_EQ(llvm::count(C.Arguments, "-nocudalib"), 1);
  // Clang renders the canonical spelling of the alias.
  EXPECT_TRUE(has(C, "-nocudainc") || has(C, "--no-offload-inc"));
  EXPECT_TRUE(needsNoToolkit(words("clang++ -nocudainc a.cu")));
  EXPECT_FALSE(needsNoToolkit(words("clang++ -nocudalib a.cu")));
}

TEST(ClangCommand, WhatClangDoesNotKnowIsALine) {
  DeviceCommand C =
      translate("clang++ -fno-such-thing --also=none -nvcc_options=x -Ii a.cu");
  EXPECT_TRUE(has(C, "-Ii"));
  EXPECT_TRUE(says(C, "'-fno-such-thing', unknown to clang"));
  EXPECT_TRUE(says(C, "'--also=none', unknown to clang"));
}

TEST(ClangCommand, ResponseFilesAreExpanded) {
  Files F;
  F.add("/w/o.rsp", "-I'/a b' -DX=\\\"q\\\" @p.rsp").add("/w/p.rsp", "-DY");
  EXPECT_EQ(added("clang++ @o.rsp a.cu", F), "-I/a b -DX=\"q\" -DY");
  DeviceCommand C = translate("clang++ @no.rsp -DX a.cu");
  EXPECT_TRUE(has(C, "-DX"));
  EXPECT_TRUE(says(C, "'no.rsp'"));
}

TEST(ClangCommand, ResponseFilesThatIncludeThemselvesEnd) {
  Files F;
  F.add("/w/o.rsp", "-DX @o.rsp");
  EXPECT_TRUE(says(translate("clang++ @o.rsp a.cu", F), "response file"));
}

TEST(ClangCommand, AValueThatIsMissingIsALine) {
  EXPECT_TRUE(says(translate("clang++ a.cu -include"), "'-include'"));
}

} // namespace
