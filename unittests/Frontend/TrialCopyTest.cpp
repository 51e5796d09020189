//===- TrialCopyTest.cpp - A copy of the process that may fail ------------===//

#include "Frontend/Templates/ForkedTrial.h"
#include "gtest/gtest.h"
#include <csignal>
#include <unistd.h>

using namespace warplint;
using namespace std::chrono_literals;

namespace {

[[noreturn]] void spin() {
  for (volatile unsigned I = 0;; I = I + 1)
    ;
}

TEST(TrialCopy, WhatTheCopyTellsArrivesWhole) {
  TrialCopy Copy(10s, [](int Pipe) {
    for (uint64_t I = 0; I != 3; ++I)
      TrialCopy::write(Pipe, &I, sizeof(I));
  });
  ASSERT_TRUE(Copy.isRunning());
  uint64_t Told[3] = {7, 7, 7};
  EXPECT_EQ(Copy.read(Told, sizeof(Told)), TrialCopy::End::Complete);
  EXPECT_EQ(Told[0], 0u);
  EXPECT_EQ(Told[1], 1u);
  EXPECT_EQ(Told[2], 2u);
}

TEST(TrialCopy, ItsOwnProcessorTimeEndsACopy) {
  TrialCopy Copy(50ms, [](int) { spin(); });
  char Byte;
  EXPECT_EQ(Copy.read(&Byte, 1), TrialCopy::End::TookTooLong);
  // Timers may be as coarse as a few hundredths of a second, and never early.
  EXPECT_GE(Copy.stop(), 40ms);
  EXPECT_LT(Copy.stop(), 1s);
}

TEST(TrialCopy, TimeInWhichItDoesNotRunDoesNotCount) {
  TrialCopy Copy(100ms, [](int Pipe) {
    ::usleep(300000);
    TrialCopy::write(Pipe, "x", 1);
  });
  char Byte = 0;
  EXPECT_EQ(Copy.read(&Byte, 1), TrialCopy::End::Complete);
  EXPECT_EQ(Byte, 'x');
  EXPECT_LT(Copy.stop(), 100ms);
}

TEST(TrialCopy, ACopyThatGivesUpTookTooLong) {
  TrialCopy Copy(10s, [](int) { TrialCopy::giveUp(); });
  char Byte;
  EXPECT_EQ(Copy.read(&Byte, 1), TrialCopy::End::TookTooLong);
}

TEST(TrialCopy, ACopyThatCrashesTakesNobodyWithIt) {
  TrialCopy Copy(10s, [](int) { ::raise(SIGSEGV); });
  char Byte;
  EXPECT_EQ(Copy.read(&Byte, 1), TrialCopy::End::Crashed);
}

TEST(TrialCopy, AMessageThatIsCutShortIsNone) {
  TrialCopy Copy(10s, [](int Pipe) { TrialCopy::write(Pipe, "half", 4); });
  char Bytes[8];
  EXPECT_EQ(Copy.read(Bytes, sizeof(Bytes)), TrialCopy::End::Crashed);
}

TEST(TrialCopy, ACopyEndsWithItsReader) {
  TrialCopy Copy(600s, [](int) { spin(); });
  EXPECT_TRUE(Copy.isRunning());
  EXPECT_LT(Copy.stop(), 600s);
}

} // namespace
