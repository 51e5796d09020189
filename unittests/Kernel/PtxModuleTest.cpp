//===- PtxModuleTest.cpp - Modules of PTX as LLVM IR ----------------------===//
//
// Expectations follow from the PTX ISA's definition of each statement: what an
// address is of the thread is written by hand.
//
//===----------------------------------------------------------------------===//

#include "ModelSnippet.h"
#include "warplint/Kernel/PtxSource.h"

using namespace warplint;
using namespace llvm;

namespace {

const std::string Head = ".version 8.0\n.target sm_90\n.address_size 64\n";

void withModule(const std::string &Text,
                function_ref<void(SourceView &, const DeviceModel &)> Use) {
  PtxSource Source = readPtx("k.ptx", Text);
  ASSERT_TRUE(Source.View) << textOf(Source.Errors);
  Use(*Source.View, buildDeviceModel(*Source.View, AllNeeds));
}

/// The accesses to shared memory of a kernel with the body \p Body.
std::vector<std::string> sharedIn(const std::string &Body,
                                  const std::string &Before = "") {
  std::vector<std::string> Lines;
  withModule(Head + Before +
                 ".visible .entry k(.param .u64 p, .param .u32 n)\n{\n"
                 ".reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<20>;\n"
                 ".reg .b64 %rd<20>; .reg .f32 %f<9>;\n"
                 "ld.param.u64 %rd0, [p]; ld.param.u32 %r0, [n];\n"
                 "mov.u32 %r1, %tid.x;\n" +
                 Body + "\nret;\n}\n",
             [&](SourceView &, const DeviceModel &Model) {
               ASSERT_EQ(Model.Kernels.size(), 1u);
               const KernelModel &Kernel = Model.Kernels.front();
               for (const KernelAccess &A : Kernel.sharedAccesses())
                 Lines.push_back(print(Kernel, A));
             });
  return Lines;
}

using Lines = std::vector<std::string>;

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

TEST(PtxModule, AVariableIsAnAddressAndARegisterItsValue) {
  EXPECT_EQ(sharedIn(".shared .align 4 .b8 s[4096];\n"
                     "mov.u32 %r2, s; shl.b32 %r3, %r1, 2;\n"
                     "add.s32 %r4, %r2, %r3;\n"
                     "st.shared.u32 [%r4+16], %r1;"),
            Lines({"write shared 4 (known 4, type 4): s + (threadIdx.x << 2) + "
                   "16"}));
}

TEST(PtxModule, AnArrayMayBeDeclaredBehindItsUse) {
  EXPECT_EQ(sharedIn("ld.shared.u32 %r2, [late+8];\n"
                     ".shared .align 4 .b8 own[64];"
                     "ld.shared.u16 %h1, [own];"
                     "} .shared .align 4 .b8 late[64]; .func g() {"),
            Lines({"read shared 4 (known 4, type 4): late + 8",
                   "read shared 2 (known 4, type 2): own"}));
}

TEST(PtxModule, VectorsAreOneAccess) {
  EXPECT_EQ(sharedIn(".shared .align 16 .b8 s[4096];\n"
                     "shl.b32 %r2, %r1, 4; mov.u32 %r3, s;\n"
                     "add.u32 %r3, %r3, %r2;\n"
                     "ld.shared.v4.f32 {%f1, %f2, _, %f4}, [%r3];"),
            Lines({"read shared 16 (known 16, type 16): s + "
                   "(threadIdx.x << 4)"}));
}

TEST(PtxModule, WithoutADeclarationAddressesCountFromZero) {
  EXPECT_EQ(sharedIn("mul.wide.u32 %rd1, %r1, 8;\n"
                     "st.shared.u64 [%rd1+1024], %rd0;"),
            Lines({"write shared 8 (known 8, type 8): 8*threadIdx.x + 1024"}));
}

TEST(PtxModule, APredicateGuardsTheAccess) {
  const Lines Found = sharedIn(".shared .u32 s[32];\n"
                               "setp.lt.u32 %p1, %r1, 16;\n"
                               "@!%p1 st.shared.u32 [s], %r1;");
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_TRUE(StringRef(Found[0]).contains(" if ")) << Found[0];
}

TEST(PtxModule, BranchesAreControlFlow) {
  const Lines Found = sharedIn(".shared .u32 s[32];\n"
                               "setp.ge.u32 %p1, %r1, 16;\n"
                               "@%p1 bra $L_end;\n"
                               "st.shared.u32 [s], %r1;\n"
                               "$L_end:");
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_TRUE(StringRef(Found[0]).contains(" if ")) << Found[0];
}

TEST(PtxModule, AFunctionIsInlinedWithItsParametersAndResult) {
  EXPECT_EQ(sharedIn(".shared .align 4 .b8 s[4096];\n"
                     "{ .param .b32 a; .param .b32 b;\n"
                     "st.param.b32 [a+0], %r1;\n"
                     "call.uni (b), times12, (a);\n"
                     "ld.param.b32 %r2, [b+0]; }\n"
                     "mov.u32 %r3, s; add.u32 %r3, %r3, %r2;\n"
                     "st.shared.u32 [%r3], %r1;",
                     ".func (.param .b32 r) times12(.param .b32 x)\n"
                     "{ .reg .b32 %a<3>; ld.param.b32 %a1, [x];\n"
                     "mul.lo.u32 %a2, %a1, 12; st.param.b32 [r], %a2; ret; }"),
            Lines({"write shared 4 (known 4, type 4): s + 12*threadIdx.x"}));
}

TEST(PtxModule, RegistersArePassedAndReturnedToo) {
  EXPECT_EQ(sharedIn(".shared .align 4 .b8 s[4096];\n"
                     "call (%r2), plus, (%r1, 4);\n"
                     "mov.u32 %r3, s; mad.lo.u32 %r3, %r2, 4, %r3;\n"
                     "st.shared.u32 [%r3], %r1;",
                     ".func (.reg .b32 r) plus(.reg .b32 x, .reg .b32 y)\n"
                     "{ add.u32 r, x, y; ret; }"),
            Lines({"write shared 4 (known 4, type 4): 4*(threadIdx.x + 4) + "
                   "s"}));
}

TEST(PtxModule, AnIndirectBranchGoesToOneOfItsTargets) {
  const Lines Found = sharedIn(".shared .u32 s[32];\n"
                               "t: .branchtargets $A, $B;\n"
                               "brx.idx %r0, t;\n"
                               "$A: st.shared.u32 [s], %r1; bra $C;\n"
                               "$B: st.shared.u32 [s+4], %r1;\n"
                               "$C:");
  EXPECT_EQ(Found.size(), 2u);
}

TEST(PtxModule, NamesOfABlockHideThoseOutside) {
  EXPECT_EQ(sharedIn(".shared .align 4 .b8 s[64];\n"
                     "mov.u32 %r2, 8;\n"
                     "{ .reg .u32 %r2; mov.u32 %r2, 4;\n"
                     "st.shared.u32 [%r2], %r1; }\n"
                     "st.shared.u32 [%r2], %r1;"),
            Lines({"write shared 4 (known 4, type 4): 4",
                   "write shared 4 (known 8, type 4): 8"}));
}

TEST(PtxModule, ThePartOfAParameterHasItsOffset) {
  withModule(Head + ".visible .entry k(.param .align 8 .b8 q[16])\n{\n"
                    ".reg .b32 %r<4>; .shared .align 4 .b8 s[4096];\n"
                    "ld.param.u32 %r1, [q+8]; mov.u32 %r2, s;\n"
                    "add.u32 %r3, %r2, %r1; st.shared.u32 [%r3], %r1; ret; }",
             [](SourceView &View, const DeviceModel &Model) {
               const KernelModel &Kernel = Model.Kernels.front();
               bool IsFound = false;
               for (unsigned I = 0; I != Kernel.Context->numSymbols(); ++I) {
                 const UniformSymbol &S = Kernel.Context->symbolAt(I);
                 IsFound |= S.Parameter == 0u && S.ParameterOffset == 8u;
               }
               EXPECT_TRUE(IsFound);
             });
}

//===----------------------------------------------------------------------===//
// What the module says
//===----------------------------------------------------------------------===//

TEST(PtxModule, NamesAreDemangled) {
  withModule(Head + ".visible .entry _ZN2ns4gemmILi128EEEvPf(.param .u64 p)\n"
                    "{ .shared .b8 _ZZN2ns4gemmILi128EEEvPfE4tile[64];\n"
                    ".reg .u32 %r; ld.shared.u32 %r, "
                    "[_ZZN2ns4gemmILi128EEEvPfE4tile]; ret; }",
             [](SourceView &View, const DeviceModel &Model) {
               const KernelModel &Kernel = Model.Kernels.front();
               EXPECT_EQ(Kernel.Name, "ns::gemm");
               EXPECT_EQ(View.templateArguments(*Kernel.Declaration), "<128>");
               ASSERT_EQ(Kernel.Accesses.front().Arrays.size(), 1u);
               EXPECT_EQ(Kernel.Accesses.front().Arrays[0]->Name, "tile");
             });
}

TEST(PtxModule, ABlockIsWhatReqntidSaysAndElseOpen) {
  withModule(Head + ".entry a() .reqntid 128 { ret; }\n"
                    ".entry b() .maxntid 64, 2, 1 { ret; }",
             [](SourceView &View, const DeviceModel &) {
               const BlockBounds A = View.boundsOf(*View.function("a"));
               EXPECT_EQ(A.Required->Shape, (LaunchShape{128, 1, 1}));
               EXPECT_EQ(A.Required->Source, LaunchSource::Attribute);
               const BlockBounds B = View.boundsOf(*View.function("b"));
               EXPECT_EQ(B.MostThreads, 128u);
               EXPECT_TRUE(B.Required->IsOpen);
             });
}

TEST(PtxModule, AnErrorHasItsPlace) {
  const PtxSource Source = readPtx("k.ptx", Head + ".entry k( { }");
  EXPECT_FALSE(Source.View);
  EXPECT_TRUE(
      StringRef(textOf(Source.Errors)).starts_with("k.ptx:4:9: error: "))
      << textOf(Source.Errors);
}

//===----------------------------------------------------------------------===//
// Any text
//===----------------------------------------------------------------------===//

const std::string Everything =
    Head +
    ".extern .shared .align 16 .b8 dyn[];\n"
    ".const .align 4 .b8 table[8] = {1, 2, 3, 4};\n"
    ".func (.param .b32 r) f(.param .b64 x);\n"
    ".visible .entry k(.param .u64 .ptr .align 4 p, .param .align 4 .b8 q[8])\n"
    ".reqntid 32, 1, 1\n"
    "{\n"
    "  .reg .pred %p<4>; .reg .b32 %r<9>; .reg .b64 %rd<9>;\n"
    "  .loc 1 3 1\n"
    "  mov.u32 %r1, %tid.x;\n"
    "  { .param .b64 a; .param .b32 b; st.param.b64 [a], %rd1;\n"
    "    call.uni (b), f, (a); ld.param.b32 %r3, [b+0]; }\n"
    "  t: .branchtargets A, B;\n"
    "  setp.lt.and.u32 %p1|%p2, %r1, 4, !%p3;\n"
    "  @%p1 bra A;\n"
    "  brx.idx %r1, t;\n"
    "A:\n"
    "  ld.shared.v2.b32 {%r4, %r5}, [dyn+8];\n"
    "  atom.shared.add.u32 %r6, [%r4], 1;\n"
    "  .loc 1 4 2, function_name $n, inlined_at 1 3 1\n"
    "B:\n"
    "  cp.async.cg.shared.global [%r4], [%rd1], 16;\n"
    "  mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%r1,%r2,%r3,%r4}, "
    "{%r1,%r2,%r3,%r4}, {%r1,%r2}, {%r1,%r2,%r3,%r4};\n"
    "  mov.b64 {%r1, %r2}, %rd1; mov.b64 %rd2, {%r1, %r2};\n"
    "  ret;\n"
    "}\n"
    ".func (.param .b32 r) f(.param .b64 x) { st.param.b32 [r], 1; ret; }\n"
    ".file 1 \"/a/b.cu\"\n"
    ".section .debug_str { $n: .b8 102,0 }\n";

/// Reads \p Text and what it makes of it.
void readAny(const std::string &Text) {
  PtxSource Source = readPtx("k.ptx", Text);
  EXPECT_NE(!Source.View, Source.Errors.empty());
  if (Source.View)
    buildDeviceModel(*Source.View, AllNeeds);
}

TEST(PtxModule, TheTextOfTheNextTestsIsAModule) {
  PtxSource Source = readPtx("k.ptx", Everything);
  EXPECT_TRUE(Source.View) << textOf(Source.Errors);
}

TEST(PtxModule, ATextThatEndsAnywhereIsReadOrRefused) {
  for (size_t I = 0; I != Everything.size(); ++I)
    readAny(Everything.substr(0, I));
}

TEST(PtxModule, ATextWithoutAnyOfItsCharactersIsReadOrRefused) {
  for (size_t I = Head.size(); I != Everything.size(); ++I)
    if (!isSpace(Everything[I]))
      readAny(Everything.substr(0, I) + Everything.substr(I + 1));
}

TEST(PtxModule, ATextWithAnyWordInPlaceOfAnyOtherIsReadOrRefused) {
  SmallVector<StringRef> Words;
  StringRef(Everything).split(Words, ' ');
  for (size_t I = 9; I != Words.size(); ++I) {
    SmallVector<StringRef> Changed = Words;
    Changed[I] = Words[(I * 7) % Words.size()];
    readAny(join(Changed, " "));
  }
}

} // namespace
