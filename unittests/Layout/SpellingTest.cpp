//===- SpellingTest.cpp - A layout as C++ text ----------------------------===//

#include "warplint/Layout/Spelling.h"
#include "RandomProblems.h"
#include "warplint/Layout/IndexFormula.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace warplint;

namespace {

const ArrayShape Square = {{32, 32}, 4};
const std::vector<Operand> RowAndColumn = {{"row", true}, {"col", true}};

/// "tile[row][col]", "(&tile[0][0])[i]".
std::string access(const Layout &L, const ArrayShape &Shape,
                   const std::vector<Operand> &Operands,
                   IndexStyle Style = IndexStyle::Expression) {
  const FunctionNames Names = {"place", "columnOf", "rowOf"};
  const IndexText Index = spellIndex(L, Shape, Operands, Style, Names);
  std::string Text = Index.IsFlat ? "flat" : "tile";
  for (const std::string &S : Index.Subscripts)
    Text += '[' + S + ']';
  return Text;
}

uint64_t valueOf(llvm::StringRef Formula, const NamedValues &Values) {
  auto Parsed = parseAssignments(("value=" + Formula).str());
  if (!Parsed) {
    ADD_FAILURE() << llvm::toString(Parsed.takeError());
    return 0;
  }
  llvm::Expected<int64_t> Value = Parsed->front().evaluate(Values);
  if (!Value) {
    ADD_FAILURE() << llvm::toString(Value.takeError());
    return 0;
  }
  return *Value;
}

unsigned operatorsIn(llvm::StringRef Formula) {
  unsigned Count = 0;
  for (size_t I = 0; I < Formula.size(); ++I)
    if (Formula[I] != ' ' && Formula.substr(I).find_first_of("+*/%&^<>") == 0) {
      ++Count;
      I += Formula[I] == '<' || Formula[I] == '>';
    }
  return Count;
}

} // namespace

TEST(SpellingTest, SwizzlesWithinRowsChangeTheColumn) {
  EXPECT_EQ(access(Layout(XorSwizzle{5, 0, 5}), Square, RowAndColumn),
            "tile[row][col ^ row]");
  EXPECT_EQ(access(Layout(XorSwizzle{3, 0, 5}), Square, RowAndColumn),
            "tile[row][col ^ (row & 7)]");
  EXPECT_EQ(access(Layout(XorSwizzle{3, 2, 3}), Square, RowAndColumn),
            "tile[row][col ^ ((row & 7) << 2)]");
  EXPECT_EQ(access(Layout(XorSwizzle{2, 0, 6}), Square, RowAndColumn),
            "tile[row][col ^ ((row >> 1) & 3)]");
}

// 8 rows of 8 in each plane: bits 6 and up of the flat index are the plane's, bit 5
// is the row's.
TEST(SpellingTest, RowsThatAreShiftedOutFallAway) {
  const ArrayShape Cube = {{8, 8, 8}, 4};
  const std::vector<Operand> XYZ = {{"z", true}, {"y", true}, {"x", true}};
  EXPECT_EQ(access(Layout(XorSwizzle{3, 0, 6}), Cube, XYZ),
            "tile[z][y][x ^ z]");
  EXPECT_EQ(access(Layout(XorSwizzle{2, 0, 7}), Cube, XYZ),
            "tile[z][y][x ^ (z >> 1)]");
  EXPECT_EQ(access(Layout(XorSwizzle{1, 0, 5}), Cube, XYZ),
            "tile[z][y][x ^ (y >> 2)]");
}

