//===- UnseenFunctionsTest.cpp - Functions of which nothing was made ------===//

#include "Frontend/Parse/UnseenFunctions.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace warplint {
namespace {

/// "kernel k shared" for each.
std::vector<std::string> written(StringRef Text,
                                 ArrayRef<OffsetRange> Skipped = {}) {
  std::vector<std::string> Found;
  for (const WrittenFunction &F : writtenFunctions(Text, Skipped)) {
    EXPECT_EQ(Text.substr(F.At, F.Name.size()), F.Name);
    EXPECT_EQ(Text[F.End - 1], '}');
    Found.push_back((F.IsKernel ? "kernel " : "") + F.Name.str() +
                    (F.HasShared ? " shared" : ""));
  }
  return Found;
}
using Names = std::vector<std::string>;

TEST(WrittenFunctions, AreDefinitionsOfDeviceCode) {
  EXPECT_EQ(written("__global__ void k(int *p) { __shared__ int s[2]; }"),
            Names{"kernel k shared"});
  EXPECT_EQ(
      written("template <class E> __global__ void __launch_bounds__(256)\n"
              "  copy(lib::Tensor<E> a, int (*f)(int)) { if (a) { b(); } }"
              "__device__ int after() { return 0; }"),
      (Names{"kernel copy", "after"}));
  EXPECT_EQ(written("static __device__ __forceinline__ float f(int i) "
                    "{ __shared__ float s[4]; return s[i]; } int host() {}"),
            Names{"f shared"});
  EXPECT_EQ(written("template <> __global__ void f<int, a<2>>(int) {}"
                    "__device__ A<int> T<int>::g() { __shared__ int s; }"),
            (Names{"kernel f", "g shared"}));
  EXPECT_EQ(written("extern \"C\" __global__ void k() {}\n"
                    "void run() { k<<<1, 2>>>(); }"),
            Names{"kernel k"});
}

TEST(WrittenFunctions, AreNoDeclarationsVariablesOrComments) {
  EXPECT_EQ(written("__global__ void k(int *p); __device__ int a[2] = {1, 2};\n"
                    "__device__ int b; // __global__ void c() {}\n"
                    "#define KERNEL __global__ void d() {}\n"
                    "const char *s = \"__global__ void e() {}\";\n"
                    "struct A { __device__ A(const A &) = delete; };\n"),
            Names{});
  StringRef Text =
      "#if 0\n__global__ void k() {}\n#endif\n__global__ void l() {}";
  EXPECT_EQ(written(Text, OffsetRange{0, Text.find("#endif")}),
            Names{"kernel l"});
}

} // namespace
} // namespace warplint
