//===- ToolkitTest.cpp - Finding the CUDA toolkit -------------------------===//

#include "warplint/Frontend/Toolkit.h"
#include "Commands.h"
#include "Drive.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <map>

using namespace warplint;
using namespace warplint::test;

namespace {

/// The environment that findToolkit reads, put back at the end.
class Environment {
public:
  Environment() {
    for (const char *Name : {"CUDA_PATH", "CUDA_HOME", "PATH"}) {
      if (const char *Value = getenv(Name))
        Before[Name] = Value;
      unsetenv(Name);
    }
  }
  ~Environment() {
    for (const char *Name : {"CUDA_PATH", "CUDA_HOME", "PATH"})
      unsetenv(Name);
    for (const auto &[Name, Value] : Before)
      setenv(Name.c_str(), Value.c_str(), 1);
  }
  void set(const char *Name, const char *Value) { setenv(Name, Value, 1); }

private:
  std::map<std::string, std::string> Before;
};

Files &addToolkit(Files &F, std::string Root, unsigned Version) {
  F.add(Root + "/include/cuda_runtime.h", "");
  F.add(Root + "/include/curand_mtgp32_kernel.h", "");
  F.add(Root + "/include/cuda.h",
        "/**\n * CUDA API version number\n */\n#define CUDA_VERSION " +
            std::to_string(Version) + "\n");
  return F;
}

std::string error(llvm::Expected<Toolkit> T) {
  return T ? "" : llvm::toString(T.takeError());
}

Toolkit must(llvm::Expected<Toolkit> T) {
  if (T)
    return *T;
  ADD_FAILURE() << llvm::toString(T.takeError());
  return {};
}

std::string stub(llvm::StringRef Name) {
  return (WARPLINT_TEST_TOOLKITS "/" + Name).str();
}

// The layouts of the releases.

TEST(ReadToolkit, Cuda11TellsItsVersionInItsHeader) {
  Toolkit T =
      must(readToolkit(stub("cuda-11"), *llvm::vfs::getRealFileSystem()));
  EXPECT_EQ(T.Path, stub("cuda-11"));
  EXPECT_EQ(T.Major, 11u);
  EXPECT_EQ(T.Minor, 0u);
  EXPECT_TRUE(T.SystemIncludes.empty());
}

TEST(ReadToolkit, Cuda12KeepsItsVersionInJson) {
  Toolkit T =
      must(readToolkit(stub("cuda-12"), *llvm::vfs::getRealFileSystem()));
  EXPECT_EQ(T.Major, 12u);
  EXPECT_EQ(T.Minor, 4u);
  EXPECT_EQ(T.Build, 131u);
  EXPECT_TRUE(T.SystemIncludes.empty());
}

TEST(ReadToolkit, Cuda13HasCcclInAFolderOfItsOwn) {
  Toolkit T =
      must(readToolkit(stub("cuda-13"), *llvm::vfs::getRealFileSystem()));
  EXPECT_EQ(T.Major, 13u);
  EXPECT_EQ(T.Minor, 0u);
  EXPECT_EQ(T.Build, 88u);
  EXPECT_EQ(T.SystemIncludes,
            std::vector<std::string>{stub("cuda-13") + "/include/cccl"});
}

TEST(ReadToolkit, ClangsDriverTakesEachLayout) {
  for (const char *Name : {"cuda-11", "cuda-12", "cuda-13"}) {
    auto FS = llvm::vfs::getRealFileSystem();
    CommandOptions Options;
    Options.Cuda = must(readToolkit(stub(Name), *FS));
    DeviceCommand C =
        translateCommand(words("nvcc -std=c++17 k.cu"),
                         stub("cuda-13/bin/nvcc"), "/", Options, *FS);
    Driven P = drive(C, FS);
    ASSERT_TRUE(P.Invocation) << Name << P.Diagnostics;
    EXPECT_EQ(P.Diagnostics.find("error"), std::string::npos) << P.Diagnostics;
    EXPECT_TRUE(P.searches(stub(Name) + "/include")) << Name;
    EXPECT_EQ(P.searches(stub(Name) + "/include/cccl"),
              llvm::StringRef(Name) == "cuda-13");
    // With clang's own CUDA headers in front.
    EXPECT_TRUE(llvm::is_contained(P.Invocation->getPreprocessorOpts().Includes,
                                   "__clang_cuda_runtime_wrapper.h"))
        << Name;
  }
}

TEST(ReadToolkit, CondaKeepsHeadersUnderTargets) {
  Files F;
  addToolkit(F, "/conda/targets/x86_64-linux", 12060);
  F.add("/conda/include/zlib.h", "");
  Toolkit T = must(readToolkit("/conda", *F.FS));
  EXPECT_EQ(T.Path, "/conda/targets/x86_64-linux");
  EXPECT_EQ(T.Minor, 6u);
}

TEST(ReadToolkit, AnotherTargetWillDo) {
  Files F;
  addToolkit(F, "/t/targets/sbsa-linux", 12060);
  EXPECT_EQ(must(readToolkit("/t", *F.FS)).Path, "/t/targets/sbsa-linux");
  addToolkit(F, "/t/targets/x86_64-linux", 12060);
  EXPECT_EQ(must(readToolkit("/t", *F.FS)).Path, "/t/targets/x86_64-linux");
}

TEST(ReadToolkit, PipSplitsCuda12OverFolders) {
  Files F;
  addToolkit(F, "/sp/nvidia/cuda_runtime", 12080);
  F.add("/sp/nvidia/cuda_nvcc/include/crt/host_defines.h", "");
  F.add("/sp/nvidia/cuda_cccl/include/cub/cub.cuh", "");
  Toolkit T = must(readToolkit("/sp/nvidia/cuda_runtime", *F.FS));
  EXPECT_EQ(T.SystemIncludes,
            (std::vector<std::string>{"/sp/nvidia/cuda_nvcc/include",
                                      "/sp/nvidia/cuda_cccl/include"}));
}

// Clang's CUDA wrapper ends with an error there.
TEST(ReadToolkit, WithoutAVersionInTheHeaderThereIsNone) {
  Files F;
  F.add("/j/include/cuda_runtime.h", "").add("/j/include/cuda.h", "");
  F.add("/j/version.json", R"({"cuda": {"version": "12.3.2"}})");
  EXPECT_EQ(error(readToolkit("/j", *F.FS)),
            "no CUDA_VERSION in /j/include/cuda.h");
}

TEST(ReadToolkit, TheHeaderIsBelievedBeforeTheVersionFile) {
  Files F;
  addToolkit(F, "/c", 12040);
  F.add("/c/version.json", R"({"cuda": {"version": "11.8.0"}})");
  Toolkit T = must(readToolkit("/c", *F.FS));
  EXPECT_EQ(T.Major, 12u);
  EXPECT_EQ(T.Minor, 4u);
}

TEST(ReadToolkit, AMalformedVersionFileIsPassedOver) {
  // A command of a tree that is not trusted may name the toolkit's folder.
  const std::string Deep(1000000, '[');
  for (const char *Text :
       {"", "{", "[]", "{\"cuda\": 3}",
        "{\"cuda_nvcc\": {\"version\": \"x.y.z\"}}", Deep.c_str()}) {
    Files F;
    addToolkit(F, "/c", 12040);
    F.add("/c/version.json", Text);
    EXPECT_EQ(must(readToolkit("/c", *F.FS)).Major, 12u)
        << std::string(Text).substr(0, 80);
  }
}

TEST(ReadToolkit, SaysWhatIsMissing) {
  Files F;
  F.add("/e/bin/nvcc", "").add("/v/include/cuda_runtime.h", "");
  EXPECT_EQ(error(readToolkit("/e", *F.FS)),
            "no cuda_runtime.h in /e/include or /e/targets/*/include");
  EXPECT_NE(error(readToolkit("/v", *F.FS)).find("no CUDA_VERSION in /v"),
            std::string::npos);
}

// The order of the search.

TEST(FindToolkit, TheOptionWinsAndMustHold) {
  Environment E;
  Files F;
  addToolkit(addToolkit(F, "/opt/a", 12040), "/usr/local/cuda", 13000);
  Toolkit T = must(findToolkit("/opt/a", *F.FS));
  EXPECT_EQ(T.Path, "/opt/a");
  EXPECT_EQ(T.FoundBy, "--cuda-path");
  std::string Problem = error(findToolkit("/opt/b", *F.FS));
  EXPECT_NE(Problem.find("'/opt/b'"), std::string::npos);
  EXPECT_NE(Problem.find("--cuda-path=DIR"), std::string::npos);
}

TEST(FindToolkit, ThenTheCommandThenVariablesThenPathThenTheUsualPlace) {
  Environment E;
  Files F;
  for (const char *Root :
       {"/command", "/path", "/home", "/onpath", "/usr/local/cuda"})
    addToolkit(F, Root, 12040);
  F.add("/onpath/bin/nvcc", "");
  E.set("CUDA_PATH", "/path");
  E.set("CUDA_HOME", "/home");
  E.set("PATH", "/bin:/onpath/bin");
  EXPECT_EQ(must(findToolkit("", *F.FS, "/command")).FoundBy,
            "compile command");
  EXPECT_EQ(must(findToolkit("", *F.FS, "/gone")).FoundBy, "CUDA_PATH");
  EXPECT_EQ(must(findToolkit("", *F.FS)).Path, "/path");
  E.set("CUDA_PATH", "/gone");
  EXPECT_EQ(must(findToolkit("", *F.FS)).FoundBy, "CUDA_HOME");
  E.set("CUDA_HOME", "");
  Toolkit OnPath = must(findToolkit("", *F.FS));
  EXPECT_EQ(OnPath.Path, "/onpath");
  EXPECT_EQ(OnPath.FoundBy, "nvcc on PATH");
  E.set("PATH", "/bin");
  EXPECT_EQ(must(findToolkit("", *F.FS)).FoundBy, "/usr/local/cuda");
}

TEST(FindToolkit, ALinkToNvccLeadsToItsToolkit) {
  Environment E;
  llvm::SmallString<128> Bin, Wanted;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("warplint-bin", Bin));
  ASSERT_FALSE(llvm::sys::fs::real_path(stub("cuda-12"), Wanted));
  std::string Link = (Bin + "/nvcc").str();
  ASSERT_FALSE(llvm::sys::fs::create_link(stub("cuda-12/bin/nvcc"), Link));
  E.set("PATH", Bin.c_str());
  Toolkit T = must(findToolkit("", *llvm::vfs::getRealFileSystem()));
  llvm::sys::fs::remove_directories(Bin);
  EXPECT_EQ(T.Path, Wanted.str());
  EXPECT_EQ(T.FoundBy, "nvcc on PATH");
}

