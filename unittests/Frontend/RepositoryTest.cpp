//===- RepositoryTest.cpp - Where the files of a project are --------------===//

#include "warplint/Frontend/Repository.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace warplint {
namespace {

/// Files by path and text.
IntrusiveRefCntPtr<vfs::FileSystem>
files(ArrayRef<std::pair<StringRef, StringRef>> Files) {
  auto FS = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  FS->setCurrentWorkingDirectory("/");
  for (auto [Path, Text] : Files)
    FS->addFile(Path, 0, MemoryBuffer::getMemBufferCopy(Text));
  return FS;
}

TEST(Repository, RootIsTheNearestFolderWithGit) {
  Repository R(files({{"/a/.git/HEAD", ""},
                      {"/a/sub/.git", "gitdir: ..."},
                      {"/a/sub/src/k.cu", ""},
                      {"/a/k.cu", ""},
                      {"/b/src/k.cu", ""}}));
  EXPECT_EQ(R.rootOf("/a/sub/src/k.cu"), "/a/sub");
  EXPECT_EQ(R.rootOf("/a/k.cu"), "/a");
  // None: the file's own folder.
  EXPECT_EQ(R.rootOf("/b/src/k.cu"), "/b/src");
}

TEST(Repository, GivenRootCountsBeforeGit) {
  Repository R(files({{"/a/b/.git/HEAD", ""}, {"/a/b/k.cu", ""}}), "/a");
  EXPECT_EQ(R.rootOf("/a/b/k.cu"), "/a");
}

TEST(Repository, WholeComponentsOfThePathMatch) {
  Repository R(files({{"/a/.git/HEAD", ""},
                      {"/a/x/common/t.h", ""},
                      {"/a/x/uncommon/t.h", "other"}}));
  auto Match = R.findHeader("/a", "../common/t.h", "/a/k.cu");
  ASSERT_TRUE(Match);
  EXPECT_EQ(Match->File, "/a/x/common/t.h");
  EXPECT_TRUE(Match->Others.empty());
  EXPECT_FALSE(R.findHeader("/a", "mon/t.h", "/a/k.cu"));
}

TEST(Repository, NearestOfSeveralIsTaken) {
  Repository R(files(
      {{"/a/.git/HEAD", ""}, {"/a/p/inc/t.h", "1"}, {"/a/q/inc/t.h", "2"}}));
  auto Match = R.findHeader("/a", "t.h", "/a/q/src/k.cu");
  ASSERT_TRUE(Match);
  EXPECT_EQ(Match->File, "/a/q/inc/t.h");
  EXPECT_TRUE(Match->Others.empty());
}

TEST(Repository, EquallyNearHeadersOfOtherTextsAreNamed) {
  Repository R(files({{"/a/.git/HEAD", ""},
                      {"/a/p/t.h", "1"},
                      {"/a/q/t.h", "2"},
                      {"/a/r/t.h", "1"}}));
  auto Match = R.findHeader("/a", "t.h", "/a/src/k.cu");
  ASSERT_TRUE(Match);
  EXPECT_EQ(Match->File, "/a/p/t.h");
  EXPECT_EQ(Match->Others, std::vector<std::string>({"/a/q/t.h"}));
}

TEST(Repository, FileDoesNotIncludeItself) {
  Repository R(files({{"/a/.git/HEAD", ""}, {"/a/src/t.h", ""}}));
  EXPECT_FALSE(R.findHeader("/a", "t.h", "/a/src/t.h"));
}

TEST(Repository, HiddenFoldersAreLeftOut) {
  Repository R(files({{"/a/.git/t.h", ""}, {"/a/k.cu", ""}}));
  EXPECT_FALSE(R.findHeader("/a", "t.h", "/a/k.cu"));
}

using Files = std::vector<std::string>;

TEST(Repository, IncluderIsFoundThroughOtherHeaders) {
  Repository R(files({{"/a/.git/HEAD", ""},
                      {"/a/src/k.cu", "#include \"mid.cuh\"\n"},
                      {"/a/src/mid.cuh", "#include \"part.inl\"\n"},
                      {"/a/src/part.inl", ""},
                      {"/a/other.cu", ""}}));
  EXPECT_EQ(R.includersOf("/a/src/part.inl", 8), Files({"/a/src/k.cu"}));
}

TEST(Repository, ShortestChainThenNearestComesFirst) {
  Repository R(files({{"/a/.git/HEAD", ""},
                      {"/a/src/part.cu", ""},
                      {"/a/src/near.cu", "#include \"part.cu\"\n"},
                      {"/a/far/far.cu", "#include \"../src/part.cu\"\n"},
                      {"/a/src/main.cu", "#include \"near.cu\"\n"}}));
  EXPECT_EQ(R.includersOf("/a/src/part.cu", 8),
            Files({"/a/src/near.cu", "/a/far/far.cu", "/a/src/main.cu"}));
  EXPECT_EQ(R.includersOf("/a/src/part.cu", 1), Files({"/a/src/near.cu"}));
}

TEST(Repository, NamesakeBesideTheIncluderIsMeant) {
  Repository R(files({{"/a/.git/HEAD", ""},
                      {"/a/one/part.cuh", ""},
                      {"/a/two/part.cuh", ""},
                      {"/a/two/k.cu", "#include \"part.cuh\"\n"}}));
  EXPECT_EQ(R.includersOf("/a/one/part.cuh", 8), Files());
  EXPECT_EQ(R.includersOf("/a/two/part.cuh", 8), Files({"/a/two/k.cu"}));
}

// Headers that nothing includes are the last resort.
TEST(Repository, HeaderWithoutIncluderIsAnIncluder) {
  Repository R(files({{"/a/.git/HEAD", ""},
                      {"/a/part.inl", ""},
                      {"/a/all.cuh", "#include \"part.inl\"\n"}}));
  EXPECT_EQ(R.includersOf("/a/part.inl", 8), Files({"/a/all.cuh"}));
}

TEST(Repository, CountsDefinitionsInTheTextOfHeadersBelowTheRoot) {
  Repository R(files({{"/a/.git/config.h", "#define HIDDEN\n"},
                      {"/a/k.cuh", "#define ONCE 1\n// #define IN_COMMENT\n"
                                   "#if 0\n  #  define\tSPACED(x) x\n#endif\n"
                                   "#ifdef TESTED\nint defined(ONCE);\n"
                                   "#undef GONE\n#defineNONE\n"},
                      {"/a/x/y/t.h", "#define TWICE\n#define TWICE_MORE\n"},
                      {"/a/x/z.inl", "#define TWICE"},
                      {"/a/x/z.cc", "#define ALONE"},
                      {"/a/config.h.in", "#cmakedefine MADE\n#undef GONE\n"
                                         "#cmakedefine01 MADE_ONE\n"},
                      {"/a/readme.md", "#define TEXT\n"},
                      {"/b/t.h", "#define OUTSIDE\n"}}));
  auto Count = [&](StringRef Macro) {
    return R.definitions("/a", Macro).value_or(99);
  };
  for (StringRef Once : {"ONCE", "IN_COMMENT", "SPACED", "TWICE_MORE", "MADE",
                         "MADE_ONE", "GONE"})
    EXPECT_EQ(Count(Once), 1U) << Once.str();
  EXPECT_EQ(Count("TWICE"), 2U);
  for (StringRef None :
       {"HIDDEN", "TESTED", "NONE", "TEXT", "OUTSIDE", "ALONE", "x"})
    EXPECT_EQ(Count(None), 0U) << None.str();
  // Asked once a process: what comes later is not seen, nor asked for as others
  // are.
  EXPECT_EQ(R.lookups(), 0U);
}

TEST(Repository, KnowsNoDefinitionsWhereFoldersAreLeftOut) {
  Repository R(files({{"/b/k.cu", ""}, {"/b/1/2/3/4/5/t.h", "#define DEEP"}}));
  EXPECT_FALSE(R.definitions("/b", "ANY"));
  Repository Shallow(files({{"/b/k.cu", ""}, {"/b/1/t.h", "#define NEAR"}}));
  EXPECT_EQ(Shallow.definitions("/b", "NEAR"), 1U);
  EXPECT_EQ(Shallow.definitions("/b", "ANY"), 0U);
}

} // namespace
} // namespace warplint
