//===- DatabaseTest.cpp - Which command compiles a file -------------------===//

#include "warplint/Frontend/Database.h"
#include "Commands.h"
#include "gtest/gtest.h"

using namespace warplint;
using namespace warplint::test;

namespace {

std::string entry(llvm::StringRef Directory, llvm::StringRef File,
                  llvm::StringRef Command) {
  return ("{\"directory\": \"" + Directory + "\", \"file\": \"" + File +
          "\", \"command\": \"" + Command + "\"}")
      .str();
}

std::string array(std::initializer_list<std::string> Entries) {
  return "[" + llvm::join(Entries, ",\n") + "]";
}

llvm::Expected<CommandSource> source(Files &F, llvm::StringRef BuildPath = "") {
  return CommandSource::create(BuildPath, {}, false, F.FS);
}

RawCommand commandFor(Files &F, llvm::StringRef File,
                      llvm::StringRef BuildPath = "") {
  auto Source = source(F, BuildPath);
  if (Source)
    return Source->commandFor(File);
  ADD_FAILURE() << llvm::toString(Source.takeError());
  return {};
}

std::string error(llvm::Expected<CommandSource> Source) {
  return Source ? "" : llvm::toString(Source.takeError());
}

bool hasWord(const RawCommand &Command, llvm::StringRef Word) {
  return llvm::is_contained(Command.Arguments, Word);
}

// Finding a database.

TEST(FindDatabase, InAParentOfTheFile) {
  Files F;
  F.add("/p/src/deep/k.cu", "");
  F.add("/p/compile_commands.json",
        array({entry("/p", "src/deep/k.cu", "nvcc -DX src/deep/k.cu")}));
  RawCommand C = commandFor(F, "/p/src/deep/k.cu");
  EXPECT_TRUE(hasWord(C, "-DX"));
  EXPECT_EQ(C.Directory, "/p");
  EXPECT_EQ(C.Source, "compile_commands.json");
  EXPECT_EQ(C.Warning, "");
}

TEST(FindDatabase, InTheBuildFolderOfAParent) {
  Files F;
  F.add("/p/src/k.cu", "");
  F.add("/p/build/compile_commands.json",
        array({entry("/p/build", "../src/k.cu", "nvcc -DX ../src/k.cu")}));
  EXPECT_TRUE(hasWord(commandFor(F, "/p/src/k.cu"), "-DX"));
}

TEST(FindDatabase, TheNearestParentWins) {
  Files F;
  F.add("/p/src/k.cu", "");
  F.add("/p/compile_commands.json",
        array({entry("/p", "src/k.cu", "nvcc -DFAR src/k.cu")}));
  F.add("/p/src/compile_commands.json",
        array({entry("/p/src", "k.cu", "nvcc -DNEAR k.cu")}));
  EXPECT_TRUE(hasWord(commandFor(F, "/p/src/k.cu"), "-DNEAR"));
}

TEST(FindDatabase, ARelativeFileIsTakenFromTheCurrentFolder) {
  Files F;
  F.add("/w/compile_commands.json",
        array({entry("/w", "a.cu", "nvcc -DX a.cu")}));
  EXPECT_TRUE(hasWord(commandFor(F, "a.cu"), "-DX"));
}

TEST(FindDatabase, ByOptionAsAFolderOrAsTheFileItself) {
  Files F;
  F.add("/b/compile_commands.json",
        array({entry("/w", "a.cu", "nvcc -DX a.cu")}));
  EXPECT_TRUE(hasWord(commandFor(F, "a.cu", "/b"), "-DX"));
  EXPECT_TRUE(hasWord(commandFor(F, "a.cu", "../b"), "-DX"));
  EXPECT_TRUE(
      hasWord(commandFor(F, "a.cu", "/b/compile_commands.json"), "-DX"));
}

TEST(FindDatabase, AnOptionWithoutOneIsAnErrorThatNamesThePath) {
  Files F;
  F.add("/b/readme", "");
  std::string Problem = error(source(F, "/b"));
  EXPECT_NE(Problem.find("no compile_commands.json in '/b'"),
            std::string::npos);
  EXPECT_NE(error(source(F, "/gone")).find("'/gone'"), std::string::npos);
}

TEST(FindDatabase, AMalformedOneIsAnErrorByOptionAndAWarningElse) {
  for (const char *Text :
       {"", "{", "[{\"file\": 1}]", "[{\"file\": \"a.cu\"}]", "not json"}) {
    Files F;
    F.add("/w/compile_commands.json", Text);
    EXPECT_NE(error(source(F, "/w")).find("/w/compile_commands.json"),
              std::string::npos)
        << Text;
    RawCommand C = commandFor(F, "a.cu");
    EXPECT_NE(C.Warning.find("/w/compile_commands.json"), std::string::npos)
        << Text;
    EXPECT_EQ(C.Source, "default flags");
  }
}

TEST(FindDatabase, AMalformedOneIsToldWithItsPlace) {
  const std::pair<std::string, const char *> Cases[] = {
      {"[1]", "1:2: not a mapping"},
      {"[{\"file\": \"a.cu\"\n\"directory\"", "2:1: not JSON"},
      {"[{'file': 1}]", "1:3: not JSON"},
      {"[\n- [[", "2:1: not JSON"},
      {"[{\"x\":\n" + std::string(600, '['), "2:511: nested too deeply"},
      {"[{\"file\": \"a\", \"directory\": \"b\"}]",
       "an entry has no 'command'"},
      {"[{\"file\": \"a\"}]", "missing required key 'directory'"}};
  for (const auto &[Text, Problem] : Cases) {
    Files F;
    F.add("/w/compile_commands.json", Text);
    std::string Told = error(source(F, "/w"));
    EXPECT_NE(Told.find(Problem), std::string::npos) << Text << ": " << Told;
  }
}

// What is in people's trees: bytes that are no UTF-8, or its mark; a comma at
// the end; members that nobody asked for, with brackets in strings.
TEST(FindDatabase, OneThatIsNotQuiteJsonIsRead) {
  Files F;
  F.add("/w/compile_commands.json",
        "\xef\xbb\xbf[{\"file\": \"a\xe9.cu\", \"directory\": \"/w\", "
        "\"arguments\": [\"nvcc\", \"-DX=\\\"[[\\\"\", \"a\xe9.cu\"], \"x\": "
        "{\"y\": [1, -2.5e+3, null, true, \"" +
            std::string(600, '[') + "\"]}},]");
  RawCommand C = commandFor(F, "a\xe9.cu");
  EXPECT_EQ(C.Source, "compile_commands.json");
  EXPECT_TRUE(hasWord(C, "-DX=\"[[\""));
}

// `ninja -t compdb` writes such entries for phony edges.
TEST(FindDatabase, AnEmptyCommandIsPassedOver) {
  Files F;
  F.add("/w/compile_commands.json",
        R"([{"file": "a.cu", "directory": "/w", "command": " "},
            {"file": "a.cu", "directory": "/w", "command": "nvcc -DX a.cu"}])");
  EXPECT_TRUE(hasWord(commandFor(F, "a.cu"), "-DX"));
}

