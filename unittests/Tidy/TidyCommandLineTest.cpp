//===- TidyCommandLineTest.cpp --------------------------------------------===//

#include "warplint/Tidy/TidyCommandLine.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace warplint;
using Strings = std::vector<std::string>;

namespace {

TEST(TidyCommandLine, TheBuildFolderHasItsThreeSpellings) {
  for (const Strings &Words :
       {Strings{"-p", "out", "a.cu"}, Strings{"-p=out", "a.cu"},
        Strings{"--p=out", "a.cu"}, Strings{"a.cu", "--p", "out"}}) {
    TidyCommandLine Line = readTidyCommandLine(Words);
    EXPECT_EQ(Line.BuildPath, "out");
    EXPECT_EQ(Line.Words, Strings{"a.cu"});
    EXPECT_EQ(Line.Others, Strings{"a.cu"});
    EXPECT_FALSE(Line.FixedFlags);
  }
}

TEST(TidyCommandLine, OptionsThatBeginWithPAreOthers) {
  TidyCommandLine Line = readTidyCommandLine({"--prefix=x", "-party", "a.cu"});
  EXPECT_EQ(Line.BuildPath, "");
  EXPECT_EQ(Line.Others, (Strings{"--prefix=x", "-party", "a.cu"}));
}

TEST(TidyCommandLine, WhatFollowsTwoDashesIsForTheCompiler) {
  TidyCommandLine Line =
      readTidyCommandLine({"a.cu", "--", "-p", "x", "--", "-DA"});
  EXPECT_EQ(Line.BuildPath, "");
  ASSERT_TRUE(Line.FixedFlags);
  EXPECT_EQ(*Line.FixedFlags, (Strings{"-p", "x", "--", "-DA"}));
  EXPECT_EQ(Line.Others, Strings{"a.cu"});
}

TEST(TidyCommandLine, NoFlagsBehindTwoDashesAreFlagsAllTheSame) {
  TidyCommandLine Line = readTidyCommandLine({"a.cu", "--"});
  ASSERT_TRUE(Line.FixedFlags);
  EXPECT_TRUE(Line.FixedFlags->empty());
}

TEST(TidyCommandLine, ExtraArgumentsStayAndAreKnown) {
  Strings Words = {"--extra-arg-before=-I1", "--extra-arg", "-I2",
                   "-extra-arg=-I3", "a.cu"};
  TidyCommandLine Line = readTidyCommandLine(Words);
  EXPECT_EQ(Line.ExtraBefore, Strings{"-I1"});
  EXPECT_EQ(Line.Extra, (Strings{"-I2", "-I3"}));
  EXPECT_EQ(Line.Others, Words);
  EXPECT_EQ(
      withExtraArguments({"nvcc", "-c", "a.cu"}, Line.ExtraBefore, Line.Extra),
      (Strings{"nvcc", "-I1", "-c", "a.cu", "-I2", "-I3"}));
}

TEST(TidyCommandLine, ACommandWithoutWordsGetsNone) {
  EXPECT_TRUE(withExtraArguments({}, {}, {"-I3"}).empty());
}

class DatabaseFolderTest : public ::testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("tidy-test", Root));
    // A temporary folder may be reached through a link.
    llvm::SmallString<128> Real;
    ASSERT_FALSE(llvm::sys::fs::real_path(Root, Real));
    Root = Real;
    ASSERT_FALSE(llvm::sys::fs::create_directories(Root + "/build/src"));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Root); }

  void write(const llvm::Twine &File) {
    std::error_code Code;
    llvm::raw_fd_ostream(File.str(), Code) << "[]\n";
    ASSERT_FALSE(Code);
  }

  llvm::SmallString<128> Root;
};

TEST_F(DatabaseFolderTest, ADatabaseIsFoundInAFolderAbove) {
  write(Root + "/build/compile_commands.json");
  std::string Build = (Root + "/build").str();
  EXPECT_EQ(databaseFolder(Build), Build);
  EXPECT_EQ(databaseFolder(Build + "/src"), Build);
}

TEST_F(DatabaseFolderTest, AFolderWithoutADatabaseStaysAsItIs) {
  std::string Source = (Root + "/build/src").str();
  EXPECT_EQ(databaseFolder(Source), Source);
}

TEST_F(DatabaseFolderTest, AFileIsTakenAsItIs) {
  write(Root + "/build/commands.json");
  std::string File = (Root + "/build/commands.json").str();
  EXPECT_EQ(databaseFolder(File), File);
}

TEST_F(DatabaseFolderTest, ResponseFilesAreRead) {
  std::string File = (Root + "/arguments").str();
  std::error_code Code;
  llvm::raw_fd_ostream(File, Code) << "-p 'a folder'\n--quiet\n";
  ASSERT_FALSE(Code);
  TidyCommandLine Line = readTidyCommandLine({"@" + File, "a.cu"});
  EXPECT_EQ(Line.BuildPath, "a folder");
  EXPECT_EQ(Line.Others, (Strings{"--quiet", "a.cu"}));
}

} // namespace
