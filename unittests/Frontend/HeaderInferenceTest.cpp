//===- HeaderInferenceTest.cpp - Commands for headers ---------------------===//

#include "Commands.h"
#include "warplint/Frontend/Database.h"
#include "gtest/gtest.h"

using namespace warplint;
using namespace warplint::test;

namespace {

/// A build in /p whose entries compile files of /p.
struct Build : Files {
  std::string Entries;
  Build &compiles(llvm::StringRef File, llvm::StringRef Command) {
    Entries += (Entries.empty() ? "" : ",\n");
    Entries += ("{\"directory\": \"/p\", \"file\": \"" + File +
                "\", \"command\": \"" + Command + " " + File + "\"}")
                   .str();
    return *this;
  }
  RawCommand commandFor(llvm::StringRef File) {
    add("/p/compile_commands.json", "[" + Entries + "]");
    auto Source = CommandSource::create("", {}, false, FS);
    return Source ? Source->commandFor(File) : RawCommand();
  }
};

bool hasWord(const RawCommand &Command, llvm::StringRef Word) {
  return llvm::is_contained(Command.Arguments, Word);
}

TEST(HeaderInference, AHeaderTakesTheCommandOfItsIncluder) {
  Build B;
  B.add("/p/src/k.cuh", "").add("/p/src/other.cu", "");
  B.add("/p/src/main.cu", "// main\n  #  include  \"k.cuh\"\n");
  B.compiles("src/other.cu", "nvcc -DOTHER")
      .compiles("src/main.cu", "nvcc -DMAIN");
  RawCommand C = B.commandFor("/p/src/k.cuh");
  EXPECT_TRUE(hasWord(C, "-DMAIN"));
  EXPECT_EQ(C.Source, "included by src/main.cu");
}

TEST(HeaderInference, IncludeFoldersOfTheCommandAreSearched) {
  Build B;
  B.add("/p/include/lib/k.cuh", "").add("/p/z.rsp", "-I include");
  B.add("/p/main.cu", "#include <lib/k.cuh>\n").add("/p/other.cu", "");
  B.compiles("other.cu", "nvcc -DOTHER")
      .compiles("main.cu", "nvcc -DMAIN --options-file z.rsp");
  EXPECT_TRUE(hasWord(B.commandFor("/p/include/lib/k.cuh"), "-DMAIN"));
}

TEST(HeaderInference, FollowsChainsAndTakesTheShortest) {
  Build B;
  B.add("/p/k.cuh", "").add("/p/mid.h", "#include \"k.cuh\"\n");
  B.add("/p/far.h", "#include \"mid.h\"\n");
  B.add("/p/a.cu", "#include \"far.h\"\n")
      .add("/p/b.cu", "#include \"mid.h\"\n");
  B.compiles("a.cu", "nvcc -DA").compiles("b.cu", "nvcc -DB");
  EXPECT_TRUE(hasWord(B.commandFor("/p/k.cuh"), "-DB"));
}

TEST(HeaderInference, AmongDirectIncludersTheNearestFolderWins) {
  Build B;
  B.add("/p/x/k.cuh", "");
  B.add("/p/y/a.cu", "#include \"../x/k.cuh\"\n");
  B.add("/p/x/b.cu", "#include \"k.cuh\"\n");
  B.compiles("y/a.cu", "nvcc -DFAR").compiles("x/b.cu", "nvcc -DNEAR");
  EXPECT_TRUE(hasWord(B.commandFor("/p/x/k.cuh"), "-DNEAR"));
}

TEST(HeaderInference, CudaFilesArePreferredToHostFiles) {
  Build B;
  B.add("/p/k.cuh", "").add("/p/host.cpp", "#include \"k.cuh\"\n");
  B.add("/p/dev/k.cu", "#include \"../k.cuh\"\n");
  B.compiles("host.cpp", "g++ -DHOST").compiles("dev/k.cu", "nvcc -DDEVICE");
  EXPECT_TRUE(hasWord(B.commandFor("/p/k.cuh"), "-DDEVICE"));
}

TEST(HeaderInference, AHostFileWillDoWhereNothingElseIncludesIt) {
  Build B;
  B.add("/p/k.cuh", "").add("/p/host.cpp", "#include \"k.cuh\"\n");
  B.add("/p/k.cu", "");
  B.compiles("k.cu", "nvcc -DDEVICE").compiles("host.cpp", "g++ -DHOST");
  EXPECT_TRUE(hasWord(B.commandFor("/p/k.cuh"), "-DHOST"));
}

TEST(HeaderInference, AnotherHeaderOfTheSameNameIsNotIt) {
  Build B;
  B.add("/p/x/k.cuh", "").add("/p/y/k.cuh", "");
  B.add("/p/y/a.cu", "#include \"k.cuh\"\n")
      .add("/p/x/b.cu", "#include \"k.cuh\"\n");
  B.compiles("y/a.cu", "nvcc -DY").compiles("x/b.cu", "nvcc -DX");
  EXPECT_TRUE(hasWord(B.commandFor("/p/x/k.cuh"), "-DX"));
  Build OnlyOther;
  OnlyOther.add("/p/x/k.cuh", "").add("/p/y/k.cuh", "");
  OnlyOther.add("/p/y/a.cu", "#include \"k.cuh\"\n");
  OnlyOther.compiles("y/a.cu", "nvcc -DY");
  // Not included: merely the nearest CUDA file.
  EXPECT_EQ(OnlyOther.commandFor("/p/x/k.cuh").Source, "as for y/a.cu");
}

TEST(HeaderInference, ANameThatResolvesToNothingMatchesByItsEnd) {
  Build B;
  B.add("/p/include/lib/k.cuh", "");
  B.add("/p/a.cu", "#include \"lib/k.cuh\"\n")
      .add("/p/b.cu", "#include <ib/k.cuh>\n");
  B.compiles("b.cu", "nvcc -DB").compiles("a.cu", "nvcc -DA");
  RawCommand C = B.commandFor("/p/include/lib/k.cuh");
  EXPECT_TRUE(hasWord(C, "-DA"));
  EXPECT_EQ(C.Source, "included by a.cu");
}

TEST(HeaderInference, ACudaFileThatIsIncludedTakesItsIncludersCommand) {
  Build B;
  B.add("/p/impl.cu", "").add("/p/near.cu", "");
  B.add("/p/all.cu", "#include \"impl.cu\"\n");
  B.compiles("near.cu", "nvcc -DNEAR").compiles("all.cu", "nvcc -DALL");
  EXPECT_TRUE(hasWord(B.commandFor("/p/impl.cu"), "-DALL"));
}

TEST(HeaderInference, CirclesEnd) {
  Build B;
  B.add("/p/k.cuh", "").add("/p/a.cu", "#include \"x.h\"\n#include \"a.cu\"\n");
  B.add("/p/x.h", "#include \"y.h\"\n").add("/p/y.h", "#include \"x.h\"\n");
  B.compiles("a.cu", "nvcc -DA");
  EXPECT_EQ(B.commandFor("/p/k.cuh").Source, "as for a.cu");
}

TEST(HeaderInference, AnIncluderThatIsGoneIsPassedOver) {
  Build B;
  B.add("/p/k.cuh", "").add("/p/b.cu", "#include \"k.cuh\"\n");
  B.compiles("deleted.cu", "nvcc -DGONE").compiles("b.cu", "nvcc -DB");
  EXPECT_TRUE(hasWord(B.commandFor("/p/k.cuh"), "-DB"));
}

TEST(HeaderInference, TheIncludersInputIsNotParsed) {
  Build B;
  B.add("/p/k.cuh", "").add("/p/main.cu", "#include \"k.cuh\"\n");
  B.compiles("main.cu", "nvcc -DMAIN -c");
  RawCommand C = B.commandFor("/p/k.cuh");
  DeviceCommand D =
      translateCommand(C.Arguments, "/p/k.cuh", C.Directory, {}, *B.FS);
  EXPECT_EQ(D.File, "/p/k.cuh");
  EXPECT_FALSE(has(D, "main.cu"));
  EXPECT_FALSE(has(D, "/p/main.cu"));
}

} // namespace
