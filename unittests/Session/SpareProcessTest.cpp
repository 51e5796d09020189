//===- SpareProcessTest.cpp - A process that stays with one thread --------===//

#include "Session/SpareProcess.h"
#include "warplint/Support/ChildProcess.h"
#include "gtest/gtest.h"
#include <csignal>
#include <thread>
#include <unistd.h>

using namespace warplint;

namespace {

TEST(SpareProcess, ThreadsAreSeen) {
  EXPECT_TRUE(hasOneThread());
  bool InThread = true;
  std::thread([&] { InThread = hasOneThread(); }).join();
  EXPECT_FALSE(InThread);
  EXPECT_TRUE(hasOneThread());
}

TEST(SpareProcess, HasOneThreadWhereThisOneHasTwo) {
  SpareProcess Spare([](llvm::StringRef Request) {
    return hasOneThread() ? "alone with " + Request.str() : "";
  });
  std::thread([&] {
    EXPECT_EQ(Spare.ask("a"), "alone with a");
    EXPECT_EQ(Spare.ask(std::string(1 << 20, 'x')).value_or("").size(),
              (1u << 20) + 11);
  }).join();
}

TEST(SpareProcess, WorkIsDoneInACopyOfItsOwn) {
  int Times = 0;
  SpareProcess Spare([&](llvm::StringRef) { return std::to_string(++Times); });
  EXPECT_EQ(Spare.ask(""), "1");
  EXPECT_EQ(Spare.ask(""), "1");
  EXPECT_EQ(Times, 0);
}

TEST(SpareProcess, ACrashCostsOneAnswer) {
  SpareProcess Spare([](llvm::StringRef Request) -> std::string {
    if (Request == "crash") {
      std::signal(SIGABRT, SIG_DFL);
      ::raise(SIGABRT);
    }
    if (Request == "end")
      _exit(0);
    return "fine";
  });
  EXPECT_EQ(Spare.ask("crash"), std::nullopt);
  EXPECT_EQ(Spare.ask("end"), std::nullopt);
  EXPECT_EQ(Spare.ask("work"), "fine");
}

} // namespace