// Rows of 128: bits 0-6 of the flat index are the column's. <1,2,3> takes bit 5
// to bit 2, both of them the column's, whatever the row is.
TEST(SpellingTest, SwizzlesInsideTheRowLeaveTheRowAlone) {
  const Layout L(XorSwizzle{1, 2, 3});
  const ArrayShape Shape = {{8, 128}, 4};
  EXPECT_EQ(access(L, Shape, RowAndColumn),
            "tile[row][col ^ ((col >> 3) & 4)]");
  EXPECT_EQ(access(L, Shape, {{"k", false}, {"tx * 8", false}}),
            "tile[k][(tx * 8) ^ (((tx * 8) >> 3) & 4)]");
  EXPECT_EQ(access(L, {{2, 8, 128}, 4},
                   {{"s", false}, {"k++", false, true}, {"c", true}}),
            "tile[s][k++][c ^ ((c >> 3) & 4)]");
  // 192 is a multiple of 2^6: the row's number has no part in bits 0-5.
  EXPECT_EQ(access(L, {{8, 192}, 4}, RowAndColumn),
            "tile[row][col ^ ((col >> 3) & 4)]");
  // 96 is not.
  EXPECT_EQ(access(L, {{8, 96}, 4}, RowAndColumn),
            "flat[(row * 96 + col) ^ (((row * 96 + col) >> 3) & 4)]");
  // From below: bit 0 goes to bit 2.
  EXPECT_EQ(access(Layout(XorSwizzle{1, 0, -2}), Shape, RowAndColumn),
            "tile[row][col ^ ((col & 1) << 2)]");
}

TEST(SpellingTest, NumbersOfColumnsAreComputed) {
  const Layout L(XorSwizzle{1, 2, 3});
  const ArrayShape Shape = {{8, 128}, 4};
  // 40 is 0b101000: bit 5 is set.
  EXPECT_EQ(access(L, Shape, {{"k", false}, {"40", false}}), "tile[k][44]");
  EXPECT_EQ(access(L, Shape, {{"k", false}, {"0x18", false}}), "tile[k][0x18]");
}

// What stands twice in an expression is the argument of a call there.
TEST(SpellingTest, FunctionsReadTheirArgumentsOnce) {
  const Layout Inside(XorSwizzle{1, 2, 3});
  const std::vector<Operand> Long = {{"k", false}, {"n++", false, true}};
  const ArrayShape Wide = {{8, 128}, 4};
  const FunctionNames Names = {"place", "columnOf", "rowOf"};
  EXPECT_TRUE(spellIndex(Inside, Wide, Long, IndexStyle::Expression).Repeats);
  IndexText Call = spellIndex(Inside, Wide, Long, IndexStyle::Function, Names);
  EXPECT_EQ(Call.Subscripts.back(), "columnOf(n++)");
  EXPECT_EQ(*Call.Function, (IndexFunction{"columnOf", "unsigned column",
                                           "column ^ ((column >> 3) & 4)"}));
  // Parentheses of its own are one pair too many.
  Call = spellIndex(Layout(XorSwizzle{3, 0, 5}), Square,
                    {{"(r + 1)", false}, {"c", false}}, IndexStyle::Function,
                    Names);
  EXPECT_EQ(Call.Subscripts.back(), "columnOf(r + 1, c)");
  EXPECT_EQ(*Call.Function,
            (IndexFunction{"columnOf", "unsigned row, unsigned column",
                           "column ^ (row & 7)"}));
  // The function is one for all columns, those that are numbers, too.
  EXPECT_EQ(*Call.Function, *spellIndex(Layout(XorSwizzle{3, 0, 5}), Square,
                                        {{"r", false}, {"7", false}},
                                        IndexStyle::Function, Names)
                                 .Function);
  Call = spellIndex(Layout(XorSwizzle{5, 0, 5}), {{1024}, 4},
                    {{"a * 32 + b", false}}, IndexStyle::Function, Names);
  EXPECT_EQ(Call.Subscripts.back(), "place(a * 32 + b)");
  EXPECT_EQ(*Call.Function,
            (IndexFunction{"place", "unsigned i", "i ^ (i >> 5)"}));
  // Element 0 stays where it is.
  Call = spellIndex(Layout(XorSwizzle{5, 0, 5}), {{1024}, 4}, {{"0", false}},
                    IndexStyle::Function, Names);
  EXPECT_EQ(Call.Subscripts.back(), "0");
  EXPECT_FALSE(Call.Function);
  Call = spellIndex(Layout(RowInterleave{9, 8, 2}), {{8, 9}, 4},
                    {{"n++", false, true}, {"x", false}}, IndexStyle::Function,
                    Names);
  EXPECT_EQ(Call.Subscripts.front(), "rowOf(n++)");
}

