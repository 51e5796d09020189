//===- TranslatedDatabaseTest.cpp -----------------------------------------===//

#include "warplint/Tidy/TranslatedDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace warplint;
using llvm::StringRef;
using Strings = std::vector<std::string>;

namespace {

class TranslatedDatabaseTest : public ::testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("tidy-test", Root));
    llvm::SmallString<128> Real;
    ASSERT_FALSE(llvm::sys::fs::real_path(Root, Real));
    Root = Real;
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Root); }

  std::string write(StringRef Name, StringRef Text) {
    std::string File = (Root + "/" + Name).str();
    std::error_code Code;
    llvm::raw_fd_ostream(File, Code) << Text;
    EXPECT_FALSE(Code);
    return File;
  }

  /// The commands of sources under the command line \p Words.
  std::vector<TidyCommand> commands(const Strings &Words) {
    auto Result = translatedCommands(readTidyCommandLine(Words), Warnings);
    if (!Result) {
      ADD_FAILURE() << llvm::toString(Result.takeError());
      return {};
    }
    return *Result;
  }

  llvm::SmallString<128> Root;
  Strings Warnings;
};

// "-nocudainc": no toolkit is looked for.
TEST_F(TranslatedDatabaseTest, NvccsWordsDoNotReachClang) {
  std::string Source = write("a.cu", "");
  write("compile_commands.json",
        ("[{\"directory\": \"" + Root + "\", \"file\": \"" + Source +
         "\", \"arguments\": [\"nvcc\", \"-lineinfo\", \"-arch=sm_80\", "
         "\"-gencode\", \"arch=compute_90,code=sm_90\", \"-nocudainc\", "
         "\"-DA=1\", \"-c\", \"a.cu\"]}]")
            .str());
  std::vector<TidyCommand> Found = commands({"-p", Root.str().str(), Source});
  ASSERT_EQ(Found.size(), 1u);
  const Strings &Words = Found[0].Arguments;
  EXPECT_EQ(Found[0].File, Source);
  EXPECT_EQ(Found[0].Directory, Root.str());
  EXPECT_EQ(Words.front(), "clang++");
  EXPECT_EQ(Words.back(), Source);
  EXPECT_TRUE(llvm::is_contained(Words, "-DA=1"));
  EXPECT_TRUE(llvm::is_contained(Words, "--cuda-device-only"));
  EXPECT_TRUE(llvm::is_contained(Words, "--cuda-gpu-arch=sm_90"));
  EXPECT_FALSE(llvm::is_contained(Words, "-lineinfo"));
  EXPECT_TRUE(llvm::any_of(Words, [](StringRef Word) {
    return Word.starts_with("-resource-dir=");
  }));
}

// nvcc takes one dash or two, and the value with "=" or in the next word.
TEST_F(TranslatedDatabaseTest, AnyNameMayBeCudaByItsFlags) {
  std::string Source = write("a.cpp", "");
  for (const Strings &Flags : {Strings{"-x", "cu"},
                               {"-x=cu"},
                               {"-xcuda"},
                               {"--x", "cu"},
                               {"--x=cu"}}) {
    Strings Words = {Source, "--", "-nocudainc"};
    Words.insert(Words.end(), Flags.begin(), Flags.end());
    std::vector<TidyCommand> Found = commands(Words);
    ASSERT_EQ(Found.size(), 1u);
    EXPECT_TRUE(llvm::is_contained(Found[0].Arguments, "--cuda-device-only"))
        << Flags.front();
  }
}

TEST_F(TranslatedDatabaseTest, OtherSourcesKeepTheirCommands) {
  std::string Source = write("a.cpp", "");
  write("compile_commands.json",
        ("[{\"directory\": \"" + Root + "\", \"file\": \"" + Source +
         "\", \"arguments\": [\"g++\", \"-resource-dir=own\", \"-DB\", \"-c\", "
         "\"a.cpp\"]}]")
            .str());
  std::vector<TidyCommand> Found = commands({"-p", Root.str().str(), Source});
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_TRUE(llvm::is_contained(Found[0].Arguments, "-DB"));
  EXPECT_EQ(llvm::count_if(
                Found[0].Arguments,
                [](StringRef W) { return W.starts_with("-resource-dir"); }),
            1);
  EXPECT_FALSE(llvm::is_contained(Found[0].Arguments, "--cuda-device-only"));
}

TEST_F(TranslatedDatabaseTest, FlagsBehindTwoDashesServeEachSource) {
  std::string Cuda = write("a.cu", ""), Host = write("b.cpp", "");
  std::vector<TidyCommand> Found =
      commands({Cuda, Host, "--", "-nocudainc", "-DC"});
  ASSERT_EQ(Found.size(), 2u);
  EXPECT_TRUE(llvm::is_contained(Found[0].Arguments, "--cuda-device-only"));
  EXPECT_FALSE(llvm::is_contained(Found[1].Arguments, "--cuda-device-only"));
  for (const TidyCommand &Command : Found)
    EXPECT_TRUE(llvm::is_contained(Command.Arguments, "-DC"));
}

TEST_F(TranslatedDatabaseTest, WordsThatAreNoFilesAreNoSources) {
  EXPECT_TRUE(commands({"--list-checks", "nothing.cu", "--"}).empty());
}

TEST_F(TranslatedDatabaseTest, AMissingDatabaseIsAnError) {
  auto Result = translatedCommands(
      readTidyCommandLine({"-p", (Root + "/nowhere").str()}), Warnings);
  EXPECT_FALSE(static_cast<bool>(Result));
  llvm::consumeError(Result.takeError());
}

TEST_F(TranslatedDatabaseTest, PrintsWhatIsReadBack) {
  std::string Text;
  llvm::raw_string_ostream Out(Text);
  printDatabase(Out, TidyCommand{"/a b", "/a b/k.cu", {"clang++", "-D\"x\""}});
  llvm::Expected<llvm::json::Value> Read = llvm::json::parse(Text);
  ASSERT_TRUE(static_cast<bool>(Read));
  const llvm::json::Object &Entry = *Read->getAsArray()->front().getAsObject();
  EXPECT_EQ(Entry.getString("directory"), "/a b");
  EXPECT_EQ(Entry.getString("file"), "/a b/k.cu");
  EXPECT_EQ((*Entry.getArray("arguments"))[1].getAsString(), "-D\"x\"");
}

} // namespace
