//===- LaunchFlowTest.cpp - Which blocks a launch is known to have --------===//

#include "LaunchNotation.h"

using namespace warplint;

namespace {

TEST(LaunchFlow, BlockObjectsOfEveryInitialisation) {
  EXPECT_EQ(blocksIn("dim3 b(32, 8); k<<<n, b>>>(p);"), "(32,8,1)");
  EXPECT_EQ(blocksIn("dim3 b{16, 4, 2}; k<<<n, b>>>(p);"), "(16,4,2)");
  EXPECT_EQ(blocksIn("dim3 b = dim3(64); k<<<n, b>>>(p);"), "(64,1,1)");
  EXPECT_EQ(blocksIn("dim3 b = 96; k<<<n, b>>>(p);"), "(96,1,1)");
  EXPECT_EQ(blocksIn("const dim3 b = {8, 8}; k<<<n, b>>>(p);"), "(8,8,1)");
  EXPECT_EQ(blocksIn("auto b = dim3(32); dim3 c = b; k<<<n, c>>>(p);"),
            "(32,1,1)");
  EXPECT_EQ(blocksIn("k<<<n, {4, 5, 6}>>>(p);", true).empty(), true)
      << "not C++ to Clang, so that there is no launch to read";
}

TEST(LaunchFlow, ComponentsAreAssignedOneByOne) {
  EXPECT_EQ(blocksIn("dim3 b; b.x = 32; b.y = 8; k<<<n, b>>>(p);"), "(32,8,1)");
  EXPECT_EQ(blocksIn("dim3 b(64, 2); b.y = 4; k<<<n, b>>>(p);"), "(64,4,1)");
}

TEST(LaunchFlow, UnknownComponentLeavesTheOthers) {
  EXPECT_EQ(blocksIn("dim3 b(n, 8); k<<<1, b>>>(p);"), "(?,8,1)");
  EXPECT_EQ(blocksIn("dim3 b(32, n); k<<<1, b>>>(p);"), "(32,?,1)");
  EXPECT_EQ(blocksIn("k<<<1, n>>>(p);"), "(?,1,1)");
}

TEST(LaunchFlow, ConstantsOfEveryKind) {
  EXPECT_EQ(blocksIn("enum { Threads = 64 }; k<<<1, Threads>>>(p);"),
            "(64,1,1)");
  EXPECT_EQ(blocksIn("constexpr int t = 4 * 32; k<<<1, t>>>(p);"), "(128,1,1)");
  EXPECT_EQ(blocksIn("const int t = n > 0 ? 64 : 64; k<<<1, t>>>(p);"),
            "(64,1,1)");
  EXPECT_EQ(blocks("#define THREADS 96\n"
                   "void host(float *p) { k<<<1, THREADS>>>(p); }"),
            "(96,1,1)");
  EXPECT_EQ(blocks("const dim3 block(16, 2);\n"
                   "void host(float *p) { k<<<1, block>>>(p); }"),
            "(16,2,1)");
  EXPECT_EQ(blocks("struct Traits { static constexpr int Threads = 64; };\n"
                   "void host(float *p) { k<<<1, Traits::Threads>>>(p); }"),
            "(64,1,1)");
}

TEST(LaunchFlow, GlobalThatAnyoneMayAssignIsUnknown) {
  EXPECT_EQ(blocks("int threads = 64; extern int more;\n"
                   "void host(float *p) { k<<<1, dim3(threads, more)>>>(p); }"),
            "(?,?,1)");
}

TEST(LaunchFlow, ArithmeticOfLocalsThatAreNoConstants) {
  EXPECT_EQ(blocksIn("int a = 4, b = a * 8; unsigned c = b + 32;"
                     "k<<<1, dim3(c / 2, (c >> 4) % 3, 7 & ~4)>>>(p);"),
            // c = 64: 32; 4 % 3 = 1; 7 & ~4 = 3.
            "(32,1,3)");
}

TEST(LaunchFlow, MinimumAndMaximumOfConstants) {
  const std::string Std =
      "namespace std { template <class T> const T &min(const T &a, const T &b)"
      "{ if (b < a) return b; return a; }"
      "template <class T> const T &max(const T &a, const T &b)"
      "{ if (a < b) return b; return a; } }\n";
  auto With = [&](const std::string &Body) {
    return blocks(Std + "void host(float *p, int n) {" + Body + "}");
  };
  EXPECT_EQ(With("int a = 64; k<<<1, std::min(a, 32)>>>(p);"), "(32,1,1)");
  EXPECT_EQ(With("int a = 64; k<<<1, std::max(a, 32)>>>(p);"), "(64,1,1)");
  EXPECT_EQ(With("k<<<1, std::min(n, 32)>>>(p);"), "(?,1,1)");
}

TEST(LaunchFlow, SmallFunctionsAreRead) {
  EXPECT_EQ(blocks("inline int threads(int warps) { return 32 * warps; }\n"
                   "void host(float *p) { k<<<1, threads(4)>>>(p); }"),
            "(128,1,1)");
  EXPECT_EQ(blocks("struct Sizes { unsigned x, y, z; };\n"
                   "Sizes make(unsigned x, unsigned y) {\n"
                   "  Sizes u; u.x = x; u.y = y; u.z = 1; return u; }\n"
                   "void host(float *p, int n) { Sizes u = make(n, 4);\n"
                   "  k<<<1, dim3(u.x, u.y, u.z)>>>(p); }"),
            "(?,4,1)");
}

TEST(LaunchFlow, EachLaunchSeesTheAssignmentBeforeIt) {
  EXPECT_EQ(blocksIn("dim3 b(32, 8); k<<<n, b>>>(p);"
                     "b = dim3(16, 16); k<<<n, b>>>(p);"),
            "(32,8,1) (16,16,1)");
  EXPECT_EQ(blocksIn("int t = 64; k<<<n, t>>>(p); t = n; k<<<n, t>>>(p);"),
            "(64,1,1) (?,1,1)");
}

TEST(LaunchFlow, AssignmentInALoopReachesTheLaunchBeforeIt) {
  EXPECT_EQ(blocksIn("int t = 64; for (int i = 0; i < n; ++i) {"
                     "  k<<<n, t>>>(p); t = 32; }"),
            "(64,1,1) (32,1,1)");
}

TEST(LaunchFlow, ShortLoopOverSizesGivesEach) {
  const std::string All = "(32,1,1) (64,1,1) (128,1,1) (256,1,1) (512,1,1) "
                          "(1024,1,1)";
  EXPECT_EQ(blocksIn("for (int t = 32; t <= 1024; t *= 2) k<<<n, t>>>(p);"),
            All);
  EXPECT_EQ(blocksIn("for (int t = 32; t <= 1024; t = t * 2) k<<<n, t>>>(p);"),
            All);
  EXPECT_EQ(blocksIn("int t = 32; ++t; k<<<n, t>>>(p);"), "(33,1,1)");
  // The number of rounds is not known.
  EXPECT_EQ(blocksIn("int t = 32; for (int i = 0; i < n; ++i) {"
                     "  k<<<n, t>>>(p); t = t * 3 % 1000; }"),
            "(32,1,1) (?,1,1)");
}

TEST(LaunchFlow, BranchesGiveOneBlockEach) {
  EXPECT_EQ(blocksIn("dim3 b(32, 8); if (n > 4) b = dim3(16, 16);"
                     "k<<<n, b>>>(p);"),
            "(16,16,1) (32,8,1)");
  EXPECT_EQ(blocksIn("dim3 b = n > 4 ? dim3(32, 8) : dim3(16, 16);"
                     "k<<<n, b>>>(p);"),
            "(32,8,1) (16,16,1)");
  EXPECT_EQ(blocksIn("int t; if (n) t = 64; else t = 64; k<<<n, t>>>(p);"),
            "(64,1,1)");
}

TEST(LaunchFlow, OneBranchDecidesTogetherTwoInAllCombinations) {
  EXPECT_EQ(
      blocksIn("int x, y; if (n) { x = 32; y = 8; } else { x = 8; y = 4; }"
               "k<<<n, dim3(x, y)>>>(p);"),
      "(8,4,1) (32,8,1)");
  EXPECT_EQ(blocks("void host(float *p, bool a, bool b) {\n"
                   "  int x = 8, y = 4; if (a) x = 32; if (b) y = 2;\n"
                   "  k<<<1, dim3(x, y)>>>(p); }"),
            "(32,2,1) (32,4,1) (8,2,1) (8,4,1)");
}

TEST(LaunchFlow, ElementsOfAnArrayOfSizesGiveOneBlockEach) {
  EXPECT_EQ(blocksIn("int sizes[] = {64, 128};"
                     "for (int i = 0; i < 2; ++i) {"
                     "  int t = sizes[i]; k<<<n, dim3(t, 512 / t)>>>(p); }"),
            // 64 x 8 and 128 x 4: both components follow the same element.
            "(64,8,1) (128,4,1)");
  EXPECT_EQ(blocksIn("int sizes[] = {64, 128}; k<<<n, sizes[1]>>>(p);"),
            "(128,1,1)");
  EXPECT_EQ(blocksIn("int sizes[] = {64, 128}; sizes[n] = 32;"
                     "k<<<n, sizes[1]>>>(p);"),
            "(?,1,1)");
}

TEST(LaunchFlow, VariableOutOfSightIsUnknown) {
  const std::string Decls = "void byPointer(int *); void byReference(int &);"
                            "void byConst(const int *, const int &);\n";
  auto With = [&](const std::string &Body) {
    return blocks(Decls + "void host(float *p) { int t = 64; " + Body +
                  " k<<<1, t>>>(p); }");
  };
  EXPECT_EQ(With("byPointer(&t);"), "(?,1,1)");
  EXPECT_EQ(With("byReference(t);"), "(?,1,1)");
  // What it is bound to is no const object: byConst may write it.
  EXPECT_EQ(With("byConst(&t, t);"), "(?,1,1)");
}

TEST(LaunchFlow, OtherNamesOfAVariableAreFollowed) {
  EXPECT_EQ(blocksIn("int t = 64; int &r = t; r = 32; k<<<1, t>>>(p);"),
            "(32,1,1)");
  EXPECT_EQ(blocksIn("int t = 64; auto f = [&] { t = 32; }; f();"
                     "k<<<1, t>>>(p);"),
            "(32,1,1)");
  EXPECT_EQ(blocksIn("int t = 64; auto f = [&r = t] { r = 32; }; f();"
                     "k<<<1, t>>>(p);"),
            "(32,1,1)");
}

TEST(LaunchFlow, CapturedVariableIsReadWhenTheLambdaRuns) {
  EXPECT_EQ(blocksIn("int t = 64; auto f = [&] { k<<<1, t>>>(p); }; f();"),
            "(64,1,1)");
  EXPECT_EQ(blocksIn("int t = 64; auto f = [&] { k<<<1, t>>>(p); };"
                     "t = 32; f();"),
            "(32,1,1)");
}

TEST(LaunchFlow, ParameterTakesTheArgumentOfEachCall) {
  EXPECT_EQ(blocks("static void run(float *p, int t) { k<<<1, t>>>(p); }\n"
                   "void host(float *p, int n) {"
                   "  run(p, 64); run(p, 128); run(p, n); }"),
            "(64,1,1) (128,1,1) (?,1,1)");
  EXPECT_EQ(blocks("void run(float *p, dim3 b) { k<<<1, b>>>(p); }\n"
                   "void outer(float *p, int x) { run(p, dim3(x, 4)); }\n"
                   "void host(float *p) { outer(p, 32); }"),
            // Code elsewhere may call run and outer, too.
            "(?,?,?) (?,4,1) (32,4,1)");
  EXPECT_EQ(blocks("void host(float *p) {\n"
                   "  auto run = [&](int t) { k<<<1, t>>>(p); };\n"
                   "  run(64); run(32); }"),
            "(64,1,1) (32,1,1)");
}

TEST(LaunchFlow, ParameterThatIsAssignedIsNoLongerTheArgument) {
  EXPECT_EQ(blocks("static void run(float *p, int t) {"
                   "  t = 96; k<<<1, t>>>(p); }\n"
                   "void host(float *p) { run(p, 64); }"),
            "(96,1,1)");
}

TEST(LaunchFlow, RecursionEnds) {
  EXPECT_EQ(
      blocks("void run(float *p, int t) { k<<<1, t>>>(p); run(p, t); }\n"),
      "(?,1,1)");
}

TEST(LaunchFlow, CaseLabelIsTheValueOfTheSwitch) {
  EXPECT_EQ(blocksIn("dim3 b(n, 1, 1); switch (n) {"
                     "  case 512: k<<<1, b>>>(p); break;"
                     "  case 256: { k<<<1, b>>>(p); break; }"
                     "  default: break; }"),
            "(512,1,1) (256,1,1)");
}

TEST(LaunchFlow, FallThroughAndSharedLabelsTellNothing) {
  EXPECT_EQ(blocksIn("switch (n) { case 64: n ? 1 : 2;"
                     "  case 32: k<<<1, n>>>(p); break; }"),
            "(?,1,1)");
  EXPECT_EQ(blocksIn("switch (n) { case 64: case 32: k<<<1, n>>>(p); }"),
            "(?,1,1)");
  EXPECT_EQ(blocksIn("switch (n) { default: k<<<1, n>>>(p); }"), "(?,1,1)");
}

TEST(LaunchFlow, ConditionIsAValueToo) {
  EXPECT_EQ(blocksIn("if (n == 64 && p) k<<<1, n>>>(p);"), "(64,1,1)");
  EXPECT_EQ(blocksIn("if (n != 96) return; else k<<<1, n>>>(p);"), "(96,1,1)");
  EXPECT_EQ(blocksIn("if (n == 64 || p) k<<<1, n>>>(p);"), "(?,1,1)");
  EXPECT_EQ(blocksIn("if (n == 64) { n = 32; k<<<1, n>>>(p); }"), "(32,1,1)");
}

TEST(LaunchFlow, ConstantConditionsTakeTheirBranch) {
  EXPECT_EQ(blocks("template <bool Wide> void run(float *p) {\n"
                   "  int t = 32; if (Wide) t = 128; k<<<1, t>>>(p); }\n"
                   "void host(float *p) { run<true>(p); }"),
            "(128,1,1)");
}

TEST(LaunchFlow, BlockThatNoGpuTakesIsNoBlock) {
  // 1024 threads a block and 64 along z are the limits of every GPU.
  EXPECT_EQ(blocksIn("k<<<1, 1024>>>(p);"), "(1024,1,1)");
  EXPECT_EQ(blocksIn("k<<<1, 2048>>>(p);"), "(?,1,1)");
  EXPECT_EQ(blocksIn("k<<<1, 0>>>(p);"), "(?,1,1)");
  EXPECT_EQ(blocksIn("k<<<1, dim3(1, 1, 65)>>>(p);"), "(1,1,?)");
  EXPECT_EQ(blocksIn("k<<<1, dim3(64, 64)>>>(p);"), "(?,?,?)");
}

} // namespace