// <3,2,4> takes bits 6, 7, 8 to bits 2, 3, 4: one from the column, two from the
// row.
TEST(SpellingTest, SwizzlesAcrossTheEndOfTheRowTakeFromBoth) {
  const Layout L(XorSwizzle{3, 2, 4});
  const ArrayShape Shape = {{8, 128}, 4};
  EXPECT_EQ(access(L, Shape, RowAndColumn),
            "tile[row][col ^ ((col >> 4) & 4) ^ ((row & 3) << 3)]");
}

TEST(SpellingTest, RowsOfAnyLengthChangeTheColumn) {
  const ArrayShape Shape = {{8, 24}, 4};
  EXPECT_EQ(access(Layout(RowXor{24, 3, 0, 0}), Shape, RowAndColumn),
            "tile[row][col ^ row]");
  EXPECT_EQ(access(Layout(RowRotation{24, 1, 0}), Shape, RowAndColumn),
            "tile[row][(col + row) % 24]");
  EXPECT_EQ(access(Layout(RowRotation{32, 3, 1}), Square, RowAndColumn),
            "tile[row][(col + (row >> 1) * 3) & 31]");
  EXPECT_EQ(access(Layout(RowInterleave{9, 8, 2}), {{8, 9}, 4}, RowAndColumn),
            "tile[row % 4 * 2 + row / 4][col]");
}

TEST(SpellingTest, OtherLayoutsTakeTheArrayAsOneRow) {
  const ArrayShape Narrow = {{8, 4}, 4};
  EXPECT_EQ(access(Layout(XorSwizzle{3, 0, 2}), Narrow, RowAndColumn),
            "flat[(row * 4 + col) ^ ((row * 4 + col) >> 2)]");
  EXPECT_EQ(access(Layout(XorSwizzle{3, 0, 2}), {{32}, 4}, {{"i", true}}),
            "tile[i ^ (i >> 2)]");
  EXPECT_EQ(access(Layout(Padding{32, 1}), {{1024}, 4}, {{"i", true}}),
            "tile[i + i / 32]");
  EXPECT_EQ(access(Layout(Padding{64, 4}), {{1024}, 4}, {{"i", true}}),
            "tile[i + i / 64 * 4]");
}

TEST(SpellingTest, PaddedRowsChangeTheDeclarationAlone) {
  const Layout L(Padding{32, 1});
  EXPECT_TRUE(changesDeclarationOnly(L, Square));
  EXPECT_EQ(access(L, Square, RowAndColumn), "tile[row][col]");
  EXPECT_EQ(declaredExtents(L, Square), (std::vector<uint64_t>{32, 33}));
  EXPECT_EQ(spellExtents(L, Square, {"TILE", "TILE"}), "[TILE][TILE + 1]");
  EXPECT_EQ(spellExtents(L, Square, {"32", "32"}), "[32][33]");
  EXPECT_EQ(spellExtents(L, Square, {"N", "1 << 5"}), "[N][(1 << 5) + 1]");
  const Layout Groups(Padding{64, 4});
  EXPECT_FALSE(changesDeclarationOnly(Groups, Square));
  EXPECT_EQ(declaredExtents(Groups, Square), (std::vector<uint64_t>{1088}));
}

// 4 after every 8 of a row of 32: 4 times in each row.
TEST(SpellingTest, PaddedPartsOfRowsChangeTheDeclarationAndTheColumn) {
  const Layout L(Padding{8, 4});
  EXPECT_EQ(growthOfRows(L, Square), 16u);
  EXPECT_FALSE(changesDeclarationOnly(L, Square));
  EXPECT_EQ(access(L, Square, RowAndColumn), "tile[row][col + col / 8 * 4]");
  EXPECT_EQ(declaredExtents(L, Square), (std::vector<uint64_t>{32, 48}));
  EXPECT_EQ(spellExtents(L, Square, {"TILE", "TILE"}), "[TILE][TILE + 16]");
  EXPECT_EQ(operatorsOf(L, Square), 3u);
  // A part would go on in the next row.
  EXPECT_EQ(growthOfRows(Layout(Padding{12, 4}), Square), 0u);
  EXPECT_EQ(growthOfRows(L, {{1024}, 4}), 0u);
  // Of what is left without the last column of 33.
  EXPECT_EQ(growthOfRows(Layout(Padding{8, 4}, {33, 1}), {{32, 33}, 4}), 16u);
}

