//===- PropertyTest.cpp - What holds for every request --------------------===//
//
// Random requests of every kind, with addresses of the shapes that kernels
// have. The figures are compared with a second statement of the rules
// (RestatedRules.h), and with identities that follow
// from what a bank is.
//
//===----------------------------------------------------------------------===//

#include "RestatedRules.h"
#include <algorithm>
#include <map>
#include <numeric>
#include <random>

using namespace warplint;

namespace {

constexpr unsigned RequestCount = 40000;

struct KindAndWidth {
  RequestKind Kind;
  unsigned Bytes;
};

constexpr KindAndWidth Modelled[] = {
    {RequestKind::SharedLoad, 1},
    {RequestKind::SharedLoad, 2},
    {RequestKind::SharedLoad, 4},
    {RequestKind::SharedLoad, 8},
    {RequestKind::SharedLoad, 16},
    {RequestKind::SharedStore, 1},
    {RequestKind::SharedStore, 2},
    {RequestKind::SharedStore, 4},
    {RequestKind::SharedStore, 8},
    {RequestKind::SharedStore, 16},
    {RequestKind::LdMatrixX1, 16},
    {RequestKind::LdMatrixX2, 16},
    {RequestKind::LdMatrixX4, 16},
    {RequestKind::StMatrixX1, 16},
    {RequestKind::StMatrixX2, 16},
    {RequestKind::StMatrixX4, 16},
    {RequestKind::SharedAtomic, 4},
    {RequestKind::SharedAtomic, 8},
    {RequestKind::SharedAtomicCas, 4},
    {RequestKind::SharedAtomicCas, 8},
    {RequestKind::SharedSwapLoop, 4},
    {RequestKind::SharedSwapLoop, 8},
    {RequestKind::SharedTriedSwapLoop, 4},
    {RequestKind::SharedTriedSwapLoop, 8},
    {RequestKind::SharedRetryLoop, 2},
    {RequestKind::SharedAtomicCount, 4},
    {RequestKind::SharedAtomicCombined, 4},
    {RequestKind::SharedAtomicCombinedIfFull, 4},
    {RequestKind::CpAsync, 4},
    {RequestKind::CpAsync, 8},
    {RequestKind::CpAsync, 16},
    {RequestKind::CpAsyncCached, 16},
    {RequestKind::GlobalLoad, 1},
    {RequestKind::GlobalLoad, 2},
    {RequestKind::GlobalLoad, 4},
    {RequestKind::GlobalLoad, 8},
    {RequestKind::GlobalLoad, 16},
    {RequestKind::GlobalStore, 4},
    {RequestKind::GlobalStore, 8},
    {RequestKind::GlobalStore, 16},
    {RequestKind::CpAsync, 16},
    {RequestKind::GlobalReduction, 4},
    {RequestKind::GlobalAtomic, 16},
    {RequestKind::SharedAtomic, 16},
    {RequestKind::SharedAtomicCas, 16},
    {RequestKind::SharedGenericLoad, 4},
    {RequestKind::SharedGenericLoad, 16},
    {RequestKind::CpAsyncZero, 4},
    {RequestKind::RemoteLoad, 4},
    {RequestKind::RemoteStore, 16},
    {RequestKind::RemoteUpdate, 4},
    {RequestKind::RemoteUpdate, 8},
    {RequestKind::LocalAccess, 1},
    {RequestKind::LocalAccess, 4},
    {RequestKind::LocalAccess, 16},
    {RequestKind::ConstantLoad, 4},
    {RequestKind::ConstantLoad, 16}};

class RequestGenerator {
public:
  WarpRequest next() {
    const KindAndWidth K = Modelled[below(std::size(Modelled))];
    WarpRequest R;
    R.Kind = K.Kind;
    R.BytesPerLane = K.Bytes;
    R.Active = mask();
    fillAddresses(R);
    return R;
  }

  uint64_t below(uint64_t Limit) { return Engine() % Limit; }

private:
  std::mt19937_64 Engine{20240607};

  LaneMask mask() {
    switch (below(6)) {
    case 0:
      return Engine();
    case 1:
      return laneRange(0, below(33));
    case 2:
      return 0x55555555u << below(2);
    case 3:
      return 0x33333333u << 2 * below(2);
    default:
      return AllLanes;
    }
  }

