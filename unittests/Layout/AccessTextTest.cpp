//===- AccessTextTest.cpp - Accesses written as formulas ------------------===//

#include "warplint/Layout/AccessText.h"
#include "Problems.h"
#include "warplint/Layout/RankProof.h"

using namespace warplint;

namespace {

const AccessContext Square = {{{32, 32}, 4}};

ArrayAccess accessOf(llvm::StringRef Text,
                     const AccessContext &Context = Square) {
  llvm::Expected<ArrayAccess> A = parseAccess(Text, Context);
  if (!A) {
    ADD_FAILURE() << llvm::toString(A.takeError());
    return {};
  }
  return std::move(*A);
}

std::string messageOf(llvm::StringRef Text,
                      const AccessContext &Context = Square) {
  llvm::Expected<ArrayAccess> A = parseAccess(Text, Context);
  return A ? "" : llvm::toString(A.takeError());
}

} // namespace

TEST(AccessTextTest, SubscriptsGiveTheElement) {
  const ArrayAccess A = accessOf("row=lane/8, col=lane%8");
  EXPECT_EQ(A.Kind, RequestKind::SharedLoad);
  EXPECT_EQ(A.BytesPerLane, 4u);
  ASSERT_EQ(A.Cases.size(), 1u);
  EXPECT_EQ(A.Cases[0].Active, AllLanes);
  EXPECT_EQ(A.Cases[0].Element[13], 1u * 32 + 5);
  EXPECT_EQ(accessOf("i=lane*33%1024").Cases[0].Element[31], 1023u);
  const AccessContext Planes = {{{2, 8, 16}, 4}};
  EXPECT_EQ(accessOf("plane=1, row=lane%8, col=3", Planes).Cases[0].Element[9],
            128u + 16 + 3);
  EXPECT_EQ(accessOf("d0=1, d1=lane%8, d2=3", Planes).Cases[0].Element[9],
            128u + 16 + 3);
}

TEST(AccessTextTest, KindsAndWidthsStandBeforeTheColon) {
  const ArrayAccess Store = accessOf("store 16: row=lane/8, col=lane%8*4");
  EXPECT_EQ(Store.Kind, RequestKind::SharedStore);
  EXPECT_EQ(Store.BytesPerLane, 16u);
  const AccessContext Halves = {{{16, 16}, 2}};
  const ArrayAccess Matrix =
      accessOf("ldmatrix.x4: row=lane%16, col=lane/16*8", Halves);
  EXPECT_EQ(Matrix.Kind, RequestKind::LdMatrixX4);
  EXPECT_EQ(Matrix.BytesPerLane, 16u);
  EXPECT_EQ(accessOf("cp.async.cg 16: row=lane/8, col=lane%8*4").Kind,
            RequestKind::CpAsync);
  EXPECT_EQ(accessOf("ld.shared.v2.f32: i=lane*2").BytesPerLane, 8u);
  EXPECT_EQ(accessOf("atomic: i=lane").Kind, RequestKind::SharedAtomic);
  EXPECT_EQ(accessOf("i=lane<16 ? lane : 0").Cases[0].Element[20], 0u);
}

TEST(AccessTextTest, LoopsAndWarpsAreCases) {
  const ArrayAccess Loop =
      accessOf("load for k<4 for j<2: row=k*2+j, col=lane");
  ASSERT_EQ(Loop.Cases.size(), 8u);
  EXPECT_EQ(Loop.Cases[5].Element[1], 5u * 32 + 1);
  AccessContext Block = Square;
  Block.Block = {16, 6, 1};
  const ArrayAccess Warps = accessOf("row=tx, col=ty", Block);
  ASSERT_EQ(Warps.Cases.size(), 3u);
  EXPECT_EQ(Warps.Cases[2].Element[17], 1u * 32 + 5);
  // The last warp of 40 threads has 8 lanes.
  Block.Block = {40, 1, 1};
  EXPECT_EQ(accessOf("i=tx", Block).Cases[1].Active, 0xffu);
}

TEST(AccessTextTest, LanesCanSitOutAndRequestsRepeat) {
  const ArrayAccess A = accessOf("active=lane<8, times=5, row=0, col=lane*4");
  EXPECT_EQ(A.Cases[0].Active, 0xffu);
  EXPECT_EQ(A.Cases[0].Weight, 5u);
  // What an inactive lane would access does not matter.
  EXPECT_EQ(messageOf("active=lane<8, row=lane*4, col=0"), "");
  EXPECT_EQ(messageOf("active=0, row=0, col=0"), "no lane is active");
}

