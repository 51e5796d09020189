//===- LaunchesTest.cpp - No launch pays for another one ------------------===//

#include "Layout/Search/AccessPatterns.h"
#include "Problems.h"

using namespace warplint;

namespace {

/// Lane l reads element Step * l; Warps of launch \p Launch do.
void addStrided(ArrayProblem &P, uint64_t Step, uint64_t Warps,
                unsigned Launch) {
  AccessCase C = caseOf(32, [&](unsigned L) { return Step * L; });
  C.Weight = Warps;
  C.Launch = Launch;
  if (P.Accesses.empty())
    addAccess(P, RequestKind::SharedLoad, 4);
  P.Accesses.front().Cases.push_back(C);
}

} // namespace

TEST(LaunchesTest, NoneIsWorseForTheSakeOfTheSum) {
  // Steps of 32 meet in one bank, steps of 33 in none. Turning rows by their
  // number swaps the two: 4 * 32 + 1 wavefronts become 4 + 32.
  const Layout Turned(XorSwizzle{5, 0, 5});
  ArrayProblem P = arrayOf({32, 32});
  addStrided(P, 32, 4, 0);
  addStrided(P, 33, 1, 0);
  EXPECT_EQ(judge(P, Turned)->Total, 36u);
  EXPECT_FALSE(judge(P, Turned)->WorsensLaunch);
  // The second by a launch of its own.
  P.Accesses.front().Cases.edit().back().Launch = 1;
  EXPECT_EQ(judge(P, Turned)->Total, 36u);
  EXPECT_TRUE(judge(P, Turned)->WorsensLaunch);

  auto Ranking = findRemedies(P);
  ASSERT_TRUE(bool(Ranking));
  EXPECT_FALSE(Ranking->Remedies.empty());
  for (const Remedy &R : Ranking->Remedies) {
    EXPECT_FALSE(judge(P, R.To)->WorsensLaunch) << describe(R.To);
    EXPECT_LE(R.Total, 129u);
  }
}

TEST(LaunchesTest, TheNextPaddingIsTakenWhereTheBestOneWorsens) {
  // Rows of 33 free steps of 32, and make steps of 33 those of 34, 2 wavefronts:
  // 4 + 2. Rows of 34 cost 4 * 2 + 1.
  ArrayProblem P = arrayOf({32, 32});
  addStrided(P, 32, 4, 0);
  addStrided(P, 33, 1, 1);
  EXPECT_TRUE(judge(P, Layout(Padding{32, 1}))->WorsensLaunch);
  EXPECT_FALSE(judge(P, Layout(Padding{32, 2}))->WorsensLaunch);
  SearchOptions Options;
  Options.LeastSaving = 1;
  auto Ranking = findRemedies(P, Options);
  ASSERT_TRUE(bool(Ranking));
  EXPECT_TRUE(llvm::any_of(Ranking->Remedies, [](const Remedy &R) {
    const auto *Pad = R.To.as<Padding>();
    return Pad && Pad->Every == 32 && Pad->By % 2 == 0 && R.Total == 9;
  }));
}

TEST(LaunchesTest, RequestsOfTheSameElementsAreWeighedOnce) {
  // Of 4 warps of one launch and 1 of another, and 1 that meets in no bank.
  ArrayProblem P = arrayOf({32, 32});
  addStrided(P, 32, 4, 0);
  addStrided(P, 32, 1, 1);
  addStrided(P, 33, 1, 1);
  const AccessPatterns Patterns(P);
  ASSERT_EQ(Patterns.groups().size(), 2u);
  EXPECT_EQ(Patterns.groups()[0].Weight, 5u);
  EXPECT_EQ(Patterns.groups()[0].Groups, 2u);
  EXPECT_EQ(Patterns.costsByAccess(Layout()),
            std::vector<uint64_t>{5 * 32 + 1});
  // A launch that is like another is no reason to leave a layout out, one that
  // is not is: turned rows swap steps of 32 and 33.
  const Layout Turned(XorSwizzle{5, 0, 5});
  EXPECT_FALSE(judge(P, Turned)->WorsensLaunch);
  addStrided(P, 33, 1, 2);
  EXPECT_TRUE(judge(P, Turned)->WorsensLaunch);
}
