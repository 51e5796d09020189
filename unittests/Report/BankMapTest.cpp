//===- BankMapTest.cpp - A request as a picture of the banks --------------===//

#include "warplint/Report/BankMap.h"
#include "SampleReports.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <map>
#include <random>

using namespace warplint;
using namespace warplint::test;

namespace {

/// An access whose costliest request is \p Request.
AccessRecord accessOf(const WarpRequest &Request) {
  AccessRecord A;
  A.Kernel = "k";
  A.Request = Request.Kind;
  A.BytesPerLane = Request.BytesPerLane;
  A.Verdict.Worst.Cost = *costOf(Request);
  A.Verdict.Kind =
      A.Verdict.Worst.Cost.excess() ? VerdictKind::Excess : VerdictKind::Clean;
  A.Verdict.Worst.Active = Request.Active;
  for (unsigned L = 0; L < WarpSize; ++L)
    A.Verdict.Worst.Address[L] = static_cast<int64_t>(Request.ByteAddress[L]);
  return A;
}

/// Every lane stands on its words and nowhere else.
void expectLanes(const BankPicture &P, const WarpRequest &Request) {
  std::array<unsigned, WarpSize> Words = {};
  for (const BankLine &Line : P.Lines)
    for (unsigned Bank = 0; Bank < NumBanks; ++Bank)
      for (unsigned L = 0; L < WarpSize; ++L) {
        if (!(Line.Cells[Bank].Lanes >> L & 1))
          continue;
        const auto First = static_cast<int64_t>(Request.ByteAddress[L]) / 4;
        const int64_t Word = Line.FirstWord + Bank;
        EXPECT_TRUE(Word >= First &&
                    Word < First + std::max(1u, Request.BytesPerLane / 4))
            << "lane " << L << ", word " << Word;
        ++Words[L];
      }
  for (unsigned L = 0; L < WarpSize; ++L)
    EXPECT_EQ(Words[L], Request.Active >> L & 1
                            ? std::max(1u, Request.BytesPerLane / 4)
                            : 0u)
        << "lane " << L;
}

/// What the groups' fullest banks take together.
unsigned wavefrontsOf(const BankPicture &P) {
  unsigned Sum = 0;
  for (const BankGroup &G : P.Groups)
    Sum += *llvm::max_element(G.Turns);
  return Sum;
}

TEST(BankMap, TurnsAddUpToTheFigure) {
  struct Family {
    RequestKind Kind;
    unsigned Bytes, Times;
  };
  std::mt19937 Random(7);
  for (auto [Kind, Bytes, Times] : {Family{RequestKind::SharedLoad, 1, 1},
                                    {RequestKind::SharedLoad, 2, 1},
                                    {RequestKind::SharedLoad, 4, 1},
                                    {RequestKind::SharedLoad, 8, 1},
                                    {RequestKind::SharedLoad, 16, 1},
                                    {RequestKind::SharedStore, 8, 1},
                                    {RequestKind::SharedStore, 16, 1},
                                    {RequestKind::LdMatrixX4, 16, 1},
                                    {RequestKind::CpAsyncCached, 16, 1},
                                    {RequestKind::SharedAtomic, 4, 1},
                                    {RequestKind::SharedAtomicCas, 4, 2}})
    for (unsigned Round = 0; Round < 200; ++Round) {
      WarpRequest Request;
      Request.Kind = Kind;
      Request.BytesPerLane = Bytes;
      // Pairs that agree now and then: then groups merge.
      const bool Pairs = Round % 4 == 0;
      const unsigned Places = 1u << Random() % 9;
      if (Round % 3 == 0 && Kind != RequestKind::LdMatrixX4)
        Request.Active = Random() | 1;
      for (unsigned L = 0; L < WarpSize; ++L)
        Request.ByteAddress[L] = Pairs && L % 2 ? Request.ByteAddress[L - 1]
                                                : Random() % Places * 16;
      FileReport Report;
      Report.Accesses = {accessOf(Request)};
      const BankMap Map = bankMapOf(Report.Accesses[0], Report);
      ASSERT_TRUE(Map.Before);
      EXPECT_FALSE(Map.After);
      EXPECT_EQ(Map.Before->Cost.Predicted, costOf(Request)->Predicted);
      EXPECT_EQ(wavefrontsOf(*Map.Before) * Times, costOf(Request)->Predicted)
          << "kind " << int(Kind) << ", " << Bytes << " bytes";
      EXPECT_LE(Map.Before->Lines.size(), BankPicture::MostLines);
      EXPECT_EQ(Map.Before->LeftOut, 0u);
      expectLanes(*Map.Before, Request);
    }
}

TEST(BankMap, WiderRequestIsDrawnWhereTheFigureIsAboutIt) {
  // Four loads of 4 bytes are issued as one of 16: 4 wavefronts.
  WarpRequest Wide;
  Wide.BytesPerLane = 16;
  for (unsigned L = 0; L < WarpSize; ++L)
    Wide.ByteAddress[L] = 16 * L;
  AccessRecord A = accessOf(Wide);
  A.BytesPerLane = 4;
  A.Issue = IssueRecord();
  A.Issue->BytesPerLane = 16;
  A.Issue->Copies = A.Issue->Joined = A.Issue->Requests = 1;
  FileReport Report;
  const BankMap Map = bankMapOf(A, Report);
  ASSERT_TRUE(Map.Before);
  EXPECT_EQ(wavefrontsOf(*Map.Before), 4u);
  expectLanes(*Map.Before, Wide);
}

/// A column of a tile of 32 x 32 floats, as declared and with padded rows.
FileReport columnReport() {
  WarpRequest Column, Padded;
  for (unsigned L = 0; L < WarpSize; ++L) {
    Column.ByteAddress[L] = 128 * L;
    Padded.ByteAddress[L] = 132 * L;
  }
  FileReport Report;
  AccessRecord A = accessOf(Column);
  A.Array = "tile";
  A.ArrayDeclaration = {"a.cu", 2, 3};
  A.InArray = RequestInArray{{Column, *costOf(Column)}, true, {32, 32}, 4, {}};
  A.InArray->After = MovedRequest{{Padded, *costOf(Padded)}, 0, 128, 4, 2};
  Report.Accesses = {A};
  ArrayRemedy R;
  R.Array = "tile";
  R.Declaration = A.ArrayDeclaration;
  R.IsSearched = true;
  OfferedLayout L;
  L.Description = "padding of 1";
  L.Formula = "tile[32][33]";
  R.Layouts = {L};
  Report.Layouts = {R};
  return Report;
}

TEST(BankMap, ShowsTheRequestUnderTheRemedy) {
  const FileReport Report = columnReport();
  const BankMap Map = bankMapOf(Report.Accesses[0], Report);
  ASSERT_TRUE(Map.Before && Map.After);
  EXPECT_EQ(wavefrontsOf(*Map.Before), 32u);
  EXPECT_EQ(wavefrontsOf(*Map.After), 1u);
  for (unsigned L = 0; L < WarpSize; ++L) {
    const BankLine &Before = Map.Before->Lines[L], &After = Map.After->Lines[L];
    EXPECT_EQ(Before.Cells[0].Lanes, LaneMask(1) << L);
    EXPECT_EQ(After.Cells[L].Lanes, LaneMask(1) << L);
    // The word behind each row of 32.
    EXPECT_EQ(llvm::count_if(After.Cells,
                             [](const BankCell &C) { return C.IsUnused; }),
              L ? 1 : 0);
    EXPECT_TRUE(L == 0 || After.Cells[L - 1].IsUnused);
    EXPECT_EQ(After.Elements, "[" + std::to_string(L) + "][0]");
  }
  EXPECT_EQ(Map.Remedy, "padding of 1, 'tile[32][33]'");
  // Another request is worse, and nobody has tried the edit.
  EXPECT_EQ(Map.RemedyNote, "another request of this access takes 2 then");
}

TEST(BankMap, ProofOfTheRemedyIsTold) {
  FileReport Report = columnReport();
  Report.Accesses[0].InArray->After->WorstOfAccess = 1;
  Report.Layouts[0].Fix = ProvenLayout{};
  EXPECT_EQ(bankMapOf(Report.Accesses[0], Report).RemedyNote,
            "the edit is verified by a second analysis");
  Report.Layouts[0].Fix.reset();
  Report.Layouts[0].Blockers = {{{}, "its address is passed on"}};
  EXPECT_EQ(bankMapOf(Report.Accesses[0], Report).RemedyNote,
            "cannot fix: its address is passed on");
  Report.Accesses[0].InArray->After.reset();
  Report.Layouts[0].Layouts.clear();
  const BankMap Map = bankMapOf(Report.Accesses[0], Report);
  EXPECT_FALSE(Map.After);
  EXPECT_EQ(Map.RemedyNote, "no layout of the array costs less");
}

TEST(BankMap, WhatIsNotProvenHasNoPicture) {
  AccessRecord A = accessWith("k", VerdictKind::Unproven,
                              UnprovenReason::DataDependentIndex);
  A.Verdict.ReasonText = "the index comes from memory: i[t]";
  const BankMap Map = bankMapOf(A, {});
  EXPECT_FALSE(Map.Before);
  EXPECT_EQ(Map.Verdict, "unproven: the index comes from memory: i[t]");
  std::string Text;
  llvm::raw_string_ostream Out(Text);
  printBankMap(Out, Map, {});
  EXPECT_EQ(Text,
            "  no picture: unproven: the index comes from memory: i[t]\n");
}

TEST(BankMap, LinesWithoutLanesAreLeftOutOfLargeArrays) {
  WarpRequest Sparse;
  for (unsigned L = 0; L < WarpSize; ++L)
    Sparse.ByteAddress[L] = 4096 * L;
  FileReport Report;
  Report.Accesses = {accessOf(Sparse)};
  const BankMap Map = bankMapOf(Report.Accesses[0], Report);
  ASSERT_EQ(Map.Before->Lines.size(), 32u);
  EXPECT_FALSE(Map.Before->Lines[0].FollowsGap);
  EXPECT_TRUE(Map.Before->Lines[1].FollowsGap);
  EXPECT_EQ(Map.Before->Lines[1].FirstWord, 1024);
}

TEST(BankMap, NarrowMapsFitIntoEightyColumns) {
  const FileReport Report = columnReport();
  std::string Text;
  llvm::raw_string_ostream Out(Text);
  printBankMap(Out, bankMapOf(Report.Accesses[0], Report), {false, true});
  llvm::SmallVector<llvm::StringRef> Lines;
  llvm::StringRef(Text).split(Lines, '\n');
  size_t Rows = 0;
  for (llvm::StringRef Line : Lines) {
    if (!Line.contains("\u2502"))
      continue;
    ++Rows;
    const auto Characters =
        llvm::count_if(Line, [](char C) { return (C & 0xC0) != 0x80; });
    EXPECT_LE(Characters, 80) << Line.str();
  }
  EXPECT_EQ(Rows, 2u * (1 + 32 + 1));
}

TEST(BankMap, EachBankHasAColor) {
  const FileReport Report = columnReport();
  std::string Text;
  llvm::raw_string_ostream Out(Text);
  printBankMap(Out, bankMapOf(Report.Accesses[0], Report), {true, false});
  // 32 lanes in bank 0, then one in each.
  std::map<llvm::StringRef, unsigned> Lanes;
  llvm::StringRef Rest = Text;
  while (Rest.contains("\x1b[48;5;")) {
    Rest = Rest.split("\x1b[48;5;").second;
    ++Lanes[Rest.split(';').first];
  }
  EXPECT_EQ(Lanes.size(), 32u);
  unsigned Once = 0;
  for (const auto &[Color, Count] : Lanes)
    Once += Count == 1;
  EXPECT_EQ(Once, 31u);
}

TEST(BankMap, NamesAreNoMarkup) {
  FileReport Report = columnReport();
  Report.Accesses[0].Kernel = "</title><script>\x01\xff&\"'";
  std::string Text;
  llvm::raw_string_ostream Out(Text);
  printBankMapSvg(Out, {bankMapOf(Report.Accesses[0], Report)});
  EXPECT_EQ(llvm::StringRef(Text).count("<script"), 0u);
  EXPECT_NE(Text.find("&lt;/title&gt;&lt;script&gt;\xEF\xBF\xBD\xEF\xBF\xBD"
                      "&amp;&quot;&#39;"),
            std::string::npos);
}

TEST(BankMap, AccessesThatLookAlikeAreOne) {
  FileReport Report = columnReport();
  EXPECT_EQ(bankMapsOf({Report, Report}, false).size(), 1u);
  Report.Accesses[0].Verdict.Kind = VerdictKind::Clean;
  EXPECT_EQ(bankMapsOf({Report}, false).size(), 0u);
  EXPECT_EQ(bankMapsOf({Report}, true).size(), 1u);
}

} // namespace