TEST(SpellingTest, FactorsGrowInTheirLastNumber) {
  EXPECT_EQ(grownFactor("32", 1), "33");
  EXPECT_EQ(grownFactor("TILE", 4), "(TILE + 4)");
  EXPECT_EQ(grownFactor("(B+1)", 1), "(B + 2)");
  EXPECT_EQ(grownFactor("(B + 1)", -1), "B");
  EXPECT_EQ(grownFactor("(A | B)", 1), "((A | B) + 1)");
}

TEST(SpellingTest, WhatBindsByItselfStandsBare) {
  const Layout L(XorSwizzle{5, 0, 5});
  auto Column = [&](const char *Text) {
    return access(L, Square, {{"row", true}, {Text, true}});
  };
  EXPECT_EQ(Column("at[i + 1].x"), "tile[row][at[i + 1].x ^ row]");
  EXPECT_EQ(Column("f(a, b)"), "tile[row][f(a, b) ^ row]");
  EXPECT_EQ(Column("a[i] + 1"), "tile[row][(a[i] + 1) ^ row]");
  EXPECT_EQ(Column("a[i] + b[j]"), "tile[row][(a[i] + b[j]) ^ row]");
}

TEST(SpellingTest, PlanesFallAwayWhereTheRowIsEnough) {
  const Layout L(XorSwizzle{3, 0, 5});
  const std::vector<Operand> Operands = {{"z", true}, {"y", true}, {"x", true}};
  // y has 16 values: bits 0-2 of the row's number are those of y.
  EXPECT_EQ(access(L, {{4, 16, 32}, 4}, Operands), "tile[z][y][x ^ (y & 7)]");
  // y has 12 values, a multiple of 4 alone.
  EXPECT_EQ(access(L, {{4, 12, 32}, 4}, Operands),
            "tile[z][y][x ^ ((z * 12 + y) & 7)]");
}

TEST(SpellingTest, WhatStandsTwiceIsTold) {
  // Two terms of one row: a name may be repeated, anything else is long.
  BitMatrix M(10);
  for (unsigned B = 0; B < 5; ++B)
    M.setColumn(5 + B, (uint64_t(33) << B) + (B ? uint64_t(1) << (B - 1) : 0));
  EXPECT_EQ(access(Layout(M), Square, RowAndColumn),
            "tile[row][col ^ row ^ (row >> 1)]");
  auto Repeats = [&](const std::vector<Operand> &Operands) {
    return spellIndex(Layout(M), Square, Operands, IndexStyle::Expression)
        .Repeats;
  };
  EXPECT_FALSE(Repeats(RowAndColumn));
  EXPECT_TRUE(Repeats({{"y + 1", true}, {"x", true}}));
}

TEST(SpellingTest, SideEffectsHappenOnce) {
  // The row's subscript would stand beside the column that it is XORed into.
  const std::vector<Operand> Operands = {{"n++", false, true}, {"x", false}};
  EXPECT_EQ(access(Layout(XorSwizzle{5, 0, 5}), Square, Operands,
                   IndexStyle::Function),
            "flat[place((n++) * 32 + x)]");
}

TEST(SpellingTest, OperandsAreConvertedAndParenthesised) {
  const Layout L(XorSwizzle{3, 0, 5});
  EXPECT_EQ(access(L, Square, {{"threadIdx.x", true}, {"k", false}}),
            "tile[threadIdx.x][k ^ (threadIdx.x & 7)]");
  EXPECT_EQ(access(L, Square, {{"r + 1", true}, {"k | 1", true}}),
            "tile[r + 1][(k | 1) ^ ((r + 1) & 7)]");
  EXPECT_EQ(access(L, Square, {{"r", false}, {"k", false}}),
            "tile[r][k ^ (r & 7)]");
  EXPECT_EQ(access(Layout(RowRotation{24, 1, 0}), {{8, 24}, 4},
                   {{"r", false}, {"k", false}}),
            "tile[r][(unsigned(k) + unsigned(r)) % 24]");
}

