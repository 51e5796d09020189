//===- RandomRequestTest.cpp - What indices that are data cost ------------===//

#include "warplint/Warp/RandomRequest.h"
#include "gtest/gtest.h"
#include <cmath>
#include <numeric>

using namespace warplint;

namespace {

/// The fullest of N bins when N balls fall into them at random, on average: the
/// sum over k of 1 - P(no bin has more than k), of which
/// P = N! / N^N * [x^N] (sum of x^i / i! for i up to k)^N.
double fullestBin(unsigned Balls) {
  double Mean = 0;
  for (unsigned K = 0; K < Balls; ++K) {
    std::vector<double> Ways(Balls + 1);
    Ways[0] = 1;
    for (unsigned Bin = 0; Bin < Balls; ++Bin) {
      std::vector<double> More(Balls + 1);
      for (unsigned N = 0; N <= Balls; ++N)
        for (unsigned I = 0; I <= std::min(K, N); ++I)
          More[N] += Ways[N - I] / std::tgamma(I + 1.0);
      Ways = std::move(More);
    }
    Mean += 1 - Ways[Balls] * std::tgamma(Balls + 1.0) /
                    std::pow(double(Balls), Balls);
  }
  return Mean;
}

double predicted(RequestKind Kind, unsigned Bytes, uint64_t ArrayBytes) {
  return meanCostAtRandom(Kind, Bytes, {Bytes, ArrayBytes / Bytes})->Predicted;
}

TEST(RandomRequest, IsAsBallsIntoBins) {
  EXPECT_NEAR(fullestBin(32), 3.53, 0.01);
  EXPECT_NEAR(predicted(RequestKind::SharedLoad, 4, 0), fullestBin(32), 0.1);
  // 16 lanes a pass, each in two banks: 16 balls into 16 pairs of banks. Eight
  // lanes a pass, each in four: 8 into 8.
  EXPECT_NEAR(predicted(RequestKind::SharedLoad, 8, 0), 2 * fullestBin(16),
              0.1);
  EXPECT_NEAR(predicted(RequestKind::SharedLoad, 16, 0), 4 * fullestBin(8),
              0.2);
  EXPECT_NEAR(meanCostAtRandom(RequestKind::SharedLoad, 4, {4, 0})->Ideal, 1,
              1e-9);
}

TEST(RandomRequest, InASmallArrayLanesShareWords) {
  // One word in each bank.
  EXPECT_EQ(predicted(RequestKind::SharedLoad, 4, 128), 1);
  EXPECT_EQ(predicted(RequestKind::SharedLoad, 1, 128), 1);
  // Two: 2 unless no bank has lanes at both.
  EXPECT_NEAR(predicted(RequestKind::SharedLoad, 4, 256), 2, 0.01);
  // Lanes at one word take turns in an atomic.
  EXPECT_EQ(predicted(RequestKind::SharedAtomic, 4, 4), 32);
  EXPECT_EQ(predicted(RequestKind::SharedLoad, 4, 4), 1);
}

TEST(RandomRequest, FollowsTheStep) {
  auto Of = [](RandomIndex Index) {
    return meanCostAtRandom(RequestKind::SharedLoad, 4, Index)->Predicted;
  };
  // Of 16 records of 12 bytes each begins in a bank of its own, rows of 32 words
  // all begin in one.
  EXPECT_EQ(Of({12, 16}), 1);
  EXPECT_NEAR(Of({128, 0}), 32, 0.01);
  // 3 is odd: records of 12 bytes are in as many banks as words.
  EXPECT_NEAR(Of({12, 0}), fullestBin(32), 0.1);
}

TEST(RandomRequest, IsTheSameEachTime) {
  EXPECT_EQ(predicted(RequestKind::SharedLoad, 4, 1000),
            predicted(RequestKind::SharedLoad, 4, 1000));
}

TEST(RandomRequest, IsNotKnownWithoutARule) {
  EXPECT_FALSE(meanCostAtRandom(RequestKind::SharedAtomicOther, 4, {4, 256}));
  EXPECT_FALSE(meanCostAtRandom(RequestKind::SharedLoad, 16, {}));
}

} // namespace
