//===- InlinePtxMemoryTests.cpp - Each family of memory instructions ------===//
//
// Widths are type size times vector length; spaces, sizes and shapes are those
// of the PTX ISA's syntax for the instruction.
//
//===----------------------------------------------------------------------===//

#include "OnlyPtxOp.h"

using namespace warplint;

namespace {

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

struct WidthRow {
  const char *Asm;
  const char *Constraints;
  PtxMemoryKind Kind;
  MemorySpaces Spaces;
  unsigned Bytes;
  const char *Name;
};

TEST(PtxMemory, LoadsAndStoresHaveTypeTimesVectorBytes) {
  using enum PtxMemoryKind;
  const WidthRow Rows[] = {
      {"ld.shared.u8 $0, [$1];", "=h,r", Load, MemorySpace::Shared, 1,
       "ld.shared"},
      {"ld.shared.s16 $0, [$1];", "=h,r", Load, MemorySpace::Shared, 2,
       "ld.shared"},
      {"ld.volatile.shared.f32 $0, [$1];", "=f,r", Load, MemorySpace::Shared, 4,
       "ld.shared"},
      {"ld.shared::cta.v2.f32 {$0, $1}, [$2];", "=f,=f,r", Load,
       MemorySpace::Shared, 8, "ld.shared.v2"},
      {"ld.shared.v4.b32 {$0,$1,$2,$3}, [$4];", "=r,=r,=r,=r,r", Load,
       MemorySpace::Shared, 16, "ld.shared.v4"},
      {"ld.shared.v2.b64 {$0, $1}, [$2];", "=l,=l,r", Load, MemorySpace::Shared,
       16, "ld.shared.v2"},
      {"ld.global.b128 $0, [$1];", "=q,l", Load, MemorySpace::Global, 16,
       "ld.global"},
      {"ld.global.nc.L1::no_allocate.L2::256B.v4.f32 {$0,$1,$2,$3}, [$4];",
       "=f,=f,=f,=f,l", Load, MemorySpace::Global, 16, "ld.global.v4"},
      {"ld.global.v8.f32 {$0,$1,$2,$3,$4,$5,$6,$7}, [$8];",
       "=f,=f,=f,=f,=f,=f,=f,=f,l", Load, MemorySpace::Global, 32,
       "ld.global.v8"},
      {"ld.global.v4.b64 {$0,$1,$2,$3}, [$4];", "=l,=l,=l,=l,l", Load,
       MemorySpace::Global, 32, "ld.global.v4"},
      {"ld.u32 $0, [$1];", "=r,l", Load, MemorySpaces::all(), 4, "ld"},
      {"ld.local.u32 $0, [$1];", "=r,r", Load, MemorySpace::Local, 4,
       "ld.local"},
      {"ld.param.u64 $0, [args+8];", "=l", Load, MemorySpace::Parameter, 8,
       "ld.param"},
      {"ld.shared::cluster.u32 $0, [$1];", "=r,r", Load, MemorySpace::Cluster,
       4, "ld.shared::cluster"},
      {"ldu.global.f64 $0, [$1];", "=d,l", Load, MemorySpace::Global, 8,
       "ldu.global"},
      {"st.shared.b16 [$0], $1;", "r,h", Store, MemorySpace::Shared, 2,
       "st.shared"},
      {"st.shared.v4.f32 [$0], {$1,$2,$3,$4};", "r,f,f,f,f", Store,
       MemorySpace::Shared, 16, "st.shared.v4"},
      {"st.global.cs.v2.u8 [$0], {$1,$2};", "l,h,h", Store, MemorySpace::Global,
       2, "st.global.v2"},
      {"st.release.gpu.u64 [$0], $1;", "l,l", Store, MemorySpaces::all(), 8,
       "st"},
  };
  for (const WidthRow &Row : Rows) {
    OnlyPtxOp Op(Row.Asm, Row.Constraints);
    EXPECT_EQ(Op->Kind, Row.Kind) << Row.Asm;
    EXPECT_EQ(Op->Location.Spaces, Row.Spaces) << Row.Asm;
    EXPECT_EQ(Op->BytesPerLane, Row.Bytes) << Row.Asm;
    EXPECT_EQ(Op->Name, Row.Name) << Row.Asm;
    EXPECT_TRUE(Op->Location.Address) << Row.Asm;
  }
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

void expectAddress(llvm::StringRef Asm, llvm::StringRef Constraints,
                   const Formula &Expected) {
  OnlyPtxOp(Asm, Constraints).expectAddress(Expected);
}

TEST(PtxAddress, BracketsHoldAnArgumentAndAnOffset) {
  expectAddress("ld.shared.u32 $0, [$1];", "=r,r", argument(0));
  expectAddress("ld.shared.u32 $0, [$1+16];", "=r,r", argument(0, 16));
  expectAddress("ld.shared.u32 $0, [ $1 + -16 ];", "=r,r", argument(0, -16));
  expectAddress("ld.shared.u32 $0, [$1 + 0x10];", "=r,r", argument(0, 16));
  expectAddress("ld.shared.u32 $0, [$1 + $2];", "=r,r,n", argument(0, 16));
  expectAddress("ld.shared.u32 $0, [$1 + 4*$2];", "=r,r,n", argument(0, 64));
  expectAddress("ld.shared.u32 $0, [tile + 8];", "=r",
                [](const Numbers &) { return 4096 + 8; });
  expectAddress("ld.shared.u32 $0, [128];", "=r",
                [](const Numbers &) { return 128; });
  expectAddress("ld.global.u32 $0, [$1+4];", "=r,l", wideArgument(0, 4));
}

TEST(PtxAddress, RegistersOfTheBlockAreFollowed) {
  expectAddress("{ .reg .b32 %r<8>;\n"
                "  shl.b32 %r1, $2, 2;\n"
                "  add.u32 %r3, $1, %r1;\n"
                "  ld.shared.u32 $0, [%r3 + 4]; }",
                "=r,r,r", [](const Numbers &A) {
                  return lowBits(A[0] + 4 * A[1], 32) + 4;
                });
  OnlyPtxOp Op("{ .reg .u32 t;\n mov.u32 t, %laneid;\n"
               "  mad.lo.u32 t, t, 16, $1;\n"
               "  ld.shared.u32 $0, [t]; }",
               "=r,r");
  for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
    LiftedPtx::Arguments Values(1);
    Values[0].fill(1000);
    EXPECT_EQ(Op.Block.execute(Op[Op->Location.Address], Values, Lane),
              16 * Lane + 1000);
  }
}

/// The address space that an address was cast from, 0 when from none.
unsigned castFrom(const llvm::Value *Address) {
  while (const auto *I = llvm::dyn_cast<llvm::Instruction>(Address)) {
    if (const auto *Cast = llvm::dyn_cast<llvm::AddrSpaceCastInst>(I))
      return Cast->getSrcAddressSpace();
    Address = I->getOperand(0);
  }
  return 0;
}

TEST(PtxAddress, GenericPointerConvertedInTheBlockIsTheArgument) {
  OnlyPtxOp Op("{ .reg .u64 a64; .reg .u32 a32;\n"
               "  cvta.to.shared.u64 a64, $1;\n"
               "  cvt.u32.u64 a32, a64;\n"
               "  ld.shared.u32 $0, [a32+12]; }",
               "=r,l");
  Op.expectAddress(argument(0, 12));
  EXPECT_EQ(Op->Location.Spaces, MemorySpace::Shared);
  EXPECT_FALSE(Op->Location.isGeneric());
}

TEST(PtxAddress, GenericAccessBehindCvtaIsKnownToBeShared) {
  OnlyPtxOp Op("{ .reg .u64 g; cvt.u64.u32 g, $1;\n"
               "  cvta.shared.u64 g, g; ld.u32 $0, [g+4]; }",
               "=r,r");
  EXPECT_TRUE(Op->Location.isGeneric());
  Op.expectAddress(argument(0, 4));
  EXPECT_EQ(castFrom(Op[Op->Location.Address]), 3u);
}

TEST(PtxAddress, VariablesOfTheBlockHaveTheirSpace) {
  OnlyPtxOp Op("{ .shared .align 16 .b8 buffer[64];\n"
               "  .reg .u64 a; cvta.shared.u64 a, buffer;\n"
               "  st.u32 [a], $0; }",
               "r");
  auto Cause = Op.Block.unknownBehind(Op[Op->Location.Address]);
  ASSERT_TRUE(Cause);
  EXPECT_EQ(Cause->Text, "cvta.shared.u64 a, buffer");
}

TEST(PtxAddress, UnknownAddressNamesItsStatement) {
  OnlyPtxOp Op("{ .reg .b32 t; mul24.hi.u32 t, $1, 64;\n"
               "  ld.shared.u32 $0, [t]; }",
               "=r,r");
  auto Cause = Op.Block.unknownBehind(Op[Op->Location.Address]);
  ASSERT_TRUE(Cause);
  EXPECT_EQ(Cause->Text, "mul24.hi.u32 t, $1, 64");
}

TEST(PtxAddress, AddressLoadedInTheBlockIsData) {
  LiftedPtx Block("ld.shared.u32 $0, [$1]; ld.shared.u32 $0, [$0];", "=&r,r");
  auto Ops = Block.memoryOps();
  ASSERT_EQ(Ops.size(), 2u);
  auto Cause = Block.unknownBehind(Ops[1].address());
  ASSERT_TRUE(Cause && Cause->Memory);
  EXPECT_TRUE(Cause->Memory->returnsData());
}

TEST(PtxAddress, MemoryOperandsAreAddressesWithoutBrackets) {
  OnlyPtxOp("ld.f32 $0, $1;", "=f,*m").expectAddress(wideArgument(0));
  EXPECT_EQ(OnlyPtxOp("st.f32 $0, $1;", "=*m,f")->BytesPerLane, 4u);
}

TEST(PtxAddress, AddressOfAnotherBlockIsNotTheArgument) {
  OnlyPtxOp Op("{ .reg .b32 r; mapa.shared::cluster.u32 r, $1, $2;\n"
               "  ld.shared::cluster.u32 $0, [r]; }",
               "=r,r,r");
  EXPECT_EQ(Op->Location.Spaces, MemorySpace::Cluster);
  EXPECT_TRUE(Op.Block.unknownBehind(Op[Op->Location.Address]));
}

//===----------------------------------------------------------------------===//
// cp.async
//===----------------------------------------------------------------------===//

TEST(PtxAsyncCopy, BothEndsAndTheSizeAreOperands) {
  OnlyPtxOp Op("cp.async.ca.shared.global [$0], [$1+4], 8;", "r,l,~{memory}");
  EXPECT_EQ(Op->Kind, PtxMemoryKind::AsyncCopy);
  EXPECT_EQ(Op->Name, "cp.async.ca");
  EXPECT_EQ(Op.number(Op->Bytes), 8);
  EXPECT_EQ(Op->Location.Spaces, MemorySpace::Shared);
  Op.expectAddress(argument(0));
  ASSERT_TRUE(Op->Source);
  EXPECT_EQ(Op->Source->Spaces, MemorySpace::Global);
  Op.expect(Op->Source->Address, wideArgument(1, 4));
  EXPECT_FALSE(Op->SourceBytes);
}

TEST(PtxAsyncCopy, SizeOperandAndGuardOfThePredicatedForm) {
  OnlyPtxOp Op(
      "{\n  .reg .pred p;\n  setp.ne.b32 p, $0, 0;\n"
      "  @p cp.async.cg.shared.global.L2::128B [$1], [$2 + 64], $3;\n}\n",
      "r,r,l,n,~{memory}");
  Op.expectAddress(argument(1));
  Op.expect(Op->Source->Address, wideArgument(2, 64));
  EXPECT_EQ(Op.number(Op->Bytes), 16);
  EXPECT_EQ(Op->Name, "cp.async.cg");
  Op.expect(Op.Ops.front().Read.Guard,
            [](const Numbers &A) { return lowBits(A[0], 32) != 0; });
}

TEST(PtxAsyncCopy, SourceSizeIgnoreSourceAndPolicyAreToldApart) {
  OnlyPtxOp Filled("cp.async.cg.shared.global [$0], [$1], $2, $3;", "r,l,n,r");
  Filled.expect(Filled->SourceBytes, argument(3));

  OnlyPtxOp Ignoring("{ .reg .pred z; setp.eq.s32 z, $2, 0;\n"
                     "  cp.async.cg.shared.global [$0], [$1], 16, z; }",
                     "r,l,r");
  EXPECT_FALSE(Ignoring->SourceBytes);

  OnlyPtxOp Hinted(
      "cp.async.cg.shared.global.L2::cache_hint [$0], [$1], 16, $2;", "r,l,l");
  EXPECT_FALSE(Hinted->SourceBytes);
  OnlyPtxOp Both(
      "cp.async.cg.shared.global.L2::cache_hint [$0], [$1], 16, $2, $3;",
      "r,l,r,l");
  Both.expect(Both->SourceBytes, argument(2));
}

TEST(PtxAsyncCopy, TwoCopiesAreTwoInstructions) {
  const char *Asm = "cp.async.ca.shared.global [$0], [$1], 4;\n"
                    "cp.async.ca.shared.global [$0+4], [$1+4], 4;\n"
                    "cp.async.commit_group;\ncp.async.wait_group $2;\n"
                    "cp.async.wait_all;";
  LiftedPtx Block(Asm, "r,l,n");
  auto Ops = Block.memoryOps();
  ASSERT_EQ(Ops.size(), 2u);
  expectEqual(Block, Ops[1].address(), argument(0, 4), Asm);
  EXPECT_EQ(Ops[0].Read.Part, 0u);
  EXPECT_EQ(Ops[1].Read.Part, 1u);
  EXPECT_TRUE(Block.unread().empty());
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

TEST(PtxMatrices, LdmatrixHasCountTransposeAndRowAddresses) {
  OnlyPtxOp Op("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 "
               "{$0, $1, $2, $3}, [$4 + 32];\n",
               "=r,=r,=r,=r,r");
  EXPECT_EQ(Op->Kind, PtxMemoryKind::LoadMatrix);
  EXPECT_EQ(Op->Name, "ldmatrix.x4.trans");
  EXPECT_EQ(Op->BytesPerLane, 16u);
  Op.expectAddress(argument(0, 32));
  EXPECT_EQ(Op->RowGroups, 4u);
}

TEST(PtxMatrices, QualifiersMayStandInAnyOrder) {
  OnlyPtxOp Op(
      "ldmatrix.sync.aligned.trans.x2.m8n8.shared::cta.b16 {$0, $1}, [$2];",
      "=r,=r,l");
  EXPECT_EQ(Op->Name, "ldmatrix.x2.trans");
  EXPECT_EQ(Op->RowGroups, 2u);
  OnlyPtxOp Single("ldmatrix.sync.aligned.m8n8.x1.b16 {$0}, [$1];", "=r,l");
  EXPECT_EQ(Single->Location.Spaces,
            MemorySpace::Shared); // generic, but shared
}

TEST(PtxMatrices, ByteMatricesOfSixteenRowsTakeSixteenAddresses) {
  OnlyPtxOp Op("ldmatrix.sync.aligned.m16n16.x2.trans.shared.b8 "
               "{$0,$1,$2,$3}, [$4];",
               "=r,=r,=r,=r,r");
  EXPECT_EQ(Op->RowGroups, 4u);
  EXPECT_EQ(Op->Name, "ldmatrix.m16n16.x2.trans");
  // Four-bit elements are padded to rows of 16 bytes too.
  OnlyPtxOp Packed(
      "ldmatrix.sync.aligned.m8n16.x1.shared.b8x16.b4x16_p64 {$0}, "
      "[$1];",
      "=r,r");
  EXPECT_EQ(Packed->RowGroups, 1u);
}

TEST(PtxMatrices, StmatrixStoresRows) {
  OnlyPtxOp Op("stmatrix.sync.aligned.m8n8.x2.shared.b16 [$0], "
               "{$1, $2};",
               "r,r,r");
  EXPECT_EQ(Op->Kind, PtxMemoryKind::StoreMatrix);
  EXPECT_EQ(Op->Name, "stmatrix.x2");
  EXPECT_EQ(Op->RowGroups, 2u);
  OnlyPtxOp Bytes("stmatrix.sync.aligned.m16n8.x4.trans.shared.b8 "
                  "[$0], {$1,$2,$3,$4};",
                  "r,r,r,r,r");
  EXPECT_EQ(Bytes->RowGroups, 4u);
}

TEST(PtxMatrices, ImpossibleShapesAreUnread) {
  for (const char *Asm :
       {"ldmatrix.sync.aligned.m16n16.x4.trans.shared.b8 {$0}, [$1];",
        "ldmatrix.sync.aligned.m8n8.shared.b16 {$0}, [$1];",
        "ldmatrix.sync.aligned.x1.shared.b16 {$0}, [$1];",
        "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {$0}, $1;"}) {
    LiftedPtx Block(Asm, "=r,r");
    EXPECT_TRUE(Block.memoryOps().empty()) << Asm;
    EXPECT_FALSE(Block.unread().empty()) << Asm;
  }
}

TEST(PtxMatrices, WmmaHasShapeLayoutAndStride) {
  OnlyPtxOp Load("wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 "
                 "{$0,$1,$2,$3,$4,$5,$6,$7}, [$8], $9;",
                 "=r,=r,=r,=r,=r,=r,=r,=r,r,r");
  EXPECT_EQ(Load->Kind, PtxMemoryKind::WmmaLoad);
  EXPECT_EQ(Load->Fragment, "wmma.load.a.sync.aligned.row.m16n16k16.f16");
  Load.expect(Load->Stride, argument(1));
  OnlyPtxOp Store("wmma.store.d.sync.aligned.col.m8n32k16.global.f32 "
                  "[$0], {$1,$2,$3,$4,$5,$6,$7,$8};",
                  "l,f,f,f,f,f,f,f,f");
  EXPECT_EQ(Store->Kind, PtxMemoryKind::WmmaStore);
  EXPECT_EQ(Store->Location.Spaces, MemorySpace::Global);
  EXPECT_EQ(Store->Fragment, "wmma.store.d.sync.aligned.col.m8n32k16.f32");
  EXPECT_FALSE(Store->Stride);
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

TEST(PtxAtomics, OperationTypeAndOperand) {
  OnlyPtxOp Op("atom.shared.add.u32 $0, [$1+4], $2;", "=r,r,r,~{memory}");
  EXPECT_EQ(Op->Kind, PtxMemoryKind::Atomic);
  EXPECT_EQ(Op->Name, "atom.shared.add.u32");
  EXPECT_EQ(Op->BytesPerLane, 4u);
  EXPECT_EQ(Op->Atomic->Operation, "add");
  EXPECT_EQ(Op->Atomic->Type, "u32");
  Op.expect(Op->Atomic->Operand, argument(1));
  Op.expectAddress(argument(0, 4));
}

TEST(PtxAtomics, ReductionOfTheConstantOneIsSeen) {
  OnlyPtxOp Op("red.shared::cta.add.u32 [$0], 1;", "r");
  EXPECT_EQ(Op->Kind, PtxMemoryKind::Reduction);
  EXPECT_EQ(Op->Name, "red.shared.add.u32");
  EXPECT_EQ(Op.number(Op->Atomic->Operand), 1);
  OnlyPtxOp ByRegister("{ .reg .b32 one; mov.b32 one, 1;\n"
                       "  red.shared.add.u32 [$0], one; }",
                       "r");
  EXPECT_EQ(ByRegister.number(ByRegister->Atomic->Operand), 1);
}

TEST(PtxAtomics, QualifiersOfOrderAndScopeAreNoTypes) {
  OnlyPtxOp Op("atom.acq_rel.cluster.shared::cta.cas.b64 $0, [$1], "
               "$2, $3;",
               "=l,r,l,l");
  EXPECT_EQ(Op->Name, "atom.shared.cas.b64");
  EXPECT_EQ(Op->BytesPerLane, 8u);
  // The value compared with.
  Op.expect(Op->Atomic->Operand, wideArgument(1));
  OnlyPtxOp Vector("red.relaxed.gpu.global.add.noftz.v4.f16x2 [$0], "
                   "{$1,$2,$3,$4};",
                   "l,r,r,r,r");
  EXPECT_EQ(Vector->BytesPerLane, 16u);
  EXPECT_EQ(Vector->Atomic->Type, "v4.f16x2");
  OnlyPtxOp Generic("atom.add.acquire.sys.f32 $0,[$1],$2;", "=f,l,f");
  EXPECT_EQ(Generic->Name, "atom.add.f32");
  EXPECT_EQ(Generic->Location.Spaces, MemorySpaces::all());
}

} // namespace
