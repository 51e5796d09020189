//===- ArrayUsesTest.cpp - Each form of an index, rewritten ---------------===//
//
// A kernel reads or writes s[32][32] in one form. What the edits of a layout make
// of it follows from the layout alone: of XorSwizzle <5,0,5> element (r, c) lies
// in column c ^ r, of <3,2,3> in column c ^ (r & 7) * 4, of Padding 32 + 1 rows
// are 33 long.
//
//===----------------------------------------------------------------------===//

#include "Rewritten.h"

using namespace warplint;
using llvm::StringRef;

namespace {

const Layout ByRow(XorSwizzle{5, 0, 5});
const Layout ByFours(XorSwizzle{3, 2, 3});
const Layout Padded(Padding{32, 1});

/// In a kernel, where s is on line 2 and \p Body on line 3.
std::string inKernel(StringRef Body, const Layout &L,
                     const EditOptions &Options = {}) {
  return rewritten(("__global__ void k(float *out, int r, int c, int n) {\n"
                    "  __shared__ float s[32][32];\n  " +
                    Body + "\n}\n")
                       .str(),
                   L, Options);
}

struct Form {
  const char *Before, *After;
};

TEST(ArrayUses, AnIndexGetsTheColumnOfItsRow) {
  for (
      auto [Before, After] : std::vector<Form>{
          {"out[0] = s[r][c];", "out[0] = s[r][c ^ r];"},
          {"s[r][c] = 1;", "s[r][c ^ r] = 1;"},
          // Sums and products bind tighter than ^, in C++ but not to a reader.
          {"s[r + 1][c * 2] += 1;", "s[r + 1][(c * 2) ^ (r + 1)] += 1;"},
          // c ^ 0 is c.
          {"out[0] = s[0][c];", ""},
          {"out[0] = s[3][c];", "out[0] = s[3][c ^ 3];"},
          {"out[0] = *(s[r] + c);", "out[0] = *(s[r] + (c ^ r));"},
          // A column is read once, whatever it does; a row would be read twice,
          // so that a function gets both as one number.
          {"out[0] = s[r][c++];", "out[0] = s[r][(c++) ^ r];"},
          {"out[0] = s[r++][c];",
           "__device__ inline unsigned sIndex(unsigned i) { return i ^ (i >> "
           "5); }\nout[0] = (&s[0][0])[sIndex((r++) * 32 + c)];"},
          // The address of an element is that of where it lies.
          {"*(float **)out = &s[r][c];", "*(float **)out = &s[r][c ^ r];"},
          {"for (int i = 0; i < n; ++i) out[i] = s[i][c];",
           "for (int i = 0; i < n; ++i) out[i] = s[i][c ^ i];"},
          // The array's size stays.
          {"*(int *)out = sizeof(s);", ""},
      })
    EXPECT_EQ(inKernel(Before, ByRow), After);
}

TEST(ArrayUses, APointerIntoTheArrayIsReadAsItsIndices) {
  for (auto [Before, After] : std::vector<Form>{
           // To the beginning of row r: it can stay.
           {"float *p = s[r]; out[0] = p[c];",
            "float *p = s[r]; out[0] = p[c ^ r];"},
           {"float *p = &s[r][0]; out[0] = p[c];",
            "float *p = &s[r][0]; out[0] = p[c ^ r];"},
           // To an element: nothing needs it once that is named.
           {"float *p = &s[r][c]; out[0] = *p;", "out[0] = s[r][c ^ r];"},
           {"float *o = out, *p = &s[r][c]; *o = *p;",
            "float *o = out; *o = s[r][c ^ r];"},
           // Element i of row r in round i.
           {"float *p = s[r]; for (int i = 0; i < n; ++i) out[i] = *p++;",
            "for (int i = 0; i < n; ++i) out[i] = s[r][i ^ r];"},
           // Other names of the whole array.
           {"float (*q)[32] = s; out[0] = q[r][c];",
            "float (*q)[32] = s; out[0] = q[r][c ^ r];"},
           {"float (&t)[32][32] = s; out[0] = t[r][c];",
            "float (&t)[32][32] = s; out[0] = t[r][c ^ r];"},
           // It moves, and in no loop; and what is no subscript.
           {"float *p = s[r]; p += c; out[0] = *p;", "index at 3:20"},
           {"out[0] = *(*(s + r) + c);", "index at 3:16"},
       })
    EXPECT_EQ(inKernel(Before, ByRow), After);
}

/// In a kernel with 4 planes of 8 rows, and \p Before in front of it.
std::string inPlanes(StringRef Body, const Layout &L, StringRef Before = "") {
  return rewritten((Before +
                    "\n__global__ void k(float *out, int p, int r, int c) {\n"
                    "  __shared__ float s[4][8][32];\n  " +
                    Body + "\n}\n")
                       .str(),
                   L, {}, {{4, 8, 32}, 4});
}

// Of <3,0,5> element (p, r, c) lies in column c ^ r, of <5,0,5> in c ^ (8 * p + r):
// where a plane has a name, p is not known.
TEST(ArrayUses, APlaneIsKnownByAName) {
  const Layout ByRowOfPlane(XorSwizzle{3, 0, 5});
  const char *Pointer = "float (*q)[32] = s[p]; out[0] = q[r][c];";
  EXPECT_EQ(inPlanes(Pointer, ByRowOfPlane),
            "float (*q)[32] = s[p]; out[0] = q[r][c ^ r];");
  EXPECT_EQ(inPlanes(Pointer, ByRow), "no form");
  EXPECT_EQ(inPlanes(Pointer, Padded),
            "__shared__ float s[4][8][33];\n"
            "float (*q)[33] = s[p]; out[0] = q[r][c];");
  EXPECT_EQ(inPlanes("float (&q)[8][32] = s[p]; q[r][c] = 1;", Padded),
            "__shared__ float s[4][8][33];\n"
            "float (&q)[8][33] = s[p]; q[r][c] = 1;");
  // A pointer to one of its rows, a vector, or a pointer that moves on.
  EXPECT_EQ(inPlanes("float (*q)[32] = s[p]; float *f = q[r]; out[0] = f[c];",
                     ByRowOfPlane),
            "index at 4:37");
  EXPECT_EQ(
      inPlanes("float (*q)[32] = s[p]; ((float4 *)q)[c].x = 1;", ByRowOfPlane),
      "index at 4:37");
  EXPECT_EQ(
      inPlanes("float (*q)[32] = s[p]; ++q; out[0] = q[r][c];", ByRowOfPlane),
      "index at 4:26");
}

/// In a kernel with 64 rows of 32 in one, behind \p Macros.
std::string withMacros(const std::string &Macros, const std::string &Body) {
  return rewritten("__global__ void k(float *out, int r, int c) {\n" + Macros +
                       "\n  __shared__ float s[2048];\n  " + Body + "\n}\n",
                   ByRow, {}, {{2048}, 4});
}

// What a macro without parameters stands for is written where it is used; that of
// another macro's argument is the same text, and one with parameters has another in
// each place.
TEST(ArrayUses, AMacroIsAPointer) {
  EXPECT_EQ(withMacros("#define ROW (s + r * 32)", "out[0] = ROW[c];"),
            "out[0] = s[r * 32 + (c ^ (r & 31))];");
  EXPECT_EQ(withMacros("#define ROW (s + r * 32)\n#define F(x) (*(x))",
                       "out[0] = F(ROW + c);"),
            "out[0] = F(&s[r * 32 + (c ^ (r & 31))]);");
  EXPECT_EQ(withMacros("#define ROW(i) (s + (i) * 32)", "out[0] = ROW(r)[c];"),
            "index at 4:12");
  // Not compiled.
  EXPECT_EQ(withMacros("#define ROW (s + r * 32)",
                       "out[0] = ROW[c];\n#if 0\nROW[1] = 1;\n#endif"),
            "index at 6:1");
}

// Rows of 32, 64 of them, put side by side: what numbers the row is added, and the
// column counts 64. A pointer to a row goes.
TEST(ArrayUses, PiecesOfThreadsBecomeStripes) {
  const Layout Stripes(RowInterleave{1, 2048, 64});
  auto Striped = [&](const std::string &Body) {
    return rewritten("__global__ void k(float *out, int r, int c) {\n"
                     "  __shared__ float s[2048];\n  " +
                         Body + "\n}\n",
                     Stripes, {}, {{2048}, 4});
  };
  EXPECT_EQ(Striped("out[0] = s[r * 32 + c];"), "out[0] = s[c * 64 + r];");
  EXPECT_EQ(Striped("out[0] = s[r * 32];"), "out[0] = s[r];");
  EXPECT_EQ(Striped("out[0] = s[c - 1 + (r ^ 1) * 32];"),
            "out[0] = s[(c - 1) * 64 + (r ^ 1)];");
  EXPECT_EQ(Striped("float *p = s + r * 32; out[0] = p[c];"),
            "out[0] = s[c * 64 + r];");
  // Other rows, or none.
  EXPECT_EQ(Striped("out[0] = s[r * 16 + c];"),
            "__device__ inline unsigned sIndex(unsigned i) { return i % 32 * "
            "64 + i / "
            "32; }\nout[0] = s[sIndex(r * 16 + c)];");
}

// A macro's body may name a pointer, if it is the same in all its expansions. That
// stays where the layout begins anew, which it does every 32 rows.
TEST(ArrayUses, AMacroIndexesAPointer) {
  EXPECT_EQ(withMacros("#define P(i, j) p[(i) * 32 + (j)]",
                       "float *p = s + 1024; out[0] = P(r, c);"),
            "#define P(i, j) p[(i) * 32 + ((j) ^ ((i) & 31))]");
  EXPECT_EQ(withMacros("#define P(i, j) p[(i) * 32 + (j)]",
                       "{ float *p = s + 1024; out[0] = P(r, c); }\n"
                       "{ float *p = out; out[0] = P(r, c); }"),
            "index at 4:35");
}

// A function changes for all planes, and for nothing that is none.
TEST(ArrayUses, AFunctionGetsAPlane) {
  const Layout ByRowOfPlane(XorSwizzle{3, 0, 5});
  const char *Function =
      "__device__ void f(float (*q)[32], int i) { q[i][i] = 1; }";
  EXPECT_EQ(inPlanes("f(s[p], r); f(s[0], c);", ByRowOfPlane, Function),
            "__device__ void f(float (*q)[32], int i) { q[i][i ^ i] = 1; }");
  EXPECT_EQ(
      inPlanes("f(s[p], r); f((float (*)[32])out, c);", ByRowOfPlane, Function),
      "index at 4:15");
  EXPECT_EQ(inPlanes("f(s[p], r); f((float (*)[32])out, c);", Padded, Function),
            "index at 4:15");
}

// Four floats at once begin at a multiple of 4, which (r & 7) * 4 leaves one.
TEST(ArrayUses, WhatIsReadByFoursStaysTogether) {
  for (auto [Before, After] : std::vector<Form>{
           {"*reinterpret_cast<float4 *>(&s[r][c]) = {};",
            "*reinterpret_cast<float4 *>(&s[r][c ^ ((r & 7) << 2)]) = {};"},
           // The index behind the cast counts fours.
           {"reinterpret_cast<float4 *>(s[r])[c] = {};",
            "reinterpret_cast<float4 *>(&s[r][(4 * c) ^ ((r & 7) << 2)])[0] = "
            "{};"},
       })
    EXPECT_EQ(inKernel(Before, ByFours), After);
}

TEST(ArrayUses, LongerRowsChangeDeclarationsAlone) {
  const std::string Declared = "__shared__ float s[32][33];";
  for (auto [Before, After] : std::vector<Form>{
           {"out[0] = s[r++][c];", ""},
           {"out[0] = *(*(s + r) + c);", ""},
           {"float *p = s[r]; p += c; out[0] = *p;", ""},
           // Whoever says how long rows are says it anew.
           {"float (*q)[32] = s; out[0] = q[r][c];",
            "\nfloat (*q)[33] = s; out[0] = q[r][c];"},
           {"float (&t)[32][32] = s; out[0] = t[r][c];",
            "\nfloat (&t)[32][33] = s; out[0] = t[r][c];"},
       })
    EXPECT_EQ(inKernel(Before, Padded), Declared + After);
  // The size is a value of the program.
  EXPECT_EQ(inKernel("*(int *)out = sizeof(s);", Padded), "index at 3:24");
}

// Four unused places after every eighth: four times in a row, which is 48 long.
/// In a kernel, where t.s is the array, and \p Before stands between them.
std::string inStructure(StringRef Before, StringRef Body, const Layout &L) {
  return rewritten(("struct S { float s[32][32]; };\n" + Before +
                    "\n__global__ void k(float *out, int r, int c) {\n"
                    "  __shared__ S t;\n  " +
                    Body + "\n}\n")
                       .str(),
                   L);
}

// Whatever may have the structure's size besides keeps it: an object in other
// memory, a pointer that moves, a base, a member, a copy, code that nobody compiles.
TEST(ArrayUses, AMemberGrowsWhereAllObjectsAreShared) {
  const std::string Use = "out[0] = t.s[r][c];";
  const std::string Grown = "struct S { float s[32][33]; };";
  EXPECT_EQ(inStructure("", Use, Padded), Grown);
  EXPECT_EQ(inStructure("__device__ void f(S &u) { u.s[0][0] = 1; }",
                        "f(t); " + Use, Padded),
            Grown);
  EXPECT_EQ(
      inStructure("struct V { S &u; __device__ void f() { u.s[0][0] = 1; } };",
                  "V v{t}; v.f(); " + Use, Padded),
      Grown);
  for (const char *Before :
       {"__device__ S d;", "__device__ S *d;", "struct D : S {};",
        "struct D { S s; };", "void host(S s);", "using F = S *();\nF *f;",
        "static_assert(sizeof(S) == 4096);", "int f(float S::*m);",
        "template <typename T> T *get(); auto f() { return get<S>(); }",
        "template <typename T> struct V { T *p; }; V<S> v;",
        "#if 0\nS *p;\n#endif"})
    EXPECT_TRUE(
        StringRef(inStructure(Before, Use, Padded)).starts_with("index at"))
        << Before;
  for (const char *Copy :
       {"S u = t;", "S *p = &t; ++p;", "*(S *)out = t;", "auto u = t;"})
    EXPECT_TRUE(
        StringRef(inStructure("", Copy + Use, Padded)).starts_with("index at"))
        << Copy;
}

TEST(ArrayUses, AMemberIsKnownByTheReferenceToItsStructure) {
  EXPECT_EQ(inStructure("", "S &u = t; u.s[r][c] = 1;", ByRow),
            "S &u = t; u.s[r][c ^ r] = 1;");
  EXPECT_EQ(inStructure("__device__ void f(S &u, int i) { u.s[i][0] = 1; }",
                        "f(t, r);", ByRow),
            "__device__ void f(S &u, int i) { u.s[i][i] = 1; }");
  EXPECT_EQ(inStructure("__device__ void f(S *u, int i) { u->s[i][1] = 1; }",
                        "S *p = &t; f(p, r); f(&t, c); p->s[r][c] = 2;", ByRow),
            "__device__ void f(S *u, int i) { u->s[i][1 ^ i] = 1; }\n"
            "S *p = &t; f(p, r); f(&t, c); p->s[r][c ^ r] = 2;");
  // Another object may come in its place.
  EXPECT_EQ(inStructure("", "S *p = &t; p->s[r][c] = 1; p = (S *)out;", ByRow),
            "index at 5:30");
  EXPECT_EQ(inStructure("", "S *p = &t; float *q = p->s[r]; q[c] = 1;", ByRow),
            "S *p = &t; float *q = p->s[r]; q[c ^ r] = 1;");
  EXPECT_EQ(inStructure("__device__ void f(float (*u)[32]) { u[1][0] = 1; }",
                        "f(t.s);", ByRow),
            "__device__ void f(float (*u)[32]) { u[1][1] = 1; }");
  // A copy is another array.
  EXPECT_EQ(
      inStructure("__device__ void f(S u) { u.s[0][1] = 1; }", "f(t);", ByRow),
      "index at 5:5");
}

// A method stands for each of its calls: all have to be for the shared structure.
TEST(ArrayUses, AMethodIndexesTheMemberOfItsObject) {
  auto InMethod = [](StringRef Method, StringRef Body, StringRef Before = "") {
    return rewritten(("struct S {\n  float s[32][32];\n  " + Method + "\n};\n" +
                      Before +
                      "\n__global__ void k(float *out, int r, int c) {\n"
                      "  __shared__ S t;\n  " +
                      Body + "\n}\n")
                         .str(),
                     ByRow);
  };
  EXPECT_EQ(InMethod("__device__ float at(int r, int c) { return s[r][c]; }",
                     "out[0] = t.at(r, c);"),
            "__device__ float at(int r, int c) { return s[r][c ^ r]; }");
  EXPECT_EQ(InMethod("__device__ void put(int r) const;", "t.put(r);",
                     "__device__ void S::put(int r) const { this->s[r][1]; }"),
            "__device__ void S::put(int r) const { this->s[r][1 ^ r]; }");
  EXPECT_EQ(InMethod("__device__ float &operator()(int r) { return s[r][0]; }",
                     "t(r) = 1;"),
            "__device__ float &operator()(int r) { return s[r][r]; }");
  EXPECT_EQ(InMethod("__device__ void f(int r) { g(r); }\n"
                     "  __device__ void g(int r) { s[r][0] = 1; }",
                     "t.f(r);"),
            "__device__ void g(int r) { s[r][r] = 1; }");
  EXPECT_EQ(InMethod("__device__ void put(int r) { s[r][0] = 1; }",
                     "t.put(r); d.put(r);", "__device__ S d;"),
            "index at 8:15");
}

TEST(ArrayUses, WhatAFunctionComputesIsInTheLoopsAroundItsCalls) {
  auto IsInLoop = [](StringRef Call) {
    Snippet S(("__device__ void f(float *s, int r) { s[r] = 1; }\n"
               "__global__ void k(int n) {\n  __shared__ float s[1024];\n  " +
               Call + "\n}\n")
                  .str());
    SourceUses Sources(S.ast(), [](StringRef) { return false; });
    return Sources.of(sharedArrays(S)).isInLoop();
  };
  EXPECT_TRUE(IsInLoop("for (int i = 0; i < n; ++i) f(s, i);"));
  EXPECT_FALSE(IsInLoop("f(s, n);"));
}

TEST(ArrayUses, PartsOfRowsThatArePaddedMoveTheColumn) {
  const Layout Parts(Padding{8, 4});
  const std::string Declared = "__shared__ float s[32][48];\n";
  for (auto [Before, After] : std::vector<Form>{
           {"out[0] = s[r][threadIdx.x];",
            "out[0] = s[r][threadIdx.x + threadIdx.x / 8 * 4];"},
           // A signed quotient would be computed in more steps.
           {"out[0] = s[r][c];",
            "out[0] = s[r][unsigned(c) + unsigned(c) / 8 * 4];"},
           // The row is read once, whatever it does.
           {"out[0] = s[r++][threadIdx.x];",
            "out[0] = s[r++][threadIdx.x + threadIdx.x / 8 * 4];"},
           {"float *p = s[r]; out[0] = p[threadIdx.x];",
            "float *p = s[r]; out[0] = p[threadIdx.x + threadIdx.x / 8 * 4];"},
       })
    EXPECT_EQ(inKernel(Before, Parts), Declared + After);
  // Column 0 stays where it is.
  EXPECT_EQ(inKernel("out[0] = s[r][0];", Parts),
            "__shared__ float s[32][48];");
  // The pad of several rows together has no place in the declaration.
  EXPECT_EQ(inKernel("out[0] = s[r][c];", Layout(Padding{64, 4})), "no form");
}

// Of rows of 32 that grow to 36, 256 elements are 8 rows, if what is added to them
// stays in its row: below 32, as the loop says.
TEST(ArrayUses, WholeRowsGrowWithTheirRow) {
  auto Grown = [](const std::string &Body) {
    return rewritten("__global__ void k(float *out, int r, int c) {\n"
                     "  __shared__ float s[1024];\n  " +
                         Body + "\n}\n",
                     Layout(Padding{32, 4}), {}, {{1024}, 4});
  };
  const std::string Declared = "__shared__ float s[1152];\n";
  EXPECT_EQ(Grown("out[0] = s[r * 256];"), Declared + "out[0] = s[r * 288];");
  EXPECT_EQ(Grown("out[0] = s[r * 256 + (c & 31)];"),
            Declared + "out[0] = s[r * 288 + (c & 31)];");
  EXPECT_EQ(Grown("for (int i = 0; i < 2; ++i) out[i] = s[r * 256 + i * 16];"),
            Declared +
                "for (int i = 0; i < 2; ++i) out[i] = s[r * 288 + i * 16];");
  // Of these the third is the first of the next row.
  const std::string Leaves =
      Grown("for (int i = 0; i < 3; ++i) out[i] = s[r * 256 + i * 16];");
  EXPECT_EQ(Leaves.find("r * 288"), std::string::npos) << Leaves;
  const std::string MayLeave = Grown("out[0] = s[r * 256 + c];");
  EXPECT_EQ(MayLeave.find("r * 288"), std::string::npos) << MayLeave;
}

// Where 8 columns are kept side by side, those from 8 * r on are what lies behind
// the first of them. What a loop counts and numbers differ between accesses that
// compilers join; other sums stay together.
TEST(ArrayUses, WhatALoopAddsStaysBehindTheColumn) {
  const Layout Parts(Padding{8, 4});
  const std::string Declared = "__shared__ float s[32][48];\n";
  for (auto [Before, After] : std::vector<Form>{
           {"for (int i = 0; i < 8; ++i) out[i] = s[r][8 * threadIdx.x + i];",
            "for (int i = 0; i < 8; ++i) out[i] = s[r][sColumn(8 * "
            "threadIdx.x) + i];"},
           {"for (int i = 0; i < 8; ++i) out[i] = s[r][i + 8 * threadIdx.x];",
            "for (int i = 0; i < 8; ++i) out[i] = s[r][sColumn(8 * "
            "threadIdx.x) + i];"},
           {"out[0] = s[r][8 * threadIdx.x + 3];",
            "out[0] = s[r][sColumn(8 * threadIdx.x) + 3];"},
           {"out[0] = s[r][8 * threadIdx.x + n];",
            "out[0] = s[r][sColumn(8 * threadIdx.x + n)];"},
           // By the name of a variable, while that stands for the same sum.
           {"for (int i = 0; i < 8; ++i) { int j = 8 * n + i; out[i] = "
            "s[r][j]; }",
            "for (int i = 0; i < 8; ++i) { int j = 8 * n + i; out[i] = "
            "s[r][sColumn(8 * n) + i]; }"},
       })
    EXPECT_EQ(inKernel(Before, Parts, {.KeepsAddend = true}),
              "__device__ inline unsigned sColumn(unsigned i) { return i + i / "
              "8 * 4; }\n" +
                  Declared + After);
}

// For any block the text has to say that the sum ends before the next multiple of
// what precedes it, and parts of 8 are kept side by side.
TEST(ArrayUses, ForAnyBlockWhatIsAddedStaysInItsRun) {
  const std::string Eight = "for (int i = 0; i < 8; ++i) out[i] = ";
  for (const auto &[Before, After] :
       std::vector<std::pair<std::string, std::string>>{
           {Eight + "s[r][8 * threadIdx.x + i];",
            Eight + "s[r][sColumn(8 * threadIdx.x) + i];"},
           {"out[0] = s[r][4 * threadIdx.x + 3];",
            "out[0] = s[r][sColumn(4 * threadIdx.x) + 3];"},
           {"out[0] = s[r][4 * threadIdx.x + 5];",
            "out[0] = s[r][sColumn(4 * threadIdx.x + 5)];"},
           {Eight + "s[r][4 * threadIdx.x + i];",
            Eight + "s[r][sColumn(4 * threadIdx.x + i)];"},
           {"for (int i = 0; i < n; ++i) out[i] = s[r][8 * threadIdx.x + i];",
            "for (int i = 0; i < n; ++i) out[i] = s[r][sColumn(8 * threadIdx.x "
            "+ i)];"},
           {"int t = n * 8; " + Eight + "s[r][(t + 8) + i];",
            "int t = n * 8; " + Eight + "s[r][sColumn(t + 8) + i];"},
           {"int t = n * 8; t += 1; " + Eight + "s[r][(t + 8) + i];",
            "int t = n * 8; t += 1; " + Eight + "s[r][sColumn((t + 8) + i)];"},
           // 16 go beyond a part.
           {"for (int i = 0; i < 16; ++i) out[i] = s[r][16 * threadIdx.x + i];",
            "for (int i = 0; i < 16; ++i) out[i] = s[r][sColumn(16 * "
            "threadIdx.x + i)];"},
       })
    EXPECT_EQ(inKernel(Before, Layout(Padding{8, 4}),
                       {.KeepsAddend = true, .IsForAnyBlock = true}),
              "__device__ inline unsigned sColumn(unsigned i) { return i + i / "
              "8 * 4; }\n__shared__ float s[32][48];\n" +
                  After);
}

} // namespace
