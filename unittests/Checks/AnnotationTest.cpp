//===- AnnotationTest.cpp - What the user promises of a kernel ------------===//

#include "warplint/Annotation/Annotation.h"
#include "gtest/gtest.h"

using namespace warplint;

namespace {

/// "n in [0,128] % 32 == 0", an empty bound where there is none.
std::string text(const Assumption &A) {
  auto Bound = [](std::optional<int64_t> V) {
    return V ? std::to_string(*V) : std::string();
  };
  std::string Text = A.Name + " in [" + Bound(A.Values.Least) + "," +
                     Bound(A.Values.Most) + "]";
  if (A.Values.Modulus != 1)
    Text += " % " + std::to_string(A.Values.Modulus) +
            " == " + std::to_string(A.Values.Residue);
  return Text;
}

/// The conditions in \p Source, or the error with the text that it points at.
std::string conditions(llvm::StringRef Source) {
  std::vector<Assumption> Found;
  if (auto Error = parseConditions(Source, Found))
    return Error->Message + " @" + std::to_string(Error->Begin);
  std::string Text;
  for (const Assumption &A : Found)
    Text += (Text.empty() ? "" : "; ") + text(A);
  return Text;
}

std::string annotation(llvm::StringRef Source) {
  Annotation Found;
  auto PlaceOf = [](size_t Begin, size_t End) {
    return SourcePlace{"", 1, static_cast<unsigned>(Begin + 1), 1,
                       static_cast<unsigned>(End + 1)};
  };
  if (auto Error = parseAnnotation(Source, PlaceOf, Found)) {
    EXPECT_TRUE(Found.Blocks.empty() && Found.Assumptions.empty() &&
                Found.Instances.empty());
    return Error->Message + " @" + std::to_string(Error->Begin);
  }
  std::string Text;
  for (const AnnotatedBlock &B : Found.Blocks)
    Text += "block " + std::to_string(*B.Shape.X) + "," +
            std::to_string(*B.Shape.Y) + "," + std::to_string(*B.Shape.Z) +
            " at " + std::to_string(B.Where.Column) + "-" +
            std::to_string(B.Where.EndColumn) + " ";
  for (const Assumption &A : Found.Assumptions)
    Text += text(A) + " ";
  for (const AnnotatedInstance &I : Found.Instances) {
    Text += "instance";
    for (const std::string &Argument : I.Arguments)
      Text += " [" + Argument + "]";
    Text += " at " + std::to_string(I.Where.Column) + "-" +
            std::to_string(I.Where.EndColumn) + " ";
  }
  return Text;
}

TEST(Annotation, RelationsAreRanges) {
  EXPECT_EQ(conditions("n == 128"), "n in [128,128]");
  EXPECT_EQ(conditions("n=128"), "n in [128,128]");
  EXPECT_EQ(conditions("n < 8 && n <= 8, n > 8 && n >= 8"),
            "n in [,7]; n in [,8]; n in [9,]; n in [8,]");
}

TEST(Annotation, AConstantMayComeFirst) {
  EXPECT_EQ(conditions("0 < n && 8 >= n && 4 == m"),
            "n in [1,]; n in [,8]; m in [4,4]");
}

TEST(Annotation, ARemainderIsAResidue) {
  EXPECT_EQ(conditions("pitch % 32 == 0"), "pitch in [,] % 32 == 0");
  EXPECT_EQ(conditions("pitch%(4*8)==1"), "pitch in [,] % 32 == 1");
}

TEST(Annotation, ConstantsAreCExpressions) {
  EXPECT_EQ(conditions("n == 1 << 10"), "n in [1024,1024]");
  EXPECT_EQ(conditions("n == 2 + 3 * 4 - 6 / 2"), "n in [11,11]");
  EXPECT_EQ(conditions("n == -(0x10u + 1'000)"), "n in [-1016,-1016]");
}

TEST(Annotation, NamesAreThoseOfMessages) {
  EXPECT_EQ(conditions("p . ld == 1"), "p.ld in [1,1]");
  EXPECT_EQ(conditions("*count == 1"), "*count in [1,1]");
  EXPECT_EQ(conditions("a[ i + 1 ]->n == 1"), "a[i+1]->n in [1,1]");
  EXPECT_EQ(conditions("gridDim.x == 1"), "gridDim.x in [1,1]");
}

TEST(Annotation, ErrorsPointAtWhatIsWrong) {
  EXPECT_EQ(conditions(""), "expected a number @0");
  EXPECT_EQ(conditions("n == m"),
            "expected a name compared with a constant @5");
  EXPECT_EQ(conditions("1 == 1"),
            "expected a name compared with a constant @0");
  EXPECT_EQ(conditions("n == 1 || n == 2"),
            "conditions can only be combined with '&&' @7");
  EXPECT_EQ(conditions("0 < n < 8"), "expected '&&' or the end @6");
  EXPECT_EQ(conditions("n % 0 == 0"), "expected a modulus of 1 to 2^30 @4");
  EXPECT_EQ(conditions("n % 4 == 4"), "the remainder is 0 to 3 @9");
  EXPECT_EQ(conditions("n % 4 < 2"), "expected '==', as in 'n % 32 == 0' @6");
  EXPECT_EQ(conditions("n == 1 / 0"), "division by zero @7");
  EXPECT_EQ(conditions("n == 0x"), "'0x' is not an integer @5");
  EXPECT_EQ(conditions("n == 9223372036854775807 + 1"),
            "the constant does not fit 64 bits @25");
  EXPECT_EQ(conditions("n == (1"), "expected ')' @7");
}

TEST(Annotation, ClausesFollowEachOther) {
  // "block" is columns 2 to 13 of the text behind "warplint:".
  EXPECT_EQ(annotation(" block(32, 8) assume(n == 1)"),
            "block 32,8,1 at 2-14 n in [1,1] ");
  EXPECT_EQ(annotation("block(64), block(8, 4, 2), assume(n > 0, m > 0)"),
            "block 64,1,1 at 1-10 block 8,4,2 at 12-26 n in [1,] m in [1,] ");
}

TEST(Annotation, TemplateArgumentsAreToldApartAtCommas) {
  // Not at those inside brackets. The clause is columns 1 to 31.
  EXPECT_EQ(annotation("instantiate(float, Pair<2, 3>)"),
            "instance [float] [Pair<2, 3>] at 1-31 ");
  EXPECT_EQ(annotation("instantiate((Mode)1) block(32)"),
            "block 32,1,1 at 22-31 instance [(Mode)1] at 1-21 ");
  EXPECT_EQ(annotation("instantiate(4), instantiate(8)"),
            "instance [4] at 1-15 instance [8] at 17-31 ");
  EXPECT_EQ(annotation("instantiate(float"), "expected ')' @17");
  EXPECT_EQ(annotation("instantiate(float, )"),
            "expected template arguments, as in 'instantiate(float, 128)' @12");
  EXPECT_EQ(annotation("instantiate(A<4)"),
            "expected template arguments, as in 'instantiate(float, 128)' @12");
}

TEST(Annotation, AnErrorLeavesNothing) {
  EXPECT_EQ(annotation("block(32) assume(n"),
            "expected a comparison, as in 'n == 128' @18");
  EXPECT_EQ(annotation(""),
            "expected 'block(...)', 'assume(...)', 'dynamic_shared(...)' or "
            "'instantiate(...)' @0");
  EXPECT_EQ(annotation("block 32"), "expected '(' @6");
  EXPECT_EQ(annotation("block(1, 2, 3, 4)"),
            "a block has at most three dimensions @15");
  EXPECT_EQ(annotation("block(0)"),
            "a block has 1 to 1024 threads along an axis @6");
  EXPECT_EQ(annotation("block(1, 1, 65)"),
            "a block has at most 1024 x 1024 x 64 threads @5");
  EXPECT_EQ(annotation("dynamic_shared(1 << 20)"),
            "a block has 1 to 232448 bytes of dynamic shared memory @15");
  EXPECT_EQ(annotation("assum(n == 1)"),
            "unknown clause 'assum'; did you mean 'assume'? @0");
}

} // namespace