TEST(FindDatabase, AnEmptyOneMeansDefaultFlags) {
  Files F;
  F.add("/w/compile_commands.json", "[]");
  RawCommand C = commandFor(F, "a.cu");
  EXPECT_EQ(C.Source, "default flags");
  EXPECT_EQ(C.Warning, "");
}

// Looking a file up.

TEST(Lookup, ArgumentsAndCommandsAreBothRead) {
  Files F;
  F.add("/w/compile_commands.json",
        R"([{"directory": "/w", "file": "a.cu",
             "arguments": ["nvcc", "-DS=\"x y\"", "-Ii j", "-c", "a.cu"]},
            {"directory": "/w", "file": "b.cu",
             "command": "nvcc -DS=\"\\\"x y\\\"\" '-Ii j' -c b.cu"}])");
  for (const char *File : {"a.cu", "b.cu"}) {
    RawCommand C = commandFor(F, File);
    EXPECT_TRUE(hasWord(C, "-DS=\"x y\"")) << File;
    EXPECT_TRUE(hasWord(C, "-Ii j")) << File;
  }
}

TEST(Lookup, RelativePathsResolveAgainstTheEntrysDirectory) {
  Files F;
  F.add("/p/src/k.cu", "");
  F.add("/p/out/compile_commands.json",
        array({entry("/p/out/x", "../../src/./k.cu", "nvcc -DX k.cu")}));
  EXPECT_TRUE(hasWord(commandFor(F, "/p/src/k.cu", "/p/out"), "-DX"));
  EXPECT_TRUE(hasWord(commandFor(F, "/p/x/../src/k.cu", "/p/out"), "-DX"));
}

TEST(Lookup, NvccIsPreferredAmongEntriesOfOneFile) {
  Files F;
  F.add("/w/compile_commands.json",
        array({entry("/w", "a.cu", "clang-tidy -DTIDY a.cu"),
               entry("/w", "a.cu", "nvcc -DFIRST a.cu"),
               entry("/w", "a.cu", "nvcc -DSECOND a.cu")}));
  EXPECT_TRUE(hasWord(commandFor(F, "a.cu"), "-DFIRST"));
}

TEST(Lookup, ACudaFileWithoutEntryIsReadAsItsNearestNeighbour) {
  Files F;
  F.add("/p/x/new.cu", "");
  F.add("/p/compile_commands.json",
        array({entry("/p", "y/b.cu", "nvcc -DY y/b.cu"),
               entry("/p", "x/main.cpp", "g++ -DHOST x/main.cpp"),
               entry("/p", "x/c.cu", "nvcc -DX x/c.cu")}));
  RawCommand C = commandFor(F, "/p/x/new.cu");
  EXPECT_TRUE(hasWord(C, "-DX"));
  EXPECT_EQ(C.Source, "as for x/c.cu");
}

