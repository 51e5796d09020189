//===- IncludeGuardTest.cpp - A macro that keeps a text single ------------===//

#include "Frontend/Recovery/DirectiveLexer.h"
#include "Frontend/Recovery/MissingHeaderEffects.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace warplint {
namespace {

/// Of the first #if with G in it.
bool guards(StringRef Text) {
  size_t At = Text.find('G');
  return guardsWholeText(Text, Text.rfind('#', At) + 1, "G");
}

TEST(IncludeGuard, HoldsTheWholeTextAndADefinition) {
  EXPECT_TRUE(guards("#ifndef G\n#define G\n#endif\n"));
  EXPECT_TRUE(guards("#ifndef G\n#define G\n#endif"));
  EXPECT_TRUE(
      guards("/* a */ // #if\n#pragma once\n#ifndef G\nint a;\n"
             "#include <b>\n#define G 1 + 2\nint c;\n#endif /* G */\n"));
  EXPECT_TRUE(guards("#if !defined(G) && B\n#define G B\n#endif G\n"));
  EXPECT_TRUE(guards("#ifndef G\n#if A\n#else\n#define G\n#endif\n#endif\n"));
  EXPECT_TRUE(guards("#ifndef G\nconst char *s = R\"(\n#endif\n)\";\n"
                     "#define \\\nG\n#endif\n"));
}

TEST(IncludeGuard, IsNoneWithTextAroundOrAnotherBranch) {
  EXPECT_FALSE(guards("int a;\n#ifndef G\n#define G\n#endif\n"));
  EXPECT_FALSE(guards("#ifndef G\n#define G\n#endif\nint a;\n"));
  EXPECT_FALSE(guards("#ifndef G\n#define G\n#endif\n#define H\n"));
  EXPECT_FALSE(guards("#define H\n#ifndef G\n#define G\n#endif\n"));
  EXPECT_FALSE(guards("#ifndef G\n#define G\n#else\n#endif\n"));
  EXPECT_FALSE(guards("#ifndef G\n#define G\n#elif H\n#endif\n"));
  EXPECT_FALSE(guards("#ifndef G\n#define G\n"));
  EXPECT_FALSE(guards("#ifndef G\n#define GH\n#undef G\n#endif\n"));
  EXPECT_FALSE(guards("#ifdef A\n#ifndef G\n#define G\n#endif\n#endif\n"));
  EXPECT_FALSE(guards("#ifndef G\n// #define G\n#endif\n"));
}

TEST(IncludeGuard, MayHaveBranchesWhereTheyAreRead) {
  constexpr StringRef Text = "#ifndef G\n#define G\n#elif G\nint a;\n#endif\n";
  EXPECT_FALSE(guardsWholeText(Text, 1, "G"));
  EXPECT_TRUE(guardsWholeText(Text, 1, "G", /*WithBranches=*/true));
  EXPECT_FALSE(guardsWholeText("int b;\n#ifndef G\n#define G\n#else\n#endif\n",
                               8, "G", /*WithBranches=*/true));
}

/// The words of the condition \p Text: "!" before one whose absence is asked,
/// "?" behind one that is asked whether it is defined; "&" behind all where all
/// has to hold.
std::string wordsOf(StringRef Text) {
  Directive D = directiveAt(Text, 1);
  std::string Words;
  for (const Directive::Word &W : D.Words)
    Words +=
        ((W.IsNegated ? "!" : "") + W.Name + (W.IsTested ? "? " : " ")).str();
  return Words + (D.IsConjunction ? "&" : "");
}

TEST(Directive, ConditionsTellWhatTheyAskFor) {
  EXPECT_EQ(wordsOf("#ifdef A\nB"), "A &");
  EXPECT_EQ(wordsOf("#if !defined(A) && !defined B && C\n"), "!A? !B? C &");
  EXPECT_EQ(wordsOf("#elif /* X */ A \\\n || B // Y\n"), "A B ");
  EXPECT_EQ(wordsOf("#if !(defined(A) && B)\n"), "!A? B ");
  EXPECT_EQ(wordsOf("#if A == B\n"), "A B ");
  EXPECT_EQ(
      wordsOf("#if defined(__has_include) && __has_include(<a/(b).h>) && C\n"),
      "C &");
  EXPECT_EQ(wordsOf("#if defined __has_include && A\n"), "A &");
  EXPECT_EQ(wordsOf("#else\nA"), "&");
}

TEST(UndefinedMacros, NamesOfALibraryBeginWithIts) {
  EXPECT_TRUE(namesLibraryOf("glog/logging.h", "GLOG_STRIP"));
  EXPECT_TRUE(namesLibraryOf("glog/logging.h", "_GLOG_STRIP"));
  EXPECT_TRUE(namesLibraryOf("tiny-cuda-nn/common.h", "TINY_CUDA_NN_JIT"));
  EXPECT_TRUE(namesLibraryOf("cublas_v2.h", "CUBLAS_VERSION"));
  EXPECT_TRUE(namesLibraryOf("torch/extension.h", "C10_CUDA_BUILD"));
  EXPECT_TRUE(namesLibraryOf("../fmt/format.h", "FMT_HEADER_ONLY"));
  EXPECT_FALSE(namesLibraryOf("glog/logging.h", "CPU_ONLY"));
  EXPECT_FALSE(namesLibraryOf("torch/all.h", "ENABLE_FP8"));
  EXPECT_FALSE(namesLibraryOf("c/d.h", "CPU_ONLY"));
}

} // namespace
} // namespace warplint
