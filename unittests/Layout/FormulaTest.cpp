//===- FormulaTest.cpp - Formulas of an access ----------------------------===//

#include "warplint/Layout/IndexFormula.h"
#include "gtest/gtest.h"
#include <limits>

using namespace warplint;

namespace {

/// The value where lane is 13, or the message.
std::string valueIn(llvm::StringRef Text) {
  auto Parsed = parseAssignments(("v=" + Text).str());
  llvm::Expected<int64_t> V =
      Parsed ? Parsed->front().evaluate({{"lane", 13}, {"w", 2}})
             : llvm::Expected<int64_t>(Parsed.takeError());
  if (V)
    return std::to_string(*V);
  // Without "v=", and the caret as far to the left.
  std::string Message = llvm::toString(V.takeError());
  Message.erase(Message.find("\n  v=") + 3, 2);
  return Message.erase(Message.rfind("\n") + 1, 2);
}

std::string messageOf(llvm::StringRef Assignments) {
  auto Parsed = parseAssignments(Assignments);
  return Parsed ? "" : llvm::toString(Parsed.takeError());
}

} // namespace

TEST(FormulaTest, OperatorsBindAsInC) {
  // Checked by the compiler beside it.
  constexpr long lane = 13; // NOLINT(readability-identifier-naming)
  EXPECT_EQ(valueIn("1 + lane * 2 % 5 - 4 / 2"),
            std::to_string(1 + lane * 2 % 5 - 4 / 2));
  EXPECT_EQ(valueIn("lane >> 1 + 1"), std::to_string(lane >> (1 + 1)));
  EXPECT_EQ(valueIn("lane & 7 ^ 2 | 8"), std::to_string(((lane & 7) ^ 2) | 8));
  EXPECT_EQ(valueIn("lane & 6 == 6"), std::to_string(lane & int(6 == 6)));
  EXPECT_EQ(valueIn("1 << 2 < 5"), std::to_string((1 << 2) < 5));
  EXPECT_EQ(valueIn("1 || 0 && 0"), "1");
  EXPECT_EQ(valueIn("-lane + ~lane"), std::to_string(-lane + ~lane));
  EXPECT_EQ(valueIn("!lane + !0"), "1");
  EXPECT_EQ(valueIn("10 - 4 - 3"), "3");
  EXPECT_EQ(valueIn("(lane/8*64 + (lane%8 ^ lane/8)) * 16"),
            std::to_string((lane / 8 * 64 + (lane % 8 ^ lane / 8)) * 16));
  EXPECT_EQ(valueIn("0x1F + 0b11"), "34");
  EXPECT_EQ(valueIn("010"), "10"); // No octal surprises.
}

TEST(FormulaTest, OnlyWhatIsChosenIsEvaluated) {
  EXPECT_EQ(valueIn("lane < 16 ? 1 : 1/0"), "1");
  EXPECT_EQ(valueIn("lane > 16 ? 1/0 : lane > 10 ? 5 : 6"), "5");
  EXPECT_EQ(valueIn("0 && 1/0"), "0");
  EXPECT_EQ(valueIn("7 || 1/0"), "1");
  EXPECT_EQ(valueIn("3 && 4"), "1");
  EXPECT_EQ(valueIn("0 || 0"), "0");
  EXPECT_EQ(valueIn("1 + (lane ? 2 : 3) * 10"), "21");
}

TEST(FormulaTest, NumbersWrapAround) {
  EXPECT_EQ(valueIn("9223372036854775807 + 1"),
            std::to_string(std::numeric_limits<int64_t>::min()));
  EXPECT_EQ(valueIn("(-9223372036854775807 - 1) / -1"),
            std::to_string(std::numeric_limits<int64_t>::min()));
  EXPECT_EQ(valueIn("(-9223372036854775807 - 1) % -1"), "0");
}