TEST(Lookup, ADatabaseWithoutCudaIsNoModelForAKernel) {
  Files F;
  F.add("/w/compile_commands.json",
        array({entry("/w", "main.cpp", "g++ -DHOST main.cpp")}));
  EXPECT_EQ(commandFor(F, "a.cu").Source, "default flags");
}

TEST(Lookup, CudaFilesAreListedOnceAndAbsolute) {
  Files F;
  F.add("/w/compile_commands.json",
        array({entry("/p", "b.cu", "nvcc b.cu"),
               entry("/p", "m.cpp", "g++ m.cpp"),
               entry("/p", "n.cpp", "nvcc -x cu n.cpp"),
               entry("/p", "o.cc", "clang++ -xcuda o.cc"),
               entry("/p", "./b.cu", "nvcc -DAGAIN b.cu")}));
  auto Source = source(F);
  ASSERT_TRUE(!!Source);
  EXPECT_EQ(Source->cudaFiles(),
            (std::vector<std::string>{"/p/b.cu", "/p/n.cpp", "/p/o.cc"}));
}

// Without a database.

TEST(NoDatabase, DefaultsAreNvccsWithTheFilesOwnFolder) {
  Files F;
  F.add("/w/sub/k.cu", "");
  RawCommand C = commandFor(F, "sub/k.cu");
  EXPECT_EQ(C.Source, "default flags");
  EXPECT_EQ(C.Directory, "/w");
  EXPECT_TRUE(isNvccCommand(C.Arguments));
  DeviceCommand D =
      translateCommand(C.Arguments, "sub/k.cu", C.Directory, {}, *F.FS);
  EXPECT_TRUE(has(D, "-std=gnu++17"));
  EXPECT_TRUE(has(D, "-D__CUDACC_EXTENDED_LAMBDA__"));
  EXPECT_TRUE(has(D, "-D__CUDACC_RELAXED_CONSTEXPR__"));
  // Behind the toolkit's folders: a cuda.h of the project hides nothing.
  EXPECT_TRUE(has(D, "-idirafter") || has(D, "-idirafter/w/sub"));
  EXPECT_FALSE(has(D, "-I/w/sub"));
}

TEST(NoDatabase, FixedFlagsServeEveryFileAndBeatADatabase) {
  Files F;
  F.add("/w/compile_commands.json",
        array({entry("/w", "a.cu", "nvcc -DX a.cu")}));
  auto Source = CommandSource::create("", {"-DFIXED", "-Ii"}, true, F.FS);
  ASSERT_TRUE(!!Source);
  RawCommand C = Source->commandFor("a.cu");
  EXPECT_EQ(C.Source, "--");
  EXPECT_EQ(C.Directory, "/w");
  EXPECT_TRUE(hasWord(C, "-DFIXED"));
  EXPECT_FALSE(hasWord(C, "-DX"));
}

TEST(NoDatabase, NoFlagsBehindTheDashesIsNotTheSameAsNoDashes) {
  Files F;
  auto Source = CommandSource::create("", {}, true, F.FS);
  ASSERT_TRUE(!!Source);
  RawCommand C = Source->commandFor("a.cu");
  EXPECT_EQ(C.Source, "--");
  EXPECT_EQ(C.Arguments, (std::vector<std::string>{"nvcc", "a.cu"}));
}

TEST(NoDatabase, FixedFlagsMayBeOfEitherDialect) {
  Files F;
  auto CompilerOf = [&](llvm::StringRef Flags) {
    auto Source = CommandSource::create("", words(Flags), true, F.FS);
    return Source ? Source->commandFor("a.cu").Arguments.front() : "";
  };
  EXPECT_EQ(CompilerOf("-arch=sm_80 -rdc=true -Xcompiler -Wall"), "nvcc");
  EXPECT_EQ(CompilerOf("--cuda-gpu-arch=sm_80 -nocudainc -include stub.h"),
            "clang++");
  EXPECT_EQ(CompilerOf("-Wall -fgpu-rdc"), "clang++");
  // What both know.
  EXPECT_EQ(CompilerOf("-I i -DX -std=c++17 -O2"), "nvcc");
  // nvcc's flags beside flags that it forwards.
  EXPECT_EQ(CompilerOf("-forward-unknown-to-host-compiler -Wall"), "nvcc");
}

TEST(NoDatabase, ACompileFlagsFileServesItsFolder) {
  Files F;
  F.add("/p/sub/k.cu", "");
  F.add("/p/compile_flags.txt", "-DX\n-I\ninc dir\n\n--cuda-gpu-arch=sm_80\n");
  RawCommand C = commandFor(F, "/p/sub/k.cu");
  EXPECT_EQ(C.Source, "compile_flags.txt");
  EXPECT_EQ(C.Directory, "/p");
  EXPECT_TRUE(hasWord(C, "-DX"));
  EXPECT_TRUE(hasWord(C, "inc dir"));
  EXPECT_EQ(C.Arguments.front(), "clang++");
}

} // namespace
