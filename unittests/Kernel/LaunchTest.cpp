//===- LaunchTest.cpp - Which launches are found, for which kernel --------===//

#include "LaunchNotation.h"

using namespace warplint;

namespace {

std::string textFor(Snippet &S, llvm::StringRef Kernel) {
  std::string Text;
  for (const clang::FunctionDecl *F : S.functions(Kernel))
    Text += (Text.empty() ? "" : "; ") + text(launchesOf(S, F));
  return Text;
}

// What CUDA 11.8 and later declare for cudaLaunchKernelEx.
const char *const LaunchConfig = R"(
struct cudaLaunchAttribute;
struct cudaLaunchConfig_t {
  dim3 gridDim;
  dim3 blockDim;
  size_t dynamicSmemBytes;
  cudaStream_t stream;
  cudaLaunchAttribute *attrs;
  unsigned numAttrs;
};
extern "C" cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config,
                                           const void *kernel, void **args);
template <class... Expected, class... Actual>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config,
                               void (*kernel)(Expected...), Actual &&...args) {
  void *pointers[] = {&args...};
  return cudaLaunchKernelExC(config, (const void *)kernel, pointers);
}
extern "C" cudaError_t cudaLaunchCooperativeKernel(const void *kernel,
                                                   dim3 grid, dim3 block,
                                                   void **args, size_t bytes,
                                                   cudaStream_t stream);
)";

std::string blocksWithConfig(const std::string &Body) {
  return blocks(LaunchConfig +
                ("void host(float *p, int n, void **args) {\n" + Body + "\n}"));
}

TEST(Launch, IntegerBecomesTheXOfABlock) {
  EXPECT_EQ(blocksIn("k<<<n, 256>>>(p);"), "(256,1,1)");
}

TEST(Launch, PlaceIsTheLaunchExpression) {
  Snippet S("__global__ void k(float *p);\n"
            "void host(float *p) {\n"
            "  k<<<1, dim3(32, 8)>>>(p);\n"
            "}\n");
  LaunchMap Map = collectLaunches(S);
  ASSERT_EQ(Map.of(S.function("k")).size(), 1u);
  const LaunchRecord &Record = Map.of(S.function("k")).front();
  EXPECT_EQ(Record.Source, LaunchSource::Launch);
  // "  k<<<1, dim3(32, 8)>>>(p)" is columns 3 to 26.
  EXPECT_EQ(Record.Where, (SourcePlace{"snippet.cu", 3, 3, 3, 27}));
}

TEST(Launch, PlaceOfALaunchInAMacroIsTheUseOfTheMacro) {
  Snippet S("__global__ void k(float *p);\n"
            "#define RUN(b) k<<<1, b>>>(p)\n"
            "void host(float *p) {\n"
            "  RUN(64);\n"
            "}\n");
  LaunchMap Map = collectLaunches(S);
  ASSERT_EQ(text(Map.of(S.function("k"))), "(64,1,1)");
  EXPECT_EQ(Map.of(S.function("k")).front().Where,
            (SourcePlace{"snippet.cu", 4, 3, 4, 10}));
}

TEST(Launch, SeveralLaunchesComeInSourceOrderAndEqualOnesOnce) {
  Snippet S("__global__ void k(float *p);\n"
            "void host(float *p) {\n"
            "  k<<<1, 64>>>(p);\n"
            "  k<<<2, 32>>>(p);\n"
            "  k<<<1, 64>>>(p);\n"
            "}\n");
  LaunchMap Map = collectLaunches(S);
  ASSERT_EQ(Map.of(S.function("k")).size(), 2u);
  ASSERT_EQ(text(Map.of(S.function("k"))), "(64,1,1) (32,1,1)");
  EXPECT_EQ(Map.of(S.function("k"))[0].Where.Line, 3u);
}

TEST(Launch, KernelIsFoundThroughAnyDeclaration) {
  Snippet S("__global__ void k(float *p);\n"
            "void host(float *p) { k<<<1, 64>>>(p); }\n"
            "__global__ void k(float *p) {}\n");
  LaunchMap Map = collectLaunches(S);
  auto Declarations = S.functions("k");
  ASSERT_EQ(Declarations.size(), 2u);
  EXPECT_EQ(text(Map.of(Declarations[0])), "(64,1,1)");
  EXPECT_EQ(text(Map.of(Declarations[1])), "(64,1,1)");
}

