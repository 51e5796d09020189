//===- SourceIndexTest.cpp - From a debug location to the access ----------===//
//
// Where CodeGen puts the instructions of an expression is checked against
// CodeGen itself in SourceIndexCodeGenTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "warplint/Kernel/SourceIndex.h"
#include "CudaSnippet.h"
#include "warplint/Kernel/ClangView.h"

using namespace warplint;

namespace {

constexpr AccessVerb Load = AccessVerb::Load;
constexpr AccessVerb Store = AccessVerb::Store;

/// A kernel with some arrays, whose body starts at the third line.
class Kernel : public Snippet {
public:
  explicit Kernel(const std::string &Body, const std::string &Before = "")
      : Snippet(Before +
                "struct Pair { float x, y; };"
                "struct Odd { float x, y, z; };"
                "__global__ void k(float *out, int t) {"
                "  __shared__ float s[256], u[256]; __shared__ int si[64];"
                "  __shared__ float4 s4[64]; __shared__ Pair sp[64];"
                "  __shared__ Odd so[64];\n" +
                Body + "\n}\n"),
        Index(ast()) {}

  AccessQuery query(llvm::StringRef Around, llvm::StringRef Token,
                    AccessVerb Verb) const {
    AccessQuery Query;
    std::tie(Query.Line, Query.Column) = locate(Around, Token);
    Query.Verb = Verb;
    return Query;
  }

  std::string find(const AccessQuery &Query) {
    std::optional<AccessPlace> Found = Index.find(function("k"), Query);
    return Found ? Found->Text : "nothing";
  }

  /// The text of the access that an instruction at \p Token within \p Around
  /// does.
  std::string find(llvm::StringRef Around, llvm::StringRef Token,
                   AccessVerb Verb) {
    return find(query(Around, Token, Verb));
  }

  unsigned alignment(llvm::StringRef Around, llvm::StringRef Token,
                     uint64_t Bytes) {
    auto [Line, Column] = locate(Around, Token);
    return Index.copiedRecord(function("k"), Line, Column, Bytes).AlignBytes;
  }

  SourceIndex Index;
};

TEST(SourceIndex, LoadIsItsWholeLvalue) {
  Kernel K("out[0] = s[t * 8] + sp[t + 1].x + *(s + t) + (&sp[t])->y;");
  EXPECT_EQ(K.find("s[t * 8]", "s", Load), "s[t * 8]");
  EXPECT_EQ(K.find("sp[t + 1].x", "x", Load), "sp[t + 1].x");
  EXPECT_EQ(K.find("*(s + t)", "*", Load), "*(s + t)");
  EXPECT_EQ(K.find("(&sp[t])->y", "y", Load), "(&sp[t])->y");
}

TEST(SourceIndex, StoreIsTheLeftSideOfItsOperator) {
  Kernel K("s[t] = u[t + 1];");
  EXPECT_EQ(K.find("s[t] =", "=", Store), "s[t]");
  EXPECT_EQ(K.find("u[t + 1]", "u", Load), "u[t + 1]");
}

TEST(SourceIndex, PlaceHoldsTheRange) {
  Kernel K("s[t] = 1;");
  std::optional<AccessPlace> Found =
      K.Index.find(K.function("k"), K.query("s[t] =", "=", Store));
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Where, (SourcePlace{"snippet.cu", 2, 1, 2, 5}));
  EXPECT_TRUE(Found->MacroNotes.empty());
}

TEST(SourceIndex, CompoundAssignmentLoadsAndStoresAtTheOperator) {
  Kernel K("s[t] += out[1];");
  EXPECT_EQ(K.find("+=", "+=", Load), "s[t]");
  EXPECT_EQ(K.find("+=", "+=", Store), "s[t]");
}

TEST(SourceIndex, IncrementsLoadAndStoreAtTheOperator) {
  Kernel K("si[t]++; --si[t + 1];");
  EXPECT_EQ(K.find("++", "++", Load), "si[t]");
  EXPECT_EQ(K.find("++", "++", Store), "si[t]");
  EXPECT_EQ(K.find("--", "--", Load), "si[t + 1]");
  EXPECT_EQ(K.find("--", "--", Store), "si[t + 1]");
}

