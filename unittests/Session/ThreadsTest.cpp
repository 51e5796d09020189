//===- ThreadsTest.cpp - Sessions in several threads ----------------------===//

#include "warplint/Session/Session.h"
#include "warplint/Support/Archive.h"
#include "gtest/gtest.h"
#include <array>
#include <barrier>
#include <thread>

using namespace warplint;
using llvm::StringRef;

namespace {

constexpr unsigned Rounds = 6;

/// Conflicts, a launch, a fix and a helper.
constexpr StringRef Column = R"(
__device__ float twice(float x) { return 2 * x; }
__global__ void column(float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.x][threadIdx.y] = twice(out[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.y][threadIdx.x];
}
void host(float *out) { column<<<1, dim3(32, 32)>>>(out); }
)";

/// Nothing instantiates it: lists of arguments are tried, some of which fail.
constexpr StringRef Template = R"(
template <class T, int BM, int BN> __global__ void tiles(T *out) {
  static_assert(BM % 16 == 0 && BN == 2 * BM, "");
  __shared__ T tile[BM][BN];
  tile[threadIdx.x][threadIdx.y] = out[threadIdx.x];
  out[threadIdx.x] = tile[threadIdx.y][threadIdx.x];
}
)";

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files() {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  Memory->addFile("/src/column.cu", 0,
                  llvm::MemoryBuffer::getMemBuffer(Column));
  Memory->addFile("/src/template.cu", 0,
                  llvm::MemoryBuffer::getMemBuffer(Template));
  auto Stub = llvm::MemoryBuffer::getFile(WARPLINT_TEST_STUB);
  if (Stub)
    Memory->addFile("/src/stub.h", 0, std::move(*Stub));
  auto All = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      onlyPlainFiles(llvm::vfs::createPhysicalFileSystem()));
  All->pushOverlay(Memory);
  return All;
}

std::unique_ptr<Session> session(bool HasThreads) {
  SessionOptions Options;
  Options.UseCache = false;
  Options.Fix = FixStyle::Expression;
  Options.HasThreads = HasThreads;
  auto FS = files();
  auto Commands = CommandSource::create(
      "", {"-std=c++17", "-nocudainc", "-nocudalib", "-include", "/src/stub.h"},
      /*HasFixedFlags=*/true, FS);
  if (!Commands) {
    ADD_FAILURE() << llvm::toString(Commands.takeError());
    return nullptr;
  }
  auto Made = Session::create(std::move(Options), std::move(*Commands), FS);
  if (!Made) {
    ADD_FAILURE() << llvm::toString(Made.takeError());
    return nullptr;
  }
  return std::move(*Made);
}

/// All that becomes of \p File, as bytes.
std::string lint(Session &S, StringRef File) {
  FileOutcome Outcome = S.lint(S.prepare({File.str(), ""}));
  std::string Bytes;
  writeValue(Bytes, Outcome);
  return Bytes;
}

size_t findingsOf(StringRef Bytes) {
  std::optional<FileOutcome> Outcome = readValue<FileOutcome>(Bytes);
  return Outcome && Outcome->Report ? Outcome->Report->Findings.size() : 0;
}

TEST(Threads, TwoFilesAtOnceReadAsOneAfterTheOther) {
  constexpr std::array<StringRef, 2> Names = {"/src/column.cu",
                                              "/src/template.cu"};
  std::array<std::string, 2> Alone;
  for (size_t I = 0; I != 2; ++I) {
    Alone[I] = lint(*session(/*HasThreads=*/false), Names[I]);
    ASSERT_GT(findingsOf(Alone[I]), 0u) << Names[I].str();
  }
  std::array<std::unique_ptr<Session>, 2> Sessions = {session(true),
                                                      session(true)};
  ASSERT_TRUE(Sessions[0] && Sessions[1]);
  std::barrier Begin(2);
  auto Work = [&](size_t Thread) {
    for (unsigned Round = 0; Round != Rounds; ++Round) {
      Begin.arrive_and_wait();
      size_t File = (Thread + Round) % 2;
      EXPECT_EQ(lint(*Sessions[Thread], Names[File]), Alone[File])
          << Names[File].str() << " in round " << Round;
    }
  };
  std::thread Other(Work, 1);
  Work(0);
  Other.join();
}

TEST(Threads, WithoutASpareProcessNothingIsTried) {
  std::unique_ptr<Session> S = session(/*HasThreads=*/false);
  std::string Bytes;
  std::thread([&] { Bytes = lint(*S, "/src/template.cu"); }).join();
  StringRef Rest = Bytes;
  std::optional<FileOutcome> Outcome = readValue<FileOutcome>(Rest);
  ASSERT_TRUE(Outcome && Outcome->Report);
  EXPECT_TRUE(Outcome->Report->Kernels.empty());
  EXPECT_NE(Outcome->Said.find("could not start a process to try it"),
            std::string::npos)
      << Outcome->Said;
  EXPECT_GT(findingsOf(lint(*S, "/src/template.cu")), 0u);
}

TEST(Threads, SessionsAreMadeBeforeThreadsAre) {
  std::thread([] {
    SessionOptions Options;
    Options.HasThreads = true;
    auto FS = files();
    auto Commands = CommandSource::create("", {}, true, FS);
    ASSERT_TRUE(!!Commands);
    auto Made = Session::create(std::move(Options), std::move(*Commands), FS);
    EXPECT_FALSE(!!Made);
    llvm::consumeError(Made.takeError());
  }).join();
}

} // namespace