TEST(Launch, FunctionsThatNobodyLaunchesHaveNone) {
  Snippet S("__global__ void k(float *p);\n");
  LaunchMap Map = collectLaunches(S);
  EXPECT_TRUE(Map.of(S.function("k")).empty());
  EXPECT_TRUE(Map.of(nullptr).empty());
  EXPECT_TRUE(Map.byTemplate(S.function("k")).empty());
  EXPECT_TRUE(Map.byTemplate(nullptr).empty());
}

TEST(Launch, ChevronsOfOldToolkitsAreRead) {
  std::vector<std::string> Arguments = deviceArguments();
  // Without a toolkit's version Clang makes calls of cudaConfigureCall.
  std::erase(Arguments, "-target-sdk-version=12.9");
  std::erase(Arguments, "-Xclang");
  Snippet S("__global__ void k(float *p);\n"
            "void host(float *p) { k<<<1, 64>>>(p); }\n",
            false, Arguments);
  EXPECT_EQ(textFor(S, "k"), "(64,1,1)");
}

TEST(Launch, EachSpecializationHasItsOwnLaunches) {
  Snippet S("template <int N> __global__ void k(float *p) {}\n"
            "void host(float *p) {\n"
            "  k<1><<<1, 64>>>(p);\n"
            "  k<2><<<1, dim3(8, 8)>>>(p);\n"
            "}\n");
  EXPECT_EQ(textFor(S, "k"), "(64,1,1); (8,8,1)");
}

TEST(Launch, TemplateArgumentsGiveTheBlockOfEachInstantiation) {
  Snippet S("template <int N> __global__ void k(float *p) {}\n"
            "template <int N> void run(float *p) {\n"
            "  constexpr int Half = N / 2;\n"
            "  dim3 block(N, Half);\n"
            "  k<N><<<1, block>>>(p);\n"
            "}\n"
            "void host(float *p) { run<16>(p); run<32>(p); }\n");
  // 32 x 16 = 512 threads, 16 x 8 = 128.
  EXPECT_EQ(textFor(S, "k"), "(16,8,1); (32,16,1)");
}

TEST(Launch, PatternOfAnInstantiatedTemplateAddsNothing) {
  Snippet S("__global__ void k(float *p);\n"
            "template <int N> void run(float *p) { k<<<1, N>>>(p); }\n"
            "void host(float *p) { run<64>(p); }\n");
  EXPECT_EQ(textFor(S, "k"), "(64,1,1)");
}

TEST(Launch, UninstantiatedTemplateLaunchesItsOrdinaryKernels) {
  Snippet S(
      "__global__ void k(float *p);\n"
      "template <class T> void run(T *p) { k<<<1, dim3(32, 4)>>>(p); }\n");
  EXPECT_EQ(textFor(S, "k"), "(32,4,1)");
}

TEST(Launch, DependentLaunchesAreKeptUnderTheTemplate) {
  Snippet S("template <class T, int N> __global__ void k(T *p) {}\n"
            "template <class T> void run(T *p) {\n"
            "  dim3 block(32, sizeof(T));\n"
            "  k<T, 4><<<1, block>>>(p);\n"
            "  k<T, 8><<<1, 128>>>(p);\n"
            "}\n"
            "template __global__ void k<float, 4>(float *p);\n");
  LaunchMap Map = collectLaunches(S);
  const clang::FunctionDecl *Instance = S.function("k");
  EXPECT_TRUE(Map.of(Instance).empty());
  EXPECT_EQ(text(Map.byTemplate(Instance)), "(32,?,1) (128,1,1)");
}