TEST(AccessTextTest, ErrorsSayWhere) {
  EXPECT_EQ(messageOf("stroe 16: row=0, col=lane"),
            "'stroe' is not an access to shared memory; expected load, store, "
            "atomic, cas or a PTX instruction\n"
            "  stroe 16: row=0, col=lane\n"
            "  ^");
  EXPECT_EQ(messageOf("load 4 bytes: row=0, col=lane"),
            "expected a number of bytes, 'for' or ':'\n"
            "  load 4 bytes: row=0, col=lane\n"
            "         ^");
  EXPECT_EQ(messageOf("load for k: row=k, col=lane"),
            "expected a loop such as k<32\n"
            "  load for k: row=k, col=lane\n"
            "           ^");
  EXPECT_EQ(messageOf("row=lane"),
            "lane 0: 'col' is missing: subscript 2 of the array");
  EXPECT_EQ(messageOf("row=lane*2, col=0"),
            "lane 16: row = 32 is outside of its extent of 32");
  EXPECT_EQ(messageOf("i=lane-1"),
            "lane 0: i = -1 is outside of the array of 1024 elements");
  EXPECT_EQ(messageOf("row=lane, col=0, times=0"),
            "times = 0, expected 1 or more");
}

TEST(RankProofTest, RanksExplainTheFigures) {
  ArrayProblem P = arrayOf({8, 8}, 4, 8);
  addTileLoads(P, 8, 1);
  std::optional<RankProof> Proof = rankProof(P, Layout(XorSwizzle{3, 0, 3}));
  ASSERT_TRUE(Proof);
  EXPECT_EQ(Proof->Rank, 6u);
  EXPECT_EQ(Proof->BankBits, 3u);
  EXPECT_EQ(Proof->Uncovered, 0u);
  // Bank rows, lowest column first: 100100, 010010, 001001.
  EXPECT_EQ(Proof->Matrix.column(3), 0b001001u);
  EXPECT_EQ(Proof->Matrix.column(4), 0b010010u);
  EXPECT_EQ(Proof->Matrix.column(5), 0b100100u);
  // All columns in one argument: they go along bits 3, 4, 5.
  ASSERT_EQ(Proof->Arguments.size(), 1u);
  EXPECT_EQ(Proof->Arguments[0].Directions, (std::vector<uint64_t>{32, 16, 8}));
  EXPECT_EQ(Proof->Arguments[0].Rank, 3u);
  EXPECT_EQ(Proof->Arguments[0].Words, 1u);
  EXPECT_EQ(Proof->Arguments[0].Groups, 8u);
  // As declared the same directions have rank 0: one bank, 8 words.
  EXPECT_EQ(rankProof(P, Layout())->Arguments[0].Words, 8u);
  // Rows of 24 are no linear map.
  ArrayProblem Wide = arrayOf({8, 24}, 4, 8);
  EXPECT_FALSE(rankProof(Wide, Layout(RowXor{24, 3, 0, 0})));
}

TEST(RankProofTest, WordsAddUpToTheCost) {
  // Where every group is covered, words times groups is the cost.
  for (unsigned ElementBytes : {1, 2, 4, 8, 16})
    for (unsigned Width : {1, 2, 4}) {
      if (ElementBytes * Width > 16)
        continue;
      ArrayProblem P = arrayOf({64, 64}, ElementBytes);
      ArrayAccess &A =
          addAccess(P, RequestKind::SharedStore, ElementBytes * Width);
      for (uint64_t Column = 0; Column < 64; Column += 8)
        A.Cases.push_back(
            caseOf(32, [&](unsigned L) { return L * 64 + Column; }));
      for (int Shift : {3, 4, 5, 6}) {
        const Layout L(XorSwizzle{2, 3, Shift});
        std::optional<RankProof> Proof = rankProof(P, L);
        ASSERT_TRUE(Proof);
        ASSERT_EQ(Proof->Uncovered, 0u);
        uint64_t Sum = 0;
        for (const RankArgument &Argument : Proof->Arguments)
          Sum += uint64_t(Argument.Words) * Argument.Groups;
        EXPECT_EQ(Sum, countedTotal(P, L));
      }
    }
}
