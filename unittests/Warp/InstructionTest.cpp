//===- InstructionTest.cpp - Names of memory instructions -----------------===//

#include "warplint/Warp/Instruction.h"
#include "gtest/gtest.h"
#include <string>

using namespace warplint;

namespace {

struct NamedInstruction {
  const char *Name;
  RequestKind Kind;
  unsigned Bytes;
};

void expectParsed(std::initializer_list<NamedInstruction> List) {
  for (const NamedInstruction &Expected : List) {
    std::optional<Instruction> Found = parseInstruction(Expected.Name);
    ASSERT_TRUE(Found.has_value()) << Expected.Name;
    EXPECT_EQ(Found->Kind, Expected.Kind) << Expected.Name;
    EXPECT_EQ(Found->BytesPerLane, Expected.Bytes) << Expected.Name;
  }
}

void expectRefused(std::initializer_list<const char *> Names) {
  for (const char *Name : Names)
    EXPECT_FALSE(parseInstruction(Name).has_value()) << '"' << Name << '"';
}

TEST(Instruction, LoadsAndStoresMoveVectorTimesType) {
  expectParsed({{"ld.shared.u8", RequestKind::SharedLoad, 1},
                {"ld.shared.s8", RequestKind::SharedLoad, 1},
                {"ld.shared.b16", RequestKind::SharedLoad, 2},
                {"ld.shared.u32", RequestKind::SharedLoad, 4},
                {"ld.shared.f32", RequestKind::SharedLoad, 4},
                {"ld.shared.f64", RequestKind::SharedLoad, 8},
                {"ld.shared.v2.f32", RequestKind::SharedLoad, 8},
                {"ld.shared.v4.u32", RequestKind::SharedLoad, 16},
                {"ld.shared.v2.b64", RequestKind::SharedLoad, 16},
                {"ld.shared.b128", RequestKind::SharedLoad, 16},
                {"ld.shared.v4.u8", RequestKind::SharedLoad, 4},
                {"st.shared.v2.u32", RequestKind::SharedStore, 8},
                {"st.shared.u16", RequestKind::SharedStore, 2},
                {"ld.global.v4.u32", RequestKind::GlobalLoad, 16},
                {"st.global.f64", RequestKind::GlobalStore, 8},
                {"ld.global.v8.f32", RequestKind::GlobalLoad, 32}});
}

TEST(Instruction, QualifiersThatTouchNothingElseAreIgnored) {
  expectParsed({{"ld.volatile.shared::cta.s8", RequestKind::SharedLoad, 1},
                {"ld.acquire.cta.shared.b32", RequestKind::SharedLoad, 4},
                {"ld.global.nc.L1::no_allocate.L2::128B.v4.f32",
                 RequestKind::GlobalLoad, 16},
                {"st.release.gpu.global.u32", RequestKind::GlobalStore, 4},
                {"st.global.cs.f32", RequestKind::GlobalStore, 4},
                {"  ld.shared.u32\t", RequestKind::SharedLoad, 4}});
}

TEST(Instruction, WidthMayBeLeftOpen) {
  expectParsed({{"ld.shared", RequestKind::SharedLoad, 0},
                {"st.shared", RequestKind::SharedStore, 0},
                {"ld.global", RequestKind::GlobalLoad, 0},
                {"cp.async", RequestKind::CpAsync, 0},
                {"cp.async.ca.shared.global", RequestKind::CpAsync, 0}});
}

TEST(Instruction, MatricesAreNamedByTheirNumber) {
  expectParsed({{"ldmatrix.x1", RequestKind::LdMatrixX1, 16},
                {"ldmatrix.x2.trans", RequestKind::LdMatrixX2, 16},
                {"ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16",
                 RequestKind::LdMatrixX4, 16},
                {"ldmatrix.sync.aligned.x4.m8n8.shared::cta.b16",
                 RequestKind::LdMatrixX4, 16},
                {"stmatrix.x1", RequestKind::StMatrixX1, 16},
                {"stmatrix.sync.aligned.m8n8.x2.shared.b16",
                 RequestKind::StMatrixX2, 16},
                {"stmatrix.x4.trans", RequestKind::StMatrixX4, 16}});
  expectRefused({"ldmatrix", "ldmatrix.x3", "ldmatrix.x1.x2",
                 "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8",
                 "stmatrix.sync.aligned.m16n8.x1.trans.shared.b8",
                 "ldmatrix.x4 16"});
}

TEST(Instruction, AtomicsAreNamedByOperationAndType) {
  expectParsed(
      {{"atom.shared.add.u32", RequestKind::SharedAtomic, 4},
       {"atom.shared.add.s32", RequestKind::SharedAtomic, 4},
       {"red.shared.add.u32", RequestKind::SharedAtomic, 4},
       {"atom.relaxed.cta.shared::cta.add.u32", RequestKind::SharedAtomic, 4},
       {"atom.shared.exch.b32", RequestKind::SharedAtomic, 4},
       {"atom.shared.exch.b64", RequestKind::SharedAtomic, 8},
       {"atom.shared.min.s32", RequestKind::SharedAtomic, 4},
       {"red.shared.and.b32", RequestKind::SharedAtomic, 4},
       {"atom.shared.inc.u32", RequestKind::SharedAtomic, 4},
       {"atom.shared.cas.b32", RequestKind::SharedAtomicCas, 4},
       {"atom.shared.cas.b64", RequestKind::SharedAtomicCas, 8},
       {"atom.shared.add.f32", RequestKind::SharedSwapLoop, 4},
       {"atom.shared.add.noftz.f16x2", RequestKind::SharedSwapLoop, 4},
       {"atom.shared.add.u64", RequestKind::SharedSwapLoop, 8},
       {"red.shared.add.f64", RequestKind::SharedSwapLoop, 8},
       {"atom.shared.add.noftz.f16", RequestKind::SharedRetryLoop, 2},
       {"atom.shared.cas.b16", RequestKind::SharedAtomicOther, 2},
       {"atom.shared.max.u64", RequestKind::SharedAtomicOther, 8},
       {"red.shared.add.v2.f32", RequestKind::SharedAtomicOther, 8}});
  expectRefused({"atom.shared.u32", "atom.shared.add", "atom.local.add.u32",
                 "red.async.global.add.u32",
                 "atom.async.shared::cluster.add.u32",
                 "atom.shared.add.add.u32", "atom.shared.mul.u32"});
}

TEST(Instruction, OtherMemoriesHaveKindsOfTheirOwn) {
  expectParsed(
      {{"atom.global.add.u32", RequestKind::GlobalAtomic, 4},
       {"red.global.add.v4.f32", RequestKind::GlobalReduction, 16},
       {"atom.global.cas.b64", RequestKind::GlobalCas, 8},
       {"ld.local.u8", RequestKind::LocalAccess, 1},
       {"st.local.v4.f32", RequestKind::LocalAccess, 16},
       {"ld.const.v2.f32", RequestKind::ConstantLoad, 8},
       {"ld.shared::cluster.u32", RequestKind::RemoteLoad, 4},
       {"st.shared::cluster.v2.u32", RequestKind::RemoteStore, 8},
       {"red.async.shared::cluster.add.u32", RequestKind::RemoteUpdate, 4},
       {"st.async.shared::cluster.v4.b32", RequestKind::RemoteUpdate, 16},
       {"atom.shared::cluster.cas.b32", RequestKind::RemoteUpdate, 4},
       {"ld.shared::cluster.u32 of its own block",
        RequestKind::SharedGenericLoad, 4},
       {"st.shared::cluster.u32 of its own block", RequestKind::SharedStore, 4},
       {"red.shared::cluster.add.u32 of its own block",
        RequestKind::SharedAtomic, 4},
       {"cp.async.cg 16, 0", RequestKind::CpAsyncZero, 16},
       {"cp.async.ca 16, 4", RequestKind::CpAsyncCached, 16}});
  expectRefused({"ld.async.shared::cluster.u32", "st.async.shared.u32",
                 "cp.async.ca 8, 4", "cp.async.cg 16, 8", "cp.async.ca 4, 8",
                 "ld.shared.u32 of its own block"});
}

TEST(Instruction, AGenericAddressIsSaidToBeOne) {
  for (auto [Name, Kind] :
       {std::pair("ld.u32", RequestKind::SharedGenericLoad),
        std::pair("st.v4.u32", RequestKind::SharedStore),
        std::pair("atom.add.u32", RequestKind::SharedAtomic)}) {
    auto Parsed = parseInstruction(Name);
    ASSERT_TRUE(Parsed.has_value()) << Name;
    EXPECT_EQ(Parsed->Kind, Kind) << Name;
    EXPECT_TRUE(Parsed->IsGeneric) << Name;
  }
}

// With a result, or another operand, lanes take turns.
TEST(Instruction, CountingFormIsARedThatAddsTheConstantOne) {
  expectParsed(
      {{"red.shared.add.u32 of a constant 1", RequestKind::SharedAtomicCount,
        4},
       {"red.shared.add.s32 of a constant 1", RequestKind::SharedAtomicCount,
        4},
       {"red.shared.inc.u32 of a constant -1", RequestKind::SharedAtomicCount,
        4},
       {"atom.shared.add.u32 of a constant 1", RequestKind::SharedAtomic, 4},
       {"atom.shared.inc.u32 of a constant -1", RequestKind::SharedAtomic, 4},
       {"red.shared.max.u32 of a constant 1", RequestKind::SharedAtomic, 4},
       {"red.shared.add.u32 of a uniform operand", RequestKind::SharedAtomic,
        4},
       {"ATOMS.POPC.INC.32", RequestKind::SharedAtomicCount, 4},
       {"ATOMS.POPC.INC", RequestKind::SharedAtomicCount, 4}});
  expectRefused({"red.shared.add.u32 of a constant 2",
                 "red.shared.add.u32 of something"});
}

TEST(Instruction, AsyncCopiesNameTheirSizeAndCache) {
  expectParsed({{"cp.async.ca 4", RequestKind::CpAsync, 4},
                {"cp.async.ca 8", RequestKind::CpAsync, 8},
                {"cp.async.ca.shared.global 4", RequestKind::CpAsync, 4},
                {"cp.async.ca.shared::cta.global.L2::128B, 16",
                 RequestKind::CpAsyncCached, 16},
                {"cp.async.cg.shared.global 16", RequestKind::CpAsync, 16},
                {"cp.async.cg.shared.global", RequestKind::CpAsync, 16},
                {"cp.async 8", RequestKind::CpAsync, 8}});
  expectRefused({"cp.async.cg 4", "cp.async.ca 12", "cp.async.ca four", "cp",
                 "cp.async.bulk.shared::cluster.global",
                 "cp.async.ca.shared::cluster.global 4",
                 "cp.async.commit_group", "cp.async.ca 4 4",
                 "cp.async 99999999999999999999"});
}

// The width decides which rule a copy through the cache has.
TEST(Instruction, WidthFromElsewhereDecidesWhereTheNameLeavesItOpen) {
  EXPECT_EQ(parseInstruction("cp.async.ca", 16),
            (Instruction{RequestKind::CpAsyncCached, 0}));
  EXPECT_EQ(parseInstruction("cp.async.ca", 8),
            (Instruction{RequestKind::CpAsync, 0}));
  EXPECT_EQ(parseInstruction("cp.async.cg", 16),
            (Instruction{RequestKind::CpAsync, 16}));
}

TEST(Instruction, WhatNoWarpRequestDescribesIsRefused) {
  expectRefused({"",
                 " ",
                 ".",
                 "..",
                 "ld",
                 "ld.",
                 "ld.shared.",
                 "st.const.u32",
                 "ld.param.u32",
                 "ld.shared.q32",
                 "ld.shared.v3.f32",
                 "ld.shared.v4.f64",
                 "ld.shared.v8.f32",
                 "ld.shared.v4",
                 "ld.global.v8.f64",
                 "ld.shared.u32.u32",
                 "ld.shared.shared.u32",
                 "ld.shared.global.u32",
                 "ld.shared.v2.v2.u32",
                 "ld.shared.u32 4",
                 "LD.SHARED.U32",
                 "lds.32",
                 "mov.u32"});
}

} // namespace
