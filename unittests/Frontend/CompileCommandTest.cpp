//===- CompileCommandTest.cpp - Commands of build systems -----------------===//

#include "Commands.h"
#include "gtest/gtest.h"

using namespace warplint;
using namespace warplint::test;

namespace {

bool isNvcc(llvm::StringRef Line) { return isNvccCommand(words(Line)); }

TEST(Dialect, NvccIsKnownByItsName) {
  for (const char *Line :
       {"nvcc a.cu", "/usr/local/cuda/bin/nvcc a.cu", "nvcc-12.4 a.cu",
        "/opt/kokkos/bin/nvcc_wrapper a.cu", "ccache nvcc a.cu",
        "/usr/bin/ccache /opt/cuda/bin/nvcc a.cu", "sccache nvcc a.cu",
        "env CCACHE_DIR=/c ccache nvcc a.cu", "CUDA_CACHE=1 nvcc a.cu"})
    EXPECT_TRUE(isNvcc(Line)) << Line;
}

TEST(Dialect, NvccIsKnownByOptionsOfItsOwn) {
  for (const char *Line :
       {"cc -gencode arch=compute_80,code=sm_80 a.cu", "x.sh -arch=sm_80 a.cu",
        "wrap --expt-relaxed-constexpr a.cu", "wrap -Xcompiler -fPIC a.cu",
        "wrap --options-file=o.rsp a.cu", "wrap -rdc=true a.cu",
        "clang++ -lineinfo a.cu", "wrap -arch=native a.cu"})
    EXPECT_TRUE(isNvcc(Line)) << Line;
}

TEST(Dialect, ClangAndGccAreNotNvcc) {
  for (const char *Line :
       {"clang++ a.cu", "clang++-22 -x cuda --cuda-gpu-arch=sm_80 -O2 a.cu",
        "clang++ -I i -D X -include p.h -G8 -std=c++17 -t a.cu",
        "clang++ -arch arm64 a.cpp", "clang++ --shared --save-temps a.cpp",
        "g++ -shared -pg -v -fPIC -E -M a.cpp",
        "/usr/bin/c++ -isystem /nvcc/include -lm -Lx -w a.cpp"})
    EXPECT_FALSE(isNvcc(Line)) << Line;
}

TEST(Dialect, AnEmptyCommandIsTranslated) {
  DeviceCommand C = translate("");
  EXPECT_EQ(C.Arch, "sm_90");
  EXPECT_TRUE(has(C, "--cuda-device-only"));
}

TEST(ToolkitOfCommand, IsNamedByAnOptionOrByThePlaceOfNvcc) {
  auto Of = [](llvm::StringRef Line) { return toolkitOfCommand(words(Line)); };
  EXPECT_EQ(Of("/opt/cuda-12/bin/nvcc a.cu"), "/opt/cuda-12");
  EXPECT_EQ(Of("ccache /opt/cuda-12/bin/nvcc a.cu"), "/opt/cuda-12");
  EXPECT_EQ(Of("clang++ --cuda-path=/opt/cuda-11 a.cu"), "/opt/cuda-11");
  EXPECT_EQ(Of("nvcc a.cu"), "");
  EXPECT_EQ(Of("/opt/wrappers/nvcc a.cu"), "");
  EXPECT_EQ(Of("/usr/bin/clang++ a.cu"), "");
}

TEST(EveryCommand, IsOneDeviceParse) {
  for (const char *Line : {"nvcc a.cu", "clang++ a.cu"}) {
    DeviceCommand C = translate(Line);
    ASSERT_GE(C.Arguments.size(), 2u);
    EXPECT_EQ(C.Arguments[0], "-x");
    EXPECT_EQ(C.Arguments[1], "cuda");
    EXPECT_TRUE(has(C, "--cuda-device-only"));
    EXPECT_TRUE(has(C, "-nocudalib"));
    EXPECT_TRUE(has(C, "-Wno-unknown-cuda-version"));
    EXPECT_FALSE(has(C, "a.cu"));
  }
}

TEST(EveryCommand, SearchesTheToolkitsExtraFoldersLast) {
  CommandOptions Options;
  Options.Cuda.emplace();
  Options.Cuda->Path = "/c";
  Options.Cuda->SystemIncludes = {"/c/include/cccl"};
  DeviceCommand C = translate("nvcc -isystem /mine a.cu", Files(), Options);
  EXPECT_TRUE(has(C, "--cuda-path=/c"));
  auto Own = llvm::find(C.Arguments, "/mine");
  auto Cccl = llvm::find(C.Arguments, "/c/include/cccl");
  ASSERT_NE(Own, C.Arguments.end());
  ASSERT_NE(Cccl, C.Arguments.end());
  EXPECT_LT(Own, Cccl);
  EXPECT_EQ(Cccl[-1], "-isystem");
  // Not with -nocudainc.
  EXPECT_FALSE(has(translate("nvcc -nocudainc a.cu", Files(), Options),
                   "/c/include/cccl"));
}

TEST(EveryCommand, TellsClangAVersionThatItKnows) {
  auto Sdk = [](unsigned Major, unsigned Minor) {
    CommandOptions Options;
    Options.Cuda.emplace();
    Options.Cuda->Major = Major;
    Options.Cuda->Minor = Minor;
    for (const std::string &Word :
         translate("nvcc a.cu", Files(), Options).Arguments)
      if (llvm::StringRef Text = Word;
          Text.consume_front("-target-sdk-version="))
        return Text.str();
    return std::string();
  };
  EXPECT_EQ(Sdk(12, 4), "12.4");
  EXPECT_EQ(Sdk(11, 0), "11.0");
  // Not in clang 22's list: the newest that it partially supports.
  EXPECT_EQ(Sdk(13, 7), "12.9");
  EXPECT_EQ(Sdk(12, 7), "12.9");
}

// Where the command runs.

TEST(Folders, OfTheCurrentFolderStayAsWritten) {
  DeviceCommand C = translate("nvcc -Iinc -isystem ../s a.cu");
  EXPECT_EQ(C.File, "a.cu");
  EXPECT_TRUE(has(C, "-Iinc"));
  EXPECT_TRUE(has(C, "../s"));
}

TEST(Folders, OfAnotherFolderBecomeAbsolute) {
  Files F;
  F.add("/b/pre.h", "");
  DeviceCommand C = translateCommand(
      words("nvcc -Iinc -isystem ../s -iquote q -include pre.h -include far.h "
            "-c ../w/a.cu"),
      "a.cu", "/b", {}, *F.FS);
  EXPECT_EQ(C.File, "/w/a.cu");
  EXPECT_EQ(C.Directory, "/b");
  for (const char *Word : {"-I/b/inc", "/s", "/b/q", "/b/pre.h", "far.h"})
    EXPECT_TRUE(has(C, Word)) << Word;
}

TEST(Folders, OfClangsSeparateFormsBecomeAbsoluteToo) {
  Files F;
  DeviceCommand C =
      translateCommand(words("clang++ -I inc -idirafter d --sysroot=r a.cu"),
                       "/w/a.cu", "/b", {}, *F.FS);
  for (const char *Word : {"-I/b/inc", "/b/d", "--sysroot=/b/r"})
    EXPECT_TRUE(has(C, Word)) << Word;
}

// Joined commands and launchers.

TEST(JoinedCommands, TheOneThatCompilesTheFileCounts) {
  DeviceCommand C =
      translate("nvcc -M a.cu -o a.d -DDEPS && nvcc -DREAL -c a.cu");
  EXPECT_TRUE(has(C, "-DREAL"));
  EXPECT_FALSE(has(C, "-DDEPS"));
  C = translate("nvcc -DREAL -c a.cu && nvcc -DDEPS -M a.cu -o a.d");
  EXPECT_TRUE(has(C, "-DREAL"));
  C = translate("nvcc -DREAL -c a.cu -o a.o && nvcc -DOTHER -c b.cu -o b.o");
  EXPECT_TRUE(has(C, "-DREAL"));
  C = translate("nvcc -DREAL -c a.cu -o a.o && touch a.stamp");
  EXPECT_TRUE(has(C, "-DREAL"));
  C = translate("echo building a.cu ; nvcc -DREAL -c a.cu");
  EXPECT_TRUE(has(C, "-DREAL"));
}

TEST(JoinedCommands, AChangeOfFolderIsFollowed) {
  Files F;
  F.add("/w/sub/o.rsp", "-DX");
  DeviceCommand C =
      translateCommand(words("cd sub && nvcc -optf o.rsp -Ii -c ../a.cu"),
                       "a.cu", "/w", {}, *F.FS);
  EXPECT_EQ(C.Directory, "/w/sub");
  EXPECT_TRUE(has(C, "-DX"));
  EXPECT_TRUE(has(C, "-I/w/sub/i"));
}

TEST(Launchers, AreSkippedWithTheirOptions) {
  for (const char *Line :
       {"ccache nvcc -DX a.cu", "env A=b ccache /opt/cuda/bin/nvcc -DX a.cu",
        "sccache nvcc -DX a.cu", "time -p nvcc -DX a.cu", "B=c nvcc -DX a.cu",
        "/usr/bin/distcc nvcc -DX a.cu"})
    EXPECT_EQ(added(Line), "-DX") << Line;
}

// Whole lines of build systems.

TEST(BuildSystems, CMakeNinja) {
  DeviceCommand C = translate(
      "/usr/local/cuda/bin/nvcc -forward-unknown-to-host-compiler "
      "-ccbin=/usr/bin/g++ -DFN=1 -DNAME=\"\\\"x y\\\"\" -I\"/p/in c\" "
      "-isystem=/p/sys -O3 -DNDEBUG -std=c++17 "
      "\"--generate-code=arch=compute_80,code=[sm_80]\" "
      "\"--generate-code=arch=compute_90a,code=[compute_90a,sm_90a]\" "
      "-Xcompiler=-fPIC -Xcompiler=-fvisibility=hidden "
      "--expt-relaxed-constexpr "
      "-x cu -rdc=true -c /w/a.cu -o CMakeFiles/a.dir/a.cu.o");
  EXPECT_EQ(C.Arch, "sm_90a");
  for (const char *Word :
       {"-DFN=1", "-DNAME=\"x y\"", "-I/p/in c", "/p/sys", "-DNDEBUG",
        "-std=c++17", "-D__CUDACC_RELAXED_CONSTEXPR__", "-fgpu-rdc",
        "-D__CUDACC_RDC__"})
    EXPECT_TRUE(has(C, Word)) << Word;
  EXPECT_EQ(C.Dropped.size(), 1u); // What a parse does not need.
}

TEST(BuildSystems, CMakeMakefiles) {
  Files F;
  F.add("/w/CMakeFiles/a.dir/includes_CUDA.rsp",
        "-I\"/p/in c\" -I/p/x -isystem=/p/sys -isystem /p/sys2\n");
  EXPECT_EQ(added("nvcc -forward-unknown-to-host-compiler -DA "
                  "--options-file CMakeFiles/a.dir/includes_CUDA.rsp -g "
                  "-arch=all-major -Xcompiler=-fPIE -Werror all-warnings -x cu "
                  "-c /w/a.cu -o a.o",
                  F),
            "-DA -I/p/in c -I/p/x -isystem /p/sys -isystem /p/sys2");
}

TEST(BuildSystems, Bazel) {
  // rules_cuda: separate words, -iquote folders given as -I.
  EXPECT_EQ(added("/usr/local/cuda/bin/nvcc -x cu -gencode "
                  "arch=compute_80,code=compute_80 -gencode "
                  "arch=compute_80,code=sm_80 -Xcompiler -fPIC -ccbin "
                  "/usr/bin/gcc -I . -I bazel-out/k8-fastbuild/bin -isystem "
                  "external/cub -DFOO=1 -Xcompiler -g1 -std=c++17 -c a.cu -o "
                  "bazel-out/k8-fastbuild/bin/_objs/a/a.o"),
            "--cuda-gpu-arch=sm_80 -std=c++17 -I. -Ibazel-out/k8-fastbuild/bin "
            "-isystem external/cub -DFOO=1");
  // TensorFlow's: clang's options, a wrapper's name, an unknown option.
  DeviceCommand C = translate(
      "external/local_config_cuda/crosstool/clang/bin/"
      "crosstool_wrapper_driver_is_not_gcc -x cuda "
      "-nvcc_options=relaxed-constexpr "
      "--cuda-include-ptx=sm_80 --cuda-gpu-arch=sm_80 -iquote . -MD -MF a.d "
      "-frandom-seed=a.o -DX -c a.cu -o a.o");
  EXPECT_EQ(C.Arch, "sm_80");
  EXPECT_TRUE(has(C, "-DX"));
  EXPECT_TRUE(has(C, "-iquote"));
  EXPECT_FALSE(has(C, "--cuda-include-ptx=sm_80"));
}

TEST(BuildSystems, Meson) {
  EXPECT_EQ(
      added(
          "ccache nvcc -Ilibk.a.p -Xcompiler=-Wall,-Winvalid-pch,-Wextra "
          "-Werror=cross-execution-space-call,deprecated-declarations,reorder "
          "-g -G -g -DN=3 '-DNAME=\"x y\"' -Xcompiler=-fPIC '-I../inc dir' "
          "-gencode=arch=compute_86,code=sm_86 -rdc=true -I.. -I. -Ilibk.a.p "
          "-o libk.a.p/a.cu.o -c ../a.cu"),
      "--cuda-gpu-arch=sm_86 -Wall -Winvalid-pch -Wextra -Ilibk.a.p "
      "-D__CUDACC_DEBUG__ -DN=3 -DNAME=\"x y\" -I../inc dir -fgpu-rdc "
      "-D__CUDACC_RDC__ -I.. -I. -Ilibk.a.p -record-command-line "
      "nvcc-effort=none");
}

TEST(BuildSystems, HandWritten) {
  EXPECT_EQ(added("nvcc -arch=sm_75 -O3 --ptxas-options=-v --compiler-options "
                  "'-Wall -fopenmp' -lineinfo -lcublas -L/usr/local/cuda/lib64 "
                  "-o gemm a.cu util.cu"),
            "--cuda-gpu-arch=sm_75 -Wall -fopenmp -D_OPENMP=201511"); // gcc's.
  // torch.utils.cpp_extension.
  EXPECT_EQ(
      added(
          "/usr/local/cuda/bin/nvcc -DTORCH_EXTENSION_NAME=x "
          "-DTORCH_API_INCLUDE_EXTENSION_H -isystem /t/include "
          "-D_GLIBCXX_USE_CXX11_ABI=0 -D__CUDA_NO_HALF_OPERATORS__ "
          "--expt-relaxed-constexpr -gencode=arch=compute_86,code=compute_86 "
          "-gencode=arch=compute_86,code=sm_86 --compiler-options '-fPIC' -O3 "
          "-std=c++17 -c a.cu -o a.cuda.o"),
      "--cuda-gpu-arch=sm_86 -std=c++17 -DTORCH_EXTENSION_NAME=x "
      "-DTORCH_API_INCLUDE_EXTENSION_H -isystem /t/include "
      "-D_GLIBCXX_USE_CXX11_ABI=0 -D__CUDA_NO_HALF_OPERATORS__ "
      "-D__CUDACC_RELAXED_CONSTEXPR__");
}

} // namespace