TEST(SourceIndex, ParenthesesAreNotPartOfTheAccess) {
  Kernel K("(s[t]) = (u[t]);");
  EXPECT_EQ(K.find(" = ", "=", Store), "s[t]");
  EXPECT_EQ(K.find("(u[t])", "u", Load), "u[t]");
}

TEST(SourceIndex, EachBranchOfATernaryIsItsOwnLoad) {
  Kernel K("out[0] = t > 3 ? s[t] : u[t]; (t ? s[t] : u[t]) = 2;");
  EXPECT_EQ(K.find("s[t] : u[t]; (", "s", Load), "s[t]");
  EXPECT_EQ(K.find("u[t]; (", "u", Load), "u[t]");
  EXPECT_EQ(K.find(" = 2", "=", Store), "t ? s[t] : u[t]");
}

TEST(SourceIndex, ReferencesAreAccessedWhereTheyAreUsed) {
  Kernel K("float &r = s[t]; r += 1; out[0] = r;");
  EXPECT_EQ(K.find("r += 1", "+=", Store), "r");
  EXPECT_EQ(K.find("= r;", "r", Load), "r");
}

TEST(SourceIndex, RangeForLoadsAtTheColon) {
  Kernel K("for (float e : s) out[0] += e;");
  EXPECT_NE(K.find("e : s", ":", Load), "nothing");
}

TEST(SourceIndex, RecordsAreCopiedFromTheirLvalue) {
  Kernel K("float4 a = s4[t]; float4 b(s4[t + 1]); float4 c{s4[t + 2]};"
           "s4[t + 3] = a; a = s4[t + 4]; float4 d[] = {s4[t + 5]};");
  EXPECT_EQ(K.find("s4[t];", "s4", Load), "s4[t]");
  EXPECT_EQ(K.find("b(s4", "b", Load), "s4[t + 1]");
  EXPECT_EQ(K.find("c{s4", "c", Load), "s4[t + 2]");
  EXPECT_EQ(K.find("] = a;", "=", Store), "s4[t + 3]");
  EXPECT_EQ(K.find("a = s4[t + 4]", "=", Load), "s4[t + 4]");
  EXPECT_EQ(K.find("s4[t + 5]", "s4", Load), "s4[t + 5]");
}

TEST(SourceIndex, CallsAndAssemblyAreTheirOwnPlace) {
  Kernel K("add(&si[t], 3);\n"
           "asm volatile(\"st.shared.f32 [%0], %1;\" ::\"l\"(s), \"f\"(1.f));",
           "__device__ void add(int *p, int v);");
  EXPECT_EQ(K.find("add(&si", "add", AccessVerb::Atomic), "add(&si[t], 3)");
  EXPECT_EQ(K.find("asm", "asm", AccessVerb::LdMatrix).substr(0, 12),
            "asm volatile");
}

TEST(SourceIndex, LoadThatCameThroughACallIsTheCall) {
  Kernel K("out[0] = get(s, t); View v{s}; v[t] = 1;",
           "__device__ inline float get(float *p, int i) { return p[i]; }"
           "struct View { float *p;"
           "  __device__ float &operator[](int i) { return p[i]; } };");
  EXPECT_EQ(K.find("get(s", "get", Load), "get(s, t)");
  EXPECT_EQ(K.find("] = 1", "=", Store), "v[t]");
}

TEST(SourceIndex, MacroAccessIsTheUseWithANoteAtTheBody) {
  Kernel K("FLOAT4(s[t * 4]) = FLOAT4(out[t]);",
           "#define FLOAT4(p) (reinterpret_cast<float4 *>(&(p))[0])\n");
  AccessQuery Query = K.query(") = FLOAT4", "=", Store);
  std::optional<AccessPlace> Found = K.Index.find(K.function("k"), Query);
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Text, "FLOAT4(s[t * 4])");
  ASSERT_EQ(Found->MacroNotes.size(), 1u);
  EXPECT_EQ(Found->MacroNotes[0].Message, "expanded from macro 'FLOAT4'");
  EXPECT_EQ(Found->MacroNotes[0].Where.Line, 1u);
  EXPECT_EQ(K.find(") = FLOAT4", "=", Load), "FLOAT4(out[t])");
}

