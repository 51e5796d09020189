//===- SourceViewTest.cpp - What a parse answers --------------------------===//

#include "ModelSnippet.h"
#include "clang/AST/Decl.h"
#include "gmock/gmock.h"

namespace warplint {
namespace {

using testing::ElementsAre;

TEST(SourceView, AFunctionIsOneWhateverItsDeclarations) {
  withView(R"(
__global__ void k(int n);
__global__ void k(int n);
__global__ void k(int n) { __shared__ float s[32]; s[n] = 1; })",
           false, [](ClangView &View) {
             const SourceFunction *K = View.function("_Z1ki");
             ASSERT_TRUE(K);
             EXPECT_TRUE(K->IsKernel && K->HasBody && !K->IsInstance);
             EXPECT_EQ(K->Pattern, K);
             EXPECT_THAT(View.Reached, ElementsAre(K));
             EXPECT_EQ(K->Where.Line, 4u);
             const SourceVariable *S = View.variable("_ZZ1kiE1s");
             ASSERT_TRUE(S);
             EXPECT_EQ(S->In, K);
             EXPECT_EQ(S->Type, "float[32]");
             EXPECT_EQ(View.variableOf(&ClangView::declOf(*S)), S);
             EXPECT_FALSE(View.function("_ZZ1kiE1s"));
             EXPECT_FALSE(View.variable("_Z1ki"));
           });
}

TEST(SourceView, InstancesHaveTheirPattern) {
  withView(R"(
namespace {
template <typename T, int N> __global__ void k(T *p) {
  __shared__ T s[N]; s[threadIdx.x] = *p;
}
template __global__ void k<float, 32>(float *);
})",
           false, [](ClangView &View) {
             ASSERT_EQ(View.Reached.size(), 1u);
             const SourceFunction &K = *View.Reached.front();
             EXPECT_TRUE(K.IsInstance && !K.Pattern->IsInstance);
             EXPECT_TRUE(K.Pattern->IsKernel);
             EXPECT_EQ(View.templateArguments(K), "<float, 32>");
             EXPECT_EQ(View.qualifiedName(K), "k");
             EXPECT_EQ(View.fullName(K), "(anonymous namespace)::k");
             EXPECT_EQ(K.Pattern->Extent.EndLine, 5u);
           });
}

TEST(SourceView, PartsOfParametersHaveTheNamesThatUsersWrite) {
  withView(
      R"(
struct Inner { int a; unsigned ld; };
struct Args { float *p; Inner in; float f; int bits : 3; };
__global__ void k(Args g, int n, float) { *g.p = n; })",
      true, [](ClangView &View) {
        const SourceFunction &K = *View.function("_Z1k4Argsif");
        EXPECT_THAT(View.partNames(K),
                    ElementsAre("g.p", "g.in.a", "g.in.ld", "g.bits", "n"));
        const auto Part = View.partOf(K, 0, "in.ld");
        ASSERT_TRUE(Part);
        EXPECT_EQ(Part->Name, "g.in.ld");
        EXPECT_EQ(Part->OffsetInBytes, 12u);
        EXPECT_EQ(Part->Type, ParameterPart::Kind::Unsigned);
        EXPECT_EQ(View.partOf(K, 0, "p")->Type, ParameterPart::Kind::Pointer);
        EXPECT_EQ(View.partOf(K, 1, "")->Name, "n");
        EXPECT_EQ(View.partOf(K, 2, "")->Type, ParameterPart::Kind::Other);
        EXPECT_FALSE(View.partOf(K, 0, "bits"));
        EXPECT_FALSE(View.partOf(K, 0, "no"));
        EXPECT_FALSE(View.partOf(K, 3, ""));
      });
}

TEST(SourceView, MembersThatAreArraysHaveTheirPlace) {
  withView(R"(
__global__ void k(float *out) {
  __shared__ struct { int n; float a[8]; struct { short b[4]; } x; } s;
  s.a[threadIdx.x] = 1;
  *out = s.x.b[1];
})",
           false, [](ClangView &View) {
             const SourceVariable &S = *View.variable("_ZZ1kPfE1s");
             EXPECT_THAT(View.membersOf(S),
                         ElementsAre(SourceMember{"s.a", "float[8]", 32, 4},
                                     SourceMember{"s.x.b", "short[4]", 8, 36}));
             const auto Place = View.find(
                 *S.In, {.Line = 4, .Column = 20, .Verb = AccessVerb::Store});
             ASSERT_TRUE(Place);
             EXPECT_EQ(Place->Text, "s.a[threadIdx.x]");
             EXPECT_EQ(View.memberNamedBy(S, Place->Node)->Name, "s.a");
             EXPECT_FALSE(View.memberNamedBy(S, nullptr));
           });
}

} // namespace
} // namespace warplint
