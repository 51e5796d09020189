//===- OwnContextTest.cpp - Expressions apart from their kernel -----------===//

#include "warplint/Lane/OwnContext.h"
#include "LaneNotation.h"

using namespace warplint;

namespace {

std::string bytesOf(OwnContext Own) {
  std::string Bytes;
  Own.appendTo(Bytes);
  return Bytes;
}

/// s[pitch * threadIdx.x + n], and what the loop of n goes on under, in a
/// kernel that has \p Others symbols and loops before.
struct Rows {
  Kernel K;
  unsigned Loop = 0;
  Value Pitch, Address;

  explicit Rows(unsigned Others, int64_t MostPitch = 99,
                const char *Array = "s") {
    for (unsigned I = 0; I != Others; ++I) {
      K.parameter("other");
      K.loop("k", 3);
    }
    Value Base = K.array(Array);
    Pitch = K.parameter("pitch", 1, MostPitch);
    Loop = K.loop("n");
    Value N = K.iteration(Loop);
    K.runsWhile(Loop, N < Pitch);
    Address = Base + 4 * (Pitch * K.x() + N);
  }
};

std::string bytesOf(Rows R) {
  return bytesOf(OwnContext(R.K.context(), {R.Address.E, nullptr}));
}

TEST(OwnContext, IsTheSameWhereverTheQuestionIsAsked) {
  EXPECT_EQ(bytesOf(Rows(0)), bytesOf(Rows(5)));
  EXPECT_NE(bytesOf(Rows(0)), bytesOf(Rows(0, /*MostPitch=*/98)));
  EXPECT_EQ(bytesOf(Rows(0)), bytesOf(Rows(0, 99, "t")));
}

TEST(OwnContext, NamesOfSeveralArraysMatter) {
  auto Choice = [](const char *Second) {
    Kernel K;
    Value First = K.array("s");
    Value Address = select(K.x() < 7, First, K.array(Second));
    return bytesOf(OwnContext(K.context(), {Address.E}));
  };
  EXPECT_EQ(Choice("t"), Choice("t"));
  EXPECT_NE(Choice("t"), Choice("u"));
}

TEST(OwnContext, ConditionOfALoopComesWithIt) {
  Rows R(2);
  OwnContext Own(R.K.context(), {R.Address.E});
  ASSERT_EQ(Own.Loops, std::vector<unsigned>{R.Loop});
  const LaneExpr *Continue = Own.Context.loopAt(0).Continue;
  ASSERT_TRUE(Continue);
  EXPECT_EQ(Own.Context.print(Continue), "n < pitch");
  EXPECT_EQ(Own.Context.print(Own.Roots[0]), R.K.context().print(R.Address.E));
}

TEST(OwnContext, LeavesComeBackByTheirNumbers) {
  Rows R(2);
  OwnContext Own(R.K.context(), {R.Address.E});
  LeafValues Values;
  Values.ThreadIdx = {3, 0, 0};
  Values.Symbols = {1000, 20};
  Values.Iterations = {7};
  const LeafValues Back = Own.leavesIn(R.K.context(), Values);
  // 1000 + 4 * (20 * 3 + 7)
  EXPECT_EQ(evaluate(Own.Context, Own.Roots[0], Values), 1268u);
  EXPECT_EQ(evaluate(R.K.context(), R.Address.E, Back), 1268u);
}

TEST(OwnContext, LoopCarriedValuesStayDifferentByLane) {
  // p starts at threadIdx.x and is doubled: lane 5's is no other lane's.
  Kernel K;
  unsigned Loop = K.loop("n", 4);
  Value P = K.recurrence(Loop, "p");
  K.set(P, K.x(), P * 2);
  Value FromOther = shuffle(P, K.x() ^ 5);
  OwnContext Own(K.context(), {FromOther.E});
  EXPECT_EQ(Own.Roots[0]->op(), LaneOp::Shuffle);
  EXPECT_TRUE(Own.Roots[0]->isLaneVarying());
  const LaneRecurrence &R =
      Own.Context.recurrenceAt(Own.Roots[0]->operand(0)->index());
  EXPECT_EQ(Own.Context.print(R.Init), "threadIdx.x");
  EXPECT_EQ(R.Loop, 0u);
}

TEST(OwnContext, LoopsThatAreNamedComeFirst) {
  Rows R(1);
  OwnContext Own(R.K.context(), {R.Address.E}, {0, R.Loop});
  EXPECT_EQ(Own.Loops, (std::vector<unsigned>{0, R.Loop}));
  EXPECT_EQ(Own.Context.loopAt(0).TripCount, 3u);
}

} // namespace
