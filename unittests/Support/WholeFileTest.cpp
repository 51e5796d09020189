//===- WholeFileTest.cpp --------------------------------------------------===//

#include "warplint/Support/WholeFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;
using namespace warplint;
namespace fs = llvm::sys::fs;

namespace {

class WholeFile : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(fs::createUniqueDirectory("warplint-whole", Folder));
  }
  void TearDown() override { fs::remove_directories(Folder); }

  std::string path(StringRef Name) const { return (Folder + "/" + Name).str(); }

  static std::string textOf(StringRef File) {
    auto Buffer = MemoryBuffer::getFile(File);
    return Buffer ? (*Buffer)->getBuffer().str() : "no such file";
  }

  static unsigned permissionsOf(StringRef File) {
    fs::file_status Status;
    fs::status(File, Status);
    return Status.permissions();
  }

  unsigned filesInFolder() const {
    unsigned Count = 0;
    std::error_code Code;
    for (fs::directory_iterator I(Folder, Code), End; !Code && I != End;
         I.increment(Code))
      ++Count;
    return Count;
  }

  SmallString<128> Folder;
};

TEST_F(WholeFile, ANewFileHoldsTheTextAndNothingLiesBesideIt) {
  std::string File = path("new");
  EXPECT_FALSE(errorToBool(writeWholeFile(File, "text")));
  EXPECT_EQ(textOf(File), "text");
  EXPECT_EQ(filesInFolder(), 1u);
}

TEST_F(WholeFile, TheMaskOfTheProcessHoldsForANewFile) {
  mode_t Before = umask(077);
  EXPECT_FALSE(errorToBool(writeWholeFile(path("new"), "text")));
  umask(Before);
  EXPECT_EQ(permissionsOf(path("new")), 0600u);
}

TEST_F(WholeFile, PermissionsStayWhateverTheMaskIs) {
  std::string File = path("old");
  EXPECT_FALSE(errorToBool(writeWholeFile(File, "a")));
  ASSERT_EQ(chmod(File.c_str(), 0776), 0);
  EXPECT_FALSE(errorToBool(writeWholeFile(File, "b")));
  EXPECT_EQ(textOf(File), "b");
  EXPECT_EQ(permissionsOf(File), 0776u);
}

TEST_F(WholeFile, ALinkStaysALink) {
  std::string File = path("file"), Link = path("link");
  EXPECT_FALSE(errorToBool(writeWholeFile(File, "a")));
  ASSERT_FALSE(fs::create_link(File, Link));
  EXPECT_FALSE(errorToBool(writeWholeFile(Link, "b")));
  bool IsLink = false;
  ASSERT_FALSE(fs::is_symlink_file(Link, IsLink));
  EXPECT_TRUE(IsLink);
  EXPECT_EQ(textOf(File), "b");
}

TEST_F(WholeFile, APipeIsWrittenTo) {
  std::string Pipe = path("pipe");
  ASSERT_EQ(mkfifo(Pipe.c_str(), 0600), 0);
  int Reader = open(Pipe.c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_GE(Reader, 0);
  EXPECT_FALSE(errorToBool(writeWholeFile(Pipe, "text")));
  char Text[16] = {};
  EXPECT_EQ(read(Reader, Text, sizeof(Text)), 4);
  EXPECT_STREQ(Text, "text");
  close(Reader);
}

TEST_F(WholeFile, AFolderIsAnErrorWithItsName) {
  EXPECT_EQ(toString(writeWholeFile(Folder, "text")),
            "cannot write '" + Folder.str().str() + "': Is a directory");
}

TEST_F(WholeFile, AFolderThatIsNotThereIsAnErrorWithTheFilesName) {
  std::string File = path("none/file");
  EXPECT_EQ(toString(writeWholeFile(File, "text")),
            "cannot write '" + File + "': No such file or directory");
}

TEST_F(WholeFile, AFullDiskIsAnError) {
  if (!fs::exists("/dev/full"))
    GTEST_SKIP() << "no /dev/full here";
  EXPECT_EQ(toString(writeWholeFile("/dev/full", "text")),
            "cannot write '/dev/full': No space left on device");
}

} // namespace
