//===- TrialCopyTest.cpp - A copy of the process that may fail ------------===//

#include "Frontend/Templates/TrialCopy.h"
#include "gtest/gtest.h"
#include <csignal>
#include <unistd.h>

using namespace warplint;

namespace {

[[noreturn]] void spin() {
  for (volatile unsigned I = 0;; I = I + 1)
    ;
}

TEST(TrialCopy, WhatTheCopyTellsArrivesWhole) {
  TrialCopy Copy(10, [](int Socket) {
    for (const char *Text : {"one", "", "three"})
      sendText(Socket, Text);
  });
  ASSERT_TRUE(Copy.isRunning());
  EXPECT_EQ(Copy.read(), "one");
  EXPECT_EQ(Copy.read(), "");
  EXPECT_EQ(Copy.read(), "three");
  EXPECT_EQ(Copy.read(), std::nullopt);
  EXPECT_FALSE(Copy.isRunning());
}

TEST(TrialCopy, ItsOwnProcessorTimeEndsACopy) {
  TrialCopy Copy(1, [](int) { spin(); });
  EXPECT_EQ(Copy.read(), std::nullopt);
  EXPECT_TRUE(Copy.tookTooLong());
}

TEST(TrialCopy, TimeInWhichItDoesNotRunDoesNotCount) {
  TrialCopy Copy(1, [](int Socket) {
    ::usleep(1500000);
    sendText(Socket, "x");
  });
  EXPECT_EQ(Copy.read(), "x");
}

TEST(TrialCopy, ACopyThatGivesUpTookTooLong) {
  TrialCopy Copy(10, [](int) { TrialCopy::giveUp(); });
  EXPECT_EQ(Copy.read(), std::nullopt);
  EXPECT_TRUE(Copy.tookTooLong());
}

TEST(TrialCopy, ACopyThatCrashesTakesNobodyWithIt) {
  TrialCopy Copy(10, [](int) { ::raise(SIGSEGV); });
  EXPECT_EQ(Copy.read(), std::nullopt);
  EXPECT_FALSE(Copy.tookTooLong());
}

TEST(TrialCopy, ATextThatIsCutShortIsNone) {
  TrialCopy Copy(10, [](int Socket) { sendAll(Socket, "half"); });
  EXPECT_EQ(Copy.read(), std::nullopt);
  EXPECT_FALSE(Copy.tookTooLong());
}

TEST(TrialCopy, ACopyEndsWithItsReader) {
  TrialCopy Copy(600, [](int) { spin(); });
  EXPECT_TRUE(Copy.isRunning());
}

} // namespace
