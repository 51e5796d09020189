//===- DocumentationTest.cpp - The documentation says what is printed -----===//

#include "SampleReports.h"
#include "SchemaCheck.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace warplint;
using namespace warplint::test;
namespace json = llvm::json;

namespace {

constexpr UnprovenReason Reasons[] = {
    UnprovenReason::DataDependentIndex, UnprovenReason::IndexNotComputed,
    UnprovenReason::ArrayChosenByLane,  UnprovenReason::TooManyCases,
    UnprovenReason::UnboundedLoop,      UnprovenReason::UnknownArithmetic,
    UnprovenReason::UnknownAlignment,   UnprovenReason::NotMeasured};

constexpr CostRule Rules[] = {CostRule::NoActiveLane,
                              CostRule::WholeWarp,
                              CostRule::HalfWarps,
                              CostRule::QuarterWarps,
                              CostRule::PairMerged,
                              CostRule::MatrixRows,
                              CostRule::LanesPerBank,
                              CostRule::LanesPerBankTwice,
                              CostRule::LanesPerBankHalves,
                              CostRule::LanesPerBankHalvesTwice,
                              CostRule::LanesPerBankQuarters,
                              CostRule::CountingAtomic,
                              CostRule::CombinedAtomic,
                              CostRule::SwapLoop,
                              CostRule::RetryLoop,
                              CostRule::FullLines,
                              CostRule::Sectors,
                              CostRule::LocalSectors,
                              CostRule::ConstantTurns,
                              CostRule::RemoteSectors,
                              CostRule::RemoteTurns};

json::Object readSchema() {
  llvm::Expected<json::Value> Schema =
      json::parse(readDocument("warplint.schema.json"));
  if (Schema)
    return std::move(*Schema->getAsObject());
  ADD_FAILURE() << llvm::toString(Schema.takeError());
  return {};
}

std::string joined(const std::vector<std::string> &Lines) {
  return llvm::join(Lines, "\n");
}

/// The names of all properties below \p Schema.
void collectMembers(const json::Value &Schema,
                    std::vector<std::string> &Names) {
  const json::Object *O = Schema.getAsObject();
  if (!O)
    return;
  for (const auto &[Key, Value] : *O) {
    if (Key == "properties")
      for (const auto &[Name, Member] : *Value.getAsObject())
        Names.push_back(Name.str());
    collectMembers(Value, Names);
  }
}

TEST(JsonDocumentation, EveryMemberIsExplained) {
  std::string Text = readDocument("json.md");
  std::vector<std::string> Names;
  collectMembers(readSchema(), Names);
  EXPECT_GT(Names.size(), 80u); // So that the search is known to have searched.
  for (const std::string &Name : Names)
    EXPECT_TRUE(llvm::StringRef(Text).contains("`" + Name + "`")) << Name;
}

TEST(JsonDocumentation, EveryRuleIsExplained) {
  std::string Text = readDocument("json.md");
  for (CostRule Rule : Rules)
    EXPECT_TRUE(llvm::StringRef(Text).contains(
        "\n| `" + std::string(ruleName(Rule)) + "` | "))
        << ruleName(Rule).data();
}

TEST(VerdictDocumentation, EveryReasonHasItsSection) {
  std::string Text = readDocument("verdicts.md");
  for (UnprovenReason Reason : Reasons)
    EXPECT_TRUE(llvm::StringRef(Text).contains(
        "\n### `" + std::string(reasonName(Reason)) + "`\n"))
        << reasonName(Reason).data();
}

TEST(JsonSchema, PrintedDocumentsMatch) {
  json::Object Schema = readSchema();
  EXPECT_EQ(joined(schemaMismatches(parsedJson({}), Schema)), "");
  EXPECT_EQ(joined(schemaMismatches(parsedJson({gatherReport()}), Schema)), "");
  EXPECT_EQ(joined(schemaMismatches(parsedJson(variedReports()), Schema)), "");
}

TEST(JsonSchema, EveryReasonRuleUnitAndVerbMatches) {
  std::vector<FileReport> Reports(1);
  for (UnprovenReason Reason : Reasons)
    Reports[0].Accesses.push_back(
        accessWith("k", VerdictKind::Unproven, Reason));
  for (CostRule Rule : Rules) {
    Reports[0].Accesses.push_back(accessWith("k", VerdictKind::Excess));
    Reports[0].Accesses.back().Verdict.Worst.Cost.Rule = Rule;
  }
  for (CostUnit Unit : {CostUnit::Wavefronts, CostUnit::Lines,
                        CostUnit::Sectors, CostUnit::Passes}) {
    Reports[0].Accesses.push_back(accessWith("k", VerdictKind::Clean));
    Reports[0].Accesses.back().Verdict.Worst.Cost.Unit = Unit;
  }
  for (AccessVerb Verb :
       {AccessVerb::Load, AccessVerb::Store, AccessVerb::Atomic,
        AccessVerb::LdMatrix, AccessVerb::StMatrix, AccessVerb::CpAsync,
        AccessVerb::Wmma}) {
    Reports[0].Accesses.push_back(accessWith("k", VerdictKind::NeverRuns));
    Reports[0].Accesses.back().Verb = Verb;
  }
  EXPECT_EQ(joined(schemaMismatches(parsedJson(Reports), readSchema())), "");
}

TEST(JsonSchema, EveryPropertyIsRequired) {
  // Members are always present, so whatever is listed is required, and the
  // other way round.
  auto Check = [](auto &Self, const json::Value &Schema) -> void {
    const json::Object *O = Schema.getAsObject();
    if (!O)
      return;
    if (const json::Object *Properties = O->getObject("properties")) {
      std::vector<std::string> Listed, Required;
      for (const auto &[Name, Member] : *Properties)
        Listed.push_back(Name.str());
      for (const json::Value &Name : *O->getArray("required"))
        Required.push_back(Name.getAsString()->str());
      llvm::sort(Listed);
      llvm::sort(Required);
      EXPECT_EQ(joined(Listed), joined(Required));
    }
    for (const auto &[Key, Value] : *O)
      Self(Self, Value);
  };
  Check(Check, readSchema());
}

/// Proves that the two tests above can fail.
TEST(JsonSchema, SpoiltDocumentsDoNotMatch) {
  json::Object Schema = readSchema();
  auto Mismatches = [&](llvm::StringRef From, llvm::StringRef To) {
    std::string Text = printedJson({gatherReport()});
    size_t At = Text.find(From);
    EXPECT_NE(At, std::string::npos);
    Text.replace(At, From.size(), To);
    llvm::Expected<json::Value> Document = json::parse(Text);
    EXPECT_TRUE(bool(Document));
    return joined(schemaMismatches(*Document, Schema));
  };
  EXPECT_EQ(Mismatches("\"version\": 1", "\"version\": 2"),
            "document.version: const");
  EXPECT_EQ(Mismatches("\"instances\"", "\"duplicates\""),
            "document.files[0].accesses[0]: lacks instances\n"
            "document.files[0].accesses[0].duplicates: not in the schema");
  EXPECT_EQ(Mismatches("\"line\": 7", "\"line\": 0"),
            "document.files[0].findings[0].line: minimum");
  EXPECT_EQ(Mismatches("\"line\": 7", "\"line\": \"7\""),
            "document.files[0].findings[0].line: type");
  EXPECT_EQ(Mismatches("\"bank\": 0", "\"bank\": 32"),
            "document.files[0].accesses[0].witness.collision.bank: maximum");
  EXPECT_EQ(Mismatches("0xffffffff", "0xFF"),
            "document.files[0].accesses[0].witness.active: pattern");
  EXPECT_EQ(Mismatches("[64, 1, 1]", "[64, 1]"),
            "document.files[0].accesses[0].launch.block: minItems");
  EXPECT_EQ(Mismatches("\"excess\"", "\"bad\""),
            "document.files[0].accesses[0].verdict: enum");
}

} // namespace