TEST(SourceIndex, AccessesOfOneMacroAreToldApart) {
  Kernel K("BODY(t);",
           "#define BODY(i) s[i] = u[i] + so[i].x; s4[i] = s4[i + 1]\n");
  AccessQuery Query = K.query("BODY(t);", "BODY", Load);
  auto NodeOf = [&](unsigned Bytes, llvm::StringRef Array, unsigned Ordinal) {
    Query.Bytes = Bytes;
    Query.Array = Array;
    Query.Ordinal = Ordinal;
    std::optional<AccessPlace> Found = K.Index.find(K.function("k"), Query);
    EXPECT_TRUE(Found);
    return Found ? Found->Node : nullptr;
  };
  // In the order of emission: u[i], so[i].x, s4[i + 1].
  const SourceNode *First = NodeOf(0, "", 0), *Second = NodeOf(0, "", 1),
                   *Third = NodeOf(0, "", 2);
  EXPECT_NE(First, Second);
  EXPECT_NE(Second, Third);
  EXPECT_EQ(NodeOf(16, "", 0), Third);
  EXPECT_EQ(NodeOf(4, "so", 0), Second);
  EXPECT_EQ(NodeOf(4, "u", 1), First);
  // A width that none has is let go: a piece of a larger copy.
  EXPECT_EQ(NodeOf(8, "", 2), Third);
}

TEST(SourceIndex, LocalsAreNotCounted) {
  Kernel K("float a[2] = {1, 2}, b = 3; BODY(t);",
           "#define BODY(i) out[0] = b + a[1] + s[i]\n");
  AccessQuery Query = K.query("BODY(t);", "BODY", Load);
  Query.Ordinal = 0;
  Query.Bytes = 4;
  std::optional<AccessPlace> Found = K.Index.find(K.function("k"), Query);
  ASSERT_TRUE(Found);
  // Only s[i] is left: b and a[1] live in the function's frame.
  EXPECT_EQ(ClangView::stmtOf(Found->Node)->getStmtClassName(),
            std::string("ArraySubscriptExpr"));
  Query.Array = "s";
  EXPECT_EQ(K.Index.find(K.function("k"), Query)->Node, Found->Node);
}

TEST(SourceIndex, DeadBranchesAreNotCounted) {
  Kernel K("BODY(t);", "#define BODY(i) out[0] = sizeof(int) == 4 ? s[i] : u[i]"
                       "; if (false) out[1] = u[i]\n");
  AccessQuery Query = K.query("BODY(t);", "BODY", Load);
  Query.Array = "u";
  // The only load left is that of s.
  std::optional<AccessPlace> Of = K.Index.find(K.function("k"), Query);
  Query.Array = "s";
  std::optional<AccessPlace> Only = K.Index.find(K.function("k"), Query);
  ASSERT_TRUE(Of && Only);
  EXPECT_EQ(Of->Node, Only->Node);
}

TEST(SourceIndex, LineDirectivesCountAsInDebugInformation) {
  Kernel K("\n#line 500 \"other.cu\"\nout[0] = s[t];");
  AccessQuery Query{500, 10, Load};
  std::optional<AccessPlace> Found = K.Index.find(K.function("k"), Query);
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Text, "s[t]");
  EXPECT_EQ(Found->Where.File, "snippet.cu");
  EXPECT_EQ(Found->Where.Line, 4u);
}

