//===- RowCastsTest.cpp - Rows that a cast makes of a flat array ----------===//
//
// What the edits make of s[1024] where a pointer sees rows of 32 in it. Of XorSwizzle
// <5,0,5> element 32 * r + c lies in column c ^ r of row r. Longer rows would have
// another type.
//
//===----------------------------------------------------------------------===//

#include "Rewritten.h"

using namespace warplint;

namespace {

/// In a kernel, where s is on line 2 and \p Body on line 3.
std::string inKernel(const std::string &Body,
                     const Layout &L = Layout(XorSwizzle{5, 0, 5})) {
  return rewritten("__global__ void k(float *out, int r, int c, int n) {\n"
                   "  __shared__ float s[2048];\n  " +
                       Body + "\n}\n",
                   L, {}, {{2048}, 4});
}

struct Form {
  const char *Before, *After;
};

// The array has 64 rows: those behind the first 32 repeat their columns.
TEST(RowCasts, TheColumnChanges) {
  for (auto [Before, After] : std::vector<Form>{
           {"auto t = (float (*)[32])s; out[0] = t[r][c];",
            "auto t = (float (*)[32])s; out[0] = t[r][c ^ (r & 31)];"},
           {"out[0] = ((float (*)[32])s)[r][c + 1];",
            "out[0] = ((float (*)[32])s)[r][(c + 1) ^ (r & 31)];"},
           {"auto t = (float (*)[16][32])s; t[n][r][c] = 1;",
            "auto t = (float (*)[16][32])s; "
            "t[n][r][c ^ ((n * 16 + r) & 31)] = 1;"},
           {"float (&t)[64][32] = *(float (*)[64][32])s; out[0] = t[r][c];",
            "float (&t)[64][32] = *(float (*)[64][32])s; out[0] = t[r][c ^ (r "
            "& 31)];"},
           {"auto &t = (float (&)[64][32])s; out[0] = t[r][c];",
            "auto &t = (float (&)[64][32])s; out[0] = t[r][c ^ (r & 31)];"},
           // Behind 32 rows the layout begins anew.
           {"auto t = (float (*)[32])(s + 1024); out[0] = t[r][c];",
            "auto t = (float (*)[32])(s + 1024); out[0] = t[r][c ^ (r & 31)];"},
           // Its address.
           {"auto t = (float (*)[32])s; out[0] = *&t[r][c];",
            "auto t = (float (*)[32])s; out[0] = *&t[r][c ^ (r & 31)];"},
       })
    EXPECT_EQ(inKernel(Before), After);
}

TEST(RowCasts, OtherUsesStandInTheWay) {
  for (auto [Before, After] : std::vector<Form>{
           // Row 16 of the array is the first of t.
           {"auto t = (float (*)[32])(s + 512); out[0] = t[r][c];", "no form"},
           {"auto t = (float (*)[32])s; float *p = t[r]; out[0] = p[c];",
            "index at 3:41"},
           {"auto t = (float (*)[32])s; out[0] = *(t[r] + c);",
            "index at 3:41"},
           {"auto t = (float (*)[32])s; ++t; out[0] = t[r][c];",
            "index at 3:30"},
           {"auto t = (float (*)[32])(s + 1024); float *p = t[r]; out[0] = "
            "p[c];",
            "index at 3:50"},
           {"float *t = *(float (*)[32])s; out[0] = t[c];", "index at 3:30"},
           {"out[0] = ((float (*)[32])(s + 1024))[r][c];", "index at 3:29"},
       })
    EXPECT_EQ(inKernel(Before), After);
}

TEST(RowCasts, GrowWithTheArray) {
  // 64 rows of 33.
  EXPECT_EQ(inKernel("auto t = (float (*)[32])s; out[0] = t[r][c];",
                     Layout(Padding{32, 1})),
            "__shared__ float s[2112];\n"
            "auto t = (float (*)[33])s; out[0] = t[r][c];");
}

} // namespace
