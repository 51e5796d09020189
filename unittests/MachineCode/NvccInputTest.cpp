//===- NvccInputTest.cpp - What nvcc's host compiler is told --------------===//

#include "MachineCode/NvccInput.h"
#include "gtest/gtest.h"

namespace warplint {
namespace {

using Words = std::vector<std::string>;

/// What is left of clang's \p Arguments of a command that runs in /tree.
NvccInput inputOf(Words Arguments) {
  DeviceCommand Command;
  Command.Directory = "/tree";
  Command.Arguments = std::move(Arguments);
  auto Input = inputOf(Command);
  return Input ? *Input : (llvm::consumeError(Input.takeError()), NvccInput());
}

TEST(NvccInput, MacrosAndFoldersArePassedOn) {
  EXPECT_EQ(inputOf({"-x", "cuda", "-DA=1", "-UB", "-I", "include", "-Ilib",
                     "-isystem", "/opt/x", "-iquotequotes"})
                .Words,
            (Words{"-DA=1", "-UB", "-I/tree/include", "-I/tree/lib",
                   "-isystem/opt/x", "-iquote/tree/quotes"}));
}

TEST(NvccInput, NothingElseIs) {
  EXPECT_EQ(inputOf({"--cuda-gpu-arch=sm_90", "-Xclang", "-Dhidden",
                     "-fplugin=x", "-B/evil", "-D__CUDACC_VER_MAJOR__=13",
                     "@file", "-wrapper", "x", "-o", "out"})
                .Words,
            Words());
}

TEST(NvccInput, TheToolkitsFoldersAreNvccsOwn) {
  EXPECT_EQ(inputOf({"--cuda-path=/opt/cuda", "-isystem",
                     "/opt/cuda/include/cccl", "-isystem", "/opt/cuda-extra"})
                .Words,
            (Words{"-isystem/opt/cuda-extra"}));
}

TEST(NvccInput, HeadersAreIncludedBeforeTheSource) {
  EXPECT_EQ(inputOf({"-include", "config.h"}).Includes,
            "#include \"config.h\"\n");
  EXPECT_EQ(inputOf({"-include", "a\"\n#pragma x \"b"}).Includes, "");
}

TEST(NvccInput, EachWordStaysOneInAResponseFile) {
  EXPECT_EQ(responseFile({"-DA=\"x y\"", "-I/a\\b", "-DC=$(x)"}),
            "\"-DA=\\\"x y\\\"\"\n\"-I/a\\\\b\"\n\"-DC=$(x)\"\n");
}

TEST(NvccInput, DependenciesAreReadOffARule) {
  EXPECT_EQ(dependencies("unit.o: a.cu b\\ c.h \\\n /d/e.h $$f.h\n"),
            (Words{"a.cu", "b c.h", "/d/e.h", "$f.h"}));
  EXPECT_EQ(dependencies(""), Words());
}

} // namespace
} // namespace warplint