TEST(SourceIndex, InstantiationsHaveTheirOwnWidths) {
  Snippet S("template <class T> __global__ void k(T *p, int i) {\n"
            "  p[i] = p[i + 1]; }\n"
            "template __global__ void k<float4>(float4 *, int);\n"
            "template __global__ void k<double>(double *, int);\n");
  SourceIndex Index(S.ast());
  auto Kernels = S.functions("k");
  ASSERT_EQ(Kernels.size(), 2u);
  EXPECT_TRUE(Index.copiedRecord(Kernels[0], 2, 8, 16).AlignBytes);
  EXPECT_FALSE(Index.copiedRecord(Kernels[1], 2, 8, 8).AlignBytes);
  EXPECT_EQ(Index.find(Kernels[1], {2, 8, Store, 8})->Text, "p[i]");
}

TEST(SourceIndex, LambdaBodiesAreFunctionsOfTheirOwn) {
  Kernel K("auto f = [&](int i) { s[i] = 1; }; f(t);");
  AccessQuery Query = K.query("s[i] = 1", "=", Store);
  EXPECT_EQ(K.find(Query), "nothing");
  std::optional<AccessPlace> Found =
      K.Index.find(K.function("operator()"), Query);
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Text, "s[i]");
}

TEST(SourceIndex, NothingAtOtherPlaces) {
  Kernel K("s[t] = 1;");
  EXPECT_FALSE(K.Index.find(K.function("k"), {0, 0, Load}));
  EXPECT_FALSE(K.Index.find(K.function("k"), {2, 3, Load}));
  EXPECT_FALSE(K.Index.find(nullptr, {2, 6, Store}));
  EXPECT_EQ(K.Index.copiedRecord(nullptr, 2, 6, 16).AlignBytes, 0u);
}

TEST(SourceIndex, PatternsAndBrokenBodiesHaveNoAccess) {
  Snippet S(
      "template <class T> __global__ void k(T *p) { p[0] = Missing<T>(p); "
      "}\n"
      "__global__ void broken(float *p) { p[undeclared] = other.x; p[1] = "
      "2; }\n"
      "__global__ void declared(float *p);\n",
      /*MayHaveErrors=*/true);
  SourceIndex Index(S.ast());
  EXPECT_EQ(Index.copiedRecord(S.function("declared"), 4, 1, 16).AlignBytes,
            0u);
  auto [Line, Column] = S.locate("p[1] = 2", "=");
  EXPECT_TRUE(Index.find(S.function("broken"), {Line, Column, Store}));
}

TEST(RecordCopy, SizeAndAlignmentAreTheTypes) {
  Kernel K("float4 a = s4[t]; so[t] = so[t + 1]; Pair p(sp[t]);");
  EXPECT_EQ(K.alignment("s4[t];", "s4", 16), 16u);
  EXPECT_EQ(K.alignment("] = so", "=", 12), 4u);
  EXPECT_EQ(K.alignment("p(sp", "p", 8), 4u);
  EXPECT_EQ(K.alignment("p(sp", "p", 16), 0u);
}

TEST(RecordCopy, CastGivesTheAlignmentOfTheTypeCastTo) {
  // float s[256] itself promises 4 bytes only.
  Kernel K("*reinterpret_cast<float4 *>(&s[4 * t]) = float4{1, 2, 3, 4};");
  EXPECT_EQ(K.alignment(") = float4", "=", 16), 16u);
}

TEST(RecordCopy, TailPaddingMayBeLeftOut) {
  Kernel K("__shared__ Padded a[8]; a[t] = a[t + 1];",
           "struct Base { double d; int i; };"
           "struct Padded : Base { };");
  EXPECT_EQ(K.alignment("a[t] =", "=", 16), 8u);
}

TEST(RecordCopy, CopiesThatRunCodeAreCalls) {
  Kernel K("__shared__ Half a[8]; a[t] = a[t + 1];",
           "struct Half { short bits; Half() = default;"
           "  __device__ Half &operator=(const Half &o) {"
           "    bits = o.bits; return *this; } };");
  EXPECT_EQ(K.alignment("a[t] =", "=", 2), 0u);
  // The access inside the operator is still that of the user's operand.
  EXPECT_EQ(K.find("a[t] =", "=", Load), "a[t + 1]");
  EXPECT_EQ(K.find("a[t] =", "=", Store), "a[t]");
}

} // namespace