TEST(FormulaTest, ErrorsPointAtTheColumn) {
  EXPECT_EQ(valueIn("lane/"), "expected a number, a name or '('\n"
                              "  lane/\n"
                              "       ^");
  EXPECT_EQ(valueIn("(lane + 1"), "expected an operator or ')'\n"
                                  "  (lane + 1\n"
                                  "           ^");
  EXPECT_EQ(valueIn("lane 4"), "expected an operator or ','\n"
                               "  lane 4\n"
                               "       ^");
  EXPECT_EQ(valueIn("lane % 0"), "division by zero\n"
                                 "  lane % 0\n"
                                 "       ^");
  EXPECT_EQ(valueIn("1 + row"), "'row' is not defined\n"
                                "  1 + row\n"
                                "      ^");
  EXPECT_EQ(valueIn("1 << lane * 5"), "shift by less than 0 or more than 63\n"
                                      "  1 << lane * 5\n"
                                      "    ^");
  EXPECT_EQ(valueIn("4x"), "'4x' is not a number\n"
                           "  4x\n"
                           "  ^");
  EXPECT_EQ(valueIn("lane ? 1"), "expected ':'\n"
                                 "  lane ? 1\n"
                                 "          ^");
  EXPECT_EQ(valueIn(""), "expected a number, a name or '('\n"
                         "  \n"
                         "  ^");
}

TEST(FormulaTest, DeepFormulasAreRefused) {
  EXPECT_NE(valueIn(std::string(100000, '(')).find("nested too deeply"),
            std::string::npos);
  EXPECT_NE(valueIn(std::string(100000, '-')).find("nested too deeply"),
            std::string::npos);
}

TEST(FormulaTest, AssignmentsAreReadInOrder) {
  auto Parsed = parseAssignments("r = lane/8, row=r*w ,col=lane % 8");
  ASSERT_TRUE(bool(Parsed)) << llvm::toString(Parsed.takeError());
  ASSERT_EQ(Parsed->size(), 3u);
  NamedValues Values = {{"lane", 13}, {"w", 2}};
  for (const Assignment &A : *Parsed) {
    llvm::Expected<int64_t> V = A.evaluate(Values);
    ASSERT_TRUE(bool(V)) << llvm::toString(V.takeError());
    Values.push_back({A.Name, *V});
  }
  EXPECT_EQ(*valueOf(Values, "row"), 2);
  EXPECT_EQ(*valueOf(Values, "col"), 5);
  EXPECT_EQ(valueOf(Values, "page"), nullptr);
}

TEST(FormulaTest, AssignmentErrorsPointAtTheColumn) {
  EXPECT_EQ(messageOf("row=lane/, col=0"), "expected a number, a name or '('\n"
                                           "  row=lane/, col=0\n"
                                           "           ^");
  EXPECT_EQ(messageOf("row lane"), "expected '='\n"
                                   "  row lane\n"
                                   "      ^");
  EXPECT_EQ(messageOf("=3"), "expected a name\n"
                             "  =3\n"
                             "  ^");
  EXPECT_EQ(messageOf("row=1 2"), "expected an operator or ','\n"
                                  "  row=1 2\n"
                                  "        ^");
  EXPECT_EQ(messageOf("row=1,"), "expected a name\n"
                                 "  row=1,\n"
                                 "        ^");
}

TEST(FormulaTest, TextThatIsNoFormulaNeverCrashes) {
  // Every text of up to five of these pieces is read or refused.
  const char *Pieces[] = {"1",  "lane", "(", ")", "?", ":", "-",
                          "&&", "==",   " ", "^", "/", "0"};
  const size_t Count = std::size(Pieces);
  for (size_t Code = 0; Code < Count * Count * Count * Count * Count; ++Code) {
    std::string Text;
    for (size_t Rest = Code; Rest; Rest /= Count)
      Text += Pieces[Rest % Count];
    auto Parsed = parseAssignments("v=" + Text);
    if (!Parsed) {
      llvm::consumeError(Parsed.takeError());
      continue;
    }
    llvm::Expected<int64_t> V = Parsed->front().evaluate({{"lane", 3}});
    if (!V)
      llvm::consumeError(V.takeError());
  }
}
