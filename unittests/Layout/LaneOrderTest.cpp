//===- LaneOrderTest.cpp --------------------------------------------------===//
//
// What is written down is what is meant, for every order; and none is missed that
// is cheaper.
//
//===----------------------------------------------------------------------===//

#include "warplint/Layout/LaneOrder.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <sstream>
#include <utility>

using namespace warplint;

namespace {

/// Of quotients, remainders and products, from left to right, and of their sums.
unsigned valueOf(const std::string &Text, unsigned Operand) {
  std::istringstream In(Text);
  std::string Word, Operator;
  unsigned Sum = 0, Term = 0;
  auto Number = [&] {
    return Word == "l" ? Operand : unsigned(std::stoul(Word));
  };
  In >> Word;
  Term = Number();
  while (In >> Operator >> Word) {
    if (Operator == "/")
      Term /= Number();
    else if (Operator == "%")
      Term %= Number();
    else if (Operator == "*")
      Term *= Number();
    else
      Sum += std::exchange(Term, Number());
  }
  return Sum + Term;
}

TEST(LaneOrder, ExpressionsAreTheOrder) {
  LaneOrder Order;
  do {
    const std::string Text = spellLaneOrder(Order, "l");
    for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
      ASSERT_EQ(valueOf(Text, Lane), Order.worksAs(Lane)) << Text;
  } while (std::next_permutation(Order.From.begin(), Order.From.end()));
}

TEST(LaneOrder, BitsOfAnyWeightAreSummed) {
  // Runs that end at the last bit, gaps, weights that fall, nothing.
  const std::vector<std::vector<int64_t>> All = {{0, 0, 0, 1, 2, 4, 8},
                                                 {1, 2, 4, 0, 0},
                                                 {2, 0, 16, 8, 4, 1},
                                                 {3, 6, 12},
                                                 {0, 5, 0, 10, 20},
                                                 {0, 0},
                                                 {7}};
  for (const std::vector<int64_t> &Weights : All) {
    const std::string Text = spellBits(Weights, "l");
    for (unsigned L = 0; L < 1u << Weights.size(); ++L) {
      int64_t Sum = 0;
      for (size_t B = 0; B < Weights.size(); ++B)
        Sum += L >> B & 1 ? Weights[B] : 0;
      ASSERT_EQ(valueOf(Text, L), Sum) << Text;
    }
  }
}

TEST(LaneOrder, BitsThatMoveTogetherAreOneTerm) {
  EXPECT_EQ(spellBits(std::vector<int64_t>{1, 0, 0, 0, 2, 4, 8}, "t"),
            "t / 16 * 2 + t % 2");
  EXPECT_EQ(spellBits(std::vector<int64_t>{0, 1, 2, 4, 0}, "t"), "t / 2 % 8");
}

/// Lanes as 4 rows x 8 columns, each a load of one vector of 16 bytes.
TEST(LaneOrder, TheCheapestIsFound) {
  WeightedRequest Row, Column;
  Row.Request.BytesPerLane = Column.Request.BytesPerLane = 16;
  for (unsigned L = 0; L < WarpSize; ++L) {
    Row.Request.ByteAddress[L] = 16 * (L / 8);
    Column.Request.ByteAddress[L] = 16 * (L % 8);
  }
  const std::vector<RankedLaneOrder> Found =
      findLaneOrders(std::vector<WeightedRequest>{Row, Column});
  ASSERT_FALSE(Found.empty());
  EXPECT_EQ(Found.front().Total, 4u);
  // The Z-order, and what is as good as it.
  const LaneOrder ZOrder = {{0, 3, 1, 4, 2}}, ByPairs = {{3, 0, 1, 2, 4}};
  for (const LaneOrder &Order : {ZOrder, ByPairs})
    EXPECT_TRUE(std::ranges::any_of(Found, [&](const RankedLaneOrder &R) {
      return R.Order == Order && R.Total == 4;
    }));
}

} // namespace
