//===- ConfigTest.cpp -----------------------------------------------------===//

#include "warplint/Config/Config.h"
#include "gtest/gtest.h"

using namespace warplint;
using llvm::StringRef;

namespace {

using Kind = CheckOption::Kind;

/// A check with two limits and an option of each other kind.
const CheckRecord Checks[] = {
    {"warplint-a",
     Severity::Warning,
     "",
     "",
     CheckRecord::Origin::Driver,
     {{"MinFigure", Kind::Number, "0", "", "", true, "figure", false},
      {"MinExcess", Kind::Number, "0", "", "", true, "", true},
      {"Deep", Kind::Flag, "false", "", ""},
      {"Unit", Kind::Text, "bytes", "bytes words", ""}},
     nullptr},
};

Config read(StringRef Text) {
  auto C = parseConfig(Text, "f", Checks);
  if (C)
    return *C;
  ADD_FAILURE() << llvm::toString(C.takeError());
  return {};
}

std::string problemOf(StringRef Text) {
  auto C = parseConfig(Text, "f", Checks);
  if (!C)
    return llvm::toString(C.takeError());
  ADD_FAILURE() << Text.str();
  return "";
}

std::string printed(const Config &C) {
  std::string Text;
  llvm::raw_string_ostream Out(Text);
  printConfig(Out, C);
  return Text;
}

TEST(ConfigTest, WhatIsNotSaidIsAbsent) {
  Config C = read("Trials: 0\n");
  EXPECT_EQ(C.Trials, 0u);
  EXPECT_TRUE(C.CheckOptions.empty());
  EXPECT_FALSE(C.Checks);
  EXPECT_EQ(printed(read("")), printed(Config()));
}

TEST(ConfigTest, WhatIsPrintedIsReadBack) {
  std::string Text = printed(
      read("Checks: \"it's\"\nBlock: [a, b]\nLayouts: off\nSort: weight\n"
           "CheckOptions: {warplint-a.MinExcess: 7}\n"));
  EXPECT_EQ(printed(read(Text)), Text);
  EXPECT_NE(Text.find("Checks: 'it''s'"), std::string::npos);
  EXPECT_NE(Text.find("Layouts: false"), std::string::npos);
}

TEST(ConfigTest, TheNearerFileComesFirst) {
  Config C = mergeConfigs(read("Checks: a\nMinExcess: 1\nTrials: 3\nAssume: x\n"
                               "CheckOptions: {warplint-a.MinExcess: 7}\n"),
                          read("Checks: b\nMinExcess: 2\nAssume: y\n"
                               "CheckOptions: {warplint-a.MinFigure: 8}\n"));
  EXPECT_EQ(C.Checks, "a,b");
  EXPECT_EQ(saidValue(C.CheckOptions, "warplint-b", "MinExcess"), "2");
  EXPECT_EQ(C.Trials, 3u);
  EXPECT_EQ(C.Assume, (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(saidValue(C.CheckOptions, "warplint-a", "MinExcess"), "7");
  EXPECT_EQ(saidValue(C.CheckOptions, "warplint-a", "MinFigure"), "8");
  EXPECT_EQ(C.CheckOptions.size(), 3u);
}

TEST(ConfigTest, ErrorsHaveTheirPlace) {
  EXPECT_EQ(problemOf("Trials: 1\n\nLayout: on\n").substr(0, 6), "f:3:1:");
  EXPECT_EQ(problemOf("Layout: on\n"),
            "f:1:1: unknown key 'Layout'; did you mean 'Layouts'?");
  EXPECT_EQ(problemOf("Trials: -1\n"), "f:1:9: expected a number");
  EXPECT_EQ(problemOf("Checks:\n"), "f:1:1: 'Checks' has no value");
  EXPECT_EQ(problemOf("CheckOptions: 3\n"),
            "f:1:15: expected a mapping of options to values");
}

TEST(ConfigTest, OptionsOfChecksHaveTheirKind) {
  Config C = read("MinFigure: 3\nCheckOptions:\n  warplint-a.Deep: true\n"
                  "  warplint-a.Unit: words\n");
  EXPECT_EQ(saidValue(C.CheckOptions, "warplint-a", "MinFigure"), "3");
  EXPECT_EQ(saidValue(C.CheckOptions, "warplint-a", "Deep"), "true");
  EXPECT_EQ(saidValue(C.CheckOptions, "warplint-a", "Unit"), "words");
  EXPECT_EQ(printed(read(printed(C))), printed(C));
  EXPECT_EQ(problemOf("MinFigure: many\n"), "f:1:12: expected a number");
  EXPECT_EQ(problemOf("Deep: true\n"), "f:1:1: unknown key 'Deep'");
  EXPECT_EQ(problemOf("CheckOptions: {warplint-a.Deep: 1}\n"),
            "f:1:33: expected true or false");
  EXPECT_EQ(problemOf("CheckOptions: {warplint-a.Unit: bits}\n"),
            "f:1:33: expected bytes, words");
  EXPECT_EQ(problemOf("CheckOptions: {warplint-a.MinFigures: 1}\n"),
            "f:1:16: unknown option 'MinFigures' of check 'warplint-a'; did "
            "you mean 'MinFigure'?");
}

} // namespace
