//===- FragmentTest.cpp - wmma fragments ----------------------------------===//

#include "warplint/Warp/Fragment.h"
#include "WarpNotation.h"
#include <set>

using namespace warplint;

namespace {

constexpr const char *Measured[] = {
    "wmma.load.a.row.m16n16k16.f16", "wmma.load.a.col.m32n8k16.bf16",
    "wmma.load.b.row.m8n32k16.f16",  "wmma.load.b.col.m16n16k16.f16",
    "wmma.load.c.row.m16n16k16.f32", "wmma.load.c.col.m8n32k16.f32",
    "wmma.load.c.row.m8n32k16.f32",  "wmma.store.d.col.m32n8k16.s32",
    "wmma.store.d.row.m16n16k8.f32", "wmma.load.a.row.m16n16k8.tf32",
    "wmma.load.b.row.m16n16k8.tf32", "wmma.load.a.col.m16n16k16.s8",
    "wmma.load.b.col.m32n8k16.u8",   "wmma.load.a.row.m8n8k4.f64",
    "wmma.store.d.row.m8n8k4.f64",   "wmma.load.c.col.m8n8k4.f64",
    "wmma.store.d.row.m32n8k16.f16", "wmma.load.a.row.m8n8k32.u4",
    "wmma.load.b.col.m8n8k128.b1",   "wmma.load.c.row.m8n8k32.s32"};

FragmentRequests requestsOf(const char *Name) {
  std::optional<Fragment> F = parseFragment(Name);
  EXPECT_TRUE(F.has_value()) << Name;
  std::optional<FragmentRequests> R = warplint::requestsOf(*F);
  EXPECT_TRUE(R.has_value()) << Name;
  return R.value_or(FragmentRequests());
}

unsigned elementsOf(const Fragment &F) {
  return F.Use == FragmentUse::MatrixA   ? F.M * F.K
         : F.Use == FragmentUse::MatrixB ? F.K * F.N
                                         : F.M * F.N;
}

// What the instructions move is the fragment, no more and no less.
TEST(Fragment, InstructionsMoveEveryElementOnce) {
  for (const char *Name : Measured) {
    FragmentRequests R = requestsOf(Name);
    EXPECT_EQ(R.Instructions * WarpSize * R.BytesPerLane,
              elementsOf(*parseFragment(Name)) * R.ElementBits / 8)
        << Name;
    WarpRequest One = requestInTile(R, 128);
    std::set<uint64_t> Starts(One.ByteAddress.begin(), One.ByteAddress.end());
    EXPECT_EQ(Starts.size(), WarpSize) << Name;
  }
}

// Rows of 16 halves are 8 words: rows r and r + 4 meet in a bank, in each of
// four blocks. Rows of 24 halves are 12 words apart, 12 * r mod 32 all
// different.
TEST(Fragment, PitchDecidesWhetherLinesMeet) {
  FragmentRequests A = requestsOf("wmma.load.a.row.m16n16k16.shared.f16");
  EXPECT_EQ(A.Instructions, 4u);
  EXPECT_EQ(figure(requestInTile(A, 16)), (Figure{8, 4}));
  EXPECT_EQ(figure(requestInTile(A, 24)), (Figure{4, 4}));
  EXPECT_EQ(figure(requestInTile(A, 64)), (Figure{32, 4}));
}

// Two floats a lane: half-warps of four rows with 8 words each. With a pitch of
// 16 words, two of them meet; along columns 4 * 2 instructions, one float a
// lane, at 32 * m + q: rows 2 * m of a bank, all four.
TEST(Fragment, AccumulatorsDifferByLayout) {
  FragmentRequests Row = requestsOf("wmma.store.d.row.m16n16k16.f32");
  EXPECT_EQ(Row.Kind, RequestKind::SharedStore);
  EXPECT_EQ(Row.BytesPerLane, 8u);
  EXPECT_EQ(figure(requestInTile(Row, 16)), (Figure{4 * (2 + 2), 4 * 2}));
  FragmentRequests Column = requestsOf("wmma.store.d.col.m16n16k16.f32");
  EXPECT_EQ(Column.BytesPerLane, 4u);
  EXPECT_EQ(figure(requestInTile(Column, 16)), (Figure{8 * 4, 8}));
}

TEST(Fragment, NamesAreThoseOfPtx) {
  std::optional<Fragment> F =
      parseFragment("wmma.load.b.sync.aligned.col.m8n32k16.shared::cta.bf16");
  ASSERT_TRUE(F.has_value());
  EXPECT_EQ(F->Use, FragmentUse::MatrixB);
  EXPECT_EQ(F->Layout, FragmentLayout::ColumnMajor);
  EXPECT_EQ(F->N, 32u);
  EXPECT_EQ(F->Type, "bf16");
  EXPECT_FALSE(F->IsStore);
  for (const char *Name :
       {"", "wmma", "wmma.mma.row.m16n16k16.f16",
        "wmma.load.d.row.m16n16k16.f16", "wmma.store.a.row.m16n16k16.f16",
        "wmma.load.a.m16n16k16.f16", "wmma.load.a.row.f16",
        "wmma.load.a.row.m16n16.f16", "wmma.load.a.row.m16n16k16",
        "wmma.load.a.row.m16n16k16.f16.f16",
        "wmma.load.a.sync.row.m16n16k16.f16", "ldmatrix.x4"})
    EXPECT_FALSE(parseFragment(Name).has_value()) << Name;
}

TEST(Fragment, WhatWasNotMeasuredHasNoTable) {
  for (const char *Name :
       {"wmma.load.a.col.m8n8k32.s4", "wmma.load.b.row.m8n8k128.b1",
        "wmma.load.a.row.m8n8k32.b1", "wmma.store.d.col.m8n8k32.s32",
        "wmma.load.a.row.m16n16k16.tf32", "wmma.load.a.row.m16n16k8.f16",
        "wmma.load.c.row.m16n16k16.f64", "wmma.load.c.row.m16n16k16.bf16"})
    EXPECT_FALSE(warplint::requestsOf(*parseFragment(Name)).has_value())
        << Name;
}

} // namespace