TEST(SpellingTest, NothingIsXoredIntoColumnZero) {
  EXPECT_EQ(
      access(Layout(XorSwizzle{3, 0, 5}), Square, {{"r", true}, {"0", false}}),
      "tile[r][r & 7]");
  EXPECT_EQ(
      access(Layout(XorSwizzle{3, 0, 5}), Square, {{"0", false}, {"c", true}}),
      "tile[0][c]");
  EXPECT_EQ(access(Layout(XorSwizzle{5, 0, 5}), {{1024}, 4}, {{"0", false}}),
            "tile[0]");
}

TEST(SpellingTest, CuteTakesWhatItAccepts) {
  EXPECT_EQ(spellCute(Layout(XorSwizzle{3, 3, 3})), "cute::Swizzle<3,3,3>");
  EXPECT_EQ(spellCute(Layout(XorSwizzle{2, 0, -2})), "cute::Swizzle<2,0,-2>");
  EXPECT_EQ(spellCute(Layout(XorSwizzle{3, 0, 2})), std::nullopt);
  EXPECT_EQ(spellCute(Layout(RowXor{24, 3, 0, 0})), std::nullopt);
}

TEST(SpellingTest, TheTextComputesThePlaceAndItsInverse) {
  RandomProblems Random(21);
  unsigned Checked = 0;
  for (unsigned I = 0; I < 150; ++I) {
    const ArrayProblem P = Random.problem();
    const ArrayShape &Shape = P.Array;
    for (const Remedy &R : rankingOf(P).Remedies) {
      SCOPED_TRACE(describe(R.To));
      const std::string Place = spellFlatIndex(R.To, Shape, {"i", true});
      const std::string Back = spellInverse(R.To, Shape, {"i", true});
      for (unsigned Try = 0; Try < 20; ++Try) {
        const uint64_t Element = Random.below(Shape.elements());
        const NamedValues Values = {{"i", int64_t(Element)}};
        const uint64_t Found = valueOf(Place, Values);
        ASSERT_EQ(Found, R.To.place(Element)) << Place;
        ASSERT_EQ(valueOf(Back, {{"i", int64_t(Found)}}), Element) << Back;
        ++Checked;
      }
    }
  }
  EXPECT_GT(Checked, 1000u);
}

TEST(SpellingTest, SubscriptsComputeThePlace) {
  RandomProblems Random(22);
  for (unsigned I = 0; I < 150; ++I) {
    const ArrayProblem P = Random.problem();
    const ArrayShape &Shape = P.Array;
    std::vector<Operand> Operands;
    for (size_t D = 0; D < Shape.Extents.size(); ++D)
      Operands.push_back({std::string(1, char('a' + D)), true});
    for (const Remedy &R : rankingOf(P).Remedies) {
      const IndexText Index =
          spellIndex(R.To, Shape, Operands, IndexStyle::Expression);
      const std::vector<uint64_t> Extents = Index.IsFlat
                                                ? std::vector<uint64_t>{1}
                                                : declaredExtents(R.To, Shape);
      unsigned Operators = 0;
      for (const std::string &S : Index.Subscripts)
        Operators += operatorsIn(S);
      // The number of the element is computed once.
      if (!Index.IsFlat)
        EXPECT_EQ(Operators, R.Operators) << describe(R.To);
      for (unsigned Try = 0; Try < 20; ++Try) {
        uint64_t Element = Random.below(Shape.elements()), Left = Element;
        NamedValues Values;
        for (size_t D = Shape.Extents.size(); D-- > 0;) {
          Values.push_back(
              {Operands[D].Text, int64_t(Left % Shape.Extents[D])});
          Left /= Shape.Extents[D];
        }
        uint64_t Place = 0;
        for (size_t D = 0; D < Index.Subscripts.size(); ++D) {
          const uint64_t Value = valueOf(Index.Subscripts[D], Values);
          Place =
              Place * (Index.Subscripts.size() == 1 ? 1 : Extents[D]) + Value;
        }
        ASSERT_EQ(Place, R.To.place(Element)) << describe(R.To);
      }
    }
  }
}
