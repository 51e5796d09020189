//===- CodegenWordsTest.cpp - What nvcc may be told -----------------------===//

#include "Commands.h"
#include "gtest/gtest.h"

using namespace warplint;
using namespace warplint::test;

namespace {

/// What of \p Line reaches nvcc beside macros and folders.
std::string forNvcc(llvm::StringRef Line, Files F = Files()) {
  return llvm::join(translate(Line, F).ForNvcc, " ");
}

TEST(CodegenWords, WhatChangesMachineCodeIsPassedOn) {
  EXPECT_EQ(forNvcc("nvcc -use_fast_math -maxrregcount 64 --fmad=false a.cu"),
            "--use_fast_math --maxrregcount=64 --fmad=false");
  EXPECT_EQ(forNvcc("nvcc -dc -G a.cu"),
            "--relocatable-device-code=true --device-debug");
  EXPECT_EQ(forNvcc("nvcc -Xptxas -O2,-dlcm=cg --ptxas-options=-v a.cu"),
            "-Xptxas=-O2 -Xptxas=-dlcm=cg");
}

TEST(CodegenWords, TheStandardIsOneThatNvccKnows) {
  EXPECT_EQ(forNvcc("nvcc -std=c++20 a.cu"), "--std=c++20");
  EXPECT_EQ(forNvcc("nvcc -Xcompiler -std=gnu++2a a.cu"), "--std=c++20");
  EXPECT_EQ(forNvcc("clang++ -std=gnu++17 a.cu"), "--std=c++17");
  EXPECT_EQ(forNvcc("clang++ -std=c++98 a.cu"), "--std=c++03");
  EXPECT_EQ(forNvcc("nvcc a.cu"), "");
}

TEST(CodegenWords, NoFileAndNoProgramIs) {
  for (const char *Option : {"-ccbin /evil",
                             "--compiler-bindir=/evil",
                             "-Xcompiler -B/evil",
                             "-Xcompiler -fplugin=/evil.so",
                             "-Xcompiler @f",
                             "-o out",
                             "-odir d",
                             "-MD -MF d",
                             "-keep -keep-dir d",
                             "--save-temps",
                             "-ldir /evil",
                             "-run",
                             "-clean",
                             "-dryrun",
                             "-Xptxas -o,x",
                             "-Xptxas --options-file=x",
                             "-Xcicc -x",
                             "-Xnvlink x",
                             "-fdevice-time-trace x",
                             "-idp x",
                             "-t 4",
                             "-dlto"})
    EXPECT_EQ(forNvcc(std::string("nvcc ") + Option + " a.cu"), "") << Option;
}

TEST(CodegenWords, WhatAShellWouldRunIsNotPassedOn) {
  for (const char *Option :
       {"'-maxrregcount=$(x)'", "'--fmad=true;x'", "'-ftz=`x`'",
        "'-Xptxas=-O3;x'", "'-Xptxas=-dlcm=$(x)'", "'-std=c++17;x'",
        "'--default-stream=a b'", "'-maxrregcount=../x'"})
    EXPECT_EQ(forNvcc(std::string("nvcc ") + Option + " a.cu"), "") << Option;
}

TEST(CodegenWords, OptionsFilesHaveNoMoreSay) {
  Files F;
  F.add("/w/o.rsp", "-ftz=true -ccbin /evil '-fmad=$(x)'");
  EXPECT_EQ(forNvcc("nvcc -optf o.rsp a.cu", F), "--ftz=true");
}

} // namespace
