//===- JsonReportTest.cpp - The document of --format=json -----------------===//
//
// Members are checked on the parsed document. That all of them are there, with
// the right types, is what DocumentationTest.cpp proves.
//
//===----------------------------------------------------------------------===//

#include "warplint/Report/JsonReport.h"
#include "SampleReports.h"
#include "gtest/gtest.h"

using namespace warplint;
using namespace warplint::test;
namespace json = llvm::json;

namespace {

json::Value parseLiteral(llvm::StringRef Text) {
  return llvm::cantFail(json::parse(Text));
}

json::Value parsedAccess(const AccessRecord &Access) {
  FileReport R;
  R.Accesses = {Access};
  return json::Object(firstAccess(parsedJson({R})));
}

TEST(JsonReport, NothingAnalysedIsADocumentToo) {
  EXPECT_EQ(parsedJson({}), parseLiteral(R"({
    "version": 1,
    "tool": {"name": "warplint", "version": ")" WARPLINT_TEST_VERSION R"("},
    "files": []
  })"));
}

TEST(JsonReport, DocumentEndsInOneNewline) {
  std::string Printed = printedJson({gatherReport()});
  EXPECT_TRUE(llvm::StringRef(Printed).ends_with("}\n"));
}

TEST(JsonReport, FilesAndAccessesKeepTheirOrder) {
  FileReport B, A;
  B.File = "b.cu";
  A.File = "a.cu";
  B.Accesses = {accessWith("z", VerdictKind::Clean),
                accessWith("y", VerdictKind::Clean)};
  json::Value Document = parsedJson({B, A});
  const json::Array &Files = *Document.getAsObject()->getArray("files");
  ASSERT_EQ(Files.size(), 2u);
  EXPECT_EQ(Files[0].getAsObject()->getString("file"), "b.cu");
  EXPECT_EQ(Files[1].getAsObject()->getString("file"), "a.cu");
  const json::Array &Accesses = *Files[0].getAsObject()->getArray("accesses");
  EXPECT_EQ(Accesses[0].getAsObject()->getString("kernel"), "z");
  EXPECT_EQ(Accesses[1].getAsObject()->getString("kernel"), "y");
}

TEST(JsonReport, UnprovenAccessHasAReasonAndNoFigures) {
  // Figures of the cases that were decided before the proof gave up must not
  // be taken for the access's.
  AccessRecord A = gatherReport().Accesses[0];
  A.Verdict.Kind = VerdictKind::Unproven;
  A.Verdict.Reason = UnprovenReason::TooManyCases;
  A.Verdict.ReasonText = "more than 16384 cases";
  A.Verdict.Rows = {{CaseFact(), 8, 1}};
  json::Value Access = parsedAccess(A);
  const json::Object &O = *Access.getAsObject();
  EXPECT_EQ(O.getString("verdict"), "unproven");
  EXPECT_EQ(O.getString("reason"), "too-many-cases");
  EXPECT_EQ(O.getString("reasonText"), "more than 16384 cases");
  for (llvm::StringRef Figure :
       {"unit", "wavefronts", "ideal", "warps", "warpsWithExcess", "worstBlock",
        "worstWarp", "witness"})
    EXPECT_EQ(*O.get(Figure), json::Value(nullptr)) << Figure.str();
  EXPECT_TRUE(O.getArray("rows")->empty());
}

TEST(JsonReport, AccessThatNeverRunsHasNeitherReasonNorFigures) {
  json::Value Access = parsedAccess(accessWith("k", VerdictKind::NeverRuns));
  const json::Object &O = *Access.getAsObject();
  EXPECT_EQ(O.getString("verdict"), "never-runs");
  for (llvm::StringRef Member : {"reason", "reasonText", "wavefronts"})
    EXPECT_EQ(*O.get(Member), json::Value(nullptr)) << Member.str();
}

TEST(JsonReport, InactiveLanesHaveNoAddress) {
  AccessRecord A = accessWith("k", VerdictKind::Clean);
  A.Verdict.Worst.Active = 0x80000005; // Lanes 0, 2, 31.
  A.Verdict.Worst.Address[0] = -64;    // Relative to what dropped out.
  A.Verdict.Worst.Address[1] = 4;
  json::Value Access = parsedAccess(A);
  const json::Object &Witness = *Access.getAsObject()->getObject("witness");
  EXPECT_EQ(Witness.getString("active"), "0x80000005");
  const json::Array &Addresses = *Witness.getArray("addresses");
  ASSERT_EQ(Addresses.size(), 32u);
  for (unsigned Lane = 0; Lane < 32; ++Lane)
    if (Lane == 0 || Lane == 2 || Lane == 31)
      EXPECT_EQ(Addresses[Lane], json::Value(Lane == 0 ? -64 : 0));
    else
      EXPECT_EQ(Addresses[Lane], json::Value(nullptr)) << Lane;
  EXPECT_EQ(*Witness.get("collision"), json::Value(nullptr));
}

TEST(JsonReport, CollidingLanesAreListed) {
  AccessRecord A = accessWith("k", VerdictKind::Excess);
  A.Verdict.Worst.Cost.Worst = Collision{31, 0x80010001, 3};
  json::Value Access = parsedAccess(A);
  EXPECT_EQ(*Access.getAsObject()->getObject("witness")->get("collision"),
            parseLiteral(R"({"bank": 31, "lanes": [0, 16, 31], "ways": 3})"));
}

TEST(JsonReport, NumbersOf64BitsStayExact) {
  // Neither is a double: 2^53 + 1 and 2^64 - 1.
  AccessRecord A = accessWith("k", VerdictKind::Excess);
  A.ExecutionsPerWarp = 9007199254740993;
  A.Verdict.TotalPredicted = UINT64_MAX;
  A.Verdict.Worst.Facts = {{CaseFact::Kind::Value, "n", INT64_MIN, 0, -1}};
  FileReport R;
  R.Accesses = {A};
  std::string Printed = printedJson({R});
  llvm::StringRef Text = Printed;
  EXPECT_TRUE(Text.contains("\"executionsPerWarp\": 9007199254740993,"));
  EXPECT_TRUE(Text.contains("\"total\": 18446744073709551615\n"));
  EXPECT_TRUE(Text.contains("\"value\": -9223372036854775808,"));
}

TEST(JsonReport, UnknownExtentsOfTheBlockAreNull) {
  AccessRecord A = accessWith("k", VerdictKind::Clean);
  A.Launch.Shape.Y = 1;
  A.Launch.Source = LaunchSource::Assumed;
  json::Value Access = parsedAccess(A);
  EXPECT_EQ(*Access.getAsObject()->get("launch"), parseLiteral(R"({
    "block": [null, 1, null], "source": "assumed", "values": [], "file": null,
    "line": null, "column": null, "endLine": null, "endColumn": null
  })"));
}

TEST(JsonReport, AssumptionsOfVerdictAndAccessAreListedOnce) {
  AccessRecord A = accessWith("k", VerdictKind::Clean);
  A.Verdict.Assumptions = {"in step", "no wrap-around"};
  A.Assumptions = {"no wrap-around", "rules of 9.0"};
  json::Value Access = parsedAccess(A);
  EXPECT_EQ(*Access.getAsObject()->get("assumptions"),
            parseLiteral(R"(["in step", "no wrap-around", "rules of 9.0"])"));
}

TEST(JsonReport, RowsCarryTheirFact) {
  AccessRecord A = accessWith("k", VerdictKind::Excess);
  A.Verdict.DependsOnCase = true;
  A.Verdict.Condition = "conflict-free when pitch is odd";
  A.Verdict.Rows = {{{CaseFact::Kind::Residue, "pitch", 0, 32, -1}, 32, 1},
                    {{CaseFact::Kind::Iteration, "s", 2, 0, 0}, 4, 1}};
  json::Value Access = parsedAccess(A);
  const json::Object &O = *Access.getAsObject();
  EXPECT_EQ(O.getBoolean("dependsOnCase"), true);
  EXPECT_EQ(O.getString("condition"), "conflict-free when pitch is odd");
  EXPECT_EQ(*O.get("rows"), parseLiteral(R"([
    {"fact": {"kind": "residue", "name": "pitch", "value": 0, "modulus": 32},
     "wavefronts": 32, "ideal": 1},
    {"fact": {"kind": "iteration", "name": "s", "value": 2, "modulus": null},
     "wavefronts": 4, "ideal": 1}
  ])"));
}

TEST(JsonReport, CallChainAndOmittedFunctionsAreListed) {
  FileReport R = variedReports()[0];
  json::Value Document = parsedJson({R});
  EXPECT_EQ(*firstAccess(Document).get("callChain"), parseLiteral(R"([
    {"file": "gather.cu", "line": 5, "column": 3, "endLine": 5, "endColumn": 9,
     "message": "called here by 'gather'"}
  ])"));
  const json::Object &File =
      *Document.getAsObject()->getArray("files")->front().getAsObject();
  EXPECT_EQ(*File.get("omitted"), parseLiteral(R"([
    {"file": "gather.cu", "line": 90, "column": 1, "endLine": null,
     "endColumn": null, "name": "scatter", "why": "unknown type"},
    {"file": null, "line": null, "column": null, "endLine": null,
     "endColumn": null, "name": "<lambda>", "why": "recursive"}
  ])"));
  EXPECT_EQ(*File.get("missingHeaders"), parseLiteral(R"(["params.h"])"));
  EXPECT_EQ(File.getBoolean("hadErrors"), true);
  EXPECT_EQ(File.getString("parseErrors"),
            "gather.cu:90:1: error: unknown type name 'Params'\n");
}

TEST(JsonReport, BytesThatAreNoUtf8BecomeReplacementCharacters) {
  // 0xE9 is Latin-1's e with an acute accent; alone it is no UTF-8.
  FileReport R = variedReports()[0];
  for (std::string *Text : {&R.File,
                            &R.Architecture,
                            &R.ParseErrors[0].Text,
                            &R.Kernels[0],
                            &R.MissingHeaders[0],
                            &R.Omitted[0].Name,
                            &R.Omitted[0].Why,
                            &R.Omitted[0].Where.File,
                            &R.Findings[0].Check,
                            &R.Findings[0].Message,
                            &R.Findings[0].Notes[0].Message,
                            &R.Accesses[0].Where.File,
                            &R.Accesses[0].Kernel,
                            &R.Accesses[0].TemplateArguments,
                            &R.Accesses[0].Array,
                            &R.Accesses[0].ArrayType,
                            &R.Accesses[0].Instruction,
                            &R.Accesses[0].AddressText,
                            &R.Accesses[0].CallChain[0].Message,
                            &R.Accesses[0].Verdict.Condition,
                            &R.Accesses[0].Assumptions[0],
                            &R.Accesses[0].Verdict.Rows[0].Fact.Name})
    *Text = "caf\xE9.cu";
  std::string Printed = printedJson({R});
  EXPECT_TRUE(json::isUTF8(Printed));
  json::Value Document = parsedJson({R});
  EXPECT_EQ(firstAccess(Document).getString("file"), "caf\xEF\xBF\xBD.cu");

  AccessRecord Unproven = accessWith("k", VerdictKind::Unproven,
                                     UnprovenReason::DataDependentIndex);
  Unproven.Verdict.ReasonText = "idx[\xFF]";
  json::Value Access = parsedAccess(Unproven);
  EXPECT_EQ(Access.getAsObject()->getString("reasonText"), "idx[\xEF\xBF\xBD]");
}

TEST(JsonReport, QuotesAndControlCharactersSurvive) {
  AccessRecord A = accessWith("k", VerdictKind::Clean);
  A.Array = std::string("a\"b\\c\n\t\x01\0d", 10);
  json::Value Access = parsedAccess(A);
  EXPECT_EQ(Access.getAsObject()->getString("array"), llvm::StringRef(A.Array));
}

TEST(JsonReport, ThousandsOfAccessesParse) {
  FileReport R;
  R.Accesses.assign(5000, gatherReport().Accesses[0]);
  json::Value Document = parsedJson({R});
  EXPECT_EQ(Document.getAsObject()
                ->getArray("files")
                ->front()
                .getAsObject()
                ->getArray("accesses")
                ->size(),
            5000u);
}

} // namespace