TEST(Launch, LambdasAndGenericLambdasLaunch) {
  Snippet S("__global__ void k(float *p);\n"
            "void host(float *p) {\n"
            "  auto plain = [&] { k<<<1, 64>>>(p); };\n"
            "  auto generic = [&](auto size) {\n"
            "    k<<<1, decltype(size)::value>>>(p);\n"
            "  };\n"
            "  struct Size { enum { value = 96 }; };\n"
            "  plain();\n"
            "  generic(Size());\n"
            "}\n");
  EXPECT_EQ(textFor(S, "k"), "(64,1,1) (96,1,1)");
}

TEST(Launch, FunctionPointersAreFollowed) {
  EXPECT_EQ(blocksIn("void (*f)(float *) = &k; f<<<1, 64>>>(p);"), "(64,1,1)");
  EXPECT_EQ(blocksIn("auto *f = k; f<<<1, 96>>>(p);"), "(96,1,1)");
  EXPECT_EQ(blocks("template <void (*F)(float *)> void run(float *p) {"
                   "  F<<<1, 32>>>(p); }"
                   "void host(float *p) { run<k>(p); }"),
            "(32,1,1)");
}

TEST(Launch, PointerThatMayBeEitherKernelLaunchesBoth) {
  Snippet S("__global__ void k(float *p);\n"
            "__global__ void other(float *p);\n"
            "void host(float *p, bool b) {\n"
            "  void (*f)(float *) = k;\n"
            "  if (b)\n"
            "    f = other;\n"
            "  f<<<1, 64>>>(p);\n"
            "}\n");
  EXPECT_EQ(textFor(S, "k"), "(64,1,1)");
  EXPECT_EQ(textFor(S, "other"), "(64,1,1)");
}

TEST(Launch, KernelPassedToAWrapperIsTheCallersKernel) {
  Snippet S("__global__ void k(float *p);\n"
            "__global__ void other(float *p);\n"
            "template <class F> void run(F f, int threads, float *p) {\n"
            "  f<<<1, threads>>>(p);\n"
            "}\n"
            "void host(float *p) { run(k, 64, p); run(other, 32, p); }\n");
  EXPECT_EQ(textFor(S, "k"), "(64,1,1)");
  EXPECT_EQ(textFor(S, "other"), "(32,1,1)");
}

TEST(Launch, UnknownPointerIsAnUnresolvedLaunch) {
  Snippet S("void host(void (*f)(float *), float *p) { f<<<1, 64>>>(p); }\n");
  LaunchMap Map = collectLaunches(S);
  EXPECT_EQ(text(Map.unresolved()), "(64,1,1)");
}

TEST(Launch, RuntimeCallsTakeTheirThirdArgument) {
  const char *const Arguments = "dim3 grid(n), block(16, 4);";
  auto With = [&](const std::string &Call) {
    return blocksWithConfig(Arguments + Call);
  };
  EXPECT_EQ(With("cudaLaunchKernel((const void *)k, grid, block, args, 0, 0);"),
            "(16,4,1)");
  EXPECT_EQ(With("cudaLaunchKernel(k, grid, block, args);"), "(16,4,1)");
  EXPECT_EQ(
      With("cudaLaunchCooperativeKernel((void *)&k, grid, 128, args, 0, 0);"),
      "(128,1,1)");
}

TEST(Launch, RuntimeCallOfASpecializationCastToVoid) {
  Snippet S("template <class T> __global__ void k(T *p) {}\n"
            "void host(void **args) {\n"
            "  void *f = (void *)k<float>;\n"
            "  cudaLaunchKernel(f, 1, 64, args, 0, 0);\n"
            "}\n");
  EXPECT_EQ(textFor(S, "k"), "(64,1,1)");
}

TEST(Launch, ConfigGivesTheBlockHoweverItIsFilled) {
  auto With = [](const std::string &Config) {
    return blocksWithConfig(Config + "cudaLaunchKernelEx(&config, k, p);");
  };
  EXPECT_EQ(With("cudaLaunchConfig_t config = {};"
                 "config.gridDim = n; config.blockDim = dim3(32, 2);"),
            "(32,2,1)");
  EXPECT_EQ(With("cudaLaunchConfig_t config{dim3(n), dim3(64), 0, nullptr};"),
            "(64,1,1)");
  EXPECT_EQ(With("cudaLaunchConfig_t config = {.gridDim = n, .blockDim = 96};"),
            "(96,1,1)");
  EXPECT_EQ(With("cudaLaunchConfig_t config; config.blockDim.x = 128;"),
            "(128,1,1)");
  EXPECT_EQ(With("cudaLaunchConfig_t config = {}; config.blockDim = 256;"
                 "config.attrs = nullptr; config.numAttrs = n;"),
            "(256,1,1)");
  EXPECT_EQ(blocksWithConfig("cudaLaunchConfig_t config = {1, 32};"
                             "cudaLaunchKernelExC(&config, (void *)k, args);"),
            "(32,1,1)");
}

