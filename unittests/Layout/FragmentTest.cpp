//===- FragmentTest.cpp - Layouts of arrays that wmma loads tiles of ------===//

#include "Problems.h"

using namespace warplint;

namespace {

/// A tile of 16 x 16 halves that begins at element \p First of 64 rows of 64: 8
/// lines and two halves a lane in each of 4 instructions.
ArrayProblem tileAt(uint64_t First) {
  ArrayProblem P = arrayOf({64, 64}, 2);
  ArrayAccess &A = addAccess(P, RequestKind::SharedLoad, 4);
  A.Instructions = 4;
  A.Pitch = 64;
  A.Cases.push_back(caseOf(
      32, [&](unsigned L) { return First + 64 * (L / 4) + 2 * (L % 4); }));
  return P;
}

std::optional<uint64_t> totalOf(const ArrayProblem &P, Layout::Form Form) {
  auto R = judge(P, Layout(std::move(Form)));
  return R ? std::optional(R->Total) : std::nullopt;
}

TEST(Fragment, LongerRowsOfSixteenBytesAreTheOnlyLayouts) {
  const ArrayProblem P = tileAt(0);
  // 8 lines of 32 words in one bank; of 36 words, 4 banks apart.
  EXPECT_EQ(totalOf(P, Unchanged()), 32u);
  EXPECT_EQ(totalOf(P, Padding{64, 8}), 4u);
  EXPECT_EQ(totalOf(P, Padding{64, 4}), std::nullopt); // 8 bytes.
  EXPECT_EQ(totalOf(P, Padding{128, 8}), std::nullopt);
  EXPECT_EQ(totalOf(P, XorSwizzle{3, 3, 3}), std::nullopt);
  EXPECT_EQ(totalOf(P, RowRotation{64, 8, 0}), std::nullopt);
}

TEST(Fragment, ATileBeginsOnAMultipleOf32Bytes) {
  // Row 1 of 72 halves begins at byte 144.
  EXPECT_EQ(totalOf(tileAt(64), Padding{64, 8}), std::nullopt);
  EXPECT_TRUE(totalOf(tileAt(64), Padding{64, 16}));
}

TEST(Fragment, ATileOfBytesBeginsWhereItsRowsDo) {
  // 16 x 16 bytes, rows of 16: at byte 16 of 64 a row, 16 of 80.
  ArrayProblem P = arrayOf({64, 64}, 1);
  ArrayAccess &A = addAccess(P, RequestKind::SharedLoad, 4);
  A.Pitch = 64;
  A.Cases.push_back(
      caseOf(32, [](unsigned L) { return 16 + 64 * (L / 4) + 4 * (L % 4); }));
  // Rows of 16 words: 4 of 8 in each set of banks. Of 20 words: no two meet.
  EXPECT_EQ(totalOf(P, Unchanged()), 4u);
  EXPECT_EQ(totalOf(P, Padding{64, 16}), 1u);
}

TEST(Fragment, TheSearchFindsThePitch) {
  auto Ranking = findRemedies(tileAt(16));
  ASSERT_TRUE(bool(Ranking));
  ASSERT_FALSE(Ranking->Remedies.empty());
  EXPECT_EQ(Ranking->Remedies.front().To, Layout(Padding{64, 8}));
}

} // namespace
