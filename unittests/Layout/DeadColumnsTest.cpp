//===- DeadColumnsTest.cpp - Columns that no access touches ---------------===//

#include "RandomProblems.h"
#include "warplint/Layout/Spelling.h"

using namespace warplint;

namespace {

/// float tile[16][17]: rows of 16 are stored by blocks of 16 x 16 threads, and
/// columns read.
ArrayProblem padded() {
  ArrayProblem P = arrayOf({16, 17});
  for (uint64_t Warp = 0; Warp < 8; ++Warp) {
    const auto Y = [=](unsigned L) { return 2 * Warp + L / 16; };
    addAccess(P, RequestKind::SharedStore, 4)
        .Cases.push_back(
            caseOf(32, [&](unsigned L) { return Y(L) * 17 + L % 16; }));
    addAccess(P, RequestKind::SharedLoad, 4)
        .Cases.push_back(
            caseOf(32, [&](unsigned L) { return L % 16 * 17 + Y(L); }));
  }
  return P;
}

} // namespace

TEST(DeadColumnsTest, AreThoseBehindAllAccesses) {
  ArrayProblem P = padded();
  EXPECT_EQ(deadColumns(P), (DeadColumns{17, 1}));
  // Any lane of any access.
  P.Accesses[3].Cases.edit()[0].Element[5] = 2 * 17 + 16;
  EXPECT_TRUE(deadColumns(P).isNone());
  // One extent has no columns.
  EXPECT_TRUE(deadColumns(arrayOf({272})).isNone());
}

TEST(DeadColumnsTest, LeaveWholeWhatIsAccessedAtOnce) {
  ArrayProblem P = arrayOf({8, 24});
  addAccess(P, RequestKind::SharedLoad, 16)
      .Cases.push_back(caseOf(8, [](unsigned L) { return L * 24 + 8; }));
  EXPECT_EQ(deadColumns(P), (DeadColumns{24, 12}));
  // The float in column 12 makes it four.
  addAccess(P, RequestKind::SharedLoad, 4)
      .Cases.push_back(caseOf(8, [](unsigned L) { return L * 24 + 12; }));
  EXPECT_EQ(deadColumns(P), (DeadColumns{24, 8}));
}

TEST(DeadColumnsTest, TheRestIsNumberedByItself) {
  const Layout L(XorSwizzle{4, 0, 4}, {17, 1});
  for (uint64_t Row = 0; Row < 16; ++Row)
    for (uint64_t Column = 0; Column < 16; ++Column)
      EXPECT_EQ(L.place(Row * 17 + Column), Row * 16 + (Column ^ Row));
  EXPECT_EQ(L.places(16 * 17), 256u);
  EXPECT_TRUE(L.fits(16 * 17));
  EXPECT_TRUE(isBijection(L, 16 * 17));
  EXPECT_FALSE(L.keepsWhole(2));
  EXPECT_FALSE(L.isUnchanged());
  EXPECT_FALSE(Layout(Unchanged(), {17, 1}).isUnchanged());
  // In runs of two.
  const Layout Wide(XorSwizzle{3, 1, 4}, {20, 4});
  EXPECT_EQ(Wide.ofRuns(2), Layout(XorSwizzle({3, 0, 4}), {10, 2}));
}

TEST(DeadColumnsTest, CostWhatTheRestCosts) {
  const ArrayProblem P = padded();
  const Layout Rest(XorSwizzle{4, 0, 4});
  const auto Whole = judge(P, Layout(Rest.form(), deadColumns(P)));
  const auto Alone = judge(without(deadColumns(P), P), Rest);
  ASSERT_TRUE(Whole && Alone);
  EXPECT_EQ(Whole->Total, Alone->Total);
  // Each of the 16 requests in one wavefront, and one float less in 16 rows.
  EXPECT_EQ(Whole->Total, 16u);
  EXPECT_TRUE(Whole->IsOptimal);
  EXPECT_EQ(Whole->ExtraBytes, -64);
}

TEST(DeadColumnsTest, AnyProblemCostsAsMuchInLongerRows) {
  RandomProblems Random(7);
  unsigned Tried = 0;
  for (unsigned Round = 0; Round < 300; ++Round) {
    const ArrayProblem Short = Random.problem();
    if (Short.Array.Extents.size() < 2 || !deadColumns(Short).isNone())
      continue;
    const uint64_t Row = Short.Array.rowLength();
    const DeadColumns Dead = {Row + 16, 16};
    ArrayProblem Long = Short;
    Long.Array.Extents.back() += 16;
    for (ArrayAccess &A : Long.Accesses)
      for (AccessCase &C : A.Cases.edit())
        for (uint64_t &E : C.Element)
          E = E / Row * (Row + 16) + E % Row;
    ASSERT_EQ(deadColumns(Long), Dead);
    auto Best = findRemedies(Short);
    ASSERT_TRUE(bool(Best));
    for (const Remedy &R : Best->Remedies) {
      if (R.Lanes)
        continue;
      const auto Again = judge(Long, Layout(R.To.form(), Dead));
      ASSERT_TRUE(Again) << describe(R.To);
      EXPECT_EQ(Again->Total, R.Total) << describe(R.To);
      ++Tried;
    }
  }
  EXPECT_GT(Tried, 20u);
}

TEST(DeadColumnsTest, AreWrittenIntoTheLastExtent) {
  const ArrayShape Tile = {{16, 17}, 4};
  const Layout L(XorSwizzle{4, 0, 4}, {17, 1});
  EXPECT_FALSE(changesDeclarationOnly(L, Tile));
  EXPECT_TRUE(changesDeclarationOnly(Layout(Unchanged(), {17, 1}), Tile));
  EXPECT_EQ(declaredExtents(L, Tile), (std::vector<uint64_t>{16, 16}));
  EXPECT_EQ(spellExtents(L, Tile, {"16", "17"}), "[16][16]");
  EXPECT_EQ(spellExtents(L, Tile, {"T", "T + 1"}), "[T][T]");
  EXPECT_EQ(spellExtents(L, Tile, {"T", "T*2+3"}), "[T][T*2 + 2]");
  EXPECT_EQ(spellExtents(L, Tile, {"T", "W"}), "[T][W - 1]");
  EXPECT_EQ(spellExtents(L, Tile, {"T", "A ? 17 : 2"}),
            "[T][(A ? 17 : 2) - 1]");
  // Rows that are padded after all.
  const Layout Longer(Padding{16, 4}, {17, 1});
  EXPECT_TRUE(changesDeclarationOnly(Longer, Tile));
  EXPECT_EQ(spellExtents(Longer, Tile, {"T", "T + 1"}), "[T][T + 4]");
  EXPECT_EQ(spellExtents(Longer, Tile, {"T", "U - 1"}), "[T][U + 2]");
  EXPECT_EQ(spellExtents(Longer, Tile, {"T", "U << 1 | 1"}),
            "[T][(U << 1 | 1) + 3]");
}
