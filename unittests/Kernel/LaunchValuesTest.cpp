//===- LaunchValuesTest.cpp - Constants that a launch passes --------------===//

#include "LaunchNotation.h"

using namespace warplint;

namespace {

/// What the launches of k(float *p, int n, Params q) in \p Code pass.
std::string values(const std::string &Code) {
  Snippet S("struct Inner { int a; short b; };\n"
            "struct Params { float *p; unsigned ld; Inner in; float f; };\n"
            "__global__ void k(float *p, int n, Params q) {}\n" +
            Code);
  return valuesText(launchesOf(S, S.function("k")));
}

std::string valuesIn(const std::string &Body) {
  return values("void host(float *p, int n, Params q) {\n" + Body + "\n}");
}

TEST(LaunchValues, ConstantArgumentsAndFieldsAreKnown) {
  EXPECT_EQ(valuesIn("const int Rows = 8;\n"
                     "q.ld = 4 * Rows;\n"
                     "k<<<dim3(2, 3), 32>>>(p, Rows, q);"),
            "grid (2,3,1) 1=8 2.ld=32 bytes 0");
}

TEST(LaunchValues, FieldsOfInnerStructsHaveTheirPath) {
  EXPECT_EQ(valuesIn("Params r = {p, 7, {1, 2}, 0};\n"
                     "k<<<n, 32>>>(p, n, r);"),
            "grid (?,1,1) 2.ld=7 2.in.a=1 2.in.b=2 bytes 0");
}

TEST(LaunchValues, ArgumentsHaveTheParametersType) {
  // -1 in an unsigned of 32 bits.
  EXPECT_EQ(valuesIn("q.ld = -1;\n"
                     "k<<<1, 32, 16 * sizeof(float)>>>(p, 1ll << 33, q);"),
            "grid (1,1,1) 1=0 2.ld=4294967295 bytes 64");
}

TEST(LaunchValues, UnknownArgumentsAreAbsent) {
  EXPECT_EQ(valuesIn("k<<<n, 32, n>>>(p, n + 1, q);"), "grid (?,1,1)");
}

TEST(LaunchValues, LaunchesWithEqualBlocksButOtherValuesAreTwo) {
  EXPECT_EQ(valuesIn("k<<<1, 32>>>(p, 1, q);\n"
                     "k<<<1, 32>>>(p, 2, q);\n"
                     "k<<<1, 32>>>(p, 1, q);"),
            "grid (1,1,1) 1=1 bytes 0; grid (1,1,1) 1=2 bytes 0");
}

TEST(LaunchValues, OfVeryManyLaunchesWithOneBlockTheBlockIsKept) {
  std::string Body;
  for (int I = 0; I != 20; ++I)
    Body += "k<<<1, 32>>>(p, " + std::to_string(I) + ", q);\n";
  EXPECT_EQ(valuesIn(Body), "grid (?,?,?)");
}

TEST(LaunchValues, ParametersOfAStaticFunctionAreFollowed) {
  EXPECT_EQ(values("static void run(float *p, int n, Params q) {\n"
                   "  k<<<1, 32>>>(p, n, q);\n"
                   "}\n"
                   "void host(float *p, Params q) { run(p, 5, q); }\n"),
            "grid (1,1,1) 1=5 bytes 0");
}

TEST(LaunchValues, KernelOfAnotherFileHasTheArgumentsBeforeAStruct) {
  Snippet S("struct Params { unsigned ld; };\n"
            "__global__ void k(float *p, int n, Params q, int m);\n"
            "void host(float *p) { k<<<1, 32>>>(p, 5, {7}, 9); }\n");
  EXPECT_EQ(valuesText(launchesOf(S, S.function("k"))),
            "grid (1,1,1) 1=5 bytes 0");
}

TEST(LaunchValues, OtherFilesMayCallAFunctionWithLinkage) {
  // They may pass something else than 5.
  EXPECT_EQ(values("void run(float *p, int n, Params q) {\n"
                   "  k<<<1, 32>>>(p, n, q);\n"
                   "}\n"
                   "void host(float *p, Params q) { run(p, 5, q); }\n"),
            "grid (1,1,1) bytes 0");
}

TEST(LaunchValues, AProgramsMainFileIsTakenToHaveAllCallers) {
  EXPECT_EQ(values("void run(float *p, int n, Params q) {\n"
                   "  k<<<1, 32>>>(p, n, q);\n"
                   "}\n"
                   "int main() { run(nullptr, 5, Params()); }\n"),
            "grid (1,1,1) 1=5 2.ld=0 2.in.a=0 2.in.b=0 bytes 0");
}

TEST(LaunchValues, ArgumentsGoWithTheBlockOfTheirAlternative) {
  EXPECT_EQ(valuesIn("int t = n > 100 ? 64 : 32;\n"
                     "k<<<1, t>>>(p, t, q);"),
            "grid (1,1,1) 1=64 bytes 0; grid (1,1,1) 1=32 bytes 0");
}

} // namespace
