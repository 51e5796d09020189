//===- InsertionsTest.cpp - Where comments for warplint go ----------------===//

#include "Server/Answers/Insertions.h"
#include "gtest/gtest.h"

using namespace warplint;

namespace {

/// \p Text with "// c" above the function named "kernel"; "none" where there is
/// no place for it.
std::string above(const std::string &Text) {
  LineText Lines(Text);
  auto Edit = commentAboveFunction(Lines, Text.find("kernel"), "c");
  if (!Edit)
    return "none";
  EXPECT_EQ(Edit->Length, 0u);
  return std::string(Text).insert(Edit->Offset, Edit->Text);
}

TEST(Insertions, AnAnnotationStandsAboveAllOfTheDefinition) {
  for (std::string Head : {
           "__global__ void kernel() {}\n",
           "__global__\nvoid\nkernel() {}\n",
           "template <int N = 2, class = A<(N > 1)>>\n__global__ void kernel() "
           "{}\n",
           "extern \"C\"\n__global__ void kernel() {}\n",
           "[[maybe_unused]]\n__launch_bounds__(256, 2) __global__ void "
           "kernel() {}\n",
           "static __global__ void ::n::kernel() {}\n",
       }) {
    for (std::string Before :
         {"", "int x;\n", "void f() {}\n\n", "// a; b\n", "#define A {\n",
          "#if A(x)\n", "#define B \\\n  x y\n", "namespace n {\n", "/* ; */\n",
          "const char *s = \"{\";\n"})
      EXPECT_EQ(above(Before + Head), Before + "// c\n" + Head);
    // As far in as the code.
    std::string Inner = "struct S {\npublic:\n  ";
    if (Head.find('\n') == Head.size() - 1)
      EXPECT_EQ(above(Inner + Head), "struct S {\npublic:\n  // c\n  " + Head);
  }
}

TEST(Insertions, TheLineEndIsTheFiles) {
  EXPECT_EQ(above("int x;\r\n__global__ void kernel() {}\r\n"),
            "int x;\r\n// c\r\n__global__ void kernel() {}\r\n");
}

TEST(Insertions, NothingIsPutIntoTheMiddleOfALine) {
  EXPECT_EQ(above("int x; __global__ void kernel() {}\n"), "none");
}

std::string behind(const std::string &Text, size_t Line) {
  LineText Lines(Text);
  auto Edit = commentBehindLine(Lines, Line, "c");
  return Edit ? std::string(Text).insert(Edit->Offset, Edit->Text) : "none";
}

TEST(Insertions, AnExpectationStandsBehindCodeThatEndsThere) {
  EXPECT_EQ(behind("a;\nb;\n", 0), "a;  // c\nb;\n");
  EXPECT_EQ(behind("a;\r\nb;", 0), "a;  // c\r\nb;");
  EXPECT_EQ(behind("a;\nb;", 1), "a;\nb;  // c");
  EXPECT_EQ(behind("a; // \"x\"\n", 0), "none");
  EXPECT_EQ(behind("a; /* x\n*/ b;\n", 0), "none");
  EXPECT_EQ(behind("a; /* x\n*/ b;\n", 1), "none");
  EXPECT_EQ(behind("a \\\n;\n", 0), "none");
  // No comment, although it looks like one.
  EXPECT_EQ(behind("f(\"// x\");\n", 0), "f(\"// x\");  // c\n");
}

TEST(Insertions, ASuppressionMayFollowAComment) {
  auto At = [](const std::string &Text) {
    LineText Lines(Text);
    auto Edit = nolintOfLine(Lines, 0, "k");
    return Edit ? std::string(Text).insert(Edit->Offset, Edit->Text) : "none";
  };
  EXPECT_EQ(At("a;\n"), "a;  // NOLINT(k)\n");
  EXPECT_EQ(At("a; // b\n"), "a; // b  // NOLINT(k)\n");
  EXPECT_EQ(At("a; \\\n"), "none");
}

} // namespace
