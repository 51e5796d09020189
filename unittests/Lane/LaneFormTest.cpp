//===- LaneFormTest.cpp - Forms of 32 lanes -------------------------------===//

#include "Lane/Affine/LaneForm.h"
#include "gtest/gtest.h"

using namespace warplint;

namespace {

constexpr AtomId X = 3, Y = 7;

/// 4 * X in all lanes, and 6 * Y in those from 16 on.
LaneForm halves() {
  LaneForm Form = constantForm(1, AllLanes);
  Form.termOf(X).Factor = filled(4);
  for (unsigned L = 16; L != WarpSize; ++L)
    Form.termOf(Y).Factor[L] = 6;
  return Form;
}

TEST(LaneForm, NeighborsShareTheirLinearPart) {
  const LaneForm Form = halves();
  LinearParts Part(Form);
  for (unsigned L = 0; L != WarpSize; ++L) {
    // The factors change at lane 16 alone.
    EXPECT_EQ(Part.moveTo(L), L == 0 || L == 16) << L;
    // 4 * X is 4 * (X), and 4 * X + 6 * Y is 2 * (2 * X + 3 * Y).
    EXPECT_EQ(Part->Scale, L < 16 ? 4 : 2) << L;
    EXPECT_EQ(Part->Terms.size(), L < 16 ? 1u : 2u) << L;
  }
}

TEST(LaneForm, UniformInTheLanesAskedFor) {
  const LaneForm Form = halves();
  EXPECT_FALSE(Form.isUniform(AllLanes)); // Y is in the upper half alone.
  EXPECT_TRUE(Form.isUniform(0x0000FFFF));
  EXPECT_TRUE(Form.isUniform(0xFFFF0000));
  LaneForm LastDiffers = constantForm(0, AllLanes);
  LastDiffers.Constant[31] = 1;
  EXPECT_FALSE(LastDiffers.isUniform(AllLanes));
}

TEST(LaneForm, TakesOverATemporaryLikeACopy) {
  for (LaneMask Mask : {AllLanes, LaneMask(0x00FF00FF)}) {
    const LaneForm From = halves();
    LaneForm Copied = constantForm(9, AllLanes), Moved = Copied;
    Copied.merge(From, Mask);
    Moved.merge(halves(), Mask);
    EXPECT_EQ(Moved.Lanes, Copied.Lanes);
    for (unsigned L = 0; L != WarpSize; ++L)
      EXPECT_TRUE(sameInLane(Moved, Copied, L)) << L;
    // Lane 8 keeps its 9 unless it is asked for.
    EXPECT_EQ(Moved.Constant[8], Mask == AllLanes ? 1 : 9);
  }
}

TEST(LaneForm, SumsHaveTheirTermsByAtom) {
  LaneForm OfY = constantForm(2, AllLanes);
  OfY.termOf(Y).Factor = filled(1);
  LaneForm OfX = constantForm(5, AllLanes);
  OfX.termOf(X).Factor = filled(3);
  // (2 + Y) - 2 * (5 + 3 * X) is -8 - 6 * X + Y.
  const LaneForm Sum = addScaled(OfY, OfX, -2, AllLanes);
  ASSERT_EQ(Sum.Terms.size(), 2u);
  EXPECT_EQ(Sum.Terms[0].Atom, X);
  EXPECT_EQ(Sum.Terms[0].Factor, filled(-6));
  EXPECT_EQ(Sum.Terms[1].Factor, filled(1));
  EXPECT_EQ(Sum.Constant, filled(-8));
}

} // namespace