  /// Multiples of the width: affine, XOR of lane bits, random, and each of
  /// these with lanes in agreement.
  void fillAddresses(WarpRequest &R) {
    std::array<uint64_t, 5> Column;
    for (uint64_t &C : Column)
      C = below(uint64_t(1) << below(9));
    const uint64_t Stride = below(70), Range = 1 + below(200);
    const uint64_t Shape = below(3), Base = below(64);
    const unsigned Agree = std::array{0u, 0u, 1u, 2u, 3u, 28u}[below(6)];
    std::array<uint64_t, WarpSize> Random;
    for (uint64_t &V : Random)
      V = below(Range);
    for (unsigned L = 0; L < WarpSize; ++L) {
      const unsigned Lane = L & ~Agree;
      uint64_t Element = Shape == 0   ? Stride * Lane
                         : Shape == 1 ? Random[Lane]
                                      : 0;
      for (unsigned Bit = 0; Shape == 2 && Bit < 5; ++Bit)
        Element ^= (Lane >> Bit & 1) ? Column[Bit] : 0;
      R.ByteAddress[L] = R.BytesPerLane * (Base + Element);
    }
  }
};

template <typename Function> void forRandomRequests(Function Check) {
  RequestGenerator Generator;
  for (unsigned I = 0; I < RequestCount; ++I) {
    const WarpRequest R = Generator.next();
    Check(R, Generator);
    if (testing::Test::HasFailure())
      FAIL() << "request " << I << ", kind " << unsigned(R.Kind) << ", "
             << R.BytesPerLane << " bytes a lane, active 0x" << std::hex
             << R.Active;
  }
}

// The others would pass on requests that never reach a rule.
TEST(Property, RandomRequestsReachEveryRuleWithAndWithoutExcess) {
  std::map<CostRule, unsigned> Clean, Excess;
  forRandomRequests([&](const WarpRequest &R, RequestGenerator &) {
    ++(costOf(R)->excess() ? Excess : Clean)[rule(R)];
  });
  for (CostRule Rule :
       {CostRule::WholeWarp, CostRule::HalfWarps, CostRule::QuarterWarps,
        CostRule::PairMerged, CostRule::MatrixRows, CostRule::LanesPerBank,
        CostRule::LanesPerBankTwice, CostRule::LanesPerBankHalves,
        CostRule::LanesPerBankHalvesTwice, CostRule::LanesPerBankQuarters,
        CostRule::SwapLoop, CostRule::RetryLoop, CostRule::CountingAtomic,
        CostRule::FullLines, CostRule::Sectors, CostRule::RemoteSectors,
        CostRule::RemoteTurns, CostRule::LocalSectors,
        CostRule::LanesPerBankQuartersTwice}) {
    EXPECT_GE(Clean[Rule], 50u) << std::string(ruleName(Rule));
    EXPECT_GE(Excess[Rule], 50u) << std::string(ruleName(Rule));
  }
  // One address for all lanes is rare.
  EXPECT_GE(Clean[CostRule::ConstantTurns], 10u);
  EXPECT_GE(Excess[CostRule::ConstantTurns], 50u);
  EXPECT_GE(Clean[CostRule::CombinedAtomic], 50u);
  EXPECT_EQ(Excess[CostRule::CombinedAtomic], 0u);
  EXPECT_GE(Clean[CostRule::NoActiveLane], 50u);
  EXPECT_EQ(Excess[CostRule::NoActiveLane], 0u);
}

TEST(Property, FiguresAreThoseOfTheRestatedRules) {
  forRandomRequests([](const WarpRequest &R, RequestGenerator &) {
    EXPECT_EQ(figure(R), Restatement{R}.figure());
  });
}

TEST(Property, NoFigureIsBelowItsIdeal) {
  forRandomRequests([](const WarpRequest &R, RequestGenerator &) {
    EXPECT_GE(figure(R).Predicted, figure(R).Ideal);
  });
}

TEST(Property, ZeroMeansThatNoLaneIsActive) {
  forRandomRequests([](const WarpRequest &R, RequestGenerator &) {
    EXPECT_EQ(figure(R).Predicted == 0, rule(R) == CostRule::NoActiveLane);
    EXPECT_EQ(figure(R).Ideal == 0, rule(R) == CostRule::NoActiveLane);
  });
}

TEST(Property, BankConflictsAndNothingElseHaveWitnesses) {
  forRandomRequests([](const WarpRequest &R, RequestGenerator &) {
    std::optional<WarpCost> Cost = costOf(R);
    const bool HasConflict =
        Cost->Unit == CostUnit::Wavefronts && Cost->excess() > 0;
    EXPECT_EQ(Cost->Worst.has_value(), HasConflict);
    EXPECT_EQ(!collisionsOf(R).empty(), HasConflict);
  });
}

// Count again, in the bank that was named, what the named lanes touch.
TEST(Property, WitnessesMeetInTheirBank) {
  forRandomRequests([](const WarpRequest &R, RequestGenerator &) {
    for (const Collision &C : collisionsOf(R)) {
      WarpRequest Named = R;
      Named.Active = C.Lanes;
      const Lanes S = Restatement{Named}.active(0, 32);
      for (unsigned L : S)
        EXPECT_EQ(Restatement{Named}.distinctWords({L}, C.Bank), 1u);
      EXPECT_EQ(C.Lanes & ~R.Active, 0u);
      EXPECT_EQ(C.Ways, Restatement{Named}.waysIn(C.Bank, rule(R)));
    }
  });
}

TEST(Property, WorstIsTheFirstOfTheFullestCollisions) {
  forRandomRequests([](const WarpRequest &R, RequestGenerator &) {
    std::vector<Collision> All = collisionsOf(R);
    if (All.empty())
      return;
    auto Fullest = std::max_element(
        All.begin(), All.end(),
        [](const Collision &A, const Collision &B) { return A.Ways < B.Ways; });
    EXPECT_EQ(costOf(R)->Worst, *Fullest);
  });
}

WarpRequest permuted(const WarpRequest &R,
                     const std::array<unsigned, WarpSize> &To) {
  WarpRequest P = R;
  P.Active = 0;
  for (unsigned L = 0; L < WarpSize; ++L) {
    P.ByteAddress[To[L]] = R.ByteAddress[L];
    P.Active |= (R.Active >> L & 1) << To[L];
  }
  return P;
}

// Which lane's turn is first decides which words a loop still has to load.
bool dependsOnOrder(const WarpRequest &R) {
  return rule(R) == CostRule::SwapLoop;
}

// Any order of the lanes inside groups of 8, the smallest that any rule has.
// Wide loads are left to the next test: a permutation can break their lane
// pairs up.
TEST(Property, OrderInsideAGroupDoesNotMatter) {
  forRandomRequests([](const WarpRequest &R, RequestGenerator &G) {
    if (dependsOnOrder(R) ||
        (R.Kind == RequestKind::SharedLoad && R.BytesPerLane > 4))
      return;
    std::array<unsigned, WarpSize> To;
    std::iota(To.begin(), To.end(), 0u);
    for (unsigned First = 0; First < WarpSize; First += 8)
      for (unsigned I = 7; I > 0; --I)
        std::swap(To[First + I], To[First + G.below(I + 1)]);
    EXPECT_EQ(figure(permuted(R, To)), figure(R));
  });
}

// Lane l becomes l xor m: pairs stay pairs.
TEST(Property, XorOfTheLaneInsideAGroupDoesNotMatter) {
  forRandomRequests([](const WarpRequest &R, RequestGenerator &G) {
    if (dependsOnOrder(R))
      return;
    const unsigned M = G.below(8);
    std::array<unsigned, WarpSize> To;
    for (unsigned L = 0; L < WarpSize; ++L)
      To[L] = L ^ M;
    EXPECT_EQ(figure(permuted(R, To)), figure(R));
  });
}

// XOR with a multiple of the width, and of a word, permutes the words and
// banks.
TEST(Property, XorOfAllAddressesDoesNotMatter) {
  forRandomRequests([](const WarpRequest &R, RequestGenerator &G) {
    WarpRequest X = R;
    const uint64_t Constant =
        std::max(4u, R.BytesPerLane) * G.below(uint64_t(1) << G.below(12));
    for (uint64_t &Address : X.ByteAddress)
      Address ^= Constant;
    EXPECT_EQ(figure(X), figure(R));
  });
}

// Whole lines added, or taken away until addresses are below the origin.
TEST(Property, CommonMultiplesOfALineDoNotMatter) {
  forRandomRequests([](const WarpRequest &R, RequestGenerator &G) {
    WarpRequest Shifted = R;
    const uint64_t Lines = G.below(1000) - 500;
    for (uint64_t &Address : Shifted.ByteAddress)
      Address += 128 * Lines;
    EXPECT_EQ(figure(Shifted), figure(R));
    EXPECT_EQ(collisionsOf(Shifted), collisionsOf(R));
  });
}

// A common multiple of 4 bytes rotates the banks.
TEST(Property, CommonWordsDoNotMatterToTheBanks) {
  forRandomRequests([](const WarpRequest &R, RequestGenerator &G) {
    if (costOf(R)->Unit != CostUnit::Wavefronts)
      return;
    WarpRequest Shifted = R;
    const uint64_t Words = G.below(1000);
    for (uint64_t &Address : Shifted.ByteAddress)
      Address += 4 * Words;
    EXPECT_EQ(figure(Shifted), figure(R));
  });
}

TEST(Property, AddressesOfInactiveLanesDoNotMatter) {
  forRandomRequests([](const WarpRequest &R, RequestGenerator &G) {
    WarpRequest Other = R;
    for (unsigned L = 0; L < WarpSize; ++L)
      if (!(R.Active >> L & 1))
        Other.ByteAddress[L] = R.BytesPerLane * G.below(1000);
    EXPECT_EQ(figure(Other), figure(R));
    EXPECT_EQ(collisionsOf(Other), collisionsOf(R));
  });
}

// A store of 8 or 16 bytes never costs less than the load of the same
// addresses.
TEST(Property, LoadsCostNoMoreThanStores) {
  forRandomRequests([](const WarpRequest &R, RequestGenerator &) {
    WarpRequest Load = R, Store = R;
    Load.Kind = RequestKind::SharedLoad;
    Store.Kind = RequestKind::SharedStore;
    EXPECT_LE(figure(Load).Predicted, figure(Store).Predicted);
  });
}

} // namespace