TEST(FindToolkit, AnNvccThatIsNoToolkitIsPassedOver) {
  Environment E;
  Files F;
  F.add("/usr/lib/ccache/nvcc", "").add("/opt/c/bin/nvcc", "");
  addToolkit(F, "/opt/c", 12040);
  E.set("PATH", "/usr/lib/ccache:/opt/c/bin");
  EXPECT_EQ(must(findToolkit("", *F.FS)).Path, "/opt/c");
}

TEST(FindToolkit, TheHpcSdkKeepsItBesideItsCompilers) {
  Environment E;
  Files F;
  addToolkit(F, "/hpc/24.5/cuda", 12040);
  F.add("/hpc/24.5/compilers/bin/nvcc", "");
  E.set("PATH", "/hpc/24.5/compilers/bin");
  EXPECT_EQ(must(findToolkit("", *F.FS)).Path, "/hpc/24.5/cuda");
}

TEST(FindToolkit, DebiansNvccBelongsToUsrLibCuda) {
  Environment E;
  Files F;
  addToolkit(F, "/usr/lib/cuda", 11080);
  addToolkit(F, "/usr", 11080);
  F.add("/usr/bin/nvcc", "");
  E.set("PATH", "/usr/bin");
  EXPECT_EQ(must(findToolkit("", *F.FS)).Path, "/usr/lib/cuda");
  EXPECT_EQ(must(findToolkit("", *F.FS, "/usr")).Path, "/usr/lib/cuda");
}

TEST(FindToolkit, TheNewestOfTheVersionedFoldersIsTaken) {
  Environment E;
  Files F;
  addToolkit(addToolkit(F, "/usr/local/cuda-9.2", 9020), "/usr/local/cuda-12.4",
             12040);
  addToolkit(F, "/usr/local/cuda-11.8", 11080);
  EXPECT_EQ(must(findToolkit("", *F.FS)).Major, 12u);
}

TEST(FindToolkit, WithoutAnySaysWhatWasTriedAndWhatToDo) {
  Environment E;
  Files F;
  F.add("/opt/empty/readme", "");
  E.set("CUDA_HOME", "/opt/empty");
  std::string Problem = error(findToolkit("", *F.FS));
  for (const char *Part :
       {"CUDA_PATH (not set)",
        "CUDA_HOME (no cuda_runtime.h in /opt/empty/include",
        "nvcc on PATH (not found)", "/usr/local/cuda (not found)",
        "install the CUDA toolkit or pass --cuda-path=DIR"})
    EXPECT_NE(Problem.find(Part), std::string::npos)
        << Part << " in " << Problem;
}

} // namespace