TEST(Launch, UnknownConfigIsALaunchWithoutABlock) {
  EXPECT_EQ(blocks(LaunchConfig +
                   std::string("void host(cudaLaunchConfig_t *c, float *p) {"
                               "  cudaLaunchKernelEx(c, k, p); }")),
            "(?,?,?)");
}

TEST(Launch, LaunchBoundsAreAnUpperLimitOnly) {
  Snippet S("constexpr int Threads = 128;\n"
            "__global__ void __launch_bounds__(2 * Threads, 2) k(float *p);\n"
            "template <int N> __global__ void __launch_bounds__(N) t(float *p) "
            "{}\n"
            "template __global__ void t<64>(float *p);\n"
            "__global__ void free(float *p);\n");
  EXPECT_EQ(maximumThreads(*S.function("k")), 256u);
  EXPECT_EQ(maximumThreads(*S.function("t")), 64u);
  EXPECT_EQ(maximumThreads(*S.function("free")), std::nullopt);
  EXPECT_TRUE(collectLaunches(S).of(S.function("k")).empty());
}

// As CUDA 13's host_defines.h has it for compilers other than Microsoft's.
const char *const BlockSize =
    "#define __block_size__(...) __attribute__((block_size(__VA_ARGS__)))\n";

TEST(RequiredBlock, IsWhatTheAttributeSays) {
  Snippet S(BlockSize +
            std::string(
                "__global__ void __block_size__((32, 8, 1)) k(float *p);\n"
                "__global__ void __block_size__((64), (2, 1, 1)) c(float *p);\n"
                "__global__ void free(float *p);\n"));
  std::optional<LaunchRecord> Block = requiredBlock(*S.function("k"));
  ASSERT_TRUE(Block);
  EXPECT_EQ(text(Block->Shape), "(32,8,1)");
  EXPECT_EQ(Block->Source, LaunchSource::Attribute);
  EXPECT_EQ(Block->Where.Line, 2u);
  // The cluster is no part of the block.
  EXPECT_EQ(text(requiredBlock(*S.function("c"))->Shape), "(64,1,1)");
  EXPECT_FALSE(requiredBlock(*S.function("free")));
}

TEST(RequiredBlock, TakesTheTemplateArguments) {
  Snippet S(BlockSize +
            std::string("template <int N> __global__ void\n"
                        "__block_size__((N, N / 2, 1)) k(float *p) {}\n"
                        "template __global__ void k<16>(float *);\n"));
  std::optional<LaunchRecord> Block = requiredBlock(*S.function("k"));
  ASSERT_TRUE(Block);
  EXPECT_EQ(text(Block->Shape), "(16,8,1)");
}

TEST(RequiredBlock, WithoutConstantsThereIsNone) {
  Snippet S(BlockSize + std::string("extern int n;\n"
                                    "__global__ void __block_size__((n, 8, 1)) "
                                    "k(float *p);\n"),
            /*MayHaveErrors=*/true);
  EXPECT_FALSE(requiredBlock(*S.function("k")));
}

TEST(Launch, BrokenCodeTakesNothingElseWithIt) {
  EXPECT_EQ(blocks("Missing make();\n"
                   "void broken(float *p) { k<<<1, undeclared>>>(p);\n"
                   "  dim3 b(make(), 4); k<<<1, b>>>(p); Missing m; m.x(); }\n"
                   "void host(float *p) { int t = 64; k<<<1, t>>>(p); }\n",
                   /*MayHaveErrors=*/true)
                    .find("(64,1,1)") != std::string::npos,
            true);
}

} // namespace
