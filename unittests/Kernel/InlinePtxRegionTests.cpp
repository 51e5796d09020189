//===- InlinePtxRegionTests.cpp - Bulk copies, descriptors, the rest ------===//
//
// Spaces and operand order are those of the PTX ISA's syntax for the
// instruction.
//
//===----------------------------------------------------------------------===//

#include "OnlyPtxOp.h"

using namespace warplint;

namespace {

TEST(PtxBulk, CopiesHaveBothEnds) {
  OnlyPtxOp Op(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
      " [$0], [$1], $2, [$3];",
      "r,l,r,r");
  EXPECT_EQ(Op->Kind, PtxMemoryKind::RegionCopy);
  EXPECT_EQ(Op->Location.Spaces, MemorySpace::Cluster);
  EXPECT_EQ(Op->Source->Spaces, MemorySpace::Global);
  OnlyPtxOp Reduce("cp.reduce.async.bulk.global.shared::cta"
                   ".bulk_group.add.f32 [$0], [$1], 256;",
                   "l,r");
  EXPECT_EQ(Reduce->Kind, PtxMemoryKind::RegionCopy);
  EXPECT_EQ(Reduce->Source->Spaces, MemorySpace::Shared);
  OnlyPtxOp Fill("st.bulk.weak.shared::cta [$0], $1, 0;", "r,l");
  EXPECT_EQ(Fill->Kind, PtxMemoryKind::RegionFill);
}

TEST(PtxBulk, TensorCopiesHaveBothEnds) {
  OnlyPtxOp In("cp.async.bulk.tensor.2d.shared::cta.global.tile"
               ".mbarrier::complete_tx::bytes [$0], [$1, {$2, $3}], [$4];",
               "r,l,r,r,r");
  EXPECT_EQ(In->Kind, PtxMemoryKind::RegionCopy);
  EXPECT_EQ(In->Name, "cp.async.bulk.tensor.2d.shared.global");
  In.expectAddress(argument(0));
  In.expect(In->Source->Address, wideArgument(1));
  OnlyPtxOp Out("cp.reduce.async.bulk.tensor.1d.global.shared::cta"
                ".add.bulk_group [$0, {$2}], [$1];",
                "l,r,r");
  EXPECT_EQ(Out->Kind, PtxMemoryKind::RegionCopy);
  EXPECT_EQ(Out->Source->Spaces, MemorySpace::Shared);
  Out.expect(Out->Source->Address, argument(1));
  EXPECT_EQ(OnlyPtxOp("cp.async.bulk.prefetch.tensor.3d.L2.global "
                      "[$0, {$1, $2, $3}];",
                      "l,r,r,r")
                ->Kind,
            PtxMemoryKind::RegionPrefetch);
}

TEST(PtxDescriptors, WgmmaReadsSharedMemoryByDescriptor) {
  OnlyPtxOp Op("{ .reg .pred p; setp.ne.b32 p, $6, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
               "{$0, $1, $2, $3}, $4, $5, p, 1, 1, 0, 0; }",
               "=f,=f,=f,=f,l,l,r,0,1,2,3");
  EXPECT_EQ(Op->Kind, PtxMemoryKind::DescriptorMma);
  EXPECT_EQ(Op->Name, "wgmma.mma_async");
  EXPECT_EQ(Op->Location.Spaces, MemorySpace::Shared);
  ASSERT_EQ(Op->Descriptors.size(), 2u);
  Op.expect(Op->Descriptors[0], wideArgument(0));
  Op.expect(Op->Descriptors[1], wideArgument(1));
}

TEST(PtxDescriptors, RegisterOperandIsNoDescriptor) {
  OnlyPtxOp Op("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
               "{$0, $1, $2, $3}, {$4, $5, $6, $7}, $8, 1, 1, 1, 0;",
               "=f,=f,=f,=f,r,r,r,r,l,0,1,2,3");
  ASSERT_EQ(Op->Descriptors.size(), 1u);
  Op.expect(Op->Descriptors[0], wideArgument(4));
  OnlyPtxOp Tensor("tcgen05.mma.cta_group::1.kind::f16 "
                   "[$0], [$1], $2, $3, 1;",
                   "r,r,l,r");
  ASSERT_EQ(Tensor->Descriptors.size(), 1u);
  Tensor.expect(Tensor->Descriptors[0], wideArgument(2));
  EXPECT_EQ(OnlyPtxOp("tcgen05.cp.cta_group::1.128x256b [$0], $1;", "r,l")
                ->Descriptors.size(),
            1u);
}

struct KindRow {
  const char *Asm;
  PtxMemoryKind Kind;
  MemorySpaces Spaces;
};

TEST(PtxFamilies, EachHasItsKindAndSpace) {
  using enum PtxMemoryKind;
  const KindRow Rows[] = {
      {"mbarrier.init.shared::cta.b64 [$0], $1;", Other, MemorySpace::Shared},
      {"mbarrier.arrive.shared.b64 _, [$0];", Other, MemorySpace::Shared},
      {"mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;", Other,
       MemorySpace::Shared},
      {"cp.async.mbarrier.arrive.noinc.shared.b64 [$0];", Other,
       MemorySpace::Shared},
      {"tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [$0], $1;",
       Other, MemorySpace::Shared},
      {"clusterlaunchcontrol.try_cancel.async.shared::cta"
       ".mbarrier::complete_tx::bytes.b128 [$0], [$1];",
       Other, MemorySpace::Shared},
      {"tensormap.replace.tile.rank.shared::cta.b1024.b32 [$0], 3;", Other,
       MemorySpace::Shared},
      {"st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.b32 [$0], "
       "{$1, $1}, [$2];",
       AsyncStore, MemorySpace::Cluster},
      {"red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes"
       ".add.u32 [$0], $1, [$2];",
       AsyncReduction, MemorySpace::Cluster},
      {"multimem.ld_reduce.relaxed.gpu.global.add.f32 $1, [$0];", Other,
       MemorySpace::Global},
      {"multimem.red.relaxed.gpu.global.add.u32 [$0], $1;", Other,
       MemorySpace::Global},
      {"tcgen05.ld.sync.aligned.32x32b.x1.b32 {$1}, [$0];", TensorMemory,
       MemorySpaces()},
      {"tcgen05.st.sync.aligned.32x32b.x1.b32 [$0], {$1};", TensorMemory,
       MemorySpaces()},
      {"prefetch.global.L2 [$0];", Other, MemorySpace::Global},
      {"applypriority.global.L2::evict_normal [$0], 128;", Other,
       MemorySpace::Global},
      {"discard.global.L2 [$0], 128;", Other, MemorySpace::Global},
      {"tex.2d.v4.f32.f32 {$1, $1, $1, $1}, [$0, {$1, $1}];", Texture,
       MemorySpace::Global},
  };
  for (const KindRow &Row : Rows) {
    OnlyPtxOp Op(Row.Asm, "r,r,r");
    EXPECT_EQ(Op->Kind, Row.Kind) << Row.Asm;
    EXPECT_EQ(Op->Location.Spaces, Row.Spaces) << Row.Asm;
    Op.expectAddress(argument(0));
  }
}

} // namespace
